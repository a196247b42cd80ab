"""What containment promises, case by case: the data in `cases/` name the promise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from accordant.algebra import Contained, Counterexample, check_containment
from accordant.algebra.keywords import KEYWORDS
from accordant.schema.confirmation import confirm
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of
from tests.sampling import written

CASES = [
    pytest.param(case, id=f"{file.stem}: {case['promise']}")
    for file in sorted((Path(__file__).parent / "cases").glob("*.json"))
    for case in json.loads(file.read_text(encoding="utf-8"))
]


def check_verdict(writer: Any, reader: Any, expected: bool) -> None:
    verdict = check_containment(Resources.of(writer), Resources.of(reader))
    if expected:
        assert verdict == Contained()
        return
    assert isinstance(verdict, Counterexample), verdict
    sides = validator_of(Resources.of(writer)), validator_of(Resources.of(reader))
    assert confirm(*sides, verdict.document).confirmed


@pytest.mark.parametrize("case", CASES)
def test_a_pair_is_judged_in_both_directions(case: dict[str, Any]) -> None:
    check_verdict(case["a"], case["b"], case["a in b"])
    check_verdict(case["b"], case["a"], case["b in a"])


@pytest.mark.parametrize("case", CASES)
def test_a_schema_never_breaks_itself(case: dict[str, Any]) -> None:
    for schema in (case["a"], case["b"]):
        again = json.loads(json.dumps({"allOf": [schema]}))
        assert check_containment(Resources.of(schema), Resources.of(schema)) == Contained()
        if (
            isinstance(schema, dict)
            and not {"$ref", "$id", "$defs", "$schema"} & set(schema)
            and "#" not in json.dumps(schema)
        ):
            assert check_containment(Resources.of(schema), Resources.of(again)) == Contained()
            assert check_containment(Resources.of(again), Resources.of(schema)) == Contained()


@pytest.mark.parametrize("case", CASES)
def test_a_thousand_random_documents_of_the_writer_do_not_refute_a_containment(case: dict[str, Any]) -> None:
    for writer, reader in (("a", "b"), ("b", "a")):
        if case[f"{writer} in {reader}"]:
            accepts = validator_of(Resources.of(case[reader]))
            for document in written(case[writer], case[reader], 1000):
                assert accepts.is_valid(document), document


def test_every_keyword_has_a_case_that_holds_and_one_that_does_not() -> None:
    seen: dict[str, set[bool]] = {keyword: set() for keyword in KEYWORDS}
    for parameter in CASES:
        case: Any = parameter.values[0]
        todo = [case["a"], case["b"]]
        while todo:
            value = todo.pop()
            todo += value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
            for keyword in seen.keys() & (value.keys() if isinstance(value, dict) else ()):
                seen[keyword] |= {case["a in b"], case["b in a"]}
    assert [keyword for keyword, answers in seen.items() if answers != {True, False}] == []
