"""Registries made by editing a small one: a case names its rule, the edits, and where the findings stand."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from accordant.findings import Finding
from accordant.lint import lint
from accordant.registry import load

HERE = Path(__file__).resolve().parent
BASE = HERE / "base"


@dataclass(frozen=True)
class Case:
    """One rule's case file: edits that break it (with the places of its findings) and edits that do not."""

    rule: str
    breaking: Sequence[Mapping[str, Any]]
    fine: Sequence[Mapping[str, Any]]


def read_cases() -> list[Case]:
    return [read_case(path) for path in sorted((HERE / "cases").glob("*.toml"))]


def read_case(path: Path) -> Case:
    case = tomllib.loads(path.read_text("utf-8"))
    return Case(path.stem, case.get("breaking", []), case.get("fine", []))


def edit(folder: Path, edits: Sequence[Mapping[str, Any]]) -> None:
    """Each edit is ``file`` with ``text``, ``find`` and ``put``, ``bytes`` (hexadecimal), ``repeat``, ``link`` or
    ``remove``."""
    for change in edits:
        path = folder / change["file"]
        path.parent.mkdir(parents=True, exist_ok=True)
        if change.get("remove"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        elif "link" in change:
            path.unlink(missing_ok=True)
            path.symlink_to(change["link"])
        elif "bytes" in change:
            path.write_bytes(bytes.fromhex(change["bytes"]))
        elif "repeat" in change:
            left, middle, right, times = change["repeat"]
            path.write_text(left * times + middle + right * times, "utf-8")
        elif "find" in change:
            text = path.read_text("utf-8")
            assert text.count(change["find"]) == 1, f"{change['find']!r} must stand once in {change['file']}"
            path.write_text(text.replace(change["find"], change["put"]), "utf-8")
        else:
            path.write_text(change["text"], "utf-8")


@pytest.fixture
def edited_registry(tmp_path: Path) -> Callable[[Sequence[Mapping[str, Any]]], Path]:
    """The small registry, with edits."""

    def make(edits: Sequence[Mapping[str, Any]]) -> Path:
        folder = tmp_path / "registry"
        if folder.exists():
            shutil.rmtree(folder)
        shutil.copytree(BASE, folder)
        edit(folder, edits)
        return folder

    return make


@pytest.fixture
def lint_edited(edited_registry: Callable[[Sequence[Mapping[str, Any]]], Path]) -> Callable[..., list[Finding]]:
    """What lint finds in the small registry after edits."""

    def judge(edits: Sequence[Mapping[str, Any]] = (), **options: Any) -> list[Finding]:
        return list(lint(load.loader(edited_registry(edits), problems=[], **options)))

    return judge
