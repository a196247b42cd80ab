"""With `absent = "none"` absent members are None, and documents are read and written as exactly as with MISSING."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest
from pydantic import TypeAdapter, ValidationError

import accordant
from accordant.cli import main
from accordant.contract import TargetSettings, Version
from accordant.errors import InputError
from accordant.gen import generate_registry

from . import judge
from .conftest import BUNDLED, VERSIONS, Package, examples, label
from .differential import case_of

SCHEMA: Final[dict[str, Any]] = {
    "title": "Order",
    "type": "object",
    "required": ["id"],
    "properties": {
        "id": {"type": "integer"},
        "shipping": {"type": "object", "properties": {"city": {"type": "string"}}},
        "note": {"type": ["string", "null"]},
        "x-any": True,
        "x-at": {"type": "string", "format": "date"},
        "next": {"$ref": "#"},
    },
    "if": {"required": ["note"]},
    "then": {"properties": {"id": {"minimum": 10}}},
}
OPTIONS: Final = {"absent": "none", "format-views": True}
TEXT: Final = accordant.generate(SCHEMA, target="python", options=OPTIONS)["model.py"]


def loaded(text: str, name: str = "absent_as_none") -> ModuleType:
    module = sys.modules[name] = ModuleType(name)
    exec(compile(text, f"{name}.py", "exec"), module.__dict__)  # what was generated, as a module of its own
    return module


@pytest.fixture
def order() -> Any:
    return vars(loaded(TEXT))["Order"]


def test_an_absent_member_is_none_and_stays_absent(order: Any) -> None:
    read = order.model_validate_json('{"id": 1}')
    assert (read.shipping, read.note, read.x_any, read.next, read.x_at_as_date) == (None,) * 5
    assert read.model_dump_json() == '{"id":1}'
    made = order(id=1, shipping=None, next=None, **{"x-at": None})
    assert made.model_dump() == {"id": 1}
    made.shipping = None
    assert json.loads(made.model_dump_json()) == {"id": 1}


def test_null_is_refused_where_the_schema_does_not_allow_it(order: Any) -> None:
    for name in ("shipping", "x-at", "next"):
        for read in (order.model_validate, lambda value: order.model_validate_json(json.dumps(value))):
            with pytest.raises(ValidationError, match=name):
                read({"id": 1, name: None})


def test_null_and_absence_are_told_apart_where_the_schema_allows_null(order: Any) -> None:
    null, absent = order.model_validate_json('{"id": 10, "note": null}'), order(id=10)
    assert null.note is absent.note is None
    assert ("note" in null.model_fields_set, "note" in absent.model_fields_set) == (True, False)
    assert null.model_dump_json() == '{"id":10,"note":null}'
    assert null.model_dump(by_alias=False, mode="json") == {"id": 10, "note": None}
    assert order(id=10, next=null).model_dump_json() == '{"id":10,"next":{"id":10,"note":null}}'
    with pytest.raises(ValidationError, match=">= 10"):
        order(id=9, note=None)
    assert order(id=9).model_dump() == {"id": 9}


@pytest.fixture(scope="module")
def absent_package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Package]:
    folder = tmp_path_factory.mktemp("absent")
    settings = TargetSettings("python", "python", {"package": "absent_contracts", **OPTIONS})
    outputs = generate_registry(replace(BUNDLED, targets=(settings,)), "python")
    sys.path.insert(0, str(folder))
    yield Package(folder, outputs, "absent_contracts")
    sys.path.remove(str(folder))
    for name in [module for module in sys.modules if module.partition(".")[0] == "absent_contracts"]:
        del sys.modules[name]


@pytest.mark.parametrize("version", VERSIONS, ids=label)
def test_bundled_examples_are_read_and_written_exactly(absent_package: Package, version: Version) -> None:
    for valid in (True, False):
        for example, schema, document in examples(version, valid=valid):
            reader = absent_package.adapter(version, schema)
            try:
                written = json.loads(reader.dump_json(reader.validate_json(json.dumps(document))))
            except ValidationError:
                assert not valid, example.path
            else:
                assert valid, example.path
                assert written == document, example.path


def test_a_response_is_made_and_an_absent_payload_is_none(absent_package: Package) -> None:
    [version] = [version for version in VERSIONS if label(version) == "response-envelope/v1"]
    module = absent_package.module(version)
    behaviour = importlib.import_module(f"{module.__name__}_behaviour")
    made = behaviour.respond(data={"a": 1}, exit_code=0, timer=behaviour.Timer())
    assert made.meta.cursor is None
    assert made.meta.model_fields_set == set(json.loads(made.meta.model_dump_json()))


@pytest.mark.filterwarnings("ignore")
def test_random_schemas_are_read_and_written_exactly() -> None:
    compared = 0
    for seed in range(60):
        case = case_of(seed)
        text = accordant.generate(case.schema, target="python", root="Root", options={"absent": "none"})["model.py"]
        reader: TypeAdapter[Any] = TypeAdapter(vars(loaded(text, f"absent_{seed}"))["Root"])
        for document, expected in zip(case.texts, case.expected, strict=True):
            verdict = judge.verdict(reader, document)
            assert isinstance(verdict, bool), (seed, document, verdict)
            assert expected in (None, verdict), (seed, document)
            compared += expected is not None
    assert compared > 200


USE = """from model import Order

made = Order(id=1, shipping=None)
city = made.shipping.city if made.shipping else None
reveal: str | None = city
"""
"""What strict checkers accept beside the module: they see None. ``test_checkers`` asks them."""


def test_the_option_is_a_word_of_two(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "order.json", tmp_path / "out"
    file.write_text(json.dumps(SCHEMA), "utf-8")
    assert main(["gen", "python", "--schema", str(file), "--absent", "none", "--out", str(out)]) == 0
    assert "note: NullOrAbsent[str | None] = None" in (out / "model.py").read_text("utf-8")
    assert main(["gen", "python", "--schema", str(file), "--check", "--out", str(out)]) == 1
    assert main(["gen", "python", "--schema", str(file), "--check", "--absent", "none", "--out", str(out)]) == 0
    capsys.readouterr()
    with pytest.raises(InputError, match="absent is 'missing' or 'none', not 'nothing'"):
        accordant.generate(SCHEMA, target="python", options={"absent": "nothing"})
