"""A line is read alike by validate and generated Python: for every rule about bytes, and for lines cut or changed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from accordant.conform import byte_rules
from accordant.conform.lines import RawLine, read_line
from accordant.conform.severities import Grades
from accordant.schema import strict_lines

SOUND = [
    b'{"type": "progress", "at": -1.5e3, "ok": true, "of": null}',
    '{"text": "\\u2028 \u00e9\U0001f600 \\ud83d\\ude00", "list": [[], {}, [1, "x"]]}'.encode(),
]
FAULTS = {
    "duplicate-key": b'{"a": 1, "a": 2}',
    "encoding-wrong": b'{"a": "\xff"}',
    "extra-data": b'{"a": 1} {"b": 2}',
    "glued-output": b'done {"a": 1}',
    "lone-surrogate": b'{"a": "\\ud800"}',
    "not-a-number": b'{"a": NaN}',
    "not-json": b"{'a': 1}",
    "number-out-of-range": b'{"a": 1e400}',
    "too-deep": b"[" * 200 + b"]" * 200,
    "too-large": b'"' + b"x" * (4 * 1024 * 1024) + b'"',
}
OF_THE_STREAM = {"crlf", "blank-line", "byte-order-mark", "no-final-newline"}
"""Rules about what stands around a line, which readers of streams take away before."""


def mutated() -> Iterator[bytes]:
    dice = random.Random(4)
    for line in SOUND:
        yield from (line[:end] for end in range(1, len(line)))
        for _ in range(500):
            changed = bytearray(line)
            changed[dice.randrange(len(line))] = dice.choice(b'{}[]",:\\ \x00\x80\xffne1')
            yield bytes(changed)


def read_by_package(data: bytes) -> tuple[bool, Any]:
    try:
        return True, strict_lines.parse_line(data)
    except ValueError:
        return False, None


def require_alike(data: bytes, ends: bool = True) -> str:
    line = read_line(RawLine("run.jsonl", 2, data, ends), Grades("consumer"))
    is_read, value = read_by_package(data)
    assert is_read is (line.document is not None), data[:100]
    assert line.document is None or repr(value) == repr(line.document.value), data[:100]
    return line.findings[0].rule if line.findings else ""


@pytest.mark.parametrize("rule", FAULTS)
def test_a_fault_of_bytes_is_one_for_both(rule: str) -> None:
    assert require_alike(FAULTS[rule]) == rule


def test_every_rule_about_the_bytes_of_a_line_is_tried() -> None:
    assert {rule.name for rule in byte_rules.BYTE_RULES} == FAULTS.keys() | OF_THE_STREAM


def test_sound_lines_and_lines_that_were_cut_or_changed_are_read_alike() -> None:
    for data in [*SOUND, *mutated()]:
        if data.strip():
            require_alike(data, ends=False)


@pytest.mark.parametrize("inside", [b"", b"1", b'"x"', b"{}"])
@pytest.mark.parametrize("levels", [126, 127, 128, 129, 130])
def test_the_deepest_line_is_the_same_for_both(levels: int, inside: bytes) -> None:
    is_deeper = levels + (inside == b"{}") > strict_lines.MOST_DEPTH
    assert require_alike(b"[" * levels + inside + b"]" * levels) == ("too-deep" if is_deeper else "")
