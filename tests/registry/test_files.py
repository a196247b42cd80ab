"""Files of a registry: parsed once, placed as they are shown, their errors raised or collected."""

from __future__ import annotations

import pytest

from accordant.errors import InputError
from accordant.registry.files import Files, mapping_reader


def files_of(*, problems: list[InputError] | None = None, **texts: str) -> Files:
    read, list_ = mapping_reader({name.replace("__", "/") + ".json": text.encode() for name, text in texts.items()})
    return Files(read, list_, shown="registry/", problems=problems)


def test_a_document_is_parsed_once_and_kept() -> None:
    files = files_of(a__b="{}")
    assert files.document("a/b.json") is files.document("a/b.json")
    assert files.documents["a/b.json"].path == "registry/a/b.json"
    assert files.parse("a/b.json") is not files.document("a/b.json")


@pytest.mark.parametrize("name", ["missing.json", "broken.json"])
def test_an_error_has_the_path_as_it_is_shown(name: str) -> None:
    with pytest.raises(InputError) as caught:
        files_of(broken="{").document(name)
    assert caught.value.place.path == f"registry/{name}"


def test_errors_are_raised_unless_they_are_collected() -> None:
    with pytest.raises(InputError), files_of(broken="{").guard():
        raise InputError("no")
    problems: list[InputError] = []
    with files_of(problems=problems).guard():
        raise InputError("no")
    assert [problem.reason for problem in problems] == ["no"]


def test_files_in_memory_are_listed_by_folder_without_hidden_ones() -> None:
    _, list_ = mapping_reader({"a/b/c.json": b"", "a/d.json": b"", ".git/x": b""})
    assert list_("") == [("a", True)]
    assert list_("a") == [("b", True), ("d.json", False)]
    assert list_("nowhere") == []
