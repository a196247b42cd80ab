"""Rules about what a schema declares: names and facts of the older side stay declared."""

from __future__ import annotations

from typing import Final

from accordant.compat.rules.severities import breaking
from accordant.findings import Rule

RULES: Final[tuple[Rule, ...]] = (
    breaking(
        "field-removed",
        "A field that the older schema declares is no longer declared, or no document can carry it any more.",
        "A reader that takes the field finds nothing there.",
        '{"properties": {"a": {}, "b": {}}} -> {"properties": {"a": {}}}',
        '{"properties": {"a": {}}} -> {"properties": {"a": {}, "b": {}}}',
        "keep the field (mark it deprecated), or make the edit in a new major version: registry bump CONTRACT",
    ),
    breaking(
        "field-renamed",
        "A field is gone and one with the same schema stands at the same place under another name.",
        "A reader that takes the old name finds nothing there.",
        '{"properties": {"line": {"type": "integer"}}} -> {"properties": {"row": {"type": "integer"}}}',
        '{"properties": {"line": {}}} -> {"properties": {"line": {}, "row": {}}}',
        "write both names for a while, or make the edit in a new major version: registry bump CONTRACT",
    ),
    breaking(
        "enum-value-removed",
        "A value that the older schema lists is no longer listed, or no document can carry it any more.",
        "A reader waits for a value that never comes, and a writer that follows the older schema is refused.",
        '{"enum": ["a", "b"]} -> {"enum": ["a"]}',
        '{"enum": ["a"]} -> {"enum": ["a", "b"]}, where the enum is open',
    ),
    breaking(
        "enum-dropped",
        "The older schema lists the values of a field; the newer one lists none.",
        "The names that readers rely on are no longer promised.",
        '{"enum": ["a", "b"]} -> {"type": "string"}',
        '{"enum": ["a", "b"]} -> {"enum": ["a", "b", "c"]}, where the enum is open',
    ),
    breaking(
        "const-changed",
        "A fixed value changed.",
        "A reader that compares with the old value takes every document for a foreign one.",
        '{"const": 1} -> {"const": 2}',
        '{"const": 1} -> {"const": 1}',
    ),
    breaking(
        "carrier-changed",
        "The value by which documents say their version changed inside the version.",
        "Readers pick the version by it; they refuse documents that carry another.",
        '{"$schema": {"const": "urn:x:v1"}} -> {"$schema": {"const": "urn:x:v1.1"}}',
        "the carrier changes with the major version only",
    ),
    breaking(
        "unit-changed",
        "A number keeps its name and changes its unit.",
        "Every reader goes on without an error and is wrong by the factor.",
        '{"x-unit": "s"} -> {"x-unit": "ms"}',
        "the old field stays, a field with another name carries the other unit",
        "keep the unit; add a field whose name says the new one",
    ),
)
