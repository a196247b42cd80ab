"""The guide on publishing: each command in it runs, and says what the guide shows."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import PROJECT, Outcome
from tests.oci.conftest import Server

Run = Callable[..., Outcome]
GUIDE = (PROJECT / "site/guides/publishing.md").read_text("utf-8")
HOST = "registry.example.org"
pytestmark = pytest.mark.enable_socket


def commands(section: str) -> Iterator[tuple[list[str], list[str]]]:
    """Each command of a section, with the lines that it prints."""
    text = GUIDE.split(f"\n## {section}\n")[1].split("\n## ")[0]
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for command in block.split("$ ")[1:]:
            first, *lines = command.splitlines()
            if first.startswith("registry "):
                yield shlex.split(first)[1:], lines


def play(section: str, run: Run, replaced: dict[str, str]) -> int:
    """Run the commands of a section, with words replaced, and compare what is shown without an ellipsis."""
    count = 0
    for words, lines in commands(section):
        redirected = words.index(">") if ">" in words else len(words)
        for old, new in replaced.items():
            words = [word.replace(old, new) for word in words]
        outcome = run(*words[:redirected])
        assert outcome.code == 0, (words, outcome)
        pinned = re.search(r"@(sha256:[0-9a-f]{64})", outcome.out)
        if pinned:
            replaced["sha256:5f0c..."] = pinned[1]
        for line in lines:
            shown = line.partition("...")[0].replace(HOST, replaced.get(HOST, HOST)).partition("sha256:")[0]
            assert shown in outcome.out, (words, outcome)
        count += 1
    return count


@pytest.fixture
def publisher(bundled_copy: Path) -> Path:
    example = next((bundled_copy / "cobre/v1/examples/valid/response").glob("*.json"))
    shutil.copy(example, bundled_copy.parent / "answer.json")
    return bundled_copy.parent


def test_schemas_that_stand_alone(publisher: Path, run: Run) -> None:
    assert play("Schemas that stand alone", run, {}) == 2


@pytest.mark.slow
def test_publishing_and_reading_what_is_published(
    publisher: Path, run: Run, start: Callable[..., Server], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("release", "accordant/v1").code == 0  # what the working tree has beyond its newest release
    replaced = {HOST: f"127.0.0.1:{start().port}"}
    assert play("Push and pull", run, replaced) == 4
    reader = tmp_path / "reader"
    (reader / "registry").mkdir(parents=True)
    shutil.copy(publisher / "answer.json", reader)
    monkeypatch.chdir(reader)
    [table] = re.findall(r"```toml\n(.*?)```", GUIDE.split("\n## Read what others publish\n")[1], re.DOTALL)
    Path("registry/registry.toml").write_text(table.replace(HOST, replaced[HOST]))
    assert play("Read what others publish", run, replaced) == 3
    assert Path("src/contracts/src/cobre/v1.ts").exists()
