"""init --from: schemas as people have them, in one command, and what was changed in them is said."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Run

V1 = Path("registry/orders/v1")


def write(files: dict[str, str | dict[str, Any]]) -> None:
    for name, content in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(content if isinstance(content, str) else json.dumps(content, indent=2), "utf-8")


def begin(run: Run, *arguments: str) -> dict[str, Any]:
    outcome = run("init", "--contract", "orders", "--format", "json", *arguments)
    assert outcome.code == 0, outcome.err
    assert run("lint").code == 0
    assert "1 version checked: 0 breaks, 0 undecided" in run("check-compat").out
    assert run("gen", "python", "--out", "made").code == 0
    data: dict[str, Any] = json.loads(outcome.out)["data"]
    return data


@pytest.mark.parametrize("direction", ["input", "output", "full"])
def test_the_direction_that_is_asked_for_is_that_of_every_schema(project: Path, run: Run, direction: str) -> None:
    write({"schemas/a.json": {"type": "object"}, "schemas/b.json": {"type": "string"}})
    sources = begin(run, "--from", "schemas", "--direction", direction)["sources"]
    assert [source["direction"] for source in sources] == [direction, direction]
    tables = tomllib.loads(Path("registry/orders/contract.toml").read_text()).get("schemas", {})
    asked = {} if direction == "output" else {"direction": direction}
    assert tables == ({"a": asked, "b": asked} if asked else {})
    frozen = json.loads((V1 / "releases/1.0.json").read_text())["schemas"]
    assert {schema.get("direction", "output") for schema in frozen.values()} == {direction}


def test_the_direction_can_be_changed_as_the_report_says(project: Path, run: Run) -> None:
    write({"order.json": {"type": "object"}})
    said = run("init", "--contract", "orders", "--from", "order.json").out
    assert "Direction of the schemas: output. Before the first push" in said
    assert "remove registry/orders/v1/releases/1.0.json and its line in registry/registry.lock" in said
    table, lock = Path("registry/orders/contract.toml"), Path("registry/registry.lock")
    table.write_text(table.read_text().replace("[versions", '[schemas.order]\ndirection = "input"\n\n[versions', 1))
    (V1 / "releases/1.0.json").unlink()
    lock.write_text("".join(line for line in lock.read_text().splitlines(keepends=True) if "orders/v1" not in line))
    assert run("release").code == 0
    assert run("lint").code == run("check-compat").code == 0
    assert '"direction":"input"' in (V1 / "releases/1.0.json").read_text().replace(" ", "")


def test_a_direction_without_schemas_is_refused(project: Path, run: Run) -> None:
    outcome = run("init", "--direction", "input")
    assert (outcome.code, "--direction is that of the schemas of --from" in outcome.err) == (2, True)


def test_a_folder_with_subfolders_and_odd_names(project: Path, run: Run) -> None:
    write(
        {
            "schemas/OrderStatus.v1.json": {
                "type": "object",
                "properties": {
                    "price": {"$ref": "defs/Money_Amount.json#/$defs/Amount"},
                    "lines": {"items": {"$ref": "./order.line.schema.json"}},
                    "again": {"$ref": "OrderStatus.v1.json#/properties/price"},
                },
            },
            "schemas/defs/Money_Amount.json": {
                "$defs": {"Amount": {"type": "number"}},
                "properties": {"up": {"$ref": "../OrderStatus.v1.json"}},
            },
            "schemas/order.line.schema.json": {"$id": "order.line", "type": "object"},
            "schemas/.hidden/x.json": "no JSON",
            "schemas/README.md": "text",
        }
    )
    data = begin(run, "--from", "schemas")
    assert {source["path"]: source["name"] for source in data["sources"]} == {
        "schemas/OrderStatus.v1.json": "order-status",
        "schemas/order.line.schema.json": "order-line",
        "schemas/defs/Money_Amount.json": "money-amount",
    }
    status = json.loads((V1 / "order-status.schema.json").read_text())
    assert status["$id"] == "urn:orders:order-status:v1"
    assert status["properties"]["price"]["$ref"] == "money-amount.schema.json#/$defs/Amount"
    assert status["properties"]["lines"]["items"]["$ref"] == "order-line.schema.json"
    assert status["properties"]["again"]["$ref"] == "#/properties/price"
    assert json.loads((V1 / "order-line.schema.json").read_text())["$id"] == "urn:orders:order-line:v1"
    (line,) = [source for source in data["sources"] if source["name"] == "order-line"]
    assert line["changes"] == [{"pointer": "/$id", "old": "order.line", "new": "urn:orders:order-line:v1"}]


def test_files_that_are_referred_to_come_along_from_the_same_folder_only(project: Path, run: Run) -> None:
    write(
        {
            "schemas/order.json": {"properties": {"price": {"$ref": "common/money.json"}}},
            "schemas/common/money.json": {"type": "number"},
        }
    )
    data = begin(run, "--from", "schemas/order.json")
    assert [source["path"] for source in data["sources"]] == ["schemas/order.json", "schemas/common/money.json"]
    assert 'default-schema = "order"' in Path("registry/orders/contract.toml").read_text()


@pytest.mark.parametrize(
    ("names", "default"),
    [
        (["audit", "basket", "orders"], "orders"),
        (["audit", "basket", "zone"], "basket"),
        (["audit", "zone"], "audit"),
    ],
)
def test_of_several_schemas_the_default_is_likely_a_whole_document_and_is_said(
    project: Path, run: Run, names: list[str], default: str
) -> None:
    item: Any = {"properties": {"item": {"$ref": "item.json"}}}
    write({f"s/{name}.json": item if name == "basket" else {"type": "object"} for name in (*names, "item")})
    out = run("init", "--contract", "orders", "--from", "s").out
    said = (
        f"Where no schema is named, documents are judged by {default}: default-schema in registry/orders/contract.toml"
    )
    assert said in out
    assert f'default-schema = "{default}"' in Path("registry/orders/contract.toml").read_text()


@pytest.mark.parametrize("reference", ["../secret.json", "nowhere.json"])
def test_a_file_outside_or_missing_is_an_error_at_the_reference(project: Path, run: Run, reference: str) -> None:
    text = f'{{\n  "items": {{"$ref": "{reference}"}}\n}}'
    write({"secret.json": {"type": "string"}, "schemas/order.json": text})
    outcome = run("init", "--from", "schemas/order.json")
    assert outcome.code == 2
    assert outcome.err.startswith("registry: schemas/order.json:2:13 at /items/$ref: refers to ")
    assert not Path("registry").exists()


def test_addresses_of_the_own_host_and_mixed_drafts(project: Path, run: Run) -> None:
    host = "https://schemas.acme.org/orders"
    write(
        {
            "s/order.json": {
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "$id": f"{host}/order.json",
                "properties": {
                    "a": {"$ref": f"{host}/defs/money.json#/definitions/amount"},
                    "b": {"$ref": "defs/money.json"},
                    "c": {"$ref": f"{host}/parcel.json"},
                    "d": {"$ref": "parcel.json"},
                    "e": {"$ref": "#/properties/a"},
                },
            },
            "s/defs/money.json": {
                "$schema": "http://json-schema.org/draft-07/schema#",
                "definitions": {"amount": {"type": "number"}},
            },
            "s/parcel.json": {
                "$schema": "http://json-schema.org/draft-04/schema#",
                "id": f"{host}/parcel.json#",
                "type": "object",
                "properties": {"id": {"type": "string"}},
            },
        }
    )
    begin(run, "--from", "s")
    properties = json.loads((V1 / "order.schema.json").read_text())["properties"]
    assert {key: value["$ref"] for key, value in properties.items()} == {
        "a": "money.schema.json#/definitions/amount",
        "b": "money.schema.json",
        "c": f"{host}/parcel.json",
        "d": "parcel.schema.json",
        "e": "#/properties/a",
    }
    assert json.loads((V1 / "parcel.schema.json").read_text())["id"] == f"{host}/parcel.json"


def test_the_version_is_the_one_that_the_addresses_name(project: Path, run: Run) -> None:
    write({"order.json": {"$id": "https://acme.org/v3/order.json", "type": "object"}, "part.json": {"type": "string"}})
    data = begin(run, "--from", "order.json", "part.json")
    assert (data["version"], data["release"]) == ("v3", "3.0")
    assert "$id" in Path("registry/orders/v3/part.schema.json").read_text()


def test_yaml_keeps_its_comments_and_writes_its_aliases_out(project: Path, run: Run) -> None:
    write(
        {
            "Base Order.yaml": """\
