"""No edit of frozen behaviour is silent, whoever writes the documents; and what asks callers for more breaks them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

import accordant
from accordant.compat.behaviour import judge
from accordant.contract import Behaviour, behaviour
from accordant.contract.fields import Fields
from accordant.errors import InputError
from accordant.findings import Severity
from accordant.registry.release import freeze
from accordant.schema.documents import Document
from tests.conftest import Run

FORMATS = Path(accordant.__file__).parent / "contract/formats"
DEFINITIONS = json.loads((FORMATS / "contract.schema.json").read_text("utf-8"))["$defs"]
DIRECTIONS = ("output", "input", "full")

B = {"at": "/b", "present": True}
A = {"at": "/a", "present": True}
CLAIM: dict[str, Any] = {"when": [A], "then": [B]}
LINES: dict[str, Any] = {"line": [A], "then": [B]}

PARTS: dict[str, tuple[str, dict[str, tuple[Any, Any]]]] = {
    "rules": (
        "rule",
        {
            "id": ("one", "two"),
            "says": ("So it is.", "So it is not."),
            "schema": ("document", "other"),
            "enforced-by": ("/allOf/0", "/allOf/1"),
            "check": ([CLAIM], [{"when": [A], "then": [A]}]),
            "holds": ([CLAIM], [{"when": [A], "then": [A]}]),
            "lines": ([LINES], [{"line": [A], "then": [A]}]),
            "also": (["other"], ["line"]),
            "severity": ("error", "warning"),
            "judged-by": ("a test", "two tests"),
            "observable": (True, False),
            "reason": ("Nobody sees it.", "Everybody sees it."),
            "paths": ([{"id": "p", "when": [A]}], [{"id": "p", "when": [B]}]),
            "source": ("1", "2"),
            "ours": (True, False),
        },
    ),
    "derived": (
        "derived",
        {
            "schema": ("document", "other"),
            "field": ("/n", "/m"),
            "from": ("exit-code", "clock"),
            "says": ("the number", "another number"),
            "format": ("date", "date-time"),
            "count": (["/a/*"], ["/b/*"]),
            "distinct": (True, False),
            "beside": ("/a", "/b"),
            "always": (True, False),
            "source": ("1", "2"),
        },
    ),
    "counting": (
        "counting",
        {
            "schema": ("document", "other"),
            "field": ("/n", "/m"),
            "counts": ("files", "folders"),
            "source": ("1", "2"),
        },
    ),
    "serialisation": (
        "serialisation",
        {
            "single-line": (True, False),
            "trailing-newline": ("required", "forbidden"),
            "key-order": (["a", "b"], ["b", "a"]),
            "key-order-stable": (True, False),
            "paths": ("with slashes", "with backslashes"),
            "advised": (["sort"], ["key-order"]),
            "varies": (["/a"], ["/b"]),
            "source": ("1", "2"),
            "sort": ([{"list": "/l", "keys": ["a"]}], [{"list": "/l", "keys": ["b"]}]),
        },
    ),
    "modes": (
        "mode",
        {
            "flags": ("--quiet", "--loud"),
            "commands": (["run"], ["stop"]),
            "stdout": ("nothing", "all"),
            "stream": ("lines", "others"),
            "omits": (["a"], ["b"]),
            "prints": ("text", "nothing"),
            "without": (["--x"], ["--y"]),
            "requires": ([A], [B]),
            "writes": (True, False),
            "same-on-terminal": (True, False),
            "says": ("It is quiet.", "It is loud."),
            "source": ("1", "2"),
        },
    ),
    "consumer-rules": (
        "consumer-rule",
        {
            "id": ("one", "two"),
            "when": ("It fails.", "It works."),
            "then": ("Stop.", "Go on."),
            "match": ([A], [B]),
            "effects": ([{"decide": "act"}], [{"decide": "stop"}]),
            "gives": ("text", "words"),
            "as": ("json", "text"),
            "value-from": ("/a", "/b"),
            "source": ("1", "2"),
        },
    ),
    "interpretation": (
        "interpretation",
        {
            "success": ("act", "stop"),
            "failure": ("stop", "act"),
            "counted-by": ("/a", "/b"),
            "kinds": ([{"name": "act", "outcome": "success"}], [{"name": "act", "outcome": "failure"}]),
            "details": ([{"name": "d", "type": "string"}], [{"name": "d", "type": "number"}]),
        },
    ),
    "scenarios": (
        "scenario",
        {
            "id": ("one", "two"),
            "document": ("a.json", "b.json"),
            "exit-code": (0, 1),
            "expect": ({"a": 1}, {"a": 2}),
            "rules": (["one"], ["two"]),
            "path": ("a", "b"),
            "source": ("1", "2"),
        },
    ),
}
"""By part of a release's behaviour: its definition in the format, and two values of each key."""

