"""Schemas ready for use: code lists expanded, references between files written as ``$id`` references."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from typing import Final

from accordant.contract.codes import CodeList, Entry
from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.bindings import ContextBinding, context_binding_of, read_binding
from accordant.schema.documents import Document
from accordant.schema.subschemas import keyword_objects


def file_uri(contract: str, version: str, file: str) -> str:
    """The address of a schema file that has no ``$id``."""
    return f"urn:accordant-file:{contract}:{version}:{file}"


def expand(
    document: Document,
    file: str,
    uris: Mapping[str, str],
    code_lists: Mapping[str, CodeList],
) -> JsonValue:
    """The schema of one file, ready for use.

    Args:
        document: the file as parsed; it is not changed.
        file: its name in the version's folder.
        uris: address of every schema file of the version, by file name.
        code_lists: the version's code lists, by name.

    Raises:
        InputError: a binding that names no code list or is malformed.
    """

    def error_at(pointer: str, reason: str, next_step: str) -> InputError:
        return InputError(reason, document.place(pointer), next_step=next_step, rule="codes-binding")

    value = _copy(document.value)
    places = list(keyword_objects(value))
    for pointer, keywords in tuple(places):
        if "x-codes" in keywords:
            _bind(keywords, pointer, code_lists, error_at)
        if "x-code-context" in keywords:
            for branch in _bind_context(keywords, pointer, code_lists, error_at):
                places += keyword_objects(branch)
    for _, keywords in places:
        reference = keywords.get("$ref")
        if isinstance(reference, str):
            keywords["$ref"] = _reference(reference, file, uris)
    if isinstance(value, dict) and "$id" not in value and "id" not in value:
        value = {"$id": uris[file], **value}
    return value


def _copy(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return {key: _copy(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_copy(item) for item in value]
    return value


def _reference(reference: str, file: str, uris: Mapping[str, str]) -> str:
    """A reference by file name becomes one by address; every other reference stays."""
    _, hash_sign, fragment = reference.partition("#")
    name = file_of(reference, file)
    return uris[name] + hash_sign + fragment if name in uris else reference


def file_of(reference: str, file: str) -> str:
    """The file that a reference in another file names, if there is one; empty for a reference inside the file."""
    target = reference.partition("#")[0]
    return posixpath.normpath(posixpath.join(posixpath.dirname(file), target)) if target else ""


_SELECTS_BY: Final = ("severity", "category", "command")
"""The facts by which ``where`` may select entries."""

_ErrorAt = Callable[[str, str, str], InputError]
"""Makes the error at a pointer, with its reason and next step."""


def _bind(keywords: dict[str, JsonValue], pointer: str, code_lists: Mapping[str, CodeList], error_at: _ErrorAt) -> None:
    at = pointers.join(pointer, "x-codes")
    binding = read_binding(keywords["x-codes"])
    if binding is None:
        raise error_at(at, "x-codes is neither a name nor {list, where}", "name a code list of the version")
    unknown = set(binding.where) - set(_SELECTS_BY)
    if unknown:
        reason = f"x-codes cannot select by {', '.join(sorted(unknown))}"
        raise error_at(at, reason, f"select by {', '.join(_SELECTS_BY)}")
    code_list = _find_list(binding.list_name, at, code_lists, error_at)
    if "enum" in keywords:
        raise error_at(at, "x-codes is beside an enum", "remove the enum: the code list has the identifiers")
    if not code_list.extensible:
        keywords["enum"] = [entry.id for entry in code_list.select(binding.where)]
    elif code_list.spelling and "pattern" not in keywords:
        keywords["pattern"] = code_list.spelling


def _bind_context(
    keywords: dict[str, JsonValue], pointer: str, code_lists: Mapping[str, CodeList], error_at: _ErrorAt
) -> list[JsonValue]:
    """Put what each code demands of the context beside the binding, and return these schemas."""
    at = pointers.join(pointer, "x-code-context")
    binding = context_binding_of(keywords)
    if binding is None:
        raise error_at(at, "x-code-context is not {list, identifier, context}", "give it these three strings")
    code_list = _find_list(binding.list_name, at, code_lists, error_at)
    required = keywords.get("required")
    is_needed = isinstance(required, list) and binding.context in required
    branches = [_branch(binding, entry, is_needed) for entry in code_list.entries if entry.context]
    if branches:
        keywords["allOf"] = [*keywords.get("allOf", []), *branches]
    return branches


def _branch(binding: ContextBinding, entry: Entry, is_needed: bool) -> JsonValue:
    """What a code demands; ``is_needed`` says that the context must be there whatever the code."""
    then: dict[str, JsonValue] = {
        "type": "object",
        "properties": {field.name: _describe(_copy(field.schema), field.description) for field in entry.context},
    }
    required = [field.name for field in entry.context if field.always]
    if required:
        then["required"] = required
    present: dict[str, JsonValue] = {"required": [binding.context]} if required and not is_needed else {}
    return {
        "if": {"properties": {binding.identifier: {"const": entry.id}}, "required": [binding.identifier]},
        "then": {"properties": {binding.context: then}, **present},
    }


def _describe(schema: JsonValue, description: str) -> JsonValue:
    if description and isinstance(schema, dict) and "description" not in schema:
        return {**schema, "description": description}
    return schema


def _find_list(name: str, at: str, code_lists: Mapping[str, CodeList], error_at: _ErrorAt) -> CodeList:
    if name not in code_lists:
        known = ", ".join(sorted(code_lists)) or "none"
        raise error_at(
            at,
            f"the version has no code list {name!r} (it has: {known})",
            f"add {name}.codes.json, or correct the name",
        )
    return code_lists[name]
