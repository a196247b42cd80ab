"""Commands that write, killed or refused at any call: what stays is the old state or the new one, and is cleared."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from accordant.cli import main
from accordant.compat import check
from accordant.lint import lint
from accordant.registry import begun_additions
from accordant.registry.load import load, loader

from .conftest import replace_in
from .faults import ERRORS, KILLS, STREAMS, Ending, Fault, prepare, run

SEEDS = 34
"""For each command."""
KINDS = (*KILLS, *ERRORS)
OURS = re.compile(r"\.accordant-([0-9a-f]{16}\.(tmp|new)|begun)")
SCHEMA = "registry/output/v1/result.schema.json"

ADDITIONS = {
    "add codes": ["add", "codes", "states", "--field", "severity"],
    "add contract": ["add", "contract", "other"],
    "add example": ["add", "example", "result/more"],
}
COMMANDS = ("init", "release", "bump", "ack", "gen", "docs", *ADDITIONS)

Tree = dict[str, bytes | None]


def tree(folder: Path, hidden: bool = True) -> Tree:
    """Every file with its bytes and every folder; without ``hidden`` what a reader of the registry sees."""
    paths = sorted(folder.rglob("*"))
    names = {path: path.relative_to(folder).as_posix() for path in paths}
    return {
        name: path.read_bytes() if path.is_file() else None
        for path, name in names.items()
        if hidden or not any(OURS.fullmatch(part) for part in name.split("/"))
    }


def remains(folder: Path) -> list[str]:
    return [name for name in tree(folder) if OURS.fullmatch(name.rpartition("/")[2])]


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A project with a registry whose first release is frozen."""
    folder = tmp_path_factory.mktemp("begun") / "acme"
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert main(["init"]) == 0
        yield folder


@pytest.fixture(scope="module")
def starts(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """For each command a project in which it has something to do."""
    base = tmp_path_factory.mktemp("starts")
    changed, broken, empty = base / "changed", base / "broken", base / "empty"
    empty.mkdir()
    for folder in (changed, broken):
        shutil.copytree(begun, folder)
    replace_in(changed / SCHEMA, '"files": {', '"note": {"type": "string"}, "files": {')
    replace_in(broken / SCHEMA, '"integer"', '"string"')
    return {
        "init": empty, "release": changed, "bump": begun, "ack": broken, "gen": begun, "docs": begun,
        **dict.fromkeys(ADDITIONS, begun),
    }  # fmt: skip


def arguments_of(command: str, start: Path) -> list[str]:
    if command == "ack":
        text = run(start, ["check-compat"]).text
        return ["ack", "add", re.findall(r"ack add ([0-9a-f]+)", text)[0], "--reason", "it is so"]
    if command in ADDITIONS:
        return ADDITIONS[command]
    more = {"bump": ["output"], "gen": ["python"]}
    return [command, *more.get(command, [])]


class Trial:
    """One command, from the same start each time."""

    def __init__(self, command: str, start: Path, place: Path) -> None:
        self.command, self.start, self.place = command, start, place
        self.arguments = arguments_of(command, start)
        prepare(self.fresh(), self.arguments)
        folder = self.fresh()
        self.before = tree(folder)
        self.clean = run(folder, self.arguments)
        assert self.clean.code == 0, self.clean.text
        self.once = tree(folder)
        self.again = run(folder, self.arguments)
        self.twice = tree(folder)

    def fresh(self) -> Path:
        shutil.rmtree(self.place, ignore_errors=True)
        return Path(shutil.copytree(self.start, self.place / "project"))

    def faulted(self, fault: Fault) -> None:
        folder = self.fresh()
        ended = run(folder, self.arguments, fault)
        if fault.kind in KILLS:
            assert ended.code in (-9, 0), ended
        else:
            self.require_explained(ended)
            left = [name for name in remains(folder) if not name.endswith("-begun")]
            assert fault.kind == "read-only" or left == [], ended.text
        self.require_readable(folder)
        is_addition = (folder / "registry" / begun_additions.NOTE).exists()  # then readers see what was before
        left, is_done = remains(folder), tree(folder, hidden=False) == self.once and not is_addition
        second = run(folder, self.arguments)
        assert (second.code, tree(folder)) == ((self.again.code, self.twice) if is_done else (0, self.once)), (
            f"{ended.text}\n{second.text}"
        )
        assert not left or "interrupted" in second.text, (left, second.text)

    def require_explained(self, ended: Ending) -> None:
        """Done, or refused with a place and a reason."""
        assert ended.code in (0, 2), ended
        if ended.code == 2:
            assert re.search(r"registry: .+: cannot be \w+: .+\n  next: ", ended.text), ended.text
        assert "Traceback" not in ended.text
        assert "a bug" not in ended.text

    def require_readable(self, folder: Path) -> None:
        """What a reader sees is the old registry or the new one; a release may still lack its line in the lock."""
        if not (folder / "registry").exists():
            assert tree(folder, hidden=False) == self.before
            return
        registry = load(folder / "registry")
        contract = registry.contracts[0]
        assert len(contract.versions) == len(contract.declared)
        if self.command in ADDITIONS:
            assert not [
                finding for finding in lint(loader(folder / "registry", problems=[])) if finding.severity == "error"
            ]
        rules = {finding.rule for finding in check(registry).findings if finding.severity == "error"}
        assert rules <= (
            {"release-unlocked"} if self.command == "release" else {"type-removed", "type-widened", *rules}
        )


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_fault_at_any_call_leaves_the_old_state_or_the_new_one(
    command: str, starts: dict[str, Path], tmp_path: Path
) -> None:
    trial = Trial(command, starts[command], tmp_path / "trial")
    assert trial.clean.calls >= 5
    for seed in range(SEEDS):
        dice = random.Random(f"{command} {seed}")
        fault = Fault(dice.choice(KINDS), dice.randrange(trial.clean.calls))
        try:
            trial.faulted(fault)
        except Exception as error:
            raise AssertionError(f"{command}: {fault}") from error


@pytest.mark.parametrize("stdout", STREAMS)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_lost_stdout_changes_nothing_that_is_written(
    command: str, stdout: str, starts: dict[str, Path], tmp_path: Path
) -> None:
    trial = Trial(command, starts[command], tmp_path / "trial")
    folder = trial.fresh()
    ended = run(folder, trial.arguments, stdout=stdout)
    assert tree(folder) == trial.once
    assert ended.code == (2 if stdout == "full" else 0)
    assert ("the report cannot be written" in ended.text) == (stdout == "full")
