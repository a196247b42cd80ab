"""Our regular expressions against regress: ``differential.py [--count N] [--seed N] [CASES...]``

Random patterns (half of them from the grammar, the others with a few characters changed) and the patterns of case files
(JSON or JSON lines): the same verdict of "is a pattern" with and without the ``u`` flag, and the same matches on 50
texts each, by the automaton and by what generated Python and TypeScript look for. Prints tables, and each difference
that the specification does not explain; exits 1 if there is one. A child process compares, with 2 GB of memory and 10 s
for a pattern: regress does not end on some that repeat what matches nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from accordant.regex.errors import UnreadablePattern
from accordant.regex.parser import parse
from tests.regex import against_regress as regress
from tests.regex.random_patterns import patterns, texts

TEXTS = 50
SECONDS = 10
MEMORY = 2 << 30


@dataclass
class Tally:
    """What was counted, and the differences that nothing explains."""

    seed: int
    verdicts: Counter[tuple[str, str]] = field(default_factory=Counter)
    matches: Counter[tuple[str, str]] = field(default_factory=Counter)
    clauses: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)
    endless: list[str] = field(default_factory=list)

    def include(self, other: Tally) -> None:
        """Add what was counted elsewhere."""
        self.verdicts += other.verdicts
        self.matches += other.matches
        self.clauses += other.clauses
        self.differences += other.differences

    def add(self, pattern: str) -> None:
        """Compare one pattern."""
        sample = texts(Random(f"{self.seed} {pattern}"), pattern, TEXTS)
        for flag in regress.FLAGS:
            self._verdict(pattern, flag, sample)
        try:
            parse(pattern)
        except UnreadablePattern:
            return
        self._targets(pattern, sample)

    def _verdict(self, pattern: str, flag: str, sample: list[str]) -> None:
        name = "with u" if flag else "without u"
        verdict = regress.verdict(pattern, flag)
        if verdict.ours != verdict.theirs:
            self.verdicts[name, "differ: regress against the clause below" if verdict.clause else "differ"] += 1
            if verdict.clause:
                self.clauses[verdict.clause] += 1
            else:
                self.differences.append(f"{name}: ours {verdict.ours}, regress {verdict.theirs}: {pattern!r}")
            return
        self.verdicts[name, "both: a pattern" if verdict.ours else "both: none"] += 1
        finds = regress.engine(pattern, flag)
        if finds is None:
            return
        automaton = regress.automaton(pattern, flag)
        if isinstance(automaton, str):
            self.matches[f"automaton, {name}", f"not decided: {automaton}"] += 1
        elif regress.is_read_as_with_u(pattern, flag):
            self.matches[f"automaton, {name}", "left out: regress reads escapes as with u"] += 1
        else:
            self._compare(f"automaton, {name}", pattern, automaton, finds, sample)

    def _targets(self, pattern: str, sample: list[str]) -> None:
        makers = dict(regress.targets(pattern))
        if "typescript, as written" not in makers:
            self.matches["typescript, as written", "reported"] += 1
            return
        finds = makers.pop("typescript, as written")
        automaton = regress.automaton(pattern, "u")
        if not isinstance(automaton, str):
            makers["automaton, as JSON Schema reads"] = automaton
        if not any(name.startswith("python") for name in makers):
            self.matches["python", "reported"] += 1
        for name, other in makers.items():
            self._compare(name, pattern, other, finds, sample)

    def _compare(self, name: str, pattern: str, ours: regress.Finds, theirs: regress.Finds, sample: list[str]) -> None:
        for text in sample:
            if ours(text) != theirs(text):
                self.matches[name, "differ"] += 1
                self.differences.append(f"{name}: {pattern!r} on {text!r}: regress {theirs(text)}")
                return
        self.matches[name, "same"] += 1

    def show(self, title: str) -> None:
        """Print the tables."""
        for what, counter in (("verdict", self.verdicts), ("matches", self.matches)):
            print(f"\n| {title}: {what} | answer | patterns |\n|---|---|---|")
            for (name, answer), count in sorted(counter.items()):
                print(f"| {name} | {answer} | {count:,} |")
        for clause, count in self.clauses.most_common():
            print(f"- {count:,}: {clause}")
        for pattern in self.endless:
            print(f"- regress does not end: {pattern!r}")


class Comparer:
    """A child process that compares patterns; a new one where it died."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._start()

    def _start(self) -> None:
        self.connection, child = Pipe()
        self.process = Process(target=_compare_all, args=(self.seed, child), daemon=True)
        self.process.start()
        child.close()

    def compared(self, pattern: str) -> Tally | None:
        """What comparing a pattern gives; None where that does not end."""
        self.connection.send(pattern)
        try:
            if self.connection.poll(SECONDS):
                tally: Tally = self.connection.recv()
                return tally
        except (EOFError, ConnectionError):
            pass
        self.process.kill()
        self.process.join()
        self._start()
        return None


def _compare_all(seed: int, connection: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 2)  # what Rust says when memory ends
    while True:
        tally = Tally(seed)
        tally.add(connection.recv())
        connection.send(tally)


def written(path: Path) -> Iterator[str]:
    """The patterns of the schemas in a case file."""
    text = path.read_text(encoding="utf-8")
    documents = (
        [json.loads(line) for line in text.split("\n") if line] if path.suffix == ".jsonl" else [json.loads(text)]
    )
    todo: list[Any] = documents
    while todo:
        value = todo.pop()
        if isinstance(value, dict):
            if isinstance(value.get("pattern"), str):
                yield value["pattern"]
            members = value.get("patternProperties")
            yield from members if isinstance(members, dict) else ()
            todo += value.values()
        elif isinstance(value, list):
            todo += value


def main() -> int:
    """Compare, print, and say whether all is explained."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("cases", nargs="*", type=Path)
    arguments = parser.parse_args()
    tallies: dict[str, Tally] = {}
    comparer = Comparer(arguments.seed)
    for title, listed in (
        ("random", patterns(arguments.seed, arguments.count)),
        ("cases", sorted({pattern for path in arguments.cases for pattern in written(path)})),
    ):
        tallies[title] = Tally(arguments.seed)
        for pattern in listed:
            compared = comparer.compared(pattern)
            if compared is None:
                tallies[title].endless.append(pattern)
            else:
                tallies[title].include(compared)
        tallies[title].show(title)
    differences = [difference for tally in tallies.values() for difference in tally.differences]
    for difference in sorted(differences, key=len)[:50]:
        print(difference)
    print(f"\n{len(differences)} differences without a reason")
    return 1 if differences else 0


if __name__ == "__main__":
    raise SystemExit(main())
