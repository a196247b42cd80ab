"""A registry reads contracts that another one publishes, each at the release that it pins by a digest."""

from __future__ import annotations

import json
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from accordant.findings import JsonValue
from accordant.oci.client import Client
from tests.conftest import Outcome
from tests.oci.conftest import Server

Run = Callable[..., Outcome]
Start = Callable[..., Server]
pytestmark = pytest.mark.enable_socket
CONFIG = Path("registry/registry.toml")
HEAD = """\
# What the web team reads.
name = "web"

[targets.python]
out = "generated/python"
package = "web_contracts"
"""


@pytest.fixture
def server(start: Start) -> Server:
    return start()


@pytest.fixture
def publisher(tmp_path: Path, run: Run, server: Server, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A registry with a contract, of which releases 1.0 and 1.1 are published."""
    folder = tmp_path / "publisher"
    folder.mkdir()
    monkeypatch.chdir(folder)
    assert run("init", "--contract", "acme").code == 0
    add_field(folder, "more")
    assert run("release").code == 0
    assert run("push", f"{server.address}:main").code == 0
    return folder


@pytest.fixture
def reader(tmp_path: Path, publisher: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with an empty registry."""
    folder = tmp_path / "reader"
    (folder / "registry").mkdir(parents=True)
    monkeypatch.chdir(folder)
    CONFIG.write_text(HEAD)
    return folder


def add_field(folder: Path, name: str) -> None:
    path = folder / "registry/acme/v1/result.schema.json"
    schema = json.loads(path.read_text())
    schema["properties"][name] = {"type": "string", "description": "More."}
    path.write_text(json.dumps(schema, indent=2))


def depend(server: Server, release: str = "1.1", more: str = "") -> None:
    CONFIG.write_text(f'{HEAD}\n[depends.acme]\nfrom = "{server.address}:main"\nrelease = "{release}"\n{more}')


def pins() -> dict[str, Any]:
    value: dict[str, Any] = tomllib.loads(CONFIG.read_text())["depends"]
    return value


def digest(publisher: Path, release: str) -> str:
    """The digest that the publisher's lock has for a release."""
    lines = (publisher / "registry/registry.lock").read_text().splitlines()
    [line] = [line for line in lines if line.endswith(f"acme/v1/releases/{release}.json")]
    return f"sha256:{line.split()[0]}"


def document(publisher: Path, **more: JsonValue) -> str:
    example = publisher / "registry/acme/v1/examples/valid/result/done.json"
    return json.dumps({**json.loads(example.read_text()), **more})


def test_pull_pins_a_release_by_the_digest_that_the_publisher_has_in_its_lock(
    publisher: Path, reader: Path, run: Run, server: Server
) -> None:
    depend(server, more="# until we move on\n")
    outcome = run("pull", "--format", "json")
    assert outcome.code == 0, outcome.err
    [pinned] = json.loads(outcome.out)["data"]["pinned"]
    assert (pinned["digest"], pinned["pinned_now"]) == (digest(publisher, "1.1"), True)
    assert pins()["acme"]["digest"] == digest(publisher, "1.1")
    assert "# What the web team reads." in CONFIG.read_text()
    assert "# until we move on" in CONFIG.read_text()
    before = CONFIG.read_text()
    assert run("pull", "--locked").code == 0
    assert run("pull").code == 0
    assert CONFIG.read_text() == before
    assert run("lint").code == 0


def test_documents_are_judged_by_the_pinned_release_and_without_a_network(
    publisher: Path, reader: Path, run: Run, server: Server
) -> None:
    Path("more.json").write_text(document(publisher, more="x"))
    Path("wrong.json").write_text(document(publisher, more=1))
    depend(server)
    assert run("pull").code == 0
    server.stop()
    assert run("validate", "acme", "more.json").code == 0
    refused = run("validate", "acme/v1", "wrong.json")
    assert refused.code == 1
    assert "/more" in refused.out
    assert f"{server.address}:main:acme/v1/releases/1.1.json" in refused.out
    assert run("pull", "--locked").code == 0


def test_an_older_release_judges_as_it_did(publisher: Path, reader: Path, run: Run, server: Server) -> None:
    Path("wrong.json").write_text(document(publisher, more=1))
    depend(server, "1.0")
    assert run("pull").code == 0
    assert pins()["acme"]["digest"] == digest(publisher, "1.0")
    assert run("validate", "acme", "wrong.json").code == 0  # release 1.0 knows no field of that name


def test_packages_are_generated_from_pinned_releases(publisher: Path, reader: Path, run: Run, server: Server) -> None:
    depend(server, "1.0")
    assert run("pull").code == 0
    outcome = run("gen")
    assert outcome.code == 0, outcome.err
    assert "more" not in Path("generated/python/web_contracts/acme/v1.py").read_text()
    assert run("gen", "--check").code == 0
    first = json.loads(Path("generated/python/version.lock.json").read_text())
    CONFIG.write_text(CONFIG.read_text().replace('release = "1.0"', 'release = "1.1"'))
    moved = run("pull")
    assert moved.code == 0, moved.err
    assert pins()["acme"]["digest"] == digest(publisher, "1.1")
    assert run("gen", "--check").code == 1
    assert run("gen").code == 0
    assert "more" in Path("generated/python/web_contracts/acme/v1.py").read_text()
    second = json.loads(Path("generated/python/version.lock.json").read_text())
    assert (first["holds"], second["holds"]) == ({"acme/v1": "1.0"}, {"acme/v1": "1.1"})
    assert first["version"].split(".") < second["version"].split(".")


def test_the_pinned_contract_can_be_shown_exported_and_listed(
    publisher: Path, reader: Path, run: Run, server: Server
) -> None:
    depend(server)
    assert run("pull").code == 0
    assert f"acme/v1@1.1 of {server.address}:main ({digest(publisher, '1.1')})" in run("list").out
    assert "result" in run("show", "acme/v1").out
    assert json.loads(run("export", "acme", "--schema", "result").out)["properties"]["more"]["type"] == "string"
    misspelt = run("validate", "acmee", "none.json")
    assert misspelt.code == 2
    assert "did you mean acme?" in misspelt.err


@pytest.mark.parametrize("release", ["1.0", "1.1"])
def test_pull_locked_fails_on_another_digest(
    publisher: Path, reader: Path, run: Run, server: Server, release: str
) -> None:
    depend(server, release, f'digest = "sha256:{"0" * 64}"\n')
    before = CONFIG.read_text()
    for words in (("pull", "--locked"), ("pull",)):
        outcome = run(*words, "--format", "json")
        assert outcome.code == 2
        error = json.loads(outcome.out)["error"]
        assert (error["code"], error["path"], error["pointer"]) == ("pin-broken", str(CONFIG), "/depends/acme")
        assert error["line"] > 0
        assert CONFIG.read_text() == before
    assert digest(publisher, release) in run("pull", "--locked").err


def test_pull_locked_fails_where_the_digest_is_that_of_another_release(
    publisher: Path, reader: Path, run: Run, server: Server
) -> None:
    depend(server, "1.1", f'digest = "{digest(publisher, "1.0")}"\n')
    outcome = run("pull", "--locked")
    assert outcome.code == 2
    assert "is acme/v1@1.0, not acme/v1@1.1" in outcome.err
    Path("any.json").write_text("{}")
    assert "is acme/v1@1.0, not acme/v1@1.1" in run("validate", "acme", "any.json").err


def test_after_another_release_is_named_pull_alone_moves_on(
    publisher: Path, reader: Path, run: Run, server: Server
) -> None:
    depend(server)
    assert run("pull").code == 0
    old = digest(publisher, "1.1")
    CONFIG.write_text(CONFIG.read_text().replace('release = "1.1"', 'release = "1.0"'))
    for words in (("gen",), ("pull", "--locked")):
        outcome = run(*words)
        assert outcome.code == 2
        assert f"{old} is acme/v1@1.1, not acme/v1@1.0" in outcome.err
        assert "run: registry pull" in outcome.err
        assert "remove" not in outcome.err
    assert run("pull").code == 0
    assert pins()["acme"]["digest"] == digest(publisher, "1.0")
    assert run("gen").code == 0


def test_pull_locked_fails_where_nothing_is_pinned(reader: Path, run: Run, server: Server) -> None:
    depend(server)
    outcome = run("pull", "--locked")
    assert outcome.code == 2
    assert "acme/v1@1.1 has no digest" in outcome.err
    assert "registry pull" in outcome.err


def test_a_release_that_was_published_anew_is_not_taken(
    publisher: Path,
    reader: Path,
    run: Run,
    start: Start,
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    depend(server)
    assert run("pull").code == 0
    other = start()
    monkeypatch.chdir(publisher)
    path = publisher / "registry/acme/v1/releases/1.1.json"
    before = path.read_text()
    path.write_text(before.replace("More.", "Else."))
    lock = publisher / "registry/registry.lock"
    import hashlib

    lock.write_text(
        lock.read_text().replace(
            hashlib.sha256(before.encode()).hexdigest(), hashlib.sha256(path.read_bytes()).hexdigest()
        )
    )
    schema = publisher / "registry/acme/v1/result.schema.json"
    schema.write_text(schema.read_text().replace("More.", "Else."))
    assert run("push", f"{other.address}:main").code == 0
    monkeypatch.chdir(reader)
    CONFIG.write_text(CONFIG.read_text().replace(str(server.port), str(other.port)))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "empty"))
    for words in (("pull",), ("pull", "--locked")):
        outcome = run(*words)
        assert outcome.code == 2
        assert "remove the line digest" in outcome.err


