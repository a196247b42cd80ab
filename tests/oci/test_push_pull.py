"""What is pushed is pulled byte for byte, and what is released is never replaced."""

from __future__ import annotations

import base64
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from accordant.oci import client
from tests.conftest import PROJECT, Outcome
from tests.oci.conftest import Server

Run = Callable[..., Outcome]
Start = Callable[..., Server]
SCHEMA = Path("registry/acme/v1/result.schema.json")
RELEASE = Path("registry/acme/v1/releases/1.0.json")
pytestmark = pytest.mark.enable_socket


@pytest.fixture
def acme(project: Path, run: Run) -> Path:
    assert run("init", "--contract", "acme").code == 0
    return project


def edit(change: Callable[[dict[str, Any]], Any]) -> None:
    schema = json.loads(SCHEMA.read_text())
    change(schema["properties"])
    SCHEMA.write_text(json.dumps(schema, indent=2))


def release(run: Run, name: str) -> None:
    edit(lambda properties: properties.update({name: {"type": "string", "description": "More."}}))
    assert run("release").code == 0


def files(folder: str) -> dict[str, bytes]:
    """The files of a registry; hidden ones are for git and for editors."""
    paths = {path.relative_to(folder): path for path in Path(folder).rglob("*") if path.is_file()}
    return {
        below.as_posix(): path.read_bytes()
        for below, path in paths.items()
        if not any(part.startswith(".") for part in below.parts)
    }


def data(outcome: Outcome) -> dict[str, Any]:
    assert outcome.code == 0, outcome.err
    value: dict[str, Any] = json.loads(outcome.out)["data"]
    return value


def test_what_is_pushed_is_pulled_byte_for_byte_and_can_be_used(acme: Path, run: Run, start: Start) -> None:
    server = start()
    pushed = data(run("push", f"{server.address}:main", "--format", "json"))
    pulled = data(run("pull", f"{server.address}:main", "--out", "there", "--format", "json"))
    assert pulled["digest"] == pushed["digest"]
    assert files("there") == files("registry")
    assert run("lint", "--registry", "there").code == 0
    document = "there/acme/v1/examples/valid/result/done.json"
    assert run("validate", "acme/v1", document, "--registry", "there").code == 0
    again = data(run("push", f"{server.address}:main", "--format", "json"))
    assert again["digest"] == pushed["digest"]


def test_a_pulled_registry_has_the_hidden_files_that_it_relies_on(acme: Path, run: Run, start: Start) -> None:
    server = start()
    assert run("push", f"{server.address}:main").code == 0
    for _ in range(2):
        assert run("pull", f"{server.address}:main", "--out", "there").code == 0
        for name in (".gitattributes", ".formats/contract.schema.json", ".formats/registry.schema.json"):
            assert Path("there", name).read_bytes() == Path("registry", name).read_bytes()
    line = Path("there/acme/contract.toml").read_text().splitlines()[0]
    assert Path("there/acme", line.removeprefix("#:schema ")).is_file()


def test_git_attributes_that_are_there_stay(acme: Path, run: Run, start: Start) -> None:
    server = start()
    assert run("push", f"{server.address}:main").code == 0
    Path("there").mkdir()
    Path("there/.gitattributes").write_text("* -text\n")
    assert run("pull", f"{server.address}:main", "--out", "there").code == 0
    assert Path("there/.gitattributes").read_text() == "* -text\n"


def test_a_pinned_artifact_needs_no_server_the_second_time(acme: Path, run: Run, start: Start) -> None:
    server = start()
    address = data(run("push", server.address, "--format", "json"))["address"]
    assert run("pull", address, "--out", "first").code == 0
    server.stop()
    assert run("pull", address, "--out", "second").code == 0
    assert files("second") == files("first")
    outcome = run("pull", server.address, "--out", "third")
    assert outcome.code == 2
    assert "check the address and the network" in outcome.err


def test_check_compat_judges_against_what_is_published(acme: Path, run: Run, start: Start) -> None:
    server = start()
    release(run, "more")
    assert run("push", server.address).code == 0
    # A branch that never had the release, and therefore not its promise.
    edit(lambda properties: properties.pop("more"))
    Path("registry/acme/v1/releases/1.1.json").unlink()
    lock = Path("registry/registry.lock")
    lock.write_text("".join(line for line in lock.read_text().splitlines(True) if "1.1.json" not in line))
    assert run("check-compat").code == 0
    outcome = run("check-compat", "--against", server.address)
    assert outcome.code == 1
    assert "field-removed" in outcome.out


