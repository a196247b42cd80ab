"""The builder of one document's types: names types, splits by JSON type, keeps the rest as rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from accordant.model.annotations import annotations_of
from accordant.model.constraint_queries import speaks_of
from accordant.model.constraints import Constraint, Fail, Pass, Seen
from accordant.model.json_equality import ATOMS
from accordant.model.keywords import Compiler, seen
from accordant.model.keywords.values import spelling
from accordant.model.names import parameter_name
from accordant.model.scoped_schema import TYPE_PARAMETER, Places, ScopedSchema
from accordant.model.shaping import arrays, literals, objects, scalars, unions
from accordant.model.shaping.facts import types_of
from accordant.model.shaping.parts import Part, canonical, flatten
from accordant.model.shaping.types_of_parts import Path
from accordant.model.types import (
    ANYTHING,
    ListOf,
    MapOf,
    Nothing,
    Record,
    Ref,
    Scalar,
    SchemaAnnotations,
    Shape,
    Typed,
    TypeParam,
    UnionOf,
    Unknown,
)
from accordant.schema import pointers
from accordant.schema.subschemas import DEFINITIONS

MOST_TYPES: Final = 4000
"""A document with more distinct types than this gets rules without types for the rest."""

MOST_WITHIN: Final = 20
"""Definitions nested deeper than this are built one after the other: the interpreter goes only so deep."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A type that gets a name, before it has one."""

    key: str
    type: Typed
    docs: SchemaAnnotations
    site: ScopedSchema
    flat: tuple[Part, ...]
    path: Path
    definition: bool
    """Whether it stands under ``$defs`` or is a document: its name then comes from there, not from its path."""
    besides: tuple[Constraint, ...] = ()
    """What is asked besides the keywords of ``flat``."""


