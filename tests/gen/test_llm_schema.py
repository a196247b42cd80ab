"""Strict variants for providers: only what they take, every loss with its place, answers taken back."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from accordant.contract import Registry, Version
from accordant.gen.providers import NAMES, StrictSchema, exceeded, provider_named, restore, strict_schema
from accordant.gen.providers.plan import Kind, Plan
from accordant.gen.providers.restoring import pointer_in_answer
from accordant.registry.load import load
from accordant.schema.references import Resources
from accordant.schema.validation import Validator, validator_of
from tests.conftest import PROJECT, Outcome
from tests.gen.random_schemas import drawn

ALWAYS = {
    "type",
    "enum",
    "anyOf",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "$ref",
    "$defs",
    "description",
}


@cache
def bundled() -> Registry:
    return load(PROJECT / "registry", with_examples=True)


def versions() -> Iterator[Version]:
    for contract in bundled().contracts:
        yield from contract.versions


def made_of(schema: dict[str, Any], provider: str = "openai") -> StrictSchema:
    return strict_schema(Resources.of(schema), provider_named(provider))


def lost(made: StrictSchema) -> set[str]:
    return {f"{loss.pointer} {loss.says.split(':')[0]}" for loss in made.losses if not loss.says.startswith("narrower")}


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    yield schema
    for inner in (*schema.get("properties", {}).values(), *schema.get("$defs", {}).values(), *schema.get("anyOf", [])):
        yield from parts(inner)
    if "items" in schema:
        yield from parts(schema["items"])


@pytest.mark.parametrize("provider", NAMES)
def test_every_schema_of_the_bundled_registry_has_a_variant_that_the_provider_takes(provider: str) -> None:
    service = provider_named(provider)
    for version in versions():
        for name in version.state.schemas:
            made = strict_schema(version.state.root(name), service)
            assert list(exceeded(made.schema, service)) == []
            assert made.schema["type"] == "object"
            for part in parts(made.schema):
                assert all(key in ALWAYS or service.takes(key, value) for key, value in part.items()), part
                assert len({"type", "anyOf", "$ref"} & part.keys()) == 1, part
                if part.get("type") == "object":
                    assert part["additionalProperties"] is False
                    assert set(part["required"]) <= set(part["properties"])
                    assert not service.all_required or list(part["properties"]) == part["required"]


@cache
def branch_validator(schema: str, definitions: str) -> Validator:
    """What judges a branch of a union; documents by the hundred ask for the same ones."""
    return validator_of(Resources.of({**json.loads(schema), "$defs": json.loads(definitions)}))


def written(document: Any, plan: Plan, made: StrictSchema, *, nulls: bool = True) -> Any:
    """A document as a model would write it: the opposite of `restore`. `nulls`: every field must be there."""
    match plan.kind:
        case Kind.OBJECT if isinstance(document, dict):
            absent = dict.fromkeys(name for name in plan.members if name not in document and nulls)
            named = {name: document[name] for name in document if name in plan.members}
            return {
                name: written(value, plan.members[name], made, nulls=nulls)
                for name, value in {**named, **absent}.items()
            }
        case Kind.ARRAY if isinstance(document, list) and plan.inside:
            return [written(item, plan.inside, made, nulls=nulls) for item in document]
        case Kind.MAP if isinstance(document, dict) and plan.inside:
            return [
                {"key": key, "value": written(value, plan.inside, made, nulls=nulls)} for key, value in document.items()
            ]
        case Kind.TEXT:
            return json.dumps(document)
        case Kind.REFERENCE:
            return written(document, made.definitions[plan.name], made, nulls=nulls)
        case Kind.WRAPPED if plan.inside:
            return {"answer": written(document, plan.inside, made, nulls=nulls)}
        case Kind.UNION:
            for schema, branch in plan.branches:
                value = written(document, branch, made, nulls=nulls)
                if branch_validator(json.dumps(schema), json.dumps(made.schema.get("$defs", {}))).is_valid(value):
                    return value
    return document


@pytest.mark.parametrize("provider", NAMES)
def test_valid_examples_can_be_written_and_are_taken_back_as_they_were(provider: str) -> None:
    count = 0
    service = provider_named(provider)
    made_once: dict[tuple[str, str, str], tuple[StrictSchema, Validator]] = {}
    for version in versions():
        for example in version.examples:
            if not example.valid or example.is_stream or example.subject not in version.state.schemas:
                continue
            key = (version.contract, version.name, example.subject)
            if key not in made_once:
                made = strict_schema(version.state.root(example.subject), service)
                made_once[key] = made, validator_of(Resources.of(made.schema))
            made, validator = made_once[key]
            document = example.documents[0].value
            answer = written(document, made.plan, made, nulls=service.all_required)
            assert validator.is_valid(answer), f"{example.path}: {validator.problems(answer)[:2]}"
            back = restore(answer, made)
            assert is_within(back, document), example.path
            count += 1
    assert count > 500


def is_within(part: Any, whole: Any) -> bool:
    """Whether a value equals another one but for fields that it lacks, and nulls where the other lacks a field."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(is_within(value, whole.get(name)) for name, value in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        return len(part) == len(whole) and all(map(is_within, part, whole))
    return bool(part == whole)


