"""The keywords that judge, by name: what each says as a formula, and since and until which draft."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from accordant.algebra.keywords import arrays, logic, numbers, objects, references, strings, values
from accordant.algebra.reader import Keyword

KEYWORDS: Final[Mapping[str, Keyword]] = {
    "$ref": Keyword(references.ref),
    "$dynamicRef": Keyword(references.dynamic_ref, since=4),
    "$recursiveRef": Keyword(references.recursive_ref, since=3, until=3),
    "type": Keyword(values.type_),
    "enum": Keyword(values.enum),
    "const": Keyword(values.const, since=1),
    "allOf": Keyword(logic.all_of),
    "anyOf": Keyword(logic.any_of),
    "oneOf": Keyword(logic.one_of),
    "not": Keyword(logic.not_),
    "if": Keyword(logic.if_, since=2),
    "minimum": Keyword(numbers.minimum),
    "maximum": Keyword(numbers.maximum),
    "exclusiveMinimum": Keyword(numbers.exclusive_minimum, since=1),
    "exclusiveMaximum": Keyword(numbers.exclusive_maximum, since=1),
    "multipleOf": Keyword(numbers.multiple_of),
    "minLength": Keyword(strings.min_length),
    "maxLength": Keyword(strings.max_length),
    "pattern": Keyword(strings.pattern),
    "items": Keyword(arrays.items),
    "additionalItems": Keyword(arrays.additional_items, until=3),
    "prefixItems": Keyword(arrays.prefix_items, since=4),
    "contains": Keyword(arrays.contains, since=1),
    "minItems": Keyword(arrays.min_items),
    "maxItems": Keyword(arrays.max_items),
    "uniqueItems": Keyword(arrays.unique_items),
    "unevaluatedItems": Keyword(arrays.unevaluated_items, since=3),
    "properties": Keyword(objects.properties),
    "patternProperties": Keyword(objects.pattern_properties),
    "additionalProperties": Keyword(objects.additional_properties),
    "propertyNames": Keyword(objects.property_names, since=1),
    "required": Keyword(objects.required),
    "minProperties": Keyword(objects.min_properties),
    "maxProperties": Keyword(objects.max_properties),
    "dependencies": Keyword(objects.dependencies),
    "dependentRequired": Keyword(objects.dependent_required, since=3),
    "dependentSchemas": Keyword(objects.dependent_schemas, since=3),
    "unevaluatedProperties": Keyword(objects.unevaluated_properties, since=3),
}
