"""The two validator libraries, and schemas as each of them takes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol
from urllib.parse import quote

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.addresses import ANONYMOUS
from accordant.schema.dialects import DRAFT_07, REFERENCES, Dialect, dialect_named, in_draft
from accordant.schema.library_patterns import (
    FRAGMENT,
    Respelt,
    Spelling,
    for_jsonschema,
    for_jsonschema_rs,
    respell,
    unspelt,
)
from accordant.schema.lost_references import UnresolvableReference
from accordant.schema.member_names import names_in
from accordant.schema.patterns import patterns
from accordant.schema.references import Node, Resources
from accordant.schema.separation import separated
from accordant.schema.subschemas import target_of
from accordant.schema.unseen_contains import Hidden, hide_contains

_CONTENT: Final = ("contentEncoding", "contentMediaType")
_CLASSES: Final = {
    "draft-04": "Draft4Validator",
    "draft-06": "Draft6Validator",
    "draft-07": "Draft7Validator",
    "2019-09": "Draft201909Validator",
    "2020-12": "Draft202012Validator",
}


class Judge(Protocol):
    """What both libraries make of a schema."""

    def is_valid(self, instance: Any) -> bool:
        """Whether a document is valid."""

    def iter_errors(self, instance: Any) -> Iterator[Any]:
        """Everything that makes a document invalid."""


class _Annotation:
    """A keyword that judges nothing: content keywords only inform, but up to draft-07 jsonschema-rs judges by them."""

    def __init__(self, parent: Any, value: Any, path: Any) -> None:
        """Take what the library says about the keyword's place."""

    def validate(self, instance: Any) -> None:
        """Accept every value."""


def is_schema(schema: JsonValue) -> bool:
    """Whether jsonschema-rs accepts a value by the metaschema of its draft; False too where it cannot judge."""
    import jsonschema_rs

    try:
        return bool(jsonschema_rs.meta.is_valid(_with_known_draft(schema)))
    except Exception:  # a value that the library cannot take, such as a lone surrogate
        return False


def jsonschema_rs_of(node: Node, given: Mapping[str, JsonValue] | None = None, *, formats: bool = False) -> Any:
    """The validator that jsonschema-rs makes of a node; the library's own errors where it cannot.

    Args:
        node: the schema.
        given: the schemas by address that stand for those of the node.
        formats: whether ``format`` judges; a name that is unknown never does.
    """
    import jsonschema_rs

    schemas = _documents(node, for_jsonschema_rs, given)
    kind = getattr(jsonschema_rs, _CLASSES[node.dialect.name])
    options: dict[str, Any] = {"validate_formats": formats, "offline": True}
    if node.dialect.position <= DRAFT_07.position:
        options["keywords"] = dict.fromkeys(_CONTENT, _Annotation)
    if len(schemas) > 1 or node.pointer:
        options["registry"] = _registry_of(node, schemas, given is None and bool(node.pointer))
    if node.document != ANONYMOUS and not node.pointer:
        options["base_uri"] = node.document
    return kind(_entry(node, schemas), **options)


def _registry_of(node: Node, schemas: Mapping[str, _Taken], is_kept: bool) -> Any:
    """The schemas as jsonschema-rs looks references up in them; made once for all parts of a document where kept."""
    import jsonschema_rs

    memo = node.resources.root(node.document).memo
    addresses, registry = memo.get("registry", ((), None)) if is_kept else ((), None)
    if addresses != tuple(node.resources):
        # Not with `draft`: the library then reads every schema in that one, whatever it declares itself.
        registry = jsonschema_rs.Registry(
            [(uri, in_draft(schema.value, node.resources.root(uri).dialect)) for uri, schema in schemas.items()]
        )
    if is_kept:  # it holds a copy of every schema
        memo["registry"] = (tuple(node.resources), registry)
    return registry


def jsonschema_of(node: Node) -> Judge:
    """The validator that jsonschema makes of a node."""
    import jsonschema
    import referencing

    schemas = _documents(node, for_jsonschema)
    resources = [(uri, _resource(referencing, schema.value, node.dialect)) for uri, schema in schemas.items()]
    registry: Any = referencing.Registry().with_resources(resources)
    judge: Judge = getattr(jsonschema, _CLASSES[node.dialect.name])(_entry(node, schemas), registry=registry)
    return judge


