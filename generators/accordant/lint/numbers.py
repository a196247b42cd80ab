"""Numbers that not every reader can hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.findings import Finding, JsonValue, Rule, Severity
from accordant.lint.subject import LintSubject
from accordant.registry import layout
from accordant.schema import pointers
from accordant.schema.documents import Document

UNSAFE: Final = Rule(
    "number-unsafe",
    Severity.WARNING,
    "An integer lies beyond 2^53.",
    "JavaScript and many other readers hold numbers as doubles, and read a nearby number instead (RFC 8259, 6).",
    "Stay within 9007199254740991, or carry the number as a string.",
    '{"const": 9007199254740993}',
    '{"const": "9007199254740993"}',
)

RULES: Final = (UNSAFE,)

_LARGEST: Final = 2**53 - 1


def check(subject: LintSubject) -> Iterator[Finding]:
    """Integers beyond 2^53 in schemas, code lists, streams and valid examples."""
    for relative, document in sorted(subject.loader.documents.items()):
        parts = relative.split("/")
        if parts[2:4] != [layout.EXAMPLES, "invalid"]:
            yield from _check_document(document)


def _check_document(document: Document) -> Iterator[Finding]:
    todo: list[tuple[str, JsonValue]] = [("", document.value)]
    while todo:
        pointer, value = todo.pop()
        if isinstance(value, dict):
            todo += [(pointers.join(pointer, key), member) for key, member in value.items() if _may_hold(member)]
        elif isinstance(value, list):
            todo += [(pointers.join(pointer, index), item) for index, item in enumerate(value) if _may_hold(item)]
        elif isinstance(value, int) and abs(value) > _LARGEST:
            digits = str(value) if value.bit_length() < 2000 else "an integer of thousands of digits"
            yield UNSAFE.finding(f"{digits[:60]} lies beyond 2^53", document.place(pointer))


def _may_hold(value: JsonValue) -> bool:
    return isinstance(value, dict | list) or (isinstance(value, int) and abs(value) > _LARGEST)
