"""Every field that a schema declares, also those that only a branch declares: one walk over its subschemas."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from accordant.contract.doc_links import encoded
from accordant.findings import JsonValue
from accordant.model.constraint_queries import selection
from accordant.model.constraints import Constraint
from accordant.model.fields.places import ItemStep, MemberStep, NamesStep, Place, PositionStep, Step
from accordant.model.json_equality import fingerprint
from accordant.model.origin import digest_of
from accordant.model.scoped_schema import ScopedSchema

DEEPEST: Final = 40
"""Fields nested deeper than this are left to the schema."""


@dataclass(frozen=True, slots=True)
class Form:
    """An alternative of ``anyOf`` or ``oneOf``, counted from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class Under:
    """A branch that a test of the same value, or the presence of a member, selects."""

    token: str
    """As a part of anchors; it does not depend on how many branches stand before."""
    site: ScopedSchema = field(compare=False)
    """The schema that has the branch."""
    keyword: str = field(compare=False)
    """``then``, ``else``, ``dependentSchemas`` or ``dependencies``."""
    name: str = field(default="", compare=False)
    """The member whose presence selects the branch."""


Branch: TypeAlias = Form | Under


@dataclass(frozen=True, slots=True)
class Declared:
    """A declaration of a field."""

    place: Place
    tokens: tuple[str, ...]
    """The way to it as parts of an anchor, unlike those of any other declaration of the section."""
    site: ScopedSchema
    branches: tuple[tuple[int, Branch], ...] = ()
    """The branches that declare it, each with the number of steps to the value that selects it."""
    applied: tuple[tuple[int, ScopedSchema], ...] = ()
    """The schemas of these branches, each with the number of steps to its value."""

    @property
    def is_conditional(self) -> bool:
        """Whether a test selects the branch that declares it."""
        return any(isinstance(branch, Under) for _, branch in self.branches)


Shown: TypeAlias = Callable[[ScopedSchema], bool]
"""Whether a subschema is written by hand; one that an annotation expands to is not shown."""


def declarations(site: ScopedSchema, test_of: Callable[[ScopedSchema], Constraint], shown: Shown) -> Iterator[Declared]:
    """Every declaration inside a schema, parents first; references lead to sections of their own.

    Args:
        site: the root of a document, or a definition.
        test_of: what the ``if`` of a schema asks.
        shown: which subschemas count.
    """
    yield from _Walk(test_of, shown).inside(Declared(Place(), (), site))


@dataclass(frozen=True, slots=True)
class _Walk:
    test_of: Callable[[ScopedSchema], Constraint]
    shown: Shown

    def inside(self, declared: Declared) -> Iterator[Declared]:
        """The declarations below one, or in the branches of its schema."""
        if len(declared.tokens) > DEEPEST or not isinstance(declared.site.schema, dict):
            return
        yield from self._members(declared)
        yield from self._items(declared)
        yield from self._other_members(declared)
        for keyword in ("anyOf", "oneOf", "allOf"):
            branches = declared.site.known_members.get(keyword)
            for index in range(len(branches) if isinstance(branches, list) else 0):
                yield from self._form(declared, keyword, index)
        yield from self._conditional(declared)

    def _below(self, declared: Declared, step: Step, token: str, *keys: str | int) -> Iterator[Declared]:
        child = declared.site.child(*keys)
        if self.shown(child):
            inner = replace(declared, place=declared.place.below(step), tokens=(*declared.tokens, token), site=child)
            yield inner
            yield from self.inside(inner)

    def _members(self, declared: Declared) -> Iterator[Declared]:
        properties = declared.site.known_members.get("properties")
        for name in properties if isinstance(properties, dict) else ():
            yield from self._below(declared, MemberStep(name), encoded(name), "properties", name)

    def _items(self, declared: Declared) -> Iterator[Declared]:
        members, keyword = declared.site.known_members, declared.site.tuple_keyword
        positions = members.get(keyword)
        count = len(positions) if isinstance(positions, list) else 0
        for index in range(count):
            yield from self._below(declared, PositionStep(index), str(index), keyword, index)
        rest = "additionalItems" if keyword == "items" and count else "items"
        if isinstance(members.get(rest), dict):
            yield from self._below(declared, ItemStep(count), "~", rest)

    def _other_members(self, declared: Declared) -> Iterator[Declared]:
        members = declared.site.known_members
        named = tuple(members.get("properties", ()))
        patterns = members.get("patternProperties")
        patterns = tuple(patterns) if isinstance(patterns, dict) else ()
        if isinstance(members.get("additionalProperties"), dict):
            step = NamesStep(named=named, others=patterns)
            yield from self._below(declared, step, "~~", "additionalProperties")
        for pattern in patterns:
            step = NamesStep(pattern)
            yield from self._below(declared, step, f"~match{encoded(pattern)}", "patternProperties", pattern)

    def _form(self, declared: Declared, keyword: str, index: int) -> Iterator[Declared]:
        child = declared.site.child(keyword, index)
        if not self.shown(child):
            return
        tokens = (*declared.tokens, f"~{keyword}{index + 1}")
        if keyword == "allOf":
            yield from self.inside(replace(declared, tokens=tokens, site=child))
            return
        yield from self._branch(
            replace(declared, place=declared.place.where(child.node.location), tokens=tokens), Form(index + 1), child
        )

    def _conditional(self, declared: Declared) -> Iterator[Declared]:
        members = declared.site.known_members
        if "if" in members:
            location = declared.site.child("if").node.location
            for keyword in ("then", "else"):
                if keyword in members:
                    under = Under(self._token(declared.site, keyword), declared.site, keyword)
                    yield from self._under(declared, under, declared.place.where(location, keyword == "then"), keyword)
        for keyword in ("dependentSchemas", "dependencies"):
            dependents = members.get(keyword)
            for name, schema in dependents.items() if isinstance(dependents, dict) else ():
                if isinstance(schema, dict):
                    under = Under(f"~with-{encoded(name)}", declared.site, keyword, name)
                    yield from self._under(declared, under, declared.place.with_member(name), keyword, name)

    def _under(self, declared: Declared, under: Under, place: Place, *keys: str) -> Iterator[Declared]:
        child = declared.site.child(*keys)
        if self.shown(child):
            outer = declared.tokens
            while outer and outer[-1].startswith("~allOf"):  # a place in a list that may grow
                outer = outer[:-1]
            yield from self._branch(replace(declared, place=place, tokens=(*outer, under.token)), under, child)

    def _branch(self, declared: Declared, branch: Branch, site: ScopedSchema) -> Iterator[Declared]:
        depth = len(declared.place.steps)
        branches, applied = (*declared.branches, (depth, branch)), (*declared.applied, (depth, site))
        yield from self.inside(replace(declared, site=site, branches=branches, applied=applied))

    def _token(self, site: ScopedSchema, keyword: str) -> str:
        """A name for a branch: what its test selects, or a digest."""
        member, values = selection(self.test_of(site))
        start = "~when" if keyword == "then" else "~unless"
        if member and len(values) < 4:
            return f"{start}-{encoded(member)}-{'-'.join(encoded(_spelt(value)) for value in values)}"
        return f"{start}-{digest_of(fingerprint(site.schema.get('if')))[:8]}"


def _spelt(value: JsonValue) -> str:
    return value if isinstance(value, str) else fingerprint(value)
