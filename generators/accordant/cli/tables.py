"""Rows of text in aligned columns."""

from __future__ import annotations

from collections.abc import Sequence


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A head line and the rows, each column as wide as its widest cell, two spaces between; no trailing spaces."""
    widths = [max(len(row[index]) for row in [head, *rows]) for index in range(len(head))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in [head, *rows]]
    return "\n".join(line.rstrip() for line in lines)


def facts(pairs: Sequence[tuple[str, str]]) -> str:
    """``word  fact`` on each line, the facts aligned; pairs without a fact are left out; further lines are indented."""
    present = [(word, fact) for word, fact in pairs if fact]
    width = max((len(word) for word, _ in present), default=0) + 2
    return "\n".join(word.ljust(width) + fact.replace("\n", "\n" + " " * width) for word, fact in present)
