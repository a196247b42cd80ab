"""Every rule on its own case, every rule over every case, and what no pair of schemas may do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accordant.compat import RULES, behaviour, codes, compare, examples, remembered, streams
from accordant.compat.comparison import Comparison
from accordant.compat.examples import verdicts
from accordant.compat.rules import BY_NAME
from accordant.contract import behaviour as contract_behaviour
from accordant.contract import parse
from accordant.contract.fields import Fields
from accordant.findings import Facts, Finding, LostDocument, Severity, Verdict, Witness
from accordant.schema.confirmation import confirm
from accordant.schema.documents import Document
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of
from tests.sampling import written

CASES = {
    path.stem: json.loads(path.read_text("utf-8")) for path in sorted((Path(__file__).parent / "cases").glob("*.json"))
}
SCHEMAS = {name: case for name, case in CASES.items() if case["kind"] == "schema"}


def findings(case: dict[str, Any], pair: dict[str, Any]) -> tuple[Finding, ...]:
    if case["kind"] == "schema":
        terms = {key: case[key] for key in ("promise", "direction", "enums") if key in case}
        return compare(pair["old"], pair["new"], **terms).findings
    if case["kind"] == "behaviour":
        before, after = (
            contract_behaviour.read(Fields.of(pair[side], Document(f"{side}.json", pair[side])))
            for side in ("old", "new")
        )
        return tuple(behaviour.judge(before, after, case.get("directions")))
    documents = [Document(f"{side}.json", pair[side]) for side in ("old", "new")]
    if case["kind"] == "codes":
        return tuple(codes.judge(*(parse.code_list("list", document.value, document) for document in documents)))
    older, newer = (parse.stream("list", document.value, document) for document in documents)
    return tuple(streams.judge(older, newer))


@pytest.mark.parametrize("name", CASES)
def test_a_rule_finds_its_case_and_passes_its_twin(name: str) -> None:
    case = CASES[name]
    broken = findings(case, case["breaks"])
    assert name in {finding.rule for finding in broken}, broken
    assert name not in {finding.rule for finding in findings(case, case["fine"])}


@pytest.mark.parametrize("name", CASES)
def test_what_is_fine_breaks_by_no_rule(name: str) -> None:
    case = CASES[name]
    assert [
        finding for finding in findings(case, case["fine"]) if finding.severity in (Severity.ERROR, Severity.UNDECIDED)
    ] == []


@pytest.mark.parametrize("name", CASES)
def test_nothing_breaks_against_itself(name: str) -> None:
    case = CASES[name]
    for pair in (case["breaks"], case["fine"]):
        for side in ("old", "new"):
            assert findings(case, {"old": pair[side], "new": pair[side]}) == ()


@pytest.mark.parametrize("name", CASES)
def test_what_is_remembered_is_what_was_found(name: str) -> None:
    case = CASES[name]
    found = findings(case, case["breaks"])
    comparison = Comparison(found, Verdict.BREAKING, "additive", "a/v1/list", "release 1.0")
    kept = json.loads(json.dumps(remembered.write([comparison], list(found))))
    assert remembered.read(kept) == ([comparison], list(found))


@pytest.mark.parametrize("name", CASES)
def test_every_break_has_evidence_and_a_way_out(name: str) -> None:
    case = CASES[name]
    for finding in findings(case, case["breaks"]):
        assert finding.severity is BY_NAME[finding.rule].severity
        if finding.severity is Severity.ERROR:
            assert isinstance(finding.evidence, Witness | LostDocument | Facts)
            assert finding.way_out


@pytest.mark.parametrize("promise", ["strict", "additive"])
@pytest.mark.parametrize("direction", ["output", "input", "full"])
@pytest.mark.parametrize("name", SCHEMAS)
def test_every_witness_is_written_by_the_one_side_and_refused_by_the_other(
    name: str, direction: str, promise: str
) -> None:
    for pair in (SCHEMAS[name]["breaks"], SCHEMAS[name]["fine"]):
        sides = {"the older schema": pair["old"], "the newer schema": pair["new"]}
        judge = {side: validator_of(Resources.of(schema)) for side, schema in sides.items()}
        for finding in compare(pair["old"], pair["new"], direction=direction, promise=promise).findings:
            if isinstance(finding.evidence, Witness):
                evidence = finding.evidence
                assert confirm(judge[evidence.writer], judge[evidence.reader], evidence.document).confirmed, finding
            if isinstance(finding.evidence, LostDocument):
                assert judge["the older schema"].is_valid(finding.evidence.document), finding


def test_every_rule_has_a_case_or_a_test_of_its_own() -> None:
    """What cannot be said by two schemas, lists or grammars (the gate, acknowledgements) is named in a test."""
    tests = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert [rule.name for rule in RULES if rule.name not in CASES and f'"{rule.name}"' not in tests] == []
    assert sorted(set(CASES) - {rule.name for rule in RULES}) == []


@pytest.mark.parametrize("direction", ["output", "input"])
@pytest.mark.parametrize("name", SCHEMAS)
def test_a_thousand_random_documents_of_the_writer_do_not_refute_compatible(name: str, direction: str) -> None:
    for pair in (SCHEMAS[name]["breaks"], SCHEMAS[name]["fine"]):
        if compare(pair["old"], pair["new"], direction=direction).verdict == "compatible":
            writer, reader = (pair["new"], pair["old"]) if direction == "output" else (pair["old"], pair["new"])
            accepts = validator_of(Resources.of(reader))
            assert [document for document in written(writer, reader, 1000) if not accepts.is_valid(document)] == []


EXAMPLES = {rule.name: rule for rule in RULES if verdicts(rule)}


def test_most_schema_rules_show_their_example_under_every_promise_and_direction() -> None:
    """Left out: what needs a registry's terms (the carrier, an end) or cannot be shown by one small pair."""
    assert {name for name in SCHEMAS if name in BY_NAME} - set(EXAMPLES) <= {"carrier-changed", "undecided"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_explain_shows_as_breaking_is_found_and_what_it_shows_as_fine_is_not(name: str) -> None:
    broken, fine = examples.pair(EXAMPLES[name].breaking), examples.pair(EXAMPLES[name].fine)
    assert broken is not None
    readings = [(promise, way) for promise in examples.PROMISES for way in examples.DIRECTIONS]
    finding = [
        (promise, way)
        for promise, way in readings
        if name in {finding.rule for finding in compare(*broken, promise=promise, direction=way).findings}
    ]
    assert finding
    remarks = EXAMPLES[name].breaking
    ways = [reading for reading in finding if (reading[1] == "input") == (", input" in remarks)]
    if fine is None:
        return
    for promise, way in ways:
        assert name not in {finding.rule for finding in compare(*fine, promise=promise, direction=way).findings}


# Random pairs: neither verdict can be refuted by a document.

SCALARS: st.SearchStrategy[Any] = st.sampled_from([None, True, False, 0, 1, 2.5, -1, "", "a", "ab", [], {}])
LEAVES = st.sampled_from(
    [
        {"type": "string"}, {"type": "integer"}, {"type": ["integer", "null"]}, {"type": "number", "minimum": 1},
        {"enum": ["a", "b"]}, {"enum": ["a", "b", "c"]}, {"const": 1}, {"type": "string", "maxLength": 1}, True, False,
        {"type": "string", "pattern": "^a"}, {"not": {"type": "string"}}, {"type": "boolean"},
    ]
)  # fmt: skip
NAMES = st.sampled_from(["a", "b", "c"])


def extend(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    objects = st.fixed_dictionaries(
        {"type": st.just("object"), "properties": st.dictionaries(NAMES, inner, max_size=3)},
        optional={"required": st.lists(NAMES, unique=True, max_size=2), "additionalProperties": st.booleans() | inner},
    )
    arrays = st.fixed_dictionaries({"type": st.just("array"), "items": inner}, optional={"maxItems": st.integers(0, 2)})
    joined = st.lists(inner, min_size=1, max_size=3)
    return objects | arrays | st.builds(lambda key, of: {key: of}, st.sampled_from(["anyOf", "oneOf", "allOf"]), joined)


PAIRS = st.recursive(LEAVES, extend, max_leaves=6)
DOCUMENTS = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAMES, inner, max_size=3), max_leaves=6
)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(old=PAIRS, new=PAIRS, documents=st.lists(DOCUMENTS, min_size=20, max_size=20))
def test_no_document_refutes_a_strict_verdict(old: Any, new: Any, documents: list[Any]) -> None:
    result = compare(old, new, direction="output")
    writer, reader = validator_of(Resources.of(new)), validator_of(Resources.of(old))
    assert result.verdict != "undecided", result.findings
    if result.verdict == "compatible":
        assert [document for document in documents if writer.is_valid(document) and not reader.is_valid(document)] == []
    else:
        assert result.evidence is not None
        assert writer.is_valid(result.witness)
        assert not reader.is_valid(result.witness)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(old=PAIRS, new=PAIRS)
def test_the_additive_promise_never_breaks_a_reader_where_the_strict_one_holds(old: Any, new: Any) -> None:
    strict = compare(old, new)
    additive = compare(old, new, promise="additive")
    assert additive.strict == strict.verdict
    if strict.verdict == "compatible":
        assert not any(
            isinstance(finding.evidence, Witness) for finding in additive.findings if finding.severity is Severity.ERROR
        )
