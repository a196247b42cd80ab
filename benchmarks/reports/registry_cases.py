"""Cases about registries: the old state is released in a registry of its own, the new one is judged by the commands.

Ranges of reserved numbers are written out, one retired entry each: that is how a code list reserves.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

Entry = dict[str, Any]
"""An entry of a code list, or what a case lists."""

SCHEMA: Final = "document.schema.json"

CONTRACT: Final = """
title = "Case"
owner = "case"

[versions.v1]
status = "current"
default-schema = "document"
"""


class Registry:
    """A registry in a folder of its own, as a project has one."""

    def __init__(self, project: Path) -> None:
        self.project = project
        self.version = project / "registry/case/v1"
        self.version.mkdir(parents=True)
        (project / "registry/registry.toml").write_text('name = "case"\n', "utf-8")
        (project / "registry/case/contract.toml").write_text(CONTRACT, "utf-8")
        self.write(SCHEMA, identified("{}"))

    def write(self, name: str, text: str) -> None:
        """Write a file of the version, byte for byte."""
        (self.version / name).write_bytes(text.encode())

    def run(self, *arguments: str) -> dict[str, Any]:
        """The JSON report of a command."""
        command = [sys.executable, "-m", "accordant", *arguments, "--format", "json"]
        ended = subprocess.run(command, cwd=self.project, env=dict(os.environ), capture_output=True, check=False)
        report: dict[str, Any] = json.loads(ended.stdout)
        return report


def identified(schema: str) -> str:
    """A schema with the address that a contract needs; everything else stays as it was submitted."""
    return schema.replace("{", '{"$id": "urn:case:document:v1"' + ("," if ":" in schema else ""), 1)


@contextmanager
def own_registry(name: str, text: str) -> Iterator[Registry]:
    """A registry with this file, and nothing released."""
    with TemporaryDirectory() as folder:
        registry = Registry(Path(folder))
        registry.write(name, text)
        yield registry


@contextmanager
def released(name: str, text: str) -> Iterator[Registry]:
    """A registry whose only version is released with this file."""
    with own_registry(name, text) as registry:
        if problems := registry.run("release", "case/v1")["findings"]:
            raise AssertionError(problems)
        yield registry


def differences(case: dict[str, Any]) -> Iterator[str]:
    """What comes out otherwise than the case expects."""
    given, expected = case["input"], case["expected"]
    if "pairs" in given:
        yield from _of_reserved(given["pairs"], expected)
    elif "documents_text" in given:
        yield from _of_texts(given["documents_text"], expected)
    elif "exit_codes" in given["old"]:
        yield from _of_exit_codes(given["old"]["exit_codes"], given["new"]["exit_codes"], expected)
    else:
        yield from _of_errors(given["old"]["errors"], given["new"]["errors"], expected)


def judged(old: list[Entry], new: list[Entry], identifier: str) -> list[dict[str, Any]]:
    """What check-compat finds between two states of a code list."""
    with released("case.codes.json", _code_list(old, identifier)) as registry:
        registry.write("case.codes.json", _code_list(new, identifier))
        found: list[dict[str, Any]] = registry.run("check-compat")["findings"]
        return found


def _code_list(entries: list[Entry], identifier: str) -> str:
    return json.dumps({"title": "Case", "identifier": identifier, "entries": entries})


def _breaks(findings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [finding for finding in findings if finding["severity"] == "error"]


def _of_errors(old: list[Entry], new: list[Entry], expected: dict[str, Any]) -> Iterator[str]:
    """A removed code with a probable rename is one finding, which names both; the hint of the case is followed."""
    before, after = ([_code(error) for error in errors] for errors in (old, new))
    breaks = _breaks(judged(before, after, "code"))
    wanted = {(f["code"], f["probable_rename"]) for f in expected["findings"] if f["kind"] == "code-removed"}
    if {(found["old"], found["new"]) for found in breaks if found["rule"] == "code-renamed"} != wanted:
        yield f"renamed: {breaks}"
    aliases = [{**entry, "deprecated": {"since": "1.1", "reason": "It has another name."}} for entry in before]
    if still := _breaks(judged(before, aliases + after, "code")):
        yield f"with aliases: {still}"


def _code(error: Entry) -> Entry:
    return {"id": error["code"], "exit-code": error["exit_code"], "meaning": error["meaning"]}


def _of_exit_codes(old: dict[str, str], new: dict[str, str], expected: dict[str, Any]) -> Iterator[str]:
    breaks = _breaks(judged(_numbered(old), _numbered(new), "exit-code"))
    found = {finding["old_place"]["pointer"] for finding in breaks if finding["rule"] == "code-meaning-swapped"}
    numbers = [int(number) for number in old]
    wanted = {numbers.index(finding["exit_code"]) for finding in expected["findings"]}
    if found != {f"/code-lists/case/entries/{index}/meaning" for index in wanted} or len(breaks) != len(wanted):
        yield f"{breaks}"


def _numbered(meanings: dict[str, str]) -> list[Entry]:
    return [{"id": int(number), "name": f"exit-{number}", "meaning": meaning} for number, meaning in meanings.items()]


def _of_reserved(pairs: list[dict[str, Any]], expected: dict[str, Any]) -> Iterator[str]:
    for index, pair in enumerate(pairs):
        findings = judged(_retired(pair["old_reserved"]), _retired(pair["new_reserved"]), "number")
        breaks = _breaks(findings)
        detail = expected["detail"][index]
        if bool(breaks) is not expected["breaking"][index]:
            yield f"{pair}: {findings}"
        if detail and [found["old"] for found in breaks] != [int(detail.split()[0])]:
            yield f"{pair}: {findings}"


def _retired(ranges: list[str]) -> list[Entry]:
    """A retired entry for each number of ranges such as ``10-12`` and ``14``."""
    numbers: list[int] = []
    for text in ranges:
        first, _, last = text.partition("-")
        numbers += range(int(first), int(last or first) + 1)
    return [{"id": number, "name": f"n-{number}", "meaning": "Was in use.", "retired": "1.0"} for number in numbers]


def _of_texts(texts: list[str], expected: dict[str, Any]) -> Iterator[str]:
    """Another spelling is nothing to release, another meaning is found, and no command writes the file anew."""
    pairs = [(a, b, "same") for a, b in expected["same_version"]]
    pairs += [(a, b, "different") for a, b in expected["different_meaning"]]
    for a, b, wanted in pairs:
        old, new = identified(texts[a]), identified(texts[b])
        with released(SCHEMA, old) as registry:
            registry.write(SCHEMA, new)
            findings = registry.run("check-compat")["findings"]
            is_released = bool(registry.run("release")["data"]["releases"])
            if (wanted == "same" and (findings or is_released)) or (wanted == "different" and not _breaks(findings)):
                yield f"{a}, {b}: {findings}, released: {is_released}"
            if (registry.version / SCHEMA).read_bytes() != new.encode():
                yield f"{b}: written anew"
