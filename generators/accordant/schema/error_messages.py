"""A plain sentence for each problem of a document."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.dialects import is_map_of_schemas
from accordant.schema.json_values import json_type
from accordant.schema.problems import Problem
from accordant.schema.vocabulary import LONGEST_VALUE, cut, enumeration, format_value, with_article

_MOST: Final = 8
"""Most values of a list that a sentence names."""
_LONGEST_MESSAGE: Final = 200
"""A longer message of the validator is cut: it holds whole values of the document."""

_REQUIRING: Final = frozenset(("required", "dependentRequired", "dependencies"))
_ABOUT_ALL_MEMBERS: Final = frozenset(("additionalProperties", "unevaluatedProperties", "propertyNames"))
"""Keywords that refuse every member of an object where they are `false` and no keyword beside them names members."""
_ASKED: Final = frozenset(("type", "enum", "const"))
_MODIFIERS: Final = {"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum", "additionalItems": "items"}
"""Keywords that are true or false, and the keyword beside them whose value they are about."""


def sentence(problem: Problem, document: JsonValue, resources: Mapping[str, JsonValue]) -> str:
    """A sentence about a problem, without its place.

    Args:
        problem: from :meth:`accordant.schema.validation.Validator.problems`.
        document: the document that was judged.
        resources: schemas by address, to read the keyword's value from.
    """
    said = _state(problem, document, resources)
    return f"{said} ({problem.nearest} comes nearest)" if problem.nearest else said


def as_clause(said: str) -> str:
    """A sentence after a colon: one that begins with its verb gets a subject."""
    return f"it {said}" if said.startswith(("is ", "has ", "must ")) else said


def _state(problem: Problem, document: JsonValue, resources: Mapping[str, JsonValue]) -> str:
    if problem.key is not None:
        reason = "" if problem.is_false else f": {_reason(problem, problem.key, resources)}"
        return f"the field name {format_value(problem.key)} is not allowed here{reason}"
    return _reason(problem, _at(document, problem.instance), resources)


def _reason(problem: Problem, value: JsonValue, resources: Mapping[str, JsonValue]) -> str:
    """Why a value is refused."""
    if problem.is_false:
        return _nothing_allowed(problem, value)
    if problem.names:
        return _names(problem)
    limit = _limit(problem, resources)
    if problem.keyword in ("oneOf", "anyOf"):
        return _alternatives(problem, value, resources)
    write = _SENTENCES.get(problem.keyword)
    if write is None or (limit is None and problem.keyword not in ("const", "enum")):
        return cut(problem.message, _LONGEST_MESSAGE)
    return write(value, limit)


def _limit(problem: Problem, resources: Mapping[str, JsonValue]) -> JsonValue:
    """The value of the keyword that refused; for a keyword that changes the meaning of another one, that one's."""
    address, _, pointer = problem.schema_location.partition("#")
    limit = _at(resources.get(address), pointer)
    if problem.key is not None and isinstance(limit, dict) and not pointer.endswith(f"/{problem.keyword}"):
        limit = limit.get(problem.keyword)  # of names, the place is the schema that refuses, not its keyword
    beside = _MODIFIERS.get(problem.keyword)
    if beside is None or not isinstance(limit, bool):
        return limit
    return _at(resources.get(address), pointers.join(pointers.parent(pointer), beside))


def format_values(values: list[JsonValue]) -> str:
    """Values one after the other, cut where there are many."""
    some = ", ".join(format_value(value) for value in values[:_MOST])
    return some if len(values) <= _MOST else f"{some} and {len(values) - _MOST} more"


def kind(value: JsonValue) -> str:
    """What a value is, with its article."""
    return with_article(json_type(value))


def _nothing_allowed(problem: Problem, value: JsonValue) -> str:
    tokens = pointers.split(problem.schema_pointer)
    is_keyword = not is_map_of_schemas("".join(tokens[-2:-1]))  # else a field has the name of the keyword
    if problem.keyword in _ABOUT_ALL_MEMBERS and is_keyword and isinstance(value, dict):
        return _names(replace(problem, names=tuple(value)))
    return f"no value is allowed here, but there is {format_value(value)}"


def _names(problem: Problem) -> str:
    """A sentence about fields that are missing or not allowed, or about items that are not allowed."""
    if problem.keyword == "unevaluatedItems":
        items = cut(", ".join(problem.names), LONGEST_VALUE)
        return f"the item{'s' if len(problem.names) > 1 else ''} {items} {_verb(problem)} not allowed here"
    if problem.keyword in _REQUIRING:
        return f"{_quote(problem.names)} {_verb(problem)} required"
    names = format_values(list(problem.names))
    if problem.keyword in ("oneOf", "anyOf"):
        return f"must have one of the fields {names}"
    return f"the field{'s' if len(problem.names) > 1 else ''} {names} {_verb(problem)} not allowed here"


def _quote(names: Sequence[str]) -> str:
    """Names of fields between back-ticks: all of them, since somebody has to add them all."""
    return enumeration([f"`{format_value(name)[1:-1]}`" for name in names], "and")


def _verb(problem: Problem) -> str:
    return "are" if len(problem.names) > 1 else "is"


