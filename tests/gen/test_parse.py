"""`parse` picks the version that a document says it follows, and names what it cannot read; in both languages."""

from __future__ import annotations

import copy
import importlib
import json
import pickle
from typing import Any

import pytest
from pydantic import MISSING, ValidationError

from accordant.conform import validate
from accordant.contract import Contract, version_field

from .conftest import BUNDLED, Built, Package, examples

CONTRACTS = pytest.mark.parametrize("contract", BUNDLED.contracts, ids=lambda contract: contract.name)
OTHER_VALUES: tuple[Any, ...] = (
    "10", "v10", "1.0 ", "2.0.0", "01.0", 1, 2, 1.5, 2.0, True, False, None, [], {}, ["2.0"],
)  # fmt: skip


def parse_of(contract: Contract) -> Any:
    return importlib.import_module(f"accordant_contracts.{contract.name.replace('-', '_')}")


def documents(contract: Contract) -> list[tuple[str, str, Any]]:
    """(version, schema, document) of every valid example of a default schema."""
    return [
        (version.name, schema, document)
        for version in contract.versions
        for _, schema, document in examples(version, valid=True)
        if schema == version.default_schema
    ]


def read_in_python(contract: Contract, document: Any, *schema: str) -> dict[str, Any]:
    """What `parse` gives or raises, in the words of the TypeScript driver."""
    module = parse_of(contract)
    try:
        parsed = module.parse(document, *schema)
    except module.UnsupportedVersion as error:
        carried = {} if error.value is MISSING else {"value": error.value}
        return {"thrown": "UnsupportedVersion", **carried, "known": list(error.known)}
    except ValidationError:
        return {"thrown": "ContractError"}
    except LookupError:
        return {"thrown": "RangeError"}
    return {"value": json.loads(parsed.model_dump_json()), "version": type(parsed).__module__.rpartition(".")[2]}


@CONTRACTS
def test_a_document_is_read_by_the_version_that_it_says(contract: Contract, package: Package) -> None:
    for version, _, document in documents(contract):
        for given in (document, json.dumps(document), json.dumps(document).encode()):
            value = read_in_python(contract, given)
            assert value == {"value": document, "version": version}


@CONTRACTS
def test_both_languages_read_and_refuse_alike(contract: Contract, package: Package, built: Built) -> None:
    asked: list[Any] = []
    seen: set[str] = set()
    for version, _, document in documents(contract):
        asked += [document, json.dumps(document)]
        if version not in seen and contract.carrier:
            seen.add(version)
            name = contract.carrier[1:]
            asked += [{**document, name: value} for value in OTHER_VALUES]
            asked += [
                {**document, name: f"{value}0"} for value in version_field.values(contract.versions[0], "/" + name)
            ]
            asked.append({key: value for key, value in document.items() if key != name})
    asked += ["not JSON", "", "null", "[]", "5", '{"a": ', [], {}]
    here = [read_in_python(contract, document) for document in asked if not isinstance(document, list)]
    there = built.call(
        f"{contract.name}/index", "parse", *((document,) for document in asked if not isinstance(document, list))
    )
    for document, python, script in zip(
        [document for document in asked if not isinstance(document, list)], here, there, strict=True
    ):
        assert {key: value for key, value in python.items() if key != "version"} == script, document
    assert any("value" in answer for answer in there)
    if any(version_field.values(version, contract.carrier) for version in contract.versions if contract.carrier):
        assert any(answer.get("thrown") == "UnsupportedVersion" for answer in there)


def test_a_document_of_a_later_release_comes_back_unchanged(package: Package, built: Built) -> None:
    contract = BUNDLED.contract("cobre")
    assert contract is not None
    version = contract.versions[0]
    _, _, document = documents(contract)[0]
    later = {**document, "command": "came-later", "x_later": [None]}
    with pytest.raises(ValidationError):
        package.adapter(version, version.default_schema).validate_python(later)
    assert read_in_python(contract, later)["value"] == later
    (answer,) = built.call("cobre/index", "parse", (later,))
    assert answer == {"value": later}


def test_v10_is_not_v1(package: Package) -> None:
    contract = BUNDLED.contract("cobre")
    assert contract is not None
    _, _, document = documents(contract)[0]
    module = parse_of(contract)
    with pytest.raises(module.UnsupportedVersion, match=r'/\$schema is "urn:cobre:response:v10"') as caught:
        module.parse({**document, "$schema": "urn:cobre:response:v10"})
    assert caught.value.value == "urn:cobre:response:v10"
    assert caught.value.known == ("urn:cobre:response:v1",)
    assert isinstance(caught.value, ValueError)