def test_a_published_release_is_never_replaced(acme: Path, run: Run, start: Start) -> None:
    server = start()
    assert run("push", server.address).code == 0
    for path in Path("registry").rglob("*.json"):
        if "releases" in path.parts:
            path.unlink()
    Path("registry/registry.lock").unlink()
    edit(lambda properties: properties.update(other={"type": "string", "description": "Other."}))
    assert run("release").code == 0
    outcome = run("push", server.address, "--format", "json")
    assert outcome.code == 2
    assert json.loads(outcome.out)["error"]["code"] == "release-taken"
    assert run("push", f"{server.address}:elsewhere").code == 0


def test_a_registry_that_lacks_a_published_release_is_refused(acme: Path, run: Run, start: Start) -> None:
    server = start()
    before = files("registry")
    release(run, "more")
    assert run("push", server.address).code == 0
    Path("registry/acme/v1/releases/1.1.json").unlink()
    for name, content in before.items():
        (Path("registry") / name).write_bytes(content)
    outcome = run("push", server.address)
    assert outcome.code == 2
    assert "acme/v1/releases/1.1.json is published and not here" in outcome.err


def test_what_is_not_released_is_not_pushed(acme: Path, run: Run, start: Start) -> None:
    edit(lambda properties: properties.update(more={"type": "string", "description": "More."}))
    outcome = run("push", start().address)
    assert outcome.code == 2
    assert "registry release acme/v1" in outcome.err


