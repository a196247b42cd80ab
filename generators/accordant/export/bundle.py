"""One document of 2020-12 with the schemas that it refers to embedded by their addresses (Core 9.3).

References stay what they are, but for the addresses that change. Where that cannot be done, :mod:`flatten` copies.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from accordant.export.forms import Form
from accordant.findings import JsonValue
from accordant.schema.addresses import join_uri
from accordant.schema.assumptions import dangling
from accordant.schema.dialects import DRAFT_2020_12, REFERENCES
from accordant.schema.reached import reached
from accordant.schema.references import Node, Resources
from accordant.schema.subschemas import keyword_objects

_IDENTIFIER: Final = "$id"


@dataclass(frozen=True, slots=True)
class Bundled:
    """A bundled schema, and the roots of the documents that it is made of."""

    value: JsonValue
    documents: tuple[Node, ...]


def can_be_bundled(root: Node, form: Form) -> bool:
    """Whether a schema and all that it refers to can be embedded as they are written, in 2020-12.

    Raises:
        UnresolvableReference: a reference leads nowhere.
    """
    return form.draft is DRAFT_2020_12 and all(_is_plain_document(node) for node in reached(root))


def _is_plain_document(root: Node) -> bool:
    """Whether a document is all of 2020-12, without a resource in it, and without a keyword that drafts differ on."""
    if root.dialect is not DRAFT_2020_12:
        return False
    for pointer, keywords in keyword_objects(root.value):
        if "dependencies" in keywords or (pointer and (_IDENTIFIER in keywords or "$schema" in keywords)):
            return False
    return True


def bundle(root: Node, form: Form, addresses: Mapping[str, str], names: Mapping[str, str]) -> Bundled | None:
    """The bundled document; None where a reference leads into a part that is left out.

    Args:
        root: the schema.
        form: the form of the export.
        addresses: the new address of each document.
        names: what each document is called.

    Raises:
        UnresolvableReference: a reference leads nowhere.
    """
    first, *others = documents = reached(root)
    value = {"$schema": form.draft.uri, **_document(first, form, addresses)}
    definitions = dict(value.pop("$defs", {}))
    for node in others:
        name = _free_name(names.get(node.document, node.document), definitions)
        definitions[name] = _document(node, form, addresses)
    if definitions:
        value["$defs"] = definitions
    if dangling(Resources({value[_IDENTIFIER]: value})):
        return None
    return Bundled(value, tuple(documents))


def _document(root: Node, form: Form, addresses: Mapping[str, str]) -> dict[str, JsonValue]:
    """A document under its new address."""
    written = root.value if isinstance(root.value, dict) else {} if root.value else {"not": {}}
    value: dict[str, JsonValue] = json.loads(json.dumps(written))
    for _, keywords in keyword_objects(value):
        for name in REFERENCES:
            if isinstance(keywords.get(name), str):
                keywords[name] = _reference(root, keywords[name], addresses)
        if form.plain:
            for name in [name for name in keywords if name not in DRAFT_2020_12.keywords]:
                del keywords[name]
    head = {"$schema": form.draft.uri, _IDENTIFIER: addresses.get(root.document, root.document)}
    return {**head, **{name: part for name, part in value.items() if name not in head}}


def _reference(root: Node, reference: str, addresses: Mapping[str, str]) -> str:
    """A reference that leads to the same place under the new addresses."""
    target, hash_sign, fragment = reference.partition("#")
    if not target:
        return reference
    address = join_uri(root.base, target)
    return f"{addresses.get(address, address)}{hash_sign}{fragment}"


def _free_name(name: str, taken: Mapping[str, JsonValue]) -> str:
    """The name, with a number behind it where it is taken."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name}-{number}"
    return free
