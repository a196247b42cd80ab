"""Older models read what later additive releases write and give it back; the exact view stays the schema's."""

from __future__ import annotations

import importlib
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from accordant import generate
from accordant.contract import Contract, ContractState, Registry, Schema, TargetSettings, Version
from accordant.gen import generate_registry
from accordant.model.versions import model_of_version

from .conftest import VERSIONS, Package, examples, label
from .later import judges, later_documents
from .test_products import mutations, same
from .test_typescript import compiled, guards, judged  # noqa: F401

ALL = pytest.mark.parametrize("version", VERSIONS, ids=label)
CLOSED_ADDITIONS = {
    "accordant/v1": {"text"},
    "agent-output/v1": {"text", "member"},
    "agentpack/v1": {"text", "member"},
    "cobre/v1": {"text", "number"},
    "meminit/v1": set(),
    "meminit/v2": {"text"},
    "meminit/v3": {"text", "member"},
    "response-envelope/v1": {"text", "member"},
    "response-envelope/v2": {"text", "member"},
}
"""What a later release may add that the schema as it stands refuses: list members and tags, codes, members."""


def outcome(adapter: Any, document: Any, context: Any = None) -> tuple[bool, Any]:
    """Whether the document is read, and what is written back."""
    try:
        value = adapter.validate_json(json.dumps(document), context=context)
    except ValidationError:
        return False, None
    return True, json.loads(adapter.dump_json(value, by_alias=True, exclude_unset=True))


@ALL
def test_what_a_later_release_adds_is_read_openly_and_comes_back_unchanged(version: Version, package: Package) -> None:
    refused: Counter[str] = Counter()
    for what, schema, document, exact in later_documents(version):
        adapter = package.adapter(version, schema)
        assert outcome(adapter, document)[0] is exact, (schema, document)
        read, back = outcome(adapter, document, package.open_context)
        assert read, (schema, document)
        assert same(back, document), (schema, document)
        refused[what] += not exact
    assert {what for what, count in refused.items() if count} == CLOSED_ADDITIONS[label(version)]


@ALL
def test_models_agree_with_the_consumer_of_the_judge(version: Version, package: Package) -> None:
    """The examples, and these damaged: what breaks a promise is refused in both readings."""
    broken = 0
    for valid in (True, False):
        for _, schema, document in examples(version, valid=valid):
            _, openly = judges(version, schema)
            adapter = package.adapter(version, schema)
            damaged = list(mutations(document))[:30] if valid and isinstance(document, dict | list) else []
            for copy in [document, *damaged]:
                assert outcome(adapter, copy, package.open_context)[0] is openly.is_valid(copy), (schema, copy)
                broken += not openly.is_valid(copy)
    assert broken > 20


@ALL
def test_guards_read_openly_what_models_do(
    version: Version, compiled: Path, needs: Callable[[str], str]  # noqa: F811
) -> None:  # fmt: skip
    names = guards(compiled)[label(version)]
    asked = [(schema, document) for _, schema, document, _ in later_documents(version)]
    for valid in (True, False):
        asked += [(schema, document) for _, schema, document in examples(version, valid=valid)]
    seen: set[str] = set()
    for _, schema, document in examples(version, valid=True):
        if schema not in seen and isinstance(document, dict | list):
            seen.add(schema)
            asked += [(schema, copy) for copy in mutations(document)]
    questions, expected = [], []
    for schema, document in asked:
        exact, openly = judges(version, schema)
        question = {"module": label(version), "guard": names[f"{version.state.schemas[schema].uri}#"]}
        for reading, judge in (("exact", exact), ("open", openly)):
            questions.append({**question, "text": json.dumps(document), "reading": reading})
            expected.append(judge.is_valid(document))
    verdicts = judged(compiled, needs("node"), questions)
    assert [
        question for question, got, right in zip(questions, verdicts, expected, strict=True) if got is not right
    ] == []


TAGGED: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "urn:shop:event:v1",
    "type": "object",
    "required": ["type", "at"],
    "properties": {"type": {"type": "string"}, "at": {"type": "string"}},
    "oneOf": [
        {"title": "Paid", "required": ["sum"], "properties": {"type": {"const": "paid"}, "sum": {"type": "integer"}}},
        {
            "title": "Sent",
            "required": ["by"],
            "properties": {"type": {"const": "sent"}, "by": {"enum": ["air", "sea"]}},
        },
    ],
}
for branch in TAGGED["oneOf"]:
    branch["required"].append("type")
    branch["type"] = "object"


def shop(promise: str, **changed: Any) -> Registry:
    """A registry with one tagged union."""
    value = {**TAGGED, **changed}
    state = ContractState("shop", "v1", promise, "open", schemas={"event": Schema("event", "urn:shop:event:v1", value)})
    version = Version("shop", "v1", state, default_schema="event")
    return Registry("shop", contracts=(Contract("shop", promise=promise, versions=(version,)),))


def test_a_tag_that_came_later_has_a_type_of_its_own() -> None:
    text = generate_registry(shop("additive"), "python")["accordant_contracts/shop/v1.py"]
    assert 'Paid | Sent | EventOther, OpenUnion("type", ("paid",), ("sent",)),' in text
    assert 'by: Annotated[Literal["air", "sea"] | str, OpenLiteral]' in text
    script = generate_registry(shop("additive"), "ts")["src/shop/v1-types.ts"]
    assert "Paid | Sent | EventOther;" in script
    assert 'by: "air" | "sea" | (string & {});' in script


