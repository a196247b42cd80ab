"""Edits made by a script: each kind at each place where it applies, and the finding that follows from it.

The expectations are derived from the edit alone: which rule, where on both sides. Nothing here asks the product.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.compat.truth_schemas import SCHEMAS, Schema

Change = Callable[[Schema], "tuple[str, str, str] | None"]
"""Edits the schema object in place; rule, pointer below it on the older and on the newer side; None: does not apply."""


@dataclass(frozen=True)
class Edit:
    """A pair of schemas that one edit tells apart, and what a report has to say about it."""

    name: str
    kind: str
    place: str
    direction: str
    old: Schema
    new: Schema
    rule: str
    old_pointer: str
    new_pointer: str


def _null(schema: Schema) -> tuple[str, str, str] | None:
    if not isinstance(schema.get("type"), str) or {"enum", "const", "not"} & set(schema):
        return None
    schema["type"] = [schema["type"], "null"]
    return "null-added", "/type", "/type"


def _other_type(schema: Schema) -> tuple[str, str, str] | None:
    if schema.get("type") not in ("string", "integer", "boolean") or {"enum", "const", "pattern"} & set(schema):
        return None
    schema["type"] = "array"
    return "type-changed", "/type", "/type"


def _two_types(schema: Schema) -> tuple[str, str, str] | None:
    if schema.get("type") not in ("string", "integer", "number") or "enum" in schema:
        return None
    schema["type"] = [schema["type"], "object", "array"]
    return "type-changed", "/type", "/type"


def _no_type(schema: Schema) -> tuple[str, str, str] | None:
    if schema.get("type") not in ("string", "integer", "boolean", "number", "array") or "enum" in schema:
        return None
    del schema["type"]
    return "type-changed", "/type", ""


def _fraction(schema: Schema) -> tuple[str, str, str] | None:
    if schema.get("type") != "integer":
        return None
    schema["type"] = "number"
    return "integer-to-number", "/type", "/type"


def _optional(schema: Schema) -> tuple[str, str, str] | None:
    if not schema.get("required") or "kind" in schema["required"]:
        return None
    schema["required"] = schema["required"][1:]
    return "field-became-optional", "/required", "/required"


def _required(schema: Schema) -> tuple[str, str, str] | None:
    optional = [name for name in schema.get("properties", ()) if name not in schema.get("required", ())]
    if "type" not in schema or not optional:
        return None
    schema["required"] = [*schema["required"], optional[0]]
    return "field-became-required", "/required", "/required"


def _new_required(schema: Schema) -> tuple[str, str, str] | None:
    if "type" not in schema or not schema.get("properties") or schema.get("additionalProperties") is False:
        return None
    schema["properties"]["brand_new"] = {"type": "string"}
    schema["required"] = [*schema["required"], "brand_new"]
    return "field-became-required", "", "/required"


def _removed(schema: Schema) -> tuple[str, str, str] | None:
    optional = [name for name in schema.get("properties", ()) if name not in schema.get("required", ())]
    if "type" not in schema or not optional or schema.get("additionalProperties") is False:
        return None
    del schema["properties"][optional[0]]
    return "field-removed", f"/properties/{optional[0]}", ""


def _renamed(schema: Schema) -> tuple[str, str, str] | None:
    if not isinstance(schema.get("properties"), dict) or schema.get("additionalProperties") is not False:
        return None
    name = schema["required"][0]
    schema["properties"] = {"other" if key == name else key: item for key, item in schema["properties"].items()}
    schema["required"] = ["other" if key == name else key for key in schema["required"]]
    return "field-renamed", f"/properties/{name}", "/properties/other"


def _added_to_closed(schema: Schema) -> tuple[str, str, str] | None:
    if "properties" not in schema or schema.get("additionalProperties") is not False:
        return None
    schema["properties"]["brand_new"] = {"type": "string"}
    return "closed-object-opened", "/additionalProperties", "/properties/brand_new"


def _opened(schema: Schema) -> tuple[str, str, str] | None:
    if "properties" not in schema or schema.pop("additionalProperties", None) is not False:
        return None
    return "closed-object-opened", "/additionalProperties", ""


def _closed(schema: Schema) -> tuple[str, str, str] | None:
    if "type" not in schema or "properties" not in schema or "additionalProperties" in schema:
        return None
    schema["additionalProperties"] = False
    return "object-closed", "", "/additionalProperties"


def _key_refused(schema: Schema) -> tuple[str, str, str] | None:
    optional = [name for name in schema.get("properties", ()) if name not in schema.get("required", ())]
    if "type" not in schema or not optional:
        return None
    schema["properties"][optional[0]] = False
    return "object-closed", f"/properties/{optional[0]}", f"/properties/{optional[0]}"


def _value_added(schema: Schema) -> tuple[str, str, str] | None:
    if "enum" not in schema:
        return None
    schema["enum"] = [*schema["enum"], "brand-new"]
    return "closed-enum-value-added", "/enum", "/enum"


def _values_added(schema: Schema) -> tuple[str, str, str] | None:
    if "enum" not in schema:
        return None
    schema["enum"] = ["one", *schema["enum"], "two", "three", "four", "five"]
    return "closed-enum-value-added", "/enum", "/enum"


def _value_removed(schema: Schema) -> tuple[str, str, str] | None:
    if "enum" not in schema:
        return None
    schema["enum"] = schema["enum"][1:]
    return "enum-value-refused", "/enum", "/enum"


def _const(schema: Schema) -> tuple[str, str, str] | None:
    if "const" not in schema:
        return None
    schema["const"] += "-2"
    return "closed-enum-value-added", "/const", "/const"


def _bound(keyword: str, step: int) -> Change:
    def change(schema: Schema) -> tuple[str, str, str] | None:
        if keyword not in schema:
            return None
        schema[keyword] += step
        return "bound-loosened", f"/{keyword}", f"/{keyword}"

    return change


def _without(keyword: str, rule: str) -> Change:
    def change(schema: Schema) -> tuple[str, str, str] | None:
        if keyword not in schema:
            return None
        del schema[keyword]
        if keyword == "if":
            del schema["then"]
        return rule, f"/{keyword}", ""

    return change


def _tightened(keyword: str, step: int) -> Change:
    def change(schema: Schema) -> tuple[str, str, str] | None:
        if keyword not in schema:
            return None
        schema[keyword] += step
        return "bound-tightened", f"/{keyword}", f"/{keyword}"

    return change


def _pattern(schema: Schema) -> tuple[str, str, str] | None:
    if "pattern" not in schema or "type" not in schema:
        return None
    schema["pattern"] = "^.*$"
    return "pattern-loosened", "/pattern", "/pattern"


def _pattern_added(schema: Schema) -> tuple[str, str, str] | None:
    if schema.get("type") != "string" or {"pattern", "enum", "minLength"} & set(schema):
        return None
    schema["pattern"] = "^[a-z]{2,}$"
    return "pattern-tightened", "", "/pattern"


def _alternative_added(schema: Schema) -> tuple[str, str, str] | None:
    keyword = next((word for word in ("anyOf", "oneOf") if word in schema), "")
    if not keyword:
        return None
    schema[keyword] = [*schema[keyword], {"type": "array", "minItems": 3, "items": {"type": "object"}}]
    return "branch-added", f"/{keyword}", f"/{keyword}/{len(schema[keyword]) - 1}"


def _null_alternative(schema: Schema) -> tuple[str, str, str] | None:
    keyword = next((word for word in ("anyOf", "oneOf") if word in schema), "")
    if not keyword:
        return None
    schema[keyword] = [{"type": "null"}, *schema[keyword]]
    return "null-added", f"/{keyword}", f"/{keyword}/0"


def _alternative_removed(schema: Schema) -> tuple[str, str, str] | None:
    keyword = next((word for word in ("anyOf", "oneOf") if word in schema), "")
    if not keyword:
        return None
    schema[keyword] = schema[keyword][1:]
    return "branch-removed", f"/{keyword}/0", f"/{keyword}"


def _first_of(keyword: str, rule: str) -> Change:
    def change(schema: Schema) -> tuple[str, str, str] | None:
        if keyword not in schema:
            return None
        name = next(iter(schema[keyword]))
        del schema[keyword][name]
        return rule, f"/{keyword}/{name}", ""

    return change


def _of_anything(keyword: str) -> Change:
    def change(schema: Schema) -> tuple[str, str, str] | None:
        inner = schema.get(keyword)
        if not isinstance(inner, dict) or "type" not in inner or "enum" in inner:
            return None
        del schema[keyword]
        return "type-changed", f"/{keyword}", ""

    return change


def _draft(schema: Schema) -> tuple[str, str, str] | None:
    if "$schema" not in schema or "dependentRequired" not in schema:
        return None
    schema["$schema"] = "http://json-schema.org/draft-07/schema#"
    return "draft-changed", "/$schema", "/$schema"


def _longer_tuple(schema: Schema) -> tuple[str, str, str] | None:
    if "prefixItems" not in schema:
        return None
    schema["prefixItems"] = [*schema["prefixItems"], {"type": "string"}]
    return "bound-loosened", "/prefixItems", f"/prefixItems/{len(schema['prefixItems']) - 1}"


OUTPUT: dict[str, Change] = {
    "null added": _null,
    "another type": _other_type,
    "two more types": _two_types,
    "any type": _no_type,
    "a fraction": _fraction,
    "a field optional": _optional,
    "a field removed": _removed,
    "a field renamed": _renamed,
    "a field added to a closed object": _added_to_closed,
    "an object opened": _opened,
    "a value added": _value_added,
    "five values added": _values_added,
    "another constant": _const,
    "a higher maximum": _bound("maximum", 5),
    "a lower minimum": _bound("minimum", -1),
    "a longer text": _bound("maxLength", 5),
    "a shorter text": _bound("minLength", -1),
    "more items": _bound("maxItems", 1),
    "fewer items": _bound("minItems", -1),
    "no maximum": _without("maximum", "bound-loosened"),
    "equal items": _without("uniqueItems", "bound-loosened"),
    "another pattern": _pattern,
    "no pattern": _without("pattern", "pattern-loosened"),
    "an alternative added": _alternative_added,
    "null as an alternative": _null_alternative,
    "a rule of logic removed": _without("not", "condition-loosened"),
    "a condition removed": _without("if", "condition-loosened"),
    "a dependency removed": _first_of("dependentRequired", "condition-loosened"),
    "a pattern of keys removed": _first_of("patternProperties", "field-removed"),
    "a map of anything": _of_anything("additionalProperties"),
    "items of any kind": _of_anything("items"),
    "another draft": _draft,
    "a longer tuple": _longer_tuple,
    "no rule for keys": _without("propertyNames", "closed-object-opened"),
}
"""Kinds of edits that break old readers of new documents."""

INPUT: dict[str, Change] = {
    "a field required": _required,
    "a required field added": _new_required,
    "an object closed": _closed,
    "a key refused": _key_refused,
    "a value removed": _value_removed,
    "a lower maximum": _tightened("maximum", -1),
    "a higher minimum": _tightened("minimum", 1),
    "a text cut": _tightened("maxLength", -1),
    "a pattern added": _pattern_added,
    "an alternative removed": _alternative_removed,
}
"""Kinds of edits that break new readers of old documents."""

PLACES = {
    "properties": "member",
    "items": "item",
    "prefixItems": "position",
    "additionalProperties": "map value",
    "patternProperties": "key by pattern",
    "anyOf": "alternative",
    "oneOf": "alternative",
    "allOf": "conjunct",
    "$defs": "behind a reference",
}
"""The keyword that holds a schema, and the kind of place that it makes."""


DECIDED_ELSEWHERE = {("null added", "conjunct")}
"""Edits that break nothing, since what stands beside the place decides."""


def edits() -> Iterator[Edit]:
    """Every kind of edit at every place of every schema where it applies."""
    for name, schema in SCHEMAS.items():
        for pointer, place in _places(schema, ""):
            for direction, kinds in (("output", OUTPUT), ("input", INPUT)):
                for kind, change in kinds.items():
                    new = json.loads(json.dumps(schema))  # no part is shared
                    expected = change(_at(new, pointer))
                    if expected is not None and (kind, place) not in DECIDED_ELSEWHERE:
                        rule, before, after = expected
                        title = f"{kind}, {name}{pointer}"
                        yield Edit(title, kind, place, direction, schema, new, rule, pointer + before, pointer + after)


def _places(schema: Any, pointer: str, place: str = "root") -> Iterator[tuple[str, str]]:
    """The pointer of every schema object that is no test, and what kind of place it is."""
    if not isinstance(schema, dict):
        return
    yield pointer, place
    for keyword, kind in PLACES.items():
        inner = schema.get(keyword)
        if keyword in ("properties", "patternProperties", "$defs") and isinstance(inner, dict):
            for key, item in inner.items():
                yield from _places(item, f"{pointer}/{keyword}/{key}", kind)
        elif isinstance(inner, list):
            for index, item in enumerate(inner):
                yield from _places(item, f"{pointer}/{keyword}/{index}", kind)
        elif isinstance(inner, dict):
            yield from _places(inner, f"{pointer}/{keyword}", kind)


def _at(schema: Any, pointer: str) -> Any:
    for token in pointer.split("/")[1:]:
        schema = schema[int(token) if isinstance(schema, list) else token]
    return schema
