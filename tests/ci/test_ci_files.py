"""The scripts of the action, the component, the written workflow and the hooks run, as the services run them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from accordant import __version__
from accordant.registry.ci import SERVICES
from tests import started_before
from tests.conftest import PROJECT, Outcome

Run = Callable[..., Outcome]
SCHEMA = "registry/acme/v1/result.schema.json"
GIT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    **{f"GIT_{who}_{what}": "a@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
}


def shell(script: str, folder: Path, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a script as both services do: bash that stops at the first error."""
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    return subprocess.run(command, cwd=folder, env=dict(environment), capture_output=True, text=True, check=False)


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", *words], cwd=folder, env={**os.environ, **GIT}, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.fixture
def origin(project: Path, run: Run) -> Path:
    """A repository with a registry on ``main``, and an unreleased field on it."""
    assert run("init", "--contract", "acme").code == 0
    assert run("gen").code == 0
    git(project, "init", "-q", "-b", "main")
    edit(project, lambda properties: properties.update(more={"type": "string", "description": "More."}))
    assert run("gen").code == 0
    git(project, "add", "-A")
    git(project, "commit", "-qm", "begin")
    git(project, "config", "uploadpack.allowAnySHA1InWant", "true")
    return project


def edit(folder: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    path = folder / SCHEMA
    schema = json.loads(path.read_text())
    change(schema["properties"])
    path.write_text(json.dumps(schema, indent=2))


def merge_request(origin: Path, run: Run, change: Callable[[dict[str, Any]], Any]) -> str:
    """The merge commit that GitHub makes of a pull request, on a ref of its own."""
    git(origin, "checkout", "-qb", "change")
    edit(origin, change)
    assert run("gen").code == 0
    git(origin, "commit", "-qam", "change")
    git(origin, "checkout", "-q", "-b", "merged", "main")
    git(origin, "merge", "-q", "--no-ff", "-m", "merge", "change")
    return git(origin, "rev-parse", "merged")


def clone(origin: Path, folder: Path, ref: str, depth: int) -> Path:
    """A shallow checkout of one ref, as a job has it."""
    git(origin.parent, "clone", "-q", f"--depth={depth}", "--branch", ref, origin.as_uri(), str(folder))
    return folder


def tool(folder: Path) -> Path:
    """A folder of programs with ``registry`` in it, which runs the code under test."""
    folder.mkdir(parents=True)
    program = folder / "registry"
    program.write_text(started_before.registry())
    program.chmod(0o755)
    return folder


def base_environment(tmp_path: Path) -> dict[str, str]:
    keep = ("PATH", "HOME", "LANG")
    path = str(PROJECT / "generators")
    return {name: os.environ[name] for name in keep if name in os.environ} | {
        "PYTHONPATH": path,
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }


def action_steps(inputs: Mapping[str, str]) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Name, script and environment of the action's steps, with the inputs filled in."""
    action = yaml.safe_load((PROJECT / "action.yml").read_text("utf-8"))
    given = {name: str(entry["default"]) for name, entry in action["inputs"].items()} | dict(inputs)
    for step in action["runs"]["steps"]:
        filled = {
            name: re.sub(r"\$\{\{ inputs\.([a-z-]+) }}", lambda match: given[match[1]], value)
            for name, value in step.get("env", {}).items()
        }
        assert not any("${{" in text for text in (step["run"], *filled.values())), "inputs reach scripts as variables"
        yield step["name"], step["run"], filled


def run_action(
    checkout: Path, tmp_path: Path, sha: str, event: str = "pull_request", **inputs: str
) -> dict[str, subprocess.CompletedProcess[str]]:
    """Run every step but the installation; those after a failure too, as ``!cancelled()`` says."""
    temporary = tmp_path / "runner"
    tool(temporary / "accordant/bin")
    environment = base_environment(tmp_path) | {
        "RUNNER_TEMP": str(temporary), "GITHUB_EVENT_NAME": event, "GITHUB_SHA": sha, "GITHUB_ACTIONS": "true",
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"), "GITHUB_OUTPUT": str(tmp_path / "output"),
        "GITHUB_ACTION_PATH": str(PROJECT), **GIT,
    }  # fmt: skip
    python = temporary / "accordant/bin/python"
    python.write_text("#!/bin/sh\n")  # installs nothing: all that the tool needs is here
    python.chmod(0o755)
    steps = [step for step in action_steps(inputs) if step[0] != "Install"]
    return {name: shell(script, checkout, environment | own) for name, script, own in steps}


def plant_modules(folder: Path) -> Path:
    """Put modules of the names that recipes use into a checkout; the mark that running one of them leaves."""
    mark = folder.parent / f"{folder.name}-ran"
    for name in ("venv", "json", "pip/__init__", "pip/__main__", "ensurepip/__init__", "accordant/__init__", "yaml"):
        file = folder / f"{name}.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"open({str(mark)!r}, 'w').close()\n", "utf-8")
    return mark


def drop_the_unreleased(properties: dict[str, Any]) -> None:
    del properties["more"]


def drop_the_released(properties: dict[str, Any]) -> None:
    del properties["files"]


def add_another(properties: dict[str, Any]) -> None:
    properties["another"] = {"type": "integer", "description": "Another."}


@pytest.mark.slow
@pytest.mark.parametrize("depth", [1, 2])
def test_the_action_sees_a_break_of_what_is_merged_and_not_released(
    origin: Path, run: Run, tmp_path: Path, depth: int
) -> None:
    sha = merge_request(origin, run, drop_the_unreleased)
    done = run_action(clone(origin, tmp_path / "job", "merged", depth), tmp_path, sha)
    assert {name: step.returncode for name, step in done.items()} == {
        "Lint": 0,
        "Compatibility": 1,
        "Pinned releases": 0,
        "Generated files": 0,
    }
    assert f"::error file={SCHEMA}" in done["Compatibility"].stdout
    assert "verdict=breaking" in (tmp_path / "output").read_text()
    assert "breaking" in (tmp_path / "summary.md").read_text()
    report = json.loads((tmp_path / "runner/check-compat.json").read_text())
    assert report["verdict"] == "breaking"


@pytest.mark.slow
def test_the_action_passes_an_addition_and_a_push(origin: Path, run: Run, tmp_path: Path) -> None:
    sha = merge_request(origin, run, add_another)
    checkout = clone(origin, tmp_path / "job", "merged", 2)
    for name, step in run_action(checkout, tmp_path, sha).items():
        assert step.returncode == 0, (name, step.stdout, step.stderr)
    assert "verdict=compatible" in (tmp_path / "output").read_text()
    for name, step in run_action(checkout, tmp_path / "again", sha, event="push", targets="python").items():
        assert step.returncode == 0, (name, step.stdout, step.stderr)


def test_the_action_takes_its_inputs(origin: Path, run: Run, tmp_path: Path) -> None:
    sha = merge_request(origin, run, drop_the_unreleased)
    checkout = clone(origin, tmp_path / "job", "merged", 2)
    (checkout / "registry").rename(checkout / "contracts")
    mark = plant_modules(checkout)
    done = run_action(checkout, tmp_path, sha, against="", registry="contracts", targets="none")
    assert {name: step.returncode for name, step in done.items()} == {
        "Lint": 0,
        "Compatibility": 0,
        "Pinned releases": 0,
        "Generated files": 0,
    }
    assert "verdict=compatible" in (tmp_path / "output").read_text()
    assert not mark.exists()


def test_the_action_says_nothing_of_a_verdict_where_nothing_can_be_judged(
    origin: Path, run: Run, tmp_path: Path
) -> None:
    checkout = clone(origin, tmp_path / "job", "main", 1)
    (checkout / SCHEMA).write_text("{")
    done = run_action(checkout, tmp_path, "", event="push")
    assert (done["Lint"].returncode, done["Compatibility"].returncode) == (1, 2)
    assert "verdict=\n" in (tmp_path / "output").read_text()


@pytest.mark.slow
def test_the_action_installs_the_tool_from_its_own_checkout(tmp_path: Path) -> None:
    name, script, _ = next(action_steps({}))
    checkout = tmp_path / "checkout"
    checkout.mkdir()
    mark = plant_modules(checkout)
    site = Path(yaml.__file__).parent.parent
    offline = {"PYTHONPATH": str(site), "PIP_NO_DEPS": "1", "PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0"}
    environment = base_environment(tmp_path) | offline
    environment |= {"RUNNER_TEMP": str(tmp_path), "GITHUB_ACTION_PATH": str(PROJECT)}
    environment["PATH"] = f"{Path(sys.executable).parent}:{environment['PATH']}"
    done = shell(script, checkout, environment)
    assert (name, done.returncode) == ("Install", 0), done.stderr
    version = shell('"$RUNNER_TEMP/accordant/bin/registry" --version', checkout, environment)
    assert not mark.exists()
    assert version.stdout == f"registry {__version__} (accordant)\n", version.stderr


def test_no_recipe_runs_modules_of_the_change_that_it_judges() -> None:
    texts = [(PROJECT / name).read_text("utf-8") for name in ("action.yml", "templates/contracts.yml")]
    texts += [service.text for service in SERVICES.values()]
    calls = [line for text in texts for line in text.splitlines() if re.search(r"python[0-9.]*\"? -", line)]
    assert len(calls) > 5
    assert [line for line in calls if not re.search(r"python[0-9.]*\"? -I -[mc] ", line)] == []


def component_job(inputs: Mapping[str, str]) -> tuple[list[str], dict[str, str]]:
    """The script of the GitLab component and its variables, with the inputs filled in."""
    head, job = yaml.safe_load_all((PROJECT / "templates/contracts.yml").read_text("utf-8"))
    given = {name: entry["default"] for name, entry in head["spec"]["inputs"].items()} | dict(inputs)
    [contracts] = job.values()
    variables = {
        name: re.sub(r"\$\[\[ inputs\.([a-z-]+) ]]", lambda match: given[match[1]], value)
        for name, value in contracts["variables"].items()
    }
    return contracts["script"], variables


@pytest.mark.slow
@pytest.mark.parametrize(("change", "code"), [(drop_the_unreleased, 1), (add_another, 0)])
def test_the_gitlab_component_judges_a_merge_request_in_a_shallow_clone(
    origin: Path, run: Run, tmp_path: Path, change: Callable[[dict[str, Any]], Any], code: int
) -> None:
    base = git(origin, "rev-parse", "main")
    merge_request(origin, run, change)
    checkout = clone(origin, tmp_path / "job", "change", 1)
    script, variables = component_job({})
    environment = base_environment(tmp_path) | variables | GIT | {"CI_MERGE_REQUEST_DIFF_BASE_SHA": base, "CI": "true"}
    environment["PATH"] = f"{tool(tmp_path / 'bin')}:{environment['PATH']}"
    done = shell("\n".join(script), checkout, environment)
    assert done.returncode == code, done.stderr
    found = json.loads((checkout / "gl-contracts.json").read_text())
    assert any(entry["severity"] in ("major", "critical", "blocker") for entry in found) is (code == 1)
    assert (checkout / "contracts.xml").read_text().startswith("<?xml")


@pytest.mark.parametrize("service", SERVICES)
def test_init_writes_the_file_of_a_service_once(project: Path, run: Run, service: str) -> None:
    first = run("init", "--contract", "acme", "--ci", service)
    path = Path(SERVICES[service].file)
    assert first.code == 0
    assert f"made {path}" in first.out
    assert f"accordant=={__version__}" in path.read_text()
    assert "registry pull" not in path.read_text()
    assert yaml.safe_load(path.read_text())
    again = run("init", "--ci", service)
    assert again.code == 2
    assert "exists already" in again.err
    path.unlink()
    assert run("init", "--ci", service).code == 0


PINNED = '[depends.billing]\nfrom = "oci://127.0.0.1:1/team/contracts:main"\nrelease = "1.0"\n'


@pytest.mark.parametrize("service", ["github", "gitlab"])
def test_the_written_file_fetches_what_the_registry_pins_before_it_generates(
    project: Path, run: Run, service: str
) -> None:
    assert run("init", "--contract", "acme").code == 0
    with Path("registry/registry.toml").open("a") as config:
        config.write(f"\n{PINNED}")
    assert run("init", "--ci", service).code == 0
    text = Path(SERVICES[service].file).read_text()
    assert yaml.safe_load(text)
    assert f"accordant[oci]=={__version__}" in text
    assert text.index("registry pull --locked") < text.index("registry gen --check")


@pytest.mark.slow
def test_the_action_and_the_component_fail_where_what_is_pinned_cannot_be_fetched(
    origin: Path, run: Run, tmp_path: Path
) -> None:
    with (origin / "registry/registry.toml").open("a") as config:
        config.write(f"\n{PINNED}")
    git(origin, "commit", "-qam", "pin")
    checkout = clone(origin, tmp_path / "job", "main", 1)
    done = run_action(checkout, tmp_path, "", event="push")
    assert done["Pinned releases"].returncode == 2
    assert "billing/v1@1.0 has no digest" in done["Pinned releases"].stderr
    script, variables = component_job({})
    environment = base_environment(tmp_path) | variables | GIT | {"CI": "true"}
    environment["PATH"] = f"{tool(tmp_path / 'bin')}:{environment['PATH']}"
    failed = shell("\n".join(script), checkout, environment)
    assert failed.returncode == 2
    assert "billing/v1@1.0 has no digest" in failed.stderr


@pytest.mark.slow
@pytest.mark.parametrize(("change", "code"), [(drop_the_unreleased, 1), (add_another, 0)])
def test_the_written_workflow_runs(
    origin: Path, run: Run, tmp_path: Path, change: Callable[[dict[str, Any]], Any], code: int
) -> None:
    merge_request(origin, run, change)
    checkout = clone(origin, tmp_path / "job", "merged", 2)
    assert run("init", "--ci", "github").code == 0
    workflow = yaml.safe_load(Path(SERVICES["github"].file).read_text())
    steps = workflow["jobs"]["contracts"]["steps"]
    assert steps[0]["with"]["fetch-depth"] == 2
    environment = base_environment(tmp_path) | GIT
    environment["PATH"] = f"{tool(tmp_path / 'bin')}:{environment['PATH']}"
    scripts = [step["run"] for step in steps if "run" in step and "pip install" not in step["run"]]
    codes = [shell(script, checkout, environment).returncode for script in scripts]
    assert len(codes) == 4
    assert max(codes) == code


@pytest.fixture
def beginning(project: Path, run: Run, tmp_path: Path) -> tuple[Path, str]:
    """The checkout of a pull request that begins the registry, on a base branch that has none, and its commit."""
    Path("notes.md").write_text("A project.\n", "utf-8")
    git(project, "init", "-q", "-b", "main")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "begin")
    git(project, "checkout", "-qb", "change")
    assert run("init", "--contract", "acme", "--ci", "github").code == 0
    assert run("gen").code == 0
    git(project, "add", "-A")
    git(project, "commit", "-qm", "the registry")
    git(project, "checkout", "-q", "-b", "merged", "main")
    git(project, "merge", "-q", "--no-ff", "-m", "merge", "change")
    return clone(project, tmp_path / "job", "merged", 2), git(project, "rev-parse", "merged")


