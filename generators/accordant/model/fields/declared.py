"""Every field that a schema declares, also those that only a branch declares: one walk over its subschemas."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from accordant.contract.doc_links import encode_anchor
from accordant.findings import JsonValue
from accordant.model.constraint_queries import selection
from accordant.model.fields.places import FieldPlace, ItemStep, MemberStep, NamesStep, PositionStep, Step
from accordant.model.keywords import Compiler, seen
from accordant.model.origin import digest_of
from accordant.model.scoped_schema import ScopedSchema
from accordant.schema.dialects import Relation
from accordant.schema.json_values import fingerprint
from accordant.schema.subschemas import Applied

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
    """``then``, ``else``, ``dependentSchemas``, ``dependencies`` or ``contains``."""
    name: str = field(default="", compare=False)
    """The member whose presence selects the branch."""


Branch: TypeAlias = Form | Under


@dataclass(frozen=True, slots=True)
class Declared:
    """A declaration of a field."""

    place: FieldPlace
    tokens: tuple[str, ...]
    """The way to it as parts of an anchor, unlike those of any other declaration of the section."""
    site: ScopedSchema
    branches: tuple[tuple[int, Branch], ...] = ()
    """The branches that declare it, each with the number of steps to the value that selects it."""
    applied: tuple[tuple[int, ScopedSchema], ...] = ()
    """The schemas of these branches, each with the number of steps to its value."""
    followed: frozenset[str] = frozenset()
    """The locations of the schemas that references led to on the way."""

    @property
    def is_only_required(self) -> bool:
        """Whether ``required`` names the field and says nothing of its value."""
        return isinstance(self.site.schema, str)

    @property
    def is_conditional(self) -> bool:
        """Whether a test selects the branch that declares it."""
        return any(isinstance(branch, Under) for _, branch in self.branches)


IsWritten: TypeAlias = Callable[[ScopedSchema], bool]
"""Whether a subschema is written by hand; one that an annotation expands to is not."""


def declarations(
    schema: ScopedSchema, compiler: Compiler, is_written: IsWritten, sections: frozenset[str]
) -> Iterator[Declared]:
    """Every declaration inside a schema, parents first.

    A name that ``required`` lists counts: its schema is the name itself, a string (:attr:`Declared.is_only_required`).
    References to sections are not followed: those show their fields themselves. What is only in ``if`` and ``not`` is
    tested and not declared; ``propertyNames`` is about names, which have no fields. ``unevaluatedProperties`` and
    ``unevaluatedItems`` declare where the members and items that they judge are the same in every document; a rule of
    the page says the rest.

    Args:
        schema: the root of a document, or a definition.
        compiler: compiles the tests that select branches.
        is_written: which subschemas count.
        sections: the locations of the schemas with a section of their own.
    """
    yield from _Walk(compiler, is_written, sections).inside(Declared(FieldPlace(), (), schema))


@dataclass(frozen=True, slots=True)
class _Walk:
    compiler: Compiler
    is_written: IsWritten
    sections: frozenset[str]

    def inside(self, declared: Declared) -> Iterator[Declared]:
        """The declarations below one, or in the branches of its schema."""
        if len(declared.tokens) > DEEPEST or not isinstance(declared.site.schema, dict):
            return
        for relation, read in _READERS.items():
            for applied, schema in declared.site.applied_to(relation):
                if self.is_written(schema):
                    yield from read(self, declared, applied, schema)
            if relation is Relation.MEMBER:
                yield from self._declare_required(declared)

    def _declare_required(self, declared: Declared) -> Iterator[Declared]:
        names = declared.site.known_members.get("required")
        for index, name in enumerate(names if isinstance(names, list) else ()):
            schema = declared.site.child("required", index)
            if isinstance(name, str) and self.is_written(schema):
                yield from self._below(declared, MemberStep(name), encode_anchor(name), schema)

    def _below(self, declared: Declared, step: Step, token: str, schema: ScopedSchema) -> Iterator[Declared]:
        inner = replace(declared, place=declared.place.below(step), tokens=(*declared.tokens, token), site=schema)
        yield inner
        yield from self.inside(inner)

    def _member(self, declared: Declared, applied: Applied, schema: ScopedSchema) -> Iterator[Declared]:
        name = str(applied.key)
        if applied.keyword == "properties":
            yield from self._below(declared, MemberStep(name), encode_anchor(name), schema)
        elif applied.keyword == "patternProperties":
            yield from self._below(declared, NamesStep(name), f"~match{encode_anchor(name)}", schema)
        elif isinstance(schema.schema, dict):
            evaluated = seen.before_members(declared.site, self.compiler, applied.keyword)
            if not evaluated.everything and not evaluated.depends_on_value:
                step = NamesStep(named=evaluated.names, others=evaluated.patterns)
                yield from self._below(declared, step, "~~", schema)

    def _item(self, declared: Declared, applied: Applied, schema: ScopedSchema) -> Iterator[Declared]:
        if isinstance(applied.key, int):
            yield from self._below(declared, PositionStep(applied.key), str(applied.key), schema)
        elif applied.keyword == "contains":
            place = declared.place.below(ItemStep()).where(schema.node.location)
            inner = replace(declared, place=place, tokens=(*declared.tokens, "~contains"))
            yield from self._branch(inner, Under("~contains", declared.site, "contains"), schema)
        elif isinstance(schema.schema, dict):
            evaluated = seen.before_items(declared.site, self.compiler, applied)
            if not evaluated.everything and not evaluated.depends_on_value:
                yield from self._below(declared, ItemStep(evaluated.below), "~", schema)

    def _in_place(self, declared: Declared, applied: Applied, schema: ScopedSchema) -> Iterator[Declared]:
        place, keyword, site = declared.place, applied.keyword, declared.site
        match keyword:
            case "allOf":
                yield from self.inside(replace(declared, tokens=_numbered_tokens(declared, applied), site=schema))
            case "anyOf" | "oneOf":
                inner = replace(
                    declared, place=place.where(schema.node.location), tokens=_numbered_tokens(declared, applied)
                )
                yield from self._branch(inner, Form(_number(applied)), schema)
            case "then" | "else":
                place = place.where(site.child("if").node.location, keyword == "then")
                yield from self._under(declared, Under(self._token(site, keyword), site, keyword), place, schema)
            case "dependentSchemas" | "dependencies":
                name = str(applied.key)
                under = Under(f"~with-{encode_anchor(name)}", site, keyword, name)
                yield from self._under(declared, under, place.with_member(name), schema)
            case "$ref" | "$dynamicRef" | "$recursiveRef":
                yield from self._declare_referenced(declared, schema)

    def _declare_referenced(self, declared: Declared, schema: ScopedSchema) -> Iterator[Declared]:
        """What a schema without a section declares; on each way it is entered once, so that a circle ends."""
        location = schema.node.location
        if location not in self.sections and location not in declared.followed:
            yield from self.inside(replace(declared, site=schema, followed=declared.followed | {location}))

    def _under(self, declared: Declared, under: Under, place: FieldPlace, schema: ScopedSchema) -> Iterator[Declared]:
        outer = declared.tokens
        while outer and outer[-1].startswith("~allOf"):  # a place in a list that may grow
            outer = outer[:-1]
        yield from self._branch(replace(declared, place=place, tokens=(*outer, under.token)), under, schema)

    def _branch(self, declared: Declared, branch: Branch, site: ScopedSchema) -> Iterator[Declared]:
        depth = len(declared.place.steps)
        branches, applied = (*declared.branches, (depth, branch)), (*declared.applied, (depth, site))
        yield from self.inside(replace(declared, site=site, branches=branches, applied=applied))

    def _token(self, site: ScopedSchema, keyword: str) -> str:
        """A name for a branch: what its test selects, or a digest."""
        member, values = selection(self.compiler.test(site, "if"))
        start = "~when" if keyword == "then" else "~unless"
        if member and len(values) < 4:
            return f"{start}-{encode_anchor(member)}-{'-'.join(encode_anchor(_spell(value)) for value in values)}"
        return f"{start}-{digest_of(fingerprint(site.schema.get('if')))[:8]}"


_READERS: Final = {Relation.MEMBER: _Walk._member, Relation.ITEM: _Walk._item, Relation.IN_PLACE: _Walk._in_place}
"""Fields stand before those of branches."""


def _number(applied: Applied) -> int:
    """The number of a branch in its list, from 1."""
    assert isinstance(applied.key, int)
    return applied.key + 1


def _numbered_tokens(declared: Declared, applied: Applied) -> tuple[str, ...]:
    return (*declared.tokens, f"~{applied.keyword}{_number(applied)}")


def _spell(value: JsonValue) -> str:
    return value if isinstance(value, str) else fingerprint(value)
