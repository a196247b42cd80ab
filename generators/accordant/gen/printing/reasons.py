"""Why a member is required: the conditions on the same value under which a rule asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from accordant.model.constraint_text import statement
from accordant.model.constraints import Constraint, IsClosed, IsType
from accordant.model.markup import PLAIN, SubjectWords

_VALUE: Final = SubjectWords("the value")
LONGEST: Final = 120
"""A longer reason does not help; the rule says it too."""


@dataclass
class Reasons:
    """The conditions around what is being written, by the expression of the value that they are about."""

    _held: list[tuple[str, str]] = field(default_factory=list)

    @contextmanager
    def given(self, test: Constraint, v: str) -> Iterator[None]:
        """What is written inside applies where the test holds."""
        self._held.append((v, _words(test)))
        yield
        self._held.pop()

    def of_required(self, v: str) -> str:
        """What is wrong where a member of a value is missing."""
        words = list(dict.fromkeys(words for held, words in self._held if held == v and words))
        text = f"is required because {' and '.join(words)}"
        return text if words and len(text) <= LONGEST else "is required"


def _words(test: Constraint) -> str:
    """A test as a statement; empty where it names no member."""
    words = "" if isinstance(test, IsClosed | IsType) else statement(test, PLAIN, _VALUE)
    return "" if _VALUE.words in words or "what the schema" in words else words
