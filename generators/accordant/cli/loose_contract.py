"""A schema file that belongs to no registry, as a contract that holds nothing else."""

from __future__ import annotations

from pathlib import Path

from accordant.contract import Contract, ContractState, Schema, Version
from accordant.errors import InputError
from accordant.findings import JsonValue, Place
from accordant.registry import schema_mirror
from accordant.registry.loose_files import read, schema_file
from accordant.schema import documents
from accordant.schema.addresses import own_address
from accordant.schema.dialects import DRAFT_2020_12, draft_called
from accordant.schema.embedded import in_draft
from accordant.schema.metaschema import complaints
from accordant.schema.references import ANONYMOUS

VERSION = "v1"


def is_schema_file(path: str) -> bool:
    """Whether an argument names a schema file, not a contract: the names of contracts have no dot."""
    return "." in path or (path.startswith("/") and Path(path).is_file())


def loose_contract(path: str, draft: str, resources: tuple[str, ...]) -> Contract:
    """The contract of one schema file.

    Args:
        path: the file.
        draft: the draft where the file declares none, such as ``draft-07``; empty for 2020-12.
        resources: schemas that it may refer to: files with an ``$id``, and folders laid out as HOST/PATH.

    Raises:
        InputError: a file cannot be read, or is no schema.
    """
    document = schema_file(path)
    value = in_draft(document.value, draft_called(draft) or DRAFT_2020_12)
    for pointer, complaint in complaints(value):
        next_step = "correct the schema, or name its draft with --draft"
        raise InputError(f"not a schema: {complaint}", document.place(pointer), next_step=next_step, rule="metaschema")
    main = Schema(path, own_address(value) or ANONYMOUS, value, document=document)
    others = {uri: Schema(uri, uri, other) for uri, other in _resources(value, resources).items() if uri != main.uri}
    state = ContractState("", VERSION, schemas={path: main, **others})
    return Contract(path, versions=(Version("", VERSION, state, default_schema=path),))


def _resources(schema: JsonValue, given: tuple[str, ...]) -> dict[str, JsonValue]:
    schemas: dict[str, JsonValue] = {}
    for path in given:
        if Path(path).is_dir():
            schemas |= schema_mirror.resources(schema, path)
            continue
        value = documents.parse(read(path), path).value
        address = own_address(value)
        if not address:
            next_step = "give it an $id, which is how other schemas refer to it"
            raise InputError("the schema has no $id", Place(path, 1, 1), next_step=next_step)
        schemas[address] = value
    return schemas
