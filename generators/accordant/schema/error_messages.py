"""A plain sentence for each problem of a document."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Final

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.json_values import json_type
from accordant.schema.validation import Problem
from accordant.schema.vocabulary import with_article

_LONGEST: Final = 60
"""A longer value is cut, so that a sentence stays one line of a terminal or two."""
_MOST: Final = 8
"""Most values of a list that a sentence names."""
_LONGEST_MESSAGE: Final = 200
"""A longer message of the validator is cut: it holds whole values of the document."""


def sentence(problem: Problem, document: JsonValue, resources: Mapping[str, JsonValue]) -> str:
    """A sentence about a problem, without its place.

    Args:
        problem: from :meth:`accordant.schema.validation.Validator.problems`.
        document: the document that was judged.
        resources: schemas by address, to read the keyword's value from.
    """
    value = _at(document, problem.instance)
    address, _, pointer = problem.schema_location.partition("#")
    limit = _at(resources.get(address), pointer)
    write = _SENTENCES.get(problem.keyword)
    if problem.names:
        return _members(problem)
    if problem.keyword in ("oneOf", "anyOf") and _is_about_tags(problem):
        return f"{format_value(value)} is not one of {format_values(_tags(problem, resources))}"
    if write is None or (limit is None and problem.keyword not in ("const", "enum")):
        return _other(problem, value)
    return write(value, limit)


def format_value(value: JsonValue) -> str:
    """A value as it can stand in a sentence: JSON, cut where it is long."""
    text = json.dumps(value, ensure_ascii=False)
    text = "".join(letter if letter.isprintable() else f"\\u{ord(letter):04x}" for letter in text)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def format_values(values: list[JsonValue]) -> str:
    """Values one after the other, cut where there are many."""
    some = ", ".join(format_value(value) for value in values[:_MOST])
    return some if len(values) <= _MOST else f"{some} and {len(values) - _MOST} more"


def kind(value: JsonValue) -> str:
    """What a value is, with its article."""
    return with_article(json_type(value))


def _is_about_tags(problem: Problem) -> bool:
    parts = [part for branch in problem.branches for part in branch]
    return bool(parts) and all(
        part.instance == problem.instance and part.keyword in ("const", "enum") for part in parts
    )


def _tags(problem: Problem, resources: Mapping[str, JsonValue]) -> list[JsonValue]:
    tags: list[JsonValue] = []
    for inner in (inner for branch in problem.branches for inner in branch):
        address, _, pointer = inner.schema_location.partition("#")
        limit = _at(resources.get(address), pointer)
        tags += limit if isinstance(limit, list) else [limit]
    return tags


def _members(problem: Problem) -> str:
    names = format_values(list(problem.names))
    if problem.keyword in ("oneOf", "anyOf"):
        return f"must have one of the fields {names}"
    if problem.keyword in ("required", "dependentRequired", "dependencies"):
        return f"the field {names} is missing"
    many = len(problem.names) > 1
    return f"the field{'s' if many else ''} {names} {'are' if many else 'is'} not allowed here"


def _type(value: JsonValue, limit: JsonValue) -> str:
    names = [limit] if isinstance(limit, str) else list(limit)
    expected = " or ".join(with_article(str(name)) for name in names)
    if json_type(value) in names:  # a validator of draft-04 has refused 1.0
        return f"{format_value(value)} is spelt with a fraction, which no integer of draft-04 has"
    subject = f"{format_value(value)} is " if isinstance(value, str | int | float) else "is "
    return f"{subject}{kind(value)}, not {expected}"


def _count(what: str, *, least: bool) -> Callable[[JsonValue, JsonValue], str]:
    def write(value: JsonValue, limit: JsonValue) -> str:
        size = len(value) if isinstance(value, str | list | dict) else 0
        bound = f"at least {format_value(limit)} required" if least else f"at most {format_value(limit)} allowed"
        return f"has {size:,} {what if size != 1 else what.removesuffix('s')}; {bound}"

    return write


def _bound(words: str) -> Callable[[JsonValue, JsonValue], str]:
    return lambda value, limit: f"{format_value(value)} is not {words} {format_value(limit)}"


def _branches(value: JsonValue, limit: JsonValue) -> str:
    return f"{format_value(value)} fits none of the {len(limit)} alternatives"


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
    "minimum": _bound("at least"),
    "maximum": _bound("at most"),
    "exclusiveMinimum": _bound("greater than"),
    "exclusiveMaximum": _bound("less than"),
    "multipleOf": _bound("a multiple of"),
    "anyOf": _branches,
    "not": lambda value, limit: f"{format_value(value)} fits the schema that `not` excludes",
    "uniqueItems": lambda value, limit: "two items are equal; all items must differ",
    "contains": lambda value, limit: "too few or too many items fit the schema of `contains`",
    "propertyNames": lambda value, limit: "the name of a field is not allowed here",
}


def _other(problem: Problem, value: JsonValue) -> str:
    if problem.keyword == "oneOf":
        several = bool(problem.branches) and sum(not branch for branch in problem.branches) > 1
        fits = "several alternatives; exactly one must fit" if several else "none of the alternatives"
        return f"{format_value(value)} fits {fits}"
    if problem.message.startswith("False schema"):
        return f"no value is allowed here, but there is {format_value(value)}"
    message = problem.message
    return message if len(message) <= _LONGEST_MESSAGE else message[: _LONGEST_MESSAGE - 3] + "..."


def _at(value: JsonValue, pointer: str) -> JsonValue:
    try:
        return pointers.follow(value, pointer)
    except (LookupError, ValueError):
        return None
