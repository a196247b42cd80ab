"""A command that needs the target of a reference fails with the word for it and a next step."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from accordant.cli import main


def test_generation_says_which_reference_leads_nowhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "s.json"
    file.write_text(json.dumps({"properties": {"p": {"$ref": "#/$defs/nowhere"}}}), "utf-8")
    assert main(["gen", "python", "--schema", str(file), "--out", str(tmp_path / "out"), "--format", "json"]) == 2
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["code"] == "ref-unresolved"
    assert "the reference '#/$defs/nowhere'" in error["message"]
    assert error["next_step"] == "correct the reference, or add the schema that it means"
