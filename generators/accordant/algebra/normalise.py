"""Schemas of any draft as formulas: one function for each keyword, named as the keyword."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final

from accordant.algebra import annotations
from accordant.algebra.budget import Meter, Spent
from accordant.algebra.constants import constants
from accordant.algebra.model import (
    ARRAY,
    BOOLEAN,
    INTEGER,
    NULL,
    NUMBER,
    OBJECT,
    STRING,
    Formula,
    Pool,
)
from accordant.algebra.values import UnusableNumber, exact, is_number, key_of
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.references import Node, Scope

TYPES: Final[Mapping[str, int]] = {
    "null": NULL,
    "boolean": BOOLEAN,
    "integer": INTEGER,
    "number": NUMBER,
    "string": STRING,
    "array": ARRAY,
    "object": OBJECT,
}

Place = tuple[Node, Scope]
_NEVER: Final = 1 << 60
_LOOP: Final = "a reference loop through `not`, `oneOf` or `if` that never reads further"
_DEEPEST: Final = 1000
_LEFT_BEHIND: Final = "`dependencies` is no keyword since 2019-09, but some validators still enforce it"


@dataclass(eq=False)
class Unreadable(Exception):
    """A schema that means nothing: what is wrong and where (`document#pointer`)."""

    reason: str
    where: str


class Reader:
    """Reads nodes into formulas of one pool; a node read twice is the same formula."""

    def __init__(self, pool: Pool, meter: Meter) -> None:
        self.pool = pool
        self.meter = meter
        self.surveyed: set[Place] = set()
        self._read: dict[Place, Formula] = {}
        self._open: dict[Place, tuple[int, int, int]] = {}
        self._twists = 0
        self.loops = False
        self._consumed = 0
        self._looped = _NEVER
        self._nesting = 0

    def read(self, node: Node) -> Formula:
        """The formula of a root, or of any other place.

        Raises:
            Unreadable: the schema, or one that it refers to, is not a schema.
            UnresolvableReference: a reference leads nowhere.
            Spent: a budget does not suffice.
        """
        scope = node.resources.enter(node, ()) if _may_be_dynamic(node) else ()
        return self.target(node, scope)

    def target(self, node: Node, scope: Scope) -> Formula:
        """The formula of a place that references lead to; the place itself while it is still being read."""
        place = (node, scope)
        known = self._read.get(place)
        if known is not None:
            return known
        opened = self._open.get(place)
        if opened is not None:
            level, depth, twists = opened
            if level != self._consumed:
                return self.pool.reference(place)
            # Back here before anything of the document was read: the specification leaves such loops open.
            # Like jsonschema-rs we take the question that is being asked already as answered with yes. Behind
            # `not`, `oneOf` or `if` that would depend on where the loop was entered: then nobody knows.
            self._looped = min(self._looped, depth)
            self.loops = True
            return self.pool.true if twists == self._twists else self.pool.opaque(_LOOP, "")
        depth = len(self._open)
        self._open[place] = (self._consumed, depth, self._twists)
        outer, self._looped = self._looped, _NEVER
        try:
            formula = self.schema(node, scope)
        finally:
            del self._open[place]
        if self._looped >= depth:
            self.pool.targets[place] = formula
            self._read[place] = formula
            self._looped = outer
        else:
            # Read inside a loop through other places: true only there.
            self._looped = min(outer, self._looped)
        return formula

    def inside(self, node: Node, scope: Scope, *keys: str | int) -> Formula:
        """The formula of a subschema that judges a part of the document (a member, an item, a name)."""
        self._consumed += 1
        try:
            return self._subschema(node, scope, keys)
        finally:
            self._consumed -= 1

    def beside(self, node: Node, scope: Scope, *keys: str | int) -> Formula:
        """The formula of a subschema that judges the same document."""
        return self._subschema(node, scope, keys)

    def twisted(self, node: Node, scope: Scope, *keys: str | int) -> Formula:
        """`beside`, where the subschema may count against the document."""
        self._twists += 1
        try:
            return self._subschema(node, scope, keys)
        finally:
            self._twists -= 1

    def _subschema(self, node: Node, scope: Scope, keys: tuple[str | int, ...]) -> Formula:
        value = node.value
        for key in keys:
            value = value[key]
        if value is True or value == {}:
            return self.pool.true
        if value is False:
            return self.pool.false
        return self.schema(node.child(*keys), scope)

    def schema(self, node: Node, scope: Scope) -> Formula:
        """The formula of a schema: all its keywords together."""
        value = node.value
        if value is True or value is False:
            return self.pool.true if value else self.pool.false
        if not isinstance(value, dict):
            raise Unreadable("neither an object nor true nor false", node.location)
        self.meter.step()
        if self._nesting >= _DEEPEST:
            raise Spent(f"schemas nested and chained deeper than {_DEEPEST}", node.location)
        self._nesting += 1
        try:
            return self._keywords(node, scope, value)
        finally:
            self._nesting -= 1

    def _keywords(self, node: Node, scope: Scope, value: dict[str, JsonValue]) -> Formula:
        dialect = node.dialect
        if node.root == node.pointer and node.pointer and _may_be_dynamic(node):
            scope = node.resources.enter(node, scope)
        if dialect.ref_hides_siblings and "$ref" in value:
            return ref(self, node, scope, value["$ref"])
        parts = []
        position = dialect.position
        for keyword, content in value.items():
            known = _KEYWORDS.get(keyword)
            if known is not None and known.since <= position <= known.until:
                parts.append(known.read(self, node, scope, content))
        return self.pool.both(parts)

    def unreadable(self, node: Node, keyword: str, expected: str) -> Unreadable:
        return Unreadable(f"`{keyword}` must be {expected}", f"{node.document}#{pointers.join(node.pointer, keyword)}")


# -- references


def ref(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    if not isinstance(content, str):
        raise reader.unreadable(node, "$ref", "a string")
    return _follow(reader, node.resources.resolve(node, content), scope)


def dynamic_ref(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    if not isinstance(content, str):
        raise reader.unreadable(node, "$dynamicRef", "a string")
    return _follow(reader, node.resources.resolve_dynamic(node, content, scope), scope)


def recursive_ref(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    if not isinstance(content, str):
        raise reader.unreadable(node, "$recursiveRef", "a string")
    return _follow(reader, node.resources.resolve_recursive(node, content, scope), scope)


def _follow(reader: Reader, target: Node, scope: Scope) -> Formula:
    if _may_be_dynamic(target):
        scope = target.resources.enter(target, scope)
    return reader.target(target, scope)


def referred(node: Node, scope: Scope, keyword: str) -> Place:
    """The place that `$ref`, `$dynamicRef` or `$recursiveRef` of a node leads to."""
    resources, content = node.resources, node.value[keyword]
    if keyword == "$ref":
        target = resources.resolve(node, content)
    elif keyword == "$dynamicRef":
        target = resources.resolve_dynamic(node, content, scope)
    else:
        target = resources.resolve_recursive(node, content, scope)
    return target, resources.enter(target, scope) if _may_be_dynamic(target) else scope


def _may_be_dynamic(node: Node) -> bool:
    return node.dialect.position >= 3


# -- any type


def type_(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    names = content if isinstance(content, list) else [content]
    mask = 0
    for name in names:
        if not isinstance(name, str) or name not in TYPES:
            raise reader.unreadable(node, "type", "one of the seven type names, or a list of them")
        mask |= TYPES[name]
    return reader.pool.types(mask)


def enum(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    if not isinstance(content, list):
        raise reader.unreadable(node, "enum", "a list")
    return _constants(reader, node, "enum", content)


def const(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    return _constants(reader, node, "const", [content])


def _constants(reader: Reader, node: Node, keyword: str, values: list[JsonValue]) -> Formula:
    try:
        keys = frozenset([key_of(value) for value in values])
    except UnusableNumber as error:
        raise reader.unreadable(node, keyword, "made of finite numbers") from error
    return constants(reader.pool, keys)


# -- logic


def all_of(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    return reader.pool.both(_options(reader, node, scope, "allOf", content))


def any_of(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    return reader.pool.either(_options(reader, node, scope, "anyOf", content))


def one_of(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    if not isinstance(content, list):
        raise reader.unreadable(node, "oneOf", "a list of schemas")
    options = []
    for index in range(len(content)):
        options.append(reader.twisted(node, scope, "oneOf", index))
    return reader.pool.one(options)


def _options(reader: Reader, node: Node, scope: Scope, keyword: str, content: JsonValue) -> list[Formula]:
    if not isinstance(content, list):
        raise reader.unreadable(node, keyword, "a list of schemas")
    options = []
    for index in range(len(content)):
        options.append(reader.beside(node, scope, keyword, index))
    return options


def not_(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    return reader.twisted(node, scope, "not").negated


def if_(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    if "then" not in node.value and "else" not in node.value:
        return reader.pool.true
    condition = reader.twisted(node, scope, "if")
    then = reader.beside(node, scope, "then") if "then" in node.value else reader.pool.true
    otherwise = reader.beside(node, scope, "else") if "else" in node.value else reader.pool.true
    pool = reader.pool
    return pool.both([pool.either([condition.negated, then]), pool.either([condition, otherwise])])


# -- numbers


def minimum(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    strict = node.dialect.position == 0 and node.value.get("exclusiveMinimum") is True
    bound = _number(reader, node, "minimum", content)
    return reader.pool.if_(NUMBER, reader.pool.minimum(bound, strict))


def maximum(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    strict = node.dialect.position == 0 and node.value.get("exclusiveMaximum") is True
    bound = _number(reader, node, "maximum", content)
    return reader.pool.if_(NUMBER, reader.pool.maximum(bound, strict))


def exclusive_minimum(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    bound = _number(reader, node, "exclusiveMinimum", content)
    return reader.pool.if_(NUMBER, reader.pool.minimum(bound, True))


def exclusive_maximum(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    bound = _number(reader, node, "exclusiveMaximum", content)
    return reader.pool.if_(NUMBER, reader.pool.maximum(bound, True))


def multiple_of(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    step = _number(reader, node, "multipleOf", content)
    if step <= 0:
        raise reader.unreadable(node, "multipleOf", "a number above 0")
    return reader.pool.if_(NUMBER, reader.pool.multiple(step))


def _number(reader: Reader, node: Node, keyword: str, content: JsonValue) -> Fraction:
    if not is_number(content):
        raise reader.unreadable(node, keyword, "a number")
    try:
        return exact(content)
    except UnusableNumber as error:
        raise reader.unreadable(node, keyword, "a finite number") from error


def _count(reader: Reader, node: Node, keyword: str, content: JsonValue) -> int:
    if isinstance(content, bool) or not isinstance(content, (int, float, Decimal)):
        raise reader.unreadable(node, keyword, "a whole number from 0")
    number = _number(reader, node, keyword, content)
    if number.denominator != 1 or number < 0:
        raise reader.unreadable(node, keyword, "a whole number from 0")
    return number.numerator


# -- strings


def min_length(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    return reader.pool.if_(STRING, reader.pool.min_length(_count(reader, node, "minLength", content)))


def max_length(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    return reader.pool.if_(STRING, reader.pool.max_length(_count(reader, node, "maxLength", content)))


def pattern(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    if not isinstance(content, str):
        raise reader.unreadable(node, "pattern", "a string")
    return reader.pool.if_(STRING, annotations.pattern_formula(reader.pool, content))


# -- arrays


def items(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    pool = reader.pool
    if isinstance(content, list) and node.dialect.position < 4:
        return _positions(reader, node, scope, "items", content)
    start = 0
    if node.dialect.position >= 4:
        prefix = node.value.get("prefixItems")
        start = len(prefix) if isinstance(prefix, list) else 0
    return pool.if_(ARRAY, pool.rest(start, reader.inside(node, scope, "items")))


def additional_items(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    before = node.value.get("items")
    if not isinstance(before, list):
        return reader.pool.true
    rest = reader.pool.rest(len(before), reader.inside(node, scope, "additionalItems"))
    return reader.pool.if_(ARRAY, rest)


def prefix_items(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    if not isinstance(content, list):
        raise reader.unreadable(node, "prefixItems", "a list of schemas")
    return _positions(reader, node, scope, "prefixItems", content)


def _positions(reader: Reader, node: Node, scope: Scope, keyword: str, content: list[JsonValue]) -> Formula:
    parts = []
    for index in range(len(content)):
        parts.append(reader.pool.item(index, reader.inside(node, scope, keyword, index)))
    return reader.pool.if_(ARRAY, reader.pool.both(parts))


def contains(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    pool, fewest, most = reader.pool, 1, None
    if node.dialect.position >= 3:
        if "minContains" in node.value:
            fewest = _count(reader, node, "minContains", node.value["minContains"])
        if "maxContains" in node.value:
            most = _count(reader, node, "maxContains", node.value["maxContains"])
    formula = reader.inside(node, scope, "contains")
    parts = [pool.at_least(0, formula, fewest)]
    if most is not None:
        parts.append(pool.at_least(0, formula, most + 1).negated)
    return pool.if_(ARRAY, pool.both(parts))


def min_items(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    return reader.pool.if_(ARRAY, reader.pool.min_items(_count(reader, node, "minItems", content)))


def max_items(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    return reader.pool.if_(ARRAY, reader.pool.max_items(_count(reader, node, "maxItems", content)))


def unique_items(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    if not isinstance(content, bool):
        raise reader.unreadable(node, "uniqueItems", "true or false")
    return reader.pool.if_(ARRAY, reader.pool.unique()) if content else reader.pool.true


def unevaluated_items(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    return annotations.unevaluated_items(reader, node, scope)


# -- objects


def properties(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    if not isinstance(content, dict):
        raise reader.unreadable(node, "properties", "an object of schemas")
    parts = []
    for name in content:
        parts.append(reader.pool.prop(name, reader.inside(node, scope, "properties", name)))
    return reader.pool.if_(OBJECT, reader.pool.both(parts))


def pattern_properties(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    if not isinstance(content, dict):
        raise reader.unreadable(node, "patternProperties", "an object of schemas")
    pool, parts = reader.pool, []
    for text in content:
        names = pool.is_(STRING, annotations.pattern_formula(pool, text))
        parts.append(pool.names(names, reader.inside(node, scope, "patternProperties", text)))
    return pool.if_(OBJECT, pool.both(parts))


def additional_properties(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    pool = reader.pool
    names = annotations.declared_names(pool, node.value).negated
    return pool.if_(OBJECT, pool.names(names, reader.inside(node, scope, "additionalProperties")))


def property_names(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    pool = reader.pool
    return pool.if_(OBJECT, pool.names(reader.inside(node, scope, "propertyNames").negated, pool.false))


def required(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    return reader.pool.if_(OBJECT, _all_there(reader, node, "required", content))


def _all_there(reader: Reader, node: Node, keyword: str, names: JsonValue) -> Formula:
    if not isinstance(names, list) or not all([isinstance(name, str) for name in names]):
        raise reader.unreadable(node, keyword, "a list of member names")
    pool = reader.pool
    return pool.both([pool.has(name, pool.true) for name in names])


def min_properties(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    count = _count(reader, node, "minProperties", content)
    return reader.pool.if_(OBJECT, reader.pool.min_properties(count))


def max_properties(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    count = _count(reader, node, "maxProperties", content)
    return reader.pool.if_(OBJECT, reader.pool.max_properties(count))


def dependencies(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    formula = _dependent(reader, node, scope, "dependencies", content)
    if node.dialect.position <= 2:
        return formula
    # Since 2019-09 no keyword, yet jsonschema-rs still enforces it: a verdict must hold under both readings.
    return reader.pool.either([reader.pool.opaque(_LEFT_BEHIND, ""), formula])


def dependent_required(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    return _dependent(reader, node, scope, "dependentRequired", content)


def dependent_schemas(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    return _dependent(reader, node, scope, "dependentSchemas", content)


def _dependent(reader: Reader, node: Node, scope: Scope, keyword: str, content: JsonValue) -> Formula:
    if not isinstance(content, dict):
        raise reader.unreadable(node, keyword, "an object")
    pool, parts = reader.pool, []
    for name, needed in content.items():
        absent = pool.if_(OBJECT, pool.prop(name, pool.false))
        if isinstance(needed, str) and keyword == "dependencies":
            needed = [needed]
        if isinstance(needed, list):
            consequence = pool.if_(OBJECT, _all_there(reader, node, keyword, needed))
        else:
            consequence = reader.beside(node, scope, keyword, name)
        parts.append(pool.either([absent, consequence]))
    return pool.both(parts)


def unevaluated_properties(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    return annotations.unevaluated_properties(reader, node, scope)


@dataclass(frozen=True, slots=True)
class _Keyword:
    read: Callable[[Reader, Node, Scope, JsonValue], Formula]
    since: int = 0
    until: int = 99


_KEYWORDS: Final[Mapping[str, _Keyword]] = {
    "$ref": _Keyword(ref),
    "$dynamicRef": _Keyword(dynamic_ref, since=4),
    "$recursiveRef": _Keyword(recursive_ref, since=3, until=3),
    "type": _Keyword(type_),
    "enum": _Keyword(enum),
    "const": _Keyword(const, since=1),
    "allOf": _Keyword(all_of),
    "anyOf": _Keyword(any_of),
    "oneOf": _Keyword(one_of),
    "not": _Keyword(not_),
    "if": _Keyword(if_, since=2),
    "minimum": _Keyword(minimum),
    "maximum": _Keyword(maximum),
    "exclusiveMinimum": _Keyword(exclusive_minimum, since=1),
    "exclusiveMaximum": _Keyword(exclusive_maximum, since=1),
    "multipleOf": _Keyword(multiple_of),
    "minLength": _Keyword(min_length),
    "maxLength": _Keyword(max_length),
    "pattern": _Keyword(pattern),
    "items": _Keyword(items),
    "additionalItems": _Keyword(additional_items, until=3),
    "prefixItems": _Keyword(prefix_items, since=4),
    "contains": _Keyword(contains, since=1),
    "minItems": _Keyword(min_items),
    "maxItems": _Keyword(max_items),
    "uniqueItems": _Keyword(unique_items),
    "unevaluatedItems": _Keyword(unevaluated_items, since=3),
    "properties": _Keyword(properties),
    "patternProperties": _Keyword(pattern_properties),
    "additionalProperties": _Keyword(additional_properties),
    "propertyNames": _Keyword(property_names, since=1),
    "required": _Keyword(required),
    "minProperties": _Keyword(min_properties),
    "maxProperties": _Keyword(max_properties),
    "dependencies": _Keyword(dependencies),
    "dependentRequired": _Keyword(dependent_required, since=3),
    "dependentSchemas": _Keyword(dependent_schemas, since=3),
    "unevaluatedProperties": _Keyword(unevaluated_properties, since=3),
}
