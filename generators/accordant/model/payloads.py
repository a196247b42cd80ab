"""Payloads: members whose type is selected by the text of another member."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from accordant.model.cases.claims import texts_of
from accordant.model.cases.minimize import Cases
from accordant.model.cases.shape_claims import claims_of
from accordant.model.types import Model, NamedType, Record


@dataclass(frozen=True, slots=True)
class Payload:
    """A member of a record, and the named record that each text of another member makes of it."""

    tag: str
    member: str
    types: tuple[tuple[str, str], ...]
    """(text, key of the named record), in the schema's order."""


def payloads_of(model: Model, named: NamedType, record: Record) -> Iterator[Payload]:
    """The payloads of a record; a text that leaves several types open chooses none."""
    claims = claims_of(model)
    declared = claims.declared(record)
    choices: dict[tuple[str, str], dict[str, set[str]]] = {}
    for group in claims.alternatives(record, named.type.rules):
        for tag, member, text, key in _choices(group.single):
            if declared.get(tag, None) is not None and declared[tag].types == {"string"} and member in declared:
                choices.setdefault((tag, member), {}).setdefault(text, set()).add(key)
    for (tag, member), chosen in choices.items():
        types = [(text, next(iter(keys))) for text, keys in chosen.items() if len(keys) == 1]
        types = [(text, key) for text, key in types if isinstance(model.types[key].type.shape, Record)]
        if types:
            yield Payload(tag, member, tuple(types))


def _choices(cases: Cases) -> Iterator[tuple[str, str, str, str]]:
    """(tag, member, text, key) of each case in which a text goes with one named type."""
    for case in cases:
        for tag, chosen in case.items():
            for member, claim in case.items():
                if member != tag and len(claim.named) == 1:
                    yield from ((tag, member, text, claim.named[0]) for text in texts_of(chosen))
