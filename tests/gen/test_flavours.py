"""dataclass, typeddict and msgspec: printed by datamodel-code-generator, contained, and honest about what is lost."""

from __future__ import annotations

import ast
import importlib.util
import json
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from accordant import generate
from accordant.errors import InputError
from accordant.gen import TARGETS, list_unhonoured, model_of
from accordant.gen.flavours.flavour import Flavour
from accordant.gen.flavours.safe_source import require_types_only
from tests.conftest import Run, cannot_run

from .conftest import MODELS, VERSIONS, generated, label

FLAVOURS = [target.name for target in TARGETS if isinstance(target, Flavour)]
EACH = pytest.mark.parametrize("target", FLAVOURS)
assert FLAVOURS == ["dataclass", "typeddict", "msgspec"]

ORDER: dict[str, Any] = {
    "title": "Order",
    "description": "What a customer wants.",
    "type": "object",
    "required": ["id", "state"],
    "properties": {
        "id": {"type": "integer", "minimum": 1},
        "state": {"enum": ["open", "shut"]},
        "ship-to": {"type": ["string", "null"], "minLength": 1},
        "lines": {"type": "array", "items": {"$ref": "#/$defs/Line"}, "minItems": 1},
        "tree": {"$ref": "#/$defs/Tree"},
    },
    "$defs": {
        "Line": {"type": "object", "required": ["sku"], "properties": {"sku": {"type": "string"}},
                 "additionalProperties": False},
        "Tree": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/Tree"}}]},
    },
    "if": {"properties": {"state": {"const": "shut"}}},
    "then": {"required": ["lines"]},
}  # fmt: skip
DOCUMENT = {"id": 1, "state": "open", "lines": [{"sku": "a"}], "tree": ["a", ["b"]]}


def loaded(text: str, name: str) -> types.ModuleType:
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(compile(text, f"{name}.py", "exec"), module.__dict__)
    return module


def needs_msgspec(target: str) -> None:
    if target == "msgspec" and importlib.util.find_spec("msgspec") is None:
        cannot_run("msgspec is not installed")


@EACH
def test_every_contract_version_becomes_a_module_that_imports(target: str) -> None:
    needs_msgspec(target)
    files = generated(target)
    for version in VERSIONS:
        name = f"{version.contract.replace('-', '_')}/{version.name}"
        module = loaded(files[f"{name}.py"], f"flavour_{target}_{name.replace('/', '_')}")
        names = json.loads(files["names.lock.json"])["names"][label(version)]
        assert [name for name in names.values() if not hasattr(module, name)] == []


def test_a_user_of_dataclasses_and_typed_dicts_finds_the_members() -> None:
    module = loaded(generate(ORDER, target="dataclass")["model.py"], "flavour_dataclass")
    order = module.Order(id=1, state="open", lines=[module.Line(sku="a")])
    assert order.lines[0].sku == "a"
    assert order.ship_to is None
    assert module.Order.__doc__.strip() == "What a customer wants."
    typed = loaded(generate(ORDER, target="typeddict")["model.py"], "flavour_typeddict")
    assert typed.Order.__required_keys__ == {"id", "state"}
    assert typed.Order.__optional_keys__ == {"ship-to", "lines", "tree"}


def test_a_user_of_msgspec_decodes_and_encodes_the_same_json() -> None:
    needs_msgspec("msgspec")
    import msgspec

    module = loaded(generate(ORDER, target="msgspec")["model.py"], "flavour_msgspec")
    order = msgspec.json.decode(json.dumps(DOCUMENT), type=module.Order)
    assert order.lines[0].sku == "a"
    assert json.loads(msgspec.json.encode(order)) == DOCUMENT
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode('{"id": 1, "state": "other"}', type=module.Order)


@EACH
def test_every_rule_and_bound_that_types_cannot_say_is_reported_with_its_pointer(target: str) -> None:
    reported = {loss.at: loss.keyword for loss in list_unhonoured(model_of(ORDER), target)}
    expected = {
        "#/properties/id/minimum": "minimum",
        "#/properties/ship-to/minLength": "minLength",
        "#/properties/lines/minItems": "minItems",
        "#/if": "if",
    }
    if target != "typeddict":
        expected["#/$defs/Line/additionalProperties"] = "additionalProperties"
    if target == "dataclass":
        expected["#/properties/ship-to"] = "properties"
    if target == "msgspec":
        expected["#/$defs/Tree"] = "$defs"
    assert reported == expected


