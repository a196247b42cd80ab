"""Values that stand in a schema: each is one that the schema around it accepts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from accordant.findings import Finding, JsonValue, Rule, Severity
from accordant.lint.subject import LintSubject, SchemaFile
from accordant.schema import pointers
from accordant.schema.branch_errors import relevant_problems
from accordant.schema.error_messages import sentence
from accordant.schema.problems import UnusableSchema
from accordant.schema.references import Node
from accordant.schema.subschemas import asserts_nothing, judging_keywords
from accordant.schema.validation import Validator, validator_of
from accordant.schema.vocabulary import format_value

REFUSED: Final = Rule(
    "value-refused",
    Severity.WARNING,
    "A default, an example, or a value of enum or const is refused by the schema in which it stands.",
    "Who fills in the default or copies the example writes an invalid document; a value of enum that another keyword "
    "refuses can never be written.",
    "Correct the value, or the keyword that refuses it.",
    '{"type": "integer", "minimum": 5, "default": 1}',
    '{"type": "integer", "minimum": 5, "default": 5}',
)

RULES: Final = (REFUSED,)

_MOST: Final = 5
"""At most this many findings about one keyword."""
_FOR_PEOPLE: Final = ("default", "examples")
"""Keywords whose values show what is meant, so that these have the format too."""
_NAMES: Final = {
    "default": "the default {}",
    "examples": "the example {}",
    "enum": "the value {} of enum",
    "const": "the value {} of const",
}


def check(subject: LintSubject) -> Iterator[Finding]:
    """Values that the schema around them refuses."""
    for file, node in subject.judged_nodes:
        if not isinstance(node.value, dict):
            continue
        for keyword in _NAMES:
            values = list(_values(node, keyword))
            if values:
                validator = validator_of(node, formats=keyword in _FOR_PEOPLE)
                yield from islice(_check_values(file, validator, keyword, values), _MOST)


def _values(node: Node, keyword: str) -> Iterator[tuple[str, JsonValue]]:
    """The values of a keyword, each with its pointer, where something else in the schema judges them."""
    if keyword not in node.value or keyword not in node.dialect.keywords or not _is_judged(node, keyword):
        return
    value, at = node.value[keyword], pointers.join(node.pointer, keyword)
    if keyword in ("default", "const"):
        yield at, value
    elif isinstance(value, list):
        yield from ((pointers.join(at, index), item) for index, item in enumerate(value))


def _is_judged(node: Node, keyword: str) -> bool:
    if keyword in _FOR_PEOPLE:
        return not asserts_nothing(node) or "format" in node.value
    judges = judging_keywords(node)
    return keyword in judges and len(judges) > 1


def _check_values(
    file: SchemaFile, validator: Validator, keyword: str, values: list[tuple[str, JsonValue]]
) -> Iterator[Finding]:
    places = set()
    for at, value in values:
        reason = _why_refused(validator, value)
        if reason and (place := file.place(at)) not in places:
            places.add(place)  # what a code list wrote stands at one place
            name = _NAMES[keyword].format(format_value(value))
            message = f"its own schema refuses {name}: {reason}"
            yield REFUSED.finding(message, place, subject=file.subject)


def _why_refused(validator: Validator, value: JsonValue) -> str:
    """Why a schema refuses a value; empty where it accepts it, or cannot be used."""
    try:
        if validator.is_valid(value):
            return ""
        problems = relevant_problems(validator.problems(value), validator.node.resources)
    except UnusableSchema:
        return ""
    resources = validator.node.resources
    said = sentence(problems[0], value, {uri: resources.root(uri).value for uri in resources})
    return f"it {said}" if said.startswith(("is ", "has ", "must ")) else said
