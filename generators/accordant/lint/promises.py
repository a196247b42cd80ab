"""Names in the serialisation and modes of a version: each must lead to something of the version."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from accordant.contract import Version
from accordant.contract.behaviour import tables
from accordant.findings import JsonValue
from accordant.schema.paths import schemas_at
from accordant.schema.pointers import join
from accordant.schema.references import Resources
from accordant.schema.vocabulary import format_value

Complaint = tuple[str, str]
"""A sentence, and the pointer below the version's table."""


def find_unknown_names(version: Version, resources: Resources) -> Iterator[Complaint]:
    """Lists, keys and line types that are named and that no schema or stream of the version has."""
    yield from _sorting(version, resources)
    names = version.behaviour.serialisation.get("key-order")
    for index, name in enumerate(names if isinstance(names, list) else ()):
        if not _is_a_field(version, resources, str(name)):
            yield _missing(version, join("", str(name))), f"/serialisation/key-order/{index}"
    for index, mode in enumerate(version.behaviour.modes):
        omits = mode.get("omits")
        for number, name in enumerate(omits if isinstance(omits, list) else ()):
            if not _is_left_out(version, resources, str(name)):
                message = f"no stream has lines and no schema has a field called {format_value(name)}"
                yield message, f"/modes/{index}/omits/{number}"


def _sorting(version: Version, resources: Resources) -> Iterator[Complaint]:
    for index, order in enumerate(tables(version.behaviour.serialisation.get("sort"))):
        at, place = f"/serialisation/sort/{index}", str(order.get("list", ""))
        if not _declares(version, resources, f"{place}/*"):
            yield _missing(version, place), f"{at}/list"
            continue
        yield from _keys(version, resources, order, place, at)


def _keys(
    version: Version, resources: Resources, order: Mapping[str, JsonValue], place: str, at: str
) -> Iterator[Complaint]:
    keys, instead = order.get("keys"), order.get("instead")
    listed = [str(key) for key in (keys if isinstance(keys, list) else ())]
    for number, key in enumerate(listed):
        # A document may sort by a field that these items get in a later release; some schema must know the name.
        known = _declares(version, resources, join(f"{place}/*", key)) or _is_a_field(version, resources, key)
        if key and not known:
            yield _missing(version, join(f"{place}/*", key)), f"{at}/keys/{number}"
    for key in instead if isinstance(instead, dict) else ():
        if key not in listed:
            yield f"{format_value(key)} is not one of the keys", join(f"{at}/instead", key)


def _declares(version: Version, resources: Resources, pointer: str) -> bool:
    """Whether the default schema declares a place; where there is none, nothing is known."""
    schema = version.state.schemas.get(version.default_schema)
    return schema is None or any(True for _ in schemas_at(resources.root(schema.uri), pointer))


def _missing(version: Version, pointer: str) -> str:
    return f"the schema {version.default_schema} declares no field {format_value(pointer)}"


def _is_left_out(version: Version, resources: Resources, name: str) -> bool:
    """Whether something of that name can be left out: lines of a type, or a field of a schema."""
    is_line = any(name in stream.types() for stream in version.state.streams.values())
    return is_line or _is_a_field(version, resources, name)


def _is_a_field(version: Version, resources: Resources, name: str) -> bool:
    """Whether some schema of the version has a field of that name at its top."""
    roots = (resources.root(schema.uri) for schema in version.state.schemas.values())
    return any(True for root in roots for _ in schemas_at(root, join("", name)))