def test_what_is_not_on_this_machine_is_said_and_nothing_is_fetched(
    reader: Path, run: Run, server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    depend(server)
    assert run("pull").code == 0
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "empty"))

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a network was used")

    monkeypatch.setattr(Client, "_send", refuse)
    Path("any.json").write_text("{}")
    for words in (("validate", "acme", "any.json"), ("gen",), ("show", "acme")):
        outcome = run(*words)
        assert outcome.code == 2, words
        assert "run: registry pull --locked" in outcome.err
    assert run("lint").code == 0
    assert run("list").code == 0


def test_a_file_of_the_cache_that_was_changed_is_not_believed(
    publisher: Path, reader: Path, run: Run, server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    depend(server)
    assert run("pull").code == 0
    [kept] = (tmp_path / "cache").rglob(digest(publisher, "1.1").removeprefix("sha256:"))
    kept.write_text(kept.read_text().replace("More.", "Else."))
    Path("any.json").write_text("{}")
    assert "is not on this machine" in run("validate", "acme", "any.json").err
    assert run("pull", "--locked").code == 0
    assert "More." in kept.read_text()


def test_a_release_stays_there_when_the_tag_moves_on(
    publisher: Path, reader: Path, run: Run, server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    depend(server)
    assert run("pull").code == 0
    monkeypatch.chdir(publisher)
    add_field(publisher, "later")
    assert run("release").code == 0
    assert run("push", f"{server.address}:main").code == 0
    monkeypatch.chdir(reader)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "empty"))
    assert run("pull", "--locked").code == 0
    assert pins()["acme"]["digest"] == digest(publisher, "1.1")


