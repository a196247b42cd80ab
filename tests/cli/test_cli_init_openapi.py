"""init --from openapi.yaml: the schemas of the document, their directions, and every loss by name."""

from __future__ import annotations

import contextlib
import json
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from accordant.errors import InputError
from accordant.registry.adopt import adopt
from accordant.registry.document_sources import sources_of
from accordant.schema import documents
from tests.conftest import Run

V1 = Path("registry/shop/v1")
HERE = "#/components/schemas/"
ORDER = "/components/schemas/Order/properties"

OLD = """\
openapi: 3.0.3
info: {title: Shop, version: "1"}
paths:
  /orders:
    post:
      operationId: createOrder
      requestBody:
        content:
          application/json:
            schema: {$ref: '#/components/schemas/Order'}
      responses:
        "201":
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Order'}
        default: {$ref: '#/components/responses/Failure'}
  /pets:
    get:
      operationId: listPets
      responses:
        "200":
          content:
            application/vnd.shop+json:
              schema:
                type: array
                items: {$ref: '#/components/schemas/Pet'}
            text/plain:
              schema: {type: string}
    put:
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema: {oneOf: [{$ref: '#/components/schemas/PetFilter'}]}
components:
  responses:
    Failure:
      content:
        application/json:
          schema: {$ref: '#/components/schemas/Error.Body'}
  schemas:
    Order:
      type: object
      required: [id, total, token]
      properties:
        id: {type: string, readOnly: true}
        token: {type: string, writeOnly: true}
        total: {$ref: '#/components/schemas/Money', description: Beside.}
        note: {type: string, nullable: true, example: fast}
        state: {type: string, nullable: true, enum: [new, done]}
    Money:
      type: number
      minimum: 0
      exclusiveMinimum: true
      maximum: 10
      exclusiveMaximum: false
      xml: {name: money}
    Error.Body:
      type: object
      properties:
        code: {type: integer}
        parent: {$ref: '#/components/schemas/Error.Body'}
        sum: {$ref: '#/components/schemas/Order/properties/total'}
    Pet:
      oneOf:
        - $ref: '#/components/schemas/Cat'
        - $ref: '#/components/schemas/Dog'
      discriminator:
        propertyName: kind
        mapping: {cat: '#/components/schemas/Cat'}
    Cat: {type: object, required: [kind], properties: {kind: {type: string}, lives: {type: integer}}}
    Dog: {type: object, required: [kind], properties: {kind: {type: string}}}
    PetFilter: {type: object, properties: {kind: {type: string}}}
    Unused: {nullable: true}
"""


def begin(run: Run, *arguments: str) -> dict[str, dict[str, Any]]:
    """The sources of the report by name."""
    outcome = run("init", "--contract", "shop", "--format", "json", *arguments)
    assert outcome.code == 0, outcome.err
    assert run("lint").code == 0, run("lint").out
    assert "1 version checked: 0 breaks, 0 undecided" in run("check-compat").out
    return {source["name"]: source for source in json.loads(outcome.out)["data"]["sources"]}


