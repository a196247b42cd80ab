"""Start-up is felt at every commit: heavy libraries stay unloaded until a command needs them."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.processor_time import bare_interpreter, processor_time

PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def startup() -> ModuleType:
    spec = importlib.util.spec_from_file_location("startup", PROJECT / "benchmarks/startup.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_probe_sees_a_library_that_is_loaded(startup: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(startup, "HEAVY", ("click", "jsonschema"))
    assert startup.loaded(["--version"], PROJECT) == ["click"]


@pytest.fixture(scope="module")
def memory(startup: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cache of a machine that has judged the bundled registry: a fresh one does once, with the libraries."""
    folder = tmp_path_factory.mktemp("memory")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        startup.loaded(["check-compat"], PROJECT)
    assert [*folder.iterdir()] != []
    return folder


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["list"], ["check-compat"]], ids=" ".join)
def test_the_clean_path_loads_nothing_heavy(
    startup: ModuleType, memory: Path, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(memory))
    assert startup.loaded(arguments, PROJECT) == []


@pytest.fixture
def small(tmp_path: Path) -> list[str]:
    """The command that validates a small document by a schema file."""
    schema, document = tmp_path / "schema.json", tmp_path / "document.json"
    schema.write_text('{"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}')
    document.write_text('{"id": 1}')
    return ["validate", str(schema), str(document)]


def test_a_small_document_loads_nothing_heavy(startup: ModuleType, small: list[str]) -> None:
    assert startup.loaded(small, PROJECT) == []


def test_a_small_document_loads_only_what_judges_it(startup: ModuleType, small: list[str], monkeypatch: Any) -> None:
    unused = ("yaml", "tomllib", "hashlib", "accordant.report.sarif", "accordant.schema.open_reading")
    rules = ("accordant.conform.closed", "accordant.conform.streams", "accordant.contract.held_rules")
    judging = ("accordant.conform.judge", "jsonschema_rs")
    monkeypatch.setattr(startup, "HEAVY", (*judging, *unused, *rules))
    assert startup.loaded(small, PROJECT) == list(judging)


def test_no_command_is_loaded_before_it_runs() -> None:
    names = "[name for name in sys.modules if name.startswith('accordant.')]"
    code = f"import sys; from accordant.cli import main; main(['--help']); print({names})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()[-1]
    for module in ("cli.show", "cli.gen", "registry", "schema", "compat", "gen'"):
        assert f"accordant.{module}" not in loaded


def test_the_entry_point_loads_nothing_before_it_can_be_interrupted() -> None:
    code = "import sys; before = set(sys.modules); import accordant.__main__; print(sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['__future__', 'accordant', 'accordant.__main__']\n"


def test_ctrl_c_while_modules_load_ends_the_command_without_a_traceback() -> None:
    interrupted = (
        "import sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'accordant.cli': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from accordant.__main__ import main\n"
        "sys.exit(main())"
    )
    done = subprocess.run([sys.executable, "-c", interrupted], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "registry: interrupted\n")


MOST_BARE_INTERPRETERS = 10
"""``registry --version`` takes about 6.5 times the processor time of a bare interpreter; a heavy library doubles it."""


MOST_FOR_AN_UNCHANGED_REGISTRY = 25
"""``registry check-compat`` takes about 12 bare interpreters of processor time, telling a report again."""


def test_a_check_of_an_unchanged_registry_takes_few_bare_interpreters(
    startup: ModuleType, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(memory))
    monkeypatch.chdir(PROJECT)
    check, _ = startup.BUDGETS["registry check-compat"]
    assert min(processor_time(check) for _ in range(5)) < MOST_FOR_AN_UNCHANGED_REGISTRY * bare_interpreter()


def test_the_version_takes_a_few_bare_interpreters(startup: ModuleType) -> None:
    version, _ = startup.BUDGETS["registry --version"]
    assert min(processor_time(version) for _ in range(5)) < MOST_BARE_INTERPRETERS * bare_interpreter()


MOST_FOR_A_DOCUMENT = 16
"""To validate a small document takes about ten times the processor time of a bare interpreter; it took eighteen."""


def test_a_small_document_takes_few_bare_interpreters(small: list[str]) -> None:
    command = [sys.executable, "-m", "accordant", *small]
    assert min(processor_time(command) for _ in range(5)) < MOST_FOR_A_DOCUMENT * bare_interpreter()
