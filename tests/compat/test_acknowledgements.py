"""Accepting exactly one break: what an acknowledgement matches, what it does not, and how it ends."""

from __future__ import annotations

import datetime
import json
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import pytest

from accordant.compat.acknowledgement_file import read, table
from accordant.compat.acknowledgements import NEVER, Acknowledgement, apply, may_be, of
from accordant.compat.identity import Sides
from accordant.contract.registries import ACKNOWLEDGEMENTS
from accordant.errors import InputError
from accordant.findings import Facts, Finding, JsonValue, Place, Severity, Witness
from accordant.registry.acknowledgements import add_table, remove_tables
from accordant.schema import documents
from tests.compat.states import state_of
from tests.conftest import Run, copy_registry, settle

TODAY = datetime.date(2026, 11, 28)
ACKNOWLEDGED = "registry/acknowledgements.toml"
RELEASED = "registry/order/v1/releases/1.0.json"
WHERE = Place(RELEASED, 9, 1, "/schemas/answer/schema/properties/kind/enum")
BREAK = Finding(
    "enum-value-removed",
    Severity.ERROR,
    'The value "b" at `/kind` is gone.',
    place=Place("registry/order/v1/answer.schema.json", 3, 1, "/properties/kind"),
    old_place=WHERE,
    way_out="take it back",
    subject="order/v1/answer",
    baseline="release 1.0",
    old="b",
)


def no_sides(finding: Finding) -> tuple[None, None]:
    """What is known of the two states of a finding that names its two sides itself."""
    return None, None


def between(old: Any, new: Any) -> Sides:
    """The states with two schemas."""
    return lambda _: (state_of(old, "old.json"), state_of(new, "new.json"))


def accept(finding: Finding, **more: str) -> Acknowledgement:
    facts: dict[str, Any] = {"reason": "No reader takes it.", **more}
    return replace(of(finding, no_sides), **facts)


def test_an_accepted_break_stays_visible_as_a_note_with_reason_and_name() -> None:
    (note,) = apply([BREAK], [accept(BREAK, by="the order team", expires="2027-01-31")], TODAY)
    assert note.severity is Severity.NOTE
    assert note.message.startswith(BREAK.message)
    assert "by the order team (until 2027-01-31): No reader takes it." in note.message
    assert (note.evidence, note.place, note.way_out) == (BREAK.evidence, BREAK.place, "")


def test_another_break_at_the_same_place_is_not_accepted() -> None:
    known = [accept(BREAK)]
    for other in (
        replace(BREAK, old="c"),
        replace(BREAK, new="d"),
        replace(BREAK, rule="enum-dropped"),
        replace(BREAK, subject="order/v1/other"),
        replace(BREAK, old_place=Place(RELEASED, 9, 1, "/schemas/answer/schema/properties/sort/enum")),
    ):
        first, second = apply([other], known, TODAY)
        assert first == other
        assert second.rule == "acknowledgement-unused"


def test_better_wording_another_line_and_another_baseline_lose_no_acknowledgement() -> None:
    known = [accept(BREAK)]
    for same in (
        replace(BREAK, message="Said better."),
        replace(BREAK, old_place=replace(WHERE, line=77), place=Place("x", 1, 1, "/moved")),
        replace(BREAK, old_place=Place("registry/order/v1/releases/1.1.json", 1, 1, WHERE.pointer)),
        replace(BREAK, old_place=Place("main:order/v1/answer.schema.json", 1, 1, "/properties/kind/enum")),
    ):
        assert [finding.severity for finding in apply([same], known, TODAY)] == [Severity.NOTE]


def test_one_and_one_point_zero_are_not_the_same_fact() -> None:
    assert accept(replace(BREAK, old=1)).fingerprint != accept(replace(BREAK, old=1.0)).fingerprint
    assert accept(replace(BREAK, old=1)).fingerprint != accept(replace(BREAK, old=True)).fingerprint


def test_an_expired_acknowledgement_of_a_break_that_is_there_is_an_error_beside_the_break() -> None:
    known = [replace(accept(BREAK, expires="2026-11-27"), place=Place("acknowledgements.toml", 4, 1))]
    first, second = apply([BREAK], known, TODAY)
    assert first == BREAK
    assert (second.rule, second.severity) == ("acknowledgement-expired", Severity.ERROR)
    assert second.place == Place("acknowledgements.toml", 4, 1)


