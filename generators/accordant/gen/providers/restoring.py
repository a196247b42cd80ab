"""Takes an answer back to the form of the contract: nulls that stand for nothing, entries of maps, JSON in texts."""

from __future__ import annotations

from collections.abc import Mapping

from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.gen.providers.plan import ANSWER, KEY, VALUE, Kind, Plan, StrictSchema
from accordant.schema import documents
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of


def restore(answer: JsonValue, made: StrictSchema) -> JsonValue:
    """The answer as a document of the contract. It is not validated: what does not fit the plan stays as it is.

    Args:
        answer: the value that the service gave.
        made: the strict schema that it was asked for.
    """
    return _Restoring(made.schema.get("$defs", {}), made.definitions).value(answer, made.plan)


class _Restoring:
    def __init__(self, definitions: Mapping[str, JsonValue], plans: Mapping[str, Plan]) -> None:
        self._definitions, self._plans = definitions, plans

    def value(self, value: JsonValue, plan: Plan) -> JsonValue:
        """A value by its plan."""
        match plan.kind:
            case Kind.OBJECT if isinstance(value, dict):
                return {
                    name: self.value(member, plan.members.get(name, Plan()))
                    for name, member in value.items()
                    if not (member is None and name in plan.optional)
                }
            case Kind.ARRAY if isinstance(value, list) and plan.inside:
                return [self.value(item, plan.inside) for item in value]
            case Kind.MAP if isinstance(value, list) and plan.inside:
                return self._map(value, plan.inside)
            case Kind.TEXT if isinstance(value, str):
                return _parse(value)
            case Kind.UNION:
                return self._branch(value, plan)
            case Kind.REFERENCE:
                return self.value(value, self._plans[plan.name])
            case Kind.WRAPPED if isinstance(value, dict) and ANSWER in value and plan.inside:
                return self.value(value[ANSWER], plan.inside)
        return value

    def _map(self, entries: list[JsonValue], inside: Plan) -> JsonValue:
        """An object of entries; a list in which two entries have one key stays a list, so that the check refuses it."""
        if not all(isinstance(entry, dict) and isinstance(entry.get(KEY), str) for entry in entries):
            return entries
        if key_twice(entries) is not None:
            return entries
        return {entry[KEY]: self.value(entry.get(VALUE), inside) for entry in entries}

    def _branch(self, value: JsonValue, plan: Plan) -> JsonValue:
        """The value by the first alternative that it fits."""
        for schema, branch in plan.branches:
            whole = {**schema, "$defs": dict(self._definitions)}
            if validator_of(Resources.of(whole)).is_valid(value):
                return self.value(value, branch)
        return value


def key_twice(value: JsonValue) -> str | None:
    """The key that two entries of a map have, which therefore stayed a list of entries; None where there is none."""
    keys = [entry.get(KEY) for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []
    return next((key for index, key in enumerate(keys) if isinstance(key, str) and key in keys[:index]), None)


def _parse(text: str) -> JsonValue:
    """The JSON in a text; the text itself where it is none."""
    try:
        return documents.parse(text, "answer").value
    except InputError:
        return text
