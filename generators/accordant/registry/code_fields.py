"""The field that a new code list is bound to: asked for by name or by its place in documents, found in the schemas."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from accordant.contract import Schema, Version
from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.dialects import Relation
from accordant.schema.documents import Document
from accordant.schema.paths import ANY, schemas_at
from accordant.schema.references import Node
from accordant.schema.subschemas import applied_subschemas, in_place

_PLAIN: Final = re.compile(r"[\w$@][\w$@-]*")
"""A name that a new field may have; others are places that were written wrongly."""
_MOST_STEPS: Final = 6
_MOST_PLACES: Final = 5_000
_MOST_NAMED: Final = 3


@dataclass(frozen=True, slots=True)
class Binding:
    """The field that carries identifiers of the list."""

    schema: Schema
    """The schema whose documents have the field."""
    document: Document
    """The file in which the field is described."""
    uri: str
    """Its address."""
    place: str
    """Where it is in documents; ``*`` is any index."""
    pointer: str
    """Where it is described in the file."""

    @property
    def field(self) -> str:
        """The name of the field."""
        return next(token for token in reversed(pointers.split(self.place)) if token != ANY)

    @property
    def declared(self) -> JsonValue:
        """The schema of the field; None where the schema has no such field."""
        value = self.document.value
        return pointers.follow(value, self.pointer) if pointers.has(value, self.pointer) else None

    @property
    def refused_by(self) -> str:
        """The field's schema as ``refused-by.toml`` names it for documents of the schema."""
        assert self.schema.document is not None
        is_own = self.document.path == self.schema.document.path
        return self.pointer if is_own else f"{self.document.path.rpartition('/')[2]}#{self.pointer}"


def find_asked(version: Version, shown: str, asked: str) -> Binding:
    """The field that ``--field`` names.

    Args:
        version: the version.
        shown: how it is called in messages.
        asked: ``[SCHEMA/]FIELD``, or a JSON Pointer into documents, after the name of a schema or alone.

    Raises:
        InputError: there is no such schema or field, or there are several.
    """
    name, _, rest = asked.partition("/")
    schema_name, wanted = (name, rest) if "/" in asked else ("", asked)
    schema = version.state.schemas.get(schema_name or version.default_schema)
    if schema is None or schema.document is None:
        raise _no_schema(version, shown, schema_name or version.default_schema, wanted)
    root = version.state.root(schema.name)
    is_pointer = asked.startswith("/") or "/" in wanted
    place = f"/{wanted}" if is_pointer else pointers.join("", wanted)
    if len(pointers.split(place)) > 1:
        return _existing(version, schema, root, place)
    nested = list(_places_of(root, pointers.split(place)[0]))
    if place in nested:
        return _existing(version, schema, root, place)
    if nested and not is_pointer:
        raise _elsewhere(schema, wanted, nested, schema.name == version.default_schema)
    return _new(schema, shown, pointers.split(place)[0])


def new_field(schema: Schema, field: str) -> Binding | None:
    """A field of the root of a schema, there already or not; None where its root has no fields."""
    document = schema.document
    if document is None or not _has_fields(document.value):
        return None
    return Binding(schema, document, schema.uri, pointers.join("", field), pointers.join("/properties", field))


def _new(schema: Schema, shown: str, field: str) -> Binding:
    """A field that the root of a schema is to have."""
    binding = new_field(schema, field)
    if binding is None:
        reason = f"{shown} has no schema {schema.name!r} whose root has fields"
        step = "name another: --field SCHEMA/FIELD; or the place in documents of a field: --field /errors/*/code"
        raise InputError(reason, next_step=step, rule="usage")
    if not _PLAIN.fullmatch(field):
        reason = f"{field!r} is not a field of {schema.name}, and cannot name a new one"
        step = "name a field inside another by its place in documents: --field /errors/*/code"
        raise InputError(reason, next_step=step, rule="usage")
    return binding


def _existing(version: Version, schema: Schema, root: Node, place: str) -> Binding:
    """The one schema that describes what is at a place of documents, that with an enum first."""
    files = {other.uri: other.document for other in version.state.schemas.values() if other.document is not None}
    locations = dict.fromkeys(
        (node.document, node.pointer) for node in schemas_at(root, place) if node.document in files
    )
    bindings = [Binding(schema, files[uri], uri, place, pointer) for uri, pointer in locations]
    bindings = [binding for binding in bindings if isinstance(binding.declared, dict)]
    listed = [binding for binding in bindings if "enum" in binding.declared]
    if len(listed) > 1:
        at = ", ".join(sorted(str(binding.refused_by) for binding in listed))
        reason = f"several parts of the schema list what is at {place}: {at}"
        raise InputError(reason, next_step="write the enum in one place", rule="usage")
    if not bindings:
        places = list(_places_of(root, pointers.split(place)[-1]))
        step = _step(schema, places) or "name a field that is there, such as --field /errors/*/code"
        raise InputError(f"documents of {schema.name} have no field at {place}", next_step=step, rule="usage")
    return next(iter(listed), bindings[0])


def _no_schema(version: Version, shown: str, name: str, wanted: str) -> InputError:
    default = version.state.schemas.get(version.default_schema)
    field = wanted.rpartition("/")[2]
    places = list(_places_of(version.state.root(default.name), field)) if default else []
    step = _step(default, places) if default else ""
    return InputError(
        f"{shown} has no schema {name!r} whose root has fields",
        next_step=step or "name one: --field SCHEMA/FIELD; or a place in documents: --field /errors/*/code",
        rule="usage",
    )


def _elsewhere(schema: Schema, field: str, places: list[str], is_default: bool) -> InputError:
    new = f"; for a new field of the root: --field {pointers.join('', field)}" if is_default else ""
    reason = f"the root of {schema.name} has no field {field!r}; there is one at {', '.join(places[:_MOST_NAMED])}"
    return InputError(reason, next_step=_step(schema, places) + new, rule="usage")


def _step(schema: Schema, places: list[str]) -> str:
    return (
        "name the place: " + " or ".join(f"--field '{schema.name}{place}'" for place in places[:_MOST_NAMED])
        if places
        else ""
    )


def _has_fields(schema: JsonValue) -> bool:
    return isinstance(schema, dict) and "$ref" not in schema and (
        isinstance(schema.get("properties"), dict) or schema.get("type") == "object"
    )  # fmt: skip


def _places_of(root: Node, name: str) -> Iterator[str]:
    """The places of documents at which a field of that name is described, the nearest ones first."""
    todo, seen, told = [(root, "")], {(root, "")}, set()
    while todo and len(seen) < _MOST_PLACES:
        node, place = todo.pop(0)
        for inner, below in _parts(node, place):
            if below != place and pointers.split(below)[-1] == name and below not in told:
                told.add(below)
                yield below
            if (inner, below) not in seen and below.count("/") <= _MOST_STEPS:
                seen.add((inner, below))
                todo.append((inner, below))


def _parts(node: Node, place: str) -> Iterator[tuple[Node, str]]:
    yield from ((part.node, place) for part in in_place(node))
    for member in applied_subschemas(node, (), Relation.MEMBER):
        if member.keyword == "properties":
            yield member.node, pointers.join(place, str(member.key))
    for item in applied_subschemas(node, (), Relation.ITEM):
        if not item.is_test:
            yield item.node, pointers.join(place, ANY)
