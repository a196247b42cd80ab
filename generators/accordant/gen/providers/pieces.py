"""The pieces that strict schemas are made of, each with its plan."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from accordant.findings import JsonValue
from accordant.gen.providers.merged import ANNOTATIONS
from accordant.gen.providers.plan import Kind, Plan
from accordant.schema.keyword_types import TYPE_OF
from accordant.schema.references import Node
from accordant.schema.subschemas import judging, target_of

Made: TypeAlias = tuple[dict[str, Any], Plan]
"""A strict schema, and what takes its values back."""
_TEXT_OF_ANY: Final = "Any JSON value, written as JSON text."

_OF_TEXTS: Final = ("format", "contentMediaType")


def concerns(keyword: str, kind: str) -> bool:
    """Whether a keyword says something about values of a type."""
    of = "string" if keyword in _OF_TEXTS else TYPE_OF.get(keyword)
    return of is None or of == ("number" if kind == "integer" else kind)


def is_lone_reference(node: Node) -> bool:
    """Whether a schema refers to another one and asserts nothing beside that."""
    members = judging(node)
    asserting = [name for name in members if name not in ANNOTATIONS and not name.startswith("x-")]
    return isinstance(members.get("$ref"), str) and not asserting and "allOf" not in members


def follow_references(node: Node) -> Node:
    """What a schema stands for that refers to another one and says nothing else; a member of a circle of such ones.

    Raises:
        UnresolvableReference: a reference leads nowhere.
    """
    seen: set[Node] = set()
    while is_lone_reference(node) and node not in seen:
        seen.add(node)
        node = target_of(node, "$ref")
    return node


def closed(members: dict[str, JsonValue], required: list[str]) -> dict[str, JsonValue]:
    """An object with these fields and no others."""
    return {"type": "object", "properties": members, "required": required, "additionalProperties": False}


def any_value(description: str = "") -> Made:
    """A value of any shape, as JSON text."""
    text = f"{description} {_TEXT_OF_ANY}".strip() if description else _TEXT_OF_ANY
    return {"type": "string", "description": text}, Plan(Kind.TEXT)


def alternatives(made: list[Made], description: str) -> Made:
    """A choice; a choice inside a choice is part of it."""
    branches: list[Made] = []
    for schema, plan in made:
        inner = (
            zip(schema["anyOf"], (branch for _, branch in plan.branches), strict=True) if "anyOf" in schema else None
        )
        branches += inner if inner is not None else [(schema, plan)]
    unique = [
        branch for index, branch in enumerate(branches) if branch[0] not in [other[0] for other in branches[:index]]
    ]
    if len(unique) == 1:
        return described(unique[0], description)
    schema = {"anyOf": [schema for schema, _ in unique]}
    return described((schema, Plan(Kind.UNION, branches=tuple(unique))), description)


def or_null(schema: dict[str, JsonValue], plan: Plan) -> Made:
    """A field that may be null."""
    description = str(schema.get("description", ""))
    bare = {name: value for name, value in schema.items() if name != "description"}
    return alternatives([(bare, plan), ({"type": "null"}, Plan())], description)


def described(made: Made, description: str, told: str = "") -> Made:
    """The schema with a description, and with the constraints that it does not hold in words."""
    schema, plan = made
    text = " ".join(part for part in (description, f"({told})" if told else "") if part)
    if not text or "$ref" in schema:
        return made
    return {**schema, "description": text}, plan
