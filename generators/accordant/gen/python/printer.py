"""A type model as the text of Python modules, through Jinja2 templates that see encoded text only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from accordant.gen.printing.doc_comments import type_words
from accordant.gen.printing.encoding import lines_of
from accordant.gen.printing.narrowing import base_records, members_of, own_part
from accordant.gen.printing.python_text import docstring
from accordant.gen.python import payloads
from accordant.gen.python.aliases import Aliases
from accordant.gen.python.annotations import Annotations
from accordant.gen.python.blocks import INDENT
from accordant.gen.python.check_functions import print_checks
from accordant.gen.python.field_options import FieldOptions, absent_base
from accordant.gen.python.fields import Fields
from accordant.gen.python.imports import select_used
from accordant.gen.python.large_alternatives import with_large_alternatives_apart
from accordant.gen.python.loading_order import is_vast, loading_order, rebuilt_records, require_shallow
from accordant.gen.python.one_reading import read_as_written
from accordant.gen.python.patterns import is_expressible
from accordant.gen.python.predicates import Predicates
from accordant.gen.python.reports import Reports
from accordant.gen.python.rule_functions import RuleFunctions, without_what_fields_read
from accordant.gen.python.template_files import template
from accordant.gen.python.type_variables import TypeVariables
from accordant.model.constraint_queries import is_small
from accordant.model.constraint_types import Kinds
from accordant.model.names import field_names, snake
from accordant.model.patterns import without_what_is_unseen
from accordant.model.types import ANYTHING, Codes, Literal, Model, NamedType, Record, Typed

READERS: Final = frozenset({"read", "read_json"})
"""The methods of records with two readings, and the function for aliases."""
NO_LISTS: Final[Mapping[str, Codes]] = MappingProxyType({})
OVERRIDES: Final = "  # pyright: ignore"
"""Behind a member that is narrower than in the class that its class derives from; mypy takes that as it is."""
AS_THEY_ARE: Final = FieldOptions()


@dataclass(frozen=True, slots=True)
class PrintedTypes:
    """The types of a model as code."""

    blocks: tuple[str, ...]
    """Functions, type variables and types, in an order in which the module can be loaded."""
    used: frozenset[str]
    """The names that the blocks import."""
    types: tuple[str, ...]
    """The names of the types."""
    payloads: tuple[str, ...]
    """The functions that give payloads."""
    readers: tuple[str, ...]
    """The functions that read aliases openly."""


def print_types(
    model: Model, lists: Mapping[str, Codes] = NO_LISTS, options: FieldOptions = AS_THEY_ARE
) -> PrintedTypes:
    """The types of a model; those of ``lists`` are in the module before them.

    Raises:
        InputError: types lie too deep inside of each other.
    """
    require_shallow(model)
    return _Printer(model, options, lists).print_all()


@dataclass
class _Printer:
    """Prints the types of one model, and collects in ``used`` the names that the code imports."""

    model: Model
    options: FieldOptions
    lists: Mapping[str, Codes]
    used: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.model = without_what_is_unseen(self.model, is_expressible)
        self.untyped = self.model
        self.model, self.typings = payloads.typed(self.model)
        self.model = with_large_alternatives_apart(self.model)
        self.names = {key: named.name for key, named in self.model.types.items()}
        self.late = is_vast(self.model)
        self.bases = {} if self.late else base_records(self.model)
        """The record that each narrower one derives from."""
        self.written = read_as_written(self.untyped) if self.model.two_readings else frozenset[str]()
        self.busy = frozenset(self.names.values()) | (READERS if self.model.two_readings else frozenset())
        self.busy |= {codes.listed_name for codes in self.lists.values()}
        functions = {key: snake(name) for key, name in self.model.check_names.items()}
        small = {key: condition for key, condition in self.model.checks.items() if is_small(condition)}
        self.predicates = Predicates(functions, small, self.model.opening, self.used)
        self.reports = Reports(self.predicates, Kinds.of_model(self.model))
        self.functions = RuleFunctions(self.reports, self.model.two_readings, self.used)
        self.annotations = Annotations(
            self.model, self.names, self.functions.print_rules, self._attributes, self.late, self.used, self.lists
        )
        self.variables = TypeVariables(self.annotations, self.used)
        self.fields = Fields(
            self.model, self.options, self.typings, self.busy, self.annotations, self.variables, self.used
        )
        self.aliases = Aliases(self.model, self.written, self.annotations, self.variables, self.used)
        self.payloads: dict[str, str] = {}
        """The functions that give payloads, by name."""

    def print_all(self) -> PrintedTypes:
        """All types. They are written first, which finds the functions, type variables and checks that they need."""
        written = {key: self._print_type(named) for key, named in self.model.types.items()}
        rebuilt = (
            []
            if self.late
            else [f"{self.names[key]}.model_rebuild()" for key in rebuilt_records(self.model, self.bases)]
        )
        variables = list(self.variables.print_all())
        checks = list(print_checks(self.model, self.reports, self.used))
        blocks = [
            *self.functions.printed,
            *checks,
            *variables,
            *(written[key] for key in loading_order(self.model, self.bases)),
        ]
        blocks += self.payloads.values()
        blocks = [*self._value_lists(blocks), *blocks]
        blocks += ["\n".join(rebuilt)] if rebuilt else []
        return PrintedTypes(
            tuple(block.rstrip("\n") for block in blocks),
            frozenset(select_used(self.used, blocks)),
            tuple(self.names.values()),
            tuple(self.payloads),
            tuple(self.aliases.readers),
        )

    def _value_lists(self, blocks: list[str]) -> Iterator[str]:
        for name, values in self.predicates.value_lists.used(blocks):
            self.used.add("Final")
            yield "\n".join([f"{name}: Final[tuple[str, ...]] = (", *(f"{INDENT}{value}," for value in values), ")"])

    def _print_type(self, named: NamedType) -> str:
        if isinstance(named.type.shape, Record):
            return self._print_record(named, named.type.shape)
        return self.aliases.print_alias(named)

    def _print_record(self, named: NamedType, record: Record) -> str:
        names = self._attributes(record)
        wide = self.model.types.get(self.bases.get(named.key, ""))
        if wide is not None:
            return self._print_narrower(named, wide, names)
        rules = self.functions.lines_of_record(named.name, without_what_fields_read(named.type.rules, record))
        two = self.model.two_readings
        bases = ["SealedModel"] if record.sealed else []
        if rules or not bases:
            bases.append(("Open" if two else "") + ("RuledModel" if rules else "Model" if two else "ContractModel"))
        if named.key in self.written:
            bases.insert(0, "WrittenModel")
            bases = [base for base in bases if base != "OpenModel"]
        if self.late:
            bases = ["LateModel", *(base for base in bases if base != "ContractModel")]
        if any(member.at in self.model.computed for member in record.fields):
            bases.insert(0, "ComputedModel")
        optional = [member for member in record.fields if not member.required]
        bases = absent_base(self.options.absent_form(self.model, member) for member in optional) + bases
        self.used.update(bases)
        if named.parameters:
            bases.append(f"Generic[{', '.join(named.parameters)}]")
            self.used.add("Generic")
        if rules:
            self.used |= {"Callable", "Failure", "JsonObject"}
        config = 'ConfigDict(extra="forbid")' if record.extra is None else ""
        if config:
            self.used.add("ConfigDict")
        extra = ""
        if record.extra is not None and record.extra != ANYTHING:
            extra = self.annotations.standalone(record.extra, snake(named.name) + "_extra")
            extra = "" if extra == "Any" else extra
            self.used |= {"Field"} if extra else set()
        self._note_payloads(named, names)
        words = type_words(named.docs, named.at, named.type)
        return template("record.py.jinja2").render(
            name=named.name,
            bases=", ".join(bases),
            docstring=docstring([line for text in words for line in lines_of(text)], INDENT),
            config=config,
            fields=[self.fields.print_field(named, member, names) for member in record.fields],
            views=list(self.fields.list_views(record, names)),
            extra=extra,
            rules=rules,
            view=", closed: bool" if two else "",
        )

    def _print_narrower(self, named: NamedType, wide: NamedType, names: Mapping[str, str]) -> str:
        """A record that derives from another one: what it has besides."""
        record, rest = own_part(named, wide)
        closed = ", closed" if self.model.two_readings else ""
        rules = self.functions.lines_of_record(named.name, without_what_fields_read(rest, record))
        if rules:
            self.used |= {"Callable", "Failure", "JsonObject"}
            rules = [f"{wide.name}._rules(value, fail{closed})", *rules]
        own = ["WrittenModel"] if named.key in self.written and wide.key not in self.written else []
        self.used.update(own)
        self._note_payloads(named, names)
        text = " ".join(filter(None, [f"A narrower `{wide.name}`.", named.docs.description or named.docs.title]))
        words = type_words(replace(named.docs, description=text), named.at, Typed(record, rest))
        return template("record.py.jinja2").render(
            name=named.name,
            bases=", ".join([*own, wide.name]),
            docstring=docstring([line for text in words for line in lines_of(text)], INDENT),
            config="",
            fields=list(self._own_fields(named, record, wide)),
            views=[],
            extra="",
            rules=rules,
            view=f"{closed}: bool" if closed else "",
        )

    def _own_fields(self, narrow: NamedType, record: Record, wide: NamedType) -> Iterator[dict[str, str]]:
        """The members of a narrower record that do not read as those of the wide one."""
        names = self._attributes(record)
        theirs = {member.wire: member for member in members_of(wide)}
        for member in record.fields:
            mine, other = self.fields.print_field(narrow, member, names), theirs[member.wire]
            is_plain = isinstance(member.type.shape, Literal) and not member.type.rules
            if not is_plain or mine != self.fields.print_field(wide, other, names):
                yield {**mine, "remark": OVERRIDES}

    def _note_payloads(self, named: NamedType, names: Mapping[str, str]) -> None:
        """The functions that give the payload of a record."""
        functions = dict(
            payloads.functions(self.untyped, self.untyped.types[named.key], names, template("payload.py.jinja2").render)
        )
        if functions:
            self.payloads |= functions
            self.used |= payloads.NEEDED | {payloads.base_of(self.model)}

    def _attributes(self, record: Record) -> dict[str, str]:
        return field_names([member.wire for member in record.fields], self.busy)
