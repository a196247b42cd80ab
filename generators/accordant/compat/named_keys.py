"""Keys that the writer's schema names: all that a closed writer writes."""

from __future__ import annotations

from accordant.compat.blame import Blame
from accordant.compat.key_patterns import may_be_key
from accordant.compat.sides import Traced
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.declarations import properties
from accordant.schema.subschemas import judging


def find_unnamed(document: JsonValue, refusing: Blame, parts: list[Traced]) -> list[str] | None:
    """The tokens of the outermost object, up to the refused one, that carries a key which the writer does not name.

    ``parts`` are the writer's schemas for each part of the document on that path, see :func:`trace`.
    """
    tokens = pointers.split(refusing.instance)
    if isinstance(refusing.value, dict):
        tokens += [key for key in refusing.value if not _declares(parts[-1], key)][:1]
    value = document
    for index, token in enumerate(tokens):
        if isinstance(value, dict) and not _declares(parts[index], token):
            return tokens[:index]
        value = pointers.follow(value, pointers.write([token]))
    return None


def _declares(part: Traced, key: str) -> bool:
    """Whether the schemas of an object name ``key``, or declare it as part of a map.

    Where they have no ``properties``, the object is free data: whoever writes it chooses the keys.
    """
    declared = list(properties(part.schemas))
    is_free = not any("properties" in judging(schema.node) for schema in part.schemas)  # none is left of marked ones
    return (is_free and not declared) or any(may_be_key(key, property_) for property_ in declared)


def named_keys_only(document: JsonValue, tokens: list[str], parts: list[Traced]) -> JsonValue:
    """A schema that admits only keys which the writer's schema names in the objects at one place of its documents.

    What it names may depend on the tags of the object and of those around it: then it asks nothing of others.
    """
    declared = list(properties(parts[len(tokens)].schemas))
    named: JsonValue = {
        "properties": {property_.name: {} for property_ in declared if property_.name is not None},
        "patternProperties": {property_.pattern: {} for property_ in declared if property_.pattern},
        "additionalProperties": False,
    }
    named = _for_tags(parts[len(tokens)], named)
    for index in reversed(range(len(tokens))):
        is_item = isinstance(pointers.follow(document, pointers.write(tokens[:index])), list)
        named = _for_tags(parts[index], {"items": named} if is_item else {"properties": {tokens[index]: named}})
    return named


def _for_tags(part: Traced, schema: JsonValue) -> JsonValue:
    """A schema that asks nothing of objects with other tags than those by which the part was read."""
    if not part.selected_by:
        return schema
    tags = {name: {"enum": [value]} for name, value in part.selected_by.items()}
    return {"anyOf": [{"not": {"required": list(tags), "properties": tags}}, schema]}