def test_the_last_day_still_counts() -> None:
    assert [finding.severity for finding in apply([BREAK], [accept(BREAK, expires="2026-11-28")], TODAY)] == [
        Severity.NOTE
    ]


def test_an_acknowledgement_that_matches_nothing_is_a_warning_expired_or_not() -> None:
    for expires in ("", "2026-01-01"):
        (warning,) = apply([], [accept(BREAK, expires=expires)], TODAY)
        assert (warning.rule, warning.severity) == ("acknowledgement-unused", Severity.WARNING)


def test_a_release_or_a_version_can_end_an_acknowledgement() -> None:
    there = {("order/v1/answer", "1.2"), ("order/v1/answer", "v2")}
    for end in ("1.2", "v2"):
        known = [accept(BREAK, expires=end)]
        assert len(apply([BREAK], known, TODAY)) == 1
        rules = [finding.rule for finding in apply([BREAK], known, TODAY, reached=lambda *end: end in there)]
        assert rules == ["enum-value-removed", "acknowledgement-expired"]


def test_notes_warnings_and_what_guards_the_gate_cannot_be_accepted() -> None:
    for severity in (Severity.NOTE, Severity.WARNING):
        assert not may_be(replace(BREAK, severity=severity))
    for rule in NEVER:
        finding = replace(BREAK, rule=rule)
        assert not may_be(finding)
        assert apply([finding], [accept(finding)], TODAY)[0] == finding


def test_an_undecided_answer_is_accepted_for_these_two_schemas_only() -> None:
    finding = Finding("undecided", Severity.UNDECIDED, "Not decided: budget.", subject="order/v1/answer")
    mark = replace(of(finding, between({"type": "string"}, {"type": "integer"})), reason="Looked at by hand.")
    same = apply([finding], [mark], TODAY, sides=between({"type": "string"}, {"type": "integer"}))
    assert [accepted.severity for accepted in same] == [Severity.NOTE]
    other = apply([finding], [mark], TODAY, sides=between({"type": "string"}, {"type": "number"}))
    assert [accepted.severity for accepted in other] == [Severity.UNDECIDED, Severity.WARNING]


def test_a_witness_that_leaves_its_sides_unsaid_is_accepted_for_these_two_schemas_only() -> None:
    finding = replace(BREAK, rule="reader-refuses", old=None, evidence=Witness({"kind": 1}))
    first, second = of(finding, between({}, {"minimum": 1})), of(finding, between({}, {"minimum": 2}))
    assert first.fingerprint != second.fingerprint


def marks_of(run: Run) -> list[str]:
    return [finding.split()[0] for finding in run("check-compat").out.split("registry ack add ")[1:]]


def test_two_fields_that_one_keyword_refuses_are_two_breaks(project: Path, run: Run) -> None:
    assert run("init").code == 0
    contract = project / "registry/output/contract.toml"
    contract.write_text(f'promise = "strict"\n{contract.read_text()}')
    path = project / "registry/output/v1/result.schema.json"
    schema = json.loads(path.read_text())
    path.write_text(json.dumps({**schema, "additionalProperties": False}))
    run("release", "output/v1")
    schema["properties"] |= {"one": {"type": "string"}, "two": {"type": "string"}}
    path.write_text(json.dumps({**schema, "additionalProperties": False}))
    marks = marks_of(run)
    assert len(marks) == len(set(marks)) == 2
    assert run("ack", "add", marks[0], "--reason", "one").code == 0
    assert marks_of(run) == [marks[1]]


def test_two_values_added_to_a_closed_list_are_one_break_and_a_third_is_another(project: Path, run: Run) -> None:
    assert run("init").code == 0
    path = project / "registry/output/v1/result.schema.json"
    schema = json.loads(path.read_text())
    level: dict[str, Any] = {"type": "string", "enum": ["low", "high"], "x-closed": True, "description": "How."}
    schema["properties"]["level"] = level
    path.write_text(json.dumps(schema))
    assert run("release", "output/v1").code == 0
    level["enum"] = ["low", "high", "mid", "top"]
    path.write_text(json.dumps(schema))
    marks = marks_of(run)
    assert len(marks) == 1
    assert run("ack", "add", marks[0], "--reason", "why").code == 0
    assert run("check-compat").code == 0
    level["enum"].append("more")
    path.write_text(json.dumps(schema))
    assert run("check-compat").code == 1