def test_a_missing_carrier_is_named_and_so_is_a_boolean_that_looks_like_a_number(package: Package) -> None:
    contract = BUNDLED.contract("agentpack")
    assert contract is not None
    _, _, document = documents(contract)[0]
    module = parse_of(contract)
    with pytest.raises(module.UnsupportedVersion, match="is missing") as caught:
        module.parse({key: value for key, value in document.items() if key != "schema_version"})
    assert caught.value.value is MISSING
    with pytest.raises(module.UnsupportedVersion, match="is true"):
        module.parse({**document, "schema_version": True})


def test_other_schemas_are_read_by_name_and_version(package: Package, built: Built) -> None:
    for contract in BUNDLED.contracts:
        for version in contract.versions:
            for _, schema, document in examples(version, valid=True):
                if isinstance(document, dict):
                    parsed = parse_of(contract).parse(document, schema, version=version.name)
                    assert type(parsed).__module__.endswith(f".{version.name}")
                    assert json.loads(package.adapter(version, schema).dump_json(parsed, by_alias=True)) == document
    meminit = BUNDLED.contract("meminit")
    assert meminit is not None
    assert read_in_python(meminit, {}, "nothing") == {"thrown": "RangeError"}
    (answer,) = built.call("meminit/index", "parse", ({}, "nothing"))
    assert answer == {"thrown": "RangeError"}


ERROR: dict[str, Any] = {"code": "CONFIG_MISSING", "message": "There is none."}
ENTRY: dict[str, Any] = {"description": "It is there already.", "retryable": False, "side_effects": "none"}
OLD: dict[str, Any] = {"ok": True, "data": {}, "error": None, "warnings": [], "meta": {"duration_ms": 1}}
NEW: dict[str, Any] = {**OLD, "meta": {"exit_code": 0, "duration_ms": 1}}
UNSAID: list[tuple[str, Any, tuple[str, ...], str]] = [
    ("response-envelope", OLD, (), "v1"),
    ("response-envelope", NEW, (), "v2"),
    ("response-envelope", NEW, ("envelope",), "v2"),
    ("response-envelope", NEW, ("", "v1"), "v1"),
    ("response-envelope", OLD, ("", "v2"), "ContractError"),
    ("response-envelope", OLD, ("", "v3"), "RangeError"),
    ("response-envelope", ENTRY, ("exit-code-entry",), "v1"),
    ("response-envelope", ENTRY, ("exit-code-entry", "v2"), "v2"),
    ("meminit", ERROR, ("operational-error",), "UnsupportedVersion"),
    ("meminit", ERROR, ("operational-error", "v1"), "v1"),
    ("meminit", ERROR, ("advice", "v1"), "RangeError"),
]


@pytest.mark.parametrize(("name", "document", "names", "outcome"), UNSAID)
def test_a_document_that_says_no_version_is_never_just_read_by_the_newest(
    name: str, document: Any, names: tuple[str, ...], outcome: str, package: Package, built: Built
) -> None:
    module = importlib.import_module(f"accordant_contracts.{name.replace('-', '_')}")
    (answer,) = built.call(f"{name}/index", "parse", (document, *names))
    if outcome in ("v1", "v2"):
        schema, version = (*names, "", "")[:2]
        assert type(module.parse(document, schema, version=version)).__module__.endswith(f".{outcome}")
        assert answer == {"value": document}
    else:
        raised = {"ContractError": ValidationError, "RangeError": LookupError}.get(outcome, ValueError)
        with pytest.raises(raised):
            module.parse(document, *names[:1], version=(*names, "", "")[1])
        assert answer["thrown"] == outcome


UNREADABLE = {
    "a mark before the text": "\ufeff%s",
    "half a text": "%.20s",
    "no number": '{"ok":true,"data":{"x":NaN},"error":null,"warnings":[],"meta":{"duration_ms":1}}',
    "too large a number": '{"ok":true,"data":{"x":1e400},"error":null,"warnings":[],"meta":{"duration_ms":1}}',
    "an infinity": '{"ok":true,"data":{"x":-Infinity},"error":null,"warnings":[],"meta":{"duration_ms":1}}',
}


