"""What a release publishes works alone: in an empty environment, far from the project, with what the lock names."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from accordant import __version__
from accordant.cli import COMMANDS
from tests import distributions
from tests.conftest import PROJECT
from tests.distributions import names_of

BUILD_ONLY = {"hatchling", "editables", "packaging", "pathspec", "pluggy", "trove-classifiers"}
pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


@dataclass(frozen=True, slots=True)
class Installed:
    """An environment with the wheel in it, and an empty folder to work in."""

    python: Path
    site: Path
    folder: Path

    def registry(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """The installed command, with nothing of this process's surroundings."""
        surroundings = {"PATH": os.defpath, "HOME": str(self.folder), "LANG": "C.UTF-8"}
        return subprocess.run(
            [str(self.python.parent / "registry"), *arguments],
            cwd=self.folder, input=stdin, capture_output=True, text=True, env=surroundings, timeout=300, check=False,
        )  # fmt: skip


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The parts that hold code, by file name."""
    return distributions.built(tmp_path_factory, "tool", "contracts", "npm")


@pytest.fixture(scope="module")
def wheel(built: dict[str, Path]) -> Path:
    return built[f"accordant-{__version__}-py3-none-any.whl"]


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Made without a network: what the lock names is copied from the environment of the tests."""
    base = tmp_path_factory.mktemp("alone")
    venv.create(base / "venv", with_pip=False, symlinks=True)
    python = base / "venv/bin/python"
    (site,) = (base / "venv/lib").glob("python*/site-packages")
    for name, version in locked_distributions():
        copy(name, version, site)
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    for arguments in (["install", "--quiet", "--no-index", "--no-deps", str(wheel)], ["check"]):
        done = subprocess.run([*pip, *arguments], cwd=base, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    (base / "work").mkdir()
    return Installed(python, site, base / "work")


def locked_distributions() -> list[tuple[str, str]]:
    """Name and version of what `pip install accordant` brings, as the lock has it for this Python."""
    distributions = []
    for line in (PROJECT / "requirements/check.txt").read_text("utf-8").splitlines():
        if not line[:1].isalpha():
            continue
        pinned = Requirement(line.rstrip("\\ "))
        if pinned.name not in BUILD_ONLY and (pinned.marker is None or pinned.marker.evaluate()):
            distributions.append((pinned.name, str(pinned.specifier).removeprefix("==")))
    return distributions


def copy(name: str, version: str, site: Path) -> None:
    """One installed distribution into another environment."""
    source = distribution(name)
    assert source.version == version, f"{name} is {source.version} here, the lock says {version}: run make test"
    for file in source.files or ():
        if ".." not in file.parts and not str(file).endswith(".pyc"):
            (site / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(str(file.locate()), site / file)


def test_the_wheel_holds_the_tool_and_its_registry_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"accordant"}
    bundled = {name.removeprefix("accordant/bundled/") for name in names if name.startswith("accordant/bundled/")}
    source = PROJECT / "registry"
    own_files = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    assert bundled == own_files
    assert [name for name in names if "/tests/" in name or "node_modules" in name or name.endswith(".pyc")] == []


def test_the_environment_has_no_way_to_the_project(installed: Installed) -> None:
    code = "import accordant, sys; print(accordant.__file__); print(*sys.path, sep='\\n')"
    output = subprocess.run(
        [str(installed.python), "-I", "-c", code], cwd=installed.folder, capture_output=True, text=True, check=True
    ).stdout
    assert output.startswith(str(installed.site))
    assert str(PROJECT) not in output.replace(str(installed.site), "")


def test_the_bundled_registry_is_listed_follows_its_rules_and_keeps_its_promises(installed: Installed) -> None:
    outcome = installed.registry("--registry", "bundled", "list")
    assert outcome.returncode == 0, outcome.stderr
    for name in ("cobre/v1", "meminit/v1", "meminit/v2", "agentpack/v1", "response-envelope/v1", "agent-output/v1"):
        assert name in outcome.stdout
    for command in ("lint", "check-compat"):
        done = installed.registry("--registry", "bundled", command)
        assert done.returncode == 0, done.stdout + done.stderr


def test_documents_are_validated(installed: Installed) -> None:
    good = (PROJECT / "registry/accordant/v1/examples/valid/report/list.json").read_text("utf-8")
    validate = ["--registry", "bundled", "validate", "accordant/v1", "-"]
    assert installed.registry(*validate, stdin=good).returncode == 0
    bad = json.dumps({**json.loads(good), "exit_code": 2})
    refused = installed.registry(*validate, stdin=bad)
    assert refused.returncode == 1
    assert "stdin:1:" in refused.stdout


@pytest.mark.parametrize("target", ["python", "ts"])
def test_packages_are_generated(installed: Installed, target: str) -> None:
    arguments = ["--registry", "bundled", "gen", target, "--out", f"made-{target}"]
    done = installed.registry(*arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    files = [path for path in (installed.folder / f"made-{target}").rglob("*") if path.is_file()]
    assert any("cobre" in path.as_posix() for path in files)
    assert installed.registry(*arguments, "--check").returncode == 0


def test_a_registry_is_begun_and_a_break_in_it_is_caught(installed: Installed) -> None:
    assert installed.registry("init").returncode == 0
    (schema,) = (installed.folder / "registry").glob("*/v1/*.schema.json")
    value = json.loads(schema.read_text("utf-8"))
    value["properties"].pop(value["required"].pop())
    schema.write_text(json.dumps(value), "utf-8")
    assert installed.registry("check-compat").returncode == 1


def test_every_command_has_its_help(installed: Installed) -> None:
    for command in COMMANDS:
        outcome = installed.registry(command.name, "--help")
        assert (outcome.returncode, outcome.stderr) == (0, ""), command.name


def test_a_release_has_exactly_these_files(built: dict[str, Path]) -> None:
    assert sorted(built) == names_of("tool", "contracts", "npm")
    makefile = (PROJECT / "Makefile").read_text("utf-8")
    assert "\t.ci/dist dist\n" in makefile, "make dist builds every part"


def test_nothing_but_the_known_parts_is_built(tmp_path: Path) -> None:
    command = [str(PROJECT / ".ci/dist"), str(tmp_path / "dist"), "wheels"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "there is no part wheels" in done.stderr


@pytest.mark.parametrize("name", ["accordant", "accordant_contracts"])
def test_the_sdist_builds_the_same_wheel_where_nothing_else_is(
    built: dict[str, Path], tmp_path: Path, name: str
) -> None:
    (sdist,) = [path for file, path in built.items() if file.startswith(f"{name}-") and file.endswith(".tar.gz")]
    (expected,) = [path for file, path in built.items() if file.startswith(f"{name}-") and file.endswith(".whl")]
    with tarfile.open(sdist) as held:
        held.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    command = [sys.executable, "-I", "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(command, cwd=source, capture_output=True, timeout=300, check=True)
    assert contents(tmp_path / expected.name) == contents(expected)


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as held:
        return {name: held.read(name) for name in held.namelist()}


def test_the_packed_site_has_the_pages(tmp_path_factory: pytest.TempPathFactory) -> None:
    (packed,) = distributions.built(tmp_path_factory, "site").values()
    assert [packed.name] == names_of("site")
    with tarfile.open(packed) as held:
        names = set(held.getnames())
    for name in ("index.html", "guides/publishing/index.html", "reference/index.html", "llms.txt", "search"):
        assert f"site/{name}" in names
