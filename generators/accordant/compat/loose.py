"""Two loose schemas: the public entry that reads nothing from disk or network."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from accordant.compat import schemas
from accordant.compat.comparison import PAIR_SECONDS, Comparison
from accordant.compat.sides import Side, Terms, pointer_places
from accordant.findings import JsonValue, Place
from accordant.schema.common_parts import with_parts_of
from accordant.schema.error_messages import as_clause
from accordant.schema.metaschema import complaints
from accordant.schema.references import Resources
from accordant.schema.validation import forget_validators

_COLLECTION: Final = 200_000
"""New objects before a search for cycles. By default it is 700, and a third of the time of a judgement went there."""


def compare(
    old: JsonValue,
    new: JsonValue,
    *,
    direction: str = "output",
    promise: str = "strict",
    enums: str = "open",
    seconds: float = PAIR_SECONDS,
    every: bool = False,
    resources: Mapping[str, JsonValue] | None = None,
    old_resources: Mapping[str, JsonValue] | None = None,
    new_resources: Mapping[str, JsonValue] | None = None,
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
        every: list everything that an edit leads to, rather than the edits.
        seconds: how much processor time the judgement may take. It is counted as work, so that a verdict does not
            depend on the machine; what is not decided in it is undecided.
        resources: further schemas by address, for references; nothing is fetched.
        old_resources: those that only the older schema refers to.
        new_resources: those that only the newer schema refers to.
        old_place: where a pointer of the old schema stands in a file, for findings.
        new_place: the same for the new schema.

    Raises:
        ValueError: an unknown direction, promise or enum policy, seconds that are not above zero, or a value that
            cannot be judged because its metaschema refuses it: the message says where and why.
    """
    if direction not in ("output", "input", "full"):
        raise ValueError(f"direction is output, input or full, not {direction!r}")
    if promise not in ("strict", "additive"):
        raise ValueError(f"promise is strict or additive, not {promise!r}")
    if enums not in ("open", "marked"):
        raise ValueError(f"enums is open or marked, not {enums!r}")
    if not seconds > 0:
        raise ValueError(f"seconds is a number above zero, not {seconds!r}")
    terms = Terms(direction=direction, promise=promise, enums=enums, every=every, seconds=seconds)
    older = {**(resources or {}), **(old_resources or {})}
    newer = {**(resources or {}), **(new_resources or {})}
    with (
        _rare_collections(),
        _refusing_what_is_no_schema({"older": [old, *older.values()], "newer": [new, *newer.values()]}),
    ):
        return schemas.judge(
            Side(Resources.of(old, older), "the older schema", old_place or pointer_places("old")),
            Side(Resources.of(with_parts_of(old, new), newer), "the newer schema", new_place or pointer_places("new")),
            terms,
        )


@contextlib.contextmanager
def _refusing_what_is_no_schema(sides: Mapping[str, list[JsonValue]]) -> Iterator[None]:
    """Say why a metaschema refuses a schema that could not be judged.

    Only then: schemas in use are often refused for a word that no verdict depends on.
    """
    try:
        if not all(isinstance(value, dict | bool) for values in sides.values() for value in values):
            raise TypeError
        yield
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        for side, values in sides.items():
            for pointer, complaint in (fault for value in values for fault in complaints(value)):
                where = f"at {pointer}: " if pointer else ""
                raise ValueError(f"the {side} schema is not a schema: {where}{as_clause(complaint)}") from error
        raise


@contextlib.contextmanager
def _rare_collections() -> Iterator[None]:
    """Let Python look for cycles less often: most of what a judgement makes lives until it ends, and then no longer."""
    before = gc.get_threshold()
    if 0 < before[0] < _COLLECTION:
        gc.set_threshold(_COLLECTION, *before[1:])
    try:
        yield
    finally:
        forget_validators()  # of these schemas, which are never asked again
        gc.set_threshold(*before)
