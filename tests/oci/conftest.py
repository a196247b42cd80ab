"""An OCI registry on this machine: Debian's docker-registry, which each test starts for itself."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import cannot_run

CONFIG = """\
version: 0.1
log: {{level: error, accesslog: {{disabled: true}}}}
storage:
  filesystem: {{rootdirectory: {folder}}}
http: {{addr: "127.0.0.1:{port}"}}
{more}
"""


class Server:
    """A server that can be killed and started again with the same content."""

    def __init__(self, program: str, folder: Path, more: str = "") -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.config = folder / f"{self.port}.yml"
        self.folder = folder / f"data-{self.port}"
        self.config.write_text(CONFIG.format(folder=self.folder, port=self.port, more=more))
        self.program = program
        self.start()

    @property
    def address(self) -> str:
        return f"oci://127.0.0.1:{self.port}/team/contracts"

    def start(self) -> None:
        self.process = subprocess.Popen(
            [self.program, "serve", str(self.config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(1200):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/v2/", timeout=1).close()
                return
            except urllib.error.HTTPError:
                return  # it asks who we are
            except OSError:
                time.sleep(0.05)
        raise AssertionError("docker-registry does not answer")

    def settle(self) -> None:
        """Wait until nothing is written any more: a cache answers first, and stores what it passed on afterwards."""
        before: set[Path] | None = None
        for _ in range(60):
            stored = set(self.folder.rglob("*"))
            if stored == before and not any(path.match("_uploads/*/data") for path in stored):
                return
            before = stored
            time.sleep(0.5)
        raise AssertionError("the server does not come to rest")

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Server]]:
    """``start()`` gives a running server; ``start(more)`` one with further settings."""
    program = shutil.which("docker-registry")
    if program is None:
        cannot_run("docker-registry is not installed")
    assert program is not None
    folder = tmp_path_factory.mktemp("oci")
    servers: list[Server] = []

    def begin(more: str = "") -> Server:
        servers.append(Server(program, folder, more))
        return servers[-1]

    yield begin
    for server in servers:
        server.stop()
