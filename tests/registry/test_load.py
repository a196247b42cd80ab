"""A folder becomes values, and what cannot be used is an error with a place, raised or collected."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from accordant.contract import Registry
from accordant.errors import InputError
from accordant.registry import layout, load
from accordant.registry.files import mapping_reader
from tests.lint.conftest import BASE, edit, read_cases

Make = Callable[..., Path]


@pytest.fixture
def make_registry(tmp_path: Path) -> Make:
    def make(*edits: dict[str, object]) -> Path:
        folder = Path(shutil.copytree(BASE, tmp_path / "registry"))
        edit(folder, edits)
        return folder

    return make


def test_everything_in_the_folder_is_there(make_registry: Make) -> None:
    registry = load.load(make_registry())
    [contract] = registry.contracts
    [version] = contract.versions
    assert (registry.name, contract.name, version.name, version.major) == ("acme", "acme", "v1", 1)
    assert sorted(version.state.schemas) == ["error", "line", "order"]
    assert sorted(version.state.code_lists) == ["commands", "exit-codes", "kinds"]
    assert sorted(version.state.streams) == ["run"]
    assert [release.name for release in version.releases] == ["1.0"]
    assert version.commands == ("run",)
    assert sorted(f"{example.subject}/{example.name}" for example in version.examples if example.valid) == [
        "order/done",
        "order/failed",
        "run/whole",
    ]
    assert registry.lock.keys() == {"acme/v1/releases/1.0.json"}


def test_a_line_of_a_stream_may_hold_characters_that_only_python_takes_for_its_end(make_registry: Make) -> None:
    folder = make_registry()
    example = folder / "acme/v1/examples/valid/run/whole.jsonl"
    first, rest = example.read_text("utf-8").split("\n", 1)
    example.write_text(first.replace("{", '{"note": "\u2028\x85", ', 1) + "\n" + rest, "utf-8")
    [version] = load.load(folder).contracts[0].versions
    [stream] = [example for example in version.examples if example.name == "whole"]
    assert stream.documents[0].value["note"] == "\u2028\x85"


def test_a_schema_is_ready_for_use(make_registry: Make) -> None:
    state = load.load(make_registry()).contracts[0].versions[0].state
    assert state.schemas["order"].value["properties"]["error"] == {"$ref": "urn:acme:error:v1"}
    error = state.schemas["error"].value
    assert error["properties"]["kind"]["enum"] == ["DISK_FULL"]
    assert error["allOf"][0]["if"]["properties"]["kind"] == {"const": "DISK_FULL"}
    assert error["allOf"][0]["then"]["properties"]["context"]["required"] == ["path"]


def test_the_file_itself_is_not_changed_by_expansion(make_registry: Make) -> None:
    schema = load.load(make_registry()).contracts[0].versions[0].state.schemas["error"]
    assert schema.document is not None
    assert schema.document.value["properties"]["kind"] == {"x-codes": "kinds"}


def test_a_release_reads_back_as_the_state_that_it_froze(make_registry: Make) -> None:
    version = load.load(make_registry()).contracts[0].versions[0]
    assert version.releases[0].read().schemas["order"].value == version.state.schemas["order"].value


def test_paths_are_shown_as_the_caller_shows_the_folder(make_registry: Make) -> None:
    version = load.load(make_registry(), shown="here/").contracts[0].versions[0]
    document = version.state.schemas["order"].document
    assert document is not None
    assert document.path == "here/acme/v1/order.schema.json"
    assert version.releases[0].path == "acme/v1/releases/1.0.json"


def test_one_contract_alone_is_read_without_the_others(make_registry: Make) -> None:
    folder = make_registry({"file": "broken/contract.toml", "text": "x = "})
    assert [contract.name for contract in load.load(folder, only="acme").contracts] == ["acme"]
    with pytest.raises(InputError):
        load.load(folder)


def test_examples_are_left_out_on_request(make_registry: Make) -> None:
    folder = make_registry({"file": "acme/v1/examples/valid/order/done.json", "text": "{"})
    assert load.load(folder, with_examples=False).contracts[0].versions[0].examples == ()


def test_a_stream_example_knows_the_line_of_a_mistake(make_registry: Make) -> None:
    folder = make_registry(
        {"file": "acme/v1/examples/valid/run/whole.jsonl", "text": '{"type": "result"}\n\n{"type": }\n'}
    )
    with pytest.raises(InputError) as caught:
        load.load(folder)
    assert (caught.value.place.line, caught.value.place.column) == (3, 10)


LOADING = [
    (case.rule, number)
    for case in read_cases()
    if case.rule
    in set(
        re.findall(
            r"[a-z-]+",
            """
        syntax duplicate-key too-deep alias lone-surrogate encoding too-large outside-registry format codes-binding
        example-of-nothing duplicate-name input-unusable lock unreadable
    """,
        )
    )
    for number, breaking in enumerate(case.breaking)
    if all(edit["file"] != "acknowledgements.toml" for edit in breaking["edits"])  # loading does not read it
]


@pytest.mark.parametrize(("rule", "number"), LOADING, ids=[f"{rule}-{number}" for rule, number in LOADING])
def test_what_cannot_be_used_is_collected_or_raised_with_a_file(make_registry: Make, rule: str, number: int) -> None:
    [case] = [case for case in read_cases() if case.rule == rule]
    breaking = case.breaking[number]
    folder = make_registry(*breaking["edits"])
    problems: list[InputError] = []
    try:
        load.load(folder, problems=problems)
    except InputError as error:
        problems.append(error)
    matches = [problem for problem in problems if problem.rule == rule]
    assert matches or rule == "format", "lint knows more about the format than loading does"
    for match in matches:
        assert match.place.path, match.reason
        assert match.reason[0].islower() or not match.reason[0].isalpha(), "a reason goes on after the place"
    if matches:
        with pytest.raises(InputError) as caught:
            load.load(folder)
        assert str(caught.value).startswith(caught.value.place.path)


def test_what_one_file_breaks_leaves_the_others_whole(make_registry: Make) -> None:
    problems: list[InputError] = []
    folder = make_registry({"file": "acme/v1/order.schema.json", "text": "{"})
    registry = load.load(folder, problems=problems)
    assert sorted(registry.contracts[0].versions[0].state.schemas) == ["error", "line"]
    assert {problem.rule for problem in problems} == {"syntax", "example-of-nothing"} | {
        problem.rule for problem in problems
    }


def registry_of(files: dict[str, bytes]) -> Registry:
    read, list_ = mapping_reader(files)
    return load.Loader(read=read, list_=list_).registry()


def test_files_in_memory_are_read_like_a_folder() -> None:
    files = {str(path.relative_to(BASE)): path.read_bytes() for path in BASE.rglob("*") if path.is_file()}
    registry = registry_of(files)
    assert registry.contracts[0].versions[0].state == load.load(BASE).contracts[0].versions[0].state


@pytest.mark.parametrize("relative", ["../secret", "acme/../../secret", "acme/v1/../../../secret"])
def test_nothing_outside_the_folder_is_read(make_registry: Make, tmp_path: Path, relative: str) -> None:
    folder = make_registry()
    (tmp_path / "secret").write_text("secret", "utf-8")
    with pytest.raises(InputError) as caught:
        layout.read_file(folder, relative)
    assert caught.value.rule == "outside-registry"


def test_a_relative_folder_is_another_one_in_another_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("left", "right"):
        (tmp_path / name / "registry").mkdir(parents=True)
        (tmp_path / name / "registry/registry.toml").write_text(f'name = "{name}"\n', "utf-8")
        monkeypatch.chdir(tmp_path / name)
        assert load.load(Path("registry")).name == name


def test_a_registry_is_found_upward_and_in_a_folder_called_registry(make_registry: Make, tmp_path: Path) -> None:
    folder = make_registry()
    assert layout.find(None, folder / "acme/v1") == folder
    assert layout.find(None, tmp_path) == folder
    assert layout.find(str(folder / "registry.toml"), tmp_path) == folder
    with pytest.raises(InputError, match=r"registry\.toml"):
        layout.find(str(tmp_path / "nowhere"), tmp_path)
