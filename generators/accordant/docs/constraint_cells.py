"""Constraints of a field as phrases for its cell, and the other rules of a place as sentences."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final

from accordant.docs.markdown import code, link, text, value
from accordant.docs.places import Book
from accordant.docs.sharpest_limits import narrowed, sharpest
from accordant.docs.stated_rules import StatedRule, clauses
from accordant.docs.type_cells import TypeCells, plain_words
from accordant.findings import JsonValue
from accordant.model.constraint_queries import flatten_conditions, is_limit
from accordant.model.constraint_text import demand, statement
from accordant.model.constraints import Constraint, Fail, IsOneOf, Matches, Members, OneOf
from accordant.model.fields.alternatives import plain_alternatives
from accordant.model.fields.reader import FieldReader, SchemaFacts
from accordant.model.json_equality import atom_of
from accordant.model.markup import Markup, SubjectWords
from accordant.model.types import ListOf, Literal, Nothing, Scalar, TupleOf, UnionOf
from accordant.schema import pointers
from accordant.schema.bindings import ContextBinding, context_binding_of, read_binding
from accordant.schema.dialects import OTHER_MEMBERS
from accordant.schema.vocabulary import amount, enumeration, with_article

MANY: Final = 12
"""The most members of an enum that are named; the code list or the schema has the rest."""

DEPRECATED: Final = "deprecated"
"""The phrase about what is deprecated; tables of fields show such fields apart instead."""

_RELATIONS: Final = {">=": "at least", ">": "more than", "<=": "at most", "<": "less than"}


class ConstraintCells:
    """Writes the constraints of one version's fields."""

    def __init__(self, reader: FieldReader, book: Book, types: TypeCells) -> None:
        self.reader, self.book, self.types = reader, book, types
        self.markup = Markup(
            name=code,
            value=value,
            pattern=code,
            schema=self._schema,
            relation=_RELATIONS.__getitem__,
            number=value,
            by_pointer=True,
            listing=self._values,
            values=MANY,
        )

    def phrases(self, facts: SchemaFacts) -> list[str]:
        """What a value has to be, behind *it has to be*: ``at least 1 item``, ``one of "a", "b"``."""
        phrases = [*self._bindings(facts), *self._constant_phrases(facts)]
        for constraint in sharpest(self._without_told_lists(facts)):
            if is_limit(constraint) and not self._is_bound(constraint):
                phrases.append(self._limit(constraint))
        if isinstance(facts.type.shape, TupleOf) and facts.type.shape.rest is None:
            phrases.append(amount(0, len(facts.type.shape.items), "item", "items"))
        if isinstance(facts.type.shape, ListOf) and isinstance(facts.type.shape.item.shape, Nothing):
            phrases.append("no items")
        if any(site.members.get(name) is False for site in facts.own for name in OTHER_MEMBERS):
            phrases.append("no other fields")
        return list(dict.fromkeys([*phrases, *_annotations(facts)]))

    def rules(self, facts: SchemaFacts) -> Iterator[StatedRule]:
        """The constraints that are not phrases, as sentences."""
        pointer = facts.place.pointer
        subject = SubjectWords(code(pointer) if pointer else "the document", pointer, facts.required)
        for constraint in facts.constraints:
            if is_limit(constraint) or self._is_told_by_types(constraint, facts) or _closes(constraint):
                continue
            for part in flatten_conditions(constraint):
                words, lines = clauses(part, self.markup, subject)
                yield StatedRule(words, tuple(lines), self.reader.source_pointer(part))
        for site in facts.own:
            binding = context_binding_of(site.members)
            if binding is not None:
                at = pointers.join(site.node.pointer, "x-code-context")
                yield StatedRule(self.context(binding, pointer), (), at)

    def states(self, condition: Constraint, pointer: str, present: frozenset[str]) -> str:
        """A condition on the value at a place, as a statement."""
        subject = SubjectWords(code(pointer) if pointer else "the document", pointer, present)
        return statement(condition, self.markup, subject)

    def binding(self, given: JsonValue) -> str:
        """The value of ``x-codes`` in words."""
        binding = read_binding(given)
        if binding is None:
            return value(given)
        chosen = [f"{text(str(key))} {code(str(fact))}" for key, fact in binding.where.items()]
        codes = self.book.version.state.code_lists.get(binding.list_name)
        shown = self._list(binding.list_name) if codes else code(binding.list_name)
        more = ", or another of that spelling" if codes and codes.extensible else ""
        return f"one of {shown}" + (f" with {enumeration(chosen, 'and')}" if chosen else "") + more

    def context(self, binding: ContextBinding, at: str) -> str:
        """A context binding in words; ``at`` is the pointer of its object."""
        return (
            f"{code(pointers.join(at, binding.context))} holds the context fields of the {text(binding.identifier)}, "
            f"as {self._list(binding.list_name)} lists them"
        )

    def _list(self, name: str) -> str:
        """A link to the page of a code list."""
        return link(text(name), self.book.to(self.book.codes(name)))

    def _schema(self, location: str) -> str:
        section = next(
            (section for section in self.reader.sections.values() if section.site.node.location == location), None
        )
        if section is not None:
            return f"a valid {self.types.link(section)}"
        return f"what {code(location.partition('#')[2] or '#')} describes"

    def _without_told_lists(self, facts: SchemaFacts) -> list[Constraint]:
        """The constraints, without lists of values where several of them leave what the type lists.

        A list is without the values that another constraint excludes.
        """
        shape, constraints = facts.type.shape, narrowed(facts.constraints, self._is_bound)
        lists = [constraint for constraint in constraints if isinstance(constraint, IsOneOf)]
        if len(lists) < 2 or not isinstance(shape, Literal):
            return constraints
        is_told = all(value in listed.values for value in shape.values for listed in lists)
        kept = constraints if is_told else facts.constraints  # what is excluded is said where the type lists it
        return [constraint for constraint in kept if not isinstance(constraint, IsOneOf)]

    def _bindings(self, facts: SchemaFacts) -> list[str]:
        """What ``x-codes`` says there; a binding that selects among the codes says more than one that does not."""
        bindings = [self.binding(site.members["x-codes"]) for site in facts.own if "x-codes" in site.members]
        return [words for words in bindings if not any(other.startswith(f"{words} with ") for other in bindings)]

    def _limit(self, constraint: Constraint) -> str:
        match constraint:
            case IsOneOf():
                return self._values(constraint)
            case Matches(pattern):
                return f"of the form {code(pattern)}"
            case _:
                words = demand(constraint, self.markup)
                return words.removeprefix("be ").removeprefix("have ").replace("not be ", "not ", 1)

    def _constant_phrases(self, facts: SchemaFacts) -> Iterator[str]:
        """The values of alternatives that are constants."""
        shape = facts.type.shape
        options = [option.shape for option in shape.options] if isinstance(shape, UnionOf) else [shape]
        literals = [option for option in options if isinstance(option, Literal)]
        others = [option for option in options if not isinstance(option, Literal) and option != Scalar("null")]
        if (
            not literals
            or any(isinstance(constraint, IsOneOf) for constraint in self._without_told_lists(facts))
            or self._bindings(facts)
        ):
            return
        bound = self._bound_alternatives(facts)
        values = {json.dumps(member): member for literal in literals for member in literal.values}.values()
        null = [None] if len(literals) + len(others) < len(options) else []
        if bound:
            yield bound
        elif not others:
            yield members((*values, *null))
        else:
            types = plain_words(frozenset(map(atom_of, values)))
            yield f"{enumeration([with_article(name) for name in types])} is {members(tuple(values))}"

    def _bound_alternatives(self, facts: SchemaFacts) -> str:
        """Alternatives of which one is bound to a code list."""
        branches = [branch for site in facts.own for branch in plain_alternatives(site)]
        if not any("x-codes" in branch.members for branch in branches):
            return ""
        constants = [branch.members["const"] for branch in branches if "const" in branch.members]
        lists = [self.binding(branch.members["x-codes"]) for branch in branches if "x-codes" in branch.members]
        return enumeration([*map(value, constants), *lists])

    def _is_bound(self, constraint: Constraint) -> bool:
        """Whether a constraint is what ``x-codes`` stands for."""
        return self.reader.source_pointer(constraint).endswith("/x-codes")

    def _values(self, listing: IsOneOf) -> str:
        """The values of a list: a link where they are those of a code list."""
        return self.binding(self.reader.source_value(listing)) if self._is_bound(listing) else members(listing.values)

    def _is_told_by_types(self, constraint: Constraint, facts: SchemaFacts) -> bool:
        """Whether alternatives only name types and constants, which the cells list."""
        if isinstance(constraint, OneOf) and any(constraint.at == left.at for left in facts.type.rules):
            return False
        keyword = constraint.at.rpartition("/")[2]
        return keyword in ("anyOf", "oneOf") and any(
            site.at({}, keyword) == constraint.at and plain_alternatives(site) for site in facts.own
        )


def _closes(constraint: Constraint) -> bool:
    return isinstance(constraint, Members) and isinstance(constraint.then, Fail) and constraint.pattern is None


def members(values: tuple[JsonValue, ...]) -> str:
    """``one of "a", "b"``."""
    if not values:
        return "none of all values"
    more = f", and {len(values) - MANY} more" if len(values) > MANY else ""
    shown = ", ".join(map(value, values[:MANY]))
    return f"one of {shown}{more}" if len(values) > 1 else shown


def _annotations(facts: SchemaFacts) -> Iterator[str]:
    docs = facts.docs
    marks: Mapping[str, str] = {"x-closed": "closed for good", "x-open": "open: values may be added"}
    if docs.format:
        yield f"in the format {code(docs.format)}"
    if docs.unit:
        yield f"in the unit {code(docs.unit)}"
    yield from (words for name, words in marks.items() if any(site.members.get(name) is True for site in facts.own))
    yield from (f"default {value(default)}" for default in docs.default)
    if docs.deprecated:
        yield DEPRECATED
    if docs.read_only:
        yield "read only"
    if docs.write_only:
        yield "write only"
