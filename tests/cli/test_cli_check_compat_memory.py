"""check-compat remembers its judgements, and makes each one anew once anything differs."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from accordant.compat import versions


@pytest.fixture
def compared(project: Path, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The baselines that were compared since; a registry with two releases was found clean once."""
    assert run("init").code == 0
    edit(lambda schema: schema["properties"].update(added={"type": "string"}))
    assert run("release", f"{contract()}/v1").code == 0
    assert run("check-compat").code == 0
    seen: list[str] = []
    judge = versions.judge

    def record(old: Any, new: Any, baseline: str, **more: Any) -> Any:
        seen.append(baseline)
        return judge(old, new, baseline, **more)

    monkeypatch.setattr(versions, "judge", record)
    return seen


def schema_file() -> Path:
    return next(iter(sorted(Path("registry").glob("*/v1/*.schema.json"))))


def contract() -> str:
    return schema_file().parent.parent.name


def edit(change: Callable[[Any], Any]) -> None:
    path = schema_file()
    value = json.loads(path.read_text("utf-8"))
    change(value)
    path.write_text(json.dumps(value, indent=2) + "\n", "utf-8")


def memory() -> Path:
    """The file with the judgements; the report, which is told again where nothing changed, is forgotten."""
    cache = Path(os.environ["XDG_CACHE_HOME"]) / "accordant"
    shutil.rmtree(cache / "answers", ignore_errors=True)
    (file,) = (cache / "verdicts").iterdir()
    return file


def test_unchanged_pairs_are_not_compared_again(compared: list[str], run: Callable[..., Any]) -> None:
    first = run("check-compat", "--format", "json")
    assert compared == []
    memory().unlink()
    second = run("check-compat", "--format", "json")
    assert compared != []
    assert (first.code, first.out) == (second.code, second.out)


def test_a_break_is_told_again_in_the_same_words_without_a_comparison(
    compared: list[str], run: Callable[..., Any]
) -> None:
    edit(lambda schema: schema["properties"].pop("added"))
    first = [run("check-compat", "--format", format) for format in ("text", "json", "sarif")]
    before = len(compared)
    second = [run("check-compat", "--format", format) for format in ("text", "json", "sarif")]
    assert [outcome.code for outcome in second] == [1, 1, 1]
    assert [outcome.out for outcome in first] == [outcome.out for outcome in second]
    assert len(compared) == before > 0


def test_a_break_stands_where_the_file_has_it_now(compared: list[str], run: Callable[..., Any]) -> None:
    edit(lambda schema: schema["properties"].pop("added"))
    assert run("check-compat").code == 1
    schema_file().write_text("\n" + schema_file().read_text("utf-8"), "utf-8")
    before = len(compared)
    moved = run("check-compat", "--format", "json")
    assert len(compared) > before
    memory().unlink()
    assert moved.out == run("check-compat", "--format", "json").out


def test_all_that_an_edit_leads_to_is_another_question(compared: list[str], run: Callable[..., Any]) -> None:
    assert run("check-compat", "--all").code == 0
    assert compared != []


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"a": ' * 5000, "\udcff"])
def test_a_corrupt_memory_is_an_empty_one(text: str, compared: list[str], run: Callable[..., Any]) -> None:
    memory().write_bytes(text.encode("utf-8", "surrogateescape"))
    assert run("check-compat").code == 0
    assert compared != []


def test_odd_entries_are_not_believed(compared: list[str], run: Callable[..., Any]) -> None:
    kept = json.loads(memory().read_text("utf-8").partition("\n")[2])
    text = json.dumps({key: [["a", "b", "no verdict", "c"]] for key in kept})
    memory().write_text(f"{hashlib.sha256(text.encode()).hexdigest()}\n{text}", "utf-8")
    assert run("check-compat").code == 0
    assert compared != []


@pytest.mark.parametrize("place", [0, 70, -3])
def test_a_memory_of_which_a_byte_was_changed_is_an_empty_one(
    place: int, compared: list[str], run: Callable[..., Any]
) -> None:
    kept = bytearray(memory().read_bytes())
    kept[place] ^= 1
    memory().write_bytes(kept)
    assert run("check-compat").code == 0
    assert compared != []


def test_an_edited_release_is_never_taken_from_memory(compared: list[str], run: Callable[..., Any]) -> None:
    release = next(iter(sorted(Path("registry").glob("*/v1/releases/1.0.json"))))
    release.write_text(release.read_text("utf-8") + "\n", "utf-8")
    outcome = run("check-compat")
    assert outcome.code == 1
    assert "digest" in outcome.out
    assert "release 1.0" in compared


def test_another_budget_is_another_question(compared: list[str], run: Callable[..., Any]) -> None:
    assert run("check-compat", "--seconds", "60").code == 0
    assert compared != []


def test_seconds_are_above_zero(run: Callable[..., Any]) -> None:
    assert run("check-compat", "--seconds", "0").code == 2


def test_a_run_that_is_stopped_is_gone_on_with_by_the_next(
    compared: list[str], run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    memory().unlink()
    recording = versions.judge

    def stop_at_second(old: Any, new: Any, baseline: str, **more: Any) -> Any:
        if compared:
            raise KeyboardInterrupt
        return recording(old, new, baseline, **more)

    monkeypatch.setattr(versions, "judge", stop_at_second)
    assert run("check-compat").code not in (0, 1)
    monkeypatch.setattr(versions, "judge", recording)
    first = compared.copy()
    assert run("check-compat").code == 0
    assert sorted(compared) == ["release 1.0", "release 1.1"]
    assert len(first) == 1
