"""Examples of schemas that come without: those that the schemas hold, and documents that are found."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator
from typing import Final

from accordant.contract import Registry, Schema, Version
from accordant.findings import JsonValue
from accordant.registry import layout
from accordant.registry.examples import REFUSED_BY
from accordant.registry.written_examples import write_given, write_made
from accordant.schema.addresses import join_uri
from accordant.schema.problems import UnusableSchema
from accordant.schema.references import Node, Resources
from accordant.schema.subschemas import keyword_objects
from accordant.schema.validation import validator_of

Sample = Callable[[Node], tuple[list[JsonValue], Iterator[JsonValue]]]
"""Documents that a schema accepts, and documents that it refuses."""

MOST_PLACES: Final = 30_000
"""Examples are found for at most this many places of schemas, which takes about ten seconds."""


def find_examples(
    registry: Registry, contract: str, sample: Sample, names: Collection[str] | None = None
) -> dict[str, str]:
    """Examples of the schemas of a contract that lack valid or invalid ones, by path relative to the registry.

    Args:
        registry: a registry with its examples.
        contract: the name of the contract.
        sample: finds documents of a schema.
        names: the schemas to find examples for; None means all.
    """
    known = registry.contract(contract)
    files: dict[str, str] = {}
    left = MOST_PLACES
    for version in known.versions if known else ():
        resources = Resources(version.state.resources)
        for schema in version.state.schemas.values():
            left -= _places(resources.root(schema.uri)) if names is None or schema.name in names else 0
            if left < 0 or (names is not None and schema.name not in names):
                continue
            base = f"{contract}/{version.name}/{layout.EXAMPLES}"
            texts = _examples_of(version, schema, resources.root(schema.uri), sample)
            files |= {f"{base}/{name}": text for name, text in texts}
    return files


def _places(schema: Node) -> int:
    """The places of a schema in which keywords may stand, and of those that it refers to, as often as it is read."""
    documents: dict[str, int] = {}
    todo = [schema.document]
    while todo:
        document = todo.pop()
        if document not in documents and document in schema.resources:
            objects = [keywords for _, keywords in keyword_objects(schema.resources.root(document).value)]
            documents[document] = len(objects)
            todo += [join_uri(document, str(keywords["$ref"])) for keywords in objects if "$ref" in keywords]
    return sum(documents.values())


def _examples_of(version: Version, schema: Schema, node: Node, sample: Sample) -> Iterator[tuple[str, str]]:
    kinds = {example.valid for example in version.examples if example.subject == schema.name}
    if kinds == {True, False}:
        return
    given = [] if True in kinds else _list_given(schema, node)
    for number, example in enumerate(given, start=1):
        yield f"valid/{schema.name}/{number}.json", write_given(example)
    accepted, refused = sample(node)
    if True not in kinds and accepted and not given:
        yield f"valid/{schema.name}/smallest.json", write_made(accepted[0], version, schema.name, node)
    if False not in kinds:
        yield from _first_refused(version, schema.name, node, refused)


def _list_given(schema: Schema, node: Node) -> list[JsonValue]:
    """The documents of the keyword examples that the schema accepts."""
    examples = schema.value.get("examples") if isinstance(schema.value, dict) else None
    try:
        judge = validator_of(node)
        return [example for example in examples if judge.is_valid(example)] if isinstance(examples, list) else []
    except UnusableSchema:
        return []


def _first_refused(
    version: Version, subject: str, node: Node, documents: Iterator[JsonValue]
) -> Iterator[tuple[str, str]]:
    """The first of the documents that a single keyword refuses, as an example with its line in refused-by.toml."""
    below = f"invalid/{subject}"
    for document in documents:
        pointer = refusing_keyword(node, document)
        if pointer:
            yield f"{below}/smallest.json", write_made(document, version, subject, node)
            yield f"{below}/{REFUSED_BY}", f"smallest = {json.dumps(pointer)}\n"
            return


def refusing_keyword(node: Node, document: JsonValue) -> str:
    """The pointer of the one keyword of the schema's own file that refuses a document; empty where there is none."""
    try:
        locations = {problem.schema_location for problem in validator_of(node).problems(document)}
    except UnusableSchema:
        return ""
    address, _, pointer = locations.pop().partition("#") if len(locations) == 1 else ("", "", "")
    return pointer if address == node.document else ""
