"""``docs`` makes anew only the pages of what has changed, and believes nothing once a byte differs."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from accordant import docs
from accordant.cli import docs_memory, main
from accordant.docs.places import PageData
from accordant.outputs import file_memory
from tests.conftest import PROJECT

PAGES = Path("site/reference")
CONTRACTS = ("agent-output", "response-envelope")


@pytest.fixture(scope="module")
def settled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with ``whole``, a small registry with its pages and the memory of the run that wrote them."""
    folder = tmp_path_factory.mktemp("settled")
    project = folder / "acme"
    for name in CONTRACTS:
        shutil.copytree(PROJECT / "registry" / name, project / "registry" / name)
    shutil.copy(PROJECT / "registry/registry.toml", project / "registry/registry.toml")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(project)
        patch.setenv("XDG_CACHE_HOME", str(project / "cache"))
        assert main(["docs"]) == 0
    project.rename(folder / "whole")
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


def all_pages() -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in PAGES.rglob("*") if path.is_file()}


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
    edit(Path("registry/agent-output/contract.toml"))
    run("docs")
    monkeypatch.setattr("accordant.cli.docs_changes.steps_of", lambda *_: pytest.fail("compared again"))
    edit(next(Path("registry/response-envelope/v1/examples/valid").rglob("*.json")))
    assert run("docs").code == 0
    assert made == ["agent-output", "response-envelope"]


def test_pages_with_an_undecided_step_are_made_again(
    made: list[str], run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(docs_memory.DocsMemory, "steps", _undecided)
    for _ in range(2):
        edit(Path("registry/response-envelope/contract.toml"))
        run("docs")
    made.clear()
    edit(Path("registry/agent-output/contract.toml"))
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
