"""Cases about validation and streams."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Any, Final

from registry_cases import SCHEMA, identified, own_registry

from accordant.conform import Session, open_session
from accordant.contract import Choice, Contract, ContractState, Line, Schema, Stream, Version
from accordant.findings import Finding
from accordant.schema.dialects import DRAFT_2020_12, in_draft

KINDS: Final = {
    "missing-terminal": "stream-interrupted",
    "not-json": "not-json",
    "extra-data": "extra-data",
    "blank-line": "blank-line",
    "number-out-of-range": "number-out-of-range",
}
"""Our rule for what a case calls a kind; NaN has a rule of its own, which cases call not-json."""


def session(schema: Any, rules: dict[str, Any] | None = None, *, formats: bool = False) -> Session:
    """A session for one schema, as for a schema file, and for a stream whose grammar is that of the case."""
    uri = schema.get("$id", "urn:case") if isinstance(schema, dict) else "urn:case"
    streams = {"stream": _stream(schema, rules)} if rules else {}
    state = ContractState(
        "", "v1", schemas={"case": Schema("case", uri, in_draft(schema, DRAFT_2020_12))}, streams=streams
    )
    contract = Contract("case", versions=(Version("", "v1", state, default_schema="case"),))
    return open_session(contract, schema="stream" if rules else "case", as_="schema", formats=formats)


def _stream(schema: Any, rules: dict[str, Any]) -> Stream:
    types = schema["properties"][rules["discriminator"]]["enum"]
    ends = tuple(Line(type_, terminal=True) for type_ in rules["terminal"])
    others = tuple(Line(type_) for type_ in types if type_ not in rules["terminal"])
    grammar = (Choice(others, 0, None), Choice(ends))
    return Stream("stream", discriminator=f"/{rules['discriminator']}", line="case", grammar=grammar)


def is_valid(schema: Any, text: str, *, formats: bool = False) -> bool:
    """Whether a document is valid; InputError where the schema is unusable."""
    return not [
        finding
        for finding in session(schema, formats=formats).document("case", text.encode())
        if finding.severity == "error"
    ]


def judged(schema: Any, text: str) -> list[Finding]:
    """What is wrong with a document."""
    return list(session(schema).document("case", text.encode()))


def differences(case: dict[str, Any]) -> Iterator[str]:
    """What comes out otherwise than the case expects."""
    given, expected = case["input"], case["expected"]
    if "stream_b64" in given:
        yield from _of_stream(given, expected)
    elif "checks" in given:
        for check in given["checks"]:
            if is_valid(check["schema"], check["text"]) != check["valid"]:
                yield f"{check['text']} is not {check['valid']}"
    elif "generator" in given:
        large = judged(given["generator"]["schema"], "[" * 100_000 + "]" * 100_000)
        if not is_valid(given["generator"]["schema"], given["small_text"]) or [f.rule for f in large] != ["too-deep"]:
            yield "deep nesting"
    else:
        yield from _of_documents(given, expected)


def _of_documents(given: dict[str, Any], expected: Any) -> Iterator[str]:
    if isinstance(expected, list):
        texts = [json.dumps(document) for document in given["documents"]] if "documents" in given else []
        found = [is_valid(given["schema"], text) for text in texts]
        if found != expected[: len(texts)]:
            yield f"{found}"
        return
    for key, formats in (("valid", False), ("default_mode", False), ("assert_format_mode", True)):
        if key in expected:
            found = [is_valid(given["schema"], text, formats=formats) for text in given["instances_text"]]
            if found != expected[key]:
                yield f"{key}: {found}"
    if "lint" in expected:
        yield from _of_lint(given["schema"], expected)
    for text, best in zip(given["instances_text"], expected.get("best_error", []), strict=False):
        places = [(finding.place.pointer if finding.place else "") for finding in judged(given["schema"], text)]
        if places != [best["pointer"]]:
            yield f"{text}: {places}"
    for text, verdict in zip(given["instances_text"], expected.get("verdict", []), strict=False):
        told = [
            f"{finding.rule} error at {finding.place.pointer}"
            for finding in judged(given["schema"], text)
            if finding.place
        ]
        if told != [verdict]:
            yield f"{text}: {told}"


def _of_lint(schema: dict[str, Any], expected: dict[str, Any]) -> Iterator[str]:
    """What lint has against the schema in a registry of its own; a way out names what is meant."""
    with own_registry(SCHEMA, identified(json.dumps(schema))) as registry:
        found = {finding["place"]["pointer"]: finding for finding in registry.run("lint")["findings"]}
    for wanted in expected["lint"]:
        if wanted["message"].split()[-1] not in json.dumps(found.get(wanted["pointer"])):
            yield f"lint: {found}"
    yield from (f"lint: {found[pointer]}" for pointer in expected["no_lint"] if pointer in found)


def _of_stream(given: dict[str, Any], expected: dict[str, Any]) -> Iterator[str]:
    judging = session(given["schema"], given.get("stream_rules"))
    found = list(judging.stream("case", base64.b64decode(given["stream_b64"])))
    if judging.live is None or judging.live.lines != expected["records"]:
        yield f"records: {judging.live.lines if judging.live else None}"
    errors = [(f.place.line, f.rule) for f in found if f.severity in ("error", "undecided") and f.place]
    wanted = expected.get("errors", []) + expected.get("protocol_errors", [])
    if [line for line, _ in errors] != [error["line"] for error in wanted]:
        yield f"errors: {errors}"
    for (_, rule), error in zip(errors, wanted, strict=False):
        if rule != KINDS[error["kind"]] and (rule, error["kind"]) != ("not-a-number", "not-json"):
            yield f"{error['kind']}: {rule}"
    warnings = [{"line": f.place.line, "kind": f.rule} for f in found if f.severity == "warning" and f.place]
    if "no newline" in expected.get("note", "") and "no-final-newline" not in [finding.rule for finding in found]:
        yield f"note: {found}"
    for warning in expected.get("warnings", []):
        if warning not in warnings:
            yield f"warnings: {warnings}"
