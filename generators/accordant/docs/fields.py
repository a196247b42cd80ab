"""The table of a section: a row for each field that its schema declares, and the rules below it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import compress
from operator import not_
from types import MappingProxyType
from typing import Final, TypeAlias

from accordant.docs.constraint_cells import DEPRECATED, ConstraintCells
from accordant.docs.markdown import bullets, code, link, rich, spot, table, text, value
from accordant.docs.places import Book, field_anchor, section_anchor
from accordant.docs.type_cells import TypeCells
from accordant.findings import JsonValue
from accordant.model.constraints import Constraint, Has, negate
from accordant.model.fields.admitted import Branches
from accordant.model.fields.declared import Branch, Form, Under
from accordant.model.fields.places import FieldPlace, ItemStep, NamesStep, Step
from accordant.model.fields.reader import FieldFacts, FieldReader, SchemaFacts, Section
from accordant.model.types import ListOf, MapOf, Nothing, Shape, UnionOf, Unknown
from accordant.schema.lost_references import UnresolvableReference
from accordant.schema.vocabulary import enumeration, ordinal

TITLES: Final = ("Field", "Type", "Required", "Constraints", "Since", "Description")
Branched: TypeAlias = tuple[tuple[int, Branch], ...]
"""The branches that declare a field, each with the number of steps to the value that selects it."""

_LONGEST_CONDITION: Final = 160
"""Letters of markup; what is longer is left to the rules below the table."""


class FieldTables:
    """Writes the tables and rules of one version's schemas, for one page."""

    def __init__(self, reader: FieldReader, book: Book) -> None:
        self.reader = reader
        self.types = TypeCells(reader, book)
        self.constraints = ConstraintCells(reader, book, self.types)

    def body(self, section: Section, since: Mapping[str, list[str]] = MappingProxyType({})) -> Iterator[str]:
        """The type of a section's documents, their fields, their rules; a reference that leads nowhere instead.

        Args:
            section: the section.
            since: the pointers that each release brought, the first release first; none where nothing is released.
        """
        try:
            yield from list(self._body(section, since))
        except UnresolvableReference as error:
            yield f"Its fields are not shown: the reference {code(error.ref)} leads nowhere."

    def _body(self, section: Section, since: Mapping[str, list[str]]) -> Iterator[str]:
        whole = self.reader.whole(section)
        fields = self.reader.fields(section)
        shown = shown_fields(self.reader, whole, fields)
        added = " It adds to that type:" if shown and self.reader.find_references(section.site) else ""
        yield f"Type: {', '.join([self.types.of(whole), *self.constraints.phrases(whole)])}.{added}"
        yield from self._tables(section, shown, since)
        rules = [rule.shown() for rule in self.constraints.rules(whole)]
        for field in fields:
            labels = ", ".join(self._labels(section, field))
            rules += [rule.shown(labels) for rule in self.constraints.rules(field.facts)]
        if rules:
            yield "Rules of the schema:"
            yield bullets(dict.fromkeys(rules))

    def _tables(self, section: Section, shown: list[FieldFacts], since: Mapping[str, list[str]]) -> Iterator[str]:
        """The fields in use, then those that are deprecated."""
        releases = {pointer: code(release) for release, pointers in since.items() for pointer in pointers}
        cells = [releases.get(field.facts.place.pointer, "not released yet") for field in shown]
        is_news = bool(since) and any(cell != code(next(iter(since))) for cell in cells)
        rows = [self._cells(section, field, cell if is_news else "") for field, cell in zip(shown, cells, strict=True)]
        are_deprecated = _find_deprecated(shown)
        yield table(TITLES, compress(rows, map(not_, are_deprecated)))
        if any(are_deprecated):
            yield "Deprecated, still valid, and not for new programs:"
            yield table(TITLES, compress(rows, are_deprecated))

    def _cells(self, section: Section, field: FieldFacts, since: str) -> tuple[str, ...]:
        facts = field.facts
        outer = section_anchor(section.schema, section.name)
        anchors = [field_anchor(outer, tokens) for tokens in field.anchors]
        shown = "".join(map(spot, anchors)) + link(code(facts.place.pointer), f"#{anchors[0]}")
        labels = self._labels(section, field)
        shown += f" ({', '.join(labels)})" if labels else ""
        phrases = "; ".join(phrase for phrase in self.constraints.phrases(facts) if phrase != DEPRECATED)
        required = self._describe_required(section, field)
        return shown, self.types.of(facts), required, phrases, since, _description(facts)

    def _labels(self, section: Section, field: FieldFacts) -> list[str]:
        """What the pointer of a field leaves open: the branches that declare it, names by pattern, later items."""
        branches = [self._label(section, field, index) for index in range(len(field.branches))]
        return [*branches, *(label for step in field.facts.place.steps if (label := _step_label(step)))]

    def _label(self, section: Section, field: FieldFacts, index: int) -> str:
        """When the branch of this index, of those that declare a field, applies."""
        depth, branch = field.branches[index]
        if isinstance(branch, Form):
            return f"only in alternative {branch.number} of the schema"
        if branch.keyword == "contains":
            return f"only in items that match {code('contains')}"
        test: Constraint = Has((branch.name,)) if branch.name else self.reader.test_of(branch.site)
        condition = negate(test) if branch.keyword == "else" else test
        return f"only when {self._states(section, field, field.applied[:index], depth, condition)}"

    def _states(self, section: Section, field: FieldFacts, applied: Branches, depth: int, condition: Constraint) -> str:
        """A condition on the value after this many steps to a field, where some branches apply."""
        steps = field.facts.place.steps[:depth]
        required = self.reader.required_at(section, steps, applied)
        return self.constraints.states(condition, FieldPlace(steps).pointer, required)

    def _describe_required(self, section: Section, field: FieldFacts) -> str:
        presence = field.presence
        if presence is None:
            return ""
        if not presence.when or not field.facts.types:
            return presence.required
        words = [
            "" if condition is None else self._states(section, field, field.applied, depth, condition)
            for depth, condition in presence.when
        ]
        condition = f"when {enumeration(words)}"
        return condition if all(words) and len(condition) <= _LONGEST_CONDITION else "when a rule below says so"


