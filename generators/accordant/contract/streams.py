"""Stream grammars: which lines a JSON Lines protocol emits, in which order and how often."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from accordant.findings import JsonValue
from accordant.schema.documents import Document


@dataclass(frozen=True, slots=True)
class Line:
    """A line type, ``least`` to ``most`` times (None: without bound); nothing may follow a terminal one."""

    type: str
    least: int = 1
    most: int | None = 1
    terminal: bool = False


@dataclass(frozen=True, slots=True)
class Sequence:
    """Elements one after the other, the whole repeated."""

    elements: tuple[Element, ...]
    least: int = 1
    most: int | None = 1


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the elements, the choice repeated."""

    elements: tuple[Element, ...]
    least: int = 1
    most: int | None = 1


Element: TypeAlias = Line | Sequence | Choice


@dataclass(frozen=True, slots=True)
class Stream:
    """A grammar over the documents of one line schema; the type of a line is at ``discriminator``."""

    name: str
    title: str = ""
    description: str = ""
    source: str = ""
    discriminator: str = "/type"
    line: str = "line"
    commands: tuple[str, ...] = ()
    grammar: tuple[Element, ...] = ()
    partial: tuple[JsonValue, ...] = ()
    failure: tuple[Mapping[str, JsonValue], ...] = ()
    """What a last line holds that says that the program failed: all values of one of these, by their JSON Pointers."""
    raw: JsonValue = field(default=None, compare=False)
    document: Document | None = field(default=None, compare=False)
    base: str = field(default="", compare=False)
    """The JSON Pointer of the grammar in its document."""

    def lines(self) -> Iterator[tuple[Line, str]]:
        """Every line element with its JSON Pointer in the file, but for what may come no time at all."""
        stack: list[tuple[Element, str]] = [
            (part, f"/grammar/{index}") for index, part in reversed(list(enumerate(self.grammar)))
        ]
        while stack:
            element, pointer = stack.pop()
            if element.most == 0:
                continue
            if isinstance(element, Line):
                yield element, pointer
                continue
            key = "any" if isinstance(element, Choice) else "sequence"
            stack += [(part, f"{pointer}/{key}/{index}") for index, part in reversed(list(enumerate(element.elements)))]

    def repeated(self) -> frozenset[str]:
        """The line types that may come any number of times: they say how far the program is."""
        types: set[str] = set()
        todo = [(element, False) for element in self.grammar]
        while todo:
            element, inside = todo.pop()
            repeats = inside or element.most != 1
            if not isinstance(element, Line):
                todo += [(part, repeats) for part in element.elements]
            elif repeats:
                types.add(element.type)
        return frozenset(types)

    def types(self) -> dict[str, str]:
        """Every line type and the pointer of its first occurrence."""
        pointers: dict[str, str] = {}
        for line, pointer in self.lines():
            pointers.setdefault(line.type, pointer)
        return pointers
