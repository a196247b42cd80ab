"""Names of members match patterns as ECMA-262 says, whichever engine decides."""

from __future__ import annotations

import pytest

from accordant.schema.name_patterns import pattern_matches


@pytest.mark.parametrize(
    ("pattern", "name", "matches"),
    [
        ("^x-", "x-unit", True),
        ("unit", "x-unit", True),
        ("^unit", "x-unit", False),
        (r"^\d$", "\u0663", False),
        (r"^\p{Lu}", "Änderung", True),
        ("^.$", "\U0001f600", True),
        ("^a$", "a\n", False),
        (r"^(\w)\w*\1$", "abba", True),
        (r"^(\w)\w*\1$", "abbc", False),
        ("(", "(", False),
    ],
)
def test_a_name_matches_a_pattern_as_ecmascript_says(pattern: str, name: str, matches: bool) -> None:
    assert pattern_matches(pattern, name) is matches