def schema(name: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((V1 / f"{name}.schema.json").read_text())
    return value


@pytest.fixture
def old(project: Path, run: Run) -> dict[str, dict[str, Any]]:
    Path("shop.yaml").write_text(OLD)
    return begin(run, "--from", "shop.yaml")


def test_every_schema_is_there_with_its_direction(old: dict[str, dict[str, Any]]) -> None:
    assert {name: source["direction"] for name, source in old.items()} == {
        "order": "output",
        "order-input": "input",
        "money": "full",
        "error-body": "output",
        "pet": "output",
        "cat": "output",
        "dog": "output",
        "pet-filter": "input",
        "unused": "output",
        "list-pets-response-200": "output",
    }
    assert old["order"]["path"] == "shop.yaml#/components/schemas/Order"
    assert '[schemas.money]\ndirection = "full"' in Path("registry/shop/contract.toml").read_text()


def test_words_of_version_3_0_become_those_of_json_schema(old: dict[str, dict[str, Any]]) -> None:
    money = schema("money")
    assert (money["exclusiveMinimum"], money["maximum"]) == (0, 10)
    assert not {"minimum", "exclusiveMaximum", "xml"} & set(money)
    properties = schema("order")["properties"]
    assert properties["note"] == {"type": ["string", "null"], "examples": ["fast"]}
    assert properties["total"] == {"$ref": "money.schema.json"}
    error = schema("error-body")["properties"]
    assert error["parent"] == {"$ref": "#"}
    assert error["sum"] == {"$ref": "order.schema.json#/properties/total"}


def test_what_is_read_only_or_write_only_is_required_one_way(old: dict[str, dict[str, Any]]) -> None:
    assert schema("order")["required"] == ["id", "total"]
    assert schema("order-input")["required"] == ["total", "token"]


def test_a_discriminator_becomes_a_value_that_each_alternative_requires(
    old: dict[str, dict[str, Any]], run: Run
) -> None:
    cat, dog = schema("pet")["oneOf"]
    assert cat == {
        "allOf": [{"$ref": "cat.schema.json"}], "properties": {"kind": {"const": "cat"}}, "required": ["kind"],
    }  # fmt: skip
    assert dog["properties"] == {"kind": {"const": "Dog"}}
    Path("pet.json").write_text('{"kind": "cow"}')
    assert run("validate", "shop/v1/pet", "pet.json").code == 1


def test_every_loss_is_named_with_its_place(old: dict[str, dict[str, Any]]) -> None:
    assert {name: source["losses"] for name, source in old.items() if source["losses"]} == {
        "order": [
            "/components/schemas/Order: token: writeOnly, so responses need not have it",
            f"{ORDER}/total: description beside $ref says nothing in OpenAPI 3.0; it was left out",
            f"{ORDER}/state: nullable beside an enum without null: null is refused, as OpenAPI 3.0.3 says",
        ],
        "order-input": [
            "/components/schemas/Order: id: readOnly, so requests need not have it",
            *old["order"]["losses"][1:],
        ],
        "money": ["/components/schemas/Money: xml is not a keyword of JSON Schema; it was left out"],
        "unused": [
            "/components/schemas/Unused: nullable without a type beside it says nothing in OpenAPI 3.0; it was left out"
        ],
    }


def test_one_schema_of_a_document_brings_those_that_it_needs(project: Path, run: Run) -> None:
    Path("shop.yaml").write_text(OLD)
    assert list(begin(run, "--from", "shop.yaml#/components/schemas/PetFilter")) == ["pet-filter"]
    assert run("add", "schema", "shop/animal", "--from", "shop.yaml#/components/schemas/Pet").code == 0
    assert schema("animal")["oneOf"][1]["allOf"] == [{"$ref": "dog.schema.json"}]
    assert run("lint").code == 0


def test_version_3_1_is_taken_as_2020_12(project: Path, run: Run) -> None:
    document = {
        "openapi": "3.1.0",
        "components": {
            "schemas": {
                "A": {
                    "type": ["string", "null"],
                    "exclusiveMinimum": 3,
                    "example": "x",
                    "externalDocs": {"url": "https://x.org"},
                },
                "B": {"properties": {"a": {"$ref": f"{HERE}A", "description": "Kept."}}},
                "C": {"$defs": {"in": {"type": "integer"}}, "items": {"$ref": "#/components/schemas/C/$defs/in"}},
            }
        },
        "webhooks": {
            "sent": {
                "post": {
                    "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/B"}}}}
                }
            }
        },
    }
    Path("api.json").write_text(json.dumps(document))
    sources = begin(run, "--from", "api.json")
    assert sources["b"]["direction"] == "output"
    assert schema("b")["properties"]["a"] == {"$ref": "a.schema.json", "description": "Kept."}
    assert schema("a")["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert (schema("a")["examples"], "externalDocs" in schema("a")) == (["x"], False)
    assert schema("c")["items"] == {"$ref": "#/$defs/in"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"swagger": "2.0"}', "is a Swagger 2.0 document"),
        ('{"asyncapi": "2.6.0"}', "is an AsyncAPI 2.6.0 document"),
        ('{"info": {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/x.json"}}', "is a Postman file"),
        ('{"openapi": "4.0.0"}', "OpenAPI 4.0.0 is not read"),
        ('{"openapi": "3.0.0"}', "has no schema"),
        (
            '{"openapi": "3.0.0",\n"components": {"schemas": {"A": {"$ref": "other.yaml#/A"}}}}',
            "doc.json:2:34 at /components/schemas/A/$ref: 'other.yaml#/A' names no schema",
        ),
    ],
)
def test_a_document_that_holds_no_schemas_is_refused(project: Path, run: Run, text: str, says: str) -> None:
    Path("doc.json").write_text(text)
    outcome = run("init", "--from", "doc.json")
    assert outcome.code == 2
    assert says in outcome.err
    assert "registry init --from FILE, or" not in outcome.err  # that was refused just now
    assert not Path("registry").exists()


def test_a_part_of_a_schema_is_a_schema_of_its_own(project: Path, run: Run) -> None:
    Path("s").mkdir()
    Path("s/all.json").write_text(
        json.dumps(
            {
                "$schema": "http://json-schema.org/draft-07/schema#",
                "definitions": {
                    "Order": {
                        "properties": {
                            "price": {"$ref": "#/definitions/Money"},
                            "parts": {"items": {"$ref": "#/definitions/Order"}},
                            "size": {"$ref": "size.json"},
                        }
                    },
                    "Money": {"allOf": [{"$ref": "#/definitions/a~1b"}]},
                    "a/b": {"type": "number"},
                    "Other": {},
                },
            }
        )
    )
    Path("s/size.json").write_text('{"type": "integer"}')
    sources = begin(run, "--from", "s/all.json#/definitions/Order")
    assert list(sources) == ["order", "size"]
    order = schema("order")
    assert order["properties"]["parts"]["items"] == {"$ref": "#"}
    assert order["properties"]["size"] == {"$ref": "size.schema.json"}
    assert order["definitions"] == {"Money": {"allOf": [{"$ref": "#/definitions/a~1b"}]}, "a/b": {"type": "number"}}
    assert run("init", "--registry", "x", "--from", "s/all.json#/definitions/Nothing").code == 2


