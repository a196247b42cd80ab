"""`unevaluated*` beside a reference back to its own schema asks itself what is left: no answer to that is a proof."""

from __future__ import annotations

from typing import Any

import pytest

from accordant import compare

DRAFTS = {
    "2019-09": ("https://json-schema.org/draft/2019-09/schema", {"$recursiveRef": "#"}),
    "2020-12": ("https://json-schema.org/draft/2020-12/schema", {"$dynamicRef": "#"}),
}
LOOPS: tuple[dict[str, Any], ...] = (
    {"$ref": "#"},
    {"allOf": [{"$ref": "#"}]},
    {"$ref": "#/$defs/a", "$defs": {"a": {"allOf": [{"$ref": "#"}]}}},
)
EDITS = (
    ("unevaluatedItems", {"type": "number"}, {"type": "string"}),
    ("unevaluatedItems", {"type": "number"}, True),
    ("unevaluatedProperties", {"type": "number"}, {"type": "string"}),
    ("unevaluatedProperties", False, True),
)


@pytest.mark.parametrize("draft", DRAFTS)
@pytest.mark.parametrize(("keyword", "old", "new"), EDITS)
def test_a_schema_that_asks_itself_is_undecided(draft: str, keyword: str, old: Any, new: Any) -> None:
    uri, own = DRAFTS[draft]
    for loop in (*LOOPS, own):
        before, after = ({"$schema": uri, **loop, keyword: rest} for rest in (old, new))
        comparison = compare(before, after)
        assert comparison.verdict == "undecided", loop
        assert "asks itself what is left" in comparison.findings[0].message
        assert compare(before, before).verdict == "compatible"
        assert compare(before, {**before, "maxItems": 3}).verdict == "compatible"


@pytest.mark.parametrize("draft", DRAFTS)
@pytest.mark.parametrize(
    "around",
    [
        lambda part: {"allOf": [part]},
        lambda part: {"if": {"type": "object"}, "then": part},
        lambda part: {"if": {"type": "string"}, "else": part},
        lambda part: {"dependentSchemas": {"a": part}},
        lambda part: {"oneOf": [part, {"type": "string"}]},
    ],
)
def test_a_part_that_asks_itself_by_way_of_the_whole_is_undecided(draft: str, around: Any) -> None:
    uri, _ = DRAFTS[draft]
    before, after = (
        {"$schema": uri, **around({"$ref": "#", "unevaluatedProperties": rest})}
        for rest in ({"maxLength": 1}, {"maxLength": 1, "type": "string"})
    )
    for direction in ("input", "output"):
        assert compare(before, after, direction=direction).verdict == "undecided"


def test_a_tree_that_refers_to_itself_for_its_members_is_decided() -> None:
    tree = {"type": "object", "properties": {"left": {"$ref": "#"}, "name": {"type": "string"}}}
    closed, open_ = ({**tree, "unevaluatedProperties": rest} for rest in (False, True))
    assert compare(closed, open_).verdict == "breaking"
    assert compare(open_, closed).verdict == "compatible"
