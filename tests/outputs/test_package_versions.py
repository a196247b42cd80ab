"""The versions of installed packages, as the memories of clean checks and verdicts ask for them."""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

from accordant.outputs import package_versions
from accordant.outputs.check_cache import PACKAGES


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that stands on the path of modules alone."""
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "nowhere")])
    _forget()
    yield tmp_path
    _forget()


def _forget() -> None:
    package_versions.version_of.cache_clear()
    package_versions._described.cache_clear()


@pytest.mark.parametrize("package", PACKAGES)
def test_a_version_is_that_which_the_standard_library_reads(package: str) -> None:
    try:
        expected = metadata.version(package)
    except metadata.PackageNotFoundError:
        expected = ""
    assert package_versions.version_of(package) == expected


@pytest.mark.parametrize(
    "name", ["Some_package-2.1.dist-info", "some.package-2.1.dist-info", "some_package-2.1-py3.11.egg-info"]
)
def test_a_package_goes_by_any_spelling_of_its_name(name: str, folder: Path) -> None:
    (folder / name).mkdir()
    assert package_versions.version_of("some-package") == "2.1"


def test_of_a_package_that_was_installed_twice_both_versions_count(folder: Path) -> None:
    for version in ("1.0", "2.1"):
        (folder / f"some_package-{version}.dist-info").mkdir()
    assert package_versions.version_of("some-package") == "1.0 2.1"


def test_a_package_that_is_not_there_has_none(folder: Path) -> None:
    (folder / "some_package_more-2.1.dist-info").mkdir()
    assert package_versions.version_of("some-package") == ""


def test_a_package_in_an_archive_has_its_version(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = folder / "all.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr(
            "some_package-2.1.dist-info/METADATA", "Metadata-Version: 2.1\nName: some-package\nVersion: 2.1\n"
        )
    monkeypatch.setattr(sys, "path", [str(archive)])
    assert package_versions.version_of("some-package") == "2.1"
