"""The names by which a schema declares itself inside of its resource (Core 8.2.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from accordant.findings import JsonValue
from accordant.schema.dialects import Dialect


def anchors_in(value: Mapping[str, JsonValue], dialect: Dialect) -> Iterator[tuple[str, bool]]:
    """The anchors that a schema declares itself, and whether each is a `$dynamicAnchor`."""
    own = value.get(dialect.id_keyword)
    if dialect.ref_hides_siblings and isinstance(own, str) and "#" in own:
        # Up to draft-07 a plain name is declared as the fragment of `$id`.
        fragment = own.partition("#")[2]
        if fragment and not fragment.startswith("/"):
            yield fragment, False
    for keyword in ("$anchor", "$dynamicAnchor"):
        name = value.get(keyword)
        if keyword in dialect.keywords and isinstance(name, str):
            yield name, keyword == "$dynamicAnchor"


def is_recursive_anchor(value: JsonValue) -> bool:
    """Whether a schema has `$recursiveAnchor: true` (2019-09, 8.2.4.2.2)."""
    return isinstance(value, dict) and value.get("$recursiveAnchor") is True
