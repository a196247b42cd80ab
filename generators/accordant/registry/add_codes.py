"""A code list for a version, bound to a field of a schema, with an example of each identifier."""

from __future__ import annotations

import re
from pathlib import Path

from accordant.contract import Version
from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.registry import layout, scaffolds
from accordant.registry.additions import Target, slug, with_refusals
from accordant.registry.changed_files import ChangedFiles
from accordant.registry.code_fields import Binding, find_asked, new_field
from accordant.registry.edit_members import add_member, replace_member
from accordant.registry.examples import REFUSED_BY
from accordant.registry.found_examples import Sample
from accordant.registry.written_examples import write_made
from accordant.schema import documents, pointers
from accordant.schema.paths import ANY
from accordant.schema.references import Node
from accordant.schema.validation import Validator, validator_of

_UNLISTED: str = "unheard-of"
_UNLISTED_NUMBER: int = 99


def find_binding(target: Target, name: str, field: str | None) -> Binding | None:
    """Where a new list is bound: the field that is asked for, else a new one of the default schema.

    Args:
        target: the version.
        name: the list's name.
        field: the field as :func:`accordant.registry.code_fields.find_asked` takes it; None: the list's name in the
            singular.

    Returns:
        None where no field was asked for, and the version has no schema with fields at its root.

    Raises:
        InputError: there is no such schema, or it cannot have the field.
    """
    version = target.version
    if field is not None:
        return find_asked(version, target.base, field)
    schema = version.state.schemas.get(version.default_schema)
    value = schema.document.value if schema and schema.document else None
    neighbours = list(value.get("properties", {})) if isinstance(value, dict) else []
    binding = new_field(schema, _field_name(name, neighbours)) if schema else None
    if binding is not None and binding.declared is not None:
        reason = f"{binding.schema.name} has a field {binding.field!r} already"
        step = f"bind that one or another: --field {binding.schema.name}/{binding.field}; or none: --no-field"
        raise InputError(reason, binding.document.place(binding.pointer), next_step=step, rule="usage")
    return binding


def add_codes(target: Target, name: str, binding: Binding | None) -> ChangedFiles:
    """The list and, where it is bound, the schema with its field; an enum that the field has becomes the list.

    Raises:
        InputError: the name is taken, or the field has what a list cannot replace.
    """
    target.require_free(name)
    file = f"{name}.codes{target.suffix}"
    content = scaffolds.codes(name, scaffolds.identifier_of(name))
    changed: dict[str, str] = {}
    if binding is not None:
        enum = _enum_of(binding)
        if enum is not None:
            content = {**content, "entries": [_entry(binding.field, value) for value in enum]}
            content = _spell(content, enum)
        path = f"{target.base}/{binding.document.path.rpartition('/')[2]}"
        changed[path] = _bound_text(binding, name)
    return ChangedFiles({f"{target.base}/{file}": scaffolds.render(content, file)}, changed)


def with_examples(
    files: ChangedFiles, folder: Path, target: Target, name: str, binding: Binding, sample: Sample
) -> ChangedFiles:
    """The same with a valid example of each identifier that none carries yet, and an invalid one of an unlisted one."""
    contract = files.loader(folder, only=target.contract.name).registry().contract(target.contract.name)
    version = contract.version(target.version.name) if contract else None
    assert version is not None
    subject = binding.schema.name
    node = version.state.root(subject)
    base = _base_document(version, subject, node, sample, binding.place)
    if base is None:
        return files
    document, place = base
    codes = version.state.code_lists[name]
    unlisted: JsonValue = _UNLISTED if isinstance(codes.entries[0].id, str) else _UNLISTED_NUMBER
    judge, carried = validator_of(node), _list_carried(version, subject, binding.place)
    below = f"{target.base}/{layout.EXAMPLES}"
    made = {}
    for entry in codes.entries:
        made_of_it = _with_value(document, place, entry.id)
        if entry.example is None and entry.id not in carried and judge.is_valid(made_of_it):
            case = slug(f"{binding.field}-{entry.name or entry.id}", "code")
            made[f"{below}/valid/{subject}/{case}.json"] = write_made(made_of_it, version, subject, node)
    refused = _with_value(document, place, unlisted)
    if _is_refused_there(judge, refused, binding):
        case = slug(f"unlisted-{binding.field}", "unlisted-code")
        made[f"{below}/invalid/{subject}/{case}.json"] = write_made(refused, version, subject, node)
        return _with_refusal(files.joined(ChangedFiles(made)), folder, f"{below}/invalid/{subject}", case, binding)
    return files.joined(ChangedFiles(made))


