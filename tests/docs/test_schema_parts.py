"""What pages say of a schema is remembered only while nothing that it depends on has changed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from accordant.contract import CodeList, ContractState, Registry, Schema
from accordant.docs import reference
from accordant.docs.schema_parts import SchemaDigests
from accordant.findings import JsonValue
from accordant.outputs import Outputs
from accordant.registry.load import load
from tests.conftest import PROJECT

ITEM: Mapping[str, JsonValue] = {"type": "object", "properties": {"price": {"type": "integer"}}}
ORDER: Mapping[str, JsonValue] = {"properties": {"items": {"items": {"$ref": "urn:shop:item"}}}}
OTHER: Mapping[str, JsonValue] = {"type": "string", "maxLength": 7}


def state(**changed: JsonValue) -> ContractState:
    """A version of which ``order`` refers to ``item``, and nothing to ``other``."""
    schemas = {"order": ORDER, "item": ITEM, "other": OTHER, **changed}
    made = {name: Schema(name, f"urn:shop:{name}", value) for name, value in schemas.items()}
    return ContractState("shop", "v1", schemas=made)


def changed_by(name: str, value: JsonValue, **around: JsonValue) -> set[str]:
    """The schemas that an edit of one touches."""
    before, after = SchemaDigests(state(**around)), SchemaDigests(state(**{**around, name: value}))
    return {name for name in ("order", "item", "other") if before.of(name) != after.of(name)}


def test_an_edit_touches_a_schema_and_those_that_refer_to_it() -> None:
    assert changed_by("item", True) == {"item", "order"}
    assert changed_by("order", True) == {"order"}
    assert changed_by("other", True) == {"other"}


@pytest.mark.parametrize("keyword", ["$ref", "$dynamicRef", "$schema"])
def test_a_reference_through_another_schema_leads_on(keyword: str) -> None:
    item: JsonValue = {"not": {keyword: "urn:shop:other#/definitions/a"}}
    assert changed_by("other", True, item=item) == {"order", "item", "other"}


def test_a_relative_reference_leads_to_the_schema_that_it_means() -> None:
    schemas = {name: Schema(name, f"https://shop.example/{name}.json", value) for name, value in (
        ("order", {"$ref": "item.json"}), ("item", True), ("other", True),
    )}  # fmt: skip
    edited = {**schemas, "item": replace(schemas["item"], value=False)}
    before, after = (SchemaDigests(ContractState("shop", "v1", schemas=made)) for made in (schemas, edited))
    assert [before.of(name) == after.of(name) for name in schemas] == [False, False, True]


@pytest.mark.parametrize(
    "odd",
    [
        {"$ref": "urn:shop:nowhere"},
        {"$defs": {"a": {"$id": "urn:shop:inner"}}},
        {"$id": "urn:shop:of-its-own"},
    ],
)
def test_where_an_address_may_mean_one_schema_or_another_every_edit_counts(odd: JsonValue) -> None:
    assert "order" in changed_by("other", True, order=odd)


def test_an_address_inside_of_another_schema_makes_every_edit_count() -> None:
    assert changed_by("other", {"$defs": {"a": {"$id": "urn:shop:item"}}}) == {"order", "item", "other"}


def test_a_metaschema_comes_with_the_tool() -> None:
    named: JsonValue = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    assert changed_by("other", True, order=named) == {"other"}


def test_what_a_version_says_besides_its_schemas_touches_all() -> None:
    before = SchemaDigests(state())
    codes = CodeList("errors", raw={"codes": []})
    for around in ({"promise": "strict"}, {"data_draft": "draft-07"}, {"code_lists": {"errors": codes}}):
        after = SchemaDigests(replace(state(), **around))
        assert all(before.of(name) != after.of(name) for name in ("order", "item", "other"))


def test_a_name_that_comes_touches_all() -> None:
    assert changed_by("more", True) == {"order", "item", "other"}


def test_a_schema_of_its_own_depends_on_what_it_refers_to() -> None:
    value: JsonValue = {"$ref": "urn:shop:order"}
    before = SchemaDigests(state()).of_value(value, "urn:own")
    assert before != SchemaDigests(state(item=True)).of_value(value, "urn:own")
    assert before == SchemaDigests(state(other=True)).of_value(value, "urn:own")
    assert before != SchemaDigests(state()).of_value(True, "urn:own")


@pytest.fixture
def edited(tmp_path: Path) -> Callable[[str, str, str], Registry]:
    """A registry with one contract in which a file is edited, a text for a text."""
    shutil.copytree(PROJECT / "registry/meminit", tmp_path / "registry/meminit")
    shutil.copy(PROJECT / "registry/registry.toml", tmp_path / "registry/registry.toml")

    def read(file: str, old: str, new: str) -> Registry:
        path = tmp_path / "registry/meminit/v3" / file
        before = path.read_text("utf-8")
        path.write_text(before.replace(old, new, 1), "utf-8")
        registry = load(tmp_path / "registry", only="meminit")
        assert registry.contracts[0].versions[-1].examples  # read now, with the file as it is
        path.write_text(before, "utf-8")
        return registry

    return read


def test_pages_with_remembered_parts_are_those_that_are_made_anew(edited: Callable[[str, str, str], Registry]) -> None:
    memory: dict[str, str] = {}
    made: list[str] = []

    def remember(key: str, make: Callable[[], JsonValue]) -> JsonValue:
        if key not in memory:
            memory[key] = json.dumps(make())
            made.append(key)
        known: JsonValue = json.loads(memory[key])
        return known

    files: dict[str, Outputs] = {}

    def remember_files(key: str, make: Callable[[], Outputs]) -> Outputs:
        return files[key] if key in files else files.setdefault(key, make())

    first = edited("advice.schema.json", "", "")
    assert reference(first, remember=remember, remember_files=remember_files) == reference(first)
    whole = len(made)
    for file, old, new in (
        ("advice.schema.json", '"description": "', '"description": "Edited. '),
        ("envelope.schema.json", '"type": "string"', '"type": ["string", "integer"]'),
        ("error-codes.codes.json", '"meaning": "', '"meaning": "Edited. '),
    ):
        made.clear()
        registry = edited(file, old, new)
        assert reference(registry, remember=remember, remember_files=remember_files) == reference(registry)
        assert 0 < len(made) < whole