def test_a_strict_promise_has_one_reading_and_closed_types() -> None:
    text = generate_registry(shop("strict"), "python")["accordant_contracts/shop/v1.py"]
    files = generate_registry(shop("strict"), "ts")
    script = files["src/shop/v1-types.ts"] + files["src/shop/v1.ts"]
    assert 'by: Literal["air", "sea"]' in text
    assert 'by: "air" | "sea";' in script
    for words in ("Open", "Other", "closed", "read"):
        assert words not in text
    assert "Other" not in script
    assert "readEvent" not in script


@pytest.mark.parametrize("target", ["python", "ts"])
def test_a_loose_schema_has_one_reading(target: str) -> None:
    text = "".join(generate(TAGGED, target=target, root="Event").values())
    for words in ("Open", "Other", "closed:", "readEvent", "read_json"):
        assert words not in text


def test_x_closed_closes_a_list_for_good() -> None:
    by = {"enum": ["air", "sea"], "x-closed": True}
    branches = [TAGGED["oneOf"][0], {**TAGGED["oneOf"][1], "properties": {"type": {"const": "sent"}, "by": by}}]
    text = generate_registry(shop("additive", oneOf=branches), "python")["accordant_contracts/shop/v1.py"]
    assert 'by: Literal["air", "sea"]' in text


def orders() -> Registry:
    """What callers write, and what the program answers with the same parcel in it."""
    parcel = {"type": "object", "properties": {"by": {"enum": ["air", "sea"]}}, "additionalProperties": False}
    request = {"type": "object", "required": ["kind"], "properties": {
        "kind": {"enum": ["gift", "loan"]}, "parcel": {"$ref": "urn:shop:order:v1#/$defs/Parcel"}}}  # fmt: skip
    values: dict[str, Any] = {
        "order": {"type": "object", "properties": {"parcel": {"$ref": "#/$defs/Parcel"}}, "$defs": {"Parcel": parcel}},
        "request": request,
        "batch": {"type": "array", "items": {"$ref": "urn:shop:order:v1#/$defs/Parcel"}},
    }
    schemas = {
        name: Schema(name, uri, {"$schema": TAGGED["$schema"], "$id": uri, **value}, direction)
        for name, value in values.items()
        for uri, direction in [(f"urn:shop:{name}:v1", "output" if name == "order" else "input")]
    }
    version = Version("shop", "v1", ContractState("shop", "v1", "additive", "open", schemas=schemas))
    package = TargetSettings("python", "python", {"package": "orders_of_a_shop"})
    return Registry("shop", contracts=(Contract("shop", promise="additive", versions=(version,)),), targets=(package,))


def test_what_callers_write_has_closed_types_but_for_what_answers_share() -> None:
    text = generate_registry(orders(), "ts")["src/shop/v1-types.ts"]
    assert 'kind: "gift" | "loan";' in text
    assert 'by?: "air" | "sea" | (string & {});' in text
    code = generate_registry(orders(), "python")["orders_of_a_shop/shop/v1.py"]
    assert 'kind: Literal["gift", "loan"]\n' in code
    assert 'by: Annotated[Literal["air", "sea"] | str, OpenLiteral]' in code


def test_what_callers_write_is_read_as_written_with_all_that_it_shares(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Package(tmp_path, generate_registry(orders(), "python"), "orders_of_a_shop")
    monkeypatch.syspath_prepend(tmp_path)
    shop_ = importlib.import_module("orders_of_a_shop.shop.v1")
    parse = importlib.import_module("orders_of_a_shop.shop").parse
    assert shop_.Order.read({"parcel": {"by": "rail", "later": 1}}).parcel.by == "rail"
    assert shop_.Request.read({"kind": "gift", "parcel": {"by": "sea"}}).parcel.by == "sea"
    assert [parcel.by for parcel in parse('[{"by": "air"}]', schema="batch", version="v1")] == ["air"]
    for parcel in ({"by": "rail"}, {"by": "air", "later": 1}):
        for document in ({"kind": "gift", "parcel": parcel}, {"kind": "sale"}):
            with pytest.raises(ValidationError):
                shop_.Request.read(document)
        with pytest.raises(ValidationError):
            parse(json.dumps([parcel]), schema="batch", version="v1")


def test_new_types_rename_nothing() -> None:
    """The names of a version are those that it has with one reading, and those of what came later."""
    for version in VERSIONS:
        contract = Contract(version.contract, versions=(version,))
        both = set(model_of_version(contract, version).model.names.items())
        strict = Version(version.contract, version.name, _strict(version.state), default_schema=version.default_schema)
        names = set(model_of_version(contract, strict).model.names.items())
        assert names <= both
        assert all(name.endswith("Other") for _, name in both - names)


def _strict(state: ContractState) -> ContractState:
    return ContractState(
        state.contract, state.version, "strict", state.enums, state.carrier, state.schemas, state.code_lists,
        state.streams,
    )  # fmt: skip


@pytest.mark.parametrize("version", VERSIONS, ids=label)
def test_web_frameworks_can_ask_every_record_for_its_json_schema(version: Version, package: Package) -> None:
    module = package.module(version)
    records = [value for name in module.__all__ if _is_record(value := getattr(module, name))]
    assert records
    for record in records:
        for mode in ("validation", "serialization"):
            assert record.model_json_schema(mode=mode)["type"] == "object"


def _is_record(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, BaseModel)
