"""Places in large documents are those of the reader that finds all places at once."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accordant.schema import documents
from accordant.schema.json_places import JsonPlaces
from accordant.schema.pointers import join

TEXT = st.text(st.sampled_from('ab"\\/~\n,:[]{} é\U0001f600'), max_size=4)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=20,
)
LAYOUTS: list[dict[str, Any]] = [{"separators": (",", ":")}, {}, {"indent": 2}, {"indent": 1, "ensure_ascii": False}]


def pointers_of(value: Any, pointer: str = "") -> list[str]:
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [pointer, *(inner for key, part in members for inner in pointers_of(part, join(pointer, key)))]


@pytest.mark.parametrize("layout", LAYOUTS, ids=["compact", "spaced", "indented", "not escaped"])
@given(value=VALUES, seed=st.integers(0, 9))
def test_places_are_those_of_the_whole_reader_in_any_order(layout: dict[str, Any], value: Any, seed: int) -> None:
    text = json.dumps(value, **layout) + "\n"
    document, found = documents.parse(text, "a.json"), JsonPlaces(text.encode())
    asked = [*pointers_of(value), "/none", *(f"{pointer}/9" for pointer in pointers_of(value))]
    random.Random(seed).shuffle(asked)
    for pointer in asked:
        place = document.place(pointer)
        assert found.place(pointer) == (place.line, place.column), pointer
