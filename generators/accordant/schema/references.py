"""Where things stand in a set of schemas: nodes, resources, anchors, and what each reference means.

    resources = Resources({"urn:x:order": {...}, "urn:x:item": {...}})
    root = resources.root("urn:x:order")
    price = root.child("properties", "price")          # a Node; price.value is the schema there
    target = resources.resolve(price, "item#/$defs/money")

Nothing is ever fetched: a reference means a member of the mapping, a resource embedded in one by `$id`, or
one of the published metaschemas; everything else raises `UnresolvableReference`. JSON Schema Core 8 and 9.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.addresses import (
    ANONYMOUS,
    embeds_resources,
    enter_resource,
    join_uri,
    own_address,
    published_schema,
    without_fragment,
)
from accordant.schema.anchors import anchors_in, is_recursive_anchor
from accordant.schema.dialects import DRAFT_2020_12, Dialect, dialect_of
from accordant.schema.json_values import canonical, known_names
from accordant.schema.lost_references import AmbiguousReference, UnresolvableReference

Scope = tuple["Node", ...]
"""The resources with dynamic anchors that were entered on the way to a node, outermost first, each once."""


@dataclass(slots=True, unsafe_hash=True)  # frozen, it would take three times as long to make, and thousands are
class Node:
    """A schema at its place: equal (and hashed) by set of resources, `document` address and JSON `pointer`.

    `base` is the address against which references are read here; `root` is the pointer of the resource (the
    nearest `$id`) in which it stands.
    """

    value: JsonValue = field(compare=False, repr=False)
    document: str
    pointer: str
    base: str = field(compare=False)
    root: str = field(compare=False)
    dialect: Dialect = field(compare=False)
    resources: Resources = field(repr=False)
    _children: dict[str | int, Node] | None = field(default=None, init=False, compare=False, repr=False)
    memo: dict[Hashable, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    """Answers about the node that others keep here: a schema does not change."""

    def child(self, *keys: str | int) -> Node:
        """The node that a path of keys and indexes leads to, made once; LookupError where there is none."""
        node = self
        for key in keys:
            existing = node._children.get(key) if node._children else None
            node = existing or node._new_child(key)
        return node

    def _new_child(self, key: str | int) -> Node:
        value, base, root, dialect = self.value, self.base, self.root, self.dialect
        if isinstance(value, list):
            value = value[int(key)]
        elif isinstance(value, dict):
            value = value[key if isinstance(key, str) else str(key)]
        else:
            raise LookupError(f"nothing at {pointers.join(self.pointer, key)}")
        pointer = pointers.join(self.pointer, key)
        if isinstance(value, dict) and ("$id" in value or "id" in value or "$schema" in value):
            base, root, dialect = enter_resource(value, base, root, pointer, dialect)
        if self._children is None:
            self._children = {}
        child = self._children[key] = Node(value, self.document, pointer, base, root, dialect, self.resources)
        return child

    def subschemas(self) -> Iterator[Node]:
        """The direct subschemas, as the node's dialect sees them, in document order."""
        for path, _ in self.dialect.subschemas(self.value):
            yield self.child(*path)

    def resolve(self, ref: str) -> Node:
        """What `$ref: ref` means here."""
        return self.resources.resolve(self, ref)

    @property
    def location(self) -> str:
        """The place as one address, `document#pointer`."""
        return f"{self.document}#{self.pointer}"


