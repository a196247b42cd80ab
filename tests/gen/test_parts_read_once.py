"""Readers of schemas that lead to one member in several ways read it once: the time does not double with each level.

Each document here is small and 60 levels deep. A reader that doubled its work would not end.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any, Final

import jsonschema_rs
import pytest
from pydantic import TypeAdapter, ValidationError, create_model

import accordant

from .differential import Case, compared, installed_compiler
from .judge import adapter

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
DEPTH: Final = 60
ROOT: Final = {"$ref": "#"}
STRING: Final = {"type": "string"}
P, Q = ({"$ref": f"#/$defs/{name}"} for name in "pq")

SCHEMAS: Final[dict[str, dict[str, Any]]] = {
    "alternatives": {"anyOf": [{"properties": {"a": ROOT, name: STRING}} for name in "xy"]},
    "alternatives, one of them short of a member": {
        "anyOf": [{"properties": {"a": ROOT}, "required": ["x"]}, {"properties": {"a": ROOT, "y": STRING}}]
    },
    "alternatives with rules": {
        "anyOf": [{"properties": {"a": ROOT, name: STRING}, "maxProperties": 1} for name in "xy"]
    },
    "exactly one": {
        "oneOf": [{"properties": {"a": ROOT}, "required": ["x"]}, {"properties": {"a": ROOT, "x": False, "y": STRING}}]
    },
    "unevaluated members": {
        "anyOf": [{"properties": {"a": ROOT, name: STRING}} for name in "xy"],
        "unevaluatedProperties": False,
    },
    "unevaluated members beside a tag": {
        "oneOf": [
            {"properties": {"kind": {"const": "x"}}, "required": ["kind"]},
            {"properties": {"a": ROOT, "kind": False}},
        ],
        "unevaluatedProperties": False,
    },
    "a condition": {
        "if": {"properties": {"a": ROOT}},
        "then": {"properties": {"a": ROOT, "b": STRING}},
        "else": {"maxProperties": 0},
    },
    "two definitions": {
        "allOf": [P, Q],
        "$defs": {name: {"properties": {"a": ROOT, name: STRING}} for name in "pq"},
    },
    "a union in a member": {
        "properties": {"a": {"anyOf": [P, Q]}},
        "$defs": {name: {"type": "object", "properties": {"a": {"anyOf": [P, Q]}, name: STRING}} for name in "pq"},
    },
    "what is not": {"not": {"required": ["z"], "properties": {"a": ROOT}}, "properties": {"a": ROOT}},
    "patterns": {"patternProperties": {"^a": ROOT, "a$": ROOT}},
    "a member that brings a schema along": {
        "properties": {"a": ROOT},
        "dependentSchemas": {"a": {"properties": {"a": ROOT}}},
    },
    "alternatives by size": {
        "oneOf": [{"required": ["a"], "properties": {"a": ROOT}}, {"maxProperties": 0, "properties": {"a": ROOT}}]
    },
}
"""Each reads `a` in more than one way."""

LISTS: Final[dict[str, dict[str, Any]]] = {
    "alternatives": {"anyOf": [{"items": ROOT, "maxItems": most} for most in (1, 2)]},
    "items that are looked for": {"items": ROOT, "contains": ROOT, "minContains": 0},
    "unevaluated items": {
        "anyOf": [{"prefixItems": [ROOT]}, {"prefixItems": [ROOT, {"const": 2}]}],
        "unevaluatedItems": False,
    },
}
"""Each reads the items in more than one way."""


def cases() -> Iterable[Case]:
    """Each schema with a deep document that it allows, and one that is wrong at the bottom."""
    objects = [({"type": "object", **schema}, objects_around) for schema in SCHEMAS.values()]
    lists = [({"type": "array", **schema}, lists_around) for schema in LISTS.values()]
    for number, (schema, nest) in enumerate([*objects, *lists]):
        texts = [nest("{}" if schema["type"] == "object" else "[]"), nest("3")]
        yield Case(number, {"$schema": DIALECT, **schema}, texts, [True, False])


def objects_around(text: str) -> str:
    return '{"a": ' * DEPTH + text + "}" * DEPTH


def lists_around(text: str) -> str:
    return "[" * DEPTH + text + "]" * DEPTH


@pytest.mark.slow
def test_a_deep_document_is_read_in_both_languages(tmp_path: Path, needs: Callable[[str], str]) -> None:
    read, differences = compared(cases(), tmp_path, installed_compiler(), needs("node"))
    assert differences == []
    assert len(read) == len(SCHEMAS) + len(LISTS)


def drawn(seed: int) -> Case:
    """Alternatives at random, most of which hold what they are alternatives of, with documents at random."""
    random = Random(seed)
    schema: dict[str, Any] = {"$schema": DIALECT, random.choice(["anyOf", "oneOf"]): [branch(random) for _ in range(3)]}
    if random.random() < 0.4:
        schema |= {"type": "object", "unevaluatedProperties": random.choice([False, STRING, ROOT])}
    documents = [document(random, 4) for _ in range(30)]
    expected = [jsonschema_rs.validator_for(schema).is_valid(each) for each in documents]
    return Case(seed, schema, list(map(json.dumps, documents)), list(expected))


def branch(random: Random) -> dict[str, Any]:
    kinds: list[dict[str, Any]] = [ROOT, ROOT, STRING, {"type": "array", "items": ROOT}, {"type": ["integer", "null"]}]
    properties = {name: random.choice(kinds) for name in random.sample("abxy", 2)}
    if random.random() < 0.3:
        positions = random.choice([{}, {"prefixItems": [ROOT, ROOT]}, {"prefixItems": [random.choice(kinds), ROOT]}])
        return {"type": "array", "items": random.choice([*kinds, False]), "maxItems": random.randint(1, 3), **positions}
    if random.random() < 0.3:
        properties["kind"] = {"const": random.choice("pq")}
    required = random.sample("abxy", random.choice([0, 0, 1]))
    rules: dict[str, Any] = random.choice(
        [{}, {}, {"minProperties": 1}, {"additionalProperties": random.choice(kinds)}]
    )
    return {"type": "object", "properties": properties, "required": required, **rules}


def document(random: Random, depth: int) -> Any:
    if not depth or random.random() < 0.2:
        return random.choice(["", "s", 1, None, {}, []])
    if random.random() < 0.2:
        return [document(random, depth - 1) for _ in range(random.randint(0, 3))]
    members = {name: document(random, depth - 1) for name in random.sample("abxyz", random.randint(0, 3))}
    return members | ({"kind": random.choice("pq")} if random.random() < 0.3 else {})


@pytest.mark.slow
def test_random_alternatives_of_themselves_are_read_as_validators_do(
    tmp_path: Path, needs: Callable[[str], str]
) -> None:
    read, differences = compared(map(drawn, range(80)), tmp_path, installed_compiler(), needs("node"))
    assert differences == []
    printed = [path.read_text("utf-8") for path in tmp_path.glob("*.py")]
    assert sum("TryOnce]" in text or "TryOnce," in text for text in printed) > 20
    verdicts = [verdict for case in read for verdict in case.expected]
    assert min(verdicts.count(True), verdicts.count(False)) > 300


def read(schema: dict[str, Any], tmp_path: Path) -> TypeAdapter[Any]:
    path = tmp_path / "model.py"
    text = accordant.generate({"$schema": DIALECT, "title": "Root", **schema}, target="python")["model.py"]
    path.write_text(text, "utf-8")
    return adapter(str(path))


def test_a_list_whose_positions_all_lead_back_is_read(tmp_path: Path) -> None:
    pair = {"type": "array", "prefixItems": [ROOT, ROOT], "items": False}
    reader = read({"anyOf": [pair, {"type": "integer"}]}, tmp_path)
    for value in ([1], [1, 1], [[1], [[], 1]]):
        assert reader.validate_python(value) == value
    with pytest.raises(ValidationError):
        reader.validate_python([1, "x"])


def test_of_alternatives_that_do_not_fit_the_one_that_read_farthest_says_what_is_wrong(tmp_path: Path) -> None:
    negated = {"type": "object", "properties": {"neg": ROOT}, "required": ["neg"]}
    listed = {"type": "array", "items": ROOT}
    other = {"type": "object", "properties": {"x": ROOT}, "required": ["x"]}
    reader = read({"anyOf": [listed, other, negated, STRING]}, tmp_path)
    with pytest.raises(ValidationError) as raised:
        reader.validate_json('{"neg": {"neg": [{"neg": 3}]}}')
    (error,) = raised.value.errors()
    assert [part for part in error["loc"] if part == "neg"] == ["neg", "neg", "neg"]


def test_what_is_nested_too_deeply_is_said_to_be_so(tmp_path: Path) -> None:
    definitions = {
        "B": {"oneOf": [{"type": "object", "properties": {"b": ROOT}, "required": ["b"]}, {"type": "array"}]},
        "C": {"type": "object", "properties": {"c": ROOT}, "required": ["c"]},
    }
    nested = {"type": "object", "properties": {"a": {"$ref": "#/$defs/B"}}, "required": ["a"]}
    reader = read({"anyOf": [nested, {"$ref": "#/$defs/C"}, {"type": "integer"}], "$defs": definitions}, tmp_path)
    assert reader.validate_json('{"a": {"b": ' * 40 + "1" + "}}" * 40)
    with pytest.raises(ValidationError) as raised:
        reader.validate_python(json.loads('{"a": {"b": ' * 200 + "1" + "}}" * 200))
    assert any(error["type"].startswith("recursion_") for error in raised.value.errors())


def test_a_member_that_a_name_and_a_pattern_lead_to_is_reported_once(tmp_path: Path) -> None:
    members = {
        "properties": {"a": ROOT},
        "patternProperties": {"^a": ROOT},
        "additionalProperties": {"type": "integer"},
    }
    reader = read({"type": ["object", "integer"], **members}, tmp_path)
    depth = 40
    with pytest.raises(ValidationError) as raised:
        reader.validate_json('{"t": "s", "a": ' * depth + "1" + "}" * depth)
    assert raised.value.error_count() == 2 * depth  # each level is no integer either
    with pytest.raises(ValidationError):
        reader.validate_json('{"ab": {"t": "s"}}')


@pytest.mark.parametrize("keyword", ["maxLength", "minLength", "maxItems", "minItems"])
def test_a_bound_that_nothing_reaches_stands(tmp_path: Path, keyword: str) -> None:
    value: Any = "s" if keyword.endswith("Length") else [1]
    reader = read({"type": "string" if value == "s" else "array", keyword: 10**30}, tmp_path)
    if keyword.startswith("max"):
        assert reader.validate_python(value) == value
    else:
        with pytest.raises(ValidationError):
            reader.validate_python(value)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The module of alternatives that tell themselves apart by their fields alone."""
    schema = {"type": "object", **SCHEMAS["alternatives"], "title": "Root"}
    path = tmp_path_factory.mktemp("model") / "model.py"
    path.write_text(accordant.generate(schema, target="python")["model.py"], "utf-8")
    return sys.modules[type_of(adapter(str(path))).__module__]


