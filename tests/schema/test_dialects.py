"""Each draft knows its own keywords, and is known by every spelling of its address."""

from __future__ import annotations

import pytest

from accordant.schema.dialects import (
    DIALECTS,
    DRAFT_04,
    DRAFT_06,
    DRAFT_07,
    DRAFT_2019_09,
    DRAFT_2020_12,
    Dialect,
    dialect_named,
    dialect_of,
    is_exact_spelling,
)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_an_address_is_known_with_and_without_its_fragment_and_in_https(dialect: Dialect) -> None:
    bare = dialect.uri.rstrip("#")
    for spelling in (bare, bare + "#", bare.replace("http://", "https://"), bare.replace("https://", "http://")):
        assert dialect_named(spelling) is dialect
    assert is_exact_spelling(dialect.uri)


def test_https_of_an_older_draft_is_no_exact_spelling() -> None:
    assert not is_exact_spelling("https://json-schema.org/draft-07/schema#")


@pytest.mark.parametrize("schema", [{}, True, {"$schema": "urn:unknown"}, {"$schema": 7}])
def test_a_schema_that_declares_nothing_known_is_the_default(schema: object) -> None:
    assert dialect_of(schema) is DRAFT_2020_12
    assert dialect_of(schema, DRAFT_07) is DRAFT_07


@pytest.mark.parametrize(
    ("keyword", "since", "until"),
    [
        ("const", DRAFT_06, DRAFT_2020_12),
        ("if", DRAFT_07, DRAFT_2020_12),
        ("prefixItems", DRAFT_2020_12, DRAFT_2020_12),
        ("additionalItems", DRAFT_04, DRAFT_2019_09),
        ("$recursiveRef", DRAFT_2019_09, DRAFT_2019_09),
        ("unevaluatedProperties", DRAFT_2019_09, DRAFT_2020_12),
        ("id", DRAFT_04, DRAFT_04),
    ],
)
def test_a_keyword_belongs_to_its_drafts(keyword: str, since: Dialect, until: Dialect) -> None:
    for dialect in DIALECTS:
        assert (keyword in dialect.keywords) == (since.position <= dialect.position <= until.position)


def test_subschemas_come_with_their_paths() -> None:
    schema = {
        "properties": {"p": {"type": "null"}},
        "allOf": [True],
        "not": {},
        "items": [{}],
        "dependencies": {"p": ["q"], "q": {}},
        "const": {"properties": {"no": {}}},
    }
    paths = [path for path, _ in DRAFT_07.subschemas(schema)]
    assert paths == [("properties", "p"), ("allOf", 0), ("not",), ("items", 0), ("dependencies", "q")]


def test_beside_a_reference_old_drafts_see_only_definitions() -> None:
    schema = {"$ref": "#/definitions/d", "properties": {"p": {}}, "definitions": {"d": {}}}
    assert [path for path, _ in DRAFT_07.subschemas(schema)] == [("definitions", "d")]
    assert len(list(DRAFT_2019_09.subschemas(schema))) == 2