BELOW: dict[tuple[str, str], dict[str, tuple[Any, Any]]] = {
    ("serialisation", "sort"): {
        "list": ("/l", "/m"),
        "keys": (["a"], ["a", "b"]),
        "missing": ("first", "last"),
        "instead": ({"a": 1}, {"a": 2}),
        "source": ("1", "2"),
    },
    ("interpretation", "kinds"): {
        "name": ("act", "stop"),
        "outcome": ("success", "failure"),
        "says": ("Act.", "Do not."),
        "carries": (["a"], ["a", "b"]),
        "repeats": (True, False),
    },
    ("interpretation", "details"): {
        "name": ("d", "e"),
        "type": ("string", "number"),
        "from": ("/a", "/b"),
        "says": ("That.", "This."),
    },
}
"""The lists of tables inside a part."""


def read(tables: Mapping[str, Any]) -> Behaviour:
    return behaviour.read(Fields.of(dict(tables), Document("contract.toml", dict(tables))))


def edits() -> Iterator[tuple[str, Any, Any]]:
    """Each key of each table with another value and without one, and each table beside another and alone."""
    for part, (_, keys) in PARTS.items():
        whole = {key: first for key, (first, _) in keys.items()}
        yield from _edits_of(part, keys, lambda table, part=part: {part: _as_part(part, table)})
        yield f"{part}: all", {}, {part: _as_part(part, whole)}
        if not is_single(part):
            other = {key: second for key, (_, second) in keys.items()}
            yield f"{part}: further", {part: [whole]}, {part: [whole, other]}
            yield f"{part}: order", {part: [whole, other]}, {part: [other, whole]}
    for (part, below), keys in BELOW.items():
        base = {key: first for key, (first, _) in PARTS[part][1].items()}
        yield from _edits_of(
            f"{part}/{below}", keys, lambda table, part=part, below=below, base=base: {part: {**base, below: [table]}}
        )
        first, second = ({key: pair[index] for key, pair in keys.items()} for index in (0, 1))
        yield f"{part}/{below}: further", {part: {**base, below: [first]}}, {part: {**base, below: [first, second]}}
        yield (
            f"{part}/{below}: order",
            {part: {**base, below: [first, second]}},
            {part: {**base, below: [second, first]}},
        )


def _edits_of(name: str, keys: Mapping[str, tuple[Any, Any]], placed: Any) -> Iterator[tuple[str, Any, Any]]:
    whole = {key: first for key, (first, _) in keys.items()}
    for key, (first, second) in keys.items():
        yield f"{name}: {key}", placed(whole), placed({**whole, key: second})
        yield f"{name}: no {key}", placed(whole), placed({other: whole[other] for other in whole if other != key})
        if isinstance(first, str):
            yield f"{name}: spelling of {key}", placed(whole), placed({**whole, key: first + "."})


def _as_part(part: str, table: Any) -> Any:
    return table if is_single(part) else [table]


def is_single(part: str) -> bool:
    return part in ("serialisation", "interpretation")


EDITS = {name: (old, new) for name, old, new in edits()}


def test_the_table_has_every_key_of_frozen_behaviour() -> None:
    frozen = {
        key
        for key in DEFINITIONS["version"]["properties"]
        for value in ([{"id": "a"}], {"id": "a"})
        if _tables_of(key, value)
    }
    assert set(PARTS) == frozen
    for definition, keys in PARTS.values():
        assert set(keys) == set(DEFINITIONS[definition]["properties"]), definition
    for (part, below), keys in BELOW.items():
        assert set(keys) == set(DEFINITIONS[part]["properties"][below]["items"]["properties"]), below


def _tables_of(key: str, value: Any) -> dict[str, Any]:
    """What a release would hold of a key with this value."""
    try:
        return read({key: value}).tables()
    except InputError:
        return {}


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("edit", EDITS)
def test_no_edit_of_behaviour_is_silent(edit: str, direction: str) -> None:
    directions = dict.fromkeys(("document", "other"), direction)
    old, new = map(read, EDITS[edit])
    assert judge(old, new, directions), "there"
    assert judge(new, old, directions), "back"
    assert judge(old, old, directions) == []