def test_the_change_that_begins_a_registry_passes_the_written_workflow(
    beginning: tuple[Path, str], tmp_path: Path
) -> None:
    checkout, _ = beginning
    steps = yaml.safe_load((checkout / SERVICES["github"].file).read_text())["jobs"]["contracts"]["steps"]
    environment = base_environment(tmp_path) | GIT
    environment["PATH"] = f"{tool(tmp_path / 'bin')}:{environment['PATH']}"
    scripts = [step["run"] for step in steps if "run" in step and "pip install" not in step["run"]]
    done = [shell(script, checkout, environment) for script in scripts]
    assert [(run.returncode, run.stderr) for run in done if "nothing to guard yet" not in run.stderr] == [(0, "")] * 3
    assert [run.returncode for run in done] == [0] * 4


@pytest.mark.slow
def test_the_change_that_begins_a_registry_passes_the_action(beginning: tuple[Path, str], tmp_path: Path) -> None:
    checkout, sha = beginning
    done = run_action(checkout, tmp_path, sha)
    assert {name: run.returncode for name, run in done.items() if run.returncode} == {}
    assert "nothing to guard yet" in done["Compatibility"].stderr


def test_a_registry_that_was_moved_does_not_escape_its_guard(origin: Path, run: Run) -> None:
    Path("contracts").mkdir()
    git(origin, "mv", "registry", "contracts/registry")
    outcome = run("check-compat", "--registry", "contracts/registry", "--against-ref", "main")
    assert outcome.code == 2
    assert "has one at registry\n" in outcome.err
    assert "--against-folder ../before/registry" in outcome.err
    git(origin, "worktree", "add", "-q", "--detach", "../before", "main")
    guard = ("--registry", "contracts/registry", "--against-folder", "../before/registry")
    assert run("check-compat", *guard).code == 0


