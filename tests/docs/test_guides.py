"""The guides are true: every command in them is run here, and gives the output that stands there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import PROJECT, Run
from tests.docs.guide_blocks import BLOCK, COMMANDS, PROGRAMS, Player, fits

GUIDES = PROJECT / "site/guides"
ELSEWHERE = {"publishing": "tests/oci/test_guide.py"}
"""Guides whose blocks other tests run; this one needs a server."""
SLOW = {"conformance", "site"}
"""They run builders and other runners of tests."""


def with_commands() -> Iterator[str]:
    for path in sorted(GUIDES.glob("*.md")):
        if any(block["language"] in COMMANDS for block in BLOCK.finditer(path.read_text("utf-8"))):
            yield path.stem


@pytest.mark.parametrize(
    "guide",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name in SLOW else [])
        for name in with_commands()
        if name not in ELSEWHERE
    ],
)
def test_a_guide_shows_what_really_happens(
    guide: str, project: Path, run: Run, golden: Callable[[Path, str], None]
) -> None:
    """Files are written and commands run in the order of the guide; ``pytest --update`` renews the outputs."""
    path = GUIDES / f"{guide}.md"
    golden(path, Player(project, run).play(path.read_text("utf-8")))


def test_every_program_in_a_guide_is_a_file_that_its_commands_run() -> None:
    for path in GUIDES.glob("*.md"):
        text = path.read_text("utf-8")
        for block in BLOCK.finditer(text) if path.stem not in ELSEWHERE else ():
            if block["language"] in PROGRAMS:
                assert block["file"], f"{path.name}: a program without a title is not run"
                assert any(Path(block["file"]).stem in other["body"] for other in BLOCK.finditer(text, block.end()))


@pytest.mark.parametrize("guide", ELSEWHERE)
def test_a_guide_that_is_run_elsewhere_is_named_there(guide: str) -> None:
    assert f"{guide}.md" in (PROJECT / ELSEWHERE[guide]).read_text("utf-8")


@pytest.mark.parametrize("path", sorted(GUIDES.glob("*.md")), ids=lambda path: path.stem)
def test_a_guide_names_modules_that_exist(path: Path) -> None:
    named = re.findall(r"`([\w/]+/\w+\.py)`", path.read_text("utf-8"))
    roots = (PROJECT, PROJECT / "generators/accordant", PROJECT / "generated/python/accordant_contracts")
    assert [name for name in named if not any((root / name).is_file() for root in roots)] == []


def test_lines_may_be_left_out_of_an_output_and_none_may_differ() -> None:
    said = "one\ntwo\nthree\n"
    assert [fits(shown, said) for shown in ("one\n...\n", "...\nthree\n", "one\n...\nthree\n", said)] == [True] * 4
    assert [fits(shown, said) for shown in ("two\n...\n", "...\nfour\n", "one\nthree\n")] == [False] * 3
