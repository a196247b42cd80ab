"""A document that does not say its version: the one that is named, told by a field, or declared; else a question."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from accordant.conform import open_session, validate
from accordant.contract import Contract
from accordant.errors import InputError
from accordant.registry.bump import bump
from accordant.registry.layout import find_bundled_registry
from accordant.registry.load import load

OLD: dict[str, Any] = {"ok": True, "data": {}, "error": None, "warnings": [], "meta": {"duration_ms": 1}}
NEW: dict[str, Any] = {**OLD, "meta": {"exit_code": 0, "duration_ms": 1}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(find_bundled_registry(), tmp_path / "registry")


def contract_of(folder: Path) -> Contract:
    (contract,) = load(folder, only="response-envelope").contracts
    return contract


def judged_by(contract: Contract, document: Any, **options: Any) -> str:
    """The version that judges a document."""
    session = open_session(contract, **options)
    assert list(session.document("x.json", json.dumps(document).encode())) == []
    judge = session.judges.judge_of(document)
    assert not isinstance(judge, str)
    return judge.state.version


def edit(folder: Path, old: str, new: str) -> Contract:
    path = folder / "response-envelope/contract.toml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    return contract_of(folder)


def test_a_field_tells_the_version_and_the_declared_one_reads_the_rest(folder: Path) -> None:
    contract = contract_of(folder)
    assert judged_by(contract, OLD) == "v1"
    assert judged_by(contract, NEW) == "v2"
    assert judged_by(contract, NEW, version="v1") == "v1"
    refused = list(validate(contract, [("x.json", json.dumps(OLD).encode())], version="v2", as_="schema"))
    assert [finding.message for finding in refused] == ["`exit_code` is required"]


def test_each_document_finds_its_own_version(folder: Path) -> None:
    documents = [(f"{n}.json", json.dumps(document).encode()) for n, document in enumerate([OLD, NEW, OLD])]
    assert list(validate(contract_of(folder), documents)) == []


def test_without_a_declared_version_the_newest_is_not_taken_in_silence(folder: Path) -> None:
    contract = edit(folder, 'default-version = "v1"\n', "")
    with pytest.raises(InputError, match="do not say which version they follow") as caught:
        list(validate(contract, [("x.json", json.dumps(NEW).encode())]))
    assert caught.value.next_step.startswith("name it: response-envelope/v1 or response-envelope/v2")
    assert list(validate(contract, [("x.json", json.dumps(NEW).encode())], version="v2")) == []


def test_a_draft_changes_nothing_for_documents_that_say_no_version(folder: Path) -> None:
    """With no word in the contract: the only version that is no draft reads them, until a second one is relied on."""
    edit(folder, 'default-version = "v1"\n', "")
    contract = edit(folder, '\nstatus = "current"', '\nstatus = "draft"')
    assert contract.presumed == "v1"
    assert judged_by(contract, OLD) == "v1"
    relied_on = edit(folder, '\nstatus = "draft"', '\nstatus = "current"')
    assert relied_on.presumed == ""
    with pytest.raises(InputError, match="do not say which version they follow"):
        judged_by(relied_on, OLD)


def test_a_declared_version_must_be_there(folder: Path) -> None:
    with pytest.raises(InputError, match="there is no version 'v7'"):
        edit(folder, 'default-version = "v1"\n', 'default-version = "v7"\n')


def test_what_tells_a_version_and_how_one_moves_to_it_are_not_copied(folder: Path) -> None:
    assert bump(folder, "response-envelope") == ("v2", "v3")
    newest, before = (contract_of(folder).version(name) for name in ("v3", "v2"))
    assert newest is not None
    assert before is not None
    assert (newest.told_by, newest.behaviour.moves) == ("", ())
    assert before.told_by == "/meta/exit_code"
    assert before.behaviour.moves
    assert newest.behaviour.tables() == before.behaviour.tables()
