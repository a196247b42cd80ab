"""Rules for readers that give a text: the document in words."""

from __future__ import annotations

from dataclasses import dataclass

from accordant.contract.behaviour import Condition, conditions
from accordant.contract.contracts import Version


@dataclass(frozen=True, slots=True)
class TextRule:
    """A rule that gives a text where all of its conditions hold: a value, or the one at a place."""

    id: str
    then: str
    match: tuple[Condition, ...]
    value: str
    place: str
    """Where the value stands; empty where it is ``value``."""
    as_json: bool


def text_rules(version: Version) -> dict[str, list[TextRule]]:
    """By function, the rules for readers that give its text, in their order."""
    by_function: dict[str, list[TextRule]] = {}
    for table in version.behaviour.consumer_rules:
        if isinstance(table.get("match"), list) and isinstance(table.get("gives"), str):
            rule = TextRule(
                id=str(table["id"]),
                then=str(table.get("then", "")),
                match=conditions(table["match"]),
                value=str(table.get("value", "")),
                place=str(table.get("value-from", "")),
                as_json=table.get("as") == "json",
            )
            by_function.setdefault(str(table["gives"]), []).append(rule)
    return by_function
