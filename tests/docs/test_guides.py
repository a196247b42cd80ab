"""The guide for beginners is true: every command in it is run here, and gives the output that stands there."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.docs.conftest import PROJECT

GUIDE = PROJECT / "site/guides/index.md"
BLOCK = re.compile(r"^```(json title=\"(?P<file>[^\"]+)\"|console)\n(?P<body>.*?)^```$", re.S | re.M)


def test_the_guide_for_beginners_shows_what_really_happens(
    project: Path, run: Callable[..., Any], golden: Callable[[Path, str], None]
) -> None:
    """Files are written and commands run in the order of the guide; ``pytest --update`` renews the outputs."""

    def play(block: re.Match[str]) -> str:
        if block["file"]:
            path = project / block["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block["body"], "utf-8")
            return block[0]
        command = block["body"].partition("\n")[0]
        assert command.startswith("$ registry ")
        outcome = run(*shlex.split(command)[2:])
        return f"```console\n{command}\n{outcome.out}{outcome.err}```"

    golden(GUIDE, BLOCK.sub(play, GUIDE.read_text("utf-8")))