@dataclass
class Builder:
    """Builds the types of everything that is reachable from a root; ``drafts`` are in the order of dependency."""

    root: Places
    compiler: Compiler
    drafts: dict[str, Draft] = field(default_factory=dict)
    _open: set[str] = field(default_factory=set)
    _again: set[str] = field(default_factory=set)
    _plain: dict[str, Typed] = field(default_factory=dict)
    _objects: dict[str, Path] = field(default_factory=dict)
    """How each object is reached: one that needs no type of its own cannot own what lies in it."""
    _within: int = 0
    """How many definitions are being built inside of each other."""
    _later: dict[str, tuple[Part, ...]] = field(default_factory=dict)
    """Definitions that types refer to already and that are still to be built."""

    def document(self, site: ScopedSchema) -> str:
        """Build the type of a document's root and return its key; it is always named."""
        typed = self.type_of([Part(site)], Path(""))
        if isinstance(typed.shape, Ref) and not typed.rules and self.drafts[typed.shape.key].site.key == site.key:
            return typed.shape.key
        key = "root " + site.key
        self.drafts[key] = Draft(key, typed, annotations_of([site]), site, flatten([Part(site)]), Path(""), True)
        return key

    def definition(self, site: ScopedSchema) -> None:
        """Build a type that no other type leads to, if it stands where people define types."""
        if _is_definition(site):
            self.type_of([Part(site)], Path(""))

    def _build_later(self) -> None:
        """Build what was put off, once few definitions are open."""
        while self._later and self._within < 2:
            _, parts = self._later.popitem()
            self.type_of(parts, Path(""))

    def path_to(self, draft: Draft) -> Path:
        """How a type is reached from the named type in which it lies."""
        path = draft.path
        while path.owner not in self.drafts and path.owner in self._objects:
            outer = self._objects[path.owner]
            path = outer.below(*path.words)
        whole = path.owner.removesuffix(" object")
        return Path(whole, path.words) if path.words and whole in self.drafts else path

    def seen_members(self, site: ScopedSchema) -> Seen:
        """What the keywords at a site evaluate, apart from its own ``unevaluatedProperties``."""
        return seen.of_members(site, self.compiler, itself=False)

    def type_of(self, judged: Sequence[Part], path: Path) -> Typed:
        """The type of a conjunction of schemas."""
        parts = canonical(judged)
        if not parts:
            return ANYTHING
        key = " & ".join(part.key for part in parts)
        if key in self.drafts:
            return Typed(Ref(key))
        if key in self._open:
            self._again.add(key)
            return Typed(Ref(key))
        if key in self._plain:
            return self._plain[key]
        definition = len(parts) == 1 and not parts[0].without and _is_definition(parts[0].site)
        if definition and self._within > MOST_WITHIN:
            self._later[key] = parts
            return Typed(Ref(key))
        self._open.add(key)
        self._within += definition
        built = self._build(parts, key, Path(key) if definition else path, path, definition)
        self._within -= definition
        self._open.discard(key)
        self._build_later()
        if key in self.drafts:
            return Typed(Ref(key))
        if definition or key in self._again:
            self._draft(key, built, parts, path, definition)
            return Typed(Ref(key))
        self._plain[key] = built
        return built

    def _build(self, parts: tuple[Part, ...], key: str, inner: Path, path: Path, definition: bool) -> Typed:
        flat = flatten(parts)
        if len(self.drafts) > MOST_TYPES:
            return Typed(Unknown(), self.rules(flat, set()))
        parameter = next(
            (p for p in flat if TYPE_PARAMETER in p.site.members and TYPE_PARAMETER not in p.without), None
        )
        if parameter is not None:
            return self._parameter(flat, parameter, inner)
        types = types_of(flat)
        if not types:
            return Typed(Nothing(), (Fail(parts[0].site.at(self.root)),))
        chosen = unions.chosen_union(flat)
        if chosen is not None:
            return unions.union(self, flat, chosen, inner)
        taken: scalars.Taken = set()
        only_object = types == {"object"}
        record = key if only_object else f"{key} object"
        literal = literals.literal(flat, types, taken, self.compiler)
        if literal is not None:
            return Typed(literal, self.rules(flat, taken))
        shape = self._split(flat, types, record, inner, taken)
        rules = self.rules(flat, taken)
        if isinstance(shape, Record):
            about = tuple(rule for rule in rules if speaks_of(rule, frozenset({"object"})))
            self._draft(key, Typed(shape, about), parts, path, definition)
            return Typed(Ref(key))
        options = shape.options if isinstance(shape, UnionOf) else ()
        if any(isinstance(option.shape, Record) for option in options):
            return self._with_record(shape, rules, parts, record, types, inner if definition else path)
        return Typed(shape, rules)

    def _parameter(self, flat: Sequence[Part], part: Part, path: Path) -> Typed:
        """A place for a type parameter, bound by what the schemas there allow."""
        rest = [other.but(TYPE_PARAMETER) if other is part else other for other in flat]
        name = part.site.members[TYPE_PARAMETER]
        bound = self.type_of(rest, path) if any(part.judges for part in rest) else ANYTHING
        return Typed(TypeParam(parameter_name(str(name)), bound))

    def _split(
        self, flat: Sequence[Part], types: frozenset[str], record: str, path: Path, taken: scalars.Taken
    ) -> Shape:
        """One shape for each JSON type that is possible; Unknown where all are, and none says more."""
        taken.update((index, "type") for index in range(len(flat)))
        options: list[Shape] = []
        if "object" in types:
            if path.owner != record:
                self._objects.setdefault(record, path)
            options.append(objects.object_(self, flat, Path(record), taken))
        if "array" in types:
            options.append(arrays.array(self, flat, path, taken))
        if "string" in types:
            options.append(scalars.string(flat, taken))
        if types & {"integer", "fraction"}:
            options.append(scalars.number(flat, types, taken))
        options += [Scalar(name) for name in ("boolean", "null") if name in types]
        if types == ATOMS and all(option in _PLAIN for option in options if not isinstance(option, Record)):
            plain = [option for option in options if isinstance(option, Record)]
            if not plain:
                return Unknown()
        return options[0] if len(options) == 1 else UnionOf(tuple(Typed(option) for option in options))

    def _with_record(
        self, shape: Shape, rules: tuple[Constraint, ...], parts: tuple[Part, ...], record: str,
        types: frozenset[str], path: Path,
    ) -> Typed:  # fmt: skip
        """A union with a record in it: the record gets a name and the rules that speak of objects."""
        assert isinstance(shape, UnionOf)
        options: list[Typed] = []
        for option in shape.options:
            if isinstance(option.shape, Record):
                about = tuple(rule for rule in rules if speaks_of(rule, frozenset({"object"})))
                owner = path if path.owner != record.removesuffix(" object") or path.words else path.below("object")
                self._draft(record, Typed(option.shape, about), parts, owner, False)
                options.append(Typed(Ref(record)))
            else:
                options.append(option)
        others = tuple(rule for rule in rules if speaks_of(rule, types - {"object"}))
        return Typed(UnionOf(tuple(options)), others)

    def rules(self, flat: Sequence[Part], taken: scalars.Taken) -> tuple[Constraint, ...]:
        """What the keywords ask that no shape enforces."""
        rules: list[Constraint] = []
        for index, part in enumerate(flat):
            if part.site.schema is False:
                rules.append(Fail(part.site.at(self.root)))
            for name in self.compiler.judging(part.site):
                if name in part.members and (index, name) not in taken:
                    condition = self.compiler.keyword(part.site, name)
                    if not isinstance(condition, Pass):
                        rules.append(condition)
            if (index, "type") in taken and "type" in part.members:
                spelt = spelling(part.site, part.site.at(self.root, "type"))
                rules += [] if isinstance(spelt, Pass) else [spelt]
        return tuple(rules)

    def later(
        self, key: str, typed: Typed, site: ScopedSchema, flat: tuple[Part, ...], path: Path, unknown: Constraint
    ) -> None:
        """Name the type of what a union reads whose tag is unknown."""
        docs = SchemaAnnotations(
            description="An alternative that a later release adds: its tag is none of those known here, only open "
            "reading takes it, and its members are kept."
        )
        self.drafts[key] = Draft(key, typed, docs, site, flat, path, False, (unknown,))

    def _draft(self, key: str, typed: Typed, parts: tuple[Part, ...], path: Path, definition: bool) -> None:
        docs = annotations_of([part.site for part in parts])
        self.drafts[key] = Draft(key, typed, docs, parts[0].site, flatten(parts), path, definition)


_PLAIN: Final[tuple[Shape, ...]] = (
    Scalar("null"), Scalar("boolean"), Scalar("number"), Scalar("string"), ListOf(ANYTHING), MapOf(ANYTHING),
)  # fmt: skip


def _is_definition(site: ScopedSchema) -> bool:
    """Whether a schema stands where people define types: at the root, or under ``$defs`` or ``definitions``."""
    tokens = pointers.split(site.node.pointer)
    return not tokens or (len(tokens) > 1 and tokens[-2] in DEFINITIONS)