def type_of(reader: TypeAdapter[Any]) -> type:
    return type(reader.validate_python({}))


def test_of_several_alternatives_that_fit_the_one_with_the_most_declared_fields_is_taken(model: Any) -> None:
    reader = TypeAdapter(model.Root)
    for value in (reader.validate_json('{"x": "", "a": {"y": "", "z": 1}}'), reader.validate_python({"a": {"y": ""}})):
        assert type(value) is model.RootWithX
        assert type(value.a) is model.RootWithY
        assert reader.validate_python(value) is value


def test_what_is_wrong_is_said_once(model: Any) -> None:
    with pytest.raises(ValidationError) as raised:
        TypeAdapter(model.Root).validate_json('{"a": {"a": {"a": 3}}}')
    (error,) = raised.value.errors()
    assert error["msg"] == "Input should be an object"
    assert [part for part in error["loc"] if part == "a"] == ["a", "a", "a"]


def test_an_object_that_stands_in_two_places_is_wrong_in_both(model: Any) -> None:
    shared = {"x": 3, "y": 3}
    with pytest.raises(ValidationError) as raised:
        TypeAdapter(list[model.Root]).validate_python([{"a": shared}, {"a": shared}])
    assert [error["loc"][0] for error in raised.value.errors()] == [0, 1]


def test_a_model_of_ones_own_with_such_a_union_has_the_schema_of_the_plain_union(model: Any) -> None:
    own = create_model("Own", __base__=model.RootWithX, more=(int, 0))
    stated = own.model_json_schema()["properties"]["a"]
    assert len(stated["anyOf"]) == 2
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert own(a={"a": {"y": "s"}}).model_dump_json() == '{"a":{"a":{"y":"s"}},"more":0}'
