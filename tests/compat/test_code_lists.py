"""Code lists: identifiers stay, what is retired stays reserved, and no number changes its meaning unseen."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from accordant.compat import codes
from accordant.contract import CodeList, Entry
from accordant.findings import Finding, Severity


def judged(old: Iterable[Entry], new: Iterable[Entry]) -> list[Finding]:
    return codes.judge(CodeList("ends", entries=tuple(old)), CodeList("ends", entries=tuple(new)))


def breaks(old: Iterable[Entry], new: Iterable[Entry]) -> list[str]:
    return [finding.message for finding in judged(old, new) if finding.severity == Severity.ERROR]


def retired(*numbers: int) -> list[Entry]:
    return [Entry(number, name=f"signal-{number}", meaning="A signal of old.", retired="1.2") for number in numbers]


OLD = [
    Entry("TIDE_STORE_FULL", exit_code=7, meaning="no space is left in the store"),
    Entry("TIDE_NO_STORE", exit_code=8, meaning="the store is not there"),
]
NEW = [Entry(str(entry.id).removeprefix("TIDE_"), exit_code=entry.exit_code, meaning=entry.meaning) for entry in OLD]


def test_each_renamed_code_is_a_break_that_names_both() -> None:
    assert breaks(OLD, NEW) == [
        "`TIDE_STORE_FULL` is now called `STORE_FULL`.",
        "`TIDE_NO_STORE` is now called `NO_STORE`.",
    ]


def test_a_new_name_beside_the_old_one_breaks_nobody() -> None:
    aliases = [
        Entry(entry.id, exit_code=entry.exit_code, meaning=entry.meaning, deprecated={"use": new.id})
        for entry, new in zip(OLD, NEW, strict=True)
    ]
    assert breaks(OLD, aliases + NEW) == []


def test_a_code_that_goes_while_another_comes_is_not_called_renamed() -> None:
    assert breaks(OLD[:1], NEW[1:]) == ["`TIDE_STORE_FULL` is no longer in `ends`."]


def test_more_retired_numbers_in_any_order_break_nobody() -> None:
    assert breaks(retired(20, 21), retired(22, 21, 20)) == []


def test_a_number_that_is_no_longer_retired_is_a_break() -> None:
    message = "`21` is no longer in `ends`; it was retired, and nothing keeps it from another use."
    assert breaks(retired(20, 21, 22), retired(22, 20)) == [message]
    used = Entry(21, name="signal-21", meaning="A signal of old.")
    assert breaks(retired(21), [used]) == ["The retired `21` is in use again."]


def test_the_same_numbers_with_exchanged_meanings_are_a_break_each() -> None:
    old = [Entry(0, name="fine", meaning="done"), Entry(3, meaning="half done"), Entry(4, meaning="not begun")]
    new = [old[0], Entry(3, meaning="not begun"), Entry(4, meaning="half done")]
    assert breaks(old, new) == ["`3` now means what `4` meant.", "`4` now means what `3` meant."]


@pytest.mark.parametrize(
    ("before", "after", "rule", "message"),
    [
        (["run", "val"], ["run"], "code-fact-changed", "`X` no longer applies to every command that it applied to."),
        ([], ["run"], "code-fact-changed", "`X` no longer applies to every command that it applied to."),
        (["run", "val"], [], "code-added", "`X` applies to every command from now on."),
        (["run"], ["val", "run", "fix"], "code-added", "`X` applies to `val` and `fix` too."),
    ],
)
def test_commands_that_go_break_and_commands_that_come_are_noted(
    before: list[str], after: list[str], rule: str, message: str
) -> None:
    old, new = (Entry("X", meaning="It is X.", commands=tuple(commands)) for commands in (before, after))
    (finding,) = judged([old], [new])
    assert (finding.rule, finding.message, finding.old, finding.new) == (rule, message, before, after)


def test_the_same_commands_in_another_order_say_nothing() -> None:
    assert judged([Entry("X", commands=("run", "val"))], [Entry("X", commands=("val", "run"))]) == []


def test_a_list_that_programs_may_extend_now_is_a_note() -> None:
    (note,) = codes.judge(CodeList("ends"), CodeList("ends", extensible=True))
    assert (note.rule, note.severity) == ("code-added", Severity.NOTE)
    assert note.message == "Programs can extend `ends` now: other codes may come."