def test_an_optional_field_is_one_that_may_be_null_and_null_is_taken_out_again() -> None:
    schema = {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}, "b": {"type": "string"}}}
    made = made_of(schema)
    assert made.schema["required"] == ["a", "b"]
    assert made.schema["properties"]["b"] == {"anyOf": [{"type": "string"}, {"type": "null"}]}
    assert restore({"a": 1, "b": None}, made) == {"a": 1}
    assert made_of(schema, "anthropic").schema["required"] == ["a"]


def test_null_that_the_contract_admits_stays_and_the_doubt_is_said() -> None:
    made = made_of({"type": "object", "properties": {"b": {"type": ["string", "null"]}}})
    assert restore({"b": None}, made) == {"b": None}
    assert any("cannot be told apart" in loss.says for loss in made.losses)


def test_a_map_is_a_list_of_entries_and_free_data_is_text() -> None:
    schema = {
        "type": "object",
        "properties": {
            "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
            "meta": {"type": "object"},
            "any": {},
        },
        "required": ["counts", "meta", "any"],
    }
    made = made_of(schema)
    answer = {"counts": [{"key": "a", "value": 1}], "meta": '{"x": [1]}', "any": "null"}
    assert validator_of(Resources.of(made.schema)).is_valid(answer)
    assert restore(answer, made) == {"counts": {"a": 1}, "meta": {"x": [1]}, "any": None}
    twice = {**answer, "counts": [{"key": "a", "value": 1}, {"key": "a", "value": 2}]}
    assert isinstance(restore(twice, made)["counts"], list)


def test_an_answer_with_a_key_of_a_map_twice_is_refused_for_that(run: Callable[..., Outcome], project: Path) -> None:
    (project / "registry/a/v1").mkdir(parents=True)
    (project / "registry/registry.toml").write_text('name = "acme"\n')
    (project / "registry/a/contract.toml").write_text('title = "A"\n[versions.v1]\ndefault-schema = "s"\n')
    counts = {"type": "object", "additionalProperties": {"type": "integer"}}
    schema = {"$id": "urn:acme:s", "type": "object", "properties": {"counts": counts}, "required": ["counts"]}
    (project / "registry/a/v1/s.schema.json").write_text(json.dumps(schema))
    (project / "twice.json").write_text('{"counts": [{"key": "k", "value": 1}, {"key": "k", "value": 2}]}')
    outcome = run("gen", "llm-schema", "a", "--provider", "openai", "--answer", "twice.json")
    assert (outcome.code, 'two entries of the map have the key "k"' in outcome.out + outcome.err) == (1, True)


def test_one_of_is_lost_only_where_a_value_can_fit_several_alternatives() -> None:
    def target(*branches: dict[str, Any]) -> dict[str, Any]:
        return {"type": "object", "properties": {"t": {"oneOf": list(branches)}}, "required": ["t"]}

    def shape(**fields: Any) -> dict[str, Any]:
        return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}

    text = {"type": "string"}
    assert lost(made_of(target(shape(id=text), shape(name=text)))) == {"/properties/t/oneOf written as anyOf"}
    tagged = target(shape(kind={"const": "a"}, id=text), shape(kind={"const": "b"}, name=text))
    assert lost(made_of(tagged)) == set()
    assert lost(made_of(target(text, {"type": "integer"}))) == set()


@pytest.mark.parametrize(
    ("keyword", "part", "provider", "pointer"),
    [
        ("minLength", {"type": "string", "minLength": 2}, "openai", "/properties/x/minLength"),
        ("pattern", {"type": "string", "pattern": "^a"}, "anthropic", "/properties/x/pattern"),
        ("minimum", {"type": "integer", "minimum": 2}, "anthropic", "/properties/x/minimum"),
        ("minItems", {"type": "array", "items": {"enum": ["a"]}, "minItems": 2}, "anthropic", "/properties/x/minItems"),
        ("format", {"type": "string", "format": "uri"}, "openai", "/properties/x/format"),
        ("not", {"type": "string", "not": {"const": "a"}}, "openai", "/properties/x/not"),
        ("if", {"type": "object", "properties": {"a": {}}, "if": {}, "then": {}}, "openai", "/properties/x/if"),
        ("prefixItems", {"type": "array", "prefixItems": [{"type": "string"}]}, "openai", "/properties/x/prefixItems"),
        ("uniqueItems", {"type": "array", "items": {"type": "string"}, "uniqueItems": True}, "openai",
         "/properties/x/uniqueItems"),
    ],
)  # fmt: skip
def test_each_lost_keyword_has_its_pointer(keyword: str, part: dict[str, Any], provider: str, pointer: str) -> None:
    made = made_of({"type": "object", "properties": {"x": part}, "required": ["x"]}, provider)
    assert pointer in {loss.pointer for loss in made.losses if loss.keyword == keyword}
    assert keyword not in made.schema["properties"]["x"]