class Resources:
    """A closed set of schemas by address, and the resources and anchors that lie in them.

    `schemas` maps addresses to schemas; a schema is also known by its own `$id`. `dialect` is the draft of
    schemas that declare none, and `main` the address of the schema that the others are given for, where there is one.
    The mapping is not copied and must not change afterwards.

    Of copies more is known: `is_plain`, with `patterns` all their patterns, and what others of them `shared`.
    """

    __slots__ = (
        "_anchored", "_anchors", "_dialect", "_documents", "_doubled", "_dynamic", "_indexed", "_is_complete",
        "_loaded", "_roots", "_searched", "is_plain", "main", "patterns", "shared",
    )  # fmt: skip

    def __init__(
        self,
        schemas: Mapping[str, JsonValue],
        dialect: Dialect = DRAFT_2020_12,
        *,
        main: str = "",
        is_plain: bool = False,
        patterns: frozenset[str] | None = None,
        shared: dict[Hashable, Any] | None = None,
    ) -> None:
        self._dialect = dialect
        self.main = main
        self.is_plain = is_plain
        """Whether nothing in the schemas has an address or an anchor of its own, and all references are local."""
        self.patterns = patterns
        """All patterns of the schemas; None where they have to be looked for."""
        self.shared: dict[Hashable, Any] = {} if shared is None else shared
        """Answers by identity about parts that several copies may have in common."""
        self._documents: dict[str, JsonValue] = {without_fragment(uri): schema for uri, schema in schemas.items()}
        self._roots: dict[str, Node] = {}
        self._anchors: dict[tuple[str, str, str], Node] = {}
        """By document, resource root and name, as those with `$dynamicAnchor` too."""
        self._dynamic: dict[tuple[str, str, str], Node] = {}
        self._doubled: dict[str, list[Node]] = {}
        self._is_complete = is_plain
        """Whether all resources of the given documents were looked at, so that every doubled address is known."""
        self._anchored: dict[tuple[str, str], Node | None] = {}
        self._searched: set[str] = set(self._documents if is_plain else ())
        """The documents of which it is known whether there are dynamic anchors in them."""
        self._indexed: set[str] = set(self._documents if is_plain else ())
        self._loaded: set[str] = set()

    @classmethod
    def of(cls, schema: JsonValue, others: Mapping[str, JsonValue] | None = None, uri: str = "") -> Node:
        """The root node of one schema (at `uri`, or at its own `$id`), with others that it may refer to."""
        address = without_fragment(uri) or own_address(schema) or ANONYMOUS
        return cls({**(others or {}), address: schema}, main=address).root(address)

    def __iter__(self) -> Iterator[str]:
        return iter(self._documents)

    def root(self, uri: str) -> Node:
        """The root node of the document at `uri`; LookupError where there is none."""
        address = without_fragment(uri)
        if address not in self._documents:
            raise LookupError(uri)
        return self._document_root(address)

    def resolve(self, node: Node, ref: str) -> Node:
        """What `$ref: ref` means at `node`.

        Raises:
            UnresolvableReference: no given schema, embedded resource or anchor has that address, or several have.
        """
        address, _, fragment = ref.partition("#")
        fragment = unquote(fragment)
        target = self._resource(node, ref) if address else self.resource_root(node)
        if target is not None and fragment:
            if fragment.startswith("/"):
                target = _follow(target, fragment)
            else:
                self._index_all_of(target.document)
                target = self._anchors.get((target.document, target.root, fragment))
        if target is None:
            raise UnresolvableReference(ref, node.base, node.document, node.pointer)
        return target

    def dynamic_anchor(self, root: Node, name: str) -> Node | None:
        """The node with a `$dynamicAnchor` of that name in the resource of a root."""
        return self._dynamic.get((root.document, root.root, name))

    def enter(self, node: Node, scope: Scope) -> Scope:
        """The scope inside `node`: extended by its resource, if that is new and has dynamic anchors."""
        place = (node.document, node.root)
        if place not in self._anchored:
            root = self.resource_root(node)
            self._anchored[place] = root if self.has_dynamic_anchor(root) else None
        anchored = self._anchored[place]
        return scope if anchored is None or anchored in scope else (*scope, anchored)

    def resource_root(self, node: Node) -> Node:
        """The root of the resource in which a node stands."""
        if node.root == node.pointer:
            return node
        root = _follow(self._document_root(node.document), node.root)
        return root if root is not None else self._document_root(node.document)

    def has_dynamic_anchor(self, root: Node) -> bool:
        """Whether a resource has a `$dynamicAnchor`, or `$recursiveAnchor: true` at its root."""
        if root.document not in self._searched:
            self._searched.add(root.document)
            whole = self._document_root(root.document)
            if "$dynamicAnchor" in known_names(whole.value, whole.memo):
                self._index_all_of(root.document)
        return is_recursive_anchor(root.value) or any(key[:2] == (root.document, root.root) for key in self._dynamic)

    def _document_root(self, address: str) -> Node:
        node = self._roots.get(address)
        if node is None or node.document != address:
            value = self._documents[address]
            dialect = dialect_of(value, self._dialect)
            base, root = address, ""
            if isinstance(value, dict):
                base, root, dialect = enter_resource(value, address, "", "", dialect)
            embedded, node = node, Node(value, address, "", base, root, dialect, self)
            self._roots[address] = node
            if embedded is not None and embedded.pointer and not _is_same_resource(node, embedded):
                self._doubled.setdefault(address, [node]).append(embedded)
        return node

    @property
    def doubled(self) -> Mapping[str, list[Node]]:
        """The addresses that several different resources have, each with their roots in the order of the documents.

        A reference inside one of them, such as `#/$defs/a`, stays inside it; one to the address means none of them.
        """
        if not self._is_complete:
            self._is_complete = True
            for root in [self._document_root(document) for document in list(self._documents)]:
                if embeds_resources(root.value, known_names(root.value, root.memo)):
                    self._index_all_of(root.document)
        return self._doubled

    def _resource(self, node: Node, ref: str) -> Node | None:
        """The root node of the document or embedded resource at the address of a reference."""
        address = join_uri(node.base, ref)
        if address in self.doubled:
            raise AmbiguousReference(ref, node.base, node.document, node.pointer)
        if address in self._documents:
            return self._document_root(address)
        if address not in self._roots:
            for document in list(self._documents):
                self._index_all_of(document)
            if address not in self._roots:
                self._load_metaschema(address)
        return self._roots.get(address)

    def _load_metaschema(self, address: str) -> None:
        if address in self._loaded:
            return
        self._loaded.add(address)
        metaschema = published_schema(address)
        if metaschema is not None:
            self._documents[address] = metaschema
            self._index_all_of(address)

    def _index_all_of(self, document: str) -> None:
        """Note the embedded resources and anchors of a document, once."""
        if document in self._indexed:
            return
        self._indexed.add(document)
        todo = [self._document_root(document)]
        while todo:
            node = todo.pop()
            self._note(node)
            todo.extend(reversed(list(node.subschemas())))

    def _note(self, node: Node) -> None:
        value, dialect = node.value, node.dialect
        if not isinstance(value, dict) or (dialect.ref_hides_siblings and isinstance(value.get("$ref"), str)):
            return
        if node.root == node.pointer:
            self._note_root(node)
        for name, is_dynamic in anchors_in(value, dialect):
            place = (node.document, node.root, name)
            self._anchors.setdefault(place, node)
            if is_dynamic:
                self._dynamic.setdefault(place, node)

    def _note_root(self, node: Node) -> None:
        first = self._roots.setdefault(node.base, node)
        if node.pointer and first != node and not _is_same_resource(first, node):
            self._doubled.setdefault(node.base, [first]).append(node)


def _is_same_resource(first: Node, second: Node) -> bool:
    return first.dialect is second.dialect and canonical(first.value) == canonical(second.value)


def _follow(start: Node, pointer: str) -> Node | None:
    node = start
    try:
        for token in pointers.split(pointer):
            if isinstance(node.value, list) and pointers.index_of(token) is None:
                return None
            node = node.child(token)
    except (LookupError, ValueError):
        return None
    return node
