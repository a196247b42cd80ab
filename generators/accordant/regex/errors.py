"""What can be wrong with a pattern, from no pattern at all to one that an engine has no words for."""

from __future__ import annotations


class UnreadablePattern(ValueError):
    """No finite automaton can be made of a pattern."""


class InvalidPattern(UnreadablePattern):
    """A text that is no ECMA-262 pattern. The message says what is wrong and at which index."""


class NotRegular(UnreadablePattern):
    """A pattern that needs more than a finite automaton, or a larger one than we build."""


class UnknownCharacters(UnreadablePattern):
    """A Unicode property whose code points are not at hand, so that nothing is decided about it."""


class NotExpressible(ValueError):
    """An engine has no words for a part of a pattern."""
