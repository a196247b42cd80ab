"""Documents as later additive releases may write them: valid examples with members, list members and tags added."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from accordant.contract import Version
from accordant.schema.reader_copy import as_node, open_reading
from accordant.schema.references import Resources
from accordant.schema.validation import Validator, validator_of

from .conftest import examples

_JUDGES: dict[str, tuple[Validator, Validator]] = {}


def judges(version: Version, schema: str) -> tuple[Validator, Validator]:
    """The schema as it stands, and its open reading as ``registry validate --as consumer`` has it: none of input."""
    uri = version.state.schemas[schema].uri
    if uri not in _JUDGES:
        root = Resources(version.state.resources).root(uri)
        is_input = version.state.schemas[schema].direction == "input"
        read = root if is_input else as_node(open_reading(root, version.state.enums))
        _JUDGES[uri] = validator_of(root), validator_of(read)
    return _JUDGES[uri]


def grown(document: Any) -> Iterator[tuple[str, Any]]:
    """Each object with one more member, each text as one that came later, each code as another number."""
    for path, value in list(_places(document))[:60]:
        if isinstance(value, dict):
            yield "member", _with(document, (*path, "x_later"), {"a": [1, None]})
        elif isinstance(value, str):
            yield "text", _with(document, path, "came-later")
        elif isinstance(value, int) and not isinstance(value, bool):
            yield "number", _with(document, path, value + 977)


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    yield path, value
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _places(inner, (*path, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value[:2]):
            yield from _places(inner, (*path, index))


def _with(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    changed = copy.deepcopy(document)
    place = changed
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return changed


def later_documents(version: Version) -> Iterator[tuple[str, str, Any, bool]]:
    """(what was added, schema, document, whether the schema as it stands takes it): all are read openly."""
    for _, schema, document in examples(version, valid=True):
        exact, openly = judges(version, schema)
        for what, changed in grown(document):
            if openly.is_valid(changed):
                yield what, schema, changed, exact.is_valid(changed)
