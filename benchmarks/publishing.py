"""Pushes and pulls a registry of 500 contracts, through Debian's docker-registry on this machine.

    python benchmarks/publishing.py [CONTRACTS]

Prints seconds and bytes; nothing of the user's cache takes part.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from accordant.oci import Reference, fetch_release, published_releases, pull, push

T = TypeVar("T")
CONFIG = """\
version: 0.1
log: {{level: error}}
storage: {{filesystem: {{rootdirectory: {data}}}}}
http: {{addr: "{host}"}}
"""


def registry_of(contracts: int) -> tuple[dict[str, bytes], dict[str, str]]:
    """The files of a registry: for each contract a schema, an example and two releases; and which are releases."""
    files, releases = {"registry.toml": b'name = "many"\n'}, {}
    for index in range(contracts):
        name = f"contract-{index:03}"
        properties = {f"field_{number}": {"type": "string", "description": name} for number in range(20)}
        schema = json.dumps({"$id": f"urn:{name}:v1", "type": "object", "properties": properties}, indent=2).encode()
        files[f"{name}/contract.toml"] = b'title = "One of many"\n[versions.v1]\nstatus = "current"\n'
        files[f"{name}/v1/answer.schema.json"] = schema
        files[f"{name}/v1/examples/valid/answer/one.json"] = b"{}\n"
        for release in ("1.0", "1.1"):
            path = f"{name}/v1/releases/{release}.json"
            files[path] = json.dumps({"release": release, "schemas": {"answer": json.loads(schema)}}, indent=2).encode()
            releases[path] = "answer"
    return files, releases


def timed(what: str, act: Callable[[], T]) -> T:
    """Do something, and print how long it took."""
    begin = time.perf_counter()
    result = act()
    print(f"{what:45} {time.perf_counter() - begin:6.2f} s")
    return result


def serve(folder: str) -> tuple[subprocess.Popen[bytes], str]:
    """A server, and its host with port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{free.getsockname()[1]}"
    config = Path(folder) / "config.yml"
    config.write_text(CONFIG.format(data=f"{folder}/data", host=host))
    server = subprocess.Popen(
        ["docker-registry", "serve", str(config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    for _ in range(100):
        try:
            urllib.request.urlopen(f"http://{host}/v2/", timeout=1).close()
            break
        except (OSError, urllib.error.URLError):
            time.sleep(0.05)
    return server, host


def main(contracts: int) -> None:
    """Measure a registry of so many contracts."""
    files, releases = registry_of(contracts)
    print(f"{contracts} contracts, {len(releases)} releases, {sum(map(len, files.values())):,} bytes")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        server, host = serve(folder)
        try:
            reference = Reference.of(f"oci://{host}/many/contracts")
            pushed = timed("push", lambda: push(reference, files, releases, "many"))
            timed("push again, nothing new", lambda: push(reference, files, releases, "many"))
            pinned = Reference.of(reference.pinned(pushed.digest))
            pulled = timed("pull", lambda: pull(pinned))
            timed("pull again, out of the cache", lambda: pull(pinned))
            assert pulled.files == files
            path = "contract-000/v1/releases/1.2.json"
            more = {**files, path: files["contract-000/v1/releases/1.1.json"].replace(b'"1.1"', b'"1.2"')}
            added = timed("push one release more", lambda: push(reference, more, {**releases, path: "answer"}, "many"))
            assert added.uploaded == 1
            digest = added.releases[path]
            timed("pull one release by its digest", lambda: fetch_release(reference, digest))
            timed("find the digest of a release", lambda: published_releases(reference)[path])
        finally:
            server.kill()
            server.wait()
        stored = sum(path.stat().st_size for path in Path(folder, "data").rglob("*") if path.is_file())
        print(f"{stored:,} bytes on the server")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
