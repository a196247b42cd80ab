"""Judges cases of public reports about the tool's subjects, and prints which come out as expected.

    python benchmarks/reports/cases.py CASES.jsonl

Each line of the file is a case with `area`, `input` and `expected`. The areas are `validate` and `stream`, `llm` and
`cli`, and `registry`; others are passed over (those of `compat` are a corpus of check-compat).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import answers
import documents
import registry_cases

from accordant.errors import InputError

JUDGES: Final[dict[str, Callable[[dict[str, Any]], Iterator[str]]]] = {
    "validate": documents.differences,
    "stream": documents.differences,
    "llm": answers.differences,
    "registry": registry_cases.differences,
    "cli": answers.differences,
}
"""What judges the cases of an area: it gives what comes out otherwise."""


def main() -> int:
    """Print the table; 1 where a case comes out otherwise."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", type=Path)
    wrong = 0
    print("| case | title | outcome |\n|---|---|---|")
    for line in parser.parse_args().cases.read_bytes().splitlines():  # of bytes: only line ends cut them
        case = json.loads(line)
        if case["area"] in JUDGES:
            outcome = _outcome(case)
            wrong += outcome != "as expected"
            print(f"| {case['id']} | {case['title']} | {outcome} |", flush=True)
    return int(wrong > 0)


def _outcome(case: dict[str, Any]) -> str:
    try:
        return "; ".join(JUDGES[case["area"]](case)) or "as expected"
    except InputError as error:
        return error.reason


if __name__ == "__main__":
    raise SystemExit(main())
