"""Words that are nearly others: what was probably meant."""

from __future__ import annotations

from collections.abc import Iterable

ALIKE = 0.6
"""How similar two words must be: the share of letters that they have in common, in their order."""


def near(word: str, known: Iterable[str], most: int = 1, alike: float = ALIKE) -> list[str]:
    """The known words that are nearest to a word, the nearest first; capital letters count as small ones.

    >>> near("promis", ["name", "promise"]), near("colour", ["name"]), near("PATH", ["Path"])
    (['promise'], [], ['Path'])
    """
    import difflib

    folded = {name.lower(): name for name in known}
    return [folded[match] for match in difflib.get_close_matches(word.lower(), folded, n=most, cutoff=alike)]


def did_you_mean(word: str, known: Iterable[str], most: int = 1) -> str:
    """A question with the nearest of the known words; empty where none is near.

    >>> did_you_mean("promis", ["name", "promise"])
    'did you mean promise?'
    """
    words = near(word, known, most)
    return f"did you mean {' or '.join(words)}?" if words else ""


def asking_first(word: str, known: Iterable[str], step: str) -> str:
    """A next step, with the question before it where a known word is near."""
    question = did_you_mean(word, known)
    return f"{question} {step}" if question else step