def push_elsewhere(folder: Path, address: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(PROJECT / "generators")}
    command = [sys.executable, "-m", "accordant", "push", address, "--registry", str(folder)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_of_two_pushes_at_once_one_wins_and_the_other_is_told(
    acme: Path, run: Run, start: Start, tmp_path: Path
) -> None:
    server = start()
    assert run("push", server.address).code == 0
    rivals = []
    for name in ("left", "right"):
        folder = tmp_path / name
        folder.mkdir()
        for path, content in files("registry").items():
            (folder / "registry" / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / "registry" / path).write_bytes(content)
        schema = json.loads((folder / SCHEMA).read_text())
        schema["properties"][name] = {"type": "string", "description": "New."}
        (folder / SCHEMA).write_text(json.dumps(schema))
        assert run("release", "--registry", folder / "registry").code == 0
        rivals.append(folder / "registry")
    processes = [push_elsewhere(folder, server.address) for folder in rivals]
    ended = [(process.communicate(timeout=60)[1], process.returncode) for process in processes]
    assert sorted(code for _, code in ended) == [0, 2], ended
    [complaint] = [error for error, code in ended if code == 2]
    assert "acme/v1/releases/1.1.json is published with different content" in complaint
    winner = rivals[[code for _, code in ended].index(0)]
    assert run("pull", server.address, "--out", "there").code == 0
    assert files("there") == files(str(winner))


def test_a_push_that_is_broken_off_publishes_nothing_and_a_repeat_completes_it(
    acme: Path, run: Run, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start()
    upload, count = client.Client.upload, []

    def kill_the_server(self: client.Client, digest: str, content: bytes) -> bool:
        count.append(digest)
        if len(count) == 2:
            server.stop()
        return upload(self, digest, content)

    with monkeypatch.context() as patched:
        patched.setattr(client.Client, "upload", kill_the_server)
        assert run("push", server.address).code == 2
    server.start()
    assert run("pull", server.address, "--out", "there").code == 2
    assert not files("there") if Path("there").exists() else True
    assert run("push", server.address).code == 0
    assert run("pull", server.address, "--out", "there").code == 0


KILLED = """\
import os, signal, sys
from accordant.cli import main
from accordant.oci.client import Client

upload, send = Client.upload, Client._send
begun = []

def die():
    os.kill(os.getpid(), signal.SIGKILL)

def half(data):
    yield data[: len(data) // 2]
    die()

def die_between_parts(self, digest, data):
    begun.append(digest)
    return die() if len(begun) == 2 else upload(self, digest, data)

def die_inside_a_part(self, method, address, headers, **more):
    if method == "PUT" and "/blobs/" in address and len(more["data"]) > 100:
        headers = {name: value for name, value in headers.items() if name != "Content-Length"}
        more["data"] = half(more["data"])
    return send(self, method, address, headers, **more)

moment = sys.argv.pop(1)
if moment == "inside a part":
    Client._send = die_inside_a_part
elif moment == "between parts":
    Client.upload = die_between_parts
else:
    Client.publish = lambda self, tag, manifest: die()
main(sys.argv[1:])
"""


@pytest.mark.parametrize("moment", ["inside a part", "between parts", "before the tag"])
def test_a_push_that_is_killed_leaves_what_was_published_and_a_repeat_completes_it(
    acme: Path, run: Run, start: Start, moment: str
) -> None:
    server = start()
    assert run("push", server.address).code == 0
    assert run("pull", server.address, "--out", "before").code == 0
    release(run, "more")
    environment = {**os.environ, "PYTHONPATH": str(PROJECT / "generators")}
    command = [sys.executable, "-c", KILLED, moment, "push", server.address]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert run("pull", server.address, "--out", "after").code == 0
    assert files("after") == files("before")
    assert run("push", server.address).code == 0
    assert run("pull", server.address, "--out", "repeated").code == 0
    assert files("repeated") == files("registry")


def test_a_cache_between_serves_what_it_has_when_the_origin_is_down(
    acme: Path, run: Run, start: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    origin = start()
    cache = start(f"proxy: {{remoteurl: http://127.0.0.1:{origin.port}}}")
    assert run("push", origin.address).code == 0
    assert run("pull", cache.address, "--out", "first").code == 0
    cache.settle()
    origin.stop()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "empty"))
    outcome = run("pull", cache.address, "--out", "second")
    assert outcome.code == 0, outcome.err
    assert files("second") == files("registry")


def test_credentials_of_docker_are_used(
    acme: Path, run: Run, start: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    passwords = tmp_path / "htpasswd"
    # "user" and "secret", as htpasswd -nbB writes them
    passwords.write_text(f"user:{HASH}\n")
    server = start(f"auth: {{htpasswd: {{realm: here, path: {passwords}}}}}")
    home = tmp_path / "docker"
    home.mkdir()
    monkeypatch.setenv("DOCKER_CONFIG", str(home))
    monkeypatch.setenv("HOME", str(tmp_path))
    refused = run("push", server.address)
    assert refused.code == 2
    assert "docker login" in refused.err
    secret = base64.b64encode(b"user:secret").decode()
    (tmp_path / ".docker").mkdir()
    for place in (home, tmp_path / ".docker"):
        (place / "config.json").write_text(json.dumps({"auths": {f"127.0.0.1:{server.port}": {"auth": secret}}}))
    assert run("push", server.address).code == 0
    assert run("pull", server.address, "--out", "there").code == 0


HASH = "$2b$04$abcdefghijklmnopqrstuu2r9OfJnfCsdneAXAGHnS4UpFFP8WIrW"


@pytest.mark.parametrize(
    "address", ["oci://", "oci://host", "oci://host/UPPER", "oci://host/a@sha256:12", "https://host/a", "oci://a b/c"]
)
def test_an_address_that_is_none_is_refused(acme: Path, run: Run, address: str) -> None:
    assert run("push", address).code == 2
    assert run("pull", address, "--out", "there").code == 2


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("oci://127.0.0.1:1/acme/c", "nothing answers there: Connection refused"),
        ("oci://nobody.invalid/acme/c", "no server is known by this name"),
    ],
)
def test_a_server_that_cannot_be_reached_is_told_in_plain_words(
    acme: Path, run: Run, address: str, reason: str
) -> None:
    outcome = run("pull", address, "--out", "there")
    assert outcome.code == 2
    assert outcome.err.startswith(f"registry: {address}:latest: {reason}\n")


def test_where_a_server_has_no_tls_the_next_step_says_how_it_is_asked_without(
    acme: Path, run: Run, start: Start
) -> None:
    server = start()
    address = server.address.replace("127.0.0.1", "0.0.0.0")  # another host, for all that the tool knows
    outcome = run("push", address)
    assert (outcome.code, "no secure connection" in outcome.err, "--plain-http" in outcome.err) == (2, True, True)
    assert run("push", address, "--plain-http").code == 0


def test_a_folder_with_other_files_is_left_alone(acme: Path, run: Run, start: Start) -> None:
    server = start()
    assert run("push", server.address).code == 0
    Path("there").mkdir()
    Path("there/mine.txt").write_text("mine")
    assert run("pull", server.address, "--out", "there").code == 2
    assert files("there") == {"mine.txt": b"mine"}
