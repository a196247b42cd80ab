"""500 random schemas of all drafts: both languages give the verdict on which two validators agree, and keep documents.

`benchmarks/codegen/fuzz_types.py` does the same for as many as one likes.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.conftest import PROJECT, cannot_run

from .differential import compared

FIRST: Final = 20_000
COUNT: Final = 500
CALLED_WITHOUT_END: Final = 46_168
"""A schema that leads back to itself through what is compiled inside of it: code once called itself without an end."""


def test_random_schemas_are_read_alike_by_both_languages_and_validators(
    tmp_path: Path, needs: Callable[[str], str]
) -> None:
    compiler = PROJECT / "tests/typescript/node_modules/typescript-7/bin/tsc"
    if not compiler.exists():
        cannot_run("TypeScript is not installed (npm --prefix tests/typescript ci)")
    cases, differences = compared([CALLED_WITHOUT_END, *range(FIRST, FIRST + COUNT)], tmp_path, compiler, needs("node"))
    assert differences == []
    verdicts = [verdict for case in cases for verdict in case.expected]
    assert len(cases) > 0.97 * COUNT  # the rest has no end
    assert verdicts.count(True) > 500
    assert verdicts.count(False) > 1000
