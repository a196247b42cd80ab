"""Inputs that multiply: the work is bounded, and the answer says where it ended. Work is counted, never timed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from accordant import algebra
from accordant.algebra.budget import CASE
from accordant.cli import limits
from accordant.compat.blame import blame
from accordant.findings import JsonValue
from accordant.regex.automata import MOST_ENTERED, MOST_PARTS, Automaton, automaton
from accordant.regex.errors import NotRegular
from accordant.schema.effort import effort
from accordant.schema.name_patterns import pattern_matches
from accordant.schema.problems import UnusableSchema
from accordant.schema.references import Resources
from accordant.schema.validation import MOST_REPEATED, Validator

from .conftest import edit, project, run
from .inputs import FAMILIES, shared_members

BRANCH: JsonValue = {"type": "object", "properties": {"a": {"$ref": "#"}}, "required": ["a"]}
UNION: JsonValue = {"anyOf": [BRANCH, BRANCH]}


def nested(depth: int) -> JsonValue:
    document: JsonValue = 1
    for _ in range(depth):
        document = {"a": document}
    return document


def shared(depth: int, leaf: JsonValue, keyword: str = "allOf") -> JsonValue:
    """Definitions of which each uses the next one twice."""
    twice = [{keyword: [{"$ref": f"#/$defs/d{i + 1}"}] * 2} for i in range(depth)]
    return {"$ref": "#/$defs/d0", "$defs": {f"d{i}": schema for i, schema in enumerate([*twice, leaf])}}


def question(writer: JsonValue, reader: JsonValue) -> tuple[Any, int]:
    """The answer, and the steps that it took."""
    session = algebra.Session()
    return session.check_containment(Resources.of(writer), Resources.of(reader)), session.steps


def arrays(length: int, depth: int) -> JsonValue:
    schema: JsonValue = {"type": "integer"}
    for _ in range(depth):
        schema = {"type": "array", "minItems": length, "items": schema}
    return schema


@pytest.mark.parametrize("depth", [3, 4, 8, 40])
def test_a_product_of_counts_is_proved_or_refused_without_writing_it_out(depth: int) -> None:
    contained, steps = question(arrays(60, depth), arrays(59, depth))
    assert isinstance(contained, algebra.Contained)
    assert steps < 400 * CASE * depth
    answer, steps = question(arrays(59, depth), arrays(60, depth))
    assert steps < 400 * CASE * depth
    if depth > 3:
        assert isinstance(answer, algebra.Undecided)
        assert "the limit for witnesses" in answer.reason
    else:
        assert isinstance(answer, algebra.Counterexample | algebra.Undecided)


def test_a_graph_of_shared_members_is_no_tree() -> None:
    answer, steps = question(shared_members(30, {"type": "string"}), shared_members(30, {"type": "integer"}))
    assert isinstance(answer, algebra.Undecided)
    assert steps < 400 * CASE


@pytest.fixture
def deep_stack() -> Iterator[None]:
    """The room for recursion that the solver gives to automata."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(25_000)
    yield
    sys.setrecursionlimit(before)


ROWS = ["^(a?b?c?){900}$", "^(((a?){0,50}){0,50}){0,50}$", "^(([ab]?){0,90}){0,90}$"]


@pytest.mark.parametrize("pattern", ROWS)
@pytest.mark.usefixtures("deep_stack")
def test_an_automaton_is_bounded_in_its_states(pattern: str) -> None:
    automaton.cache_clear()
    with pytest.raises(NotRegular, match=f"more than ({MOST_PARTS:,} parts|{MOST_ENTERED:,} steps)|too many"):
        automaton(pattern).accepts("ab" * 2_000)


def test_a_pattern_too_large_for_an_automaton_is_left_to_the_validator() -> None:
    automaton.cache_clear()
    assert pattern_matches(ROWS[0], "aaa")
    assert not pattern_matches(ROWS[0], "aaax")


