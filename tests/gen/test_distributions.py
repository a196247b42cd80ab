"""What ``generated/`` holds builds, installs where nothing else is, and is used there."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest

from tests.conftest import PROJECT, cannot_run
from tests.distributions import built

pytestmark = pytest.mark.slow

MODULES = PROJECT / "tests/typescript/node_modules"
EXAMPLE = PROJECT / "registry/meminit/v2/examples"

PYTHON_USER = """
import importlib.util, json, sys
from pathlib import Path

from pydantic import MISSING, ValidationError

import accordant_contracts
from accordant_contracts.meminit.v2 import ERROR_CODES, Envelope

assert Path(accordant_contracts.__file__).with_name("py.typed").exists()
assert importlib.util.find_spec("accordant") is None
for path in sys.argv[1:]:
    raw = Path(path).read_text("utf-8")
    valid = Path(path).parent.parent.name == "valid"
    try:
        envelope = Envelope.model_validate_json(raw)
    except ValidationError as error:
        assert not valid, (path, error)
        continue
    assert valid, path
    assert json.loads(envelope.model_dump_json(by_alias=True)) == json.loads(raw), path
    if envelope.error is not MISSING:
        print(envelope.error.code, ERROR_CODES[envelope.error.code].exit_code)
"""

NODE_USER = """
import { readFileSync } from "node:fs";
import { ERROR_CODES, checkEnvelope, isEnvelope } from "@accordant/contracts/meminit/v2";

for (const path of process.argv.slice(2)) {
  const value = JSON.parse(readFileSync(path, "utf-8"));
  const valid = path.includes("/valid/");
  if (isEnvelope(value) !== valid) throw new Error(`${path}: ${JSON.stringify(checkEnvelope(value))}`);
  if (valid && value.error !== undefined) console.log(value.error.code, ERROR_CODES[value.error.code].exitCode);
}
"""

TYPED_USER = """
import { ERROR_CODES, type Envelope, assertEnvelope, isEnvelope } from "@accordant/contracts/meminit/v2";
import type { Envelope as Answer } from "@accordant/contracts/response-envelope/v1";

export function told(value: unknown): string {
  if (!isEnvelope(value)) return "no envelope";
  const envelope: Envelope = value;
  return envelope.error === undefined ? envelope.root : envelope.error.code;
}

export function total(answer: Answer<{ total: number }>): number {
  return answer.ok ? (answer.data?.total ?? 0) : -1;
}

export const exit: number | undefined = ERROR_CODES["CONFIG_MISSING"].exitCode;
export const check: (value: unknown) => asserts value is Envelope = assertEnvelope;
// @ts-expect-error  absent is not undefined
export const absent: Pick<Envelope, "error"> = { error: undefined };
"""


def do(*command: str | Path, cwd: Path) -> str:
    """What a program prints; nothing of this project or of Python's settings reaches it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(
        command, cwd=cwd, env=kept, capture_output=True, text=True, check=False, timeout=240
    )  # fmt: skip
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def documents() -> list[str]:
    return [str(path) for kind in ("valid", "invalid") for path in sorted((EXAMPLE / kind / "envelope").glob("*.json"))]


def install_with_all_it_needs(name: str, folder: Path, seen: set[str]) -> None:
    """Copy an installed distribution, and what it requires at run time, file by file."""
    if name.lower() in seen:
        return
    seen.add(name.lower())
    installed = metadata.distribution(name)
    for file in installed.files or []:
        if ".." not in file.parts and "__pycache__" not in file.parts:
            target = folder / str(file)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(str(installed.locate_file(file)), target)
    for requirement in installed.requires or []:
        if ";" not in requirement or "extra ==" not in requirement:
            required = requirement.partition(";")[0]
            for mark in "<>=!~ [":
                required = required.partition(mark)[0]
            install_with_all_it_needs(required, folder, seen)


def test_the_wheel_installs_beside_pydantic_alone_and_is_used(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    (wheel,) = (path for path in built(tmp_path_factory, "contracts").values() if path.suffix == ".whl")
    with zipfile.ZipFile(wheel) as held:
        names = held.namelist()
    assert {file.split("/")[0].split("-")[0] for file in names} == {"accordant_contracts"}
    assert "accordant_contracts/py.typed" in names

    do(sys.executable, "-m", "venv", "--without-pip", tmp_path / "clean", cwd=tmp_path)
    python = tmp_path / "clean/bin/python"
    packages = Path(do(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=tmp_path).strip())
    seen: set[str] = set()
    install_with_all_it_needs("pydantic", packages, seen)
    do(sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-deps", "--quiet", wheel,
       cwd=tmp_path)  # fmt: skip
    do(sys.executable, "-m", "pip", "--python", python, "check", cwd=tmp_path)
    (tmp_path / "user.py").write_text(PYTHON_USER, "utf-8")
    out = do(python, "-I", "-W", "error", tmp_path / "user.py", *documents(), cwd=tmp_path)
    assert out.split()
    assert len(seen) < 8, "pydantic needs few packages; something else came along"


@pytest.fixture(scope="module")
def tarball(tmp_path_factory: pytest.TempPathFactory) -> Path:
    (path,) = built(tmp_path_factory, "npm").values()
    return path


@pytest.fixture(scope="module")
def installed(tarball: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the tarball of ``generated/typescript`` is installed, and nothing else."""
    npm = shutil.which("npm")
    if npm is None:
        cannot_run("npm is not installed")
    assert npm is not None
    user = tmp_path_factory.mktemp("npm") / "user"
    user.mkdir()
    (user / "package.json").write_text('{"name": "user", "private": true, "type": "module"}', "utf-8")
    do(npm, "install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", tarball, cwd=user)
    return user


def test_the_tarball_holds_every_entry_point_and_needs_nothing(installed: Path, tarball: Path) -> None:
    with tarfile.open(tarball) as held:
        names = set(held.getnames())
    package = json.loads((installed / "node_modules/@accordant/contracts/package.json").read_text("utf-8"))
    assert "dependencies" not in package
    entries = [file for export in package["exports"].values() for file in export.values()]
    assert entries
    assert {f"package/{entry.removeprefix('./')}" for entry in entries} <= names
    assert [path.name for path in (installed / "node_modules").iterdir() if not path.name.startswith(".")] == [
        "@accordant"
    ]


def test_a_program_imports_the_tarball_and_judges_every_example(
    installed: Path, needs: Callable[[str], str]
) -> None:  # fmt: skip
    (installed / "user.mjs").write_text(NODE_USER, "utf-8")
    assert do(needs("node"), "user.mjs", *documents(), cwd=installed).split()


@pytest.mark.parametrize("compiler", ["typescript", "typescript-7"])
def test_the_types_of_the_tarball_please_both_compilers(installed: Path, compiler: str) -> None:
    (installed / "user.ts").write_text(TYPED_USER, "utf-8")
    strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--noEmit"]
    modern = ["--module", "nodenext", "--moduleResolution", "nodenext", "--target", "es2022", "--lib", "es2022"]
    do(MODULES / compiler / "bin/tsc", *strict, *modern, "user.ts", cwd=installed)
