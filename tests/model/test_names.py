"""Names of types and attributes: from words of the schema, short, the same for the same places."""

from __future__ import annotations

import keyword
import re
from typing import Any

import pytest

from accordant.gen.single_file import model_of
from accordant.model.build import Root, build
from accordant.model.markup import LOOSE
from accordant.model.names import LONGEST, field_names
from accordant.schema.references import Resources

RECORD = {"type": "object", "properties": {"a": {"type": "string"}}}
OTHER = {"type": "object", "properties": {"b": {"type": "string"}}}


def names(schema: dict[str, Any], root: str = "Root") -> list[str]:
    return [named.name for named in model_of(schema, root=root).types.values()]


def test_what_lies_in_a_map_is_named_by_the_way_to_it() -> None:
    inputs = {"type": "object", "additionalProperties": RECORD}
    call = {"type": "object", "properties": {"inputs": inputs}}
    schema = {"type": "object", "properties": {"call": call, "dispatch": call}}
    assert names(schema, "Workflow") == [
        "WorkflowCallInputsValue", "WorkflowCall", "WorkflowDispatchInputsValue", "WorkflowDispatch", "Workflow"
    ]  # fmt: skip


def test_alternatives_are_named_by_what_tells_them_apart_and_else_by_position() -> None:
    told = {"oneOf": [RECORD, OTHER, {"type": "array", "items": OTHER}]}
    assert names(told) == ["RootWithA", "RootWithB", "RootArrayItem", "Root"]
    alike = {"anyOf": [RECORD, {**RECORD, "required": ["a"]}]}
    assert names(alike) == ["RootOption1", "RootOption2", "Root"]


def test_titles_that_several_alternatives_have_name_none_of_them() -> None:
    schema = {"anyOf": [{**RECORD, "title": "Thing"}, {**RECORD, "title": "Thing", "required": ["a"]}]}
    assert names(schema) == ["RootOption1", "RootOption2", "Root"]


@pytest.mark.parametrize(
    "key", ["https://example.com/schemas/order.schema.json", "https://example.com/v1#order", "urn:example:order"]
)
def test_an_address_gives_its_last_word(key: str) -> None:
    pointer = key.replace("~", "~0").replace("/", "~1")
    schema = {"$defs": {key: RECORD}, "properties": {"x": {"$ref": f"#/$defs/{pointer.replace('#', '%23')}"}}}
    assert "Order" in names(schema)


def test_long_names_are_cut_at_words_and_stay_apart() -> None:
    schema: dict[str, Any] = RECORD
    for word in ["configuration", "of", "notifications", "through", "electronic", "communication"] * 3:
        schema = {"type": "object", "properties": {word: schema, f"{word}-beside": OTHER}}
    found = names(schema, "AVeryLongTitleOfADocument")
    assert len(set(found)) == len(found) == 37
    assert max(map(len, found)) <= LONGEST
    words = {"Configuration", "Of", "Notifications", "Through", "Electronic", "Communication", "Beside"}
    for name in found:
        inner = re.findall("[A-Z][a-z]*", name.removeprefix("AVeryLongTitleOfADocument").rstrip("0123456789"))
        assert set(inner) <= words | set(re.findall("[A-Z][a-z]*", "AVeryLongTitleOfADocument"))


def test_definitions_that_fold_to_one_name_get_words_or_numbers_and_never_digests() -> None:
    keys = ["user-name", "user_name", "UserName"]
    schema = {
        "$defs": {key: {**RECORD, "minProperties": number} for number, key in enumerate(keys)},
        "properties": {key: {"$ref": f"#/$defs/{key}"} for key in keys},
    }
    found = names(schema)
    assert "UserName" in found
    assert len(set(found)) == len(found)
    assert all(re.fullmatch(r"[A-Za-z]+\d?", name) for name in found)


def test_a_name_of_an_earlier_run_stays_when_an_alternative_is_added() -> None:
    before = {"oneOf": [RECORD, OTHER]}
    lock = model_of(before, root="Root").names
    after = {"oneOf": [RECORD, OTHER, {"type": "object", "properties": {"a": {"type": "integer"}}}]}
    resources = Resources({LOOSE: after})
    model = build([Root(resources.root(LOOSE), "Root")], {LOOSE: ""}, lock)
    assert {model.types[key].name for key in model.types} >= set(lock.values())


def test_attributes_are_the_members_names_with_underscores() -> None:
    assert field_names(["runs-on", "class", "2xx", "a.b", "$schema", "naïve", "_links", "@"]) == {
        "runs-on": "runs_on", "class": "class_", "2xx": "n2xx", "a.b": "a_b", "$schema": "schema_",
        "naïve": "naive", "_links": "links", "@": "empty",
    }  # fmt: skip


def test_letters_beyond_ascii_are_spelt_as_one_reads_them() -> None:
    wires = ["größe", "Ärger", "i\u0308", "страна", "Щит", "χώρα", "日本", "x日", "ª", "ﬁn", "½"]
    assert list(field_names(wires).values()) == [
        "grosse", "Arger", "i", "strana", "Shchit", "chora", "u65e5_u672c", "x_u65e5", "a", "fin", "ubd"
    ]  # fmt: skip


@pytest.mark.parametrize("wire", ["ｃｌａｓｓ", "cláss", "𝓮𝓿𝓪𝓵", "ｍodel_config", "＿＿init＿＿", "сlass", "Аny"])
def test_what_folds_to_a_reserved_name_is_none(wire: str) -> None:
    [name] = field_names([wire]).values()
    plain = field_names([name])[name]
    assert name.isascii()
    assert name.isidentifier()
    assert plain == name
    assert not keyword.iskeyword(name)


def test_letters_that_come_to_one_name_stay_apart_and_the_plain_name_keeps_it() -> None:
    wires = ["é", "e", "è", "E", "\u0435"]  # the last one is Cyrillic, and looks like the second
    assert field_names(wires) == {"é": "é", "e": "e", "è": "è", "E": "E", "\u0435": "u435"}
    assert field_names(wires[::-1]) == field_names(wires)


def test_a_type_that_the_lock_names_by_code_points_keeps_its_name() -> None:
    schema = {"$defs": {"naïve": RECORD}, "properties": {"x": {"$ref": "#/$defs/na%C3%AFve"}}}
    found = model_of(schema, root="Root")
    assert "Naive" in {named.name for named in found.types.values()}
    lock = {place: "NaUefVe" if name == "Naive" else name for place, name in found.names.items()}
    model = build([Root(Resources({LOOSE: schema}).root(LOOSE), "Root")], {LOOSE: ""}, lock)
    assert "NaUefVe" in {named.name for named in model.types.values()}


@pytest.mark.parametrize(
    ("wires", "expected"),
    [
        (["+1", "-1"], ["plus_1", "minus_1"]),
        (["a-b", "a_b", "a.b"], ["a_minus_b", "a_b", "a_dot_b"]),
        (["schema", "$schema"], ["schema_", "dollar_schema"]),
        (["class", "class_"], ["class__", "class_"]),
        (["-", "é-", "_-_"], ["minus", "e", "minus_"]),
    ],
)
def test_attributes_that_collide_spell_their_signs(wires: list[str], expected: list[str]) -> None:
    assert list(field_names(wires).values()) == expected
    assert set(field_names(wires[::-1]).values()) == set(expected)