def _with_refusal(files: ChangedFiles, folder: Path, below: str, case: str, binding: Binding) -> ChangedFiles:
    path = f"{below}/{REFUSED_BY}"
    text = layout.read_file(folder, path).decode() if (folder / path).is_file() else None
    return with_refusals(files, below, text, {case: binding.refused_by})


def _field_name(name: str, neighbours: list[str]) -> str:
    """The list's name in the singular, spelt as the other fields are."""
    words = scaffolds.singular(name).split("-")
    if any(re.search(r"[a-z][A-Z]", neighbour) for neighbour in neighbours):
        return words[0] + "".join(word.capitalize() for word in words[1:])
    return ("-" if any("-" in neighbour for neighbour in neighbours) else "_").join(words)


def _enum_of(binding: Binding) -> list[JsonValue] | None:
    """The words of the field's enum; None where the field is new."""
    declared = binding.declared
    if declared is None:
        return None
    enum = declared.get("enum") if isinstance(declared, dict) else None
    kinds = {type(value) for value in enum} if isinstance(enum, list) else set()
    if not isinstance(enum, list) or kinds not in ({str}, {int}):
        reason = f"the field {binding.field!r} has no enum of strings or integers that a code list could replace"
        step = "name a field that has one, or a new field"
        raise InputError(reason, binding.document.place(binding.pointer), next_step=step, rule="usage")
    return list(enum)


def _entry(field: str, value: JsonValue) -> JsonValue:
    """What is known of an identifier; lint asks for its meaning."""
    return {"id": value, "example": {field: value}}


def _spell(content: dict[str, JsonValue], enum: list[JsonValue]) -> dict[str, JsonValue]:
    """The list without a spelling that its identifiers do not have."""
    fits = all(isinstance(value, str) and re.fullmatch(scaffolds.SPELLING[1:-1], value) for value in enum)
    return content if fits else {key: value for key, value in content.items() if key != "spelling"}


def _bound_text(binding: Binding, name: str) -> str:
    """The schema file with the field bound, which has a type: an extensible list says nothing about that."""
    document, declared = binding.document, binding.declared
    if declared is not None:
        kind = "integer" if isinstance(declared["enum"][0], int) else "string"
        if "type" not in declared:
            before = list(declared)[: list(declared).index("enum")]
            text = add_member(document, binding.pointer, "type", kind, after=before[-1] if before else "")
            document = documents.parse(text, document.path)
        return replace_member(document, f"{binding.pointer}/enum", "x-codes", name)
    kind = "integer" if name == scaffolds.EXIT_CODES else "string"
    value: JsonValue = {"description": f"One of the {name.replace('-', ' ')}.", "type": kind, "x-codes": name}
    if "properties" not in document.value:
        return add_member(document, "", "properties", {binding.field: value})
    return add_member(document, "/properties", binding.field, value)


def _base_document(
    version: Version, subject: str, node: Node, sample: Sample, place: str
) -> tuple[JsonValue, str] | None:
    """A document that can have the field, and where: the first valid example that can, else one that is found."""
    examples = [example.documents[0].value for example in version.examples if example.valid
                and example.subject == subject and not example.is_stream]  # fmt: skip
    for document in [*examples, *(sample(node)[0] if not examples else [])]:
        concrete = place.replace(f"/{ANY}", "/0")
        parent = pointers.parent(concrete)
        if pointers.has(document, parent) and isinstance(pointers.follow(document, parent), dict):
            return document, concrete
    return None


def _with_value(document: JsonValue, place: str, value: JsonValue) -> JsonValue:
    """The document with a value as a member, whose object is there."""
    parent = pointers.parent(place)
    member = pointers.split(place)[-1]
    return pointers.replace(document, parent, {**pointers.follow(document, parent), member: value})


def _list_carried(version: Version, subject: str, place: str) -> set[JsonValue]:
    examples = [example for example in version.examples if example.valid and example.subject == subject]
    values = [document.value for example in examples for document in example.documents]
    for token in pointers.split(place):
        values = [part for value in values for part in _parts(value, token)]
    return {value for value in values if isinstance(value, str | int)}


def _parts(value: JsonValue, token: str) -> list[JsonValue]:
    if isinstance(value, list):
        return value if token == ANY else []
    return [value[token]] if isinstance(value, dict) and token in value else []


def _is_refused_there(judge: Validator, document: JsonValue, binding: Binding) -> bool:
    uri = binding.uri
    locations = {problem.schema_location for problem in judge.problems(document)}
    return bool(locations) and all(f"{location}/".startswith(f"{uri}#{binding.pointer}/") for location in locations)