@pytest.mark.parametrize(
    ("number", "is_read"),
    [("1e308", True), ("9" * 308, True), ("1e400", False), ("9" * 400, False), ("9" * 5000, False)],
)
def test_a_number_out_of_the_range_of_a_double_is_refused_wherever_it_stands(
    number: str, is_read: bool, package: Package, built: Built
) -> None:
    module = importlib.import_module("accordant_contracts.response_envelope")
    contract = BUNDLED.contract("response-envelope")
    assert contract is not None
    text = json.dumps({**OLD, "data": {"x": [0.5]}}).replace("0.5", number)
    (answer,) = built.call("response-envelope/index", "parse", (text,))
    assert ("value" in answer) is is_read
    assert [*validate(contract, [("x.json", text.encode())], as_="consumer")] == [] or not is_read
    if is_read:
        module.parse(text)
    else:
        with pytest.raises(ValidationError, match=r"out of (the )?range"):
            module.parse(text)


TWICE = ('"ok": true, "ok": true', '"ok": true, "o\\u006b": false', '"ok": true, "x": [{"a": 1, "a": 1}]')
"""A key that occurs twice: with the same value, spelt in another way, and deeper."""


@pytest.mark.parametrize("members", TWICE)
def test_a_text_with_a_key_twice_is_refused_by_all_as_validate_refuses_it(
    members: str, package: Package, built: Built
) -> None:
    module = importlib.import_module("accordant_contracts.response_envelope")
    behaviour = importlib.import_module("accordant_contracts.response_envelope.v1_behaviour")
    contract = BUNDLED.contract("response-envelope")
    assert contract is not None
    text = json.dumps({**OLD, "data": {}}).replace('"ok": true', members)
    assert json.loads(text)
    assert [finding.rule for finding in validate(contract, [("x.json", text.encode())])] == ["duplicate-key"]
    for given in (text, text.encode()):
        with pytest.raises(ValidationError, match="a key occurs twice in one object"):
            module.parse(given)
        assert [problem.pointer for problem in behaviour.check_response(given, 0)] == [""]
    assert built.call("response-envelope/index", "parse", (text,))[0]["thrown"] == "ContractError"
    (problems,) = built.call("response-envelope/v1-behaviour", "checkResponse", (text, 0))
    assert [problem["pointer"] for problem in problems["value"]] == [""]


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE)
def test_what_is_no_json_is_refused_as_text_and_as_bytes(text: str, package: Package) -> None:
    module = importlib.import_module("accordant_contracts.response_envelope")
    good = json.dumps({"ok": True, "data": {}, "error": None, "warnings": [], "meta": {"duration_ms": 1}})
    text = text % good if "%" in text else text
    for given in (text, text.encode(), bytearray(text.encode())):
        with pytest.raises(ValidationError, match="JSON"):
            module.parse(given)
    with pytest.raises(ValidationError, match="JSON"):
        module.parse(good.encode("utf-16"))


def test_a_value_that_is_no_json_is_refused(package: Package) -> None:
    module = importlib.import_module("accordant_contracts.response_envelope")
    good: dict[str, Any] = {"ok": True, "data": {}, "error": None, "warnings": [], "meta": {"duration_ms": 1}}
    deep: dict[str, Any] = {}
    for _ in range(3000):
        deep = {"a": deep}
    for data in (deep, {"x": float("nan")}, {"x": {1, 2}}, {"x": object()}, {1: 2}):
        with pytest.raises(ValidationError):
            module.parse({**good, "data": data})
    loop: dict[str, Any] = {}
    loop["again"] = loop
    envelope = importlib.import_module("accordant_contracts.response_envelope.v1").Envelope
    for data in (deep, loop):
        for read in (envelope.model_validate, envelope.read):
            with pytest.raises(ValidationError, match="nested too deeply"):
                read({**good, "data": data})


def test_a_model_is_read_again_by_its_version(package: Package) -> None:
    module = importlib.import_module("accordant_contracts.response_envelope")
    good = {"ok": True, "data": {}, "error": None, "warnings": [], "meta": {"duration_ms": 1}}
    once = module.parse(good)
    assert module.parse(once) == once


def test_the_error_about_the_version_travels_between_processes(package: Package) -> None:
    module = importlib.import_module("accordant_contracts.meminit")
    with pytest.raises(module.UnsupportedVersion) as caught:
        module.parse({"output_schema_version": "9.0"})
    for copied in (pickle.loads(pickle.dumps(caught.value)), copy.copy(caught.value)):
        assert str(copied) == str(caught.value)
        assert (copied.value, copied.known) == (caught.value.value, caught.value.known)
