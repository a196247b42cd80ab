"""The files with which a contract, a schema, a code list and a stream begin: small, complete, with examples."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final

from accordant.findings import JsonValue
from accordant.registry.examples import REFUSED_BY
from accordant.schema import documents
from accordant.schema.dialects import DRAFT_2020_12

_CONTRACT: Final = """\
title = "{title}"
description = "{description}"

[versions.{version}]
status = "current"
default-schema = "{default}"
"""

_RESULT: Final = """\
{{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:{contract}:result:v1",
  "title": "Result",
  "description": "What the command prints when it is done.",
  "type": "object",
  "required": ["ok", "severity", "duration"],
  "properties": {{
    "ok": {{"description": "Whether the work was done.", "type": "boolean"}},
    "severity": {{"description": "The worst that was found.", "enum": ["none", "warning", "error"]}},
    "duration": {{"description": "How long it took.", "type": "integer", "minimum": 0, "x-unit": "ms"}},
    "files": {{"description": "The files that were read.", "type": "array", "items": {{"type": "string"}}}},
    "problem": {{"description": "Why the work was not done.", "type": "string", "x-codes": "problems"}}
  }}
}}
"""

_RESULT_EXAMPLES: Final[Mapping[str, str]] = {
    "valid/result/done.json": '{"ok": true, "severity": "none", "duration": 12, "files": ["a.txt"]}\n',
    "valid/result/input-missing.json": (
        '{"ok": false, "severity": "error", "duration": 3, "problem": "input-missing"}\n'
    ),
    "valid/result/internal-error.json": (
        '{"ok": false, "severity": "error", "duration": 5, "problem": "internal-error"}\n'
    ),
    "invalid/result/negative-duration.json": '{"ok": true, "severity": "none", "duration": -1}\n',
    "invalid/result/unknown-problem.json": (
        '{"ok": false, "severity": "error", "duration": 3, "problem": "unheard-of"}\n'
    ),
    f"invalid/result/{REFUSED_BY}": (
        'negative-duration = "/properties/duration/minimum"\nunknown-problem = "/properties/problem"\n'
    ),
}

_ENTRIES: Final[list[JsonValue]] = [
    {
        "id": "input-missing",
        "meaning": "An input that the work needs is not there.",
        "action": "Give the input, then run again.",
    },
    {
        "id": "internal-error",
        "meaning": "The program has a fault of its own.",
        "action": "Report it, with what was run.",
    },
]
_EXITS: Final[list[JsonValue]] = [
    {"id": 0, "name": "ok", "meaning": "The work was done.", "action": "Go on."},
    {"id": 1, "name": "failed", "meaning": "The work was not done.", "action": "Read the report."},
    {"id": 2, "name": "usage", "meaning": "The command line is wrong.", "action": "Correct it, then run again."},
]
SPELLING: Final = "^[a-z]+(-[a-z]+)*$"
"""The spelling of identifiers in a new list."""
EXIT_CODES: Final = "exit-codes"
"""The name under which a list has exit codes, which are integers."""


def title_of(name: str) -> str:
    """A name as a title.

    >>> title_of("error-kinds")
    'Error kinds'
    """
    return name.replace("-", " ").capitalize()


def contract_files(name: str) -> dict[str, str]:
    """A whole contract with a schema, a code list and examples, by path relative to the registry."""
    facts = {"title": name, "description": "What the command prints for programs.", "default": "result"}
    base = f"{name}/v1"
    return {
        f"{name}/contract.toml": contract_text(**facts),
        f"{base}/result.schema.json": _RESULT.format(contract=name),
        f"{base}/problems.codes.json": render(codes("problems", "problem"), "problems.codes.json"),
        **{f"{base}/examples/{path}": text for path, text in _RESULT_EXAMPLES.items()},
    }


def contract_text(*, title: str, description: str, default: str, version: str = "v1") -> str:
    """``contract.toml`` of a contract with one version."""
    facts = {"title": title, "description": description, "default": default}
    quoted = {key: json.dumps(value, ensure_ascii=False)[1:-1] for key, value in facts.items()}
    return _CONTRACT.format(version=version, **quoted)


def codes(name: str, identifier: str) -> dict[str, JsonValue]:
    """A code list with two identifiers; one called ``exit-codes`` has integers."""
    head: dict[str, JsonValue] = {
        "title": title_of(name),
        "description": "The words that programs may rely on, and what to do about each.",
        "identifier": identifier,
    }
    if name == EXIT_CODES:
        return {**head, "entries": _EXITS}
    return {**head, "spelling": SPELLING, "extensible": False, "entries": _ENTRIES}


def identifier_of(name: str) -> str:
    """What an identifier of a list is called.

    >>> identifier_of("error-codes"), identifier_of("exit-codes"), identifier_of("statuses")
    ('code', 'exit-code', 'status')
    """
    return "exit-code" if name == EXIT_CODES else singular(name).rpartition("-")[2]


def singular(name: str) -> str:
    """A name without its plural ending.

    >>> singular("problems"), singular("categories"), singular("statuses"), singular("class")
    ('problem', 'category', 'status', 'class')
    """
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("uses", "us"), ("xes", "x"), ("ss", "ss"), ("s", "")):
        if name.endswith(ending) and len(name) > len(ending) + 1:
            return name[: -len(ending)] + instead
    return name


def schema(name: str, address: str, draft: str = DRAFT_2020_12.uri, id_keyword: str = "$id") -> dict[str, JsonValue]:
    """A schema with one field."""
    return {
        "$schema": draft,
        id_keyword: address,
        "title": title_of(name),
        "description": "Say here who writes it and what for.",
        "type": "object",
        "required": ["id"],
        "properties": {"id": {"description": "Which one it is.", "type": "string", "minLength": 1}},
    }


def schema_examples(name: str) -> dict[str, str]:
    """Examples of that schema, by path relative to the version."""
    invalid = f"examples/invalid/{name}"
    return {
        f"examples/valid/{name}/first.json": '{"id": "a1"}\n',
        f"{invalid}/empty-id.json": '{"id": ""}\n',
        f"{invalid}/{REFUSED_BY}": 'empty-id = "/properties/id/minLength"\n',
    }


def line_schema(name: str, address: str, draft: str, id_keyword: str) -> dict[str, JsonValue]:
    """The schema of the lines of a stream: a first line, lines in between, and the last one."""

    def line(kind: str, **fields: JsonValue) -> JsonValue:
        fields = {"type": {"enum": [kind]}, **fields}
        return {"title": kind.capitalize(), "type": "object", "required": list(fields), "properties": fields}

    done = {"description": "How much is done.", "type": "integer", "minimum": 0, "x-unit": "items"}
    return {
        "$schema": draft,
        id_keyword: address,
        "title": title_of(name),
        "description": "One line of the stream.",
        "oneOf": [
            line("started"),
            line("progress", done=done),
            line("result", ok={"description": "Whether the work was done.", "type": "boolean"}),
        ],
    }


def stream(name: str, line: str) -> dict[str, JsonValue]:
    """A stream of these lines."""
    return {
        "title": title_of(name),
        "description": "The lines of one run, in their order.",
        "discriminator": "/type",
        "line": line,
        "grammar": [
            {"line": "started"},
            {"line": "progress", "min": 0, "max": None},
            {"line": "result", "terminal": True},
        ],
    }


def stream_examples(name: str, line: str) -> dict[str, str]:
    """Examples of that stream and of its lines, by path relative to the version."""
    started, progress, result = (
        '{"type": "started"}\n',
        '{"type": "progress", "done": 3}\n',
        '{"type": "result", "ok": ',
    )
    return {
        f"examples/valid/{name}/whole.jsonl": f"{started}{progress}{result}true}}\n",
        f"examples/invalid/{name}/after-the-result.jsonl": f"{started}{result}true}}\n{progress}",
        f"examples/invalid/{name}/{REFUSED_BY}": 'after-the-result = "grammar"\n',
        f"examples/valid/{line}/progress.json": progress,
        f"examples/invalid/{line}/ok-as-text.json": f'{result}"yes"}}\n',
        f"examples/invalid/{line}/{REFUSED_BY}": 'ok-as-text = "/oneOf/2/properties/ok"\n',
    }


def render(value: JsonValue, path: str) -> str:
    """A value as JSON, or as YAML where the path says so."""
    if path.endswith((".yaml", ".yml")):
        import yaml

        text = yaml.safe_dump(value, sort_keys=False, allow_unicode=True, width=100)
        if documents.parse(text, path).value == value:
            return text
    return _fold(json.dumps(value, indent=2, ensure_ascii=False)) + "\n"


def _fold(text: str) -> str:
    """JSON over several lines, with lists and objects of a few plain values on one."""
    flat = re.compile(r"([\[{])\n\s+([^\[\]{}\n]+(?:\n[^\[\]{}\n]+)*)\n\s*([\]}])")

    def fold(match: re.Match[str]) -> str:
        inner = " ".join(line.strip() for line in match[2].split("\n"))
        start = text.rfind("\n", 0, match.start())
        short = match.start() - start + len(inner) <= 110
        return f"{match[1]}{inner}{match[3]}" if short else match[0]

    return flat.sub(fold, text)
