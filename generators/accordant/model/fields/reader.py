"""The fields of a version's schemas as facts: the type, the presence and the constraints of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from accordant.contract import ContractState
from accordant.contract.source_pointers import find_source_pointer
from accordant.findings import JsonValue
from accordant.model.annotations import annotations_of
from accordant.model.constraints import Constraint, Pass
from accordant.model.fields.admitted import AdmissionJudge, Branches
from accordant.model.fields.conjunction import constraints_of, own_sites
from accordant.model.fields.declared import Branch, Declared, declarations
from accordant.model.fields.places import FieldPlace, MemberStep, Step
from accordant.model.fields.presence import Presence, conditions
from accordant.model.keywords import Compiler
from accordant.model.scoped_schema import Known, ScopedSchema
from accordant.model.shaping.builder import Builder, Draft
from accordant.model.shaping.facts import required_names
from accordant.model.shaping.parts import Part
from accordant.model.shaping.types_of_parts import Path
from accordant.model.types import Ref, SchemaAnnotations, Shape, Typed
from accordant.schema import pointers
from accordant.schema.documents import Document
from accordant.schema.references import Node
from accordant.schema.subschemas import DEFINITIONS

_Branches: TypeAlias = tuple[tuple[int, Branch], ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A schema with a table of its own: the root of a document, or a definition in it."""

    schema: str
    name: str
    """The definition's name; "" for the document."""
    site: ScopedSchema


@dataclass(frozen=True, slots=True)
class SchemaFacts:
    """What is known about the values at a place."""

    place: FieldPlace
    site: ScopedSchema
    """The first declaration."""
    own: tuple[ScopedSchema, ...]
    """The schemas there, those of other sections left out."""
    type: Typed
    types: frozenset[str]
    """The JSON types of the values that some document has there; ``fraction`` is a number that is not an integer."""
    constraints: tuple[Constraint, ...]
    docs: SchemaAnnotations
    required: frozenset[str]
    """The members that the schemas there require always."""


@dataclass(frozen=True, slots=True)
class FieldFacts:
    """A field, or an item, or members by pattern, with every declaration at its place."""

    facts: SchemaFacts
    anchors: tuple[tuple[str, ...], ...]
    """The tokens of each declaration, the first of them in the order of the schema."""
    branches: tuple[tuple[int, Branch], ...]
    applied: Branches
    """The schemas of the branches, in their order and perhaps more, each with the number of steps to its value."""
    presence: Presence | None
    """None where the question has no meaning: items, and members without a name."""


