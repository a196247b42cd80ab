"""The bare decision procedure as a judge for the public corpora: strict containment, nothing else.

python measure.py --call engine_judge:compare       (with this folder on PYTHONPATH)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from accordant.algebra import Contained, Counterexample, check_containment
from accordant.schema.references import Resources


@dataclass
class Answer:
    """What the harness reads: the verdict, the witness, and why it is undecided."""

    verdict: str
    witness: Any = None
    reason: str = ""


def compare(old: Any, new: Any, *, direction: str) -> Answer:
    """Output: is every new document accepted by old? Input: is every old document accepted by new?"""
    writer, reader = (new, old) if direction == "output" else (old, new)
    verdict = check_containment(Resources.of(writer), Resources.of(reader))
    if isinstance(verdict, Contained):
        return Answer("compatible")
    if isinstance(verdict, Counterexample):
        return Answer("breaking", verdict.document)
    return Answer("undecided", reason=f"{verdict.reason} {verdict.where}")
