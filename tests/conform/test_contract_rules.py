"""Rules of the bundled contracts: documents that keep the shape and break a stated rule are found, each by its rule."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from accordant.conform import open_session, validate
from accordant.conform.contract_rules import text_problems
from accordant.contract.holding import held_rules
from accordant.findings import Finding, Severity
from accordant.registry.layout import find_bundled_registry
from accordant.registry.load import load
from accordant.schema import pointers

FOLDER = find_bundled_registry()
REGISTRY = load(FOLDER, with_examples=False)


def document(path: str) -> Any:
    contract, version, rest = path.split("/", 2)
    return json.loads((FOLDER / contract / version / "examples/valid" / f"{rest}.json").read_text("utf-8"))


def judged(path: str, value: Any, **options: Any) -> list[Finding]:
    contract, version, schema = path.split("/")[:3]
    found = REGISTRY.contract(contract)
    assert found is not None
    data = json.dumps(value).encode()
    return list(validate(found, [("x.json", data)], version=version, schema=schema, **options))


def put(value: Any, pointer: str, new: Any) -> Any:
    """A copy with another value at a pointer; `...` removes it."""
    copied = copy.deepcopy(value)
    *parents, last = pointers.split(pointer)
    place = copied
    for token in parents:
        place = place[int(token)] if isinstance(place, list) else place[token]
    if new is ...:
        del place[last]
    else:
        place[int(last) if isinstance(place, list) else last] = new
    return copied


CHECK = "meminit/v2/envelope/validation-failure"
FINDING = {"code": "BROKEN_LINK", "path": "docs/a.md", "message": "m"}
EDITS: list[tuple[str, dict[str, Any], str]] = [
    ("cobre/v1/response/validate-failed", {"/summary/error_count": 7}, "counts-of-the-validate-summary"),
    ("cobre/v1/response/validate-failed", {"/summary/warning_count": 3}, "counts-of-the-validate-summary"),
    ("cobre/v1/response/validate-succeeded", {"/summary/files_checked": 1}, "validate-counts-agree"),
    ("cobre/v1/response/validate-failed", {"/exit_code": 4}, "failed-validation-exits-with-three"),
    ("cobre/v1/response/validate-failed", {"/data/timestamp": "yesterday"}, "times-are-iso-8601"),
    ("cobre/v1/line/started", {"/case": "data/case"}, "paths-have-their-form"),
    ("cobre/v1/line/started", {"/timestamp": "yesterday at ten"}, "times-are-iso-8601"),
    ("cobre/v1/line/training-progress", {"/gap": 0.5}, "gap-formula"),
    ("cobre/v1/line/training-progress", {"/upper_bound": 0, "/gap": 1}, "gap-near-zero"),
    ("meminit/v2/envelope/validation-failure", {"/violations_count": 9}, "derived/violations_count"),
    ("meminit/v2/envelope/validation-failure", {"/warnings_count": 99}, "derived/warnings_count"),
    ("meminit/v2/envelope/validation-failure", {"/files_checked": 10}, "checked-files-add-up"),
    ("meminit/v2/envelope/validation-failure", {"/schema_failures_count": 0}, "findings-are-counted"),
    ("meminit/v2/envelope/validation-failure", {"/missing_paths_count": 1}, "findings-are-counted"),
    ("meminit/v2/envelope/validation-failure", {"/data": {"x": 1}}, "check-data-is-empty"),
    ("meminit/v2/issue/flat", {"/path": "/docs/a.md"}, "paths-are-relative"),
    ("meminit/v2/issue/flat", {"/path": "docs\\a.md"}, "paths-are-relative"),
    ("agentpack/v1/envelope/plan", {"/data/summary/create": 7}, "summaries-count"),
    ("agentpack/v1/envelope/plan", {"/data/changes/0/path_posix": "/somewhere/else"}, "posix-companion"),
    ("agentpack/v1/envelope/plan", {"/ok": False, "/data": {}, "/errors": [{"code": "E_CONFIRM_REQUIRED",
     "message": "m"}]}, "confirmation-where-it-writes"),
]  # fmt: skip


def first(path: str) -> Any:
    """The valid examples of a schema, the named one first."""
    contract, version, schema, name = path.split("/")
    folder = FOLDER / contract / version / "examples/valid" / schema
    exact = folder / f"{name}.json"
    candidates = [*([exact] if exact.exists() else []), *sorted(folder.glob("*.json"))]
    return [json.loads(candidate.read_text("utf-8")) for candidate in candidates]


def edited(path: str, edits: dict[str, Any]) -> tuple[Any, Any]:
    """An example without findings to which all edits apply, and the edited copy."""
    for value in first(path):
        errors = [finding for finding in judged(path, value) if finding.severity == Severity.ERROR]
        if errors or not all(pointers.has(value, pointer) for pointer in edits):
            continue
        changed = value
        for pointer, new in edits.items():
            changed = put(changed, pointer, new)
        return value, changed
    raise AssertionError(f"no example of {path} has {list(edits)}")


def ids(path: str, value: Any, **options: Any) -> set[str]:
    return {f.message.rpartition("(")[2].rstrip(")") for f in judged(path, value, **options)}


@pytest.mark.parametrize(("path", "edits", "rule"), EDITS, ids=[f"{edit[2]}-{n}" for n, edit in enumerate(EDITS)])
def test_a_document_that_breaks_a_rule_is_found_by_it(path: str, edits: dict[str, Any], rule: str) -> None:
    _, changed = edited(path, edits)
    assert rule in ids(path, changed)
    assert rule in ids(path, changed, as_="producer")
    assert judged(path, changed, as_="schema") == []
    assert judged(path, changed, as_="consumer") == []


def test_lists_of_meminit_are_sorted_and_advice_is_a_warning() -> None:
    value = first(CHECK)[0]
    two = [{**FINDING, "path": "docs/b.md"}, FINDING]
    unsorted = {**value, "violations": two, "violations_count": 2, "schema_failures_count": 0}
    assert "sort/violations" in ids(CHECK, unsorted)
    assert "sort/violations" not in ids(CHECK, {**unsorted, "violations": two[::-1]})
    reversed_keys = dict(reversed(list(value.items())))
    found = [finding for finding in judged(CHECK, reversed_keys) if "key-order" in finding.message]
    assert [finding.severity for finding in found] == [Severity.WARNING]
    assert found[0].subject == "meminit/v2/serialisation"


def test_a_finding_names_the_rule_and_its_place_in_the_contract() -> None:
    value = document("cobre/v1/line/started")
    finding = next(f for f in judged("cobre/v1/line", {**value, "case": "data"}) if f.rule == "contract-rule")
    assert finding.subject == "cobre/v1/rules/paths-have-their-form"
    assert finding.schema_place is not None
    assert finding.schema_place.path.endswith("cobre/contract.toml")
    assert finding.place is not None
    assert finding.place.pointer == "/case"


def stream(count: int) -> list[dict[str, Any]]:
    """A run of cobre with so many progress lines."""
    path = next((FOLDER / "cobre/v1/examples/valid/run").glob("training-only.jsonl"))
    started, progress, _, terminated, result = map(json.loads, path.read_text("utf-8").splitlines())
    lines = [{**progress, "iteration": n} for n in range(1, count + 1)]
    training = {**result["data"]["training"], "iterations": count}
    ended = {**result, "data": {**result["data"], "training": training}}
    return [started, *lines, {**terminated, "iterations": count}, ended]


def rules_of_stream(lines: list[dict[str, Any]], path: str = "cobre/v1/run") -> list[tuple[str, int]]:
    name, version, schema = path.split("/")
    contract = REGISTRY.contract(name)
    assert contract is not None
    data = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    found = list(validate(contract, [("x.jsonl", data)], version=version, schema=schema))
    return [(f.message.rpartition("(")[2].rstrip(")"), f.place.line if f.place else 0) for f in found]


Line = dict[str, Any]


def of_validate(name: str, pointer: str, value: Any) -> Callable[[Line], Line]:
    """The result line of another command, with a value that its own rules refuse."""
    answer = put(document(f"cobre/v1/response/{name}"), pointer, value)
    return lambda line: {"type": line["type"], **answer}


NOTHING_OF_VALIDATE = {"command": "validate", "data": None, "summary": None}
BROKEN_LINES: list[tuple[str, int, int, Callable[[Line], Line]]] = [
    # (rule, the line that is changed, the line where it is found, the change)
    ("type-comes-first", 300, 300, lambda line: dict(reversed(line.items()))),
    ("progress-per-phase", 500, 500, lambda line: {**line, "iteration": 499}),
    ("progress-per-phase", 500, 500, lambda line: {**line, "iteration": 7_000}),
    ("progress-per-phase", 999, 999, lambda line: {**line, "iteration": 1}),
    ("gap-formula", 700, 700, lambda line: {**line, "gap": 0.9}),
    ("gap-near-zero", 700, 700, lambda line: {**line, "upper_bound": 0, "gap": 1}),
    ("paths-have-their-form", 0, 0, lambda line: {**line, "case": "case"}),
    ("times-are-iso-8601", 0, 0, lambda line: {**line, "timestamp": "yesterday"}),
    ("result-agrees-with-terminated", 1000, 1001, lambda line: {**line, "reason": "shutdown"}),
    ("result-agrees-with-terminated", 1000, 1001, lambda line: {**line, "iterations": 7}),
    ("result-agrees-with-terminated", 1000, 1001, lambda line: {**line, "final_lb": 7}),
    ("result-agrees-with-terminated", 1000, 1001, lambda line: {**line, "final_ub": 7}),
    ("result-agrees-with-terminated", 1000, 1001, lambda line: {**line, "total_cuts": 7}),
    ("summary-status-of-run", 1001, 1001, lambda line: put(line, "/summary/status", "well")),
    ("result-of-a-stream-is-a-run", 1001, 1001, lambda line: {**line, **NOTHING_OF_VALIDATE}),
    ("failed-validation-exits-with-three", 1001, 1001, of_validate("validate-failed", "/exit_code", 4)),
    ("counts-of-the-validate-summary", 1001, 1001, of_validate("validate-failed", "/summary/error_count", 7)),
    ("validate-counts-agree", 1001, 1001, of_validate("validate-succeeded", "/summary/files_checked", 7)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("broken", "rule"),
    [
        (lambda line: b"WARNING: cache cold", "not-json"),
        (lambda line: b"50 %.." + line, "glued-output"),
        (lambda line: line + b'{"type": "x"}', "extra-data"),
        (lambda line: line.replace(b'"type"', b'"type": "progress", "type"'), "duplicate-key"),
        (lambda line: line.replace(b"progress", b"pro\xff"), "encoding-wrong"),
        (lambda line: line.replace(b'"progress"', b'"progres"'), "refused-by-schema"),
        (lambda line: line[:20], "not-json"),
    ],
)
def test_one_line_that_cannot_be_read_is_one_finding_though_lines_are_counted(
    broken: Callable[[bytes], bytes], rule: str
) -> None:
    lines = [json.dumps(line).encode() for line in stream(9)]
    lines[4] = broken(lines[4])
    contract = REGISTRY.contract("cobre")
    assert contract is not None
    session = open_session(contract, version="v1", schema="run")
    assert [
        (finding.rule, finding.place and finding.place.line)
        for finding in session.stream("run.jsonl", b"\n".join([*lines, b""]))
    ] == [(rule, 5)]
    late = [*lines[:7], lines[8], *lines[9:]]
    found = [finding.message for finding in session.stream("run.jsonl", b"\n".join([*late, b""]))]
    assert len(found) == 2
    assert "(progress-per-phase)" in found[1]


@pytest.mark.parametrize(("rule", "at", "found", "edit"), BROKEN_LINES)
def test_a_rule_of_a_stream_of_a_thousand_lines_that_is_broken_once_is_found_once(
    rule: str, at: int, found: int, edit: Callable[[Line], Line]
) -> None:
    lines = stream(999)
    assert rules_of_stream(lines) == []
    lines[at] = edit(lines[at])
    assert [line for name, line in rules_of_stream(lines) if name == rule] == [found + 1]


@pytest.mark.parametrize(("path", "schema"), [("cobre/v1/run", "line"), ("meminit/v3/records", "record")])
def test_every_rule_that_a_stream_can_break_is_broken_in_one(path: str, schema: str) -> None:
    name, version, stream_name = path.split("/")
    found = REGISTRY.contract(name)
    assert found is not None
    working = found.version(version)
    assert working is not None
    held = held_rules(working.state, working.default_schema)
    rules = {str(rule.table["id"]) for rule in held if {schema, stream_name} & set(rule.schemas)}
    assert rules == {breach[0] for breach in (BROKEN_LINES if name == "cobre" else BROKEN_RECORDS)}


def records(count: int) -> list[dict[str, Any]]:
    """A stream of meminit with so many items."""
    path = FOLDER / "meminit/v3/examples/valid/records/whole.jsonl"
    header, _, item, _, _, summary = map(json.loads, path.read_text("utf-8").splitlines())
    items = [{**item, "sequence": n} for n in range(1, count + 1)]
    return [header, *items, {**summary, "sequence": count + 1, "counts": {"item": count}}]


BROKEN_RECORDS: list[tuple[str, int, int, Callable[[int], Line]]] = [
    # (rule, the first record that is changed, the last one, the change)
    ("numbers-begin-at-zero", 0, 0, lambda at: {"sequence": 1}),
    ("numbers-are-contiguous", 500, 500, lambda at: {"sequence": at - 1}),
    ("numbers-are-contiguous", 500, 500, lambda at: {"sequence": at + 1}),
    ("numbers-are-contiguous", 500, 1000, lambda at: {"sequence": at + 1}),
    ("one-command-in-a-stream", 1000, 1000, lambda at: {"command": "scan"}),
    ("summary-has-counts", 1000, 1000, lambda at: {"counts": ...}),
]


@pytest.mark.parametrize(("rule", "first", "last", "edit"), BROKEN_RECORDS)
def test_a_rule_of_records_that_is_broken_once_is_found_once(
    rule: str, first: int, last: int, edit: Callable[[int], Line]
) -> None:
    lines = records(999)
    assert rules_of_stream(lines, "meminit/v3/records") == []
    for at in range(first, last + 1):
        changed = {**lines[at], **edit(at)}
        lines[at] = {key: value for key, value in changed.items() if value is not ...}
    hits = [line for name, line in rules_of_stream(lines, "meminit/v3/records") if name == rule]
    assert hits == [first + 1]


def test_training_progress_after_the_loop_is_found_and_a_misplaced_key_too() -> None:
    lines = stream(3)
    late = [*lines[:4], lines[4], {**lines[3], "iteration": 4}, lines[5]]
    assert ("progress-per-phase", 6) in rules_of_stream(late)
    turned = [dict(reversed(list(lines[0].items()))), *lines[1:]]
    assert ("type-comes-first", 1) in rules_of_stream(turned)


def test_the_recorded_answers_of_agentpack_break_no_rule() -> None:
    folder = Path(__file__).resolve().parents[3] / "shared/facts/agentpack-recorded"
    if not folder.exists():
        pytest.skip("the recorded answers are not here")
    found = [
        (path.name, finding.message)
        for path in sorted(folder.rglob("*.json"))
        for finding in judged("agentpack/v1/envelope", json.loads(path.read_text("utf-8")))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        (lambda whole: json.dumps(whole), set()),
        (lambda whole: json.dumps(whole) + "\n", set()),
        (lambda whole: json.dumps(whole) + "\n\n", {"trailing-newline"}),
        (lambda whole: json.dumps(whole, indent=1), {"single-line"}),
        (lambda whole: json.dumps(whole).replace(", ", ",\r"), {"single-line"}),
    ],
)
def test_the_bytes_of_a_document_are_judged_for_its_producer(text: Callable[[Any], str], broken: set[str]) -> None:
    value = document("meminit/v2/envelope/check-clean")
    contract = REGISTRY.contract("meminit")
    assert contract is not None
    data = [("x.json", text(value).encode())]
    assert list(validate(contract, data, version="v2")) == []
    found = list(validate(contract, data, version="v2", as_="producer"))
    assert {finding.message.rpartition("(")[2].rstrip(")") for finding in found} == broken


@pytest.mark.parametrize(
    ("path", "code", "rules"),
    [
        ("meminit/v2/envelope/operational-failure", 64, {"exit-code-of-the-error"}),
        ("meminit/v2/envelope/operational-failure", 66, set()),
        ("response-envelope/v1/envelope/redirected", 13, set()),
        ("response-envelope/v1/envelope/redirected", 12, {"redirect-agrees-with-exit-code"}),
    ],
)
def test_rules_about_the_exit_code_are_judged_where_it_is_given(path: str, code: int, rules: set[str]) -> None:
    contract = REGISTRY.contract(path.split("/", 1)[0])
    assert contract is not None
    session = open_session(contract, version=path.split("/")[1], exit_code=code)
    found = list(session.document("x.json", json.dumps(document(path)).encode()))
    named = {finding.message.rpartition("(")[2].rstrip(")") for finding in found if finding.rule == "contract-rule"}
    assert rules <= named
    assert bool(rules) == bool(named & {"exit-code-of-the-error", "redirect-agrees-with-exit-code"})


def test_what_the_exit_code_contradicts_is_told_once_with_the_rule_and_the_code_that_is_due() -> None:
    contract = REGISTRY.contract("meminit")
    assert contract is not None
    session = open_session(contract, version="v2", exit_code=65)
    data = json.dumps(document("meminit/v2/envelope/operational-failure")).encode()
    (found,) = (finding for finding in session.document("x.json", data) if finding.severity == Severity.ERROR)
    assert found.message.endswith(
        "FILE_NOT_FOUND goes with exit code 66; the program ended with exit code 65 (exit-code-of-the-error)"
    )


@pytest.mark.parametrize("command", ["validate", "report", "compare", "version"])
def test_a_command_that_does_not_stream_writes_its_document_on_one_line(command: str) -> None:
    contract = REGISTRY.contract("cobre")
    assert contract is not None
    folder = FOLDER / "cobre/v1/examples/valid/response"
    documents = [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))]
    response = next(value for value in documents if value["command"] == command)
    line = json.dumps(response).encode() + b"\n"
    assert list(validate(contract, [("x.jsonl", line)])) == []
    (found,) = validate(contract, [("x.jsonl", line.replace(b'"warnings"', b'"warnings_"'))], as_="schema")
    assert found.message == "`warnings` is required"
    assert list(validate(contract, [("x.jsonl", line)], version="v1", schema="run")) != []


@pytest.mark.parametrize(
    ("form", "text", "said"),
    [
        ("required", "{}", "the document must end with one line feed, and nothing else after it"),
        ("forbidden", "{}\n", "the document must end without a line feed, and with nothing else after it"),
        ("optional", "{}\n\n", "nothing but one line feed may follow the document"),
    ],
)
def test_what_is_wrong_with_the_end_is_said_as_what_must_be(form: str, text: str, said: str) -> None:
    assert list(text_problems({"trailing-newline": form}, text)) == [("trailing-newline", said)]


@pytest.mark.parametrize(
    ("text", "is_single"), [('{"a": "\u2028\x85"}\n', True), ('{\r"a": 1}\n', False), ("{\n}", False)]
)
def test_only_an_end_of_line_outside_of_strings_makes_several_lines(text: str, is_single: bool) -> None:
    assert (list(text_problems({"single-line": True}, text)) == []) is is_single
