"""All commands take the same patterns, and say in the same way that a text is none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from accordant.cli import main

PLAIN = {"type": "object", "properties": {"a": {"type": "string"}}}
LOOSE = (
    ["check-compat", "--old", "plain.json", "--new", "bad.json"],
    ["check-compat", "--old", "bad.json", "--new", "plain.json"],
    ["gen", "python", "--schema", "bad.json", "--out", "out"],
    ["gen", "ts", "--schema", "bad.json", "--out", "out"],
    ["init", "--registry", "new", "--from", "bad.json"],
)
IN_A_REGISTRY = (["validate", "c/v1", "document.json"], ["gen"], ["docs"], ["check-compat"])
NO_PATTERNS = ("x{2}{3}", "(", "(?i)a", r"[\p{L}-.]")
PATTERNS = (r"\k<q>", r"[\w-.]", "[^]", "^[a-z]{2}]?$", r"\bx\b", r"(a)|\1b")


@pytest.fixture(autouse=True)
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plain.json").write_text(json.dumps(PLAIN), "utf-8")
    Path("document.json").write_text("{}", "utf-8")
    assert main(["init", "--registry", "registry", "--from", "plain.json", "--contract", "c"]) == 0


def write(pattern: str) -> None:
    """The schema with a pattern, as a loose file and in the registry."""
    schema = {**PLAIN, "properties": {"a": {"type": "string", "pattern": pattern}}}
    Path("bad.json").write_text(json.dumps(schema), "utf-8")
    whole = {"$id": "urn:c:plain:v1", **schema}
    Path("registry/c/v1/plain.schema.json").write_text(json.dumps(whole), "utf-8")


@pytest.mark.parametrize("pattern", NO_PATTERNS)
def test_every_command_refuses_a_text_that_is_no_pattern_with_its_place(
    pattern: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write(pattern)
    for arguments in (*LOOSE, *IN_A_REGISTRY):
        capsys.readouterr()
        assert main(arguments) == 2, arguments
        printed = capsys.readouterr().err
        assert "/properties/a/pattern" in printed or ":1:" in printed, arguments
        assert "next:" in printed, arguments
    assert main(["lint"]) == 1


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_command_takes_a_pattern(pattern: str) -> None:
    write(pattern)
    assert {main(arguments) for arguments in LOOSE[2:]} == {0}
    assert {main(arguments) for arguments in (["lint"], *IN_A_REGISTRY[:3])} == {0}
    assert 2 not in {main(arguments) for arguments in (*LOOSE[:2], IN_A_REGISTRY[3])}


UNKNOWN = "https://example.com/draft"


def test_every_command_says_of_an_unknown_draft_the_same_with_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    schema = {"$schema": UNKNOWN, **PLAIN}
    Path("bad.json").write_text(json.dumps(schema), "utf-8")
    whole = {"$id": "urn:c:plain:v1", **schema}
    Path("registry/c/v1/plain.schema.json").write_text(json.dumps(whole), "utf-8")
    said = set()
    for arguments in (*LOOSE[:4], ["lint"], *IN_A_REGISTRY):
        capsys.readouterr()
        code = main([*arguments, "--format", "json"])
        findings = [
            finding for finding in json.loads(capsys.readouterr().out)["findings"] if finding["rule"] == "dialect"
        ]
        assert code == 0, arguments
        assert [finding["place"]["pointer"] for finding in findings] == ["/$schema"], arguments
        said |= {(finding["message"], finding["way_out"]) for finding in findings}
    assert len(said) == 1
    assert UNKNOWN in said.pop()[0]
