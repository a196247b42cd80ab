"""The types whose values each keyword judges; it accepts every other value."""

from __future__ import annotations

from typing import Final

_KEYWORDS_OF: Final = {
    "string": ("maxLength", "minLength", "pattern"),
    "number": ("multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"),
    "array": (
        "maxItems", "minItems", "uniqueItems", "contains", "maxContains", "minContains", "prefixItems", "items",
        "additionalItems", "unevaluatedItems",
    ),
    "object": (
        "maxProperties", "minProperties", "required", "dependentRequired", "dependentSchemas", "dependencies",
        "properties", "patternProperties", "additionalProperties", "propertyNames", "unevaluatedProperties",
    ),
}  # fmt: skip
TYPE_OF: Final = {keyword: kind for kind, keywords in _KEYWORDS_OF.items() for keyword in keywords}
"""The one type whose values a keyword judges, an integer being a number; no keyword is here that judges every value."""
