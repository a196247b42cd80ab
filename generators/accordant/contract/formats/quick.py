"""Whether a file is of its format, told without a library: asked about every file of a registry that is loaded.

Only those parts of JSON Schema that the formats use are known here, as a test makes sure. Where the answer
is no, :mod:`accordant.contract.formats.complaints` has the last word and the reasons.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from accordant.contract import formats
from accordant.findings import JsonValue

Test = Callable[[JsonValue], bool]

_Maker = Callable[[str, Any, Mapping[str, Any]], Test]
"""Makes the test of a keyword out of the format's name, the keyword's value, and the schema that it stands in."""


def fits(name: str, value: JsonValue) -> bool:
    """Whether a value is of the format; ``name`` is one of those that ``schema_of`` knows."""
    return _test_at(name, "")(value)


@cache
def _test_at(name: str, pointer: str) -> Test:
    """The test of the whole format, or of a definition in it."""
    schema: Any = formats.schema_of(name)
    for step in pointer.split("/")[1:]:
        schema = schema[step]
    return _test_of(name, schema)


def _test_of(name: str, schema: Any) -> Test:
    if isinstance(schema, bool):
        return lambda value: schema
    tests = [_MAKERS[key](name, schema[key], schema) for key in schema if key in _MAKERS]
    return _both(tests) if len(tests) != 1 else tests[0]


def _both(tests: list[Test]) -> Test:
    def test(value: JsonValue) -> bool:
        for check in tests:  # noqa: SIM110 - all() with a generator takes twice the time
            if not check(value):
                return False
        return True

    return test


def _reference(name: str, pointer: str, schema: Mapping[str, Any]) -> Test:
    at = pointer.removeprefix("#")
    return lambda value: _test_at(name, at)(value)


def _type(name: str, types: str | list[str], schema: Mapping[str, Any]) -> Test:
    words = [types] if isinstance(types, str) else types
    known = frozenset(kind for word in words for kind in _TYPES[word])
    if "integer" in words:
        return lambda value: type(value) in known or (type(value) is float and value.is_integer())
    return lambda value: type(value) in known


_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "string": (str,),
    "boolean": (bool,),
    "object": (dict,),
    "array": (list,),
    "null": (type(None),),
    "integer": (int,),
    "number": (int, float),
}


def _enum(name: str, values: list[JsonValue], schema: Mapping[str, Any]) -> Test:
    known = {(type(value), value) for value in values}
    return lambda value: type(value) in _SCALARS and (type(value), value) in known


_SCALARS: Final = frozenset((str, bool, int, float, type(None)))


def _pattern(name: str, pattern: str, schema: Mapping[str, Any]) -> Test:
    """Of ASCII texts: of others Python's white space and line ends are not those of ECMA-262."""
    search = re.compile(re.sub(r"\$$|\$(?=\))", r"\\Z", pattern)).search  # Python's $ also stands before a line end
    return lambda value: type(value) is not str or (value.isascii() and "\r" not in value and search(value) is not None)


def _required(name: str, keys: list[str], schema: Mapping[str, Any]) -> Test:
    needed = frozenset(keys)
    return lambda value: type(value) is not dict or needed <= value.keys()


def _properties(name: str, properties: Mapping[str, Any], schema: Mapping[str, Any]) -> Test:
    """Of what the properties, and the schema of the others beside them, say."""
    tests = {key: _test_of(name, part) for key, part in properties.items()}
    other = _test_of(name, schema.get("additionalProperties", True))

    def test(value: JsonValue) -> bool:
        if type(value) is dict:
            for key, item in value.items():
                if not tests.get(key, other)(item):
                    return False
        return True

    return test


def _additional(name: str, part: Any, schema: Mapping[str, Any]) -> Test:
    return _properties(name, {}, {"additionalProperties": part}) if "properties" not in schema else _nothing


def _nothing(value: JsonValue) -> bool:
    """Another keyword beside it does what this one asks."""
    return True