class FieldReader:
    """Reads some schemas that refer to each other; types and presence are what the judge says."""

    def __init__(self, roots: Mapping[str, Node], documents: Mapping[str, Document | None] | None = None) -> None:
        """Take the roots by the names of the schemas, and their files by address, where they were written in files."""
        self._roots = roots
        self._documents = documents or {}
        self._builder = Builder({}, Compiler({}))
        self._judges: dict[str, AdmissionJudge] = {}
        self._known_types: dict[str, frozenset[str]] = {}
        self._known_fields: dict[tuple[str, str], list[FieldFacts]] = {}

    @classmethod
    def of(cls, state: ContractState) -> FieldReader:
        """For the schemas of a version, as their files hold them: what annotations expand to is left out."""
        roots = {name: state.root(name) for name in state.schemas}
        return cls(roots, {schema.uri: schema.document for schema in state.schemas.values()})

    @cached_property
    def sections(self) -> Mapping[str, Section]:
        """Every section by the key of its site, documents first."""
        known: Known = {}
        sections: dict[str, Section] = {}
        for name, node in self._roots.items():
            root = ScopedSchema.root(node, "", known)
            sections[root.key] = Section(name, "", root)
            for keyword in DEFINITIONS:
                defined = root.schema.get(keyword) if isinstance(root.schema, dict) else None
                for definition in defined if isinstance(defined, dict) else ():
                    site = root.child(keyword, definition)
                    sections.setdefault(site.key, Section(name, definition, site))
        return sections

    @cached_property
    def _locations(self) -> frozenset[str]:
        """Where the sections are, as ``URI#POINTER``."""
        return frozenset(section.site.node.location for section in self.sections.values())

    @cached_property
    def _compiler(self) -> Compiler:
        return Compiler({}, frozenset(self.sections))

    def sections_of(self, schema: str) -> list[Section]:
        """The sections of one document, in its order."""
        return [section for section in self.sections.values() if section.schema == schema]

    def types_of(self, section: Section) -> frozenset[str]:
        """The JSON types of a section's documents."""
        return self._judge(section).types(FieldPlace())

    def type_of(self, site: ScopedSchema) -> Typed:
        """The type of the values of one schema."""
        return self._builder.type_of([Part(site)], Path(""))

    def shape(self, facts: SchemaFacts) -> Shape:
        """The shape of the values at a place; that of a type without a section of its own is looked up."""
        shape = facts.type.shape
        if isinstance(shape, Ref) and (shape.key == facts.site.key or shape.key not in self.sections):
            return self.draft(shape.key).type.shape
        return shape

    def draft(self, key: str) -> Draft:
        """A named type of the model, by the key of a reference to it."""
        return self._builder.drafts[key]

    def bases(self, key: str, current: str) -> list[Section]:
        """The sections that a named type consists of, the current one and those behind another one left out."""
        sites = [part.site for part in self.draft(key).flat if part.site.key in self.sections]
        behind = {target.key for site in sites if site.key != current for target in self.find_references(site)}
        left = [site.key for site in sites if site.key != current and site.key not in behind]
        return [self.sections[key] for key in dict.fromkeys(left)]

    def find_references(self, site: ScopedSchema) -> list[ScopedSchema]:
        """The sections that a section's schema refers to for the same value."""
        own = own_sites([Part(site)], self.sections, site.key)
        targets = [target for part in own for keyword, target in part.conjuncts if keyword != "allOf"]
        return [target for target in targets if target.key in self.sections and target.key != site.key]

    def test_of(self, site: ScopedSchema) -> Constraint:
        """What the ``if`` of a schema asks."""
        return self._compiler.test(site, "if")

    def is_written(self, site: ScopedSchema) -> bool:
        """Whether a subschema stands in the file, not only in what an annotation expands to."""
        document = self._documents.get(site.node.document)
        return document is None or find_source_pointer(document, site.node.pointer) == site.node.pointer

    def whole(self, section: Section) -> SchemaFacts:
        """The facts about the documents of a section."""
        return self._facts(section, Declared(FieldPlace(), (), section.site))

    def fields(self, section: Section) -> list[FieldFacts]:
        """Every field of a section, parents first; a branch's field only where nothing declares it always.

        A name that is only required is a field where no schema for its value applies.
        """
        key = (section.schema, section.name)
        if key not in self._known_fields:
            self._known_fields[key] = self._read_fields(section)
        return self._known_fields[key]

    def declared_pointers(self, section: Section) -> set[str]:
        """The pointers of all that a section declares, without asking what stands there: that takes little time."""
        declared = declarations(section.site, self._compiler, self.is_written, self._locations)
        return {declaration.place.pointer for declaration in declared}

    def _read_fields(self, section: Section) -> list[FieldFacts]:
        declared_fields = list(declarations(section.site, self._compiler, self.is_written, self._locations))
        branches_by_steps: dict[tuple[Step, ...], list[_Branches]] = {}
        for declared in declared_fields:
            if not declared.is_only_required:
                branches_by_steps.setdefault(declared.place.steps, []).append(declared.branches)
        groups: dict[object, list[Declared]] = {}
        for declared in declared_fields:
            others = branches_by_steps.get(declared.place.steps, [])
            if not (declared.is_only_required and _declares_under(others, declared.branches)):
                groups.setdefault((declared.place.steps, declared.branches), []).append(declared)
        always = {steps for steps, branches in branches_by_steps.items() if () in branches}
        kept = [group for group in groups.values() if not _is_declared_always(group[0], always)]
        return [self._field(section, group) for group in kept]

    def _field(self, section: Section, group: list[Declared]) -> FieldFacts:
        applied = dict.fromkeys(branch for declared in group for branch in declared.applied)
        first = replace(group[0], applied=tuple(applied))
        facts = self._facts(section, first)
        anchors = tuple(dict.fromkeys(declared.tokens for declared in group))
        presence = self._presence(section, first) if isinstance(first.place.steps[-1], MemberStep) else None
        return FieldFacts(facts, anchors, first.branches, first.applied, presence)

    def required_at(self, section: Section, steps: tuple[Step, ...], applied: Branches) -> frozenset[str]:
        """The members that the schemas at a place require always, where some branches apply."""
        flat = self._judge(section).flat(
            FieldPlace(steps), tuple(branch for branch in applied if branch[0] <= len(steps))
        )
        return frozenset(name for part in flat for name in required_names(part))

    def _judge(self, section: Section) -> AdmissionJudge:
        key = section.site.key
        if key not in self._judges:
            self._judges[key] = AdmissionJudge(section.site, self._compiler, self._known_types)
        return self._judges[key]

    def _facts(self, section: Section, declared: Declared) -> SchemaFacts:
        judge = self._judge(section)
        parts = judge.parts(declared.place, declared.applied)
        own = [site for site in own_sites(parts, self.sections, section.site.key) if self.is_written(site)]
        constraints = (constraint for site in own for constraint in constraints_of(site, self._compiler))
        return SchemaFacts(
            place=declared.place,
            site=declared.site,
            own=tuple(own),
            type=self._builder.type_of(parts, Path("")),
            types=judge.types(declared.place, declared.applied),
            constraints=tuple(constraint for constraint in constraints if self._is_written_at(constraint)),
            docs=annotations_of([declared.site, *own]),
            required=self.required_at(section, declared.place.steps, declared.applied),
        )

    def _is_written_at(self, constraint: Constraint) -> bool:
        """Whether the keyword of a constraint stands in the file."""
        return not constraint.at or self.source_pointer(constraint) == constraint.at.partition("#")[2]

    def source_pointer(self, constraint: Constraint) -> str:
        """Where a constraint is written, as a pointer in its file."""
        address, _, pointer = constraint.at.partition("#")
        document = self._documents.get(address)
        return pointer if document is None else find_source_pointer(document, pointer)

    def source_value(self, constraint: Constraint) -> JsonValue:
        """What is written there."""
        document = self._documents.get(constraint.at.partition("#")[0])
        return None if document is None else pointers.follow(document.value, self.source_pointer(constraint))

    def _presence(self, section: Section, declared: Declared) -> Presence:
        judge = self._judge(section)
        steps, around = declared.place.steps, len(declared.place.steps) - 1
        step = steps[-1]
        assert isinstance(step, MemberStep)
        flat = judge.flat(FieldPlace(steps[:-1]), declared.applied)
        is_required = any(step.name in required_names(part) for part in flat)
        if not judge.may_be_missing(declared.place, is_required=is_required):
            return Presence("yes")
        when = {
            (depth, repr(condition)): (depth, condition)  # as text: values may be lists, and 1 is not true
            for depth in range(around + 1)
            for condition in self._conditions(section, declared, depth)
            if not isinstance(condition, Pass)
        }
        return Presence("no", tuple(when.values()))

    def _conditions(self, section: Section, declared: Declared, depth: int) -> Iterator[Constraint | None]:
        steps = declared.place.steps
        path = [step.name if isinstance(step, MemberStep) else step.token for step in steps[depth:]]
        parts = self._judge(section).parts(FieldPlace(steps[:depth]), declared.applied)
        for site in own_sites(parts, self.sections, section.site.key):
            for constraint in constraints_of(site, self._compiler):
                yield from conditions(constraint, path)


def _declares_under(declarations: Sequence[_Branches], branches: _Branches) -> bool:
    """Whether one of some declarations applies wherever the branches do."""
    return any(set(declaration) <= set(branches) for declaration in declarations)


def _is_declared_always(declared: Declared, always: set[tuple[Step, ...]]) -> bool:
    """Whether the field of a conditional branch is declared outside of all branches too."""
    return declared.is_conditional and declared.place.steps in always
