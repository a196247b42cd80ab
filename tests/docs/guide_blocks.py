"""The blocks of code in a guide, played in their order: files are written, commands run, outputs compared."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.conftest import PROJECT, Run, cannot_run

BLOCK = re.compile(
    r"^```(?P<language>\w+)(?: title=\"(?P<file>[^\"]+)\")?\n(?P<body>.*?)^```$", re.DOTALL | re.MULTILINE
)
COMMANDS = ("console", "sh")
"""Blocks of commands: ``console`` shows what each prints, ``sh`` only what to type."""
PROGRAMS = ("python", "ts")
LEFT_OUT = "..."
"""A line that stands for lines which a guide leaves out."""
MODULES = PROJECT / "tests/typescript/node_modules"
SHELL = re.compile(r"[|<>;&$`{*\n]")


@dataclass(frozen=True)
class Player:
    """Plays blocks in a folder, which is the working directory.

    Commands of the tool that start no program run in this process, all others in a shell. What ``pip install`` and
    ``npm install`` would bring is here already; a package in a folder is linked.
    """

    folder: Path
    run: Run
    packages: list[Path] = field(default_factory=list)
    """Folders of Python packages that the guide installed."""

    def play(self, text: str) -> str:
        """The text with what its commands really print."""
        return BLOCK.sub(self._block, text)

    def _block(self, block: re.Match[str]) -> str:
        if block["file"]:
            path = self.folder / block["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block["body"], "utf-8")
        elif block["language"] == "sh":
            for command in commands(block["body"]):
                code, said = self._command(command)
                assert code == 0, (command, said[-2000:])
        elif block["language"] == "console":
            return f"```console\n{''.join(self._shown(*pair) for pair in sessions(block['body']))}```"
        return block[0]

    def _shown(self, command: str, shown: str) -> str:
        """A command with its output: the one that is shown where it is the real one with lines left out."""
        code, said = self._command(command)
        told = shown if LEFT_OUT in shown.splitlines() and fits(shown, said) else said
        assert code != 70, (command, told[-2000:])
        assert not any(str(path) in told for path in (self.folder, PROJECT)), (command, told[-2000:])
        return "".join(line + "\n" for line in (f"$ {command}", *told.splitlines()))

    def _command(self, command: str) -> tuple[int, str]:
        """The exit code of a command, and what it said."""
        words = shlex.split(command)
        if words[:2] in (["pip", "install"], ["npm", "install"]):
            self._install(words[0], [word for word in words if word.startswith("./")])
            return 0, ""
        if words[0] != "registry" or "--" in words or SHELL.search(command):
            return self._in_shell(command)
        outcome = self.run(*words[1:])
        return outcome.code, outcome.out + outcome.err

    def _install(self, installer: str, packages: list[str]) -> None:
        for package in packages:
            if installer == "pip":
                self.packages.append(self.folder / package)
            else:
                link(self.folder, self.folder / package)

    def _in_shell(self, command: str) -> tuple[int, str]:
        require(set(command.split()) & {"node", "npx", "mkdocs"})
        done = subprocess.run(
            ["sh", "-c", command.replace("npx ", "")],
            env=self._environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, timeout=200, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout

    def _environment(self) -> dict[str, str]:
        """The programs of these tests come first, and packages that the guide installed are found."""
        programs = [Path(sys.executable).parent, MODULES / "typescript-7/bin", os.environ["PATH"]]
        return {
            **os.environ,
            "PATH": os.pathsep.join(map(str, programs)),
            "PYTHONPATH": os.pathsep.join(map(str, [*self.packages, PROJECT / "generators"])),
        }


def require(programs: set[str]) -> None:
    for program in programs:
        if not (MODULES.exists() if program == "npx" else shutil.which(program) or in_environment(program)):
            cannot_run(f"{program} is not installed")


def in_environment(program: str) -> bool:
    return Path(sys.executable).with_name(program).exists()


def link(project: Path, package: Path) -> None:
    """As ``npm install FOLDER``: the package is a link in ``node_modules``, by its name."""
    name = re.search(r'"name": "([^"]+)"', (package / "package.json").read_text("utf-8"))
    assert name
    place = project / "node_modules" / name[1]
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(package.resolve(), target_is_directory=True)


def commands(body: str) -> Iterator[str]:
    """The commands of a block, each on a line of its own, or on several that end with a backslash."""
    for line in body.replace("\\\n", " ").splitlines():
        if command := re.sub(r"(^|\s+)# .*", "", line).strip():
            yield command


def sessions(body: str) -> Iterator[tuple[str, str]]:
    """Each command of a block with the output that is shown below it."""
    first, *more = re.split(r"^\$ ", body, flags=re.MULTILINE)
    assert first == "", "a console begins with a command"
    for session in more:
        command, _, shown = session.partition("\n")
        yield command, shown


def fits(shown: str, said: str) -> bool:
    """Whether an output is the real one, with lines left out where it says so."""
    lines = [r"(?:.*\n)*?" if line == LEFT_OUT else re.escape(line) + "\n" for line in shown.splitlines()]
    return re.fullmatch("".join(lines), said) is not None