# What a rule asks


RULE: dict[str, Any] = {"id": "r", "says": "So.", "schema": "document", "enforced-by": "", "holds": [CLAIM]}


def rule(**keys: Any) -> list[dict[str, Any]]:
    return [{**RULE, **{key.replace("_", "-"): value for key, value in keys.items()}}]


OTHER = [{"id": "other", "says": "Other.", "enforced-by": "", "observable": False}]
MORE = {"when": [A], "then": [B, {"at": "/a", "is-not": ""}]}
LESS_ASKED = {"when": [A, {"at": "/c", "present": True}], "then": [B]}
ALWAYS = {"when": [], "then": [B]}

STRICTER: dict[str, tuple[Any, Any]] = {
    "the first one": ([], rule()),
    "a further one": (OTHER, OTHER + rule()),
    "a first one in words": ([], rule(holds=[])),
    "more consequences": (rule(), rule(holds=[MORE])),
    "fewer conditions": (rule(), rule(holds=[ALWAYS])),
    "a further claim": (rule(), rule(holds=[CLAIM, {"then": [A]}])),
    "the first claim": (rule(holds=[]), rule()),
    "more lines": (rule(lines=[LINES]), rule(lines=[{"line": [A], "then": [A, B]}])),
    "more with the exit code": (rule(check=[CLAIM]), rule(check=[MORE])),
    "no longer a warning": (rule(severity="warning"), rule()),
    "observable": (rule(observable=False), rule()),
    "a further schema": (rule(), rule(also=["other"])),
    "no schema named": ([], [{key: value for key, value in RULE.items() if key != "schema"}]),
}
"""Two states of the rules, of which the newer one asks for more."""


def breaks(old: Any, new: Any, direction: str) -> set[str]:
    directions = dict.fromkeys(("document", "other"), direction)
    found = judge(read({"rules": old}), read({"rules": new}), directions)
    return {finding.rule for finding in found if finding.severity == Severity.ERROR}


@pytest.mark.parametrize("edit", STRICTER)
def test_what_asks_for_more_breaks_callers_and_what_asks_for_less_breaks_readers(edit: str) -> None:
    old, new = STRICTER[edit]
    weaker = {"producer-rule-weakened"} if old not in ([], OTHER) else {"producer-rule-removed"}
    assert breaks(old, new, "output") == set()
    assert breaks(old, new, "input") == {"rule-demanded"}
    assert breaks(old, new, "full") == {"rule-demanded"}
    assert breaks(new, old, "input") == set()
    assert breaks(new, old, "output") == breaks(new, old, "full") == weaker


def test_what_asks_for_something_else_breaks_everybody() -> None:
    other = rule(holds=[{"when": [A], "then": [{"at": "/c", "present": True}]}])
    assert breaks(rule(), other, "output") == {"producer-rule-weakened"}
    assert breaks(rule(), other, "input") == {"rule-demanded"}
    assert breaks(rule(), other, "full") == {"producer-rule-weakened", "rule-demanded"}


@pytest.mark.parametrize("keys", [{"enforced_by": "/allOf/0"}, {"observable": False}, {"severity": "warning"}])
def test_a_rule_for_which_no_document_is_refused_demands_nothing(keys: dict[str, Any]) -> None:
    assert breaks([], rule(**keys), "input") == set()


DEMANDED: dict[str, tuple[Any, Any]] = {
    "a counted field": ({}, {"derived": [{"schema": "document", "field": "/n", "from": "clock", "count": ["/a/*"]}]}),
    "an order of keys": ({}, {"serialisation": {"key-order": ["a", "b"]}}),
    "a longer order": ({"serialisation": {"key-order": ["a"]}}, {"serialisation": {"key-order": ["a", "b"]}}),
    "one line": ({"serialisation": {"single-line": False}}, {"serialisation": {"single-line": True}}),
    "an order that was advised": (
        {"serialisation": {"key-order": ["a"], "advised": ["key-order"]}},
        {"serialisation": {"key-order": ["a"], "advised": []}},
    ),
    "a sorted list": ({}, {"serialisation": {"sort": [{"list": "/l", "keys": ["a"]}]}}),
    "a list sorted further": (
        {"serialisation": {"sort": [{"list": "/l", "keys": ["a"]}]}},
        {"serialisation": {"sort": [{"list": "/l", "keys": ["a", "b"]}]}},
    ),
}