@pytest.fixture
def five_fields(project: Path, run: Run) -> Callable[[int], None]:
    """A released schema with five fields more, of which a call leaves the given number."""
    assert run("init").code == 0
    path = project / "registry/output/v1/result.schema.json"
    schema = json.loads(path.read_text())
    fields = {name: {"type": "string", "description": "A text."} for name in ("f1", "f2", "f3", "f4", "f5")}

    def keep(number: int) -> None:
        properties = schema["properties"] | dict(list(fields.items())[:number])
        path.write_text(json.dumps({**schema, "properties": properties}))

    keep(5)
    assert run("release", "output/v1").code == 0
    return keep


def test_breaks_accepted_one_by_one_stay_accepted_when_there_are_many(
    five_fields: Callable[[int], None], run: Run
) -> None:
    for left in (4, 3, 2, 1, 0):
        five_fields(left)
        (mark,) = marks_of(run)
        assert run("ack", "add", mark, "--reason", "nobody reads it").code == 0
        assert run("check-compat").code == 0


def test_the_rest_of_many_breaks_is_accepted_by_the_mark_that_is_shown_for_it(
    five_fields: Callable[[int], None], run: Run
) -> None:
    five_fields(4)
    run("ack", "add", marks_of(run)[0], "--reason", "nobody reads it")
    five_fields(0)
    (mark,) = marks_of(run)
    accepted = run("ack", "add", mark, "--reason", "nor these")
    assert (accepted.code, accepted.out.count("field-removed in")) == (0, 4)
    assert run("check-compat").code == 0


def test_many_breaks_of_one_kind_are_accepted_at_once_and_stay_so_when_some_are_undone(
    five_fields: Callable[[int], None], run: Run
) -> None:
    five_fields(0)
    judged = run("check-compat")
    assert "The same is true of `f2`, `f3`, `f4`, `f5`." in judged.out
    assert "check-compat: breaking (5 errors)" in judged.out
    (mark,) = marks_of(run)
    assert run("ack", "add", mark, "--reason", "nobody reads them").code == 0
    assert run("check-compat").code == 0
    five_fields(2)
    after = run("check-compat")
    assert after.code == 0
    assert after.out.count("acknowledgement-unused") == 2


def test_two_facts_are_the_sides_of_a_finding_that_says_no_others() -> None:
    finding = replace(BREAK, old=None, evidence=Facts("strict", "additive"))
    assert (of(finding, no_sides).old, of(finding, no_sides).new) == ("strict", "additive")


# The file


def test_what_is_written_is_read_again_and_comments_stay() -> None:
    first = accept(BREAK, reason='It\'s "fine"\nreally', by="Ä", expires="v2")
    second = accept(replace(BREAK, subject="an/v1/other", old={"type": ["a", None]}, new=1.5))
    text = add_table("", table(first), "a.toml")
    text = add_table(text.replace("[[", "# seen in review\n[[", 1), table(second), "a.toml")
    acks = read(documents.parse(text, "acknowledgements.toml"))
    assert [replace(ack, place=None) for ack in acks] == [second, first]
    assert [ack.place and ack.place.line for ack in acks] == [
        text.split("\n").index("[[acknowledgement]]") + 1,
        text[: text.rindex("[[")].count("\n") + 1,
    ]
    left = remove_tables(text, [0], "a.toml")
    assert "# seen in review" in left
    assert [replace(ack, place=None) for ack in read(documents.parse(left, "acknowledgements.toml"))] == [first]
    assert read(documents.parse(remove_tables(left, [0], "a.toml"), "acknowledgements.toml")) == ()