def unspelt_pattern(node: Node) -> str:
    """The first pattern that jsonschema-rs cannot look for, and why; empty where there is none."""
    resources = node.resources
    return next(filter(None, (unspelt(resources.root(uri).value, for_jsonschema_rs) for uri in resources)), "")


def too_large_pattern(node: Node) -> str:
    """The first pattern that is too large for the engine of jsonschema-rs; empty where there is none."""
    import jsonschema_rs

    roots = map(node.resources.root, node.resources)
    for text, at in (found for root in roots for found in patterns(root.value)):
        spelt = respell({"pattern": text}, for_jsonschema_rs).value
        try:
            jsonschema_rs.Draft202012Validator(spelt, offline=True)
        except ValueError:
            if unspelt({"pattern": text}, for_jsonschema_rs):
                continue
            return f"the pattern {text!r} at {at} is too large for the engine that judges documents"
    return ""


def written_pointer(resources: Resources, address: str, pointer: str) -> str:
    """A pointer of the schema that jsonschema-rs has at an address, in the schema as it is written."""
    if address not in resources:
        return pointer
    root = resources.root(address)
    return _take(root, root.value, for_jsonschema_rs).written(pointer)


def place_of(node: Node, path: Sequence[str]) -> str:
    """Where a path of jsonschema's ends, which does not name the references that it follows: `document#pointer`.

    A key that is respelt ends the way at its parent.
    """
    place = node.location
    try:
        for token in path:
            while isinstance(node.value, dict) and token not in node.value:
                node = target_of(node, next(name for name in REFERENCES if name in node.value))
            place = f"{node.document}#{pointers.join(node.pointer, token)}"
            node = node.child(token)
    except (LookupError, StopIteration, TypeError, UnresolvableReference):
        return place
    return place


@dataclass(frozen=True, slots=True)
class _Taken:
    """A schema as a library takes it, and the way of pointers between it and the schema as it is written."""

    hidden: Hidden
    respelt: Respelt

    @property
    def value(self) -> JsonValue:
        return self.respelt.value

    def pointer(self, written: str) -> str:
        return self.respelt.pointer(self.hidden.pointer(written))

    def written(self, pointer: str) -> str:
        return self.hidden.written(self.respelt.written(pointer))


def _documents(node: Node, spell: Spelling, given: Mapping[str, JsonValue] | None = None) -> Mapping[str, _Taken]:
    """All schemas as a library takes them, by address; worked out once for all parts of a document."""
    resources = node.resources
    if given is not None:
        return {uri: _take(resources.root(uri), schema, spell) for uri, schema in given.items()}
    memo, key = resources.root(node.document).memo, ("documents", spell, *resources)  # a metaschema may still come
    known: Mapping[str, _Taken] | None = memo.get(key)
    if known is None:
        known = memo[key] = _documents(node, spell, separated(resources))
    return known


def _take(root: Node, schema: JsonValue, spell: Spelling) -> _Taken:
    key = ("taken", spell) if schema is root.value else None
    taken: _Taken | None = root.memo.get(key)
    if taken is None:
        hidden = hide_contains(root.resources, root.document, schema)
        taken = _Taken(hidden, respell(_with_known_draft(hidden.value), spell, _patterns_of(root)))
        if key is not None:
            root.memo[key] = taken
    return taken


def _patterns_of(root: Node) -> Iterable[str] | None:
    """All patterns of a document; None where they have to be looked for."""
    known = root.resources.patterns
    return () if known is None and names_in(root).isdisjoint(("pattern", "patternProperties")) else known


def _entry(node: Node, schemas: Mapping[str, _Taken]) -> JsonValue:
    schema = schemas[node.document]
    if node.pointer:
        return {"$ref": f"{node.document}#{quote(schema.pointer(node.pointer), safe=FRAGMENT)}"}
    return schema.value


def _with_known_draft(schema: JsonValue) -> JsonValue:
    """The schema without a `$schema` that no library knows: it means our default, not an address to fetch."""
    if isinstance(schema, dict) and isinstance(schema.get("$schema"), str):
        dialect = dialect_named(schema["$schema"])
        if dialect is None:
            return {key: value for key, value in schema.items() if key != "$schema"}
        if dialect.uri != schema["$schema"]:
            return {**schema, "$schema": dialect.uri}
    return schema


def _resource(referencing: Any, schema: JsonValue, dialect: Dialect) -> Any:
    from referencing.jsonschema import specification_with

    default = specification_with(dialect.uri)
    return referencing.Resource.from_contents(schema, default_specification=default)
