"""A record's rules as types: unions of the cases that the rules leave, intersected with the record's members."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from accordant.gen.typescript.annotations import INHERITED, Annotations
from accordant.gen.typescript.text import member, values_type
from accordant.model.cases.analysis import meet_cases
from accordant.model.cases.claims import UNKNOWN, Claim, meet, texts_of
from accordant.model.cases.minimize import ALWAYS, Case, Cases, distinct, drop_untypable
from accordant.model.cases.shape_claims import claims_of
from accordant.model.constraints import Constraint
from accordant.model.json_equality import ATOMS
from accordant.model.types import Field, ListOf, Literal, Model, Record, Ref, Scalar, Typed, TypeParam, UnionOf
from accordant.model.types import distinct as distinct_types

LEAST_CHOSEN: Final = 3
"""The fewest cases selected by a tag that become a map type."""
MOST_TOGETHER: Final = 200
"""The most combinations of cases; beyond that compilers and readers are lost, and guards alone check."""

MOST_IN_ENTRY: Final = 12
"""The most cases in an entry of a map type."""

_WORDS: Final = {"null": "null", "boolean": "boolean", "string": "string", "array": "unknown[]",
                 "object": "{ [key: string]: unknown }"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Group:
    """A union of cases, some of them as entries of a map type by the value of a tag."""

    cases: tuple[str, ...]
    tag: str = ""
    chosen: tuple[tuple[str, str], ...] = ()
    """The entries of the map type: value of the tag, and the other members."""
    all_of_them: bool = True
    """Whether every record is one of the cases; else they are only the known ones."""
    listed: Literal | None = None
    """The list of the tag, where it may grow and all other records are told apart by it too."""


@dataclass
class Alternatives:
    """Writes the cases of records of one model."""

    model: Model
    annotations: Annotations

    def __post_init__(self) -> None:
        self.shapes = claims_of(self.model)

    def of(self, record: Record, rules: tuple[Constraint, ...], *, mapped: bool = True) -> list[Group]:
        """The cases that each group of rules leaves; the record is the intersection of all groups and its members.

        Args:
            record: the shape.
            rules: its rules beyond the shape.
            mapped: whether map types are allowed: they take no type parameters.
        """
        fields = {field.wire: field for field in record.fields}
        declared = self.shapes.declared(record)
        kept: list[Group] = []
        rest: list[Cases] = []
        combinations = 1
        for group in self.shapes.alternatives(record, rules):
            written = self._write_group(group.cases, fields, declared, mapped=mapped)
            fits = combinations * len(group.cases) <= MOST_TOGETHER and "{}" not in written.cases
            is_kept = group.all_of_them and fits and bool(written.cases or written.chosen)
            if is_kept:
                kept.append(written)
                combinations *= len(group.cases)
                if written.chosen:
                    continue
            single = [_without_counts(case, declared) for case in group.single] if group.all_of_them else group.single
            chosen = self._write_group(single, fields, declared, mapped=mapped)
            if chosen.chosen:
                kept.append(replace(chosen, cases=(), all_of_them=False))
            elif not is_kept:
                rest.append(single)
        if mapped and not any(group.chosen for group in kept):
            kept += self._map_across(rest, fields, declared)
        return [self._told_apart(group, fields, combinations) for group in kept]

    def _told_apart(self, group: Group, fields: Mapping[str, Field], combinations: int) -> Group:
        """The group with what else its tag may be, where the tag is a list that may grow."""
        field = fields.get(group.tag)
        if group.all_of_them or field is None or not field.required or not isinstance(field.type.shape, Literal):
            return group
        shape = field.type.shape
        grows = shape.open == ("string",) and all(isinstance(value, str | None) for value in shape.values)
        fits = combinations * (len(group.chosen) + 1) <= MOST_TOGETHER
        return replace(group, listed=shape) if grows and fits else group

    def _map_across(
        self, lists: list[Cases], fields: Mapping[str, Field], declared: Mapping[str, Claim]
    ) -> list[Group]:
        """The map type over several lists of cases that share a tag; empty where it would be too small."""
        texts: dict[str, dict[str, None]] = {}
        for case in (case for group in lists for case in group if len(case) > 1):
            for name, claim in case.items():
                if name not in INHERITED:
                    texts.setdefault(name, {}).update(dict.fromkeys(texts_of(claim)))
        tag = max(texts, key=lambda name: len(texts[name]), default="")
        entries: dict[str, Cases] = {}
        for text in texts.get(tag, ()):
            entry: Cases = [ALWAYS]
            for group in lists:
                rests = _remaining_cases(group, tag, text, declared)
                joined = [both for case in entry for other in rests if (both := meet_cases(case, other)) is not None]
                entry = distinct(joined) if len(joined) <= MOST_IN_ENTRY else entry
            entries[text] = entry
        chosen = self._entries(entries, fields)
        return [Group((), tag, chosen, all_of_them=False)] if len(chosen) >= LEAST_CHOSEN else []

    def _entries(self, entries: Mapping[str, Cases], fields: Mapping[str, Field]) -> tuple[tuple[str, str], ...]:
        """The entries of a map type, without empty ones."""
        written = {text: self._write_cases(group, fields) for text, group in entries.items()}
        return tuple((text, " | ".join(cases)) for text, cases in written.items() if "{}" not in cases)

    def _write_group(
        self, group: Cases, fields: Mapping[str, Field], declared: Mapping[str, Claim], *, mapped: bool
    ) -> Group:
        return self._group(group, fields, declared) if mapped else Group(self._write_cases(group, fields))

    def _group(self, group: Cases, fields: Mapping[str, Field], declared: Mapping[str, Claim]) -> Group:
        """The cases of one list, with a map type where enough of them are selected by a tag."""
        names = dict.fromkeys(name for case in group for name in case if name not in INHERITED)
        counts = {name: sum(len(texts_of(case.get(name))) == 1 and len(case) > 1 for case in group) for name in names}
        tag = max(counts, key=lambda name: counts[name], default="")
        if counts.get(tag, 0) < LEAST_CHOSEN:
            return Group(self._write_cases(group, fields))
        texts = dict.fromkeys(text for case in group if len(case) > 1 for text in texts_of(case.get(tag)))
        chosen = self._entries({text: _remaining_cases(group, tag, text, declared) for text in texts}, fields)
        if len(chosen) < LEAST_CHOSEN:
            return Group(self._write_cases(group, fields))
        others = [case for case in group if not set(texts_of(case.get(tag))) & dict(chosen).keys()]
        return Group(self._write_cases(others, fields), tag, chosen)

    def _write_cases(self, group: Cases, fields: Mapping[str, Field]) -> tuple[str, ...]:
        names = (
            () if ALWAYS in group or _are_told_apart(group) else dict.fromkeys(name for case in group for name in case)
        )
        open_to = [name for name in names if name not in fields and name not in INHERITED]
        return tuple(dict.fromkeys(self._case(case, fields, open_to) for case in group))

    def _case(self, case: Case, fields: Mapping[str, Field], open_to: Sequence[str]) -> str:
        """The members of a case; what only other cases speak of may be anything, since its presence proves nothing."""
        inner = [self._member(name, claim, fields.get(name)) for name, claim in case.items() if name not in INHERITED]
        inner += [f"{member(name)}?: unknown" for name in open_to if name not in case]
        return "{ " + "; ".join(inner) + " }" if inner else "{}"

    def _member(self, name: str, claim: Claim, field: Field | None) -> str:
        key = ("readonly " if field is not None and field.at in self.model.derived else "") + member(name)
        if claim.there is False:
            return f"{key}?: never"
        mark = "" if claim.there or (field is not None and field.required) else "?"
        return f"{key}{mark}: {self._value(claim, field)}"

    def _value(self, claim: Claim, field: Field | None) -> str:
        if claim.values is not None:
            return values_type(claim.values)
        names = [Typed(Ref(key)) for key in claim.named]
        plain = claim.types - claim.named_types if names else claim.types
        if claim.inside and not names and plain == {"object"}:
            inside = [self._member(name, inner, None) for name, inner in claim.inside if name not in INHERITED]
            return "{ " + "; ".join(inside) + " }" if inside else "{ [key: string]: unknown }"
        if claim.item and not names and plain == {"array"} and field is None:
            inner = self._value(claim.item[0], None)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        options = list(self._narrow(field.type, plain, claim.count)) if field is not None else []
        if names or options:
            return self.annotations.of(Typed(UnionOf(tuple(distinct_types([*names, *options])))))
        is_number = bool(plain & {"integer", "fraction"})
        if is_number and plain | {"integer", "fraction"} == ATOMS:
            return "unknown"
        words = [_WORDS[type_] for type_ in _WORDS if type_ in plain]
        return " | ".join([*words, *(["number"] if is_number else [])])

    def _narrow(self, typed: Typed, types: frozenset[str], count: tuple[int, int | None]) -> Iterator[Typed]:
        """The options of a declared type that can be of one of the JSON types, lists with their count of items."""
        shape = typed.shape
        options = shape.options if isinstance(shape, UnionOf) else (typed,)
        for option in options:
            if isinstance(option.shape, UnionOf):
                yield from self._narrow(option, types, count)
            elif isinstance(option.shape, TypeParam) and types == {"null"}:
                yield Typed(Scalar("null"))
            elif isinstance(option.shape, ListOf) and "array" in types:
                counted = replace(option.shape, least=count[0], most=count[1])
                yield replace(option, shape=counted)
            elif self.shapes.of(option.shape).types & types:
                yield option


def _remaining_cases(group: Cases, tag: str, text: str, declared: Mapping[str, Claim]) -> Cases:
    """The cases with a value of the tag, without the tag."""
    chosen_by = Claim(True, frozenset({"string"}), (text,))
    fitting = [case for case in group if meet(case.get(tag, UNKNOWN), chosen_by)]
    return [drop_untypable({name: case[name] for name in case if name != tag}, declared) for case in fitting]


def _are_told_apart(group: Cases) -> bool:
    """Whether each case asks for a value of one member that no other case takes."""
    for name in dict.fromkeys(name for case in group for name in case):
        claims = [case.get(name, UNKNOWN) for case in group]
        values = [repr(value) for claim in claims for value in claim.values or ()]
        if all(claim.there and claim.values for claim in claims) and len(set(values)) == len(values):
            return True
    return False


def _without_counts(case: Case, declared: Mapping[str, Claim]) -> Case:
    """A case with the declared counts of items: the record states them already."""
    return {name: replace(claim, count=declared.get(name, UNKNOWN).count) for name, claim in case.items()}
