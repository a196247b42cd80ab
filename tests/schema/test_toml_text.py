"""What is written as TOML is read back equal."""

from __future__ import annotations

import tomllib

import pytest

from accordant.findings import JsonValue
from accordant.schema.toml_text import write_toml


@pytest.mark.parametrize(
    "value", ["", 'a "b" \\ c', "\x00\t\n\x1f\x7f", "\U0001f600 ü \u2028", [1, [True, 0.5], "x"], {"a": {"b": ["c"]}}]
)
def test_a_value_is_read_back_equal(value: JsonValue) -> None:
    assert tomllib.loads(f"v = {write_toml(value)}") == {"v": value}
