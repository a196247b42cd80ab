"""Which definitions get types, under which names, and which alternatives are types of their own."""

from __future__ import annotations

import re
from typing import Any

import pytest

from accordant import generate

RECORD: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "string"}}}


def types_of(schema: Any, **options: Any) -> list[str]:
    """The types that the generated Python and TypeScript both have, which is all of them."""
    python = generate(schema, target="python", **options)["model.py"]
    typescript = generate(schema, target="ts", **options)["types.ts"]
    exported = re.findall(r"^    \"(\w+)\",$", python.rpartition("__all__")[2], re.MULTILINE)
    own = typescript.partition("export type JsonPath")[0]
    assert sorted(re.findall(r"^export (?:type|interface) (\w+)", own, re.MULTILINE)) == exported
    return exported


@pytest.mark.parametrize("keyword", ["$defs", "definitions"])
def test_a_file_that_says_nothing_else_has_types_for_its_definitions(keyword: str) -> None:
    inner = {"type": "object", keyword: {"Inner": {"type": "object", "properties": {"b": {"type": "integer"}}}}}
    schema = {"title": "Every", keyword: {"event": RECORD, "name": {"type": "string"}, "outer": inner, "any": {}}}
    assert types_of(schema) == ["Event", "Every", "Inner", "Name", "Outer"]


def test_definitions_that_nothing_refers_to_have_types_on_request() -> None:
    schema = {"type": "number", "definitions": {"Thing": RECORD, "flag": {"type": "boolean"}}}
    assert types_of(schema, root="Root") == ["Root"]
    assert types_of(schema, root="Root", every_definition=True) == ["Flag", "Root", "Thing"]


@pytest.mark.parametrize("root", ["Root", ""])
def test_a_definition_gives_its_name_up_to_the_document(root: str) -> None:
    schema = {
        "title": "Root", "type": "object", "required": ["y"], "properties": {"r": {"$ref": "#/$defs/Root"}},
        "$defs": {"Root": RECORD},
    }  # fmt: skip
    assert types_of(schema, root=root) == ["Root", "RootDefinition"]
    assert re.search(
        r"class Root\(.*\n(?:.*\n)*?    r: RootDefinition", generate(schema, target="python", root=root)["model.py"]
    )


def test_what_a_schema_calls_its_own_is_not_read_elsewhere() -> None:
    here, inside = "https://example.org/order", "https://example.org/item"
    schema = {
        "$id": here, "type": "object", "properties": {"again": {"$ref": here}, "item": {"$ref": "item"}},
        "$defs": {"item": {"$id": inside, "enum": ["own"]}},
    }  # fmt: skip
    text = generate(
        schema, target="ts", root="Root", resources={here: {"enum": ["other"]}, inside: {"enum": ["other"]}}
    )
    assert "again?: Root;" in text["types.ts"]
    assert '"own"' in text["types.ts"]
    assert "other" not in text["types.ts"]


def test_an_alternative_that_has_alternatives_does_not_dissolve_the_others() -> None:
    mark = {"anyOf": [{"$ref": "#/$defs/Line"}, {"$ref": "#/$defs/Dots"}]}
    schema = {
        "anyOf": [{"$ref": "#/$defs/Mark"}, {"$ref": "#/$defs/Layers"}, {"type": "string"}],
        "$defs": {
            "Mark": mark,
            "Line": {"type": "object", "properties": {"width": {"type": "number"}}, "required": ["width"]},
            "Dots": {"type": "object", "properties": {"size": {"type": "number"}}, "required": ["size"]},
            "Layers": {
                "type": "object",
                "properties": {"layers": {"items": {"$ref": "#/$defs/Mark"}}},
                "required": ["layers"],
            },
        },
    }
    assert types_of(schema, root="Root") == ["Dots", "Layers", "Line", "Mark", "Root"]
    typescript = generate(schema, target="ts", root="Root")["types.ts"]
    assert re.search(r"export type Mark =\s+\| Line\s+\| Dots|export type Mark = Line \| Dots;", typescript)


def test_alternatives_beside_members_may_have_alternatives_too() -> None:
    def having(name: str) -> dict[str, Any]:
        return {"properties": {name: {"type": "string"}}, "required": [name]}

    schema = {"type": "object", "properties": {"id": {"type": "integer"}}, "oneOf": [
        {"oneOf": [having("path"), having("url")]}, having("text"),
    ]}  # fmt: skip
    python = generate(schema, target="python", root="Root")["model.py"]
    assert len(re.findall(r"^    id: JsonInt", python, re.MULTILINE)) == 3
    assert {"path", "url", "text"} <= set(re.findall(r"^    (\w+): str$", python, re.MULTILINE))
