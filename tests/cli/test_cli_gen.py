"""gen writes, checks and shows the packages of each target."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.conftest import Run
from tests.lint.conftest import BASE

TARGETS = pytest.mark.parametrize("target", ["python", "ts"])


@pytest.fixture
def begun(project: Path, run: Run) -> Path:
    assert run("init").code == 0
    return project


@TARGETS
def test_what_was_written_passes_its_check(begun: Path, run: Run, target: str) -> None:
    assert run("gen", target).code == 0
    checked = run("gen", target, "--check")
    assert (checked.code, checked.out) == (0, "gen: nothing to report\n")
    assert "0 changed" in run("gen", target).out


@TARGETS
def test_check_says_modified_missing_and_left_over(begun: Path, run: Run, target: str) -> None:
    run("gen", target, "--out", "made")
    files = sorted(path for path in Path("made").rglob("*") if path.is_file() and not path.name.startswith("."))
    files[0].write_text("edited by hand")
    files[-1].unlink()
    stranger = files[-2].with_name("stranger.txt")
    stranger.write_text("mine")
    outcome = run("gen", target, "--check", "--out", "made", "--format", "json")
    report = json.loads(outcome.out)
    assert outcome.code == 1
    changes = {change["path"]: change["change"] for change in report["data"]["changes"]}
    assert changes[files[0].as_posix()] == "modified"
    assert changes[files[-1].as_posix()] == "missing"
    assert files[0].read_text() == "edited by hand"
    diff = run("gen", target, "--diff", "--out", "made")
    assert diff.code == 1
    assert "-edited by hand" in diff.out


def test_a_diff_shows_an_outdated_manifest(begun: Path, run: Run) -> None:
    run("gen", "python", "--out", "made")
    manifest = Path("made/.accordant-manifest.json")
    current = manifest.read_text()
    manifest.write_text(current.replace('"files": {', '"files": {\n    "gone.py": "0",'))
    outcome = run("gen", "python", "--diff", "--out", "made")
    assert outcome.code == 1
    assert '-    "gone.py": "0",' in outcome.out
    manifest.unlink()
    assert '+  "made-by": "registry",' in run("gen", "python", "--diff", "--out", "made").out


@TARGETS
def test_a_stream_whose_grammar_counts_to_thousands_is_said_to_have_no_module(
    begun: Path, run: Run, target: str
) -> None:
    assert run("add", "stream", "run").code == 0
    file = Path("registry/output/v1/run.stream.json")
    assert "grammar" not in run("gen", target).out
    grammar = json.loads(file.read_text())
    grammar["grammar"].insert(1, {"line": grammar["grammar"][0]["line"], "min": 2000, "max": 2000})
    file.write_text(json.dumps(grammar, indent=2))
    outcome = run("gen", target)
    assert outcome.code == 0
    assert f"{file}:" in outcome.out
    assert f"{target} does not honour grammar: it has more than 1,000 states" in outcome.out
    assert run("gen", target, "--strict").code == 1


def test_a_target_that_does_not_exist_is_refused(begun: Path, run: Run) -> None:
    outcome = run("gen", "cobol")
    assert outcome.code == 2
    assert "python" in outcome.err
    assert run("gen", "--out", "made").code == 2
    assert not Path("made").exists()


def test_nothing_is_written_outside_the_project(begun: Path, run: Run) -> None:
    config = Path("registry/registry.toml")
    config.write_text(config.read_text().replace('"generated/python"', '"../../outside"'))
    outcome = run("gen", "python")
    assert outcome.code == 2
    assert "leaves the project" in outcome.err


def test_a_file_that_was_not_generated_is_never_written_over(begun: Path, run: Run) -> None:
    target = begun / "generated/python/README.md"
    target.parent.mkdir(parents=True)
    target.write_text("My own words about generated code.\n")
    outcome = run("gen", "python")
    assert (outcome.code, outcome.out) == (2, "")
    assert "was not generated" in outcome.err
    assert target.read_text() == "My own words about generated code.\n"
    assert [path.name for path in target.parent.iterdir()] == ["README.md"]


def test_two_targets_in_one_folder_are_refused(begun: Path, run: Run) -> None:
    config = begun / "registry/registry.toml"
    config.write_text(config.read_text().replace("generated/typescript", "generated/python"))
    outcome = run("gen")
    assert outcome.code == 2
    assert "folder of its own" in outcome.err


def test_the_bundled_registry_is_never_changed(begun: Path, run: Run) -> None:
    for arguments in (("bump", "cobre"), ("release",)):
        outcome = run(*arguments, "--registry", "bundled")
        assert outcome.code == 2
        assert "never changed" in outcome.err
    run("gen", "python", "--registry", "bundled")
    assert (begun / "generated/python/accordant_contracts/cobre/v1.py").is_file()


@pytest.mark.parametrize(
    ("target", "name"),
    [("python", name) for name in ("class", "1x", "a.b", "x/y", "pydantic", "typing", "")]
    + [("ts", name) for name in ("", "../x", "@A/B C", "@acme/")],
)
def test_a_package_that_nobody_could_import_is_refused(begun: Path, run: Run, target: str, name: str) -> None:
    config = Path("registry/registry.toml")
    text = config.read_text("utf-8")
    old = next(line for line in text[text.index(f"[targets.{target}]") :].splitlines() if line.startswith("package"))
    config.write_text(text.replace(old, f"package = {json.dumps(name)}"), "utf-8")
    refused = run("gen", target)
    assert refused.code == 2
    assert "registry.toml:" in refused.err
    assert "no package can be called" in refused.err


@pytest.mark.parametrize("target", ["python", "ts"])
def test_a_contract_whose_codes_are_no_exit_codes_is_generated(tmp_path: Path, run: Run, target: str) -> None:
    shutil.copytree(BASE, tmp_path / "registry")
    path = tmp_path / "registry/acme/v1/exit-codes.codes.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), "identifier": "number"}), "utf-8")
    outcome = run("gen", target, "--registry", str(tmp_path / "registry"), "--out", str(tmp_path / "out"))
    assert (outcome.code, outcome.err) == (0, "")


@pytest.mark.parametrize("command", [["lint"], ["release", "--dry-run"]])
def test_an_action_whose_name_is_no_text_is_told(tmp_path: Path, run: Run, command: list[str]) -> None:
    shutil.copytree(BASE, tmp_path / "registry")
    path = tmp_path / "registry/acme/contract.toml"
    path.write_text(path.read_text("utf-8").replace('name = "act"', "name = { a = 1 }"), "utf-8")
    outcome = run(*command, "--registry", str(tmp_path / "registry"))
    assert outcome.code in (1, 2)
    assert "name" in outcome.out + outcome.err
