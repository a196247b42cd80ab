"""Do both languages give the verdict of JSON Schema validators on random schemas? ``fuzz_types.py TSC [FIRST [COUNT]]``

All keywords of all drafts, circles of references, documents made along the schema (`tests/gen/random_schemas.py`); a
schema is known by its number, so that every difference can be asked for again. Run in the project's folder, with it on
PYTHONPATH. Prints each difference, crash and complaint of the TypeScript compiler, and a table; fails on any.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from tests.gen.differential import case_of, compared

BATCH = 250


def main() -> int:
    """Compare the schemas of a range of numbers, batch by batch."""
    compiler, node = Path(sys.argv[1]), shutil.which("node")
    assert node is not None, "node is not installed"
    first, count = int(sys.argv[2]) if len(sys.argv) > 2 else 0, int(sys.argv[3]) if len(sys.argv) > 3 else 10_000
    schemas = documents = judged = valid = found = 0
    for start in range(first, first + count, BATCH):
        with tempfile.TemporaryDirectory() as folder:
            seeds = range(start, min(start + BATCH, first + count))
            cases, complaints = compared(map(case_of, seeds), Path(folder), compiler, node)
        expected = [verdict for case in cases for verdict in case.expected]
        schemas, documents, found = schemas + len(cases), documents + len(expected), found + len(complaints)
        judged += sum(verdict is not None for verdict in expected)
        valid += sum(verdict is True for verdict in expected)
        print(*complaints, f"{start + len(seeds)}: {found} differences", sep="\n", flush=True)
    print("| schemas | refused | documents | judged | valid | differences |\n|---|---|---|---|---|---|")
    print(f"| {count} | {count - schemas} | {documents} | {judged} | {valid} | {found} |")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
