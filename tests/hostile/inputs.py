"""Families of inputs that multiply with their size: a pair of schemas and a document for each size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from accordant.findings import JsonValue

Make = Callable[[int, JsonValue], JsonValue]
"""A schema of a size, with a leaf or bound that differs between the two of a pair."""


@dataclass(frozen=True)
class Family:
    """Schemas of any size, and documents for them."""

    name: str
    make: Make
    before: JsonValue
    after: JsonValue
    small: int
    document: Callable[[int], JsonValue] = lambda size: 1

    def pair(self, size: int) -> tuple[JsonValue, JsonValue]:
        """The older and the newer schema."""
        return self.make(size, self.before), self.make(size, self.after)


STRING, INTEGER, BOOLEAN = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}


def _defs(parts: list[JsonValue]) -> JsonValue:
    return {"$ref": "#/$defs/d0", "$defs": {f"d{index}": part for index, part in enumerate(parts)}}


def _next(index: int) -> JsonValue:
    return {"$ref": f"#/$defs/d{index + 1}"}


def nesting(size: int, leaf: JsonValue) -> JsonValue:
    """Objects inside objects."""
    for _ in range(min(size, 120)):
        leaf = {"type": "object", "properties": {"a": leaf}, "required": ["a"]}
    return leaf


def counts(size: int, least: JsonValue) -> JsonValue:
    """A product of counts: arrays of arrays."""
    schema: JsonValue = INTEGER
    for _ in range(min(size, 120)):
        schema = {"type": "array", "items": schema, "minItems": least}
    return schema


def contains(size: int, least: JsonValue) -> JsonValue:
    """Several counts of items in one array."""
    demands = [{"contains": {"multipleOf": 2 + index}, "minContains": least} for index in range(size)]
    return {"type": "array", "allOf": demands, "maxItems": 3 * size}


def unions(size: int, leaf: JsonValue) -> JsonValue:
    """Unions of unions: a branch of each leads to the next one twice."""
    return _defs([*({"anyOf": [_next(i), {"not": _next(i)}, _next(i)]} for i in range(size)), leaf])


def conjunction_of_unions(size: int, leaf: JsonValue) -> JsonValue:
    """Many unions that hold together."""
    pairs = [{"anyOf": [{"required": [f"a{i}"]}, {"required": [f"b{i}"]}]} for i in range(size)]
    return {"type": "object", "allOf": pairs, "additionalProperties": leaf}


def one_of(size: int, leaf: JsonValue) -> JsonValue:
    """Exactly one of many that overlap."""
    return {"oneOf": [{"type": "object", "properties": {f"a{i}": leaf}} for i in range(size)]}


def shared_members(size: int, leaf: JsonValue) -> JsonValue:
    """A graph in which each definition uses the next one for two members that are required."""
    both = [
        {"type": "object", "required": ["l", "r"], "properties": {"l": _next(i), "r": _next(i)}} for i in range(size)
    ]
    return _defs([*both, leaf])


def shared_in_place(size: int, leaf: JsonValue) -> JsonValue:
    """A graph in which each definition uses the next one twice for the same value."""
    return _defs([*({"allOf": [_next(i), _next(i)]} for i in range(size)), leaf])


def chain(size: int, leaf: JsonValue) -> JsonValue:
    """References to references."""
    return _defs([*map(_next, range(size)), leaf])


def recursive_union(size: int, leaf: JsonValue) -> JsonValue:
    """Branches that all lead back to the root."""
    branch = {"type": "object", "properties": {"a": {"$ref": "#"}}, "required": ["a"]}
    return {"anyOf": [*[branch] * min(size, 2), leaf]}


def optional_letters(size: int, extra: JsonValue) -> JsonValue:
    """A repetition of what may be nothing."""
    return {"type": "string", "pattern": f"^(a?b?c?){{{size}}}{extra}$"}


def nested_repetitions(size: int, extra: JsonValue) -> JsonValue:
    """Repetitions of repetitions."""
    return {"type": "string", "pattern": f"^(([ab]{{0,{size}}}){{0,{size}}}){{0,{size}}}{extra}$"}


def lookaheads(size: int, extra: JsonValue) -> JsonValue:
    """A chain of look-aheads."""
    ahead = "".join(f"(?=.*{chr(97 + index % 26)}{index // 26 or ''})" for index in range(size))
    return {"type": "string", "pattern": f"^{ahead}{extra}.*$"}


def far_back(size: int, extra: JsonValue) -> JsonValue:
    """A letter that stands far before the end: a deterministic automaton would have 2^size states."""
    return {"type": "string", "pattern": f"a[ab]{{{size}}}{extra}$"}


def multiples(size: int, extra: JsonValue) -> JsonValue:
    """Multiples of many primes, and of their negations."""
    primes = [n for n in range(2, 40 * size + 40) if all(n % divisor for divisor in range(2, int(n**0.5) + 1))]
    kept = [{"multipleOf": prime} for prime in primes[:size]]
    return {"type": "integer", "allOf": kept, "not": {"multipleOf": extra}}


def unevaluated(size: int, leaf: JsonValue) -> JsonValue:
    """Unevaluated members beside many branches that evaluate some."""
    branches = [{"properties": {f"a{i}": leaf}, "required": [f"a{i}"]} for i in range(size)]
    return {"type": "object", "anyOf": branches, "unevaluatedProperties": False}


def wide(size: int, leaf: JsonValue) -> JsonValue:
    """Many members."""
    return {"type": "object", "properties": {f"key{i}": leaf for i in range(size)}}


def patterned_names(size: int, leaf: JsonValue) -> JsonValue:
    """Many patterns of names that overlap."""
    return {"type": "object", "patternProperties": {f"a{i}|b": leaf for i in range(size)}, "minProperties": size}


def many_errors(size: int, leaf: JsonValue) -> JsonValue:
    """Many names that each of many items misses."""
    return {"type": "array", "items": {"type": "object", "required": [f"k{i}" for i in range(size)], "not": leaf}}


def many_alternatives(size: int, leaf: JsonValue) -> JsonValue:
    """Many alternatives that each of many items misses, with what each of them has against it."""
    return {"type": "array", "items": {"oneOf": [leaf, *({"enum": [f"e{i}", *range(50)]} for i in range(size))]}}


def long_enum(size: int, leaf: JsonValue) -> JsonValue:
    """A long list of values, which every problem prints."""
    return {"type": "array", "items": {"enum": [leaf, *({"a": i, "b": str(i)} for i in range(size))]}}


def nested_document(size: int) -> JsonValue:
    """A document of some depth."""
    document: JsonValue = 1
    for _ in range(min(size, 120)):
        document = {"a": document}
    return document


FAMILIES = (
    Family("nesting", nesting, STRING, INTEGER, 8, nested_document),
    Family("counts", counts, 59, 60, 3),
    Family("contains", contains, 1, 2, 2, lambda size: [1] * size),
    Family("unions", unions, STRING, INTEGER, 6),
    Family("conjunction of unions", conjunction_of_unions, STRING, INTEGER, 4, lambda size: {}),
    Family("one of many", one_of, STRING, INTEGER, 4, lambda size: {"a0": None}),
    Family("shared members", shared_members, STRING, INTEGER, 10, nested_document),
    Family("shared in place", shared_in_place, STRING, INTEGER, 10),
    Family("chain", chain, STRING, INTEGER, 100),
    Family("recursive union", recursive_union, STRING, INTEGER, 4, nested_document),
    Family("optional letters", optional_letters, "", "d", 40, lambda size: "abc" * size),
    Family("nested repetitions", nested_repetitions, "", "c", 4, lambda size: "ab" * size),
    Family("lookaheads", lookaheads, "", "(?=.*zz)", 3, lambda size: "abc" * size),
    Family("far back", far_back, "", "b", 4, lambda size: "ab" * size),
    Family("multiples", multiples, 41, 43, 4),
    Family("unevaluated", unevaluated, STRING, INTEGER, 3, lambda size: {"a0": 1, "x": 1}),
    Family("wide", wide, STRING, INTEGER, 100, lambda size: {f"key{i}": None for i in range(size)}),
    Family("many errors", many_errors, STRING, INTEGER, 10, lambda size: [{}] * 10 * size),
    Family("many alternatives", many_alternatives, STRING, BOOLEAN, 4, lambda size: [0.5] * 100 * size),
    Family("long enum", long_enum, 1, 2, 10, lambda size: [0] * 10 * size),
    Family("patterned names", patterned_names, STRING, INTEGER, 2, lambda size: {"b": 1}),
)
