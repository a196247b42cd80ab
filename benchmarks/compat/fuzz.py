"""Are the answers about random pairs of schemas right? ``fuzz.py [FIRST [COUNT [MINUTES]]]``

All keywords of all drafts, embedded resources, both directions, both promises (`tests/compat/random_pairs.py`). A pair
is known by its number. Every `compatible` is tried with documents of the writer: a strict reader accepts each of them,
an open one under the additive promise as DESIGN defines it. Every witness is shown to both validators. Prints what is
wrong as it is found, and a table; fails on any. Ends early when the minutes of processor time are over.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.compat.random_pairs import Tally


def main() -> int:
    """Judge the pairs of a range of numbers."""
    first, count, minutes = (int(word) for word in (*sys.argv[1:], *("0", "20000", "1000")[len(sys.argv) - 1 :]))
    tally, judged = Tally(), 0

    def seeds() -> Iterator[int]:
        nonlocal judged
        while judged < count and time.process_time() < 60 * minutes:
            yield first + judged
            judged += 1

    for line in tally.judge_all(seeds()):
        print(line, flush=True)
    print(f"{judged} pairs, {tally.crashes} crashes, {time.process_time():.0f} s of processor time")
    print("| promise | direction | compatible | breaking | undecided |\n|---|---|---|---|---|")
    for promise in ("strict", "additive"):
        for direction in ("output", "input"):
            counts = (
                tally.verdicts.get((promise, direction, word), 0) for word in ("compatible", "breaking", "undecided")
            )
            print(f"| {promise} | {direction} | {' | '.join(map(str, counts))} |")
    print(f"{tally.documents} documents tried, {len(tally.wrong)} refused: wrongly compatible")
    print(f"{tally.witnesses} witnesses, {tally.by_one} contradicted by one library, {len(tally.doubted)} by both")
    for reason, number in sorted(tally.reasons.items(), key=lambda item: -item[1])[:20]:
        print(f"undecided {number}: {reason[:160]}")
    return 1 if tally.wrong or tally.doubted or tally.crashes else 0


if __name__ == "__main__":
    sys.exit(main())
