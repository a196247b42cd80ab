"""The keywords that constrain values, by name, each with the function that reads it into a formula.

The table in :mod:`accordant.schema.dialects` says which drafts know which keyword.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from accordant.algebra import unevaluated
from accordant.algebra.keywords import arrays, logic, numbers, objects, references, strings, values
from accordant.algebra.reader import ReadKeyword

KEYWORDS: Final[Mapping[str, ReadKeyword]] = {
    "$ref": references.ref,
    "$dynamicRef": references.dynamic_ref,
    "$recursiveRef": references.recursive_ref,
    "type": values.type_,
    "enum": values.enum,
    "const": values.const,
    "allOf": logic.all_of,
    "anyOf": logic.any_of,
    "oneOf": logic.one_of,
    "not": logic.not_,
    "if": logic.if_,
    "minimum": numbers.minimum,
    "maximum": numbers.maximum,
    "exclusiveMinimum": numbers.exclusive_minimum,
    "exclusiveMaximum": numbers.exclusive_maximum,
    "multipleOf": numbers.multiple_of,
    "minLength": strings.min_length,
    "maxLength": strings.max_length,
    "pattern": strings.pattern,
    "items": arrays.items,
    "additionalItems": arrays.additional_items,
    "prefixItems": arrays.prefix_items,
    "contains": arrays.contains,
    "minItems": arrays.min_items,
    "maxItems": arrays.max_items,
    "uniqueItems": arrays.unique_items,
    "unevaluatedItems": unevaluated.unevaluated_items,
    "properties": objects.properties,
    "patternProperties": objects.pattern_properties,
    "additionalProperties": objects.additional_properties,
    "propertyNames": objects.property_names,
    "required": objects.required,
    "minProperties": objects.min_properties,
    "maxProperties": objects.max_properties,
    "dependencies": objects.dependencies,
    "dependentRequired": objects.dependent_required,
    "dependentSchemas": objects.dependent_schemas,
    "unevaluatedProperties": unevaluated.unevaluated_properties,
}
