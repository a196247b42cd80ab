"""One version, said in one place, and a release that is built, tested and published as the workflow says."""

from __future__ import annotations

import re
import runpy
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from accordant import __version__
from tests.conftest import PROJECT
from tests.distributions import names_of

WORKFLOW = yaml.safe_load((PROJECT / ".github/workflows/release.yml").read_text("utf-8"))
CHANGELOG = (PROJECT / "CHANGELOG.md").read_text("utf-8")
GUIDES = sorted((PROJECT / "site/guides").glob("*.md"))
NOTES = PROJECT / ".ci/release-notes"


def jobs_that_need(job: str) -> set[str]:
    needs = WORKFLOW["jobs"][job].get("needs", [])
    return set([needs] if isinstance(needs, str) else needs)


def scripts(job: str) -> str:
    return "\n".join(step.get("run", "") for step in WORKFLOW["jobs"][job]["steps"])


def test_the_version_is_said_in_one_place() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))
    assert "version" not in project["project"]
    assert project["tool"]["hatch"]["version"]["path"] == "generators/accordant/__init__.py"


def test_the_changelog_has_a_section_for_each_version_and_the_newest_is_that_of_the_code() -> None:
    heads = re.findall(r"^## (.+)$", CHANGELOG, re.MULTILINE)
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ \((\d{4}-\d\d-\d\d|unreleased)\)", head) for head in heads), heads
    versions = [tuple(map(int, head.split()[0].split("."))) for head in heads]
    assert versions == sorted(versions, reverse=True)
    assert heads[0].split()[0] == __version__
    assert not any("unreleased" in head for head in heads[1:])


def test_the_guides_name_the_tag_and_the_version_of_the_code() -> None:
    named: dict[str, list[str]] = {}
    for page in (*GUIDES, PROJECT / "README.md", PROJECT / "templates/contracts.yml", PROJECT / "action.yml"):
        text = page.read_text("utf-8")
        tags = re.findall(r"(?:\brev: |REPOSITORY(?:/contracts)?@)(\S+)", text)
        named[page.name] = [*tags, *(f"v{version}" for version in re.findall(r"\baccordant==([0-9.]*[0-9])", text))]
    assert len(named["ci.md"]) >= 4, "the action, the component, its package and the hooks"
    assert {name: tags for name, tags in named.items() if set(tags) - {f"v{__version__}"}} == {}


@pytest.fixture
def notes() -> Callable[[str, str, str], str]:
    function: Callable[[str, str, str], str] = runpy.run_path(str(NOTES))["notes"]
    return function


def test_a_release_has_the_notes_of_its_section(notes: Callable[..., str]) -> None:
    log = "# Changelog\n\n## 1.1.0 (2026-12-01)\n\n- New.\n\n## 1.0.0 (2026-11-01)\n\n- Old.\n"
    assert notes("v1.1.0", '__version__ = "1.1.0"\n', log) == "- New.\n"
    assert notes("v1.0.0", '__version__ = "1.0.0"\n', log) == "- Old.\n"


@pytest.mark.parametrize(
    ("tag", "date", "reason"),
    [
        ("v1.0.0", "2026-12-01", "not the version of the code"),
        ("1.1.0", "2026-12-01", "not the version of the code"),
        ("v1.1.0", "unreleased", "no date for 1.1.0"),
    ],
)
def test_another_tag_or_a_section_without_a_date_is_not_released(
    notes: Callable[..., str], tag: str, date: str, reason: str
) -> None:
    with pytest.raises(SystemExit, match=reason):
        notes(tag, '__version__ = "1.1.0"\n', f"## 1.1.0 ({date})\n\n- New.\n")


def test_the_script_reads_this_project() -> None:
    done = subprocess.run([NOTES, f"v{__version__}"], capture_output=True, text=True, check=False)
    is_dated = f"## {__version__} (unreleased)" not in CHANGELOG
    assert (done.returncode == 0) is is_dated
    assert done.stdout if is_dated else "no date" in done.stderr


def test_nothing_is_published_that_was_not_built_tested_installed_and_audited() -> None:
    assert WORKFLOW[True]["push"] == {"tags": ["v*"]}
    for job in ("python-packages", "npm-package"):
        assert jobs_that_need(job) == {"audit", "build", "install", "test"}
    assert jobs_that_need("site") == {"build", "test"}
    assert ".ci/release-notes" in scripts("build")
    assert "make dist" in scripts("build")
    assert ".ci/run" in scripts("test")


def test_every_python_that_the_package_names_is_tested() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    assert named[0] == project["requires-python"].removeprefix(">=")
    for job in ("test", "install"):
        assert WORKFLOW["jobs"][job]["strategy"]["matrix"]["python"] == named


def test_who_publishes_is_proved_by_the_workflow_and_not_by_a_password() -> None:
    text = (PROJECT / ".github/workflows/release.yml").read_text("utf-8")
    assert "secrets." not in text
    allowed: dict[str, Any] = {name: job.get("permissions", {}) for name, job in WORKFLOW["jobs"].items()}
    assert allowed.pop("address") == {"pages": "read"}
    assert {name for name, given in allowed.items() if given} == {"python-packages", "npm-package", "site"}
    assert all(given.get("id-token") == "write" for given in allowed.values() if given)
    assert WORKFLOW["permissions"] == {"contents": "read"}
    for name in ("address", "python-packages", "npm-package", "site"):
        assert not any("checkout" in step.get("uses", "") for step in WORKFLOW["jobs"][name]["steps"]), "no code runs"


def test_each_file_that_the_publishing_jobs_take_is_one_that_is_built() -> None:
    built = names_of("tool", "contracts", "npm", "site")
    for job in ("install", "python-packages", "npm-package", "site"):
        for pattern in re.findall(r"dist/(\S*\*\S*?)(?=[\s)]|$)", scripts(job)):
            assert any(Path(name).match(pattern) for name in built), (job, pattern)