LESS_OF_CALLERS: Final = {"an order of keys", "a longer order", "one line", "an order that was advised"}
"""Demands of which no caller loses anything where they go."""


@pytest.mark.parametrize("edit", DEMANDED)
def test_other_tables_that_documents_are_refused_for_are_demands_too(edit: str) -> None:
    old, new = map(read, DEMANDED[edit])

    def errors(direction: str, before: Behaviour = old, after: Behaviour = new) -> set[str]:
        findings = judge(before, after, {"document": direction})
        return {finding.rule for finding in findings if finding.severity == Severity.ERROR}

    assert errors("output") == set()
    assert errors("input") == errors("full") == {"rule-demanded"}
    assert errors("output", new, old) == errors("full", new, old) != set()
    if edit in LESS_OF_CALLERS:
        assert errors("input", new, old) == set()


def test_a_rule_that_names_no_schema_is_about_the_default_one() -> None:
    nameless = [{key: value for key, value in RULE.items() if key != "schema"}]
    for default, expected in (("request", {"rule-demanded"}), ("answer", set())):
        new = replace(read({"rules": nameless}), default_schema=default)
        found = judge(Behaviour(), new, {"request": "input", "answer": "output"})
        assert {finding.rule for finding in found if finding.severity == Severity.ERROR} == expected


def test_the_first_rule_for_callers_and_a_stricter_one_break_the_release_and_diff_tells_both(
    project: Path, run: Run
) -> None:
    registry = project / "registry"
    folder = registry / "ask/v1"
    folder.mkdir(parents=True)
    (registry / "registry.toml").write_text('name = "acme"\n')
    schema = {"$id": "urn:ask:req:v1", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
    (folder / "req.schema.json").write_text(json.dumps(schema))
    contract = registry / "ask/contract.toml"
    head = 'title = "Ask"\n[schemas.req]\ndirection = "input"\n[versions.v1]\nstatus = "current"\n'
    claim = 'holds = [{ when = [{ at = "/a", present = true }], then = [{ at = "/b", present = true }] }]\n'
    rules = head + f'[[versions.v1.rules]]\nid = "b-with-a"\nsays = "So."\nenforced-by = ""\n{claim}'
    stricter = rules.replace("}] }]\n", '}, { at = "/a", is-not = "" }] }]\n')
    contract.write_text(head)
    for text in (rules, stricter):
        freeze(registry, "ask", "v1")
        contract.write_text(text)
        checked = run("check-compat")
        assert (checked.code, "error rule-demanded" in checked.out) == (1, True), checked.err
        name = sorted(path.stem for path in (folder / "releases").iterdir())[-1]
        assert "(rule-demanded)" in run("diff", f"ask/v1@{name}", "ask/v1").out


# The calls that a mode speaks of

MODE: dict[str, Any] = {"flags": "--json", "stdout": "one document", "prints": "document", "writes": False}
FEWER_CALLS: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "first flags left out": ({}, {"without": ["--x"]}, "without"),
    "further flags left out": ({"without": ["--x"]}, {"without": ["--x", "--y"]}, "without"),
    "other flags left out": ({"without": ["--x"]}, {"without": ["--y"]}, "without"),
    "named commands": ({}, {"commands": ["run"]}, "commands"),
    "fewer commands": ({"commands": ["run", "list"]}, {"commands": ["run"]}, "commands"),
}


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("edit", FEWER_CALLS)
def test_a_mode_that_speaks_of_fewer_calls_breaks_and_one_of_more_calls_is_noted(edit: str, direction: str) -> None:
    more, fewer, key = FEWER_CALLS[edit]
    directions = dict.fromkeys(("document", "other"), direction)
    before, after = (read({"modes": [{**MODE, **keys}]}) for keys in (more, fewer))
    (found,) = judge(before, after, directions)
    assert (found.rule, found.severity) == ("mode-changed", Severity.ERROR)
    assert found.message == f"The mode `--json` has another `{key}`."
    back = judge(after, before, directions)
    assert back
    assert edit == "other flags left out" or {finding.severity for finding in back} == {Severity.NOTE}


def test_flags_that_a_mode_of_words_alone_leaves_out_are_noted() -> None:
    said = {"flags": "--json", "stdout": "one document"}
    before, after = (read({"modes": [{**said, **keys}]}) for keys in ({}, {"without": ["--x"], "writes": False}))
    assert {finding.severity for finding in judge(before, after, {})} == {Severity.NOTE}
