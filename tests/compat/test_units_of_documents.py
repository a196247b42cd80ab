"""Random conditions on a few fields: every document that exists is asked for its unit before and after."""

from __future__ import annotations

import copy
import random
from itertools import product
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

from accordant.compat import compare
from tests.compat.test_units_at_random import units

Schema = dict[str, Any]

PAIRS: Final = 25
"""Pairs of schemas for each seed."""
_NONE: Final = object()
VALUES: Final[dict[str, tuple[Any, ...]]] = {"kind": ("a", "b", "c"), "flag": (True, False), "n": (1, 2)}
DOCUMENTS: Final = [
    {"v": 1, **{name: value for name, value in zip(VALUES, values, strict=True) if value is not _NONE}}
    for values in product(*((*some, _NONE) for some in VALUES.values()))
]
FIELDS: Final[Schema] = {
    "kind": {"enum": ["a", "b", "c"]}, "flag": {"type": "boolean"}, "n": {"enum": [1, 2]}, "v": {"type": "number"},
}  # fmt: skip


class Maker:
    """Makes schemas from a seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def test(self, depth: int = 0) -> Schema:
        kind = self.chance.random()
        if depth == 2 or kind < 0.6:
            name = self.chance.choice([*VALUES])
            some = self.chance.sample(VALUES[name], self.chance.choice([1, 1, len(VALUES[name]) - 1]))
            asked: Schema = {"enum": some} if len(some) > 1 else {"const": some[0]}
            asked = {"not": asked} if self.chance.random() < 0.2 else asked
            return {"properties": {name: asked}, **({"required": [name]} if self.chance.random() < 0.7 else {})}
        if kind < 0.7:
            return {"not": self.test(depth + 1)}
        return {self.chance.choice(["anyOf", "allOf"]): [self.test(depth + 1), self.test(depth + 1)]}

    def said(self) -> Schema:
        unit = self.chance.choice(["s", "ms", None])
        return {"properties": {"v": {"x-unit": unit}}} if unit else {}

    def cases(self, depth: int = 0) -> Schema:
        last = self.cases(depth + 1) if depth < 1 and self.chance.random() < 0.4 else self.said()
        return {"if": self.test(), "then": self.said(), "else": last}

    def alternatives(self) -> Schema:
        keyword, name = self.chance.choice(["oneOf", "anyOf"]), self.chance.choice([*VALUES])
        shapes = [{"required": [name], **self.of_value(name, value)} for value in VALUES[name]]
        return {keyword: [*shapes, {"not": {"required": [name]}}]}

    def of_value(self, name: str, value: Any) -> Schema:
        return {"properties": {name: {"const": value}, **self.said().get("properties", {})}}

    def schema(self, *, with_alternatives: bool) -> Schema:
        rules = [self.cases() for _ in range(self.chance.choice([1, 1, 2]))]
        rules += [self.alternatives()] if with_alternatives else []
        return {"type": "object", "properties": FIELDS, "allOf": rules, "required": self.chance.choice([[], ["kind"]])}

    def edited(self, schema: Schema) -> Schema:
        new = copy.deepcopy(schema)
        index = self.chance.randrange(len(new["allOf"]))
        is_case = "if" in new["allOf"][index]
        if not is_case:
            new["allOf"][index] = self.alternatives()
        elif self.chance.random() < 0.5:
            new["allOf"][index]["if"] = self.test()
        else:
            new["allOf"][index]["then"] = self.said()
        return new


def loses_a_unit(old: Schema, new: Schema) -> bool:
    judges = [Draft202012Validator(side) for side in (old, new)]
    both = (document for document in DOCUMENTS if all(judge.is_valid(document) for judge in judges))
    found = ((units(old, document).get(("v",)), units(new, document).get(("v",))) for document in both)
    return any(before and before != after for before, after in found)


@pytest.mark.parametrize("direction", ["output", "input"])
@pytest.mark.parametrize("with_alternatives", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_a_unit_is_told_exactly_where_some_document_loses_it(
    seed: int, with_alternatives: bool, direction: str
) -> None:
    maker, lost = Maker(seed), 0
    for _ in range(PAIRS):
        old = maker.schema(with_alternatives=with_alternatives)
        new = maker.edited(old)
        told = compare(old, new, direction=direction, promise="additive").findings
        is_told, is_lost = any(finding.rule == "unit-changed" for finding in told), loses_a_unit(old, new)
        lost += is_lost
        assert is_told == is_lost or (with_alternatives and not is_lost), (old, new)
    assert PAIRS / 10 < lost < PAIRS