def test_msgspec_is_said_to_know_no_union_of_structs_and_the_others_say_one() -> None:
    union = {"anyOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]}
    defs = {name: {"type": "object", "properties": {name.lower(): {"type": "string"}}} for name in ("A", "B")}
    schema = {"type": "object", "properties": {"either": union}, "$defs": defs}
    assert [loss.at for loss in list_unhonoured(model_of(schema), "msgspec")] == ["#/properties/either"]
    assert list_unhonoured(model_of(schema), "typeddict") == ()


def test_a_member_whose_name_msgspec_refuses_is_left_out_and_reported() -> None:
    needs_msgspec("msgspec")
    import msgspec

    schema = {"type": "object", "required": ['a"b'], "additionalProperties": False, "properties": {'a"b': {}, "c": {}}}
    module = loaded(generate(schema, target="msgspec", root="Thing")["model.py"], "flavour_names")
    assert msgspec.json.decode(json.dumps({'a"b': 1, "c": 2}), type=module.Thing).c == 2
    assert [loss.at for loss in list_unhonoured(model_of(schema), "msgspec")] == [
        '#/properties/a"b',
        "#/additionalProperties",
    ]


def test_values_of_any_kind_are_reported_and_printed() -> None:
    schema = {"type": "object", "properties": {"a": {"const": {"b": [1]}}, "c": {"enum": [[], {}, 1.5, "x"]}}}
    assert {loss.at for loss in list_unhonoured(model_of(schema), "typeddict")} >= {"#/properties/a/const"}
    assert "class Root" in generate(schema, target="dataclass")["model.py"]


@EACH
def test_a_schema_that_types_say_exactly_has_nothing_to_report(target: str) -> None:
    schema = {"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}}
    assert list_unhonoured(model_of(schema), target) == ()


@EACH
@pytest.mark.parametrize("version", VERSIONS, ids=label)
def test_no_residual_rule_of_a_contract_is_missing_from_the_report(target: str, version: Any) -> None:
    from accordant.gen.model_json.printer import document

    model = MODELS[label(version)].model
    reported = {loss.at for loss in list_unhonoured(model, target)}
    rules: list[dict[str, Any]] = []
    todo: list[Any] = [named["type"] for named in document(model)["types"].values()]
    while todo:
        node = todo.pop()
        if isinstance(node, dict):
            rules += node.get("rules", [])
        todo += node.values() if isinstance(node, dict) else node if isinstance(node, list) else []
    places = {part["at"] for node in rules for part in (node["parts"] if node["is"] == "All" else [node])}
    assert places <= reported


@EACH
def test_nothing_is_fetched_opened_or_read_from_the_project_around(target: str, tmp_path: Path) -> None:
    """A process of its own, in a folder with a hostile project, in which every socket and every file is watched."""
    (tmp_path / "pyproject.toml").write_text('[tool.datamodel-codegen]\ncustom-file-header = "import os"\n')
    (tmp_path / "secret.json").write_text('{"title": "Secret"}')
    program = """
import json, os, sys
import datamodel_code_generator.parser.jsonschema, datamodel_code_generator.model
from accordant import generate
generate({"type": "object"}, target=sys.argv[1])
here = os.getcwd()
def watch(event, arguments):
    if event.startswith(("socket.", "subprocess", "os.system", "os.exec")):
        raise SystemExit(f"{event} {arguments}")
    if event == "open" and str(arguments[0]).startswith(here):
        raise SystemExit(f"{event} {arguments}")
sys.addaudithook(watch)
schema = {"title": "Order", "type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {
    "type": "string", "customTypePath": "os.system", "x-python-type": "os.system", "x-python-import": {"module": "os"},
    "default_factory": "os.getcwd", "examples": [{"$ref": "secret.json"}], "format": "uuid"}}}
print(generate(schema, target=sys.argv[1])["model.py"])
"""
    done = subprocess.run(
        [sys.executable, "-c", program, target], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "Order" in done.stdout
    for word in ("import os", "os.system", "getcwd", "Secret", "uuid"):
        assert word not in done.stdout


@pytest.mark.parametrize(
    "text",
    [
        "import os",
        "from os import path",
        "from .other import A",
        "print(1)",
        "A = print(1)",
        "class A:\n    a: print(1)",
        "class A:\n    a: 'print(1)'",
        "class A(print('x')):\n    pass",
        "@print\nclass A:\n    pass",
        "class A:\n    def a(self): pass",
        "A = [a for a in b]",
        "A = lambda: 1",
        "A = f'{1}'",
        "A = b.c",
        "if True:\n    pass",
        "A: TypeAlias = list['__import__(1)']",
        "field(default_factory=print())",
        "A = (",
        "# a comment\rimport os",
    ],
)
def test_what_is_no_type_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="nothing was written"):
        require_types_only(text)


@EACH
def test_what_is_printed_is_types_alone(target: str) -> None:
    text = generate(ORDER, target=target)["model.py"]
    require_types_only(text)
    assert {type(node) for node in ast.parse(text).body} <= {ast.ImportFrom, ast.ClassDef, ast.AnnAssign, ast.Assign}


@EACH
def test_without_the_generator_the_way_to_it_is_shown(
    target: str, monkeypatch: pytest.MonkeyPatch, run: Run, project: Path
) -> None:
    monkeypatch.setitem(sys.modules, "datamodel_code_generator", None)
    (project / "a.json").write_text("{}")
    outcome = run("gen", target, "--schema", "a.json", "--out", "made")
    assert outcome.code == 2
    assert "pip install 'accordant[models]'" in outcome.err
    assert not (project / "made").exists()


def test_our_own_targets_do_not_load_the_other_generator() -> None:
    program = (
        "import sys; from accordant import generate\n"
        "for one in ('python', 'ts', 'model'): generate({'type': 'object'}, target=one)\n"
        "print([module for module in sys.modules if module.startswith('datamodel_code_generator')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("target", ["dataclass", "typeddict", "msgspec"])
def test_a_name_that_python_would_read_as_another_is_reported_and_left_out(target: str) -> None:
    """Python takes the sign for micro as the Greek letter, and a ligature as its letters."""
    schema = {"title": "T", "type": "object", "properties": {"\u00b5s": {"type": "number"}, "\ufb01": {}, "fi": {}}}
    text = next(iter(generate(schema, target=target).values()))
    assert "\u03bcs" not in text
    assert "\u00b5s" not in text
    losses = list_unhonoured(model_of(schema), target)
    assert len([loss for loss in losses if "takes no member of that name" in loss.reason]) == 2
