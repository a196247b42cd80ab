"""500 random schemas of all drafts: both languages give the verdict on which two validators agree, and keep documents.

`benchmarks/codegen/fuzz_types.py` does the same for as many as one likes.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from .differential import case_of, compared, installed_compiler

pytestmark = pytest.mark.slow

FIRST: Final = 20_000
COUNT: Final = 500
CALLED_WITHOUT_END: Final = 46_168
"""A schema that leads back to itself through what is compiled inside of it: code once called itself without an end."""
LIST_IN_ITSELF: Final = 301_274
"""A list that may stand in a list in itself: the compiler once looked into its type before it was written."""


def test_random_schemas_are_read_alike_by_both_languages_and_validators(
    tmp_path: Path, needs: Callable[[str], str]
) -> None:
    seeds = [CALLED_WITHOUT_END, LIST_IN_ITSELF, *range(FIRST, FIRST + COUNT)]
    cases, differences = compared(map(case_of, seeds), tmp_path, installed_compiler(), needs("node"))
    assert differences == []
    verdicts = [verdict for case in cases for verdict in case.expected]
    assert len(cases) > 0.97 * COUNT  # the rest has no end
    assert verdicts.count(True) > 500
    assert verdicts.count(False) > 1000