@pytest.mark.parametrize(
    ("part", "provider"),
    [
        ({"type": "integer", "minimum": 2, "maximum": 9}, "openai"),
        ({"type": "string", "format": "date-time"}, "anthropic"),
        ({"type": "array", "items": {"type": "string"}, "minItems": 1}, "anthropic"),
    ],
)
def test_what_the_provider_takes_is_kept(part: dict[str, Any], provider: str) -> None:
    made = made_of({"type": "object", "properties": {"x": part}, "required": ["x"]}, provider)
    assert made.schema["properties"]["x"] == part
    assert lost(made) == set()


def test_a_schema_that_contains_itself_is_a_definition_or_ends_in_text() -> None:
    schema = {
        "$ref": "#/$defs/tree",
        "$defs": {"tree": {"type": "object", "required": ["inside"], "properties": {
            "inside": {"type": "array", "items": {"$ref": "#/$defs/tree"}}}}},
    }  # fmt: skip
    made = made_of({"type": "object", "properties": {"t": {"$ref": "#/$defs/tree"}},
                    "required": ["t"], "$defs": schema["$defs"]})  # fmt: skip
    assert made.schema["$defs"]["tree"]["properties"]["inside"]["items"] == {"$ref": "#/$defs/tree"}
    document: dict[str, Any] = {"t": {"inside": [{"inside": []}]}}
    assert restore(document, made) == document
    flat = made_of(schema, "anthropic")
    assert "$defs" not in flat.schema
    assert any("contains itself" in loss.says for loss in flat.losses)
    assert restore({"inside": ['{"inside": []}']}, flat) == {"inside": [{"inside": []}]}


@pytest.mark.parametrize("provider", NAMES)
def test_chains_and_circles_of_references_end(provider: str) -> None:
    chain: dict[str, Any] = {f"d{i}": {"$ref": f"#/$defs/d{i + 1}"} for i in range(3000)}
    nested: dict[str, Any] = {
        f"n{i}": {"type": "object", "properties": {"x": {"$ref": f"#/$defs/n{i + 1}"}}, "required": ["x"]}
        for i in range(1000)
    }
    end = {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}
    definitions = {**chain, "d3000": end, **nested, "n1000": end, "circle": {"$ref": "#/$defs/circle"}}
    fields = {"chain": {"$ref": "#/$defs/d0"}, "nested": {"$ref": "#/$defs/n0"}, "circle": {"$ref": "#/$defs/circle"}}
    made = made_of({"type": "object", "properties": fields, "required": list(fields), "$defs": definitions}, provider)
    assert restore({"chain": {"x": "a"}, "nested": {}, "circle": "[1]"}, made)["circle"] == [1]
    assert made.schema["type"] == "object"


@pytest.mark.parametrize("provider", NAMES)
def test_random_schemas_have_a_variant_that_the_provider_takes(provider: str) -> None:
    service = provider_named(provider)
    for seed in range(150):
        schema, documents = drawn(seed)
        made = made_of(schema, provider)
        for part in parts(made.schema):
            assert all(key in ALWAYS or service.takes(key, value) for key, value in part.items()), (seed, part)
        for document in documents:
            restore(document, made)


def test_alternatives_at_the_root_are_wrapped() -> None:
    made = made_of({"anyOf": [{"type": "string"}, {"type": "integer"}]})
    assert list(made.schema["properties"]) == ["answer"]
    assert restore({"answer": 3}, made) == 3


def test_a_schema_beyond_the_bounds_is_said_with_source_and_date() -> None:
    deep: dict[str, Any] = {"type": "string"}
    for _ in range(12):
        deep = {"type": "object", "properties": {"a": deep}, "required": ["a"]}
    (sentence,) = exceeded(made_of(deep).schema, provider_named("openai"))
    assert sentence.startswith("12 depth; openai takes 10 (")
    wide = {"type": "object", "properties": {"x": {"enum": [str(number) for number in range(1001)]}}}
    assert "1,001 enum values" in next(exceeded(made_of(wide).schema, provider_named("openai")))


