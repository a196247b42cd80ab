"""Open reading takes everything that the schema takes, whatever the branches of a union are told apart by."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.schema.reader_copy import as_node, open_reading
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of


def branch(tag: str, **more: Any) -> dict[str, Any]:
    return {"required": ["t"], "properties": {"t": {"const": tag}}, **more}


ANY = [branch("a"), branch("b")]
OBJECTS = [branch("a", type="object"), branch("b", type="object")]


@pytest.mark.parametrize(
    ("schema", "document", "read"),
    [
        ({"anyOf": ANY}, 5, True),
        ({"oneOf": ANY}, 5, False),
        ({"oneOf": [ANY[0], OBJECTS[1]]}, 5, True),
        ({"oneOf": OBJECTS}, 5, False),
        ({"oneOf": OBJECTS}, {"t": "later"}, True),
        ({"oneOf": [*OBJECTS, {"type": "string"}]}, "text", True),
        ({"oneOf": [*OBJECTS, {"type": "string"}, {"type": "string", "minLength": 2}]}, "text", False),
        ({"oneOf": [*OBJECTS, {"type": "string"}, {"type": "string", "minLength": 9}]}, "text", True),
        ({"$defs": {"x": {"$dynamicAnchor": "x", "const": "a"}},
          "oneOf": [branch("b", type="object"),
                    {"type": "object", "required": ["t"], "properties": {"t": {"$dynamicRef": "#x"}}}]},
         {"t": "later"}, False),
    ],
)  # fmt: skip
def test_open_reading_of_unions(schema: Any, document: Any, read: bool) -> None:
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
    root = Resources.of(schema)
    openly = validator_of(as_node(open_reading(root)))
    assert openly.is_valid(document) is read
    if validator_of(root).is_valid(document):
        assert read
