"""A bare installation stays small: everything that it pulls in could harm those who run the tool."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import PROJECT

MOST_PACKAGES = 15
"""A bare installation has fewer."""
LOCK = PROJECT / "requirements/check.txt"


def locked() -> set[str]:
    return {
        canonicalize_name(name) for name in re.findall(r"^([A-Za-z0-9._-]+)==", LOCK.read_text("utf-8"), re.MULTILINE)
    }


def required(names: list[str]) -> set[str]:
    """The packages that these need, themselves included, as they say here."""
    todo, found = list(names), set[str]()
    while todo:
        requirement = Requirement(todo.pop())
        name = canonicalize_name(requirement.name)
        if name in found or (requirement.marker and not requirement.marker.evaluate({"extra": ""})):
            continue
        found.add(name)
        todo += metadata.requires(name) or []
    return found


def test_a_bare_installation_has_few_packages_and_all_are_locked() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    bare = required(project["dependencies"])
    assert len(bare) < MOST_PACKAGES, sorted(bare)
    assert bare <= locked()


def test_the_lock_holds_nothing_but_the_installation_and_what_builds_it() -> None:
    build = [
        line for line in (PROJECT / "requirements/build.in").read_text("utf-8").splitlines() if not line.startswith("#")
    ]
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    elsewhere = {"typing-extensions"}  # what older versions of Python need
    assert locked() <= required([*project["dependencies"], *build]) | elsewhere


def test_a_release_is_audited() -> None:
    workflow = (PROJECT / ".github/workflows/release.yml").read_text("utf-8")
    for words in (
        "pip-audit",
        "requirements/check.txt",
        "requirements/test.txt",
        "npm --prefix tests/typescript audit",
    ):
        assert words in workflow
    assert re.findall(r"uses: \S+@(?![0-9a-f]{40})", workflow) == [], "actions are pinned by their commit"
