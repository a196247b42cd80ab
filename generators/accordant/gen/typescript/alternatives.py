"""What types can carry of a record's rules: unions of the cases that a rule leaves, beside the record's members."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
from accordant.model.types import Field, ListOf, Model, Record, Ref, Typed, TypeParam, UnionOf, shapes_of

LEAST_CHOSEN: Final = 3
"""From so many cases on that a text chooses there is a map type of them."""
MOST_TOGETHER: Final = 200
"""Combinations of cases beyond this are left to the guards: compilers and people lose the overview."""

MOST_IN_ENTRY: Final = 12
"""More cases than this are too many for an entry of a map type."""

MOST_ABSENT: Final = 16
"""More members than this are not listed as absent."""

_WORDS: Final = {"null": "null", "boolean": "boolean", "string": "string", "array": "unknown[]",
                 "object": "{ [key: string]: unknown }"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Group:
    """One list of cases: those that stand for themselves, and those that one member's text chooses."""

    cases: tuple[str, ...]
    tag: str = ""
    chosen: tuple[tuple[str, str], ...] = ()
    """Text of the tag, and the other members: the entries of a map type."""
    all_of_them: bool = True
    """Whether every record is one of the cases, or these are only known ones."""


@dataclass
class Alternatives:
    """Writes the cases of records of one model."""

    model: Model
    annotations: Annotations

    def __post_init__(self) -> None:
        self.shapes = claims_of(self.model)

    def of(self, record: Record, rules: tuple[Constraint, ...], *, mapped: bool = True) -> list[Group]:
        """For each group of rules the types of its cases; the record is all of these groups besides its members.

        Args:
            record: the shape.
            rules: what the schema asks besides.
            mapped: whether there may be map types: they take no type parameters.
        """
        fields = {one.wire: one for one in record.fields}
        declared = self.shapes.declared(record)
        kept: list[Group] = []
        rest: list[Cases] = []
        combinations = 1
        for group in self.shapes.alternatives(record, rules):
            written = self._written_group(group.cases, fields, declared, mapped=mapped)
            fits = combinations * len(group.cases) <= MOST_TOGETHER and "{}" not in written.cases
            is_kept = group.all_of_them and fits and bool(written.cases or written.chosen)
            if is_kept:
                kept.append(written)
                combinations *= len(group.cases)
                if written.chosen:
                    continue
            single = [_uncounted(one, declared) for one in group.single] if group.all_of_them else group.single
            chosen = self._written_group(single, fields, declared, mapped=mapped)
            if chosen.chosen:
                kept.append(replace(chosen, cases=(), all_of_them=False))
            elif not is_kept:
                rest.append(single)
        if mapped and not any(one.chosen for one in kept):
            kept += self._chosen_across(rest, fields, declared)
        return kept

    def _chosen_across(
        self, lists: list[Cases], fields: Mapping[str, Field], declared: Mapping[str, Claim]
    ) -> list[Group]:
        """The map of lists of cases each of which knows a text or two of the member that chooses; else nothing."""
        texts: dict[str, dict[str, None]] = {}
        for one in (one for group in lists for one in group if len(one) > 1):
            for name, claim in one.items():
                if name not in INHERITED:
                    texts.setdefault(name, {}).update(dict.fromkeys(texts_of(claim)))
        tag = max(texts, key=lambda name: len(texts[name]), default="")
        entries: dict[str, Cases] = {}
        for text in texts.get(tag, ()):
            entry: Cases = [ALWAYS]
            for group in lists:
                rests = _rests(group, tag, text, declared)
                joined = [both for one in entry for other in rests if (both := meet_cases(one, other)) is not None]
                entry = distinct(joined) if len(joined) <= MOST_IN_ENTRY else entry
            entries[text] = entry
        chosen = self._entries(entries, fields)
        return [Group((), tag, chosen, all_of_them=False)] if len(chosen) >= LEAST_CHOSEN else []

    def _entries(self, found: Mapping[str, Cases], fields: Mapping[str, Field]) -> tuple[tuple[str, str], ...]:
        """The entries of a map type, without those that say nothing."""
        written = {text: self._written(group, fields) for text, group in found.items()}
        return tuple((text, " | ".join(one)) for text, one in written.items() if "{}" not in one)

    def _written_group(
        self, group: Cases, fields: Mapping[str, Field], declared: Mapping[str, Claim], *, mapped: bool
    ) -> Group:
        return self._group(group, fields, declared) if mapped else Group(self._written(group, fields))

    def _group(self, group: Cases, fields: Mapping[str, Field], declared: Mapping[str, Claim]) -> Group:
        """The cases of one list; those that the texts of one member tell apart as the entries of a map."""
        names = dict.fromkeys(name for one in group for name in one if name not in INHERITED)
        counts = {name: sum(len(texts_of(one.get(name))) == 1 and len(one) > 1 for one in group) for name in names}
        tag = max(counts, key=lambda name: counts[name], default="")
        if counts.get(tag, 0) < LEAST_CHOSEN:
            return Group(self._written(group, fields))
        texts = dict.fromkeys(text for one in group if len(one) > 1 for text in texts_of(one.get(tag)))
        chosen = self._entries({text: _rests(group, tag, text, declared) for text in texts}, fields)
        if len(chosen) < LEAST_CHOSEN:
            return Group(self._written(group, fields))
        others = [one for one in group if not set(texts_of(one.get(tag))) & dict(chosen).keys()]
        return Group(self._written(others, fields), tag, chosen)

    def _written(self, group: Cases, fields: Mapping[str, Field]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._case(one, fields) for one in group))

    def _case(self, case: Case, fields: Mapping[str, Field]) -> str:
        inner = [self._member(name, claim, fields.get(name)) for name, claim in case.items() if name not in INHERITED]
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
        names = [self.model.types[key].name for key in claim.named]
        plain = claim.types - claim.named_types if names else claim.types
        if claim.inside and not names and plain == {"object"}:
            inside = [self._member(name, one, None) for name, one in claim.inside if name not in INHERITED]
            return "{ " + "; ".join(inside) + " }" if inside else "{ [key: string]: unknown }"
        if claim.item and not names and plain == {"array"} and field is None:
            inner = self._value(claim.item[0], None)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        options = list(self._narrowed(field.type, plain, claim.count)) if field is not None else []
        if names or options:
            return " | ".join(dict.fromkeys([*names, *options]))
        if plain == ATOMS:
            return "unknown"
        words = [_WORDS[one] for one in _WORDS if one in plain]
        return " | ".join([*words, *(["number"] if plain & {"integer", "fraction"} else [])])

    def _narrowed(self, typed: Typed, types: frozenset[str], count: tuple[int, int | None]) -> Iterator[str]:
        """The options of a declared type that can be of one of the JSON types, lists with so many items."""
        shape = typed.shape
        options = shape.options if isinstance(shape, UnionOf) else (typed,)
        for option in options:
            if isinstance(option.shape, UnionOf):
                yield from self._narrowed(option, types, count)
            elif isinstance(option.shape, TypeParam) and types == {"null"}:
                yield "null"
            elif isinstance(option.shape, ListOf) and "array" in types:
                counted = replace(option.shape, least=count[0], most=count[1])
                yield from self.annotations.options(replace(option, shape=counted))
            elif self.shapes.of(option.shape).types & types:
                yield from self.annotations.options(option)


