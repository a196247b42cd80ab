"""ECMA-262 regular expressions as syntax trees (with the `u` flag's code points and Annex B's leniency)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from accordant.regex import charsets
from accordant.regex.charsets import Charset


class UnreadablePattern(ValueError):
    """A pattern that is no ECMA-262 regular expression, or uses what no finite automaton can do."""


@dataclass(frozen=True, slots=True)
class Chars:
    """One code point of a set."""

    charset: Charset


@dataclass(frozen=True, slots=True)
class Sequence:
    """Parts, one after the other; without parts, the empty string."""

    parts: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Any one of the options."""

    options: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """A body, `low` to `high` times (None: without end)."""

    body: Tree
    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class Look:
    """A lookahead or lookbehind."""

    body: Tree
    negative: bool
    behind: bool


@dataclass(frozen=True, slots=True)
class Edge:
    """`^`, `$`, `b` (word boundary) or `B`."""

    kind: str


@dataclass(frozen=True, slots=True)
class Group:
    """A capturing group."""

    number: int
    body: Tree


@dataclass(frozen=True, slots=True)
class Backreference:
    """The text of a group again."""

    number: int


Tree = Chars | Sequence | Choice | Repeat | Look | Edge | Group | Backreference
NOTHING: Final = Sequence(())

_ESCAPED_CLASSES: Final = {
    "d": charsets.DIGIT,
    "D": charsets.complement(charsets.DIGIT),
    "w": charsets.WORD,
    "W": charsets.complement(charsets.WORD),
    "s": charsets.SPACE,
    "S": charsets.complement(charsets.SPACE),
}
_CONTROLS: Final = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13, "0": 0}
_MAX_NESTING: Final = 100
_MAX_COUNT: Final = 100_000


