"""Cases about agents and command lines.

Outputs of programs are judged as `registry conform` does: a small program prints them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import accordant
from accordant.conform.cases import Case, Outcome
from accordant.conform.program import ProgramJudge
from accordant.contract import Contract, ContractState, Schema, Version
from accordant.enforce import Exchange, enforce
from accordant.findings import Finding
from accordant.gen.providers import provider_named, strict_schema
from accordant.run import Limits, Program, run_program
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of


def is_valid(schema: Any, value: Any) -> bool:
    """Whether a value is valid."""
    return validator_of(Resources.of(schema)).is_valid(value)


def printed(schema: Any, stdout: str, stderr: str = "") -> list[Finding]:
    """What is wrong with a program that prints these texts."""
    state = ContractState("case", "v1", schemas={"case": Schema("case", "urn:case", schema)})
    contract = Contract("case", versions=(Version("case", "v1", state, default_schema="case"),))
    source = "import sys; sys.stdout.write(sys.argv[1]); sys.stderr.write(sys.argv[2])"
    ended = run_program(Program((sys.executable, "-c", source, stdout, stderr)), Limits(seconds=10))
    return ProgramJudge(contract, as_="schema").judge(Case("case"), Outcome((ended,)))


def asked(schema: Any, *answers: Any) -> tuple[Any, list[Exchange]]:
    """The outcome of an agent that gives these answers, and what it was asked."""
    exchanges: list[Exchange] = []

    def ask(exchange: Exchange) -> Any:
        exchanges.append(exchange)
        return answers[min(len(exchanges), len(answers)) - 1]

    return enforce(ask, schema), exchanges


def differences(case: dict[str, Any]) -> Iterator[str]:
    """What comes out otherwise than the case expects."""
    given, expected = case["input"], case["expected"]
    yield from _verdicts(given, expected)
    if "replies" in given:
        yield from _of_replies(given.get("schema", given.get("contract")), given["replies"], expected)
    if "contract" in given:
        yield from _of_strict_variant(given, expected)
    if "published" in given:
        yield from _of_published(given, expected)
    if "runs" in given or "stdout_text" in given or "outputs_text" in given:
        yield from _of_output(given, expected)


def _verdicts(given: dict[str, Any], expected: dict[str, Any]) -> Iterator[str]:
    """The pairs of schemas of a case."""
    pairs = [(pair["old"], pair["new"], pair) for pair in given.get("pairs", [])]
    if "compat" in expected:
        pairs.append((given["old_schema"], given["new_schema"], expected["compat"]))
    if "fix_pair" in given:
        pairs.append((given["fix_pair"]["old"], given["fix_pair"]["new"], expected["fix_compat"]))
    if "compat_contract_to_sent" in expected:
        pairs.append((given["contract"], given["sent"], expected["compat_contract_to_sent"]))
    if "compat_published_to_serialization" in expected:
        verdicts = expected["compat_published_to_serialization"]
        pairs.append((given["published"], given["serialization_schema"], verdicts))
    if "new_output_valid_against_old" in expected:
        is_old = is_valid(given["old_schema"], json.loads(given["new_output_text"]))
        if is_old is not expected["new_output_valid_against_old"]:
            yield f"the new output is valid by the old schema: {is_old}"
    for old, new, verdicts in pairs:
        for direction in ("input", "output"):
            found = str(accordant.compare(old, new, direction=direction).verdict)
            if found != verdicts[direction]:
                yield f"{direction}: {found}, expected {verdicts[direction]}"


def _of_replies(schema: Any, replies: list[Any], expected: dict[str, Any]) -> Iterator[str]:
    for index, reply in enumerate(replies):
        answer = (reply["text"], reply["finish_reason"]) if isinstance(reply, dict) else reply
        outcome, exchanges = asked(schema, answer)
        first = outcome.attempts[0]
        for key in ("valid", "valid_against_contract"):
            if key in expected and expected[key][index] is bool(first.errors):
                yield f"{reply}: {first.errors}"
        if "feedback" in expected and (expected["feedback"][index] is None) is bool(first.errors):
            yield f"{reply}: {first.errors}"
        if "extracted_advice_field" in expected and outcome.data["advice"] != expected["extracted_advice_field"][index]:
            yield f"{reply}: {outcome.data}"
        if "classification" in expected:
            wants_retry = "re-prompt allowed" in expected["classification"][index]
            if wants_retry is not (len(exchanges) == 2) or outcome.truncated is wants_retry or outcome.ok:
                yield f"{reply}: asked {len(exchanges)} times, truncated {outcome.truncated}, ok {outcome.ok}"


def _of_strict_variant(given: dict[str, Any], expected: dict[str, Any]) -> Iterator[str]:
    """What is sent in place of the contract says what it lost, and the contract judges the answer."""
    made = strict_schema(Resources.of(given["contract"]), provider_named("generic"))
    if not made.losses:
        yield "no loss is said"
    if "args_text" in given:
        value = json.loads(given["args_text"])
        found = [is_valid(given["contract"], value), is_valid(given["sent"], value), is_valid(made.schema, value)]
        if found != [expected["valid_against_contract"], expected["valid_against_sent"], False]:
            yield f"{found}"


def _of_published(given: dict[str, Any], expected: dict[str, Any]) -> Iterator[str]:
    """What a program really prints, against the schema that it publishes and the one of its serialisation."""
    for key in ("published", "serialization_schema"):
        name = f"valid_against_{key}"
        if (not printed(given[key], given["actual_output_text"])) is not expected[name]:
            yield f"{name} is not {expected[name]}"


def _of_output(given: dict[str, Any], expected: dict[str, Any]) -> Iterator[str]:
    schema = given["schema"]
    for index, run in enumerate(given.get("runs", [])):
        findings = printed(schema, run["stdout"], run["stderr"])
        verdict = expected["verdict"][index]
        line = verdict.rpartition("line ")[2].split(";")[0] if "line" in verdict else ""
        found = str(findings[0].place.line) if findings and findings[0].place else ""
        if (verdict == "valid") is bool(findings) or (line and line != found):
            yield f"{run['stdout']!r}: {[(finding.rule, finding.place) for finding in findings]}"
    texts = given.get("stdout_text", given.get("outputs_text", []))
    for index, text in enumerate(texts):
        findings = printed(schema, text)
        if (expected["valid"][index] is True) is bool(findings):
            yield f"{text!r}: {[finding.message for finding in findings]}"
        pointer = expected.get("first_error_pointer", [None] * len(texts))[index]
        if pointer is not None and (not findings or not findings[0].place or findings[0].place.pointer != pointer):
            yield f"{text!r}: {[finding.place for finding in findings]}"
