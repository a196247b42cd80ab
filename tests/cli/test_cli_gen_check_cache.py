"""gen --check remembers what it found clean, and believes nothing once a byte has changed or anything is odd."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from accordant.cli import gen
from accordant.outputs import check_cache


@pytest.fixture
def generated(project: Path, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The targets that were worked out; the packages of the project are there and were found clean once."""
    assert run("init").code == 0
    assert run("gen").code == 0
    assert run("gen", "--check").code == 0
    seen: list[str] = []
    packages = gen._generate_packages

    def record(registry: Any, target: str, *rest: Any) -> Any:
        seen.append(target)
        return packages(registry, target, *rest)

    monkeypatch.setattr(gen, "_generate_packages", record)
    return seen


def cache_files() -> list[Path]:
    return sorted(path for path in Path(os.environ["XDG_CACHE_HOME"]).rglob("*") if path.is_file())


def test_an_unchanged_project_is_not_worked_out_again(generated: list[str], run: Callable[..., Any]) -> None:
    outcome = run("gen", "--check")
    assert (outcome.code, outcome.out) == (0, "gen: nothing to report\n")
    assert generated == []
    assert run("gen", "python", "--check").code == 0
    assert generated == ["python"]


def first_file(folder: str, pattern: str) -> Path:
    return next(path for path in sorted(Path(folder).rglob(pattern)) if path.is_file())


@pytest.mark.parametrize(
    ("folder", "pattern"),
    [("registry", "*.schema.json"), ("registry", "contract.toml"), ("registry", "registry.toml"),
     ("generated/python", "names.lock.json"), ("generated/python", "v1.py"), ("generated/typescript", "v1.ts"),
     ("generated/python", ".accordant-manifest.json")],
)  # fmt: skip
def test_a_changed_byte_anywhere_makes_the_check_work(
    folder: str, pattern: str, generated: list[str], run: Callable[..., Any]
) -> None:
    path = first_file(folder, pattern)
    path.write_bytes(path.read_bytes() + b"\n")
    run("gen", "--check")
    assert generated


def test_files_that_come_or_go_make_the_check_work(generated: list[str], run: Callable[..., Any]) -> None:
    path = first_file("generated/python", "v1.py")
    stranger = path.with_name("stranger.py")
    stranger.write_text("", "utf-8")
    assert run("gen", "--check").code == 1
    stranger.unlink()
    assert run("gen", "--check").code == 0
    path.unlink()
    assert run("gen", "--check").code == 1


def test_another_tool_makes_the_check_work(
    generated: list[str], run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_cache, "version_of", lambda package: f"{package} of tomorrow")
    assert run("gen", "--check").code == 0
    assert generated


def test_what_is_not_clean_is_not_remembered(generated: list[str], run: Callable[..., Any]) -> None:
    path = first_file("generated/python", "v1.py")
    path.write_text("edited", "utf-8")
    before = cache_files()
    assert [run("gen", "--check").code for _ in range(2)] == [1, 1]
    assert cache_files() == before
    assert run("gen", "--diff").code == 1


def test_a_link_is_never_believed(generated: list[str], run: Callable[..., Any]) -> None:
    (Path("generated/python") / "link.txt").symlink_to("pyproject.toml")
    run("gen", "--check")
    assert generated


def test_two_registries_of_the_same_bytes_are_two(
    project: Path, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "a").mkdir()
    monkeypatch.chdir(project / "a")
    assert run("init").code == 0
    assert run("gen").code == 0
    monkeypatch.chdir(project)
    shutil.copytree(project / "a" / "registry", project / "b" / "registry")
    assert run("gen", "--check", "--registry", "a/registry").code == 0
    assert run("gen", "--check", "--registry", "b/registry").code == 1


@pytest.mark.parametrize("contract", ["dist", "examples", "node-modules"])
def test_no_name_of_a_contract_hides_it(contract: str, project: Path, run: Callable[..., Any]) -> None:
    assert run("init", "--contract", contract).code == 0
    assert run("gen").code == 0
    assert run("gen", "--check").code == 0
    schema = next(Path("registry", contract, "v1").glob("*.schema.json"))
    text = schema.read_text("utf-8")
    schema.write_text(text.replace('"integer"', '"boolean"'), "utf-8")
    assert run("gen", "--check").code == 1
    schema.write_text(text, "utf-8")
    path = next(Path("generated/python").rglob("v1.py"))
    path.write_text(path.read_text("utf-8") + "# x\n", "utf-8")
    assert run("gen", "--check").code == 1


def test_a_link_that_leads_elsewhere_is_looked_at_anew(generated: list[str], run: Callable[..., Any]) -> None:
    Path("generated").rename("first")
    Path("second").mkdir()
    Path("generated").symlink_to("first")
    assert run("gen", "--check").code == 0
    Path("generated").unlink()
    Path("generated").symlink_to("second")
    assert run("gen", "--check").code == 1


def test_a_missing_manifest_is_missing(generated: list[str], run: Callable[..., Any]) -> None:
    Path("generated/python/.accordant-manifest.json").unlink()
    checked = run("gen", "--check")
    assert checked.code == 1
    assert ".accordant-manifest.json" in checked.out
    assert run("gen").code == 0
    assert run("gen", "--check").code == 0


def test_a_broken_or_forged_verdict_is_not_believed(generated: list[str], run: Callable[..., Any]) -> None:
    (file,) = cache_files()
    for text in ("", "{", "[]", '[["x"]]', "[1]", '{"a": 1}', "\0"):
        file.write_text(text, "utf-8")
        generated.clear()
        assert run("gen", "--check").code == 0
        assert generated, text


def test_a_cache_that_cannot_be_written_does_no_harm(
    project: Path, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("init").code == 0
    assert run("gen").code == 0
    (project / "full").write_text("", "utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(project / "full"))
    assert run("gen", "--check").code == 0
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", "")
    assert run("gen", "--check").code == 0
    assert not (project / ".cache").exists()
    assert not (project / "relative").exists()


def test_only_some_verdicts_are_kept(
    generated: list[str], run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_cache, "MOST_KEPT", 3)
    for number in range(6):
        monkeypatch.setattr(check_cache, "version_of", lambda package, number=number: str(number))
        assert run("gen", "--check").code == 0
    assert len(cache_files()) == 3
