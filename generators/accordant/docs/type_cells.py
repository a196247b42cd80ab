"""A field's type in words, with links to the sections of named types."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.docs.markdown import link, text
from accordant.docs.places import Book, section_anchor
from accordant.model.fields.alternatives import plain_alternatives
from accordant.model.fields.reader import FieldReader, SchemaFacts, Section
from accordant.model.json_equality import ATOMS, atom_of, atoms
from accordant.model.types import (
    ListOf,
    Literal,
    MapOf,
    Nothing,
    Ref,
    Scalar,
    Shape,
    TupleOf,
    TypeParam,
    UnionOf,
    Unknown,
)
from accordant.schema.vocabulary import enumeration

_ORDER: Final = ("object", "array", "string", "number", "integer", "number with a fraction", "boolean", "null")

Words = tuple[str, frozenset[str]]
"""A type in words, and the JSON types that they stand for."""


class TypeCells:
    """Writes the types of one version's fields, with links from one page."""

    def __init__(self, reader: FieldReader, book: Book) -> None:
        self.reader, self.book = reader, book

    def of(self, facts: SchemaFacts) -> str:
        """``string``, ``array of ErrorRecord``, ``null or object``: every type that is admitted, and no other."""
        if not facts.types:
            return "nothing"
        words = self._type_words(facts)
        return "any value" if words == enumeration(plain_words(ATOMS)) else words

    def link(self, section: Section) -> str:
        """A link to a section."""
        anchor = section_anchor(section.schema, section.name)
        return link(text(section.name or section.schema), self.book.to(self.book.index, anchor))

    def _type_words(self, facts: SchemaFacts) -> str:
        words: list[str] = []
        left = facts.types
        for words_of_type, types in self._pieces_of(facts):
            if types and types <= facts.types:
                words.append(words_of_type)
            elif types & facts.types:
                words += plain_words(types & facts.types)
            left -= types
        return enumeration(list(dict.fromkeys([*words, *plain_words(left)])))

    def _pieces_of(self, facts: SchemaFacts) -> list[Words]:
        """The types of the values at a place: those of a union's alternatives, also where rules hold the union."""
        shape, current = facts.type.shape, facts.site.key
        alternatives = next(filter(None, map(plain_alternatives, facts.own)), [])
        if len(facts.own) == 1 and alternatives:
            shapes = [self.reader.type_of(site).shape for site in alternatives]
            return [piece for option in shapes for piece in self._pieces(option, current)]
        if isinstance(shape, Ref) and shape.key == current:
            return self._pieces_of_draft(current, current)
        return list(self._pieces(shape, current))

    def _pieces_of_draft(self, key: str, current: str) -> list[Words]:
        """The pieces of a type with no section of its own: the sections that it adds to, or what it is made of."""
        sections = self.reader.bases(key, current)
        links = [(self.link(section), self.reader.types_of(section)) for section in sections]
        return links or list(self._pieces(self.reader.draft(key).type.shape, current))

    def _pieces(self, shape: Shape, current: str) -> Iterator[Words]:
        """The types of a shape that stands in the section, or in the definition, with the key ``current``."""
        match shape:
            case Ref(key) if key in self.reader.sections:
                section = self.reader.sections[key]
                yield self.link(section), self.reader.types_of(section)
            case Ref(key):
                yield from self._pieces_of_draft(key, current)
            case Scalar(kind):
                yield kind, atoms([kind])
            case Literal(values):
                for name in dict.fromkeys(map(atom_of, values)):
                    yield name, frozenset({name})
            case ListOf(item):
                yield "array" + self._inner(" of ", item.shape, current), frozenset({"array"})
            case TupleOf():
                yield "array", frozenset({"array"})
            case MapOf(value):
                yield "object" + self._inner(" with values: ", value.shape, current), frozenset({"object"})
            case UnionOf(options):
                for option in options:
                    yield from self._pieces(option.shape, current)
            case TypeParam(name, bound):
                pieces = list(self._pieces(bound.shape, current))
                types = frozenset[str]().union(*(types for _, types in pieces))
                yield f"{text(name)}: {_group([words for words, _ in pieces]) or 'any value'}", types or ATOMS
            case Unknown() | Nothing():
                return
            case _:
                yield "object", frozenset({"object"})

    def _inner(self, before: str, shape: Shape, current: str) -> str:
        words = list(dict.fromkeys(words_of_type for words_of_type, _ in self._pieces(shape, current)))
        return before + _group(words) if words else ""


def _group(words: list[str]) -> str:
    """Several types in parentheses, so that it is clear where the list ends."""
    return f"({enumeration(words)})" if len(words) > 1 else enumeration(words)


def plain_words(types: frozenset[str]) -> list[str]:
    """The names of some JSON types, in one order: ``number`` where integers and fractions are among them."""
    names = set(types) - {"integer", "fraction"}
    if {"integer", "fraction"} <= types:
        names.add("number")
    elif "integer" in types:
        names.add("integer")
    elif "fraction" in types:
        names.add("number with a fraction")
    return [name for name in _ORDER if name in names]
