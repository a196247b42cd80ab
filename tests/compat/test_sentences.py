"""The sentence of a finding says what was done, and names the place that was changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from accordant.compat import compare, narrowing
from accordant.compat.breaks import breaks
from accordant.compat.located import Break, UnknownBreaks
from accordant.findings import Finding

DRAFT_07 = "http://json-schema.org/draft-07/schema#"
NUMBER, TEXT = {"type": "number"}, {"type": "string"}


def find(old: Any, new: Any, direction: str = "output", promise: str = "additive") -> list[Finding]:
    return list(compare(old, new, promise=promise, direction=direction).findings)


def say(old: Any, new: Any, direction: str = "output", promise: str = "additive") -> list[str]:
    return [finding.message for finding in find(old, new, direction, promise)]


def in_pos(schema: Any) -> Any:
    return {"properties": {"pos": schema}}


def test_a_tuple_that_is_opened_shows_the_tuple_in_each_draft() -> None:
    new, old = (in_pos({"prefixItems": [NUMBER, NUMBER], "type": "array", **end}) for end in ({}, {"items": False}))
    assert say(old, new) == ['`/pos` may be [0, 0, ""]; the reader\'s `items: false` refuses it.']
    new, old = (
        {"$schema": DRAFT_07, **in_pos({"items": [NUMBER, NUMBER], "type": "array", **end})}
        for end in ({}, {"additionalItems": False})
    )
    assert say(old, new) == ['`/pos` may be [0, 0, ""]; the reader\'s `additionalItems: false` refuses it.']


def test_a_list_that_becomes_one_value_is_one_finding_about_the_value_that_is_gone() -> None:
    (finding,) = find({"enum": ["x", "y"]}, {"const": "x"})
    assert (finding.rule, finding.old) == ("enum-value-removed", "y")


def branch(kind: str, **properties: Any) -> Any:
    return {"properties": {"kind": {"const": kind}, **properties}, "required": ["kind"]}


def test_a_tag_that_an_alternative_loses_is_not_said_to_be_added() -> None:
    old = {"oneOf": [branch("a", x=NUMBER), branch("b", y=NUMBER)]}
    new = {"oneOf": [{"properties": {"x": NUMBER}}, branch("b", y=NUMBER)]}
    (message,) = say(old, new, "input", "strict")
    more_than_one = "the document may fit more than one of the reader's alternatives"
    assert message == f"`/kind` is no longer declared: {more_than_one}."


def test_a_position_that_goes_is_named_as_the_position() -> None:
    old, new = (in_pos({"prefixItems": items, "items": False}) for items in ([NUMBER, TEXT], [NUMBER]))
    start = "`/pos/1` is no longer a position of its own: it"
    assert say(old, new, "input") == [f'{start} may be "", which the reader\'s `items` refuses.']
    assert say(old, new) == [f'{start} could be "", which `items` refuses.']
    assert say(new, old) == [
        '`/pos/1` is a position of its own now: it may be "", which the reader\'s `items` refuses.'
    ]


def test_the_whole_document_is_named_where_it_is_what_is_refused() -> None:
    old, new = ({"$schema": DRAFT_07, "items": items, "additionalItems": False} for items in ([NUMBER, TEXT], [NUMBER]))
    start = "`/1` is no longer a position of its own: the document"
    assert say(old, new) == [f'{start} could be [0, ""], which `additionalItems` refuses.']


CANCELLED = {"properties": {"status": {"const": "cancelled"}}, "required": ["status"]}


def order(field: str, when: Any = CANCELLED, **more: Any) -> Any:
    """An order that needs a reason in some cases."""
    properties = {"status": {"enum": ["open", "cancelled"]}, field: TEXT}
    base = {"type": "object", "properties": properties, "required": ["status"], "additionalProperties": False}
    return {**base, "if": when, "then": {"required": [field]}, **more}


def test_a_name_that_only_a_condition_requires_is_not_said_to_be_always_there() -> None:
    notes = [finding.message for finding in find(order("why"), order("reason")) if finding.rule == "narrowed"]
    assert notes == ["The field `/reason` is required in more cases, by `then`."]


def test_what_a_new_condition_requires_is_told_as_required_in_more_cases() -> None:
    old = {key: value for key, value in order("why").items() if key not in ("if", "then")}
    assert say(old, order("why")) == ["The field `/why` is required in more cases, by `then`."]


def test_a_name_that_was_added_is_not_searched_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each alternative would show the same: it may have been written as anything before it was declared."""
    asked: list[object] = []

    def search(*given: Any, **more: Any) -> Iterator[Break | UnknownBreaks]:
        asked.append(given)
        return breaks(*given, **more)

    monkeypatch.setattr(narrowing, "breaks", search)
    kinds = [branch(kind, x=NUMBER) for kind in "abcdef"]
    old: Any = {"oneOf": kinds, "properties": {"at": TEXT}}
    new: Any = {"oneOf": kinds, "properties": {"at": TEXT, "by": TEXT, "to": NUMBER}}
    assert say(old, new) == ["The field `/by` was added.", "The field `/to` was added."]
    assert asked == []
    new["properties"]["at"] = {**TEXT, "maxLength": 3}
    assert "`/at` is narrower now: `maxLength: 3` is new." in say(old, new)
    assert len(asked) == 1


