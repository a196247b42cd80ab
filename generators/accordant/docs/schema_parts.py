"""Parts of pages about one schema, remembered by all that they depend on: it, what it refers to, the version around it.

An edit of one schema then leaves what is said of the others alone. Of a schema that no reference leads to, only its
name, its address and its roles count, unless an address inside of some schema could mean one or another.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Final, TypeAlias, TypeVar

from accordant.contract import ContractState, Release, releases
from accordant.findings import JsonValue
from accordant.outputs import Outputs
from accordant.schema.addresses import embeds_resources, join_uri, without_fragment
from accordant.schema.dialects import REFERENCES
from accordant.schema.json_values import known_names, member_names, values_in

Remember: TypeAlias = Callable[[str, Callable[[], JsonValue]], JsonValue]
"""Gives the JSON value that is remembered under a key, which a function makes where none is."""

RememberFiles: TypeAlias = Callable[[str, Callable[[], Outputs]], Outputs]
"""The same for some files, by their paths."""

_Made = TypeVar("_Made")
_LEADING: Final = ("$schema", *REFERENCES)
"""Keywords that name another schema by which values are read."""
_PUBLISHED: Final = "json-schema.org/"
"""In the addresses of metaschemas, which come with the tool."""


def make_anew(key: str, make: Callable[[], _Made]) -> _Made:
    """Remember nothing."""
    return make()


class SchemaDigests:
    """Digests of all on which the meaning of each schema of a version depends."""

    def __init__(self, state: ContractState) -> None:
        self._state = state
        self._names = {without_fragment(schema.uri): name for name, schema in state.schemas.items()}

    def of(self, name: str) -> str:
        """The digest for a schema of the version."""
        return digest_of([self._around, name, [self._own[schema] for schema in self._reached([name])]])

    def of_value(self, value: JsonValue, address: str) -> str:
        """The digest for a schema at an address of its own, which may refer to those of the version."""
        is_simple = not embeds_resources(value, member_names(value))
        first = self._led_to(value, address) if is_simple else self._state.schemas
        return digest_of([self._around, address, value, [self._own[schema] for schema in self._reached(first)]])

    @cached_property
    def _around(self) -> str:
        """All of the version but what stands in its schemas."""
        state = self._state
        roles: dict[str, JsonValue] = {
            name: [schema.uri, schema.direction, schema.writer, schema.reader] for name, schema in state.schemas.items()
        }
        return digest_of([{**releases.content(state), "schemas": roles}, state.data_draft])

    @cached_property
    def _own(self) -> dict[str, str]:
        """Each schema by itself, and the file where it is written."""
        files = {name: schema.document for name, schema in self._state.schemas.items()}
        return {
            name: digest_of([name, schema.value, [file.path, file.text] if (file := files[name]) is not None else []])
            for name, schema in self._state.schemas.items()
        }

    def _reached(self, names: Iterable[str]) -> list[str]:
        """Some schemas and all others that their references lead to, in the order of their names."""
        reached, todo = set[str](), list(names if self._is_plain else self._state.schemas)
        while todo:
            name = todo.pop()
            if name not in reached:
                reached.add(name)
                todo += self._next[name]
        return sorted(reached)

    @cached_property
    def _is_plain(self) -> bool:
        """Whether every schema is known by the one address that it has, and nothing inside of it has another."""
        roots = [(schema.uri, self._state.root(name)) for name, schema in self._state.schemas.items()]
        return len(self._names) == len(roots) and not any(
            root.base != without_fragment(uri) or embeds_resources(root.value, known_names(root.value, root.memo))
            for uri, root in roots
        )

    @cached_property
    def _next(self) -> dict[str, list[str]]:
        schemas = self._state.schemas.values()
        return {schema.name: list(self._led_to(schema.value, schema.uri)) for schema in schemas}

    def _led_to(self, value: JsonValue, address: str) -> Iterable[str]:
        """The schemas that references in a value lead to; all of them where one leads to an unknown place."""
        addresses = {without_fragment(join_uri(address, reference)) for reference in _references_in(value)}
        known = addresses & self._names.keys()
        is_known = all(other == without_fragment(address) or _PUBLISHED in other for other in addresses - known)
        return [self._names[other] for other in known] if is_known else self._state.schemas


def digest_of(value: JsonValue) -> str:
    """A digest of a JSON value, the order of members included."""
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()


def digest_of_release(release: Release) -> str:
    """A digest of a frozen release: it is what its file holds."""
    return hashlib.sha256(release.data()).hexdigest()


def _references_in(value: JsonValue) -> Iterator[str]:
    for part in values_in(value):
        if isinstance(part, dict):
            yield from (reference for word in _LEADING if isinstance(reference := part.get(word), str))
