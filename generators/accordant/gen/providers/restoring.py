"""Takes an answer back to the form of the contract: nulls that stand for nothing, entries of maps, JSON in texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.gen.providers.plan import ANSWER, KEY, VALUE, Kind, Plan, StrictSchema
from accordant.schema import documents, pointers
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of

_TYPES: Final = ["object", "array", "string", "number", "boolean", "null"]


def restore(answer: JsonValue, made: StrictSchema) -> JsonValue:
    """The answer as a document of the contract. It is not validated: what does not fit the plan stays as it is.

    Args:
        answer: the value that the service gave.
        made: the strict schema that it was asked for.
    """
    return _Restoring(made.schema.get("$defs", {}), made.definitions).value(answer, made.plan)


def pointer_in_answer(pointer: str, answer: JsonValue, made: StrictSchema) -> str:
    """Where in an answer stands what :func:`restore` puts at a pointer of the document, or the part around it."""
    restoring = _Restoring(made.schema.get("$defs", {}), made.definitions)
    return restoring.origin(answer, made.plan, pointers.split(pointer))


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
        return self.value(value, self._fitting(value, plan))

    def _fitting(self, value: JsonValue, plan: Plan) -> Plan:
        """The plan of the first alternative that a value fits; else of the only one for values of its type, if any."""
        for schema, branch in plan.branches:
            if _fits(value, {**schema, "$defs": dict(self._definitions)}):
                return branch
        alike = [branch for schema, branch in plan.branches if _fits(value, {"type": schema.get("type", _TYPES)})]
        return alike[0] if len(alike) == 1 else Plan()

    def origin(self, value: JsonValue, plan: Plan, tokens: Sequence[str], at: str = "") -> str:
        """Where in an answer, of which ``value`` stands at ``at``, is what these steps in the document lead to."""
        match plan.kind:
            case Kind.UNION:
                return self.origin(value, self._fitting(value, plan), tokens, at)
            case Kind.REFERENCE:
                return self.origin(value, self._plans[plan.name], tokens, at)
            case Kind.WRAPPED if isinstance(value, dict) and ANSWER in value and plan.inside:
                return self.origin(value[ANSWER], plan.inside, tokens, pointers.join(at, ANSWER))
            case Kind.TEXT if isinstance(value, str):
                return at
        step = self._step(value, plan, tokens[0]) if tokens else None
        if step is None:
            return at
        below, inside = step
        return self.origin(pointers.follow(value, below), inside, tokens[1:], at + below)

    def _step(self, value: JsonValue, plan: Plan, token: str) -> tuple[str, Plan] | None:
        """Where below a value of an answer stands what is one step below it in the document, with its plan."""
        if plan.kind is Kind.MAP and isinstance(value, list) and isinstance(self.value(value, plan), dict):
            at = next((index for index, entry in enumerate(value) if entry[KEY] == token), None)
            below, inside = pointers.join("", str(at), VALUE), plan.inside
        else:
            below = pointers.join("", token)
            inside = plan.members.get(token) if plan.kind is Kind.OBJECT else plan.inside
        is_entry = plan.kind is Kind.MAP and below.count("/") == 1  # of a map that stayed a list
        return (below, Plan() if is_entry or inside is None else inside) if _has(value, below) else None


def _fits(value: JsonValue, schema: JsonValue) -> bool:
    return validator_of(Resources.of(schema)).is_valid(value)


def _has(value: JsonValue, pointer: str) -> bool:
    try:
        pointers.follow(value, pointer)
    except LookupError:
        return False
    return True


def key_twice(value: JsonValue) -> str | None:
    """The key that two entries of a map have, which therefore stayed a list of entries; None where there is none."""
    keys = [entry.get(KEY) for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []
    return next((key for index, key in enumerate(keys) if isinstance(key, str) and key in keys[:index]), None)


def _parse(text: str) -> JsonValue:
    """The JSON in a text; the text itself where it is not JSON."""
    try:
        return documents.parse(text, "answer").value
    except InputError:
        return text
