"""Random schemas and documents for property tests: small vocabularies, so that keywords meet each other."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

NAMES = ["p", "q", "pq", "x_"]
PATTERNS = ["^p", "q$", "^[pq]$", "^(p|q)*$", "^.{2}$", "^(?!p)", "^$", "x"]
DRAFTS = {
    "http://json-schema.org/draft-07/schema#": 7,
    "https://json-schema.org/draft/2019-09/schema": 2019,
    "https://json-schema.org/draft/2020-12/schema": 2020,
}

uris = st.sampled_from(sorted(DRAFTS))
names = st.sampled_from(NAMES)
small = st.integers(0, 3)
scalars = st.sampled_from([None, True, False, 0, 1, 2, 3, -1, 0.5, 1.5, 6, "", "p", "q", "pq", "x_", "ppp"])
documents: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=6,
)
types = st.sampled_from(["null", "boolean", "integer", "number", "string", "array", "object"])


def keywords(inner: st.SearchStrategy[Any], draft: int) -> dict[str, st.SearchStrategy[Any]]:
    """The keywords of a draft (7, 2019 or 2020) with strategies for their values."""
    strategies_by_keyword: dict[str, st.SearchStrategy[Any]] = {
        "type": types | st.lists(types, min_size=1, max_size=3, unique=True),
        "enum": st.lists(documents, min_size=1, max_size=3),
        "const": documents,
        "minimum": st.sampled_from([-1, 0, 1, 1.5]),
        "exclusiveMaximum": st.sampled_from([0, 1, 2.5]),
        "multipleOf": st.sampled_from([1, 2, 3, 0.5, 0.1]),
        "minLength": small,
        "maxLength": small,
        "pattern": st.sampled_from(PATTERNS),
        "minItems": small,
        "maxItems": small,
        "uniqueItems": st.just(True),
        "contains": inner,
        "required": st.lists(names, min_size=1, max_size=2, unique=True),
        "minProperties": small,
        "maxProperties": small,
        "properties": st.dictionaries(names, inner, min_size=1, max_size=2),
        "patternProperties": st.dictionaries(st.sampled_from(PATTERNS), inner, min_size=1, max_size=2),
        "additionalProperties": inner,
        "propertyNames": inner,
        "allOf": st.lists(inner, min_size=1, max_size=2),
        "anyOf": st.lists(inner, min_size=1, max_size=3),
        "oneOf": st.lists(inner, min_size=1, max_size=3),
        "not": inner,
        "if": inner,
        "then": inner,
        "else": inner,
        "items": inner,
    }
    if draft >= 2019:
        strategies_by_keyword |= {
            "minContains": small,
            "maxContains": small,
            "dependentRequired": st.dictionaries(names, st.lists(names, max_size=1), min_size=1, max_size=1),
            "dependentSchemas": st.dictionaries(names, inner, min_size=1, max_size=1),
            "unevaluatedProperties": inner,
            "unevaluatedItems": inner,
        }
    if draft >= 2020:
        strategies_by_keyword |= {
            "prefixItems": st.lists(inner, min_size=1, max_size=2),
            "$ref": st.sampled_from(["#/$defs/d", "#/$defs/e"]),
        }
    return strategies_by_keyword


@cache
def schemas(draft: int, depth: int = 2) -> st.SearchStrategy[Any]:
    """Schemas of a draft, up to `depth` levels; made once: to make strategies takes longer than to draw from them."""
    if depth == 0:
        return st.booleans() | st.builds(lambda name: {"type": name}, types)
    choices = keywords(st.deferred(lambda: schemas(draft, depth - 1)), draft)
    some = st.lists(st.sampled_from(sorted(choices)), min_size=1, max_size=3, unique=True)

    @st.composite
    def build(draw: st.DrawFn) -> Any:
        return {keyword: draw(choices[keyword]) for keyword in draw(some)}

    return build() | build() | st.booleans()


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Any, Any]:
    """Two schemas of one draft; often the second is the first with a keyword changed, added or taken away."""
    uri = draw(uris)
    draft = DRAFTS[uri]
    definitions = {"d": draw(schemas(draft, 1)), "e": draw(schemas(draft, 1))}
    first = draw(schemas(draft))
    second = draw(schemas(draft))
    how = draw(st.integers(0, 3))
    if isinstance(first, dict) and how:
        other = second if isinstance(second, dict) else {}
        if how == 1:
            second = {**first, **other}
        elif how == 2:
            second = {"anyOf": [first, other]}
        else:
            second = {key: value for key, value in first.items() if key != draw(st.sampled_from(sorted(first)))}
    return _whole(first, uri, definitions), _whole(second, uri, definitions)


def _whole(schema: Any, uri: str, definitions: dict[str, Any]) -> Any:
    if not isinstance(schema, dict):
        return schema
    return {**schema, "$schema": uri, "$defs": definitions}