def _rests(group: Cases, tag: str, text: str, declared: Mapping[str, Claim]) -> Cases:
    """What the cases that a text of the tag leaves say about the other members."""
    chosen_by = Claim(True, frozenset({"string"}), (text,))
    fitting = [one for one in group if meet(one.get(tag, UNKNOWN), chosen_by)]
    return [drop_untypable({name: one[name] for name in one if name != tag}, declared) for one in fitting]


def _uncounted(case: Case, declared: Mapping[str, Claim]) -> Case:
    """A case without counts of items, which the record has beside its map of cases."""
    return {name: replace(one, count=declared.get(name, UNKNOWN).count) for name, one in case.items()}


def absent_members(model: Model) -> dict[str, tuple[str, ...]]:
    """By the key of each closed record what only its siblings in unions declare: never there, and types can say so."""
    found: dict[str, dict[str, None]] = {}
    for one in model.types.values():
        for shape in shapes_of(one.type.shape):
            if not isinstance(shape, UnionOf) or shape.tag:
                continue
            closed = {
                option.shape.key: [field.wire for field in record.fields]
                for option in shape.options
                if isinstance(option.shape, Ref)
                and isinstance(record := model.types[option.shape.key].type.shape, Record)
                and record.extra is None
            }
            for key, names in closed.items():
                others = (name for other in closed.values() for name in other if name not in names)
                found.setdefault(key, {}).update(dict.fromkeys(others))
    return {
        key: tuple(name for name in names if name not in INHERITED)
        for key, names in found.items()
        if len(names) <= MOST_ABSENT
    }
