"""ECMA-262 patterns rewritten for the engines that generated Python uses.

pydantic's own engine (linear, no backtracking) takes nearly everything; look-around and back-references go to ``re``.
A pattern is read as with the ``u`` flag, code point by code point; escapes that only the old syntax knows are allowed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from accordant.regex.codepoints import (
    CLASSES,
    CONTROLS,
    LAST,
    LINE_END,
    NotExpressible,
    complement,
    in_brackets,
    literal,
)
from accordant.regex.unicode_properties import is_property

LARGEST: Final = 60_000
"""Patterns that weigh more are left to ``re``: a linear engine unrolls counted repetitions, up to 10 MiB."""
WEIGHTS: Final = {"character": 1, "class": 25, "property": 600}
"""What the linear engine needs at most for one of a kind, in units of about 100 bytes."""
LOOKS: Final = ("(?=", "(?!", "(?<=", "(?<!")
COUNT: Final = re.compile(r"\{([0-9]+)(?:,([0-9]*))?\}")
ASSERTIONS: Final = ("^", "$", "\\b", "\\B")
"""What matches between two characters, so that there is nothing to repeat."""


@dataclass(frozen=True, slots=True)
class Translated:
    """A pattern for generated Python: ``linear`` for pydantic's engine, else for ``re``."""

    text: str
    linear: bool


@lru_cache(maxsize=4096)
def translate(pattern: str) -> Translated | None:
    """The pattern for Python, or None where it is not a pattern or no engine can express it."""
    for linear in (True, False):
        try:
            text = _Reader(pattern, linear).whole()
            if not linear:
                re.compile(text, re.ASCII)
            return Translated(text, linear)
        except (ValueError, IndexError, OverflowError, RecursionError, re.error):
            continue
    return None


