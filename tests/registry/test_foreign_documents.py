"""Documents of other specifications are told from JSON Schemas, which may use the same words."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.registry.foreign_documents import recognise_foreign_document

INFO = {"title": "Orders", "version": "1"}


@pytest.mark.parametrize(
    ("document", "name"),
    [
        ({"openapi": "3.0.3", "info": INFO, "paths": {}}, "an OpenAPI 3.0.3 document"),
        ({"openapi": "3.1.0", "info": INFO, "components": {}}, "an OpenAPI 3.1.0 document"),
        ({"openapi": "3.1.0", "paths": {}}, "an OpenAPI 3.1.0 document"),
        ({"swagger": "2.0", "info": INFO, "paths": {}}, "a Swagger 2.0 document"),
        ({"swagger": 2.0, "info": INFO, "paths": {}}, "a Swagger 2.0 document"),
        ({"asyncapi": "3.0.0", "info": INFO, "channels": {}}, "an AsyncAPI 3.0.0 document"),
        ({"info": {"name": "n", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
          "item": []}, "a Postman file"),
        ({"info": {"_postman_id": "1", "name": "n"}, "item": []}, "a Postman file"),
        ({"id": "1", "values": [], "_postman_variable_scope": "environment"}, "a Postman file"),
    ],
)  # fmt: skip
def test_it_is_called_what_it_is(document: Any, name: str) -> None:
    found = recognise_foreign_document(document)
    assert found is not None
    assert found.name == name
    assert found.next_step


@pytest.mark.parametrize(
    "schema",
    [
        True,
        {},
        {"type": "object", "properties": {"openapi": {"type": "string"}, "info": {"type": "object"}}},
        {"$defs": {"openapi": {"const": "3.1.0"}}, "definitions": {"info": {}}},
        {"title": "info", "description": "https://schema.getpostman.com", "properties": {"_postman_id": True}},
        {"openapi": {"type": "string"}, "info": {}},
    ],
)
def test_a_schema_is_none_of_them(schema: Any) -> None:
    assert recognise_foreign_document(schema) is None
