"""The addresses of the schemas of a version."""

from __future__ import annotations

from collections.abc import Mapping

from accordant.contract import expand
from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.schema.addresses import without_fragment
from accordant.schema.documents import Document


def address_of(base: str, file: str, value: JsonValue) -> str:
    """The address that a schema in a file of ``base`` (``cobre/v1``) gives itself, or a made one."""
    if isinstance(value, dict):
        for key in ("$id", "id"):
            if isinstance(value.get(key), str) and without_fragment(value[key]):
                return without_fragment(value[key])
    contract, _, version = base.partition("/")
    return expand.file_uri(contract, version, file)


def require_distinct(addresses: Mapping[str, str], documents: Mapping[str, Document]) -> None:
    """Require that no two schemas have one address: a reference would reach only one of them.

    Raises:
        InputError: two have; its place is that of the second.
    """
    files: dict[str, str] = {}
    for file, address in addresses.items():
        first = files.setdefault(address, file)
        if first != file:
            place = documents[file].place("/$id")
            raise InputError(
                f"{address} is also the address of {documents[first].path}",
                place,
                next_step="give each schema its own address",
                rule="id-duplicate",
            )