def shown_fields(reader: FieldReader, whole: SchemaFacts, fields: Iterable[FieldFacts]) -> list[FieldFacts]:
    """The fields that have a row: all but the items and members of which the type of their container says all.

    Args:
        reader: the reader of the fields.
        whole: the documents of a section.
        fields: every field of it.
    """
    containers: dict[tuple[Step, ...], tuple[Shape, Branched]] = {whole.place.steps: (reader.shape(whole), ())}
    for field in fields:
        containers.setdefault(field.facts.place.steps, (reader.shape(field.facts), field.branches))
    no_row: tuple[Shape, Branched] = (Unknown(), ())  # an item that only ``contains`` tests is no field
    return [field for field in fields if _is_shown(field, *containers.get(field.facts.place.steps[:-1], no_row))]


def _find_deprecated(fields: Iterable[FieldFacts]) -> list[bool]:
    """Which of some fields are deprecated, or stand inside of one that is; parents come first."""
    gone: set[tuple[Step, ...]] = set()
    for field in fields:
        steps = field.facts.place.steps
        if field.facts.docs.deprecated or steps[:-1] in gone:
            gone.add(steps)
    return [field.facts.place.steps in gone for field in fields]


def _step_label(step: Step) -> str:
    match step:
        case NamesStep(pattern) if pattern:
            return f"names like {text(pattern)}"
        case NamesStep(_, named, others) if named or others:
            return "other names"
        case ItemStep(start) if start:
            return f"from the {ordinal(start + 1)} on"
        case _:
            return ""


def _is_shown(field: FieldFacts, container: Shape, branches: Branched) -> bool:
    """Whether a field has a row; the type of its container and the branches that declare it decide."""
    step, schema = field.facts.place.steps[-1], field.facts.site.schema
    is_conditional = any(isinstance(branch, Under) for branch in field.branches if branch not in branches)
    is_told = _says_nothing(schema) or (not is_conditional and _names_parts(container, step))
    match step:
        case ItemStep(start):
            return start > 0 or (_says_more(schema) and not _is_plain(schema)) or not is_told
        case NamesStep(pattern, named, others):
            return bool(pattern or named or others) or _says_more(schema) or not is_told
        case _:
            return True


def _names_parts(shape: Shape, step: Step) -> bool:
    """Whether the type cell of an array, or of an object, says what its items, or its members, are."""
    parts = [
        option.item if isinstance(option, ListOf) else option.value
        for option in _options(shape)
        if (isinstance(option, ListOf) and isinstance(step, ItemStep))
        or (isinstance(option, MapOf) and isinstance(step, NamesStep))
    ]
    return any(not isinstance(part.shape, Unknown | Nothing) for part in parts)


def _options(shape: Shape) -> list[Shape]:
    """The alternatives that a type cell lists."""
    return [option.shape for option in shape.options] if isinstance(shape, UnionOf) else [shape]


def _says_nothing(schema: JsonValue) -> bool:
    """Whether every value satisfies a schema."""
    return isinstance(schema, Mapping) and set(schema) <= {"title", "$comment"}


def _says_more(schema: JsonValue) -> bool:
    """Whether a schema says more than a type."""
    return isinstance(schema, Mapping) and bool(set(schema) - {"type", "$ref", "title", "$comment"})


def _is_plain(schema: JsonValue) -> bool:
    """Whether a schema is only the object around further fields."""
    return isinstance(schema, Mapping) and set(schema) <= {"$ref", "type", "properties", "required", "items"}


def _description(facts: SchemaFacts) -> str:
    about = rich(facts.docs.description) or text(facts.docs.title)
    texts = [f"{value(constant)}: {words}" for constant, words in _described_constants(facts)]
    return " ".join(field for field in (about, "; ".join(texts)) if field)


def _described_constants(facts: SchemaFacts) -> Iterator[tuple[JsonValue, str]]:
    """The texts of alternatives that are constants."""
    for site in facts.own:
        for keyword in ("oneOf", "anyOf"):
            branches = site.known_members.get(keyword)
            for branch in branches if isinstance(branches, list) else ():
                if isinstance(branch, dict) and "const" in branch:
                    texts = [str(branch[name]) for name in ("title", "description") if name in branch]
                    if texts:
                        yield branch["const"], rich(" - ".join(texts))
