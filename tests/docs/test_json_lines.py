"""JSON over several lines is laid out as the standard library lays it out."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from accordant.docs.json_lines import lay_out

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)


@given(VALUES)
def test_a_value_is_laid_out_as_the_standard_library_does(value: object) -> None:
    assert lay_out(value) == json.dumps(value, indent=2, ensure_ascii=False)
