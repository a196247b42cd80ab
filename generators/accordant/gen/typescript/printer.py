"""A type model as the text of TypeScript modules, through Jinja2 templates that see encoded text only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from accordant.gen.printing import templating
from accordant.gen.printing.doc_comments import field_words, type_words
from accordant.gen.printing.encoding import lines_of
from accordant.gen.printing.expressions import AND, Expr
from accordant.gen.printing.narrowing import base_records, own_part
from accordant.gen.printing.wrapping import TYPESCRIPT, wrap_code
from accordant.gen.typescript.alternatives import Alternatives, Group
from accordant.gen.typescript.annotations import LATER_TEXT, Annotations
from accordant.gen.typescript.field_tags import field_tags
from accordant.gen.typescript.generics import ParameterUse, parameter_uses
from accordant.gen.typescript.patterns import is_expressible
from accordant.gen.typescript.predicates import Predicates, mentions
from accordant.gen.typescript.reports import Reports
from accordant.gen.typescript.text import TAG, doc_comment, literal, member
from accordant.gen.typescript.undeclared import undeclared_lines, undeclared_members
from accordant.gen.typescript.used_code import called, used_names
from accordant.model.constraint_types import Kinds
from accordant.model.constraints import Constraint, IsOneOf
from accordant.model.names import pascal
from accordant.model.patterns import without_what_is_unseen
from accordant.model.repeated_questions import Questions
from accordant.model.types import Codes, Field, Literal, MapOf, Model, NamedType, Record, Typed, type_parameters

ALWAYS: Final = frozenset({"ContractError", "JsonPath", "RuleIssue", "StandardSchema", "standard"})
"""Names that every module imports from the runtime."""


template: Final = partial(templating.template, "accordant.gen.typescript")
"""One of the templates, by its file."""


def render_module(name: str, /, **values: object) -> str:
    """The text of a module, its long lines wrapped."""
    return wrap_code(templating.render_module("accordant.gen.typescript", name, **values), TYPESCRIPT)


NO_LISTS: Final[Mapping[str, Codes]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class PrintedTypes:
    """The types and guards of a model as code."""

    types: tuple[str, ...]
    """Types alone: no code runs."""
    guards: tuple[str, ...]
    """A guard for each type, then the checks that guards call."""
    used: frozenset[str]
    """The names that all blocks import from the runtime."""
    exports: frozenset[str]
    """The names of the types, map types included."""

    @property
    def blocks(self) -> tuple[str, ...]:
        """All blocks, as one file has them."""
        return (*self.types, *self.guards)


def print_types(model: Model, lists: Mapping[str, Codes] = NO_LISTS, *, open_index: bool = False) -> PrintedTypes:
    """The types of a model, their guards, and the checks that guards call; types of ``lists`` are in the module too.

    ``open_index`` gives objects that may have any other members an index signature.
    """
    return _Printer(model, lists, open_index).print_all()


@dataclass
class _Printer:
    """Prints one model, and collects in ``used`` the names of the runtime that the code imports."""

    model: Model
    lists: Mapping[str, Codes]
    open_index: bool = False
    used: set[str] = field(default_factory=set)
    choosers: list[str] = field(default_factory=list)
    """The guards that narrow by a tag, which printing a type finds."""

    def __post_init__(self) -> None:
        self.model = without_what_is_unseen(self.model, is_expressible, sees_spelling=False)
        guards = {**self.model.check_names, **{key: named.name for key, named in self.model.types.items()}}
        self.predicates = Predicates(guards, self.model.opening, self.used)
        self.reports = Reports(self.predicates, Kinds.of_model(self.model))
        self.annotations = Annotations(self.model, lists=self.lists, open_index=self.open_index)
        self.alternatives = Alternatives(self.model, self.annotations)
        self.undeclared = undeclared_members(self.model, self.annotations)
        self.bases = base_records(self.model)
        """The record that each narrower one says besides what is its own."""
        self.maps: dict[tuple[str, tuple[tuple[str, str], ...]], str] = {}
        """The first map type with a tag and entries."""
        self.bodies: dict[str, tuple[Any, ...]] = {}
        """What stands between the braces of a record, and behind them."""
        wholes = {key: named.whole for key, named in self.model.types.items()}
        self.repeated = Questions({**self.model.checks, **wholes}).repeated
        self.taken = {named.name for named in self.model.types.values()}

    def print_all(self) -> PrintedTypes:
        """Types in the order of the model, then a guard for each, then the checks that guards call."""
        self.used.add(LATER_TEXT)
        first = dict.fromkeys([*self.bases.values(), *self.model.types])
        printed = {key: self._print_type(self.model.types[key]) for key in first}
        types = [printed[key] for key in self.model.types]
        exported = [*self.choosers, *self._list_exports()]
        guards = [*exported, *called(exported, list(self._checks()))]
        listed = self.predicates.value_lists.used(guards)
        constants = [
            "\n".join([f"const {name} = [", *(f"  {value}," for value in values), "] as const;"])
            for name, values in listed
        ]
        guards = [*constants, *guards]
        return PrintedTypes(
            tuple(block.rstrip("\n") for block in types),
            tuple(block.rstrip("\n") for block in guards),
            frozenset(used_names(self.used, [*types, *guards])) | ALWAYS,
            frozenset(self.taken),
        )

    def _list_exports(self) -> Iterator[str]:
        for named in self.model.types.values():
            generic = parameter_uses(named, self.predicates)
            self.used |= {"inMember", "report"} if generic else set()
            yield self._guard(named.key, named.name, named.whole, exported=True, reports=True, generic=generic)

    def _checks(self) -> Iterator[str]:
        done = set(self.model.types)
        written: dict[str, tuple[bool, str]] = {}
        while True:
            with_report = {
                key: key in self.reports.reported for key in (*self.predicates.called, *self.reports.reported)
            }
            todo = [
                key for key, both in with_report.items() if key not in done and written.get(key, (None,))[0] != both
            ]
            if not todo:
                break
            for key in todo:
                name = self.predicates.guard_names[key]
                text = self._guard(key, name, self.model.checks[key], exported=False, reports=with_report[key])
                written[key] = (with_report[key], text)
        yield from (text for _, text in written.values())

    def _print_type(self, named: NamedType) -> str:
        words = [line for text in self._words(named) for line in lines_of(text)]
        shape = named.type.shape
        parameters = self._parameters(named)
        is_listed = any(isinstance(rule, IsOneOf) for rule in named.type.rules)
        record = Record((), shape.value) if isinstance(shape, MapOf) else shape
        groups: list[Group] = []
        if isinstance(record, Record) and not is_listed:
            groups = self.alternatives.of(record, named.type.rules, mapped=not named.parameters)
        written = [self._group(group, named.name) for group in groups]
        maps = [group for group in written if group["map"]]
        self.choosers += [template("chooser.ts.jinja2").render(name=named.name, map=map_type) for map_type in maps]
        if isinstance(record, Record) and not is_listed and (groups or record is shape):
            body: dict[str, Any] = {
                "fields": [self._field(field) for field in record.fields],
                "undeclared": list(undeclared_lines(self.undeclared.get(named.key, {}))),
                "index": self.annotations.index(record),
                "groups": [group["cases"] for group in written if group["cases"]],
            }
            self.bodies[named.key] = tuple(body.values())
            wide = self.bases.get(named.key, "")
            is_alike = bool(wide) and self.bodies.get(wide) == self.bodies[named.key]
            return template("record.ts.jinja2").render(
                name=named.name,
                parameters=parameters,
                doc=doc_comment(words, ""),
                alike=self.model.types[wide].name if is_alike else "",
                maps=maps,
                **body,
            )
        return template("alias.ts.jinja2").render(
            name=named.name,
            parameters=parameters,
            doc=doc_comment(words, ""),
            options=self.annotations.options(named.type),
        )

    def _words(self, named: NamedType) -> list[str]:
        """The paragraphs about a type; of a narrower record only what the wide one does not say."""
        wide = self.model.types.get(self.bases.get(named.key, ""))
        if wide is None:
            return type_words(named.docs, named.at, named.type)
        text = " ".join(filter(None, [f"A narrower `{wide.name}`.", named.docs.description or named.docs.title]))
        return type_words(replace(named.docs, description=text), named.at, Typed(*own_part(named, wide)))

    def _group(self, group: Group, name: str) -> dict[str, object]:
        """A group of cases for the template, with the name of the map type where it has one."""
        if not group.tag:
            return {"cases": group.cases, "map": "", "entries": ()}
        is_closed = group.all_of_them or group.listed is not None
        self.used |= {"ByTag"} if is_closed else set()
        chosen = f"{name}By{pascal(group.tag)}"
        while chosen in self.taken:
            chosen += "Map"
        self.taken.add(chosen)
        first = self.maps.setdefault((group.tag, group.chosen), chosen)
        others = [self._others(group, group.listed, first)] if group.listed is not None else []
        return {
            "cases": (f"ByTag<{literal(group.tag)}, {first}>", *group.cases, *others) if is_closed else (),
            "map": chosen,
            "same": first if first != chosen else "",
            "tag": lines_of(group.tag)[0],
            "quoted": literal(group.tag),
            "entries": [(member(text), inner) for text, inner in group.chosen],
        }

    def _others(self, group: Group, listed: Literal, map_type: str) -> str:
        """The case of the texts of a tag that the map type does not choose by."""
        options = [*self.annotations.without(listed, map_type, dict(group.chosen)), LATER_TEXT]
        return f"{{ {member(group.tag)}: {' | '.join(options)} }}"

    def _parameters(self, named: NamedType) -> str:
        if not named.parameters:
            return ""
        bounds = type_parameters(named.type)
        return "<" + ", ".join(f"{name} = {self.annotations.of(bounds[name])}" for name in named.parameters) + ">"

    def _field(self, field: Field) -> dict[str, str]:
        words = [line for text in field_words(field.docs, field.type) for line in lines_of(text)]
        words += [TAG + f"@{tag}" for tag in field_tags(field)]
        return {
            "name": ("readonly " if field.at in self.model.derived else "") + member(field.wire),
            "mark": "" if field.required else "?",
            "type": self.annotations.member_type(field),
            "doc": doc_comment(words, "  "),
        }

    def _guard(
        self,
        key: str,
        name: str,
        condition: Constraint,
        *,
        exported: bool,
        reports: bool,
        generic: Sequence[ParameterUse] = (),
    ) -> str:
        test = self.predicates.whole(condition, "value")
        report = list(self.reports.whole(condition, "value", "path")) if reports else None
        return template("guard.ts.jinja2").render(
            name=name,
            quoted=literal(name),
            exported=exported,
            generic=generic,
            test=self._use_view(key, test.text, _return_lines(test)),
            report=None if report is None else self._use_view(key, "\n".join(report), report),
            once=self._use_once(key),
            opening=key in self.model.opening,
            two_readings=self.model.two_readings,
        )

    def _use_once(self, key: str) -> bool:
        """Whether a guard remembers its answers."""
        is_repeated = key in self.repeated
        self.used |= {"once", "pointerOf"} if is_repeated else set()
        return is_repeated

    def _use_view(self, key: str, code: str, lines: list[str]) -> list[str]:
        """The lines of a function that takes the view; compilers refuse unused parameters."""
        return ["void closed;", *lines] if key in self.model.opening and not mentions(code, "closed") else lines


def _return_lines(test: Expr) -> list[str]:
    """The return statement. A conjunction has a line for each part: a new member then changes no other line."""
    if test.level != AND or len(test.parts) < 2:
        return [f"return {test.text};"]
    first, *others = (part.at(AND) for part in test.parts)
    return ["return (", f"  {first}", *(f"  && {part}" for part in others), ");"]
