"""The generated Python package of the bundled registry, made afresh, and where each schema's type is in it."""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from pydantic import TypeAdapter

from accordant.contract import Example, Version
from accordant.gen import generate_registry
from accordant.model.versions import VersionModel, models_of
from accordant.outputs import Outputs
from tests.conftest import PROJECT, bundled, cannot_run
from tests.staying import staying

BUNDLED = bundled()
VERSIONS: tuple[Version, ...] = tuple(version for contract in BUNDLED.contracts for version in contract.versions)
MODELS: dict[str, VersionModel] = {f"{model.contract.name}/{model.version.name}": model for model in models_of(BUNDLED)}


@cache
def generated(target: str) -> Outputs:
    """Everything that a target generates of the bundled registry, generated once."""
    return generate_registry(BUNDLED, target)


def label(version: Version) -> str:
    return f"{version.contract}/{version.name}"


class Package:
    """The generated package, imported from a folder of its own."""

    def __init__(self, folder: Path, outputs: Outputs | None = None, package: str = "accordant_contracts") -> None:
        outputs, self.package = outputs or generated("python"), package
        for name, text in outputs.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        self.folder = folder
        self.names: dict[str, dict[str, str]] = json.loads(outputs["names.lock.json"])["names"]

    def module(self, version: Version) -> ModuleType:
        return importlib.import_module(f"{self.package}.{version.contract.replace('-', '_')}.{version.name}")

    @property
    def open_context(self) -> Any:
        """What makes a reading open."""
        return importlib.import_module(f"{self.package}._open").OPEN

    def adapter(self, version: Version, schema: str) -> TypeAdapter[Any]:
        name = self.names[label(version)].get(f"{version.state.schemas[schema].uri}#")
        module = self.module(version)
        assert name is not None, f"no type for {label(version)}/{schema}"
        return TypeAdapter(getattr(module, name))


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Package]:
    folder = tmp_path_factory.mktemp("python")
    sys.path.insert(0, str(folder))
    made = Package(folder)
    yield made
    sys.path.remove(str(folder))
    for name in [module for module in sys.modules if module.partition(".")[0] == "accordant_contracts"]:
        del sys.modules[name]


def examples(version: Version, *, valid: bool) -> Iterator[tuple[Example, str, Any]]:
    """(example, schema, document): lines of streams are documents of their line schema.

    A schema inside a document is judged by `registry validate` alone, so what only x-schema refuses is left out.
    """
    for example in version.examples:
        if example.valid is not valid or (example.is_stream and not valid):
            continue
        if example.refused_by is not None and example.refused_by.pointer == "/x-schema":
            continue
        schema = version.state.streams[example.subject].line if example.is_stream else example.subject
        for document in example.documents:
            yield example, schema, document.value


class Built:
    """The generated TypeScript package, compiled in a folder of its own, whose functions can be called."""

    def __init__(self, folder: Path) -> None:
        compiler = PROJECT / "tests/typescript/node_modules/typescript-7/bin/tsc"
        node = shutil.which("node")
        if not compiler.exists() or node is None:
            cannot_run("TypeScript is not installed (npm --prefix tests/typescript ci)")
        self.folder, self.node, self.compiler = folder, node, compiler
        for name, text in generated("ts").items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        compiled = self.compile()
        assert compiled == "", compiled[:3000]

    def compile(self) -> str:
        """What the compiler says about everything in `src`; what it found of files that are as they were, it keeps."""
        command: list[str | Path] = [self.compiler, "-p", self.folder, "--incremental"]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300).stdout

    def call(self, module: str, name: str, *calls: tuple[Any, ...]) -> list[dict[str, Any]]:
        """What a function returns or throws for each tuple of arguments; `...` is an argument that is left out."""
        asked = [
            {
                "module": str(self.folder / "dist" / f"{module}.js"),
                "name": name,
                "args": [None if argument is ... else {"value": argument} for argument in arguments],
            }
            for arguments in calls
        ]
        answers: list[dict[str, Any]] = staying(self.node, Path(__file__).with_name("call.mjs")).ask(asked)
        return answers


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return Built(tmp_path_factory.mktemp("built"))