def test_every_provider_has_its_source_and_date() -> None:
    for name in NAMES:
        provider = provider_named(name)
        assert provider.source
        assert provider.date.count("-") == 2


def test_the_command_writes_the_schema_and_takes_an_answer_back(run: Callable[..., Outcome], project: Path) -> None:
    options = ("--provider", "openai", "--registry", "bundled")
    outcome = run("gen", "llm-schema", "agent-output/v1/pr-reviewer-result", *options, "--out", "made")
    assert outcome.code == 0
    schema = json.loads((project / "made/pr-reviewer-result.openai.json").read_text("utf-8"))
    assert schema["required"] == ["summary", "approval", "comments", "metrics"]
    answer: dict[str, Any] = {"summary": "a", "approval": "approve", "comments": [], "metrics": None}
    (project / "answer.json").write_text(json.dumps(answer), "utf-8")
    words = ("gen", "llm-schema", "agent-output/pr-reviewer-result", *options, "--answer", "answer.json")
    assert json.loads(run(*words).out) == {"summary": "a", "approval": "approve", "comments": []}
    (project / "answer.json").write_text(json.dumps({**answer, "approval": "maybe"}), "utf-8")
    refused = run(*words, "--format", "json")
    assert refused.code == 1
    assert json.loads(refused.out)["findings"][0]["place"]["pointer"] == "/approval"


def test_a_finding_about_an_answer_is_placed_in_the_answer_and_asks_the_model(
    run: Callable[..., Outcome], project: Path
) -> None:
    (project / "registry/a/v1").mkdir(parents=True)
    (project / "registry/registry.toml").write_text('name = "acme"\n')
    (project / "registry/a/contract.toml").write_text('title = "A"\n[versions.v1]\ndefault-schema = "s"\n')
    counts = {"type": "object", "additionalProperties": {"type": "integer", "multipleOf": 2}}
    shape = {"items": {"type": "array", "items": {"type": "object", "properties": {"counts": counts}}}, "free": {}}
    schema = {"$id": "urn:acme:s", "type": "object", "properties": shape}
    (project / "registry/a/v1/s.schema.json").write_text(json.dumps(schema))
    entries = '[{"key": "a", "value": 2}, {"key": "b", "value": 3}]'
    answer = '{"free": null, "items": [{"counts": null}, {"counts": ' + entries + "}]}"
    (project / "an.json").write_text(answer)
    outcome = run("gen", "llm-schema", "a", "--provider", "openai", "--answer", "an.json", "--format", "json")
    (finding,) = json.loads(outcome.out)["findings"]
    place = finding["place"]
    assert place["pointer"] == "/items/1/counts/1/value"
    assert (place["path"], place["line"]) == ("an.json", 1)
    assert answer[place["column"] - 1 :].startswith('"value": 3')
    assert finding["way_out"].startswith("ask the model again")


def test_every_part_of_a_document_that_is_taken_back_has_its_place_in_the_answer() -> None:
    made = strict_schema(
        Resources.of(
            {
                "anyOf": [
                    {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "a"}, "meta": {}}},
                    {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}},
                ]
            }
        ),
        provider_named("openai"),
    )
    first = {"answer": {"kind": "a", "meta": '{"x": 1}'}}
    assert pointer_in_answer("/meta/x", first, made) == "/answer/meta"
    assert pointer_in_answer("/kind", first, made) == "/answer/kind"
    assert pointer_in_answer("/missing", first, made) == "/answer"
    second = {"answer": [{"key": "k", "value": ["s", "t"]}]}
    assert restore(second, made) == {"k": ["s", "t"]}
    assert pointer_in_answer("/k/1", second, made) == "/answer/0/value/1"
    assert pointer_in_answer("", second, made) == "/answer"


def test_the_strict_schema_is_alone_on_stdout(run: Callable[..., Outcome]) -> None:
    outcome = run("gen", "llm-schema", "cobre", "--provider", "generic", "--registry", "bundled")
    assert outcome.code == 0
    assert json.loads(outcome.out)["type"] == "object"
    assert "warning keyword-lost" in outcome.err


def test_the_command_places_each_loss_in_the_file_of_the_registry(run: Callable[..., Outcome]) -> None:
    words = ("gen", "llm-schema", "cobre", "--provider", "generic", "--registry", "bundled", "--format", "json")
    findings = json.loads(run(*words).out)["findings"]
    assert {finding["rule"] for finding in findings} == {"keyword-lost"}
    assert all(finding["place"]["path"].endswith(".json") and finding["place"]["line"] for finding in findings)