@pytest.mark.parametrize(
    ("lines", "part"),
    [
        ('rule = "a"\nsubject = "b"', "reason"),
        ('rule = "a"\nsubject = "b"\nreason = " "', "reason"),
        ('rule = "a"\nsubject = "b"\nreason = "c"\nold = "{"', "old"),
        ('rule = "a"\nsubject = "b"\nreason = "c"\nexpires = "soon"', "expires"),
        ('rule = "a"\nsubject = "b"\nreason = "c"\nexpires = "2026-02-30"', "expires"),
        ('rule = "a"\nsubject = "b"\nreason = "c"\nexpires = "12"', "expires"),
        ('rule = "a"\nsubject = "b"\nreason = "c"\nfingerprint = "d"', "fingerprint"),
        ('rule = "release-edited"\nsubject = "b"\nreason = "c"', "rule"),
        ('rule = "a"\nsubject = "b"\nreason = "c"\n[[acknowledgement]]\nrule = "a"\nsubject = "b"\nreason = "d"', "1"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_at_its_place(lines: str, part: str) -> None:
    with pytest.raises(InputError) as refused:
        read(documents.parse(f"[[acknowledgement]]\n{lines}\n", "acknowledgements.toml"))
    assert part in refused.value.reason + refused.value.place.pointer
    assert refused.value.place.line > 0


# The commands


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with ``whole``: a contract from which a field is gone, and the memory of a run that judged it."""
    folder = tmp_path_factory.mktemp("judged")
    project = folder / "acme"
    project.mkdir()
    path = copy_registry(project, ("meminit",)) / "meminit/v2/advice.schema.json"
    schema = json.loads(path.read_text())
    del schema["properties"]["details"]
    path.write_text(json.dumps(schema))
    settle(project, "check-compat", cache=project / "cache", whole=folder / "whole", code=1)
    return folder


@pytest.fixture
def broken(judged: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """This contract."""
    project = Path(shutil.copytree(judged / "whole", judged / "acme"))  # memory goes by the folder of the registry
    monkeypatch.chdir(project)
    monkeypatch.setenv("XDG_CACHE_HOME", str(project / "cache"))
    yield project / "registry"
    shutil.rmtree(project)


def mark_of(run: Callable[..., Any], *options: str) -> str:
    out: str = run("check-compat", *options).out
    return out.partition("registry ack add ")[2].split()[0]


def test_a_break_is_accepted_by_the_fingerprint_that_the_report_shows(broken: Path, run: Run) -> None:
    assert run("check-compat").code == 1
    assert run("ack", "add", mark_of(run), "--reason", "No reader takes it.", "--by", "us").code == 0
    outcome = run("check-compat")
    assert outcome.code == 0, outcome.out
    assert "Acknowledged by us: No reader takes it." in outcome.out
    assert re.search(r"check-compat: compatible \(.*; 1 of them acknowledged\)", outcome.out)
    assert "state   used" in run("ack", "list").out
    assert run("ack", "prune").out.startswith("nothing to remove")
    assert run("release", "meminit/v2").code == 0
    assert run("check-compat").code == 0


def test_a_second_break_still_fails(broken: Path, run: Run) -> None:
    run("ack", "add", mark_of(run), "--reason", "No reader takes it.")
    path = broken / "meminit/v2/advice.schema.json"
    schema = json.loads(path.read_text())
    del schema["properties"]["message"]
    path.write_text(json.dumps(schema))
    outcome = run("check-compat")
    assert outcome.code == 1
    assert "/message" in outcome.out


def test_a_mended_break_leaves_a_warning_until_it_is_pruned(broken: Path, run: Run) -> None:
    run("ack", "add", mark_of(run), "--reason", "No reader takes it.")
    shutil.copy(acknowledged_original(), broken / "meminit/v2/advice.schema.json")
    outcome = run("check-compat")
    assert outcome.code == 0
    assert "registry/acknowledgements.toml:4:1: warning acknowledgement-unused" in outcome.out
    assert "state   unused" in run("ack", "list").out
    assert run("ack", "prune").out.startswith("removed (unused)")
    assert "acknowledgement" not in run("check-compat").out


@pytest.fixture
def broken_since_main(project: Path, run: Run) -> Path:
    """A project whose ``main`` has a field that no release has, and that is gone in the work tree."""
    assert run("init", "--contract", "acme").code == 0
    path = next(Path("registry/acme/v1").glob("*.schema.json"))
    released = path.read_text("utf-8")
    schema = json.loads(released)
    schema["properties"]["more"] = {"type": "string", "description": "More."}
    path.write_text(json.dumps(schema, indent=2), "utf-8")
    for words in (["init", "-qb", "main"], ["add", "-A"], ["commit", "-qm", "begin"]):
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *identity, *words], check=True)
    path.write_text(released, "utf-8")
    return path


def test_a_break_since_a_ref_is_accepted_by_the_command_that_is_shown(broken_since_main: Path, run: Run) -> None:
    assert run("check-compat").code == 0
    out = run("check-compat", "--against-ref", "main").out
    words = shlex.split(out.partition("to accept it: registry ")[2].splitlines()[0])
    assert words[3:5] == ["--against-ref", "main"]
    assert run(*words).code == 0
    accepted = run("check-compat", "--against-ref", "main")
    assert (accepted.code, "Acknowledged: WHY" in accepted.out) == (0, True)


def test_what_only_a_ref_shows_is_not_unused_without_it(broken_since_main: Path, run: Run) -> None:
    ref = ("--against-ref", "main")
    run("ack", "add", mark_of(run, *ref), "--reason", "Nobody has seen it.", *ref)
    assert "acknowledgement-unused" not in run("check-compat").out
    assert run("ack", "prune").out.startswith("nothing to remove")
    assert "state    used" in run("ack", "list").out
    [accepted] = json.loads(run("ack", "list", "--format", "json").out)["data"]["acknowledgements"]
    assert accepted["against"] == "main"
    (document := json.loads(broken_since_main.read_text("utf-8")))["properties"]["more"] = {"type": "string"}
    broken_since_main.write_text(json.dumps(document), "utf-8")
    assert "acknowledgement-unused" in run("check-compat", *ref).out
    assert run("ack", "prune", *ref).out.startswith("removed (unused)")


def commit(words: str) -> None:
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    for arguments in (["add", "-A"], ["commit", "-qm", words]):
        subprocess.run(["git", *identity, *arguments], check=True)


def test_what_the_base_accepts_already_accepts_no_break_of_it(broken_since_main: Path, run: Run) -> None:
    """Whether it was written before the break, or is left over from one that was undone."""
    ref, without = ("--against-ref", "HEAD"), broken_since_main.read_text("utf-8")
    mark = mark_of(run, *ref)
    assert run("ack", "add", mark, "--reason", "Nobody has seen it.", *ref).code == 0
    assert run("check-compat", *ref).code == 0
    subprocess.run(["git", "checkout", "-q", str(broken_since_main)], check=True)
    commit("an acknowledgement without its break")
    broken_since_main.write_text(without, "utf-8")
    assert mark_of(run, *ref) == mark
    again = run("ack", "add", mark, "--reason", "Nobody has seen it.", *ref)
    assert (again.code, "HEAD accepts this break in the same words" in again.err) == (2, True)
    assert run("ack", "add", mark, "--reason", "Nobody has seen it yet.", *ref).code == 0
    assert run("check-compat", *ref).code == 0
    assert Path(ACKNOWLEDGED).read_text("utf-8").count("[[acknowledgement]]") == 1


def test_what_the_base_accepts_already_accepts_no_break_of_what_it_released(broken_since_main: Path, run: Run) -> None:
    """The base says the same as a release: nothing is found against it that is not found against the release."""
    ref, less = ("--against-ref", "HEAD"), broken_since_main.read_text("utf-8")
    subprocess.run(["git", "checkout", "-q", str(broken_since_main)], check=True)
    assert run("release").code == 0
    commit("released")
    broken_since_main.write_text(less, "utf-8")
    assert run("ack", "add", mark_of(run, *ref), "--reason", "Nobody reads it.").code == 0
    assert run("check-compat", *ref).code == 0
    subprocess.run(["git", "checkout", "-q", str(broken_since_main)], check=True)
    commit("an acknowledgement without its break")
    broken_since_main.write_text(less, "utf-8")
    outcome = run("check-compat", *ref)
    assert outcome.code == 1
    words = shlex.split(outcome.out.partition("to accept it: registry ")[2].splitlines()[0])
    assert run(*words).code == 0
    assert run("check-compat", *ref).code == 0


def test_an_empty_end_is_refused(broken_since_main: Path, run: Run) -> None:
    ref = ("--against-ref", "main")
    outcome = run("ack", "add", mark_of(run, *ref), "--reason", "Nobody reads it.", "--expires", "", *ref)
    assert (outcome.code, "--expires '' is empty" in outcome.err) == (2, True)


def test_a_base_whose_acknowledgements_cannot_be_read_accepts_nothing(broken_since_main: Path, run: Run) -> None:
    ref = ("--against-ref", "HEAD")
    gone = broken_since_main.read_text("utf-8")
    subprocess.run(["git", "checkout", "-q", str(broken_since_main)], check=True)
    Path(ACKNOWLEDGED).write_text("[[acknowledgement]]\n", "utf-8")
    commit("a file that cannot be used")
    Path(ACKNOWLEDGED).unlink()
    broken_since_main.write_text(gone, "utf-8")
    assert run("ack", "add", mark_of(run, *ref), "--reason", "Nobody has seen it.", *ref).code == 0
    assert run("check-compat", *ref).code == 0


def test_a_break_is_accepted_once_for_all_releases_that_the_report_names(broken_since_main: Path, run: Run) -> None:
    schema = json.loads(broken_since_main.read_text("utf-8"))
    for name in ("one", "two", "three"):  # each release uses the definition at one more place
        schema.setdefault("$defs", {})["Price"] = {"type": "integer", "description": "A price."}
        schema["properties"][name] = {"$ref": "#/$defs/Price"}
        broken_since_main.write_text(json.dumps(schema), "utf-8")
        assert run("release").code == 0
    schema["$defs"]["Price"]["type"] = "string"
    broken_since_main.write_text(json.dumps(schema), "utf-8")
    assert run("ack", "add", mark_of(run), "--reason", "Nobody reads it.").code == 0
    assert run("check-compat").code == 0
    assert run("release").code == 0
    assert run("check-compat").code == 0


def acknowledged_original() -> Path:
    from tests.conftest import PROJECT

    return PROJECT / "registry/meminit/v2/advice.schema.json"


def test_an_acknowledgement_ends_on_its_day(broken: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("ack", "add", mark_of(run), "--reason", "No reader takes it.", "--expires", "2099-12-31")
    assert run("check-compat").code == 0

    class Later(datetime.date):
        @classmethod
        def today(cls) -> Self:
            return cls(2100, 1, 1)

    monkeypatch.setattr(datetime, "date", Later)
    outcome = run("check-compat")
    assert outcome.code == 1
    assert "acknowledgement-expired" in outcome.out
    assert run("ack", "prune").out.startswith("removed (expired)")


@pytest.mark.parametrize("dry_run", [(), ("--dry-run",)])
def test_a_release_that_ends_an_acknowledgement_is_refused_while_the_break_is_there(
    dry_run: tuple[str, ...], broken: Path, run: Run
) -> None:
    run("ack", "add", mark_of(run), "--reason", "Until the next release.", "--expires", "2.3")
    refused = run("release", "meminit/v2", *dry_run)
    assert refused.code == 1
    assert "registry/acknowledgements.toml:4:1: error acknowledgement-expired" in refused.out
    assert "ends with 2.3, and the break is still there" in refused.out
    assert "write a later end into `expires` in registry/acknowledgements.toml" in refused.out
    assert not (broken / "meminit/v2/releases/2.3.json").exists()
    assert run("check-compat").code == 0


def test_a_first_release_that_ends_an_acknowledgement_of_the_older_version_is_refused(broken: Path, run: Run) -> None:
    assert run("bump", "meminit").code == 0
    run("ack", "add", mark_of(run), "--reason", "Until the new version.", "--expires", "v4")
    refused = run("release", "meminit/v4")
    assert (refused.code, "ends with v4" in refused.out) == (1, True)
    assert run("release", "meminit/v2").code == 0


def test_a_release_before_the_end_of_an_acknowledgement_is_written(broken: Path, run: Run) -> None:
    run("ack", "add", mark_of(run), "--reason", "For a while.", "--expires", "2.4")
    assert run("release", "meminit/v2").code == 0
    assert run("check-compat").code == 0


def test_a_break_that_was_accepted_until_now_is_one_break_and_can_be_accepted_again(broken: Path, run: Run) -> None:
    run("ack", "add", mark_of(run), "--reason", "For a while.", "--expires", "2099-01-01")
    file = broken / "acknowledgements.toml"
    file.write_text(file.read_text().replace("2099", "2020"))
    late = run("check-compat")
    assert (late.code, ": 1 break, 0 undecided" in late.out) == (1, True)
    assert "acknowledgement-expired" in late.out
    again = run("ack", "add", mark_of(run), "--reason", "For longer.", "--expires", "2.4")
    assert again.code == 0
    assert (file.read_text().count("[[acknowledgement]]"), "For longer." in file.read_text()) == (1, True)
    assert run("check-compat").code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["add", "0123456789ab", "--reason", "x"],
        ["add", "MARK"],
        ["add", "MARK", "--reason", " "],
        ["add", "MARK", "--reason", "x", "--expires", "soon"],
        ["add", "MARK", "--reason", "x", "--expires", "2001-01-01"],
        ["add", "--reason", "x"],
        ["list", "MARK"],
        ["prune", "--reason", "x"],
        ["forget"],
        ["list", "--against", "./nowhere"],
    ],
)
def test_what_cannot_be_accepted_writes_nothing(broken: Path, run: Run, arguments: list[str]) -> None:
    mark = mark_of(run)
    assert run("ack", *(mark if word == "MARK" else word for word in arguments)).code == 2
    assert not (broken / ACKNOWLEDGEMENTS).exists()


@pytest.mark.parametrize(
    ("end", "reason"),
    [
        ("2001-01-01", "has passed already: today is "),
        ("2.1", "has passed already: meminit/v2 has that release, or a later one"),
        ("v2", "has passed already: meminit has a release of it, or of a later version"),
        ("1.9", "is not a release of meminit/v2: those are 2.0, 2.1 and so on"),
        ("2.07", "must be a day"),
        ("2027-02-30", "must be a day"),
    ],
)
def test_an_end_that_never_comes_or_has_come_is_refused_with_its_reason(
    broken: Path, run: Run, end: str, reason: str
) -> None:
    assert reason in run("ack", "add", mark_of(run), "--reason", "x", "--expires", end).err
    assert not (broken / ACKNOWLEDGEMENTS).exists()


def test_a_file_of_acknowledgements_names_no_release_of_another_version() -> None:
    lines = [f'{key} = "{value}"' for key, value in table(accept(BREAK, expires="2.3")).items() if key not in ("old",)]
    with pytest.raises(InputError, match=r"is not a release of order/v1: those are 1\.0"):
        read(documents.parse("[[acknowledgement]]\n" + "\n".join(lines), "acknowledgements.toml"))


def test_a_break_is_accepted_once(broken: Path, run: Run) -> None:
    mark = mark_of(run)
    assert run("ack", "add", mark, "--reason", "x").code == 0
    again = run("ack", "add", mark, "--reason", "y")
    assert again.code == 2
    assert "acknowledgements.toml:4:1" in again.err


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_break_in_a_definition_that_many_fields_share_is_accepted_at_once(
    project: Path, run: Run, is_kept: bool
) -> None:
    address: Any = {"type": "object", "properties": {"street": {"type": "string"}, "zip": {"type": "string"}}}
    users: Any = {name: {"$ref": "#/$defs/Address"} for name in ("from", "to", "bill")}
    schema: Any = {"type": "object", "properties": users, "$defs": {"Address": address}}
    Path("order.json").write_text(json.dumps(schema), "utf-8")
    assert run("init", "--contract", "acme", "--from", "order.json").code == 0
    path = next(Path("registry/acme/v1").glob("*.schema.json"))
    edited = json.loads(path.read_text("utf-8"))
    del edited["$defs"]["Address"]["properties"]["zip"]
    if not is_kept:
        edited["properties"] = dict.fromkeys(users, edited["$defs"]["Address"])
    path.write_text(json.dumps(edited), "utf-8")
    assert run("ack", "add", mark_of(run), "--reason", "Nobody reads it.").code == 0
    assert run("check-compat").code == 0


def test_fail_on_breaking_lets_an_undecided_answer_pass(project: Path, run: Run) -> None:
    (project / "a.json").write_text('{"type": "string", "pattern": "^(.+)\\\\1$"}')
    (project / "b.json").write_text('{"type": "string", "pattern": "^(.*)x\\\\1$"}')
    loose = ["check-compat", "--old", "a.json", "--new", "b.json"]
    assert run(*loose).code == 3
    assert run(*loose, "--fail-on", "breaking").code == 0
    (project / "b.json").write_text('{"type": "integer"}')
    assert run(*loose, "--fail-on", "breaking").code == 1


def test_an_accepted_undecided_answer_lasts_until_the_schema_or_what_it_needs_changes(project: Path, run: Run) -> None:
    folder = project / "registry/c/v1"
    folder.mkdir(parents=True)
    (project / "registry/registry.toml").write_text('name = "acme"\n')
    (project / "registry/c/contract.toml").write_text('title = "C"\n[versions.v1]\ndefault-schema = "event"\n')

    def write(name: str, **keywords: JsonValue) -> None:
        (folder / f"{name}.schema.json").write_text(json.dumps({"$id": f"urn:c:{name}:v1", **keywords}))

    payload: dict[str, JsonValue] = {"properties": {"p": {"$ref": "urn:c:part:v1"}}}
    part: dict[str, JsonValue] = {"type": "string", "pattern": "^(.+)\\1$"}
    other: dict[str, JsonValue] = {"properties": {"q": {"type": "string"}}}
    for name, keywords in (("event", payload), ("part", part), ("other", other)):
        write(name, **keywords)
    assert run("release", "c/v1").code == 0
    part = {"type": "string", "pattern": "^(.*)x\\1$"}
    write("part", **part)
    assert run("check-compat").code == 3
    for mark in dict.fromkeys(marks_of(run)):
        assert run("ack", "add", mark, "--reason", "Looked at by hand.").code == 0
    write("other", **other, title="Another")
    write("further")
    write("event", **payload, description="What happened.")
    write("part", **part, title="A part")
    checked = run("check-compat")
    assert (checked.code, "acknowledgement-unused" in checked.out) == (0, False), checked.out
    write("part", type="string", pattern="^(.*)y\\1$")
    assert run("check-compat").code == 3


RULE = {"if": {"required": ["a"]}, "then": {"required": ["b"]}}


@pytest.mark.parametrize(
    ("released", "accepted", "larger"),
    [
        (RULE, {**RULE, "if": {"required": ["a", "q"]}}, {}),
        ({"anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
         {"anyOf": [{"required": ["a"]}, {"required": ["b"]}, {"required": ["c"]}]}, {}),
        ({"required": ["a"]}, {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}, {}),
        ({"patternProperties": {"^x": {"type": "object", "required": ["a"]}, "^y": {"required": ["z"]}}},
         {"patternProperties": {"^x": {"type": "object"}, "^y": {"required": ["z"]}}},
         {"patternProperties": {"^x": {"type": "object"}, "^y": {}}}),
        ({"properties": {"a b": {"type": "object", "required": ["a", "z"]}}},
         {"properties": {"a b": {"type": "object", "required": ["z"]}}},
         {"properties": {"a b": {"type": "object"}}}),
    ],
    ids=["condition", "branches", "then a condition", "names by pattern", "a name with a space"],
)  # fmt: skip
def test_a_break_that_grows_later_is_another_break(
    project: Path, run: Run, released: Any, accepted: Any, larger: Any
) -> None:
    head = {"$id": "urn:order:part:v1", "type": "object"}
    Path("part.json").write_text(json.dumps({**head, **released}), "utf-8")
    assert run("init", "--from", "part.json", "--contract", "order").code == 0
    shutil.rmtree("registry/order/v1/examples")  # they need not fit what is edited
    path = Path("registry/order/v1/part.schema.json")
    path.write_text(json.dumps({**head, **accepted}), "utf-8")
    marks = {finding.split()[0] for finding in run("check-compat").out.split("registry ack add ")[1:]}
    assert marks
    for mark in marks:
        assert run("ack", "add", mark, "--reason", "No reader needs it.").code == 0
    assert run("check-compat").code == 0
    path.write_text(json.dumps({**head, **larger}), "utf-8")
    assert run("check-compat").code == 1