def _unevaluated(name: str, part: Any, schema: Mapping[str, Any]) -> Test:
    """Beside a reference to a definition that states properties, and nothing else, of an object."""
    beside = _referred(name, schema) if "$ref" in schema else {}
    properties = {**beside.get("properties", {}), **schema.get("properties", {})}
    return _properties(name, properties, {"additionalProperties": part})


def _referred(name: str, schema: Mapping[str, Any]) -> Mapping[str, Any]:
    target: Any = formats.schema_of(name)
    for step in schema["$ref"].split("/")[1:]:
        target = target[step]
    return {**target}


def _property_names(name: str, part: Any, schema: Mapping[str, Any]) -> Test:
    test = _test_of(name, part)
    return lambda value: not isinstance(value, dict) or all(map(test, value))


def _items(name: str, part: Any, schema: Mapping[str, Any]) -> Test:
    first, test = len(schema.get("prefixItems", ())), _test_of(name, part)
    return lambda value: type(value) is not list or all(map(test, value[first:] if first else value))


def _prefix_items(name: str, parts: list[Any], schema: Mapping[str, Any]) -> Test:
    tests = [_test_of(name, part) for part in parts]
    return lambda value: (
        not isinstance(value, list) or all(test(item) for test, item in zip(tests, value, strict=False))
    )


def _one_of(name: str, parts: list[Any], schema: Mapping[str, Any]) -> Test:
    tests = [_test_of(name, part) for part in parts]
    return lambda value: sum(test(value) for test in tests) == 1


def _any_of(name: str, parts: list[Any], schema: Mapping[str, Any]) -> Test:
    tests = [_test_of(name, part) for part in parts]
    return lambda value: any(test(value) for test in tests)


def _not(name: str, part: Any, schema: Mapping[str, Any]) -> Test:
    test = _test_of(name, part)
    return lambda value: not test(value)


def _if(name: str, part: Any, schema: Mapping[str, Any]) -> Test:
    asked, then, other = (_test_of(name, schema.get(key, True)) for key in ("if", "then", "else"))
    return lambda value: then(value) if asked(value) else other(value)


def _length(kind: type[Any], is_long_enough: Callable[[int, int], bool]) -> _Maker:
    def make(name: str, limit: int, schema: Mapping[str, Any]) -> Test:
        return lambda value: type(value) is not kind or is_long_enough(len(value), limit)

    return make


def _limit(is_within: Callable[[Any, Any], bool]) -> _Maker:
    def make(name: str, limit: float, schema: Mapping[str, Any]) -> Test:
        return lambda value: not (type(value) is int or type(value) is float) or is_within(value, limit)

    return make


_MAKERS: Final[Mapping[str, _Maker]] = {
    "$ref": _reference,
    "type": _type,
    "enum": _enum,
    "const": lambda name, value, schema: _enum(name, [value], schema),
    "pattern": _pattern,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _additional,
    "unevaluatedProperties": _unevaluated,
    "propertyNames": _property_names,
    "items": _items,
    "prefixItems": _prefix_items,
    "oneOf": _one_of,
    "anyOf": _any_of,
    "not": _not,
    "if": _if,
    "minLength": _length(str, lambda length, limit: length >= limit),
    "minItems": _length(list, lambda length, limit: length >= limit),
    "maxItems": _length(list, lambda length, limit: length <= limit),
    "minProperties": _length(dict, lambda length, limit: length >= limit),
    "minimum": _limit(lambda value, limit: value >= limit),
    "maximum": _limit(lambda value, limit: value <= limit),
}
"""The tests of the keywords that the formats use; ``then`` and ``else`` belong to ``if``."""

IGNORED: Final = frozenset({"$schema", "$id", "$defs", "title", "description", "then", "else"})
"""Keywords that assert nothing by themselves."""

KNOWN: Final = frozenset(_MAKERS) | IGNORED
"""Every keyword that is understood here."""
