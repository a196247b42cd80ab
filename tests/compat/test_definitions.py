"""A schema that only holds definitions is compared definition by definition: others refer to them by name."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.compat import compare
from accordant.findings import Severity, Witness
from accordant.schema.confirmation import confirm
from accordant.schema.definitions import definitions_of
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of

MONEY: dict[str, Any] = {
    "type": "object", "required": ["amount"], "properties": {"amount": {"$ref": "#/$defs/Amount"}},
}  # fmt: skip


def holding(amount: Any, **others: Any) -> dict[str, Any]:
    return {"$defs": {"Money": MONEY, "Amount": amount, **others}}


def both_holding(newer: int, older: int, **others: Any) -> dict[str, Any]:
    return {"$defs": {"A": {"const": newer}}, "definitions": {"A": {"const": older}}, **others}


@pytest.mark.parametrize("promise", ["strict", "additive"])
@pytest.mark.parametrize("keyword", ["$defs", "definitions"])
def test_a_break_in_a_definition_is_found_with_a_document_of_that_definition(keyword: str, promise: str) -> None:
    old, new = ({keyword: {"Name": {"type": ["string"], "maxLength": most}}} for most in (2, 3))
    (finding,) = compare(old, new, promise=promise).findings
    assert finding.rule == "bound-loosened"
    assert finding.message.startswith("In the definition `Name`: ")
    assert finding.place is not None
    assert finding.place.pointer == f"/{keyword}/Name/maxLength"
    assert isinstance(finding.evidence, Witness)
    writer, reader = (validator_of(Resources.of(side).child(keyword, "Name")) for side in (new, old))
    assert confirm(writer, reader, finding.evidence.document).confirmed


def test_a_break_that_definitions_share_shows_once_in_the_one_in_which_it_stands() -> None:
    found = compare(holding({"type": "integer"}), holding({"type": ["integer", "null"]}), promise="additive").findings
    (finding,) = found
    assert finding.rule == "null-added"
    assert finding.message.startswith("In the definition `Amount`: ")


@pytest.mark.parametrize("name", ["a/b", "/", "", "a~1b", "a~b"])
def test_a_definition_is_known_by_its_whole_name(name: str) -> None:
    others = {"a": {"$defs": {"b": {"type": "string"}}}}
    old, new = ({"$defs": {name: {"type": type_}, **others}} for type_ in ("string", "integer"))
    (finding,) = compare(old, new).findings
    assert finding.rule == "type-changed"
    assert compare(old, {"$defs": others}).findings[0].rule == "definition-removed"


def test_an_edit_of_one_definition_asks_nothing_about_the_others() -> None:
    old = holding({"type": "integer"}, Hard={"type": "string", "pattern": "^(a|b)*$"})
    compared = compare(old, holding({"type": "integer", "title": "An amount"}, Hard=old["$defs"]["Hard"]))
    assert compared.verdict == "compatible"
    assert compared.findings == ()


@pytest.mark.parametrize(
    ("old", "new", "rules"),
    [
        (holding({}), {"$defs": {"Amount": {}}}, ["definition-removed"]),
        (holding({}), {"$defs": {"Sum": MONEY, "Amount": {}}}, ["definition-removed", "added"]),
        (holding({}), holding({}, More={"type": "string"}), ["added"]),
        ({"definitions": {"A": {"type": "string"}}}, {"$defs": {"A": {"type": "string"}}}, []),
        ({"$defs": {"A": {"type": "string"}}}, {"$defs": {"A": {"type": "string"}}, "description": "d"}, []),
        ({"$defs": {"v1": {"$defs": {"A": {"const": 1}}}}}, {"$defs": {"v1": {"$defs": {}}}}, ["definition-removed"]),
        ({"$defs": {"v1": {"$defs": {"A": {"const": 1}}}}}, {"$defs": {"v1": {"$defs": {"A": {"const": 2}}}}},
         ["const-changed"]),
        ({"$defs": {"A": {"const": 1}}, "type": "object"}, {"type": "object"}, []),
        ({"$defs": {"A": {"const": 1}}, "type": "object"}, {"$defs": {"A": {"const": 2}}, "type": "object"}, []),
        ({"$defs": {"A": {"const": 1}}}, {"$ref": "#/$defs/A", "$defs": {"A": {"const": 1}}}, []),
        (both_holding(1, 2), both_holding(1, 2, title="t"), []),
        (both_holding(1, 2), both_holding(3, 2), ["const-changed"]),
        (both_holding(1, 2), both_holding(1, 3), ["const-changed"]),
        (both_holding(1, 1), {"$defs": {"A": {"const": 1}}}, []),
    ],
)  # fmt: skip
def test_names_only_grow_in_a_file_of_definitions(old: Any, new: Any, rules: list[str]) -> None:
    found = compare(old, new, promise="additive").findings
    weighty = [finding.rule for finding in found if finding.severity != Severity.NOTE or finding.rule == "added"]
    assert sorted(weighty) == sorted(rules)


def test_an_input_direction_turns_the_question_round() -> None:
    narrow, wide = ({"$defs": {"A": {"type": types}}} for types in ("string", ["string", "null"]))
    assert compare(narrow, wide, direction="input").verdict == "compatible"
    assert compare(wide, narrow, direction="input").verdict == "breaking"
    assert compare(wide, narrow, direction="full").verdict == "breaking"


@pytest.mark.parametrize(
    ("schema", "names"),
    [
        (True, []), ({}, []), ({"$defs": {"A": {}}}, ["A"]), ({"$defs": {"A": {}}, "title": "t", "x-y": 1}, ["A"]),
        ({"$defs": {"A": {}}, "type": "object"}, []), ({"$defs": {"A": {}}, "$ref": "#/$defs/A"}, []),
        ({"$defs": {"A": {}}, "definitions": {"B": {}}}, ["A", "B"]),
        ({"$defs": {"A": {}}, "definitions": {"A": {}}}, ["A", "A"]), ({"$defs": {"g": {"$defs": {"A": {}}}}}, ["g/A"]),
        ({"$schema": "http://json-schema.org/draft-04/schema#", "definitions": {"B": {}}}, ["B"]),
        ({"components": {"A": {}}}, []),
    ],
)  # fmt: skip
def test_a_schema_is_a_file_of_definitions_where_it_asserts_nothing_else(schema: Any, names: list[str]) -> None:
    assert [name for name, _ in definitions_of(Resources.of(schema))] == names