def test_a_condition_that_loses_a_part_is_told_of_a_document_that_it_is_about_now() -> None:
    for when in ({"required": ["status"]}, {"properties": {"status": {}}, "required": ["status"]}):
        (note,) = say(order("why"), order("why", when))
        assert note == 'Where `/status` is "open", `/why` is always there from now on.'
        (broken,) = find(order("why"), order("why", when), "input")
        assert broken.rule == "condition-tightened"
        assert broken.message == 'Where `/status` is "open", `/why` may be missing; the reader requires it.'


def test_a_key_that_a_condition_refuses_is_no_keyword() -> None:
    old, new = order("why"), order("why", **{"else": {"properties": {"why": False}}})
    assert say(old, new) == ["The document is narrower now: `/why` could be there, and is refused now."]
    (message,) = say(old, new, "input")
    assert message == "The rule `else` for the document changed: `/why` may be there, and the reader refuses it."


def event(**then: Any) -> Any:
    properties = {"type": TEXT, "payload": {"type": "object"}}
    when = {"properties": {"type": {"const": "a"}}, "required": ["type"]}
    return {"properties": properties, "required": ["type", "payload"], "if": when, "then": {"properties": then}}


def test_what_only_a_condition_no_longer_declares_is_not_said_to_be_gone() -> None:
    payload = {"properties": {"x": NUMBER}, "required": ["x"]}
    messages = say(event(payload=payload), event())
    refused = "`/payload` may be {}, which the reader's `required` refuses"
    assert f"`/payload` is no longer declared by `then`: {refused}." in messages
    messages = say(event(payload=payload), event(data=payload))
    assert "`then` has its schema for `/payload` under the name `data` now." in messages


def test_a_keyword_that_a_change_of_the_draft_hides_behind_a_reference_is_told_of_the_draft() -> None:
    body = {"properties": {"a": {"$ref": "#/definitions/m", "maxLength": 3}}, "definitions": {"m": TEXT}}
    old, new = {"$schema": "https://json-schema.org/draft/2020-12/schema", **body}, {"$schema": DRAFT_07, **body}
    refused = '`/a` may be "aaaa", which the reader\'s `maxLength` refuses'
    change = "The draft changed from 2020-12 to draft-07, where `maxLength` of `/a` no longer counts beside `$ref`"
    (finding,) = find(old, new)
    assert (finding.rule, finding.message) == ("draft-changed", f"{change}: {refused}.")
    assert finding.place is not None
    assert finding.place.pointer == "/properties/a/maxLength"
    change = "The draft changed from draft-07 to 2020-12, where `maxLength` of `/a` counts now beside `$ref`"
    assert say(new, old) == [f"{change}."]
    assert say(new, old, "input") == [f"{change}: {refused}."]


def test_a_keyword_that_goes_with_the_draft_is_no_matter_of_the_draft() -> None:
    old, new = (
        {"properties": {"a": {"allOf": [{"$ref": "#/definitions/m"}], **more}}, "definitions": {"m": TEXT}}
        for more in ({"maxLength": 3}, {})
    )
    (finding,) = find(old, {"$schema": DRAFT_07, **new})
    assert finding.rule == "bound-loosened"


def test_a_finding_about_a_keyword_that_is_gone_is_at_the_schema_that_had_it() -> None:
    (finding,) = find({"properties": {"a": {"enum": ["x", "y"]}}}, {"properties": {"a": {"type": "string"}}})
    assert (finding.rule, finding.place and finding.place.pointer) == ("enum-dropped", "/properties/a")


@pytest.mark.parametrize("keyword", ["additionalProperties", "unevaluatedProperties"])
def test_an_object_whose_further_keys_get_a_schema_is_not_said_to_be_closed(keyword: str) -> None:
    def held(**rest: Any) -> Any:
        return {"properties": {"m": {"type": "object", **rest}}}

    (message,) = say(held(), held(**{keyword: TEXT}))
    assert message == "`/m` is narrower now: `/m/a` could be 0, which `type` refuses."
    (message,) = say(held(), held(**{keyword: False}))
    assert message == "`/m` is closed now: keys that the schema does not name are no longer written."
