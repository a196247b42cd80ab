"""Members are added and replaced in JSON and YAML, and everything else stays as it was."""

from __future__ import annotations

import json
import random

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.registry.edit_members import add_member, replace_member
from accordant.registry.text_spans import find_spans
from accordant.schema import documents, pointers

TALL = '{\n  "a": 1,\n  "o": {"x": 1}\n}\n'
YAML = "# kept\ntype: object  # and this\nproperties:\n  a: {type: string}\n  # last\n\nrequired: [a]\n"
SEQUENCE = "list:\n- a: 1\n  b: |\n    text\n- c: 2\n"


@pytest.mark.parametrize(
    ("text", "name", "pointer", "after", "expected"),
    [
        ("{}", "a.json", "", None, '{"k": "v"}'),
        ('{"a": 1}', "a.json", "", None, '{"a": 1, "k": "v"}'),
        ('{"a": 1}', "a.json", "", "", '{"k": "v", "a": 1}'),
        (TALL, "a.json", "", None, TALL.replace('"o": {"x": 1}', '"o": {"x": 1},\n  "k": "v"')),
        (TALL, "a.json", "", "", TALL.replace('  "a": 1', '  "k": "v",\n  "a": 1')),
        (TALL, "a.json", "", "a", TALL.replace('"a": 1,', '"a": 1,\n  "k": "v",')),
        (TALL, "a.json", "/o", None, TALL.replace('{"x": 1}', '{"x": 1, "k": "v"}')),
        ('{\n\t"a": {\n\t\t"b": 1\n\t}\n}', "a.json", "/a", None, '{\n\t"a": {\n\t\t"b": 1,\n\t\t"k": "v"\n\t}\n}'),
        (YAML, "a.yaml", "", "", YAML.replace("type: object", "k: v\ntype: object")),
        (YAML, "a.yaml", "", None, YAML + "k: v\n"),
        (YAML, "a.yaml", "", "type", YAML.replace("# and this\n", "# and this\nk: v\n")),
        (YAML, "a.yaml", "/properties", None, YAML.replace("string}\n", "string}\n  k: v\n")),
        (YAML, "a.yaml", "/properties/a", None, YAML.replace("string}", "string, k: v}")),
        (SEQUENCE, "a.yaml", "/list/0", None, SEQUENCE.replace("text\n", "text\n  k: v\n")),
        (SEQUENCE, "a.yaml", "/list/1", "", SEQUENCE.replace("- c: 2", "- k: v\n  c: 2")),
        ("a: 1", "a.yaml", "", None, "a: 1\nk: v"),
    ],
)
def test_a_member_is_added_where_it_is_wanted(
    text: str, name: str, pointer: str, after: str | None, expected: str
) -> None:
    changed = add_member(documents.parse(text, name), pointer, "k", "v", after=after)
    assert changed == expected


def test_a_member_over_several_lines_is_written_like_its_neighbours() -> None:
    text = '{\n    "a": {\n        "b": 1\n    }\n}\n'
    changed = add_member(documents.parse(text, "a.json"), "", "k", {"c": [1]})
    assert changed == text.replace("    }\n}", '    },\n    "k": {\n        "c": [\n            1\n        ]\n    }\n}')


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ('{"t": 1, "enum": ["a"], "u": 2}', "a.json", '{"t": 1, "x-codes": "list", "u": 2}'),
        ("enum:  # words\n  - a\n  - b\n\n# more\nu: 1\n", "a.yaml", "x-codes: list\n\n# more\nu: 1\n"),
        ("u: {enum: [a]}\n", "b.yaml", "u: {x-codes: list}\n"),
    ],
)
def test_a_member_is_replaced_with_its_key(text: str, name: str, expected: str) -> None:
    pointer = "/u/enum" if name == "b.yaml" else "/enum"
    assert replace_member(documents.parse(text, name), pointer, "x-codes", "list") == expected


def test_what_cannot_be_edited_in_place_is_an_error_with_its_place() -> None:
    with pytest.raises(InputError) as caught:
        add_member(documents.parse("a:\n  b: |+\n    text\n\nc: 1\n", "a.yaml"), "/a", "k", "v")
    assert caught.value.place.line == 1


scalars = st.none() | st.booleans() | st.integers(-99, 99) | st.text(max_size=5)
values = st.recursive(
    scalars,
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=4), part, max_size=3),
    max_leaves=9,
)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(values, st.sampled_from([None, 2, "\t"]))
def test_every_value_is_found_where_it_stands(value: JsonValue, indent: int | str | None) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    document = documents.Document("a.json", value, text)
    for pointer, span in find_spans(document).items():
        assert json.loads(text[span.start : span.end]) == pointers.follow(value, pointer)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(values, st.text(max_size=4), values, st.sampled_from([None, 2]), st.data())
def test_a_member_is_added_to_any_object(
    value: JsonValue, key: str, new: JsonValue, indent: int | None, data: st.DataObject
) -> None:
    document = documents.Document("a.json", value, json.dumps(value, indent=indent, ensure_ascii=False))
    objects = [pointer for pointer in find_spans(document) if isinstance(pointers.follow(value, pointer), dict)]
    objects = [pointer for pointer in objects if key not in pointers.follow(value, pointer)]
    if not objects:
        return
    pointer = data.draw(st.sampled_from(objects))
    expected = json.loads(json.dumps(value))
    pointers.follow(expected, pointer)[key] = new
    assert json.loads(add_member(document, pointer, key, new)) == expected


WORDS = ("1", "true", "null", '"x"', '"a: b"', '"two\\nlines\\n"', '"#c"', '""', '"ü🎈"', '"it\'s"', "[]", "{}")
"""Values as JSON."""


def random_value(dice: random.Random, depth: int) -> JsonValue:
    kind = dice.random()
    if depth == 0 or kind < 0.4:
        return json.loads(dice.choice(WORDS))
    count = dice.randrange(1, 4)
    if kind < 0.75:
        return {f"{dice.choice('abc')}{number}": random_value(dice, depth - 1) for number in range(count)}
    return [random_value(dice, depth - 1) for _ in range(count)]


@pytest.mark.parametrize("seed", range(150))
def test_a_member_is_added_to_any_object_of_yaml(seed: int) -> None:
    dice = random.Random(seed)
    flow = dice.choice([False, None])
    width = dice.choice([20, 200])
    value = {"r": random_value(dice, 4), "s": random_value(dice, 3)}
    text = yaml.safe_dump(value, sort_keys=False, allow_unicode=True, default_flow_style=flow, width=width)
    document = documents.parse(text, "a.yaml")
    objects = [pointer for pointer in find_spans(document) if isinstance(pointers.follow(value, pointer), dict)]
    pointer = dice.choice(objects)
    after = dice.choice([None, "", *pointers.follow(value, pointer)])
    pointers.follow(value, pointer)["new"] = {"k": [1, "a b"]}
    changed = add_member(document, pointer, "new", {"k": [1, "a b"]}, after=after)
    assert documents.parse(changed, "a.yaml").value == value