def test_a_mirror_serves_what_is_pinned_when_the_origin_is_down(
    reader: Path, run: Run, start: Start, server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    mirror = start(f"proxy: {{remoteurl: http://127.0.0.1:{server.port}}}")
    depend(mirror)
    assert run("pull").code == 0
    mirror.settle()
    server.stop()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "empty"))
    outcome = run("pull", "--locked")
    assert outcome.code == 0, outcome.err


def test_two_versions_of_a_contract_are_read_at_once(
    publisher: Path, reader: Path, run: Run, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(publisher)
    assert run("bump", "acme").code == 0
    assert run("release", "acme/v2").code == 0
    assert run("push", f"{server.address}:main").code == 0
    monkeypatch.chdir(reader)
    tables = [f'[[depends.acme]]\nfrom = "{server.address}:main"\nrelease = "{name}"\n' for name in ("1.1", "2.0")]
    CONFIG.write_text(HEAD + "\n" + "\n".join(tables))
    outcome = run("pull")
    assert outcome.code == 0, outcome.err
    assert [pin["digest"] for pin in pins()["acme"]] != ["", ""]
    assert run("pull", "--locked").code == 0
    assert run("gen").code == 0
    assert Path("generated/python/web_contracts/acme/v2.py").exists()


def test_the_default_schema_comes_along(
    publisher: Path, reader: Path, run: Run, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(publisher / "registry/acme/v1/examples/valid/result/done.json", reader / "done.json")
    monkeypatch.chdir(publisher)
    assert run("add", "schema", "acme/extra").code == 0
    assert run("release").code == 0
    assert run("push", f"{server.address}:main").code == 0
    monkeypatch.chdir(reader)
    depend(server, "1.2")
    assert run("pull").code == 0
    assert pins()["acme"]["default-schema"] == "result"
    assert run("validate", "acme", "done.json").code == 0
    CONFIG.write_text(CONFIG.read_text().replace('default-schema = "result"', 'default-schema = "none"'))
    assert "has no schema 'none'" in run("validate", "acme", "done.json").err


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ('from = "https://example.org"\nrelease = "1.0"', "is not where a registry is published"),
        ('from = "oci://a/b"\nrelease = "v1"', "is not the name of a release"),
        ('from = "oci://a/b"\nrelease = "1.0"\ndigest = "sha256:12"', "is not a digest"),
        ('from = "oci://a/b"\nrelease = "1.0"\nversion = "v1"', "unknown field 'version'"),
        ('from = "oci://a/b"', "lacks the field 'release'"),
    ],
)
def test_a_table_that_pins_nothing_is_refused_with_its_place(project: Path, run: Run, table: str, reason: str) -> None:
    Path("registry").mkdir()
    CONFIG.write_text(f'name = "web"\n[depends.acme]\n{table}\n')
    outcome = run("lint")
    assert outcome.code == 1
    assert f"{CONFIG}:" in outcome.out
    outcome = run("pull")
    assert outcome.code == 2
    assert reason in outcome.err
    assert f"{CONFIG}:" in outcome.err


def test_a_contract_is_own_or_pinned_and_not_both(project: Path, run: Run) -> None:
    assert run("init", "--contract", "acme").code == 0
    CONFIG.write_text(CONFIG.read_text() + '\n[depends.acme]\nfrom = "oci://a/b"\nrelease = "1.0"\n')
    outcome = run("lint")
    assert outcome.code == 1
    assert "of its own" in outcome.out


def test_a_registry_that_pins_nothing_says_how(project: Path, run: Run) -> None:
    assert run("init", "--contract", "acme").code == 0
    outcome = run("pull")
    assert outcome.code == 2
    assert "[depends.CONTRACT]" in outcome.err