JUNK: tuple[Any, ...] = (
    None,
    True,
    0,
    "",
    "x",
    [],
    [1],
    {},
    {"$ref": 5},
    {"$ref": "#/paths"},
    {"$ref": "#/components"},
)


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every value in a document."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(place for key, part in members for place in places(part, (*at, key)))]


@pytest.mark.parametrize("seed", range(120))
def test_a_document_with_a_part_that_is_something_else_is_taken_or_refused(seed: int) -> None:
    dice = random.Random(seed)
    document = documents.parse(OLD, "shop.yaml").value
    for _ in range(dice.randrange(1, 4)):
        *parents, last = dice.choice([place for place in places(document) if place])
        holder = document
        for key in parents:
            holder = holder[key]
        holder[last] = dice.choice(JUNK)
    text = json.dumps(document)
    with contextlib.suppress(InputError):
        sources = sources_of(documents.parse(text, "shop.json"))
        assert len(adopt(sources, "shop").files) == len(sources) > 0


def test_a_body_of_an_operation_without_a_name_is_called_by_its_path(project: Path, run: Run) -> None:
    Path("shop.yaml").write_text(OLD.replace("      operationId: listPets\n", ""))
    sources = begin(run, "--from", "shop.yaml")
    assert schema("get-pets-response-200")["items"] == {"$ref": "pet.schema.json"}
    assert sources["get-pets-response-200"]["direction"] == "output"


PARAMETERS = """
openapi: 3.1.0
info: {title: Shop, version: "1"}
paths:
  /items/{sku}:
    parameters: [{$ref: "#/components/parameters/sku"}]
    get:
      parameters:
      - {name: page, in: query, schema: {type: array, items: {$ref: "#/components/schemas/Page"}}}
      - {name: filter, in: query, content: {application/json: {schema: {$ref: "#/components/schemas/Filter"}}}}
      responses:
        "200":
          description: OK
          headers: {X-Rate: {schema: {$ref: "#/components/schemas/Rate"}}}
components:
  parameters: {sku: {name: sku, in: path, required: true, schema: {$ref: "#/components/schemas/Sku"}}}
  schemas:
    Sku: {type: string, maxLength: 20}
    Page: {type: integer}
    Filter: {type: object}
    Rate: {type: integer}
"""


def test_parameters_are_input_and_headers_of_answers_output(project: Path, run: Run) -> None:
    (project / "openapi.yaml").write_text(PARAMETERS, "utf-8")
    directions = {name: source["direction"] for name, source in begin(run, "--from", "openapi.yaml").items()}
    assert directions == {"sku": "input", "page": "input", "filter": "input", "rate": "output"}


ASKED = """\
openapi: 3.1.0
info: {title: 'The "Shop"', description: "Sells.\\n\\n* things", version: "1"}
paths:
  /orders:
    post:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Asked'}}}}
      responses: {"200": {content: {application/json: {schema: {$ref: '#/components/schemas/Made'}}}}}
components:
  schemas:
    Asked: {type: object, properties: {"NAME": {type: string, xml: {name: x}}}}
    Made: {type: object, required: [id], properties: {id: {type: string}}}
"""


def test_the_contract_is_called_as_the_document_says_and_its_default_schema_is_output(project: Path, run: Run) -> None:
    Path("api.yaml").write_text(ASKED)
    assert run("init", "--from", "api.yaml", "--contract", "shop").code == 0
    contract = tomllib.loads(Path("registry/shop/contract.toml").read_text())
    assert (contract["title"], contract["description"]) == ('The "Shop"', "Sells.\n\n* things")
    assert contract["versions"]["v1"]["default-schema"] == "made"
    assert contract["schemas"] == {"asked": {"direction": "input"}}


def test_the_directions_of_the_document_win(project: Path, run: Run) -> None:
    Path("api.yaml").write_text(ASKED)
    assert run("init", "--from", "api.yaml", "--contract", "shop", "--direction", "full").code == 0
    contract = tomllib.loads(Path("registry/shop/contract.toml").read_text())
    assert contract["schemas"] == {"asked": {"direction": "input"}}


def test_a_schema_that_is_named_is_the_default_one_whatever_its_direction(project: Path, run: Run) -> None:
    Path("api.yaml").write_text(ASKED)
    assert run("init", "--from", f"api.yaml{HERE}Asked", "--contract", "shop").code == 0
    assert tomllib.loads(Path("registry/shop/contract.toml").read_text())["versions"]["v1"]["default-schema"] == "asked"


@pytest.mark.parametrize("name", ["a\\nb", "a\\u2028b"])
def test_a_line_end_in_a_name_ends_no_line_of_the_report(name: str, project: Path, run: Run) -> None:
    Path("api.yaml").write_text(ASKED.replace("NAME", name))
    outcome = run("init", "--from", "api.yaml", "--contract", "shop")
    assert outcome.code == 2
    assert f"/properties/{name}: " in outcome.err
