"""Addresses of schemas: those that they give themselves, references read against them, and the published ones."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Final
from urllib.parse import urljoin, urlsplit

from accordant.findings import JsonValue
from accordant.schema.dialects import DIALECTS, Dialect, dialect_named, dialect_of
from accordant.schema.json_values import values_in

ANONYMOUS: Final = "urn:accordant:schema"
"""The address of a schema that has none."""
_ADDRESSES: Final = frozenset({"$id", "id"})
"""The keywords by which a schema has an address, by draft."""


def without_fragment(uri: str) -> str:
    """The address alone."""
    return uri.partition("#")[0]


def scheme_of(address: str) -> str:
    """The scheme of an address; empty where it has none, or is not an address, such as `http://[`."""
    try:
        return urlsplit(address).scheme
    except ValueError:
        return ""


def path_of(address: str) -> str:
    """The path of an address; the whole text where it is not an address."""
    try:
        return urlsplit(address).path
    except ValueError:
        return address


def join_uri(base: str, ref: str) -> str:
    """`ref` read against `base` (RFC 3986, 5.2), without its fragment; URNs join only with fragments.

    What is not an address, such as `http://[`, stays as it is: it leads nowhere.
    """
    address = ref.partition("#")[0]
    if not address:
        return base
    try:
        if urlsplit(address).scheme or not base:
            return address
        return urljoin(base, address).partition("#")[0]
    except ValueError:
        return address


def own_address(schema: JsonValue) -> str:
    """The address that a schema gives itself, if it is an absolute one."""
    if not isinstance(schema, dict):
        return ""
    own = schema.get(dialect_of(schema).id_keyword)
    return without_fragment(own) if isinstance(own, str) and scheme_of(without_fragment(own)) else ""


def enter_resource(
    value: Mapping[str, JsonValue], base: str, root: str, pointer: str, dialect: Dialect
) -> tuple[str, str, Dialect]:
    """Base, resource root and dialect inside `value`, which may open a resource of its own."""
    dialect = dialect_of(value, dialect)
    if dialect.ref_hides_siblings and isinstance(value.get("$ref"), str):
        return base, root, dialect
    own = value.get(dialect.id_keyword)
    if not isinstance(own, str):
        return base, root, dialect
    address, _, fragment = own.partition("#")
    if not address or (fragment and not address):
        return base, root, dialect
    return join_uri(base, address), pointer, dialect


def published_schema(address: str) -> JsonValue | None:
    """A metaschema of JSON Schema, or one of its vocabularies, from the package that carries them."""
    if "json-schema.org/" not in address:
        return None
    from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]

    dialect = dialect_named(address)
    for candidate in (address, address + "#", dialect.uri if dialect in DIALECTS and dialect else ""):
        resource = REGISTRY.get(candidate)
        if resource is not None:
            contents: JsonValue = resource.contents
            return contents
    return None


def embeds_resources(schema: JsonValue, names: Set[str]) -> bool:
    """Whether there may be resources with addresses of their own inside a schema, in which members have these names."""
    if _ADDRESSES.isdisjoint(names):
        return False
    named = [part for part in values_in(schema) if isinstance(part, dict) and not _ADDRESSES.isdisjoint(part)]
    return any(isinstance(part.get(keyword), str) for part in named if part is not schema for keyword in _ADDRESSES)
