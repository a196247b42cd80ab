"""A break about the spelling of a number is one finding, and its sentence says what differs."""

from __future__ import annotations

from typing import Any, Final

import pytest

from accordant.compat import compare
from accordant.schema.dialects import DIALECTS, DRAFT_04, DRAFT_2020_12
from accordant.schema.error_messages import sentence
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of

SAYS: Final = "`/n` may be {}; the reader's draft-04 has no integer spelt with a fraction."


def of_draft_04(**schema: Any) -> dict[str, Any]:
    return {"$schema": DRAFT_04.uri, "properties": {"n": schema}}


@pytest.mark.parametrize("promise", ["strict", "additive"])
@pytest.mark.parametrize(
    ("written", "shown"),
    [({"type": "number", "multipleOf": 1}, "0.0"), ({"enum": [1]}, "1.0"), ({"enum": [1, "a"]}, "1.0")],
)
def test_one_finding_says_how_the_number_is_spelt(written: dict[str, Any], shown: str, promise: str) -> None:
    read = {"type": ["integer", "string"]} if "a" in written.get("enum", ()) else {"type": "integer"}
    comparison = compare(of_draft_04(**written), of_draft_04(**read), direction="input", promise=promise)
    [finding] = [found for found in comparison.findings if found.rule == "number-to-integer"]
    assert comparison.verdict == "breaking"
    assert finding.message == SAYS.format(shown)
    assert not [found for found in comparison.findings if found.rule in ("type-refused", "reader-refuses")]


def test_a_change_from_draft_04_breaks_its_old_readers_and_no_old_writer() -> None:
    newer = {**of_draft_04(type="integer"), "$schema": DRAFT_2020_12.uri}
    output = compare(of_draft_04(type="integer"), newer, direction="output", promise="strict")
    (finding,) = output.findings
    assert finding.rule == "draft-changed"
    assert "`/n` may be 0.0, which the reader's `type` refuses" in finding.message
    assert compare(of_draft_04(type="integer"), newer, direction="input", promise="strict").verdict == "compatible"


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
@pytest.mark.parametrize("types", ["integer", ["integer", "string"]])
def test_no_sentence_says_that_an_integer_is_no_integer(types: Any, dialect: Any) -> None:
    schema = {"$schema": dialect.uri, "type": types}
    problems = validator_of(Resources.of(schema, uri="urn:s")).problems(1.0)
    sentences = [sentence(problem, 1.0, {"urn:s": schema}) for problem in problems]
    refused = ["1.0 is spelt with a fraction, which no integer of draft-04 has"]
    assert sentences == (refused if dialect is DRAFT_04 else [])
