"""A schema file that belongs to no registry, as a contract that holds nothing else."""

from __future__ import annotations

from pathlib import Path

from accordant.contract import Contract, ContractState, Schema, Version
from accordant.registry.loose_schemas import read_schema
from accordant.schema.dialects import draft_called

VERSION = "v1"


def is_schema_file(path: str) -> bool:
    """Whether an argument names a schema file, not a contract: the names of contracts have no dot."""
    return "." in path or (path.startswith("/") and Path(path).is_file())


def loose_contract(path: str, draft: str, resources: tuple[str, ...]) -> Contract:
    """The contract of one schema file, and of the files that it refers to.

    Args:
        path: the file.
        draft: the draft where the file declares none, such as ``draft-07``; empty for 2020-12.
        resources: schemas that it may refer to: files with an ``$id``, and folders laid out as HOST/PATH.

    Raises:
        InputError: a file cannot be read, or is not a schema, or a reference leads nowhere.
    """
    schema = read_schema(path, resources, draft_called(draft))
    schemas = {
        name: Schema(name, address, schema.values[address], document=schema.documents[address])
        for name, address in ((path if address == schema.address else address, address) for address in schema.values)
    }
    state = ContractState("", VERSION, schemas=schemas)
    return Contract(path, versions=(Version("", VERSION, state, default_schema=path),))
