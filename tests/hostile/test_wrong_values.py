"""Values that are merely wrong are refused with a place: no command crashes on a file that the tool reads."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from accordant.outputs import digest

from .mutations import Project, entered_project, run_commands, run_once

pytestmark = pytest.mark.slow

CONTRACT = "registry/acme/contract.toml"
CODES = "registry/acme/v1/exit-codes.codes.json"
ORDER = "registry/acme/v1/order.schema.json"
MANIFEST = "out/python/.accordant-manifest.json"
NAMES = "out/python/names.lock.json"
RELEASE = "registry/acme/v1/releases/1.0.json"
ACKNOWLEDGED = "registry/acknowledgements.toml"
VAST = "9" * 5000
HEXADECIMAL = "0x" + "f" * 5000
ASKED = [
    words.split() for words in (
        "list", "lint", "check-compat", "ack list", "release --dry-run", "gen", "gen python --out out/python",
        "docs --out out/docs", "changelog acme", "bump acme",
    )
]  # fmt: skip


@dataclass(frozen=True)
class Wrong:
    """What is written into a file, and what some command says about it; ``find`` is replaced, or everything."""

    file: str
    put: str
    says: str
    find: str = ""


def branch(schema: str) -> Wrong:
    """A property with a schema that is wrong, or merely odd."""
    return Wrong(ORDER, f'"odd": {schema}, "count": {{', "", '"count": {')


WRONG = {
    # pointers
    "a derived field": Wrong(CONTRACT, 'field = "ok"', "does not match", 'field = "/ok"'),
    "a place of a check": Wrong(CONTRACT, 'at = "ok"', "does not match", 'at = "/ok"'),
    "a place of a rule": Wrong(CONTRACT, 'at = "error/kind"', "does not match", 'at = "/error/kind"'),
    "a place of an effect": Wrong(CONTRACT, 'set = "log"', "does not match", 'tell = "log"'),
    "the place of what is counted": Wrong(
        CONTRACT, 'counted-by = "version"', "does not match", 'counted-by = "/version"'
    ),
    "the carrier": Wrong(CONTRACT, 'carrier = "version"', "is not a JSON Pointer", 'carrier = "/version"'),
    "an index of 5,000 digits": Wrong(CONTRACT, f'field = "/ok/{VAST}"', "", 'field = "/ok"'),
    "the place of the type of lines": Wrong(
        "registry/acme/v1/run.stream.json", '{"discriminator": "type", "grammar": []}', "is not a JSON Pointer"
    ),
    "an accepted place that is gone": Wrong(ACKNOWLEDGED, 'pointer = "/gone/3/x"', "unused", 'pointer = "/required"'),
    "an accepted place that is no pointer": Wrong(ACKNOWLEDGED, 'pointer = "gone"', "unused", 'pointer = "/required"'),
    "an accepted subject that is gone": Wrong(ACKNOWLEDGED, 'subject = "acme/v9/', "unused", 'subject = "acme/v1/'),
    # numbers
    "a decimal of 5,000 digits": Wrong(
        CONTRACT, f"exit-code = {VAST}", "out of the range of a double", "exit-code = 3"
    ),
    "a hexadecimal of 5,000 digits": Wrong(
        CONTRACT, f"exit-code = {HEXADECIMAL}", "out of the range of a double", "exit-code = 3"
    ),
    "a vast number in a condition": Wrong(CONTRACT, f"is = {HEXADECIMAL}", "out of the range of a double", "is = 3"),
    "a vast number in registry.toml": Wrong(
        "registry/registry.toml", f"name = {HEXADECIMAL}", "out of the range of a double"
    ),
    "a vast number in YAML": Wrong(
        "registry/acme/v1/line.schema.yaml",
        f"$id: urn:acme:line:v1\nminimum: 0x{'f' * 3900}\n",
        "out of the range of a double",
    ),
    "an end of 4,302 digits": Wrong(
        ACKNOWLEDGED, f'expires = "v{"9" * 4302}"', "must be a day", 'expires = "2099-01-01"'
    ),
    "an end at a release of 5,000 digits": Wrong(
        ACKNOWLEDGED, f'expires = "1.{VAST}"', "must be a day", 'expires = "2099-01-01"'
    ),
    "a newest release of 5,000 digits": Wrong(
        ACKNOWLEDGED, f'newest-release = "{VAST}.1"', "must be a release", 'newest-release = "1.0"'
    ),
    "a newest release with 5,000 digits after its point": Wrong(
        ACKNOWLEDGED, f'newest-release = "1.{VAST}"', "must be a release", 'newest-release = "1.0"'
    ),
    "a pinned release of 5,000 digits": Wrong(
        "registry/registry.toml",
        f'[depends.other]\nfrom = "oci://a.example/b:c"\nrelease = "{VAST}.1"\n[targets.python]',
        "is not the name of a release",
        "[targets.python]",
    ),
    "a default version of 5,000 digits": Wrong(
        CONTRACT, f'default-version = "v{VAST}"\ncarrier =', "default-version", "carrier ="
    ),
    "a version of 5,000 digits": Wrong(
        CONTRACT, f"[versions.v{VAST}]\n[versions.v1]", "name it v1, v2", "[versions.v1]"
    ),
    # addresses
    "two schemas of one $id": Wrong(
        "registry/acme/v1/second.schema.json", '{"$id": "urn:acme:order:v1"}', "is also the"
    ),
    "an $id that is no address": Wrong(ORDER, "http://[", "is not an absolute address", "urn:acme:order:v1"),
    "an $id with a fragment": Wrong(ORDER, "urn:acme:order:v1#part", "is not an absolute address", "urn:acme:order:v1"),
    "a reference that is no address": branch('{"$ref": "http://["}'),
    "a draft that is no address": Wrong(ORDER, "http://[", "", "https://json-schema.org/draft/2020-12/schema"),
    "an inner $id that is no address": branch('{"$id": "http://[", "$ref": "x"}'),
    # paths
    "NUL in out": Wrong(
        "registry/registry.toml", 'out = "a\\u0000b"', "leaves the project", 'out = "generated/python"'
    ),
    "an endless out": Wrong("registry/registry.toml", f'out = "{"a/" * 5000}"', "", 'out = "generated/python"'),
    "NUL in the lock": Wrong("registry/registry.lock", "0" * 64 + "  acme/\0.json\n", "", ""),
    "NUL in the name of an example": Wrong(
        CONTRACT, 'document = "a\\u0000"', "", 'document = "examples/valid/order/failed.json"'
    ),
    # shapes
    "an entry without id": Wrong(CODES, '{"meaning"', "needs an id", '{"id": 3, "name": "failed", "meaning"'),
    "a list without entries": Wrong("registry/acme/v1/kinds.codes.json", '{"entries": []}', ""),
    "a list without its first entry": Wrong(
        "registry/acme/v1/kinds.codes.json", '{"identifier": "kind", "entries": []}', ""
    ),
    "an empty tuple in a union": branch(
        '{"anyOf": [{"type": "array", "prefixItems": [], "items": false}, {"type": "object"}]}'
    ),
    "an array of nothing in a union": branch(
        '{"oneOf": [{"type": "array", "maxItems": 0}, {"const": []}, {"type": "null"}]}'
    ),
    "a tuple of nothing in a union": branch('{"anyOf": [{"type": "array", "prefixItems": [false]}, {"enum": [[]]}]}'),
    # what the tool writes itself
    "a deep manifest": Wrong(MANIFEST, '{"files":' * 100000, ""),
    "a manifest with a list of files": Wrong(MANIFEST, '{"files": [{"a.py": ""}]}', ""),
    "a manifest of vast numbers": Wrong(MANIFEST, f'{{"files": {{"a.py": {VAST}}}}}', ""),
    "a deep lock of names": Wrong(NAMES, '{"names":' * 100000, "nested deeper"),
    "a lock of names that is a list": Wrong(NAMES, '{"names": [[1]]}', "is not a lock of names"),
    "a lock of names with a vast number": Wrong(
        NAMES, f'{{"names": {{"acme/v1": {{"a": {VAST}}}}}}}', "out of the range of a double"
    ),
    "a deep refused-by": Wrong(
        "registry/acme/v1/examples/invalid/order/refused-by.toml",
        f"no-path = {'[' * 120}{']' * 120}",
        "must be a string",
    ),
    "a deep contract": Wrong(CONTRACT, f"owner = {'[' * 120}{']' * 120}", "", 'owner = "acme"'),
}


@pytest.fixture(scope="module")
def project() -> Iterator[Project]:
    with entered_project() as project:
        yield project


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_value_is_refused_with_a_place(project: Project, name: str) -> None:
    wrong = WRONG[name]
    path = project.folder / wrong.file
    text = path.read_text("utf-8") if path.exists() else ""
    assert wrong.find in text, "the case no longer fits the registry"
    path.write_text(text.replace(wrong.find, wrong.put, 1) if wrong.find else wrong.put, "utf-8")
    try:
        runs = run_commands(ASKED)
    finally:
        project.restore()
    assert [run.trace for run in runs if run.trace] == []
    said = [run.text for run in runs if wrong.says in run.text]
    assert said
    assert not wrong.says or any(Path(wrong.file).name in text for text in said)


RUNS = 40
"""Mutated projects; ``python -m tests.hostile.mutations`` makes as many as there is time for."""


@pytest.mark.parametrize("seed", range(0, RUNS, 10))
def test_no_command_crashes_on_mutated_files(project: Project, seed: int) -> None:
    crashes = [crash for number in range(seed, seed + 10) for crash in run_once(project, number)]
    assert [f"seed {crash.seed}: {crash.kind} {crash.changes}" for crash in crashes] == []


def test_a_mutation_changes_the_project_and_restoring_undoes_it(project: Project) -> None:
    before = dict(project.present())
    changed = 0
    for seed in range(20):
        project.mutate(random.Random(seed))
        changed += dict(project.present()) != before
        project.restore()
        assert dict(project.present()) == before
    assert changed > 15


def test_every_kind_of_file_is_mutated(project: Project) -> None:
    kinds = (
        "registry.toml", "contract.toml", ".schema.json", ".schema.yaml", ".codes.json", ".stream.json", "1.0.json",
        "registry.lock", "acknowledgements.toml", "names.lock.json", ".accordant-manifest.json", "refused-by.toml",
        ".jsonl", "done.json",
    )  # fmt: skip
    assert [kind for kind in kinds if not any(name.endswith(kind) for name in project.read)] == []
    assert any(name.startswith("cache/") for name in project.read)
    assert json.loads((project.folder / MANIFEST).read_text("utf-8"))["files"]


WRONG_NAMES = {
    "version": ["x", "1", "", "v", "v\u00b2", "v2", f"v{VAST}"],
    "contract": ["", "x", "../x"],
    "release": ["", "x", "1.1", f"{VAST}.0"],
    "promise": ["", "x"],
    "enums": [""],
    "carrier": ["version"],
    "meanings": ["x"],
    "date": ["x", "2026-02-30"],
}
"""Wrong texts of the members of a release."""


@pytest.mark.parametrize(("member", "text"), [(key, text) for key, texts in WRONG_NAMES.items() for text in texts])
def test_a_release_with_a_wrong_text_is_told_as_lint_tells_it(project: Project, member: str, text: str) -> None:
    """The digest in the lock is that of the wrong file, so that only the text can tell."""
    path, lock = project.folder / RELEASE, project.folder / "registry/registry.lock"
    before = digest(path.read_bytes())
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), member: text}), "utf-8")
    lock.write_text(lock.read_text("utf-8").replace(before, digest(path.read_bytes())), "utf-8")
    try:
        runs = run_commands(ASKED)
        told = json.loads(project.report("lint", "--format", "json"))["findings"]
    finally:
        project.restore()
    assert [run.trace for run in runs if run.trace] == []
    (finding,) = [finding for finding in told if finding["rule"] == "release-unreadable"]
    said = {words[0]: run.text for words, run in zip(ASKED, runs, strict=True)}
    for command in ("check-compat", "changelog", "docs"):
        assert f"{RELEASE}:1:" in said[command]
        assert finding["message"] in said[command]