def test_the_change_that_begins_a_further_registry_passes(origin: Path, run: Run) -> None:
    assert run("init", "--contract", "second", "--registry", "tools/registry").code == 0
    outcome = run("check-compat", "--registry", "tools/registry", "--against-ref", "main")
    assert (outcome.code, "those at registry stay: there is nothing to guard yet" in outcome.err) == (0, True)


@pytest.mark.parametrize("place", [".", "registry/inner"])
def test_a_registry_around_or_inside_another_one_does_not_pass_for_a_further_one(
    origin: Path, run: Run, place: str
) -> None:
    Path(place).mkdir(exist_ok=True)
    shutil.copy("registry/registry.toml", place)
    outcome = run("check-compat", "--registry", place, "--against-ref", "main")
    assert (outcome.code, "has one at registry\n" in outcome.err) == (2, True)


def test_a_moved_registry_does_not_escape_its_guard_by_a_link_at_its_place_of_before(origin: Path, run: Run) -> None:
    Path("contracts").mkdir()
    git(origin, "mv", "registry", "contracts/registry")
    Path("registry").symlink_to("contracts/registry")
    assert run("check-compat", "--registry", "contracts/registry", "--against-ref", "main").code == 2


@pytest.mark.parametrize("ref", ["HEAD^1", "HEAD~1", "HEAD^"])
def test_a_parent_that_a_shallow_clone_lacks_comes_with_the_command_that_fetches_it(
    origin: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ref: str
) -> None:
    merge_request(origin, run, add_another)
    checkout = clone(origin, tmp_path / "shallow", "merged", depth=1)
    monkeypatch.chdir(checkout)
    outcome = run("check-compat", "--against-ref", ref)
    assert outcome.code == 2
    command = outcome.err.partition("next: ")[2].strip()
    assert command == "git fetch --deepen=1"
    git(checkout, *command.split()[1:])
    assert run("check-compat", "--against-ref", ref).code == 0


def test_hooks_run_at_every_commit_also_where_files_are_removed(origin: Path, run: Run) -> None:
    """pre-commit gives hooks no removed paths: a hook for some files alone would pass what is gone."""
    ours = {hook["id"]: hook for hook in yaml.safe_load((PROJECT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
    assert run("init", "--ci", "pre-commit").code == 0
    [repo] = yaml.safe_load(Path(".pre-commit-config.yaml").read_text())["repos"]
    written = {hook["id"]: hook for hook in repo["hooks"]}
    assert set(written) == set(ours)
    for hook in (*ours.values(), *written.values()):
        assert (hook["always_run"], "files" in hook) == (True, False)
    for hook in written.values():
        done = shell(hook["entry"].replace("registry", f'"{sys.executable}" -m accordant', 1), origin, os.environ)
        assert done.returncode == 0, done.stdout
