"""What a browser judges by on the pages that try a schema; and of some schemas, why it cannot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.contract import Schema
from accordant.docs.machines import bundle, find_documents
from accordant.docs.markdown import code
from accordant.docs.places import Book
from accordant.findings import JsonValue
from accordant.model.scoped_schema import TYPE_PARAMETER
from accordant.schema import embedded
from accordant.schema.addresses import join_uri
from accordant.schema.dialects import Dialect, dialect_of
from accordant.schema.references import Node
from accordant.schema.subschemas import applied_subschemas, keyword_objects

_DYNAMIC: Final = "$dynamicRef"
_SOUGHT: Final = frozenset((_DYNAMIC, "$schema", "$id", "id", TYPE_PARAMETER, embedded.KEYWORD))
"""The keywords whose values are asked for."""


def whole(book: Book, schema: Schema) -> JsonValue:
    """A schema with all that it refers to."""

    def bundled() -> JsonValue:
        document = bundle(schema, book.version.state)
        return schema.value if document is None else document

    return book.once((whole, schema.name), bundled)


def why_untried(book: Book, schema: Schema) -> str:
    """Why no browser judges documents of a schema as ``registry validate`` does, as Markdown; empty where one does."""
    return book.once((why_untried, schema.name), lambda: next(_hindrances(book, schema), ""))


def _hindrances(book: Book, schema: Schema) -> Iterator[str]:
    if _values_of(book, schema, _DYNAMIC):
        yield f"it uses {code(_DYNAMIC)}, which the validator of these pages does not follow"
    if len(_drafts(book, schema)) > 1:
        yield "its parts are in several drafts of JSON Schema"
    for document in _find_elsewhere(book, schema):
        yield f"it refers to {code(document)}, which is no schema of the version"


def dialect(schema: Schema) -> Dialect:
    """The draft of a schema."""
    return dialect_of(schema.value)


def type_parameters(book: Book, schema: Schema) -> list[str]:
    """The type parameters of the parts of documents of a schema, each once."""
    return sorted(set(map(str, _said_of_parts(book, schema, TYPE_PARAMETER))))


def carries_schemas(book: Book, schema: Schema) -> bool:
    """Whether documents of a schema may hold schemas."""
    return bool(_said_of_parts(book, schema, embedded.KEYWORD))


def is_form(book: Book, schema: Schema) -> bool:
    """Whether the documents of a schema are schemas themselves, and hold no other ones."""
    value = schema.value
    if not (isinstance(value, dict) and embedded.KEYWORD in value) or why_untried(book, schema):
        return False
    return len(_said_of_parts(book, schema, embedded.KEYWORD)) == 1 and not type_parameters(book, schema)


def holders(book: Book) -> list[Schema]:
    """The schemas whose documents hand over what a type parameter describes."""
    schemas = book.version.state.schemas.values()
    return [schema for schema in schemas if type_parameters(book, schema) and not why_untried(book, schema)]


def _said_of_parts(book: Book, schema: Schema, keyword: str) -> list[JsonValue]:
    """The values of a keyword that speaks of documents of a schema, or of parts of them, each place of it once."""
    if not _values_of(book, schema, keyword):
        return []
    root = book.version.state.root(schema.name)
    return book.once((keyword, root, schema.name), lambda: list(_find_applied(root, keyword)))


def _find_applied(root: Node, keyword: str) -> Iterator[JsonValue]:
    found, todo = {root}, [root]
    while todo:
        node = todo.pop()
        if isinstance(node.value, dict) and keyword in node.value:
            yield node.value[keyword]
        inner = {part.node for part in applied_subschemas(node)} - found
        found |= inner
        todo += inner


def _values_of(book: Book, schema: Schema, keyword: str) -> list[JsonValue]:
    """The values of a keyword in a schema and in all that it refers to."""
    return book.once((_SOUGHT, schema.name), lambda: _find_values(whole(book, schema))).get(keyword, [])


def _find_values(value: JsonValue) -> dict[str, list[JsonValue]]:
    """The values of all keywords that are sought, in one walk."""
    values: dict[str, list[JsonValue]] = {}
    for _, keywords in keyword_objects(value):
        for keyword in _SOUGHT & keywords.keys():
            values.setdefault(keyword, []).append(keywords[keyword])
    return values


def _drafts(book: Book, schema: Schema) -> set[Dialect]:
    outer = dialect(schema)
    declared = _values_of(book, schema, "$schema")
    return {outer, *(dialect_of({"$schema": named}, outer) for named in declared)}


def _find_elsewhere(book: Book, schema: Schema) -> list[str]:
    """The documents to which references lead out of a version."""
    known = {other.uri for other in book.version.state.schemas.values()}
    documents = find_documents(schema, book.version.state)
    strange = sorted(documents - known)
    if not strange:
        return []
    named = [str(name) for keyword in ("$id", "id") for name in _values_of(book, schema, keyword)]
    ids = {join_uri(base, name) for name in named for base in known}
    return [document for document in strange if document not in ids]
