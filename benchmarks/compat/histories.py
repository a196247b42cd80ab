"""What the judgement says about schemas as they changed over time: a folder of histories in, tables out.

    python benchmarks/compat/histories.py FOLDER [--seconds 8] [--documents 200] [--promise strict] [--list]
                                          [--peer jsonschema_rs --peer jsoncompat]

FOLDER has one folder for each schema, with its states as JSON files whose names are in order; two neighbours make a
pair. A schema may refer to the others, by their `$id` or as `OTHER.json` beside its own address; of each other schema
the newest state counts that is no newer, by file name. Nothing is fetched.

Every `compatible` is tried with random documents of the writer, which the reader must accept; every witness is shown
to both validators. Times are of the processor. A peer of `peer_judges.py` gets a row where it is installed.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent)]

from accordant import compare  # noqa: E402
from accordant.findings import Severity  # noqa: E402
from accordant.schema.references import Resources  # noqa: E402
from accordant.schema.validation import validator_of  # noqa: E402
from tests.sampling import written  # noqa: E402

VERDICTS = ("compatible", "breaking", "undecided")


@dataclass(frozen=True)
class Pair:
    """Two neighbours of a history, and the other schemas."""

    name: str
    old: Any
    new: Any
    siblings: Mapping[str, Any]


@dataclass
class Tally:
    """What was counted over all pairs in one direction."""

    verdicts: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    findings: list[int] = field(default_factory=list)
    """The breaks that each breaking pair lists."""
    seconds: list[float] = field(default_factory=list)
    documents: int = 0
    wrong: list[str] = field(default_factory=list)
    """Pairs called compatible, with a document of the writer that the reader refuses."""
    doubted: list[str] = field(default_factory=list)
    """Pairs whose witness not both validators confirm."""


def pairs(folder: Path) -> Iterator[Pair]:
    """The neighbours of every history, by name."""
    histories = {
        history.name: {file.name: json.loads(file.read_text("utf-8")) for file in sorted(history.glob("*.json"))}
        for history in sorted(folder.iterdir())
        if history.is_dir()
    }
    for name, states in histories.items():
        files = list(states)
        for earlier, later in pairwise(files):
            siblings = dict(_siblings(histories, name, later))
            yield Pair(f"{name}/{earlier}..{later}", states[earlier], states[later], siblings)


def _siblings(histories: Mapping[str, dict[str, Any]], name: str, at: str) -> Iterator[tuple[str, Any]]:
    own = _address(histories[name][at])
    for other, states in histories.items():
        fitting = [file for file in states if file <= at] or list(states)[:1]
        if other != name and fitting:
            state = states[fitting[-1]]
            yield _address(state) or urljoin(own, f"{other}.json"), state


def _address(schema: Any) -> str:
    address = schema.get("$id", schema.get("id", "")) if isinstance(schema, dict) else ""
    return address if isinstance(address, str) else ""


def judge(pair: Pair, direction: str, tally: Tally, *, seconds: float, documents: int, promise: str) -> str:
    """Judge one pair in one direction, check the answer, and count it; returns the verdict."""
    begin = time.process_time()
    answer = compare(pair.old, pair.new, direction=direction, promise=promise, seconds=seconds, resources=pair.siblings)
    tally.seconds.append(time.process_time() - begin)
    verdict = answer.verdict.value
    tally.verdicts[verdict] += 1
    for finding in answer.findings:
        if finding.severity == Severity.UNDECIDED:
            tally.reasons[finding.message.partition("; it is undecided whether")[0].removesuffix(".") + "."] += 1
    writer, reader = (pair.new, pair.old) if direction == "output" else (pair.old, pair.new)
    if verdict == "breaking":
        tally.findings.append(sum(finding.severity == Severity.ERROR for finding in answer.findings))
        if answer.evidence is not None and not _convinces(writer, reader, pair.siblings, answer.witness):
            tally.doubted.append(pair.name)
    if verdict == "compatible" and promise == "strict":
        _try(writer, reader, pair, tally, documents)
    return verdict


def _convinces(writer: Any, reader: Any, siblings: Mapping[str, Any], document: Any) -> bool:
    """Whether both validators say that the document may be written and is refused."""
    sides = [validator_of(Resources.of(schema, siblings)) for schema in (writer, reader)]
    first = [side.first_opinion(document) for side in sides]
    second = [side.second_opinion(document) for side in sides]
    return first == second == [True, False]


def _try(writer: Any, reader: Any, pair: Pair, tally: Tally, count: int) -> None:
    try:
        tried = written(writer, reader, count, resources=pair.siblings)
    except (LookupError, ValueError, RecursionError):  # a reference that leads nowhere: no documents can be made
        return
    accepts = validator_of(Resources.of(reader, pair.siblings)).is_valid
    tally.documents += len(tried)
    refused = next((document for document in tried if not accepts(document)), None)
    if refused is not None:
        tally.wrong.append(f"{pair.name}: {json.dumps(refused)[:200]}")


def rows(direction: str, tally: Tally) -> str:
    """A row of the table of verdicts."""
    times = sorted(tally.seconds)
    at95 = times[int(len(times) * 0.95)]
    listed = tally.findings or [0]
    few = sum(count <= 3 for count in listed) / len(listed)
    cells = [
        direction, str(len(times)), *(str(tally.verdicts[verdict]) for verdict in VERDICTS), str(len(tally.wrong)),
        str(tally.documents), str(len(tally.doubted)), f"{statistics.median(listed):g}", f"{few:.0%}",
        str(max(listed)), *(f"{1000 * seconds:.0f}" for seconds in (statistics.median(times), at95, times[-1])),
    ]  # fmt: skip
    return f"| {' | '.join(cells)} |"


HEAD = (
    "| direction | questions | compatible | breaking | undecided | wrong | documents tried | witness doubted "
    "| breaks listed, median | at most 3 | most | median ms | p95 ms | max ms |\n|" + "---|" * 14
)


def peer_row(name: str, every: Iterable[Pair]) -> str | None:
    """What a peer says about the same questions; None where it is not installed."""
    import peer_judges

    judge_pair: Callable[..., Any] = getattr(peer_judges, name)
    verdicts: Counter[str] = Counter()
    for pair in every:
        for direction in ("output", "input"):
            try:
                verdicts[judge_pair(pair.old, pair.new, direction=direction).verdict] += 1
            except ImportError:
                return None
            except Exception:
                verdicts["crash"] += 1
    return f"| {name} | " + " | ".join(str(verdicts[word]) for word in (*VERDICTS, "crash")) + " |"


def main(arguments: list[str] | None = None) -> int:
    """Judge every pair of a folder in both directions; exit code 1 where an answer is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--documents", type=int, default=200)
    parser.add_argument("--promise", choices=["strict", "additive"], default="strict")
    parser.add_argument("--peer", action="append", default=[])
    parser.add_argument("--list", action="store_true", help="print each verdict too")
    options = parser.parse_args(arguments)
    every = list(pairs(options.folder))
    if not every:
        parser.error(f"{options.folder} holds no folder with two JSON files")
    tallies = {"output": Tally(), "input": Tally()}
    for pair in every:
        for direction, tally in tallies.items():
            verdict = judge(
                pair, direction, tally,
                seconds=options.seconds, documents=options.documents, promise=options.promise,
            )  # fmt: skip
            if options.list:
                print(f"{pair.name} {direction}: {verdict}, {1000 * tally.seconds[-1]:.0f} ms")
    print("\n".join([HEAD, *(rows(direction, tally) for direction, tally in tallies.items())]))
    for reason, count in (tallies["output"].reasons + tallies["input"].reasons).most_common():
        print(f"undecided {count}: {reason}")
    for direction, tally in tallies.items():
        for name in tally.wrong:
            print(f"wrong, {direction}: {name}")
        for name in tally.doubted:
            print(f"witness doubted, {direction}: {name}")
    peers = [row for row in (peer_row(name, every) for name in options.peer) if row is not None]
    if peers:
        print("\n".join(["", "| peer | compatible | breaking | undecided | crash |\n|---|---|---|---|---|", *peers]))
    return 1 if any(tally.wrong for tally in tallies.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
