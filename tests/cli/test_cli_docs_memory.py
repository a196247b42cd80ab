"""``docs`` makes anew only the pages of what has changed, and believes nothing once a byte differs."""

from __future__ import annotations

import ast
import inspect
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from accordant import docs
from accordant.cli import acknowledged, changelog, docs_changes, docs_memory, main, moments
from accordant.cli import docs as docs_command
from accordant.contract import ContractState, releases
from accordant.docs.places import PageData
from accordant.outputs import check_cache, file_memory, verdict_memory
from accordant.registry import begun_additions
from accordant.schema.documents import Document
from tests.conftest import PROJECT, settle

PAGES = Path("site/reference")
CONTRACTS = ("acme", "response-envelope")
EARLY = ("2.0.json", "2.1.json", "2.2.json")
"""Releases whose steps to the next one would be compared and shown too, as the step that stays is."""


@pytest.fixture(scope="module")
def settled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with ``whole``, a small registry with its pages and the memory of the run that wrote them.

    It has a contract as one begins it, and one of two versions with a few examples of each schema.
    """
    folder = tmp_path_factory.mktemp("settled")
    project = folder / "acme"
    old, new = PROJECT / "registry/response-envelope", project / "registry/response-envelope"
    shutil.copytree(old, new, ignore=shutil.ignore_patterns(*EARLY))
    for examples in new.glob("v*/examples/*/*/"):
        for example in sorted(examples.iterdir())[3:]:
            example.unlink()
    shutil.copy(PROJECT / "registry/registry.toml", project / "registry/registry.toml")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(project)
        assert main(["add", "contract", "acme"]) == 0
    settle(project, "docs", cache=project / "cache", whole=folder / "whole")
    return folder


@pytest.fixture
def made(settled: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The contracts whose pages were made, since the pages of a small registry were written; "" is the tool."""
    project = Path(shutil.copytree(settled / "whole", settled / "acme"))  # memory goes by the folder of the registry
    monkeypatch.chdir(project)
    monkeypatch.setenv("XDG_CACHE_HOME", str(project / "cache"))
    seen: list[str] = []
    make = docs._made

    def record(writers: docs.Writers, subject: PageData) -> Any:
        if writers is docs.OF_CONTRACT:
            seen.extend(contract.name for contract in subject.registry.contracts)
        elif writers is docs.OF_TOOL:
            seen.append("")
        return make(writers, subject)

    monkeypatch.setattr(docs, "_made", record)
    yield seen
    shutil.rmtree(project)


def all_pages(folder: Path = PAGES) -> dict[Path, bytes]:
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def edit(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\n")


@pytest.mark.parametrize("words", [("docs",), ("docs", "--check")])
def test_an_unchanged_registry_is_not_even_read(
    words: tuple[str, ...], made: list[str], run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accordant.cli.open_registry.Opened.load", lambda *_, **__: pytest.fail("was read"))
    outcome = run(*words)
    assert (outcome.code, made) == (0, [])
    if words == ("docs",):
        assert outcome.out.startswith(f"{len(all_pages()) - 1} pages in site/reference, 0 changed")


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("registry/response-envelope/contract.toml", ["response-envelope"]),
        ("registry/response-envelope/v1/envelope.schema.json", ["response-envelope"]),
        ("registry/registry.toml", [*CONTRACTS]),
        ("site/reference/contracts/response-envelope/v1/index.md", ["response-envelope"]),
        ("site/reference/codes.md", []),
        ("site/reference/rules/lint/index.md", [""]),
    ],
)
def test_only_the_pages_of_what_has_changed_are_made(
    file: str, expected: list[str], made: list[str], run: Callable[..., Any]
) -> None:
    before = all_pages()
    edit(Path(file))
    assert run("docs").code == 0
    assert (made, all_pages()) == (expected, before)


def test_a_changed_example_changes_its_page(made: list[str], run: Callable[..., Any]) -> None:
    example = next(Path("registry/response-envelope/v1/examples/valid").rglob("*.json"))
    example.write_text(example.read_text("utf-8").replace("{", '{"zebra": 7, ', 1), "utf-8")
    assert run("docs", "--check").code == 1
    assert run("docs").code == 0
    assert "zebra" in (PAGES / "contracts/response-envelope/v1/examples.md").read_text("utf-8")