# the order
$schema: https://json-schema.org/draft/2020-12/schema
type: object
x-text: &text
  type: string  # any
  maxLength: 20
properties:
  # who
  name: *text
  code:
    <<: *text
    maxLength: 5
  part:
    $ref: 'part.yml#/$defs/p'
""",
            "part.yml": "$defs:\n  p: {type: integer}\n",
        }
    )
    begin(run, "--from", "Base Order.yaml")
    text = (V1 / "base-order.schema.yaml").read_text()
    for line in (
        "# the order\n",
        "2020-12/schema\n$id: urn:orders:base-order:v1\n",
        "  # who\n",
        '  name: {"type": "string", "maxLength": 20}\n',
        '    "type": "string"\n    maxLength: 5\n',
        "    $ref: 'part.schema.yaml#/$defs/p'\n",
    ):
        assert line in text
    assert "*" not in text


def test_too_many_aliases_are_refused(project: Path, run: Run) -> None:
    lines = ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    write({"bomb.yaml": "\n".join(lines)})
    outcome = run("init", "--from", "bomb.yaml")
    assert outcome.code == 2
    assert "more than 100,000 values" in outcome.err


def test_two_files_of_one_name_get_that_of_their_folder(project: Path, run: Run) -> None:
    write({"a/order.json": {"type": "object"}, "b/order.json": {"type": "string"}, "b/Order.json": {"type": "null"}})
    data = begin(run, "--from", "a", "b/order.json")
    assert [source["name"] for source in data["sources"]] == ["a-order", "b-order"]
    Path("registry").rename("other")
    outcome = run("init", "--from", "b")
    assert outcome.code == 2
    assert "would both be called" in outcome.err


def test_the_same_id_twice_is_kept_once(project: Path, run: Run) -> None:
    write({"a.json": {"$id": "urn:x", "type": "object"}, "b.json": {"$id": "urn:x", "type": "string"}})
    data = begin(run, "--from", "a.json", "b.json")
    assert [[change["new"] for change in source["changes"]] for source in data["sources"]] == [[], ["urn:orders:b:v1"]]


def test_examples_of_the_keyword_that_the_schema_refuses_are_left_out(project: Path, run: Run) -> None:
    write({"a.json": {"type": "integer", "examples": ["x", 5]}})
    begin(run, "--from", "a.json")
    folder = V1 / "examples/valid/a"
    assert [path.read_text() for path in folder.iterdir()] == ["5\n"]


def test_a_dry_run_shows_the_map_and_writes_nothing(project: Path, run: Run) -> None:
    write({"Order_Status.json": {"type": "object"}})
    outcome = run("init", "--from", "Order_Status.json", "--dry-run")
    assert outcome.code == 0
    base = "registry/order-status/v1/order-status.schema.json"
    assert f"would make {base}" in outcome.out
    assert f"Order_Status.json is {base}\n  /$id: urn:order-status:order-status:v1 was added" in outcome.out
    assert [path.name for path in project.iterdir()] == ["Order_Status.json"]


def test_an_error_of_lint_is_placed_in_the_source(project: Path, run: Run) -> None:
    write({"order.json": '{\n  "type": "objct"\n}'})
    outcome = run("init", "--from", "order.json")
    assert outcome.code == 2
    assert "order.json:2:3 at /type" in outcome.err


def test_a_link_in_a_folder_that_leads_out_of_it_is_left_out(project: Path, run: Run) -> None:
    write({"secret.json": {"title": "secret"}, "s/order.json": {"type": "object"}})
    Path("s/link.json").symlink_to(project / "secret.json")
    Path("s/folder").symlink_to(project)
    data = begin(run, "--from", "s")
    assert [source["name"] for source in data["sources"]] == ["order"]


def test_many_schemas_take_a_bounded_time_and_the_last_have_no_examples(
    project: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accordant.registry.found_examples.MOST_PLACES", 5)
    write({f"s/a{number}.json": {"properties": {"x": {"type": "integer"}}} for number in range(4)})
    begin(run, "--from", "s")
    assert sorted(path.name for path in (V1 / "examples/valid").iterdir()) == ["a0", "a1"]


BESIDE = {
    "package.json": {"name": "shop", "version": "1.0.0", "description": "A shop.", "type": "module", "files": ["dist"]},
    "tsconfig.json": {"$schema": "https://json.schemastore.org/tsconfig", "compilerOptions": {"strict": True}},
    "data.json": [1, 2],
}
"""What lies beside schemas and is none."""


def write_folder(files: dict[str, Any]) -> None:
    Path("schemas").mkdir()
    for name, value in files.items():
        Path("schemas", name).write_text(json.dumps(value), "utf-8")


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object"}, {"type": ["string", "null"]}, {"$ref": "#/$defs/a", "$defs": {"a": {"type": "string"}}},
        {"oneOf": [{"type": "string"}]}, {"enum": ["a"]}, {"description": "Anything."}, {"definitions": {"a": True}},
    ],
)  # fmt: skip
def test_files_of_a_folder_that_are_no_schemas_are_left_out_and_named(
    project: Path, run: Run, schema: dict[str, Any]
) -> None:
    write_folder({**BESIDE, "word.json": schema})
    outcome = run("init", "--dry-run", "--from", "schemas", "--format", "json")
    assert outcome.code == 0, outcome.err
    assert [source["path"] for source in json.loads(outcome.out)["data"]["sources"]] == ["schemas/word.json"]
    assert all(f"schemas/{name} is left out" in outcome.err for name in BESIDE)


def test_a_file_without_keywords_comes_along_where_a_schema_refers_to_it(project: Path, run: Run) -> None:
    write_folder({"parts.json": {"word": {"type": "string"}}, "use.json": {"$ref": "parts.json#/word"}})
    outcome = run("init", "--dry-run", "--from", "schemas")
    assert "schemas/parts.json is registry/" in outcome.out
    assert "left out" not in outcome.err


def test_a_folder_without_a_schema_is_refused(project: Path, run: Run) -> None:
    write_folder(BESIDE)
    outcome = run("init", "--from", "schemas")
    assert (outcome.code, "has a keyword of JSON Schema" in outcome.err) == (2, True)
    assert not Path("registry").exists()
