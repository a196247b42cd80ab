"""Scalars are replaced in place, in JSON and in YAML, and everything else stays as it was."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accordant.findings import JsonValue
from accordant.registry.replace_scalars import replace_scalars
from accordant.schema import documents, pointers

JSON = '{\n  "a:b": "x", "list": ["x", 1,\n    {"x": "x"}],  "x" :"x"\n}\n'
YAML = "# kept\na: x   # and this\n'b c': 'x'\nlist: [x, 1, {x: x}]\nblock:\n  - x\n  - k: \"x\"\n"


@pytest.mark.parametrize(
    ("text", "name", "pointer", "expected"),
    [
        (JSON, "a.json", "/a:b", JSON.replace('"a:b": "x"', '"a:b": "new"')),
        (JSON, "a.json", "/list/0", JSON.replace('["x"', '["new"')),
        (JSON, "a.json", "/list/2/x", JSON.replace('{"x": "x"}', '{"x": "new"}')),
        (JSON, "a.json", "/x", JSON.replace('"x" :"x"', '"x" :"new"')),
        (YAML, "a.yaml", "/a", YAML.replace("a: x ", "a: new ")),
        (YAML, "a.yaml", "/b c", YAML.replace("'b c': 'x'", "'b c': 'new'")),
        (YAML, "a.yaml", "/list/0", YAML.replace("[x", "[new")),
        (YAML, "a.yaml", "/list/2/x", YAML.replace("{x: x}", "{x: new}")),
        (YAML, "a.yaml", "/block/0", YAML.replace("  - x", "  - new")),
        (YAML, "a.yaml", "/block/1/k", YAML.replace('k: "x"', 'k: "new"')),
    ],
)
def test_only_the_scalar_at_the_pointer_changes(text: str, name: str, pointer: str, expected: str) -> None:
    assert replace_scalars(documents.parse(text, name), {pointer: "new"}) == expected


def test_several_scalars_of_one_line_are_replaced_at_once() -> None:
    document = documents.parse(JSON, "a.json")
    changes = {"/list/0": "a much longer text", "/list/1": 2, "/list/2/x": "c"}
    value = json.loads(replace_scalars(document, changes))
    assert value["list"] == ["a much longer text", 2, {"x": "c"}]
    assert {key: value[key] for key in ("a:b", "x")} == {"a:b": "x", "x": "x"}


@pytest.mark.parametrize(
    "value", [">\n  folded\n  text", "|\n  x", '"x\\\n  y"', "x\n  y", "'x'", "x", "1", "null", ""]
)
@pytest.mark.parametrize(
    "new", ["new", "urn:x:y:v2#/$defs/a", "no: text", "true", "1", "it's", "a #b", 2, True, None, ""]
)
def test_a_scalar_is_replaced_however_it_is_written(value: str, new: JsonValue) -> None:
    text = f"# head\na: {value}\n\n# tail\nb: [1]  # end\n"
    changed = replace_scalars(documents.parse(text, "a.yaml"), {"/a": new})
    assert documents.parse(changed, "a.yaml").value == {"a": new, "b": [1]}
    assert changed.startswith("# head\na: ")
    assert changed.endswith("\n\n# tail\nb: [1]  # end\n")


@pytest.mark.parametrize(
    ("old", "new", "then"),
    [
        ("urn:x:a:v1", "urn:x:a:v2", "urn:x:a:v2"),
        ("'urn:x:a:v1'", "urn:x:a:v2", "'urn:x:a:v2'"),
        ('"urn:x:a:v1"', "urn:x:a:v2", '"urn:x:a:v2"'),
        ("b.yaml#/$defs/x", "b.schema.yaml#/$defs/x", "b.schema.yaml#/$defs/x"),
        ("'#/$defs/x'", "b.schema.yaml#/$defs/x", "'b.schema.yaml#/$defs/x'"),
        ("w/v1", "2.0", '"2.0"'),
        ("1.0", "2.0", '"2.0"'),
    ],
)
def test_quotes_stay_where_they_can(old: str, new: str, then: str) -> None:
    document = documents.parse(f"a: {old}  # kept\n", "a.yaml")
    assert replace_scalars(document, {"/a": new}) == f"a: {then}  # kept\n"


scalars = st.booleans() | st.integers(-99, 99) | st.text(max_size=5)
trees = st.dictionaries(st.text(max_size=4), scalars | st.lists(scalars, max_size=3), min_size=1, max_size=4)


@given(trees, scalars, st.sampled_from([None, 2]), st.data())
def test_any_scalar_of_any_document_can_be_replaced(
    value: JsonValue, new: JsonValue, indent: int | None, data: st.DataObject
) -> None:
    places = [pointers.join("", key) for key, member in value.items() if not isinstance(member, list)]
    places += [
        pointers.join("", key, index)
        for key, member in value.items()
        if isinstance(member, list)
        for index in range(len(member))
    ]
    if not places:
        return
    pointer = data.draw(st.sampled_from(places))
    document = documents.parse(json.dumps(value, indent=indent, ensure_ascii=False), "a.json")
    changed = json.loads(replace_scalars(document, {pointer: new}))
    expected = json.loads(json.dumps(value))
    *parents, last = pointers.split(pointer)
    holder = expected[parents[0]] if parents else expected
    holder[int(last) if parents else last] = new
    assert json.dumps(changed) == json.dumps(expected)
