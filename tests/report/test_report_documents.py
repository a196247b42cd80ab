"""Documents in reports: short, and the refused part is the one that is marked."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from accordant.findings import JsonValue
from accordant.report import documents
from accordant.report.visible import visible

leaves = st.none() | st.booleans() | st.integers(-1000, 1000) | st.text(max_size=12)
trees = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=25,
)


def places(value: JsonValue, pointer: str = "") -> list[tuple[str, JsonValue]]:
    pointers = [(pointer, value)]
    if isinstance(value, dict):
        for key, member in value.items():
            pointers += places(member, f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}")
    elif isinstance(value, list):
        for index, member in enumerate(value):
            pointers += places(member, f"{pointer}/{index}")
    return pointers


def stretch(text: str, start: int, length: int) -> str:
    """The characters of a text that stand in these columns."""
    taken, column = "", 0
    for letter in text:
        if start <= column < start + length or (column == start + length and documents.columns(letter) == 0):
            taken += letter
        column += documents.columns(letter)
    return taken


@settings(max_examples=300, deadline=None)
@given(trees, st.data())
def test_what_is_marked_is_the_part_that_the_pointer_names(document: JsonValue, data: st.DataObject) -> None:
    pointer, part = data.draw(st.sampled_from(places(document)))
    layout = documents.lines(document, pointer)
    marked = [line for line in layout if line.mark]
    if marked:
        assert len(marked) == 1
        assert marked[0].mark is not None
        expected = visible(json.dumps(part, ensure_ascii=False))
        assert stretch(marked[0].text, *marked[0].mark).startswith(expected[:40])
    else:
        inner = [line.text for line in layout if line.marked]
        assert inner
        assert inner[0].endswith(("{", "["))


@settings(max_examples=200, deadline=None)
@given(
    st.recursive(leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("ab", max_size=6), inner))
)
def test_lines_that_nothing_was_cut_from_are_the_document(document: JsonValue) -> None:
    layout = [line.text for line in documents.lines(document)]
    text = "\n".join(layout)
    escaped = visible(json.dumps(document, ensure_ascii=False)) != json.dumps(document, ensure_ascii=False)
    if not escaped and len(layout) <= documents.LINES:
        assert json.loads(text) == document


def test_a_missing_member_marks_its_nearest_parent() -> None:
    (line,) = documents.lines({"a": {"b": 1}}, "/a/c/d")
    assert line.text == '{"a": {"b": 1}}'
    assert line.mark == (6, 8)


def test_wide_letters_take_two_columns() -> None:
    (line,) = documents.lines({"名前": "x"}, "/名前")
    assert line.mark == (9, 3)


def test_a_long_document_keeps_the_marked_part() -> None:
    document = {f"field-{index}": "x" * 30 for index in range(200)}
    layout = documents.lines(document, "/field-150")
    assert len(layout) <= documents.LINES + 2
    assert any(line.mark and "field-150" in line.text for line in layout)
    assert layout[0].text == "... 131 lines"


def test_a_part_of_several_lines_is_marked_on_each() -> None:
    document = {"a": {f"field-{index}": "x" * 30 for index in range(4)}, "b": 1}
    layout = documents.lines(document, "/a")
    assert [line.marked for line in layout] == [False, True, True, True, True, True, True, False, False]