@pytest.mark.usefixtures("deep_stack")
def test_optional_letters_in_a_row_need_a_state_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each continuation is entered once, not once for each letter before it."""
    entered = 0
    enter = Automaton._enter

    def counted(self: Automaton, *arguments: Any) -> Any:
        nonlocal entered
        entered += 1
        return enter(self, *arguments)

    monkeypatch.setattr(Automaton, "_enter", counted)
    automaton.cache_clear()
    assert automaton("^(a?b?c?){300}$").accepts("abc" * 30)
    assert entered < 20 * 900


@pytest.mark.parametrize("depth", [16, 40, 120])
def test_problems_that_multiply_are_one_problem(depth: int) -> None:
    root, document = Resources.of(UNION), nested(depth)
    assert effort(root, document).repeated > MOST_REPEATED
    validator = Validator(root)
    [problem] = validator.problems(document)
    assert problem.schema_location == root.location
    assert validator.second_opinion(document) is None
    assert blame(root, document) is None


@pytest.mark.parametrize("keyword", ["allOf", "anyOf", "oneOf"])
def test_references_that_multiply_in_one_place_are_counted(keyword: str) -> None:
    root = Resources.of(shared(40, {"type": "string"}, keyword))
    assert effort(root, 1).asked > 2**40
    assert effort(root, 1).places == 3 * 40 + 2
    with pytest.raises(UnusableSchema, match="cannot be judged"):
        Validator(root).problems(1)


@pytest.mark.parametrize(
    "loop", [{"anyOf": [{"$ref": "#"}]}, {"not": {"$ref": "#"}}, {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#"}}}]
)
def test_a_loop_of_references_in_place_is_no_question_for_the_second_validator(loop: JsonValue) -> None:
    root = Resources.of(loop)
    assert effort(root, 1).endless
    assert Validator(root).second_opinion(1) is None


def test_a_loop_that_goes_on_in_a_member_ends_with_the_document() -> None:
    root = Resources.of({"properties": {"next": {"$ref": "#"}}})
    assert not effort(root, {"next": {"next": {}}}).endless
    assert Validator(root).second_opinion({"next": {"next": {}}}) is True


def test_a_large_plain_document_has_all_its_problems_listed() -> None:
    root = Resources.of({"items": {"$ref": "#/$defs/n"}, "$defs": {"n": {"type": "integer"}}})
    document: JsonValue = ["x"] * (MOST_REPEATED + 1)
    assert effort(root, document).repeated == 0
    assert len(Validator(root).problems(document)) == len(document)


def test_a_union_that_ends_soon_keeps_its_reasons() -> None:
    [problem] = Validator(Resources.of(UNION)).problems(nested(4))
    assert problem.keyword == "anyOf"
    assert len(problem.branches) == 2


def test_the_budget_of_a_command_ends_with_the_file_that_it_worked_on(tmp_path: Path) -> None:
    folder = project(tmp_path)
    chain = {f"c{i}": {"$ref": f"#/$defs/c{i + 1}"} for i in range(3_000)}
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://example.org/acme/v1/order",
        "$ref": "#/$defs/c0",
        "$defs": {**chain, "c3000": {"type": "string"}},
    }
    edit(folder / "registry", [{"file": "acme/v1/order.schema.json", "text": json.dumps(schema)}])
    [result] = run(folder, [("docs", "--out", "out/docs", "--seconds", "0.1")]).results
    assert result["code"] == 2
    assert "stopped after 0.1 s of processor time" in result["err"]
    assert "registry/" in result["err"]
    assert not (folder / "out/docs").exists()


def test_memory_beyond_the_budget_ends_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "COMMAND_BYTES", 32 * 1024**2)
    held: list[bytearray] = []

    def grow() -> None:
        held.append(bytearray(b"x") * (128 * 1024**2))
        limits._running.look()

    with pytest.raises(limits.BudgetSpent, match="of memory"), limits.limited():  # which turns the timer off again
        grow()
    with limits.limited():  # what the process has already is not the command's
        limits._running.look()
    assert held


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_the_work_of_a_family_does_not_multiply_with_its_size(family: Any) -> None:
    """Twice the size costs at most some times the steps, or ends undecided within the budget."""
    steps = []
    for size in (family.small, 2 * family.small):
        writer, reader = family.pair(size)
        answer, used = question(writer, reader)
        assert used <= algebra.Budget().steps + 20_000
        steps.append(used)
        if isinstance(answer, algebra.Undecided):
            return
    assert steps[1] <= 16 * steps[0] + 1_000


def test_a_look_at_the_budget_imports_nothing() -> None:
    look = (
        "import signal, sys; from accordant.cli import limits\n"
        "with limits.limited():\n"
        "    before = set(sys.modules); signal.raise_signal(signal.SIGPROF); print(sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-X", "utf8=0", "-c", look], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


MANY = [family for family in FAMILIES if family.name in ("many errors", "many alternatives", "long enum")]


@pytest.mark.slow
@pytest.mark.parametrize("family", MANY, ids=lambda family: family.name)
def test_the_problems_of_a_document_are_told_within_the_memory_of_a_command(family: Any, tmp_path: Path) -> None:
    """Of size 640 the problems would take gigabytes."""
    size = 640
    (tmp_path / "s.json").write_text(json.dumps(family.make(size, family.after)), "utf-8")
    (tmp_path / "d.json").write_text(json.dumps(family.document(size)), "utf-8")
    answer = run(tmp_path, [("validate", "s.json", "d.json")])
    [result] = answer.results
    assert result["code"] == 1, result["err"]
    assert "d.json:1:2: error" in result["out"]
    assert "more is wrong than is told here" in result["out"]
    assert answer.megabytes < 500