def _alternatives(problem: Problem, value: JsonValue, resources: Mapping[str, JsonValue]) -> str:
    """A sentence about a choice: what the value is not, where the alternatives ask for values or types."""
    if sum(not branch for branch in problem.branches) > 1:
        return f"{format_value(value)} fits several alternatives; exactly one must fit"
    here = problem.instance
    possible = [
        branch for branch in problem.branches if not any(part.is_false and part.instance == here for part in branch)
    ]
    asked = [_find_asked(here, branch) for branch in possible]
    refusals = [refusal for refusal in asked if refusal is not None]
    if not refusals or len(refusals) < len(asked):
        return f"{format_value(value)} fits none of the {len(problem.branches)} alternatives"
    values: list[JsonValue] = []
    types: list[str] = []
    for refusal in refusals:
        limit = _limit(refusal, resources)
        several = limit if isinstance(limit, list) and refusal.keyword != "const" else [limit]
        if refusal.keyword == "type":
            types += map(str, several)
        else:
            values += several
    alike = [item for item in values if json_type(item) == json_type(value)]
    if alike or not types:
        return _listed(value, values if not types else alike)
    return _type(value, list(dict.fromkeys([*types, *map(json_type, values)])))


def _listed(value: JsonValue, values: Sequence[JsonValue]) -> str:
    """What a value is not, each value once: several alternatives may ask for the same one."""
    once = list({format_value(item): item for item in values}.values())
    return f"{format_value(value)} is not {'one of ' if len(once) > 1 else ''}{format_values(once)}"


def _find_asked(here: str, branch: tuple[Problem, ...]) -> Problem | None:
    """The problem of a branch that asks for values or types of the whole value; None for any other branch."""
    return next((problem for problem in branch if problem.instance == here and problem.keyword in _ASKED), None)


def _type(value: JsonValue, limit: JsonValue) -> str:
    names = [limit] if isinstance(limit, str) else list(limit)
    expected = " or ".join(with_article(str(name)) for name in names)
    if json_type(value) in names:  # a validator of draft-04 has refused 1.0
        return f"{format_value(value)} is spelt with a fraction, which no integer of draft-04 has"
    subject = f"{format_value(value)} is " if isinstance(value, str | int | float) else "is "
    # Where an integer is asked for, only draft-04 refuses 1.0: it takes the spelling for the type.
    actual = "a number" if isinstance(value, float) else kind(value)
    return f"{subject}{actual}, not {expected}"


def _count(what: str, *, least: bool) -> Callable[[JsonValue, JsonValue], str]:
    def write(value: JsonValue, limit: JsonValue) -> str:
        size = len(value) if isinstance(value, str | list | dict) else 0
        bound = f"at least {format_value(limit)} required" if least else f"at most {format_value(limit)} allowed"
        return f"has {size:,} {what if size != 1 else what.removesuffix('s')}; {bound}"

    return write


def _make_bound_sentence(words: str) -> Callable[[JsonValue, JsonValue], str]:
    return lambda value, limit: f"{format_value(value)} is not {words} {format_value(limit)}"


def _excluded(value: JsonValue, limit: JsonValue) -> str:
    """Why a value is refused that is an excluded value, or has names that may not occur together."""
    match limit:
        case {"const": _} | {"enum": _} if len(limit) == 1:
            return f"{format_value(value)} is not allowed here"
        case {"required": [*names]} if names and len(limit) == 1 and isinstance(value, dict):
            several = len(names) > 1
            return f"{_quote(list(map(str, names)))} {'are not allowed together' if several else 'is not allowed here'}"
    return f"{format_value(value)} fits the schema that `not` excludes"


def _additional_items(value: JsonValue, limit: JsonValue) -> str:
    return f"has {len(value)} items; at most {len(limit)} allowed"


_SENTENCES: Final[Mapping[str, Callable[[JsonValue, JsonValue], str]]] = {
    "type": _type,
    "enum": lambda value, limit: f"{format_value(value)} is not one of {format_values(list(limit or []))}",
    "const": lambda value, limit: f"{format_value(value)} is not {format_value(limit)}",
    "pattern": lambda value, limit: f"{format_value(value)} does not match {limit}",
    "minLength": _count("characters", least=True),
    "maxLength": _count("characters", least=False),
    "minItems": _count("items", least=True),
    "maxItems": _count("items", least=False),
    "minProperties": _count("fields", least=True),
    "maxProperties": _count("fields", least=False),
    "minimum": _make_bound_sentence("at least"),
    "maximum": _make_bound_sentence("at most"),
    "exclusiveMinimum": _make_bound_sentence("greater than"),
    "exclusiveMaximum": _make_bound_sentence("less than"),
    "multipleOf": _make_bound_sentence("a multiple of"),
    "not": _excluded,
    "uniqueItems": lambda value, limit: "two items are equal; all items must differ",
    "contains": lambda value, limit: "no item fits the schema of `contains`",
    "minContains": lambda value, limit: (
        f"too few items fit the schema of `contains`; at least {format_value(limit)} required"
    ),
    "maxContains": lambda value, limit: (  # the validator names it where `contains` finds none, too
        f"no item fits the schema of `contains`, or too many do; at most {format_value(limit)} allowed"
    ),
    "additionalItems": _additional_items,
}


def _at(value: JsonValue, pointer: str) -> JsonValue:
    try:
        return pointers.follow(value, pointer)
    except (LookupError, ValueError):
        return None
