"""Errors about patterns: invalid, not regular, of unknown characters, or not expressible in an engine."""

from __future__ import annotations


class UnreadablePattern(ValueError):
    """No finite automaton can be made of a pattern."""


class InvalidPattern(UnreadablePattern):
    """A text that is not an ECMA-262 pattern. The message says what is wrong and at which index."""


class NotRegular(UnreadablePattern):
    """A pattern that needs more than a finite automaton, or a larger one than we build."""


class UnknownCharacters(UnreadablePattern):
    """A Unicode property whose code points we do not have."""


class NotExpressible(ValueError):
    """An engine has no syntax for a part of a pattern."""
