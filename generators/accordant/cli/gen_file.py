"""``registry gen --schema``: the file of one schema, outside of a registry or with type parameters bound."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from accordant.cli import openapi_words, unknown_draft
from accordant.cli.options import read_bound_schemas
from accordant.cli.selection import select
from accordant.contract.coverage import Coverage
from accordant.errors import InputError
from accordant.findings import Finding, Place
from accordant.outputs import Outputs
from accordant.registry.loose_schemas import read_schema
from accordant.schema import pointers

if TYPE_CHECKING:
    from accordant.contract import Registry
    from accordant.gen import Options
    from accordant.model.types import Model

SHAPE = "CONTRACT[/VERSION[/SCHEMA]]"


@dataclass(frozen=True, slots=True)
class GeneratedFile:
    """Files, a finding for each keyword that they do not honour, and what else is to be said."""

    files: Outputs
    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()
    coverage: Coverage = field(default_factory=Coverage)


def generate_loose(
    target: str,
    file: str,
    root: str,
    resources: Sequence[str],
    options: Options,
    *,
    every_definition: bool,
    assume_type: bool,
) -> GeneratedFile:
    """The one file of a target for a schema that belongs to no registry.

    Raises:
        InputError: the file, or one that it refers to, is missing or not a schema.
    """
    from accordant import gen

    gen.target_named(target)
    if not Path(file).is_file():
        raise InputError(
            "is a folder" if Path(file).is_dir() else "there is no such file",
            Place(file),
            next_step="give the path of a schema file; a schema of the registry needs --data-schema",
            rule="usage",
        )
    schema = read_schema(file, resources)
    try:
        model = gen.model_of(
            schema.value, root=root, resources=schema.others, every_definition=every_definition, assume_type=assume_type
        )
    except InputError as error:
        if not error.place.path and error.place.pointer:
            error.place = schema.document.place(error.place.pointer)
        raise
    files = gen.print_model(model, schema.value, target, Path(file).name, options)
    findings = [
        gen.not_honoured(keyword, schema.place(*keyword.at.partition("#")[::2]), target, file)
        for keyword in gen.list_unhonoured(model, target)
    ]
    drafts = [
        finding for document in schema.documents.values() for finding in unknown_draft.of_document(document, file)
    ]
    words = [finding for document in schema.documents.values() for finding in openapi_words.of_document(document, file)]
    findings = [*drafts, *words, *findings]
    return GeneratedFile(files, tuple(findings), tuple(_that_gave_way(model)), schema.coverage())


def _that_gave_way(model: Model) -> Iterator[str]:
    """A sentence for each definition that has another name, since the document has its own."""
    taken = model.types[model.root].name
    for named in model.types.values():
        word = pointers.split(named.at.partition("#")[2])[-1:]
        if named.key != model.root and named.name == f"{taken}Definition" and word == [taken]:
            yield f"{named.at} is called {named.name}: {taken} is the type of the whole document"


def place_of(registry: Registry, version: str, at: str, shown: str) -> Place:
    """The place of ``order.schema.json#/properties/id``, or of a part of a code list, in a version's file."""
    from accordant.contract.source_pointers import place_in_schema

    file, _, pointer = at.partition("#")
    contract, _, major = version.partition("/")
    owner = registry.contract(contract)
    holder = owner.version(major) if owner else None
    schema = holder.state.schemas.get(file.removesuffix(".schema.json")) if holder else None
    code_list = holder.state.code_lists.get(file.removesuffix(".codes.json")) if holder else None
    if schema is not None and (place := place_in_schema(schema, pointer)) is not None:
        return place
    stream = holder.state.streams.get(file.removesuffix(".stream.json")) if holder else None
    if stream is not None and stream.document is not None:
        return stream.document.place(f"{stream.base}{pointer}")
    if code_list is not None and code_list.document is not None:
        return code_list.document.place(f"{code_list.base}{pointer}")
    return Place(f"{shown}{version}/{file}", pointer=pointer)


def generate_bound(
    registry: Registry, target: str, path: str, bound: Sequence[str], resources: Sequence[str]
) -> GeneratedFile:
    """The one file of a target for a schema of the registry whose type parameters are bound.

    Raises:
        InputError: the path names no schema, or a bound file is not one.
    """
    from accordant.conform import parameters
    from accordant.gen import generate_schema

    selection = select(registry, path, SHAPE, 3)
    version = selection.version or selection.contract.current
    name = selection.part.name if selection.part else version.default_schema if version else ""
    if version is None or name not in version.state.schemas:
        raise InputError(f"{path} names no schema", next_step=f"write it as {SHAPE}", rule="usage")
    schemas = read_bound_schemas(bound, resources)
    state = parameters.bind(version.state, schemas)
    root = state.schemas[name]
    others = {**parameters.resources(schemas, version.state), **state.resources}
    source = f"{version.contract}/{version.name}/{name}"
    return GeneratedFile(generate_schema(root.value, target=target, resources=others, source=source), ())