class _Reader:
    """One pass over a pattern that writes it for one engine."""

    def __init__(self, pattern: str, linear: bool) -> None:
        self.text, self.at, self.linear = pattern, 0, linear
        self.depth, self.behind, self.weight = 0, 0, 0
        self.groups = 0
        self.names: dict[str, int] = {}
        self.closed: set[int] = set()
        self.referred: set[int | str] = set()

    def whole(self) -> str:
        written = "|".join(self.alternatives())
        if self.at < len(self.text):
            raise NotExpressible("a closing parenthesis without an opening one")
        if not all(one in self.names if isinstance(one, str) else one <= self.groups for one in self.referred):
            raise NotExpressible("a reference to no group")
        if self.linear and self.weight > LARGEST:
            raise NotExpressible("a large counted repetition")
        return written

    def peek(self, text: str) -> bool:
        return self.text.startswith(text, self.at)

    def take(self, text: str) -> bool:
        if self.peek(text):
            self.at += len(text)
            return True
        return False

    def alternatives(self) -> list[str]:
        """The branches up to a closing parenthesis or the end; ``weight`` grows by what they weigh."""
        written = [""]
        while self.at < len(self.text) and not self.peek(")"):
            if self.take("|"):
                written.append("")
                continue
            before, self.weight = self.weight, 0
            fixed = any(self.peek(one) for one in (*LOOKS, *ASSERTIONS))
            atom = self.atom()
            written[-1] += atom + self.quantifier(fixed)
            self.weight += before
        return written

    def quantifier(self, fixed: bool) -> str:
        """The quantifier that stands here, or nothing; ``fixed``: what stands before it cannot be repeated."""
        start = self.at
        if self.at < len(self.text) and self.text[self.at] in "*+?":
            self.at += 1
        elif not self.counted():
            return ""
        if fixed:
            raise NotExpressible("nothing to repeat")
        self.take("?")
        return self.text[start : self.at]

    def counted(self) -> bool:
        """Read ``{n}``, ``{n,}`` or ``{n,m}``, which multiplies the weight; where the brace is only a brace, do not."""
        found = COUNT.match(self.text, self.at)
        if found is None:
            return False
        low, high = int(found[1]), int(found[2] or found[1])
        if high < low:
            raise NotExpressible("a count that runs backwards")
        self.at = found.end()
        self.weight *= max(1, high)
        return True

    def atom(self) -> str:
        character = self.text[self.at]
        if character == "(":
            return self.look() or self.group()
        if COUNT.match(self.text, self.at):
            raise NotExpressible("nothing to repeat")
        self.at += 1
        self.weight += WEIGHTS["character"]
        if character == "[":
            return self.bracket()
        if character == "\\":
            return self.escape()
        if character == ".":
            self.weight += WEIGHTS["class"]
            return f"[{in_brackets(complement(LINE_END))}]"
        if character == "^":
            return "^"
        if character == "$":
            return "$" if self.linear else "\\Z"
        if character in "*+?":
            raise NotExpressible("nothing to repeat")
        return literal(ord(character), "^$\\.*+?()[]{}|")

    def look(self) -> str:
        """A look-around, or nothing; behind, each alternative looks by itself, so that each has one width."""
        opening = next((one for one in LOOKS if self.take(one)), "")
        if not opening:
            return ""
        if self.linear:
            raise NotExpressible("look-around")
        behind = opening.startswith("(?<")
        self.behind += behind
        inner = self.inside()
        self.behind -= behind
        if not behind:
            return f"{opening}{'|'.join(inner)})"
        looks = [f"{opening}{one})" for one in inner]
        return "".join(looks) if opening == "(?<!" else f"(?:{'|'.join(looks)})"

    def group(self) -> str:
        opening = next(one for one in ("(?:", "(?<", "(") if self.take(one))
        if opening == "(?:":
            return f"(?:{'|'.join(self.inside())})"
        self.groups += 1
        number, name = self.groups, ""
        if opening == "(?<":
            end = self.text.find(">", self.at)
            name = self.text[self.at : end] if end > 0 else ""
            if not (name.isidentifier() and name.isascii()) or name in self.names:
                raise NotExpressible("a group name")
            self.names[name] = number
            self.at = end + 1
        written = f"({f'?P<{name}>' if name else ''}{'|'.join(self.inside())})"
        self.closed.add(number)
        return written

    def inside(self) -> list[str]:
        """The alternatives of a group whose opening is read, and its end."""
        if self.peek("?"):
            raise NotExpressible("an unknown kind of group")
        self.depth += 1
        if self.depth > 50:
            raise NotExpressible("groups nested too deeply")
        found = self.alternatives()
        self.depth -= 1
        if not self.take(")"):
            raise NotExpressible("a group without an end")
        return found

    def escape(self) -> str:
        """What a backslash outside brackets means."""
        character = self.text[self.at]
        if character in "bB":
            self.at += 1
            return f"(?-u:\\{character})" if self.linear else f"\\{character}"
        if character in "123456789":
            return self.back_reference()
        if character == "k" and "(?<" in self.text:
            return self.named_reference()
        if character.lower() in CLASSES:
            self.at += 1
            self.weight += WEIGHTS["class"]
            ranges = CLASSES[character.lower()]
            return f"[{in_brackets(ranges if character.islower() else complement(ranges))}]"
        if character in "pP":
            return self.unicode_property()
        return literal(self.character_escape(), "^$\\.*+?()[]{}|")

    def back_reference(self) -> str:
        end = self.at
        while end < len(self.text) and self.text[end] in "0123456789":
            end += 1
        number, self.at = int(self.text[self.at : end]), end
        return self.reference(number, number)

    def named_reference(self) -> str:
        end = self.text.find(">", self.at)
        name = self.text[self.at + 2 : end] if self.text[self.at + 1 : self.at + 2] == "<" and end > 0 else ""
        self.at = end + 1
        return self.reference(name, self.names.get(name, 0))

    def reference(self, group: int | str, number: int) -> str:
        """What a group has matched; nothing where it has not matched, or not yet."""
        if self.linear or self.behind:
            raise NotExpressible("a back-reference")
        self.referred.add(group)
        return f"(?({number})\\{number})" if number in self.closed else "(?:)"

    def unicode_property(self) -> str:
        end = self.text.find("}", self.at)
        name = self.text[self.at + 2 : end] if self.text[self.at + 1 : self.at + 2] == "{" and end > 0 else ""
        if not self.linear or not is_property(name):
            raise NotExpressible("a Unicode property")
        self.weight += WEIGHTS["property"]
        written = f"\\{self.text[self.at]}{{{name}}}"
        self.at = end + 1
        return written

    def character_escape(self) -> int:
        """The code point of an escape that means one character."""
        character = self.text[self.at]
        self.at += 1
        if character in CONTROLS:
            return CONTROLS[character]
        if character == "c" and self.text[self.at : self.at + 1].isalpha() and self.text[self.at].isascii():
            self.at += 1
            return ord(self.text[self.at - 1]) % 32
        if character == "0" and not self.text[self.at : self.at + 1].isdigit():
            return 0
        if character == "x":
            return self.hexadecimal(2)
        if character == "u":
            return self.unicode_escape()
        if character.isascii() and character.isalnum():
            raise NotExpressible(f"the escape \\{character}")
        return ord(character)

    def hexadecimal(self, digits: int) -> int:
        text = self.text[self.at : self.at + digits]
        if len(text) < digits or any(one not in "0123456789abcdefABCDEF" for one in text):
            raise NotExpressible("hexadecimal digits")
        self.at += digits
        return int(text, 16)

    def unicode_escape(self) -> int:
        if self.take("{"):
            end = self.text.find("}", self.at)
            digits = end - self.at
            if not 0 < digits < 9:
                raise NotExpressible("hexadecimal digits")
            code = self.hexadecimal(digits)
            self.at += 1
            if code > LAST:
                raise NotExpressible("a code point that does not exist")
            return code
        code = self.hexadecimal(4)
        if 0xD800 <= code < 0xDC00 and self.peek("\\u"):
            self.at += 2
            low = self.hexadecimal(4)
            if not 0xDC00 <= low < 0xE000:
                raise NotExpressible("half of a surrogate pair")
            return 0x10000 + (code - 0xD800) * 0x400 + (low - 0xDC00)
        return code

    def bracket(self) -> str:
        """A class in brackets; the opening one is read."""
        negative = self.take("^")
        self.weight += WEIGHTS["class"] if negative else 0
        if self.take("]"):
            everything = in_brackets(complement(()))
            return f"[{everything}]" if negative else f"[^{everything}]"
        written = ""
        while not self.take("]"):
            low = self.class_atom()
            if self.peek("-") and not self.peek("-]") and isinstance(low, int):
                kept = self.at
                self.at += 1
                high = self.class_atom()
                if isinstance(high, int):
                    if high < low:
                        raise NotExpressible("a range that runs backwards")
                    written += f"{literal(low)}-{literal(high)}"
                    continue
                self.at = kept
            written += low if isinstance(low, str) else literal(low)
        return f"[{'^' if negative else ''}{written}]"

    def class_atom(self) -> int | str:
        """One code point, or the text of a class like ``\\d``, inside brackets."""
        character = self.text[self.at]
        self.at += 1
        if character != "\\":
            return ord(character)
        character = self.text[self.at]
        if character.lower() in CLASSES:
            self.at += 1
            self.weight += WEIGHTS["class"]
            ranges = CLASSES[character.lower()]
            return in_brackets(ranges if character.islower() else complement(ranges))
        if character in "pP":
            return self.unicode_property()
        if character in "bB":
            self.at += 1
            if character == "B":
                raise NotExpressible("a boundary in brackets")
            return 8
        return self.character_escape()
