"""The keywords of one schema in the words of another draft: up to 2020-12, and from there down to draft-07.

The subschemas in them are of the other draft already. What is said here says the same; what cannot be said is a
:class:`Unsaid`, and the schema then accepts more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from accordant.findings import JsonValue
from accordant.schema.dialects import Dialect

Keywords = dict[str, Any]
Unsaid = Callable[[str, str], None]
"""Is told a keyword that cannot be said, and why."""

_AS_INTEGER: Final = "`integer` of draft-04 refuses 1.0, that of later drafts takes it"
_COUNTED: Final = "draft-07 cannot count the items that satisfy `contains`"


def raise_to_2020(keywords: Keywords, dialect: Dialect, unsaid: Unsaid) -> Keywords:
    """The keywords of a schema of any draft as 2020-12 says them."""
    raised = dict(keywords)
    if dialect.integers_by_spelling:
        _raise_limits(raised)
        if "integer" in _list(raised.get("type")):
            unsaid("type", _AS_INTEGER)
    if dialect.tuple_keyword == "items":
        _raise_items(raised)
    if "dependencies" in raised:
        _split_dependencies(raised)
    return raised


def _list(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else [value]


def _raise_limits(keywords: Keywords) -> None:
    """In draft-04 ``exclusiveMinimum`` is a boolean that changes ``minimum``."""
    for limit, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        if keywords.pop(exclusive, False) is True and limit in keywords:
            keywords[exclusive] = keywords.pop(limit)


def _raise_items(keywords: Keywords) -> None:
    """Up to 2019-09 ``items`` may be a list, and ``additionalItems`` says what the other items are."""
    others = keywords.pop("additionalItems", None)
    if not isinstance(keywords.get("items"), list):
        return
    leading = keywords.pop("items")
    if leading:
        keywords["prefixItems"] = leading
    if others is not None:
        keywords["items"] = others


def _split_dependencies(keywords: Keywords) -> None:
    for name, needed in keywords.pop("dependencies").items():
        keyword = "dependentRequired" if isinstance(needed, list) else "dependentSchemas"
        keywords[keyword] = {**keywords.get(keyword, {}), name: needed}


def lower_to_07(keywords: Keywords, unsaid: Unsaid) -> Keywords:
    """The keywords of a schema of 2020-12 as draft-07 says them."""
    lowered = dict(keywords)
    _lower_items(lowered)
    _lower_contains(lowered, unsaid)
    _join_dependencies(lowered)
    if "$ref" in lowered and len(lowered) > 1:  # draft-07 reads nothing beside a reference
        add_conjunct(lowered, {"$ref": lowered.pop("$ref")})
    return lowered


def _lower_items(keywords: Keywords) -> None:
    if "prefixItems" not in keywords:
        return
    if "items" in keywords:
        keywords["additionalItems"] = keywords.pop("items")
    keywords["items"] = keywords.pop("prefixItems")


def _lower_contains(keywords: Keywords, unsaid: Unsaid) -> None:
    least, most = keywords.pop("minContains", 1), keywords.pop("maxContains", None)
    if "contains" not in keywords:
        return
    if most is not None and least > most:  # no array is valid
        del keywords["contains"]
        add_conjunct(keywords, {"not": {"type": "array"}})
    elif most == 0:
        add_conjunct(keywords, {"not": {"type": "array", "contains": keywords.pop("contains")}})
    else:
        if least == 0:
            del keywords["contains"]
        if least > 1:
            unsaid("minContains", _COUNTED)
        if most is not None:
            unsaid("maxContains", _COUNTED)


def _join_dependencies(keywords: Keywords) -> None:
    names, schemas = keywords.pop("dependentRequired", {}), keywords.pop("dependentSchemas", {})
    joined = {name: needed for name, needed in {**names, **schemas}.items() if name not in names or name not in schemas}
    for name in names:
        if name in schemas:
            joined[name] = {"allOf": [schemas[name], {"required": names[name]}]}
    if joined:
        keywords["dependencies"] = joined


def add_conjunct(keywords: Keywords, schema: JsonValue) -> None:
    """Let another schema hold too."""
    keywords["allOf"] = [*keywords.get("allOf", ()), schema]