def test_remembered_pages_are_those_that_are_made_anew(
    made: list[str], run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    edit(Path("registry/response-envelope/contract.toml"))
    run("docs")
    remembered = all_pages()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "empty"))
    assert run("docs", "--check").code == 0
    assert (made, all_pages()) == (["response-envelope", "", *CONTRACTS], remembered)


def test_another_tool_makes_every_page_anew(
    made: list[str], run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_memory, "PACKAGES", ("nothing",))
    edit(Path("registry/response-envelope/contract.toml"))
    assert run("docs").code == 0
    assert made == ["", *CONTRACTS]


def test_a_history_stays_known_while_the_pages_of_its_contract_are_not_made(
    made: list[str], run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(Path("registry/acme/contract.toml"))
    run("docs")
    monkeypatch.setattr("accordant.cli.changelog.steps_of", lambda *_: pytest.fail("compared again"))
    edit(next(Path("registry/response-envelope/v1/examples/valid").rglob("*.json")))
    assert run("docs").code == 0
    assert made == ["acme", "response-envelope"]


@pytest.mark.parametrize("edited", docs_changes.DECIDING)
def test_an_edit_of_the_code_that_makes_a_history_makes_it_anew(
    edited: str, made: list[str], run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def digest(part: str) -> str:
        return "another" if part in (edited, "") else check_cache.tool_digest(part)

    monkeypatch.setattr(verdict_memory, "tool_digest", digest)
    compare, compared = docs_changes._compare, list[str]()
    monkeypatch.setattr(
        docs_changes,
        "_compare",
        lambda *sides: compared.append(sides[1].name) or compare(*sides),  # type: ignore
    )
    edit(Path("registry/response-envelope/contract.toml"))
    assert run("docs").code == 0
    assert compared


def test_every_module_that_makes_a_history_is_counted_among_its_code() -> None:
    modules = [docs_changes, changelog, moments, acknowledged]
    nodes = [node for module in modules for node in ast.walk(ast.parse(inspect.getsource(module)))]
    taken = {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    parts = {name.removeprefix("accordant.").replace(".", "/") for name in taken if name.startswith("accordant.")}
    printing = {"report/markdown"}  # for the command alone
    uncounted = {
        part for part in parts - printing if not {part.partition("/")[0], f"{part}.py"} & {*docs_changes.DECIDING}
    }
    assert uncounted == set()
    assert all(check_cache.tool_digest(part) for part in docs_changes.DECIDING)


def test_parts_of_pages_stay_known_while_the_pages_of_their_contract_are_not_made(
    made: list[str], run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(Path("registry/acme/contract.toml"))
    run("docs")
    monkeypatch.setattr("accordant.docs.fields.FieldTables.body", lambda *_: pytest.fail("read again"))
    edit(next(Path("registry/response-envelope/v1/examples/valid").rglob("*.json")))
    assert run("docs").code == 0
    assert made == ["acme", "response-envelope"]


def test_of_frozen_releases_only_the_newest_are_read_again(
    made: list[str], run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):  # what is remembered is remembered on
        edit(Path("registry/acme/contract.toml"))
        assert run("docs").code == 0
    seen, read = set[str](), releases.read_at

    def look(document: Document, path: str) -> ContractState:
        seen.add(Path(path).name)
        return read(document, path)

    monkeypatch.setattr(releases, "read_at", look)
    edit(Path("registry/response-envelope/v2/envelope.schema.json"))
    assert run("docs").code == 0
    assert seen == {"1.0.json", "2.4.json"}


def test_a_release_that_was_edited_has_other_pages(
    made: list[str], run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    release = Path("registry/response-envelope/v2/releases/2.3.json")
    text = release.read_text("utf-8")
    release.write_text(text.replace('"description": "', '"description": "Edited. '), "utf-8")
    run("docs")
    assert "Edited." in (PAGES / "schemas/response-envelope/2.3/envelope.json").read_text("utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "empty"))
    assert run("docs", "--check").code == 0


def test_a_page_that_is_edited_once_it_was_found_is_put_right_by_the_next_run(
    made: list[str], run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = PAGES / "contracts/response-envelope/v1/index.md"
    before, make = page.read_bytes(), docs_command._pages

    def make_and_edit(*given: Any) -> Any:
        pages = make(*given)
        edit(page)
        return pages

    edit(Path("registry/acme/contract.toml"))
    with monkeypatch.context() as patch:
        patch.setattr(docs_command, "_pages", make_and_edit)
        assert run("docs").code == 0
    assert run("docs", "--check").code == 1
    assert run("docs").code == 0
    assert page.read_bytes() == before


def test_pages_with_an_undecided_step_are_made_again(
    made: list[str], run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(docs_memory.DocsMemory, "steps", _undecided)
    for _ in range(2):
        edit(Path("registry/response-envelope/contract.toml"))
        run("docs")
    made.clear()
    edit(Path("registry/acme/contract.toml"))
    run("docs")
    assert made == [*CONTRACTS]


def _undecided(memory: docs_memory.DocsMemory, contract: Any) -> tuple[Any, ...]:
    memory._undecided.add(contract.name)
    return memory._history.steps(contract)


def test_a_link_in_a_contract_makes_its_pages_anew(made: list[str], run: Callable[..., Any]) -> None:
    Path("registry/response-envelope/v1/notes").mkdir()
    Path("registry/response-envelope/v1/notes/link").symlink_to("nowhere")
    for _ in range(2):
        run("docs", "--check")
    assert made == ["response-envelope", "response-envelope"]


def test_another_folder_takes_its_pages_from_where_they_stand(made: list[str], run: Callable[..., Any]) -> None:
    assert run("docs", "--out", "elsewhere").code == 0
    assert made == []
    assert all_pages(Path("elsewhere")) == all_pages()


def test_no_page_of_another_folder_is_believed_that_was_edited(made: list[str], run: Callable[..., Any]) -> None:
    edit(PAGES / "contracts/response-envelope/v1/index.md")
    before = all_pages()
    assert run("docs", "--out", "elsewhere").code == 0
    assert made == ["response-envelope"]
    assert all_pages() == before
    page = "contracts/response-envelope/v1/index.md"
    assert Path("elsewhere", page).read_bytes() + b"\n" == (PAGES / page).read_bytes()


@pytest.mark.parametrize("kept", ['{"folders": 7}', '{"folders": [7, null, "/nowhere"]}', "[]", "\x00"])
def test_a_damaged_memory_of_folders_is_none(
    kept: str, made: list[str], run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = all_pages()
    monkeypatch.setattr("accordant.outputs.verdict_memory.read_kept", lambda _: kept)
    edit(Path("registry/response-envelope/contract.toml"))
    assert run("docs").code == 0
    assert all_pages() == before


def test_a_remembered_way_out_of_a_folder_is_not_gone(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "secret").write_text("secret")
    memory = file_memory.FileMemory(tmp_path, tmp_path / "pages")
    memory.keep("key", {"../secret": "secret"})
    memory.save()
    assert file_memory.FileMemory(tmp_path, tmp_path / "pages").recall("key") is None


def test_pages_are_not_kept_where_the_contract_was_edited_meanwhile(
    made: list[str], run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    contract = Path("registry/response-envelope/contract.toml")
    edit(contract)
    steps = docs_memory.DocsMemory.steps

    def edit_and_go_on(memory: docs_memory.DocsMemory, contract_: Any) -> Any:
        edit(contract)
        return steps(memory, contract_)

    with monkeypatch.context() as patch:
        patch.setattr(docs_memory.DocsMemory, "steps", edit_and_go_on)
        run("docs")
    made.clear()
    assert run("docs").code == 0
    assert made == ["response-envelope"]


def test_an_addition_that_was_begun_makes_pages_anew(made: list[str], run: Callable[..., Any]) -> None:
    begun_additions.note(Path("registry"), {}, {}, {})
    assert run("docs").code == 0
    assert made == [*CONTRACTS]


def test_a_broken_example_of_a_remembered_contract_is_still_told(made: list[str], run: Callable[..., Any]) -> None:
    edit(Path("registry/response-envelope/contract.toml"))
    next(Path("registry/response-envelope/v1/examples/valid").rglob("*.json")).write_text("{")
    outcome = run("docs")
    assert outcome.code == 2
    assert "not JSON" in outcome.err


def test_a_broken_schema_beside_remembered_contracts_is_still_told(made: list[str], run: Callable[..., Any]) -> None:
    schema = Path("registry/response-envelope/v1/envelope.schema.json")
    schema.write_text(schema.read_text("utf-8").replace('"type": "object"', '"type": "objekt"', 1), "utf-8")
    outcome = run("docs")
    assert outcome.code == 2
    assert "not a schema" in outcome.err


@pytest.mark.parametrize("folder", ["v7", "v1/examples/valid/zzz", "v1/releases/9.9.json"])
def test_an_empty_folder_that_came_is_told_as_by_a_run_that_remembers_nothing(
    folder: str, made: list[str], run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (Path("registry/response-envelope") / folder).mkdir(parents=True)
    remembering = run("docs")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "empty"))
    forgetful = run("docs")
    assert (remembering.code, remembering.err) == (forgetful.code, forgetful.err)


def test_a_reason_moves_with_the_break_that_is_accepted_for_it(
    tmp_path: Path, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("init", "--contract", "shop").code == 0
    schema = Path("registry/shop/v1/result.schema.json")
    schema.write_text(schema.read_text("utf-8").replace('["ok", "severity", "duration"]', '["ok"]'), "utf-8")
    marks = re.findall(r"ack add ([0-9a-f]+)", run("check-compat").out)
    for mark in marks:
        Path("registry/acknowledgements.toml").unlink(missing_ok=True)
        assert run("ack", "add", mark, "--reason", "see 12").code == 0
        assert run("docs").code == 0
        (page,) = PAGES.rglob("1.0-to-unreleased.md")
        remembered = page.read_text("utf-8")
        assert remembered.count("Acknowledged: see 12") == 1
        with monkeypatch.context() as patch:
            patch.setenv("XDG_CACHE_HOME", str(tmp_path / f"empty {mark}"))
            assert run("docs", "--check").code == 0
    assert len(marks) == 2


@pytest.mark.parametrize("words", [("docs",), ("docs", "--check")])
def test_a_file_that_got_a_second_name_is_refused_as_by_a_run_that_remembers_nothing(
    words: tuple[str, ...], made: list[str], run: Callable[..., Any]
) -> None:
    Path("second").hardlink_to("registry/response-envelope/v1/envelope.schema.json")
    outcome = run(*words)
    assert outcome.code == 2
    assert "hard links" in outcome.err


def test_an_edit_that_is_undone_while_pages_are_made_leaves_nothing_remembered(
    made: list[str], run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    contract = Path("registry/response-envelope/contract.toml")
    before, load = contract.read_text("utf-8"), docs_command._read

    def read_an_edit(*given: Any) -> Any:
        contract.write_text(before.replace('title = "', 'title = "Edited ', 1), "utf-8")
        registry = load(*given)
        contract.write_text(before, "utf-8")
        return registry

    edit(Path("registry/registry.toml"))
    with monkeypatch.context() as patch:
        patch.setattr(docs_command, "_read", read_an_edit)
        run("docs")
    assert any(b"Edited" in text for text in all_pages().values())
    assert run("docs", "--check").code == 1
    assert run("docs").code == 0
    assert not any(b"Edited" in text for text in all_pages().values())


def test_docs_calls_no_folder_clean_in_which_a_file_of_somebody_stands(
    made: list[str], run: Callable[..., Any]
) -> None:
    foreign = PAGES / "contracts/response-envelope/v1/mine.md"
    foreign.write_text("mine")
    edit(Path("registry/response-envelope/contract.toml"))
    assert run("docs").code == 0
    for _ in range(2):
        assert run("docs", "--check").code == 1
    assert foreign.read_text() == "mine"


def test_a_page_that_is_edited_before_the_folder_is_called_clean_is_not_what_was_written(
    made: list[str], run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(Path("registry/response-envelope/contract.toml"))

    def edit_a_page(*given: Any) -> bool:
        edit(PAGES / "codes.md")
        return False

    with monkeypatch.context() as patch:
        patch.setattr("accordant.outputs.has_left_over", edit_a_page)
        run("docs")
    assert run("docs", "--check").code == 1


@pytest.mark.parametrize("word", ['"message"', '"kind"'])
def test_a_remembered_change_of_another_form_is_none(
    word: str, made: list[str], run: Callable[..., Any], tmp_path: Path
) -> None:
    before, replaced = all_pages(), 0
    for kept in Path("cache/accordant/verdicts").iterdir():
        text = kept.read_text("utf-8")
        replaced += text.count(word)
        kept.write_text(text.replace(word, '"massage"'), "utf-8")
    assert replaced > 20
    edit(Path("registry/response-envelope/contract.toml"))
    assert run("docs").code == 0
    assert all_pages() == before
