"""The rules of a version that a document shows by itself, made ready to be asked: lists of codes written out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from accordant.contract.behaviour import tables
from accordant.contract.codes import CodeList, Entry
from accordant.contract.contracts import ContractState
from accordant.findings import JsonValue
from accordant.schema.json_values import canonical

Table = Mapping[str, JsonValue]

LISTED: Final = ("in-list", "not-in-list")
"""Tests whose operand names a code list, and facts that its entries must have."""


@dataclass(frozen=True, slots=True)
class HeldRule:
    """A rule that can be asked: for the documents of which schemas or streams, how grave, and where it stands."""

    schemas: tuple[str, ...]
    table: Table
    """Its `id`, what it `says`, and the claims that it `holds` or that `lines` have."""
    is_warning: bool
    pointer: str
    """Below the behaviour of the version."""
    is_implied: bool = False
    """Whether it follows from another table than one of `rules`."""


def held_rules(state: ContractState, default_schema: str) -> list[HeldRule]:
    """Every rule that documents or streams show, in the order of reports."""
    return [
        *_list_stated(state, default_schema),
        *_list_counted(state, default_schema),
        *_list_serialised(state, default_schema),
    ]


def rules_of(rules: list[HeldRule], name: str) -> list[Table]:
    """The tables of the rules about one schema or stream."""
    return [rule.table for rule in rules if name in rule.schemas]


def _list_stated(state: ContractState, default_schema: str) -> Iterator[HeldRule]:
    for index, rule in enumerate(state.behaviour.rules):
        claims = {key: expand_lists(state, rule[key]) for key in ("holds", "lines") if isinstance(rule.get(key), list)}
        if not claims:
            continue
        also = rule.get("also")
        schemas = (str(rule.get("schema") or default_schema), *(map(str, also) if isinstance(also, list) else ()))
        table = {"id": rule["id"], "says": rule["says"], **claims}
        yield HeldRule(schemas, table, rule.get("severity") == "warning", f"/rules/{index}")


def _list_counted(state: ContractState, default_schema: str) -> Iterator[HeldRule]:
    """Derived fields that count: where all that they count is there, they have the number."""
    for index, field in enumerate(state.behaviour.derived):
        places = field.get("count")
        if not isinstance(places, list):
            continue
        at = str(field["field"])
        lists = dict.fromkeys(str(place).partition("/*")[0] for place in places)
        counts = {"of": places, "distinct": field.get("distinct") is True}
        claim = {"when": [{"at": place, "present": True} for place in lists], "then": [{"at": at, "counts": counts}]}
        table = {"id": f"derived{at}", "says": field.get("says", ""), "holds": [claim]}
        schema = str(field.get("schema") or default_schema)
        yield HeldRule((schema,), table, is_warning=False, pointer=f"/derived/{index}", is_implied=True)


def _list_serialised(state: ContractState, default_schema: str) -> Iterator[HeldRule]:
    """The order of keys and lists of documents of the default schema."""
    serialisation = state.behaviour.serialisation
    advised = serialisation.get("advised")
    advice = advised if isinstance(advised, list) else []
    for index, order in enumerate(tables(serialisation.get("sort"))):
        place = str(order["list"])
        keys = {key: order[key] for key in ("keys", "missing", "instead") if key in order}
        claim = {"each": place, "then": [{"at": "", "sorted-by": {"keys": [""], **keys}}]}
        table = {"id": f"sort{place}", "says": _sorting_sentence(order), "holds": [claim]}
        at = f"/serialisation/sort/{index}"
        yield HeldRule((default_schema,), table, "sort" in advice, at, is_implied=True)
    names = serialisation.get("key-order")
    if isinstance(names, list):
        claim = {"then": [{"at": "", "keys-in-order": names}]}
        table = {"id": "key-order", "says": f"The keys stand in this order: {', '.join(names)}.", "holds": [claim]}
        at = "/serialisation/key-order"
        yield HeldRule((default_schema,), table, "key-order" in advice, at, is_implied=True)


def _sorting_sentence(order: Table) -> str:
    keys = order.get("keys")
    by = f"by {', '.join(map(str, keys))}" if isinstance(keys, list) else "by its items"
    return f"{order['list']} is sorted {by}."


def expand_lists(state: ContractState, value: JsonValue) -> JsonValue:
    """Conditions in which tests that name a code list name its identifiers instead."""
    if isinstance(value, list):
        return [expand_lists(state, part) for part in value]
    if not isinstance(value, dict):
        return value
    return dict(_expand(state, key, part) for key, part in value.items())


def _expand(state: ContractState, key: str, part: JsonValue) -> tuple[str, JsonValue]:
    if key in LISTED and isinstance(part, dict):
        return key.removesuffix("-list"), listed_identifiers(state, part)
    return key, expand_lists(state, part)


def listed_identifiers(state: ContractState, operand: Table) -> list[JsonValue]:
    """The identifiers of a code list whose entries have some facts: `{list = "commands", mutating = true}`.

    With `take` it is another fact of these entries, or several.
    """
    code_list = state.code_lists.get(str(operand.get("list")))
    wanted = {key: value for key, value in operand.items() if key not in ("list", "take")}
    take = operand.get("take", "id")
    taken = [str(name) for name in (take if isinstance(take, list) else [take])]
    entries = code_list.entries if code_list else ()
    fitting = [entry for entry in entries if all(_has_fact(entry, key, wanted[key]) for key in wanted)]
    facts = [_fact(entry, name) for entry in fitting for name in taken]
    return list(dict.fromkeys(fact for fact in facts if isinstance(fact, str | int)))


def _has_fact(entry: Entry, name: str, wanted: JsonValue) -> bool:
    """Whether an entry has a fact; where it has a list of them (`severity`), whether the one wanted is there."""
    fact = _fact(entry, name)
    if not isinstance(fact, list) or isinstance(wanted, list):
        return canonical(fact) == canonical(wanted)
    is_everywhere = name == "commands" and not fact  # an entry that names no commands applies to all
    return is_everywhere or canonical(wanted) in map(canonical, fact)


def _fact(entry: Entry, name: str) -> JsonValue:
    if name in entry.attributes:
        return entry.attributes[name]
    value = getattr(entry, name.replace("-", "_"), None)
    return list(value) if isinstance(value, tuple) else value


def knows_fact(code_list: CodeList, name: str) -> bool:
    """Whether entries of a code list may have a fact of that name."""
    return name in code_list.attributes or name.replace("-", "_") in _FIELDS


_FIELDS: Final = frozenset(Entry.__dataclass_fields__)
