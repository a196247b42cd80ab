"""Keys that the writer's schema names: all that a closed writer writes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from accordant.compat.blame import Blame
from accordant.compat.key_patterns import may_be_key
from accordant.compat.sides import Traced, follow, trace
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.access import had_members
from accordant.schema.declarations import DeclaredProperty, TaggedSchema, is_never, lay_open, listed_names, properties
from accordant.schema.dialects import Relation
from accordant.schema.json_values import listed_texts
from accordant.schema.reader_copy import as_node
from accordant.schema.references import Node
from accordant.schema.subschemas import applied_subschemas, judging

_DEPENDENCIES: Final = ("dependentRequired", "dependentSchemas", "dependencies")
_ANYTHING: Final = TaggedSchema(as_node(True))
"""The schema of a property of which only the name is known."""


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


def find_unnamed_anywhere(
    root: Node, document: JsonValue, spend: Callable[[int], None]
) -> tuple[list[str], list[Traced]] | None:
    """The tokens of the outermost object that carries a key which the writer does not name, with the same parts.

    Args:
        root: the writer's schema.
        document: the whole document.
        spend: counts the work: a step for every schema of a part.
    """
    todo: deque[tuple[list[str], JsonValue]] = deque([([], document)])
    while todo:
        tokens, value = todo.popleft()
        parts = list(trace(root, document, pointers.write(tokens)))
        spend(sum(len(part.schemas) for part in parts))
        if any(part is parts[-1] for part in parts[:-1]):
            continue  # nothing speaks about this part
        if isinstance(value, dict) and any(not _declares(parts[-1], key) for key in value):
            return tokens, parts
        todo += [([*tokens, token], inner) for token, inner in _members(value)]
    return None


def _members(value: JsonValue) -> list[tuple[str, JsonValue]]:
    if isinstance(value, dict):
        return list(value.items())
    return [(str(index), item) for index, item in enumerate(value)] if isinstance(value, list) else []


def _declares(part: Traced, key: str) -> bool:
    """Whether the schemas of an object name ``key``, or declare it as part of a map."""
    named = list(named_properties(part.schemas))
    return are_free(part.schemas) or any(may_be_key(key, property_) for property_ in named)


def named_properties(schemas: Sequence[TaggedSchema]) -> Iterator[DeclaredProperty]:
    """The properties that schemas of an object declare, and those that they only name: require, refuse, list, ask for.

    Of the latter, nothing is said but the name.
    """
    declared = list(properties(schemas))
    yield from declared
    names = set(listed_names(schemas))
    for schema in schemas:
        keywords = judging(schema.node)
        names.update(mentioned_names(keywords), _refused_names(keywords), _tested(schema.node))
    for name in sorted(names - {property_.name for property_ in declared}):
        yield DeclaredProperty(name, _ANYTHING)


def named_and_refused(writer: Node, reader: Node, document: JsonValue, refusing: Blame) -> list[str]:
    """The keys of a refused object that the writer's schema names, and for which the reader refuses the object."""
    if refusing.key is None and not isinstance(refusing.value, dict):
        return []
    mine, theirs = (follow(root, document, refusing.instance) for root in (reader, writer))
    declared = [property_.name for property_ in properties(mine) if property_.name is not None]
    keys = refusing.refused_keys(declared) if refusing.key is None else [refusing.key]
    named = {property_.name for property_ in named_properties(theirs)}
    return [key for key in keys if key in named]


def _refused_names(keywords: Mapping[str, JsonValue]) -> Iterator[str]:
    """The names of properties that nothing may be: in a condition, writers have them where it does not hold."""
    declared = keywords.get("properties")
    for name, schema in declared.items() if isinstance(declared, dict) else ():
        if is_never(schema):
            yield name


def _tested(node: Node) -> Iterator[str]:
    """The names that the tests of a schema ask for, ``if`` and ``not``, and the tests inside these."""
    todo, seen = [node], {node}
    while todo:
        for test in applied_subschemas(todo.pop(), relation=Relation.IN_PLACE):
            for schema in lay_open([TaggedSchema(test.node, scope=test.scope)]) if test.is_test else ():
                keywords = judging(schema.node)
                declared = keywords.get("properties")
                yield from declared if isinstance(declared, dict) else ()
                yield from mentioned_names(keywords)
                todo += [schema.node] if schema.node not in seen else []
                seen.add(schema.node)


def mentioned_names(keywords: Mapping[str, JsonValue]) -> Iterator[str]:
    """The names that a schema requires, always or beside others, and those beside which it requires something."""
    yield from listed_texts(keywords.get("required"))
    for word in _DEPENDENCIES:
        dependent = keywords.get(word)
        for name, names in dependent.items() if isinstance(dependent, dict) else ():
            yield from (name, *listed_texts(names))


def are_free(schemas: Sequence[TaggedSchema]) -> bool:
    """Whether an object is free data: where its schemas have no field and no pattern, its writers choose the keys."""
    return not any(had_members(schema.node) for schema in schemas) and not any(properties(schemas))


def named_keys_only(document: JsonValue, tokens: list[str], parts: list[Traced]) -> JsonValue:
    """A schema that admits only keys which the writer's schema names in the objects at one place of its documents.

    What it names may depend on the tags of the object and of those around it: then it asks nothing of others.
    """
    declared = list(named_properties(parts[len(tokens)].schemas))
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
