"""What all tests share: goldens, the command line in process, a registry to edit, tools that may be missing."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

import pytest
import pytest_socket
from hypothesis import settings

from accordant.cli import main
from accordant.contract import Registry
from accordant.oci.push import push
from accordant.registry.load import load
from accordant.run import capture
from tests.once import keep_parses

PROJECT = Path(__file__).resolve().parent.parent
NUMBERS = count()
"""Of the folders of tests and of their caches: ``mktemp`` looks for the next one among all folders of the run."""
HAS_FAILED = pytest.StashKey[bool]()
MEMORY = "/dev/shm"
"""Where Linux keeps files that need no disk: tests make and remove 200,000; a disk may wait 3 ms for each folder."""


# Where CI is set, property tests take the same examples every time: what fails there is the change, not the dice.
settings.register_profile("ci", derandomize=True, deadline=None)
if os.environ.get("CI"):
    settings.load_profile("ci")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite goldens instead of comparing with them")


def pytest_configure() -> None:
    gc.set_threshold(200_000, 20, 50)  # as in the tool's own process: most of what tests make has no cycles
    os.environ.setdefault("GOGC", "400")  # the compiler of TypeScript 7 ends before it lacks memory
    if "TMPDIR" not in os.environ and has_room(MEMORY):
        os.environ["TMPDIR"], tempfile.tempdir = MEMORY, MEMORY


def has_room(folder: str) -> bool:
    """Whether there is such a folder, programs in it may run, and there is room for what tests have at one time."""
    try:
        place = os.statvfs(folder)
    except OSError:
        return False
    return place.f_bavail * place.f_frsize > 4 << 30 and not place.f_flag & os.ST_NOEXEC and os.access(folder, os.W_OK)


def pytest_collection_finish() -> None:
    gc.freeze()  # ten thousand tests stay until the end; a search for cycles among them finds none


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[HAS_FAILED] = item.stash.get(HAS_FAILED, False) or report.failed
    return report


@pytest.fixture(autouse=True)
def no_network(request: pytest.FixtureRequest) -> Iterator[None]:
    """No test opens a socket, except those marked ``enable_socket`` (a listener that must see nothing, for example)."""
    if request.node.get_closest_marker("enable_socket") is None:
        pytest_socket.disable_socket(allow_unix_socket=True)
    yield
    pytest_socket.enable_socket()


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No setting of the machine changes what the tool prints, and no verdict of another run or test is believed."""
    cache = tmp_path_factory.getbasetemp() / "caches" / str(next(NUMBERS))
    cache.mkdir(parents=True)
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)  # no test cuts the power, and the disk is slow
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795910400")  # every release of a test is of 2026-11-29
    for name in ("NO_COLOR", "ACCORDANT_DEBUG", "FORCE_COLOR", "GITHUB_ACTIONS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session", autouse=True)
def no_push_has_a_rival() -> Iterator[None]:
    """None waits whether another one comes at the same time; pushes that are rivals are processes of their own."""
    defaults: dict[str, Any] = push.__kwdefaults__ or {}
    assert defaults["settling"] > 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(defaults, "settling", 0.0)
        yield


@pytest.fixture(scope="session", autouse=True)
def programs_begin_as_no_copy() -> Iterator[None]:
    """Programs that conform and enforce start do not ask the system to end them with the process of the tests.

    Who asks begins as a copy of that process: 40 ms after ten thousand tests. Under ``tests/run`` they ask.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(capture, "end_with_parent", None)
        yield


@pytest.fixture(scope="session", autouse=True)
def the_tool_stays_as_it_is() -> Iterator[None]:
    """A text that it printed before is parsed once."""
    with pytest.MonkeyPatch.context() as patch:
        keep_parses(patch.setattr)
        yield


@pytest.fixture
def needs() -> Callable[[str], str]:
    """``needs("node")``: the path of a program; without it the test is skipped, and fails where ``CI`` is set."""

    def find(program: str) -> str:
        path = shutil.which(program)
        if path is None:
            cannot_run(f"{program} is not installed")
        return path

    return find


def cannot_run(reason: str) -> NoReturn:
    """Skip the running test aloud; where ``CI`` is set nothing may be missing, so it fails there."""
    if os.environ.get("CI"):
        pytest.fail(f"{reason}, and CI is set: nothing may be skipped here")
    pytest.skip(reason)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """``golden(path, text)``: the text is what the file holds; ``pytest --update`` writes the file instead."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--update"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        assert path.exists(), f"no golden yet: run pytest --update, then read {path}"
        assert text == path.read_text("utf-8")

    return compare


@cache
def bundled() -> Registry:
    """The bundled registry, read once for all tests that only look at it."""
    return load(PROJECT / "registry")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run of the command line gave."""

    code: int
    out: str
    err: str


Run = Callable[..., Outcome]
"""The command line in this process, as the fixture ``run`` gives it."""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """``run("lint", "--format", "json")``: the command line in this process."""

    def call(*arguments: str | Path) -> Outcome:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return call


@pytest.fixture
def tmp_path(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Path]:
    """A folder of its own for each test; pytest's looks for the next number among the folders of all tests before.

    It goes with a test that passes: what whole runs leave fills a disk, and later runs would wait for its removal.
    """
    path = tmp_path_factory.getbasetemp() / "tests" / f"test{next(NUMBERS)}"
    path.mkdir(parents=True)
    yield path
    if request.config.getini("tmp_path_retention_policy") == "failed" and not request.node.stash[HAS_FAILED]:
        shutil.rmtree(path, ignore_errors=True)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder called ``acme``, which is the working directory."""
    folder = tmp_path / "acme"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def bundled_copy(project: Path) -> Path:
    """A copy of the bundled registry in ``./registry``, to be edited."""
    return copy_registry(project)


@pytest.fixture
def short_copy(project: Path) -> Path:
    """The same with two contracts that have one release each, cobre and agent-output: judged and shown in no time."""
    return copy_registry(project, ("cobre", "agent-output"))


def copy_registry(project: Path, contracts: tuple[str, ...] | None = None) -> Path:
    """Copy the bundled registry, or some of its contracts with their lines in the lock, into ``./registry``."""
    shutil.copy(PROJECT / "LICENSE", project / "LICENSE")  # the generated packages hold it
    if contracts is None:
        return Path(shutil.copytree(PROJECT / "registry", project / "registry"))
    (project / "registry").mkdir()
    shutil.copy(PROJECT / "registry/registry.toml", project / "registry")
    for contract in contracts:
        shutil.copytree(PROJECT / "registry" / contract, project / "registry" / contract)
    lines = (PROJECT / "registry/registry.lock").read_text("utf-8").splitlines(keepends=True)
    kept = "".join(line for line in lines if line.split()[1].partition("/")[0] in contracts)
    (project / "registry/registry.lock").write_text(kept, "utf-8")
    return project / "registry"


def settle(project: Path, word: str, *, cache: Path, whole: Path, code: int = 0) -> None:
    """Run a command in a project: it ends with a code and remembers what it found. Then put the project away."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(project)
        patch.setenv("XDG_CACHE_HOME", str(cache))
        assert main([word]) == code
    project.rename(whole)
