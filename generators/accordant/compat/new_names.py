"""Whether all edits are about names and values that the older side does not mention.

Documents without these mean the same to both sides, and whatever name the older side knows stands in such a document.
This saves most comparisons a search: a version grows by new fields, values and alternatives.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from accordant.compat.edits import MISSING, Edit, Kind
from accordant.compat.judgement import values_added, values_of
from accordant.compat.stated import TEXTS
from accordant.compat.tested import find_test
from accordant.compat.tree_diff import edits_between
from accordant.findings import JsonValue
from accordant.schema.json_values import fingerprint, member_names, values_in
from accordant.schema.reader_copy import Copies
from accordant.schema.references import Node

_OF_OBJECTS: Final = frozenset(("properties", "required", "patternProperties", "dependentRequired", "propertyNames"))
"""Keywords that judge objects alone, whatever their value."""


def are_about_new_names(old: Node, new: Node, copies: Copies) -> bool:
    """Whether documents that carry no text which is new to the older side mean the same to both sides."""
    before = copies.exact(old)
    known = _texts(before)
    if "minProperties" in known or "minContains" in known:
        return False  # a document without new names may be too small
    return all(_is_about_new_name(edit, known) for edit in edits_between(before, copies.exact(new), copies.originals))


def _texts(schema: JsonValue) -> set[str]:
    """The names and the texts in a schema."""
    return {*member_names(schema), *(value for value in values_in(schema) if isinstance(value, str))}


def _is_about_new_name(edit: Edit, known: Collection[str]) -> bool:
    """Whether an edit makes no difference to documents without texts that are new."""
    if edit.kind is Kind.PROPERTY:
        return edit.is_added and edit.name not in known
    if edit.kind is Kind.KEYWORD and edit.name == "enum" and MISSING not in (edit.read, edit.written):
        mine, theirs = values_of(edit)
        is_wider = {*map(fingerprint, mine)} <= {*map(fingerprint, theirs)} and not find_test(edit)
        return is_wider and all(isinstance(value, str) and value not in known for value in values_added(edit))
    if edit.kind is Kind.CONJUNCT:
        return edit.is_added and _is_condition_of_new_value(edit.written, known)
    is_alternative = edit.kind is Kind.ALTERNATIVE and edit.is_added and isinstance(edit.written, Mapping)
    is_of_objects = is_alternative and edit.written.get("type") == "object"
    return is_of_objects and _asks_for_new_value(edit.written, known)


def _is_condition_of_new_value(schema: JsonValue, known: Collection[str]) -> bool:
    """Whether a schema says something only of objects with a new value, for which ``if`` asks."""
    if not isinstance(schema, Mapping) or not _names(schema) <= {"if", "then"}:
        return False
    then = schema.get("then")
    return isinstance(then, Mapping) and _names(then) <= _OF_OBJECTS and _asks_for_new_value(schema.get("if"), known)


def _names(schema: Mapping[str, JsonValue]) -> set[str]:
    """The keywords of a schema that may judge."""
    return {name for name in schema if not name.startswith("x-") and name not in TEXTS}


def _asks_for_new_value(schema: JsonValue, known: Collection[str]) -> bool:
    """Whether only those objects satisfy a schema that have a new value in a field."""
    if not isinstance(schema, Mapping):
        return False
    properties, required = schema.get("properties"), schema.get("required")
    if not isinstance(properties, Mapping) or not isinstance(required, list):
        return False
    return any(isinstance(name, str) and _lists_new_values(properties.get(name), known) for name in required)


def _lists_new_values(schema: JsonValue, known: Collection[str]) -> bool:
    """Whether a schema lists its values, all of which are new."""
    if not isinstance(schema, Mapping):
        return False
    listed = [schema["const"]] if "const" in schema else schema.get("enum")
    if not isinstance(listed, list) or not listed:
        return False
    return all(isinstance(value, str) and value not in known for value in listed)