@lru_cache(maxsize=4096)
def parse(pattern: str) -> Tree:
    """The syntax tree of a pattern.

    Raises:
        UnreadablePattern: a syntax error, a back-reference whose group has endless texts, an unknown property.
    """
    reader = _Reader(pattern)
    tree = reader.choice(0)
    if reader.at < len(pattern):
        raise UnreadablePattern(f"unmatched {pattern[reader.at]!r} at {reader.at}")
    if reader.backreferences:
        from accordant.regex.backreferences import without

        tree = without(tree)
    return tree


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.groups = 0
        self.names: dict[str, int] = {}
        self.backreferences = False

    def fail(self, what: str) -> UnreadablePattern:
        return UnreadablePattern(f"{what} at {self.at}")

    def peek(self, text: str) -> bool:
        return self.text.startswith(text, self.at)

    def take(self, text: str) -> bool:
        if self.peek(text):
            self.at += len(text)
            return True
        return False

    def choice(self, depth: int) -> Tree:
        if depth > _MAX_NESTING:
            raise self.fail("nested too deeply")
        options = [self.sequence(depth)]
        while self.take("|"):
            options.append(self.sequence(depth))
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def sequence(self, depth: int) -> Tree:
        parts: list[Tree] = []
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            parts.append(self.quantified(self.term(depth)))
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def quantified(self, term: Tree) -> Tree:
        bounds = self.quantifier()
        if bounds is None:
            return term
        low, high = bounds
        if isinstance(term, Edge) or (isinstance(term, Look) and term.behind):
            raise self.fail("nothing to repeat")
        self.take("?")
        if self.peek("+"):
            raise self.fail("possessive quantifier")
        if low > _MAX_COUNT or (high or 0) > _MAX_COUNT:
            raise self.fail("repeat count too large for an automaton")
        if high is not None and high < low:
            raise self.fail("numbers out of order in a quantifier")
        return Repeat(term, low, high)

    def quantifier(self) -> tuple[int, int | None] | None:
        for sign, bounds in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self.take(sign):
                return bounds
        if not self.peek("{"):
            return None
        end = self.text.find("}", self.at)
        body = self.text[self.at + 1 : end] if end > 0 else ""
        low, comma, high = body.partition(",")
        if not _is_count(low) or (high and not _is_count(high)):
            return None
        self.at = end + 1
        return int(low), (int(high) if high else None) if comma else int(low)

    def term(self, depth: int) -> Tree:
        character = self.text[self.at]
        self.at += 1
        if character == "^" or character == "$":
            return Edge(character)
        if character == ".":
            return Chars(charsets.complement(charsets.LINE_ENDS))
        if character == "(":
            return self.group(depth)
        if character == "[":
            return Chars(self.bracketed())
        if character == "\\":
            return self.escape()
        if character in "*+?":
            self.at -= 1
            raise self.fail("nothing to repeat")
        return Chars(_single(ord(character)))

    def group(self, depth: int) -> Tree:
        tree: Tree
        if self.take("?:"):
            tree = self.choice(depth + 1)
        elif self.take("?="):
            tree = Look(self.choice(depth + 1), negative=False, behind=False)
        elif self.take("?!"):
            tree = Look(self.choice(depth + 1), negative=True, behind=False)
        elif self.take("?<="):
            tree = Look(self.choice(depth + 1), negative=False, behind=True)
        elif self.take("?<!"):
            tree = Look(self.choice(depth + 1), negative=True, behind=True)
        elif self.peek("?") and not self.peek("?<"):
            raise self.fail("unknown kind of group")
        else:
            self.groups += 1
            number = self.groups
            if self.take("?<"):
                end = self.text.find(">", self.at)
                if end < 0:
                    raise self.fail("unfinished group name")
                self.names[self.text[self.at : end]] = number
                self.at = end + 1
            tree = Group(number, self.choice(depth + 1))
        if not self.take(")"):
            raise self.fail("missing )")
        return tree

    def escape(self) -> Tree:
        if self.at >= len(self.text):
            raise self.fail("pattern ends in a backslash")
        character = self.text[self.at]
        if character in "bB":
            self.at += 1
            return Edge(character)
        if character in "123456789":
            end = self.at
            while end < len(self.text) and self.text[end] in "0123456789":
                end += 1
            number = int(self.text[self.at : end])
            self.at = end
            self.backreferences = True
            return Backreference(number)
        if character == "k" and self.text.startswith("k<", self.at):
            end = self.text.find(">", self.at)
            name = self.text[self.at + 2 : end]
            if name not in self.names:
                raise self.fail("back-reference to an unknown name")
            self.at = end + 1
            self.backreferences = True
            return Backreference(self.names[name])
        return Chars(self.escaped_set())

    def escaped_set(self) -> Charset:
        """What an escape after the backslash stands for, inside or outside brackets."""
        character = self.text[self.at]
        self.at += 1
        if character in _ESCAPED_CLASSES:
            return _ESCAPED_CLASSES[character]
        if character in "pP" and self.take("{"):
            return self.property(negative=character == "P")
        if character in _CONTROLS:
            return _single(_CONTROLS[character])
        if (
            character == "c"
            and self.at < len(self.text)
            and self.text[self.at].isascii()
            and self.text[self.at].isalpha()
        ):
            self.at += 1
            return _single(ord(self.text[self.at - 1]) % 32)
        if character == "x":
            return _single(self.hexadecimal(2))
        if character == "u":
            return _single(self.unicode_escape())
        if character in "AzZG" or character == "Q":
            # Anchors of other dialects: no reading of them is safe to rely on.
            raise self.fail(f"unknown escape \\{character}")
        return _single(ord(character))

    def property(self, *, negative: bool) -> Charset:
        end = self.text.find("}", self.at)
        name = self.text[self.at : end]
        found = charsets.of_property(name) if end > 0 else None
        if found is None:
            raise self.fail(f"unknown property {name!r}")
        self.at = end + 1
        return charsets.complement(found) if negative else found

    def hexadecimal(self, length: int) -> int:
        digits = self.text[self.at : self.at + length]
        if len(digits) < length or any(digit not in "0123456789abcdefABCDEF" for digit in digits):
            raise self.fail("broken hexadecimal escape")
        self.at += length
        return int(digits, 16)

    def unicode_escape(self) -> int:
        if self.take("{"):
            end = self.text.find("}", self.at)
            digits = self.text[self.at : end]
            if end < 0 or not digits or any(digit not in "0123456789abcdefABCDEF" for digit in digits):
                raise self.fail("broken \\u{...}")
            self.at = end + 1
            point = int(digits, 16)
            if point > charsets.LAST:
                raise self.fail("beyond the last code point")
            return point
        point = self.hexadecimal(4)
        if 0xD800 <= point <= 0xDBFF and self.peek("\\u"):
            before = self.at
            self.at += 2
            low = self.hexadecimal(4)
            if 0xDC00 <= low <= 0xDFFF:
                return 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00)
            self.at = before
        return point

    def bracketed(self) -> Charset:
        negative = self.take("^")
        ranges: list[tuple[int, int]] = []
        while not self.take("]"):
            low = self.member()
            if self.peek("-") and not self.peek("-]") and self.at + 1 < len(self.text):
                self.at += 1
                high = self.member()
                if _is_single(low) and _is_single(high):
                    if high[0][0] < low[0][0]:
                        raise self.fail("range out of order")
                    ranges.append((low[0][0], high[0][0]))
                    continue
                ranges += [*low, (45, 45), *high]
                continue
            ranges += low
        charset = charsets.of(ranges)
        return charsets.complement(charset) if negative else charset

    def member(self) -> Charset:
        if self.at >= len(self.text):
            raise self.fail("missing ]")
        character = self.text[self.at]
        self.at += 1
        if character != "\\":
            return _single(ord(character))
        if self.take("b"):
            return _single(8)
        if self.at >= len(self.text):
            raise self.fail("missing ]")
        return self.escaped_set()


def _single(point: int) -> Charset:
    return ((point, point),)


def _is_single(charset: Charset) -> bool:
    return len(charset) == 1 and charset[0][0] == charset[0][1]


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdecimal()
