"""Two loose schemas: the public entry that reads nothing from disk or network."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from accordant.compat import schemas
from accordant.compat.sides import Side, loose
from accordant.compat.terms import SECONDS, Terms
from accordant.findings import Finding, JsonValue, Place, Witness
from accordant.schema.references import Resources


@dataclass(frozen=True, slots=True)
class Comparison:
    """The answer to: may documents of the one side be read on the other?"""

    verdict: str
    """``compatible`` (proved), ``breaking`` (with evidence) or ``undecided`` (with the reason, in the findings)."""
    strict: str
    """What pure containment says."""
    decided_by: str
    """``strict`` or ``additive``: the reading that decided."""
    findings: tuple[Finding, ...] = ()
    evidence: Witness | None = None

    @property
    def has_witness(self) -> bool:
        """Whether there is a witness (which may be the document ``null``)."""
        return self.evidence is not None

    @property
    def witness(self) -> JsonValue:
        """A whole document that the writer may write and the reader refuses; None where there is none, see above."""
        return self.evidence.document if self.evidence is not None else None


def compare(
    old: JsonValue,
    new: JsonValue,
    *,
    direction: str = "output",
    promise: str = "strict",
    enums: str = "open",
    resources: Mapping[str, JsonValue] | None = None,
    seconds: float = SECONDS,
    old_place: Callable[[str, str], Place] | None = None,
    new_place: Callable[[str, str], Place] | None = None,
) -> Comparison:
    """Judge the step from one JSON Schema to another.

    Args:
        old: the older schema, a JSON value.
        new: the newer schema.
        direction: ``output`` (may old readers read what new writers write?), ``input`` (may the new reader read what
            old writers wrote?) or ``full`` (both).
        promise: ``strict`` (pure containment) or ``additive`` (names only grow, readers skip what they do not know).
        enums: under ``additive``: ``open``, or ``marked`` (only enums with ``x-open`` are open).
        resources: further schemas by address, for references; nothing is fetched.
        seconds: how long the judgement may take before it is undecided.
        old_place: where a pointer of the old schema stands in a file, for findings.
        new_place: the same for the new schema.

    Raises:
        ValueError: an unknown direction, promise or enum policy.
    """
    if direction not in ("output", "input", "full"):
        raise ValueError(f"direction is output, input or full, not {direction!r}")
    if promise not in ("strict", "additive"):
        raise ValueError(f"promise is strict or additive, not {promise!r}")
    if enums not in ("open", "marked"):
        raise ValueError(f"enums is open or marked, not {enums!r}")
    terms = Terms(direction=direction, promise=promise, enums=enums, seconds=seconds)
    sides = (
        Side(Resources.of(old, resources), "the older schema", old_place or loose("old")),
        Side(Resources.of(new, resources), "the newer schema", new_place or loose("new")),
    )
    judged = schemas.judge(*sides, terms)
    return Comparison(judged.verdict, judged.strict, judged.decided_by, judged.findings, judged.witness)
