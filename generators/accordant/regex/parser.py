"""ECMA-262 patterns as syntax trees (ECMA-262, 22.2.1, and Annex B.1.2 for patterns without the `u` flag)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from accordant.regex.errors import InvalidPattern, UnreadablePattern
from accordant.regex.escapes import Syntax, point_of, read_character_escape, read_class_escape
from accordant.regex.groups import Groups, read_group_name
from accordant.regex.scanner import Scanner
from accordant.regex.tree import (
    DOT,
    Backreference,
    Characters,
    Choice,
    Edge,
    Group,
    Item,
    Look,
    Modified,
    Property,
    Range,
    Repeat,
    Sequence,
    Tree,
    single,
)

_MAX_NESTING: Final = 100
"""Deeper groups would end Python's stack before they mean anything."""
_LOOKS: Final = {"?=": (False, False), "?!": (True, False), "?<=": (False, True), "?<!": (True, True)}
_ASSERTIONS: Final = ("^", "$", "\\b", "\\B", "(?<=", "(?<!")
_LOOKAHEADS: Final = ("(?=", "(?!")
"""What Annex B lets a quantifier repeat (QuantifiableAssertion)."""
_QUANTIFIERS: Final = {"*": (0, None), "+": (1, None), "?": (0, 1)}


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern as it is written, and what it means."""

    text: str
    tree: Tree
    syntax: Syntax
    """`UNICODE` where an engine takes the text with the `u` flag as it stands, else `LENIENT`."""


@lru_cache(maxsize=4096)
def parse(text: str) -> Pattern:
    """A pattern as JSON Schema reads it: as with the `u` flag, code point by code point.

    JSON Schema (Core 2020-12, 6.4) wants ECMA-262 patterns, and the `u` flag for them. Many schemas are written in the
    older spellings of Annex B (`\\-`, `[\\w-.]`, a lone brace). So: a pattern of the `u` syntax means what it says
    there; any other text is read in the spellings of Annex B with the same meaning. Annex B also takes a backslash
    before any letter or digit for nothing (`\\Z` is `Z`, `\\2` may be U+0002). Other dialects give these a meaning, so
    whoever wrote them meant something else: they are not patterns here.

    Raises:
        InvalidPattern: the text is not a pattern.
        UnreadablePattern: it is nested too deeply.
    """
    try:
        return Pattern(text, parse_as(text, Syntax.UNICODE), Syntax.UNICODE)
    except InvalidPattern as error:
        try:
            return Pattern(text, parse_as(text, Syntax.LENIENT), Syntax.LENIENT)
        except InvalidPattern as lenient:
            raise lenient from error


def parse_as(text: str, syntax: Syntax) -> Tree:
    """The tree of a pattern in one syntax.

    Raises:
        InvalidPattern: the text is not a pattern of the syntax.
        UnreadablePattern: it is nested too deeply.
    """
    return _Parser(text, syntax).pattern()


class _Parser(Scanner):
    """One pass over a pattern."""

    def __init__(self, text: str, syntax: Syntax) -> None:
        super().__init__(text)
        self.syntax = syntax
        self.annex_b = syntax is not Syntax.UNICODE
        self.groups = Groups(text)
        self.path: list[tuple[int, int]] = []
        self.choices = 0

    def pattern(self) -> Tree:
        """Pattern: the whole text."""
        tree = self.choice()
        if not self.at_end:
            raise self.error("a closing parenthesis without an opening one")
        return self.groups.resolve(tree)

    def choice(self) -> Tree:
        """Disjunction: alternatives between bars."""
        if len(self.path) > _MAX_NESTING:
            raise UnreadablePattern("groups nested too deeply")
        self.choices += 1
        number = self.choices
        options: list[Tree] = []
        while True:
            self.path.append((number, len(options)))
            options.append(self.sequence())
            self.path.pop()
            if not self.take("|"):
                return options[0] if len(options) == 1 else Choice(tuple(options))

    def sequence(self) -> Tree:
        """Alternative: terms, one after the other."""
        parts: list[Tree] = []
        while not self.at_end and self.text[self.at] not in "|)":
            term = self.at
            parts.append(self.with_quantifier(self.term(), term))
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def with_quantifier(self, tree: Tree, start: int) -> Tree:
        """A term, which starts at an index of the text, with the quantifier behind it."""
        end = self.at
        bounds = self.quantifier()
        if bounds is None:
            return tree
        low, high = bounds
        # By the text, not by the tree: in a group of its own an assertion may be repeated.
        if self.text.startswith(_ASSERTIONS if self.annex_b else (*_ASSERTIONS, *_LOOKAHEADS), start):
            self.at = end
            raise self.error("nothing to repeat")
        if high is not None and high < low:
            raise self.error("numbers out of order in a quantifier")
        return Repeat(tree, low, high, self.take("?"))

    def quantifier(self) -> tuple[int, int | None] | None:
        """The bounds of a quantifier; None, and nothing read, where none stands here."""
        if self.at_end:
            return None
        bounds = _QUANTIFIERS.get(self.text[self.at])
        if bounds is not None:
            self.at += 1
            return bounds
        start = self.at
        if self.take("{"):
            low = self.digits()
            comma = bool(low) and self.take(",")
            high = self.digits() if comma else low
            if low and self.take("}"):
                return _read_count(low), _read_count(high) if high else None
        self.at = start
        return None

    def term(self) -> Tree:
        """Term, without its quantifier."""
        start = self.at
        if self.quantifier() is not None:
            self.at = start
            raise self.error("nothing to repeat")
        character = self.next()
        match character:
            case "^" | "$":
                return Edge(character)
            case ".":
                return DOT
            case "(":
                return self.group()
            case "[":
                return self.character_class()
            case "\\":
                return self.escape()
            case "{" | "}" | "]" if not self.annex_b:
                self.at -= 1
                raise self.error(f"a lone {character}")
        return single(ord(character))

    def group(self) -> Tree:
        """What stands in parentheses; the opening one is read."""
        for opening in sorted(_LOOKS, key=len, reverse=True):
            if self.take(opening):
                return Look(self.group_body(), *_LOOKS[opening])
        if self.take("?<"):
            return self.capture(read_group_name(self))
        if self.take("?"):
            return self.group_with_flags()
        return self.capture("")

    def group_body(self) -> Tree:
        """The disjunction in a group, up to and with the closing parenthesis."""
        tree = self.choice()
        if not self.take(")"):
            raise self.error("a group that is not closed")
        return tree

    def capture(self, name: str) -> Tree:
        """A capturing group behind its opening parenthesis and name."""
        number = self.groups.open_group(name, tuple(self.path))
        return Group(number, self.group_body(), name)

    def group_with_flags(self) -> Tree:
        """`(?:...)`, or a group with flags of its own."""
        flags = self.until(":")
        added, minus, removed = (flags or "").partition("-")
        letters = added + removed
        empty = flags is None or (minus and not letters)
        if empty or not set(letters) <= set("ims") or len(set(letters)) < len(letters):
            raise self.error("an unknown kind of group")
        body = self.group_body()
        return Modified(body, added, removed) if letters else body

    def escape(self) -> Tree:
        """What a backslash outside brackets means; it is read."""
        if self.at_end:
            raise self.error("a backslash at the end")
        if self.peek("b") or self.peek("B"):
            return Edge(self.next())
        if self.peek("k") and (self.groups.named or not self.annex_b):
            self.at += 1
            if not self.take("<"):
                raise self.error("\\k without a group name")
            return self.groups.refer(read_group_name(self))
        if self.text[self.at] in "123456789":
            reference = self.numbered_reference()
            if reference is not None:
                return reference
        escaped = read_class_escape(self, self.syntax)
        if escaped is not None:
            return Characters((escaped,))
        return single(read_character_escape(self, self.syntax, in_class=False, named_groups=self.groups.named))

    def numbered_reference(self) -> Tree | None:
        """A back-reference; None, and nothing read, where Annex B has an octal escape or a plain digit."""
        start, digits = self.at, self.digits()
        # A number of a thousand digits refers to no group, and Python would refuse to read it.
        if len(digits) < 10 and int(digits) <= self.groups.count:
            return Backreference((int(digits),))
        self.at = start
        if self.syntax is not Syntax.ANNEX_B:
            raise self.error(f"\\{digits} refers to no group")
        return None

    def character_class(self) -> Tree:
        """A class in brackets; the opening one is read."""
        negative = self.take("^")
        items: list[Item] = []
        while not self.take("]"):
            low = self.member()
            if not self.peek("-") or self.peek("-]"):
                items.append(low)
                continue
            self.at += 1
            high = self.member()
            first, last = point_of(low), point_of(high)
            if first is not None and last is not None:
                if last < first:
                    raise self.error("a range out of order")
                items.append(Range(first, last))
            elif self.annex_b and not isinstance(low, Property) and not isinstance(high, Property):
                items += [low, Range(45, 45), high]
            else:
                raise self.error("a class as an end of a range")
        return Characters(tuple(items), negative)

    def member(self) -> Item:
        """ClassAtom: a character or a set in brackets."""
        if self.at_end:
            raise self.error("a class that is not closed")
        code = ord(self.next())
        if code == ord("\\"):
            if self.at_end:
                raise self.error("a class that is not closed")
            if self.take("b"):
                return Range(8, 8)
            escaped = read_class_escape(self, self.syntax)
            if escaped is not None:
                return escaped
            code = read_character_escape(self, self.syntax, in_class=True, named_groups=self.groups.named)
        return Range(code, code)


def _read_count(digits: str) -> int:
    """A count; Python refuses to read more than 4,300 digits, and no text is that long."""
    return int(digits) if len(digits) < 4000 else 10**4000
