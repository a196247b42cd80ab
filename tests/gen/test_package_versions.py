"""Generated packages have versions that only grow, say what they hold, and tell of names that are gone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import accordant
from accordant.contract import formats
from accordant.gen import TARGETS
from tests.conftest import Outcome

Run = Callable[..., Outcome]
SCHEMA = Path("registry/acme/v1/result.schema.json")
LOCK = Path("generated/python/version.lock.json")


@pytest.fixture
def acme(project: Path, run: Run) -> Path:
    """A registry with one contract and one release, and packages of two targets."""
    assert run("init", "--contract", "acme").code == 0
    config = Path("registry/registry.toml")
    text = config.read_text()
    for target, folder in (("python", "generated/python"), ("ts", "generated/ts")):
        if f"[targets.{target}]" not in text:
            text += f'\n[targets.{target}]\nout = "{folder}"\n'
    config.write_text(text)
    return project


def edit(change: Callable[[dict[str, Any]], None]) -> None:
    schema = json.loads(SCHEMA.read_text())
    change(schema)
    SCHEMA.write_text(json.dumps(schema, indent=2))


def version(run: Run) -> str:
    """The version of both packages after they are generated."""
    assert run("gen").code == 0
    assert run("gen", "--check").code == 0
    version = str(json.loads(LOCK.read_text())["version"])
    project = tomllib.loads(Path("generated/python/pyproject.toml").read_text())["project"]
    assert project["version"] == version
    assert next(json.loads(path.read_text())["version"] for path in Path().rglob("package.json")) == version
    return version


def add_field(schema: dict[str, Any]) -> None:
    schema["properties"]["more"] = {"type": "string", "description": "More."}


def say_more(schema: dict[str, Any]) -> None:
    schema["description"] = "In other words."


def test_additions_raise_the_minor_version_and_corrections_the_patch(acme: Path, run: Run) -> None:
    assert version(run) == "1.0.0"
    edit(add_field)
    assert version(run) == "1.0.0"  # nothing is released yet
    assert run("release").code == 0
    assert version(run) == "1.1.0"
    edit(say_more)
    assert run("release").code == 0
    assert version(run) == "1.1.1"
    assert run("bump", "acme").code == 0
    assert run("release", "acme/v2").code == 0
    assert version(run) == "1.2.1"


def test_a_version_that_is_gone_raises_the_major_version_for_good(acme: Path, run: Run) -> None:
    assert run("bump", "acme").code == 0
    assert run("release", "acme/v2").code == 0
    assert version(run) == "1.1.0"
    for lock in sorted(Path().rglob("version.lock.json")):
        state = json.loads(lock.read_text())
        lock.write_text(json.dumps({**state, "holds": {**state["holds"], "old/v1": "1.4"}}))
    assert version(run) == "2.1.0"
    assert version(run) == "2.1.0"


def test_another_version_of_the_tool_raises_the_patch(acme: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert version(run) == "1.0.0"
    monkeypatch.setattr(accordant, "__version__", "9.9.9")
    assert version(run) == "1.0.1"


def test_a_version_may_be_given(acme: Path, run: Run) -> None:
    config = Path("registry/registry.toml")
    config.write_text(config.read_text().replace("out =", 'version = "4.5.6"\nout ='))
    assert version(run) == "4.5.6"
    config.write_text(config.read_text().replace("4.5.6", "four"))
    outcome = run("gen")
    assert outcome.code == 2
    assert "registry/registry.toml:" in outcome.err


def test_a_lock_that_is_none_is_refused(acme: Path, run: Run) -> None:
    version(run)
    LOCK.write_text("[]")
    assert run("gen").code == 2


def rename_title(schema: dict[str, Any]) -> None:
    schema["properties"]["part"] = {"$ref": "#/$defs/Renamed"}
    schema["$defs"] = {"Renamed": schema["$defs"].pop("Part")}


def add_part(schema: dict[str, Any]) -> None:
    schema["properties"]["part"] = {"$ref": "#/$defs/Part"}
    schema["$defs"] = {"Part": {"type": "object", "properties": {"a": {"type": "string"}}}}


def test_a_name_that_is_gone_is_a_note_and_where_names_are_kept_an_error_until_it_has_an_alias(
    acme: Path, run: Run
) -> None:
    edit(add_part)
    assert run("gen").code == 0
    edit(rename_title)
    noted = run("gen", "--check")
    assert "note generated-name-gone" in noted.out
    assert "the type Part is gone" in noted.out
    config = Path("registry/registry.toml")
    config.write_text(config.read_text().replace("out =", 'names = "kept"\nout ='))
    assert run("gen").code == 1
    refused = run("gen", "--check")
    assert refused.code == 1
    assert "error generated-name-gone" in refused.out
    for lock in sorted(Path().rglob("names.lock.json")):
        names = json.loads(lock.read_text())
        assert names["gone"] == {"acme/v1": ["Part"]}
        lock.write_text(json.dumps({**names, "aliases": {"acme/v1": {"Part": "Renamed"}}}))
    assert run("gen").code == 0
    assert run("gen", "--check").code == 0
    [guards] = [path for path in Path().rglob("v1.ts") if "src" in path.parts]
    text = guards.read_text()
    assert all(line in text for line in ("isRenamed as isPart,", "RenamedSchema as PartSchema"))
    assert "export type { Renamed as Part };" in (guards.parent / "v1-types.ts").read_text()
    package = next(path.parent for path in Path("generated/python").rglob("py.typed"))
    code = f"from {package.name}.acme.v1 import Part, Renamed; assert Part is Renamed; print(Part(a='x').a)"
    done = subprocess.run([sys.executable, "-c", code], cwd=package.parent, env={"PATH": os.defpath},
                          capture_output=True, text=True, check=False)  # fmt: skip
    assert done.stdout == "x\n", done.stderr


def test_a_package_says_where_it_comes_from(acme: Path, run: Run) -> None:
    Path("LICENSE").write_text("Do what you like.\n")
    config = Path("registry/registry.toml")
    more = 'license = "MIT"\nlicense-file = "LICENSE"\nrepository = "https://example.org/acme.git"\nout ='
    config.write_text(config.read_text().replace("out =", more))
    assert run("gen").code == 0
    for folder in {path.parent for path in Path("generated").rglob("version.lock.json")}:
        assert (folder / "LICENSE").read_text() == "Do what you like.\n"
    project = tomllib.loads(Path("generated/python/pyproject.toml").read_text())["project"]
    assert (project["license"], project["license-files"]) == ("MIT", ["LICENSE"])
    assert project["urls"] == {"Repository": "https://example.org/acme.git"}
    package = json.loads(next(Path().rglob("package.json")).read_text())
    assert package["license"] == "MIT"
    assert package["repository"] == {"type": "git", "url": "https://example.org/acme.git"}
    assert package["accordant"]["contracts"] == {"acme/v1": "1.0"}
    Path("LICENSE").unlink()
    assert run("gen").code == 2


def test_an_option_that_no_target_takes_is_a_finding_of_lint(acme: Path, run: Run) -> None:
    config = Path("registry/registry.toml")
    config.write_text(config.read_text().replace("out =", 'distribtion = "x"\nout ='))
    outcome = run("lint")
    assert outcome.code == 1
    assert "the target python takes no option 'distribtion'" in outcome.out


def test_every_option_of_a_target_is_in_the_schema_of_the_format() -> None:
    known = formats.schema_of("registry")["properties"]["targets"]["additionalProperties"]["properties"]
    assert {option.name for target in TARGETS for option in target.options} | {"out"} == set(known)
