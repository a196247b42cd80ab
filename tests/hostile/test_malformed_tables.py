"""A table that is not of its format is refused with its place by every command, and told by lint; none crashes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import cycle
from typing import Any, Final

import pytest

from accordant.conform.suite import read_suite
from accordant.contract import formats
from accordant.contract.formats.quick import KNOWN, fits
from accordant.errors import InputError
from accordant.outputs import digest
from accordant.schema import documents
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of

from .malformed import COMMANDS, FILES, SUITE, Change, changes_of, few_changes_of, malformed, prepare, whole, write
from .mutations import Project, entered_project, run_command

pytestmark = pytest.mark.slow

LINT: Final = ("lint", "--format", "json")
RELEASE: Final = "registry/acme/v1/releases/1.0.json"
REFUSED: Final = ("contract", "codes", "stream")
"""The formats of the files of which every command wants the whole; of the others each reads what it needs."""


@cache
def changes(name: str) -> Sequence[tuple[Change, list[str]]]:
    return tuple(malformed(name, few_changes_of(name)))


@pytest.fixture(scope="module")
def project() -> Iterator[Project]:
    with entered_project() as project:
        prepare(project)
        yield project


def said(project: Project, change: Change, command: Sequence[str]) -> str:
    """What a command says about a changed file; nothing but a crash fails here."""
    write(project, change)
    run = run_command(command)
    project.put_back(FILES[change.name])
    assert run.trace == "", f"{change}, {' '.join(command)}"
    return run.text


@pytest.mark.parametrize("name", REFUSED)
def test_every_command_refuses_every_malformed_table_with_its_place(project: Project, name: str) -> None:
    for (change, places), command in zip(changes(name), cycle(COMMANDS), strict=False):
        text = said(project, change, command)
        told = re.search(rf"{FILES[name]}:[0-9:]+(?: at (\S+))?:", text)
        assert told is not None, f"{change}, {' '.join(command)}: {text}"
        assert any(place.startswith(told[1] or "") for place in places), f"{change}: {text}"


@pytest.mark.parametrize("name", FILES)
def test_lint_tells_every_malformed_table(project: Project, name: str) -> None:
    for change, places in changes(name):
        found = json.loads(said(project, change, LINT))["findings"]
        told = [finding["place"]["pointer"] for finding in found if finding["rule"] == "format"]
        assert set(told) & set(places), str(change)


@pytest.mark.parametrize("name", ["registry", "acknowledgements"])
def test_no_command_crashes_on_the_other_files(project: Project, name: str) -> None:
    for (change, _), command in zip(changes(name), cycle(COMMANDS), strict=False):
        said(project, change, command)


def test_a_suite_is_refused_at_every_malformed_place() -> None:
    for change, places in changes(SUITE):
        document = documents.parse(json.dumps(change.made(whole(SUITE))), "suite.json")
        with pytest.raises(InputError) as refused:
            read_suite(document, lambda path: b"")
        assert refused.value.place.pointer in places


RELEASED: Final = (
    "rules",
    "derived",
    "counting",
    "serialisation",
    "modes",
    "interpretation",
    "consumer-rules",
    "scenarios",
)


@pytest.mark.parametrize("key", RELEASED)
def test_a_release_with_a_malformed_table_is_refused_with_its_place(project: Project, key: str) -> None:
    """The lock has the digest of the wrong file, so that only the table can tell."""
    at = f"/versions/v2/{key}/"
    change = next(change for change, _ in changes("contract") if change.pointer.startswith(at))
    path, lock = project.folder / RELEASE, project.folder / "registry/registry.lock"
    data, locked = path.read_bytes(), lock.read_text("utf-8")
    tables = change.made(whole("contract"))["versions"]["v2"]
    behaviour: Any = {name: tables[name] for name in RELEASED}
    path.write_text(json.dumps({**json.loads(data), "behaviour": behaviour}), "utf-8")
    lock.write_text(locked.replace(digest(data), digest(path.read_bytes())), "utf-8")
    try:
        runs = [run_command(words) for words in COMMANDS if words[0] in ("check-compat", "diff", "changelog", "docs")]
        lint = run_command(LINT)
    finally:
        path.write_bytes(data)
        lock.write_text(locked, "utf-8")
    assert [run.trace for run in (*runs, lint) if run.trace] == []
    for run in runs:
        assert f"{RELEASE}:1:" in run.text, " ".join(run.arguments)
        assert f"at /behaviour/{key}" in run.text, run.text
    assert "release-unreadable" in lint.text


@pytest.mark.parametrize("name", formats.NAMES)
def test_the_quick_answer_is_that_of_the_validator(name: str) -> None:
    validator = validator_of(Resources.of(formats.schema_of(name)))
    assert fits(name, whole(name))
    for change in changes_of(name):
        value = change.made(whole(name))
        assert fits(name, value) == validator.is_valid(value), str(change)


def test_a_text_that_is_not_ascii_is_left_to_the_validator() -> None:
    contract = {"carrier": "/größe", "versions": {"v1\n": {}}}
    assert not fits("contract", contract)
    assert not fits("contract", {"versions": {"v1\n": {}}})


def keywords(schema: Any) -> Iterator[str]:
    """The keywords of a schema and of those below it."""
    if isinstance(schema, list):
        for part in schema:
            yield from keywords(part)
    for key, value in schema.items() if isinstance(schema, dict) else ():
        yield key
        if key in ("properties", "$defs"):
            for part in value.values():
                yield from keywords(part)
        elif key not in ("enum", "const", "required"):
            yield from keywords(value)


@pytest.mark.parametrize("name", [*formats.NAMES, formats.BEHAVIOUR])
def test_the_quick_answer_knows_every_keyword_of_the_formats(name: str) -> None:
    assert set(keywords(formats.schema_of(name))) <= KNOWN
