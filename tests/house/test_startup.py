"""Start-up is felt at every commit: heavy libraries stay unloaded until a command needs them."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

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


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["list"], ["check-compat"]], ids=" ".join)
def test_the_clean_path_loads_nothing_heavy(startup: ModuleType, arguments: list[str]) -> None:
    startup.loaded(arguments, PROJECT)  # a fresh machine judges once, with the libraries, and remembers
    assert startup.loaded(arguments, PROJECT) == []


def test_no_command_is_loaded_before_it_runs() -> None:
    names = "[name for name in sys.modules if name.startswith('accordant.')]"
    code = f"import sys; from accordant.cli import main; main(['--help']); print({names})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()[-1]
    for module in ("cli.show", "cli.gen", "registry", "schema", "compat", "gen'"):
        assert f"accordant.{module}" not in loaded


MOST_BARE_INTERPRETERS = 10
"""``registry --version`` takes about 6.5 times the processor time of a bare interpreter; a heavy library doubles it."""


MOST_FOR_AN_UNCHANGED_REGISTRY = 25
"""``registry check-compat`` takes about 12 bare interpreters of processor time, telling a report again."""


def test_a_check_of_an_unchanged_registry_takes_few_bare_interpreters(
    startup: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(PROJECT)
    check, _ = startup.BUDGETS["registry check-compat"]
    processor_time(check)  # a fresh machine judges once
    assert min(processor_time(check) for _ in range(5)) < MOST_FOR_AN_UNCHANGED_REGISTRY * bare_interpreter()


def test_the_version_takes_a_few_bare_interpreters(startup: ModuleType) -> None:
    version, _ = startup.BUDGETS["registry --version"]
    assert min(processor_time(version) for _ in range(5)) < MOST_BARE_INTERPRETERS * bare_interpreter()
