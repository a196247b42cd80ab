"""Where two outputs of the same call differ, besides what may vary."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from accordant.contract import Version
from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.schema import documents, pointers

CLOCK = "clock"


@dataclass(frozen=True, slots=True)
class Difference:
    """A place, and the two values there; a value that is missing is shown as the word."""

    pointer: str
    value: JsonValue
    other: JsonValue
    line: int = 0


def volatile_fields(version: Version) -> tuple[str, ...]:
    """The fields of a version that are computed from the clock, and those that its serialisation lets vary."""
    varying = version.behaviour.serialisation.get("varies")
    return (
        *(str(row.get("field")) for row in version.behaviour.derived if row.get("from") == CLOCK),
        *(map(str, varying) if isinstance(varying, list) else ()),
    )


def find_difference(output: bytes, other: bytes, volatile: tuple[str, ...]) -> Difference | None:
    """The first difference of two outputs, or None. Two texts that are not JSON are not compared.

    Args:
        output: the first output.
        other: the second one.
        volatile: pointers of fields that may vary, as the ends of longer ones too; ``*`` is any step.
    """
    if output == other:
        return None
    left, right = _values(output), _values(other)
    if left is None and right is None:
        return None
    if left is None or right is None:
        return _of_lines(output, other)
    for number, (first, second) in enumerate(zip(left, right, strict=False), start=1):
        for pointer, old, new in _of_values(first, second, ""):
            if not any(_is_at(pointer, field) for field in volatile):
                return Difference(pointer, old, new, number if len(left) > 1 else 0)
    if len(left) != len(right):
        return Difference("", f"{len(left)} lines", f"{len(right)} lines", min(len(left), len(right)) + 1)
    return None if volatile and _orders(left) == _orders(right) else _of_lines(output, other)


def _values(data: bytes) -> list[JsonValue] | None:
    """The document, or those of the lines; None where it is neither."""
    try:
        return [documents.parse(data, "stdout").value]
    except InputError:
        pass
    try:
        return [documents.parse(line, "stdout").value for line in data.split(b"\n") if line.strip()]
    except InputError:
        return None


def _of_lines(output: bytes, other: bytes) -> Difference | None:
    """The first line in which two texts differ."""
    left, right = (data.decode("utf-8", "replace").split("\n") for data in (output, other))
    for number, (first, second) in enumerate(zip(left, right, strict=False), start=1):
        if first != second:
            return Difference("", first, second, number)
    return Difference("", f"{len(left)} lines", f"{len(right)} lines", min(len(left), len(right)) + 1)


def _of_values(value: JsonValue, other: JsonValue, at: str) -> Iterator[tuple[str, JsonValue, JsonValue]]:
    if isinstance(value, dict) and isinstance(other, dict):
        for name in dict.fromkeys([*value, *other]):
            if name in value and name in other:
                yield from _of_values(value[name], other[name], pointers.join(at, name))
            else:
                yield pointers.join(at, name), value.get(name, "(missing)"), other.get(name, "(missing)")
    elif isinstance(value, list) and isinstance(other, list) and len(value) == len(other):
        for index, (left, right) in enumerate(zip(value, other, strict=True)):
            yield from _of_values(left, right, pointers.join(at, index))
    elif value != other or type(value) is not type(other):
        yield at, value, other


def _is_at(pointer: str, field: str) -> bool:
    """Whether a pointer ends in a field."""
    tokens, wanted = pointers.split(pointer), pointers.split(field)
    return len(wanted) <= len(tokens) and all(
        want in ("*", token) for want, token in zip(reversed(wanted), reversed(tokens), strict=False)
    )


def _orders(values: list[JsonValue]) -> list[JsonValue]:
    """The order of the keys of every object: what else may differ between equal values is white space."""
    if isinstance(values, dict):
        return [[name, _orders(member)] for name, member in values.items()]
    return [_orders(item) for item in values] if isinstance(values, list) else []
