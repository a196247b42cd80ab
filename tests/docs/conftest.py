"""The pages of the bundled registry, the site as it is built, and a browser that looks at it."""

from __future__ import annotations

import contextlib
import functools
import http.server
import json
import os
import queue
import shutil
import subprocess
import sys
import tarfile
import threading
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

import pytest

from accordant.contract import Registry
from accordant.docs import reference
from tests.conftest import bundled, cannot_run
from tests.distributions import built
from tests.docs import hostile

PROJECT = Path(__file__).resolve().parent.parent.parent
INDEX = "/search/search_index.json"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="session")
def registry() -> Registry:
    """The bundled registry."""
    return bundled()


@pytest.fixture(scope="session")
def all_pages(registry: Registry) -> Mapping[str, str]:
    """Its pages by their paths, made once."""
    return MappingProxyType(dict(reference(registry)))


@pytest.fixture(scope="session")
def pages(all_pages: Mapping[str, str]) -> Mapping[str, str]:
    """The same; a module may leave some out."""
    return all_pages


@pytest.fixture(scope="session")
def hostile_pages() -> Mapping[str, str]:
    """The pages of the hostile registry, made once."""
    return MappingProxyType(dict(reference(hostile.registry())))


def require_mkdocs() -> None:
    if find_spec("mkdocs") is None or find_spec("material") is None:
        cannot_run("mkdocs-material is not installed")


@pytest.fixture(scope="session")
def mkdocs() -> Callable[[Path, Path], subprocess.CompletedProcess[str]]:
    """``mkdocs(config, site)``: a strict build. Without MkDocs and its theme the test cannot run."""
    require_mkdocs()

    def build(config: Path, site: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", str(config), "-d", str(site)],
            capture_output=True,
            text=True,
            timeout=240,
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
            check=False,
        )

    return build


@pytest.fixture(scope="session")
def own_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's own site, as a release packs it. It is built strictly, or not at all.

    Strictly: every link and anchor leads somewhere, and every page stands in the navigation.
    """
    require_mkdocs()
    (packed,) = built(tmp_path_factory, "site").values()
    folder = tmp_path_factory.mktemp("own")
    with tarfile.open(packed) as held:
        held.extractall(folder, filter="data")
    return folder / "site"


@pytest.fixture
def site_of(
    tmp_path: Path, mkdocs: Callable[..., subprocess.CompletedProcess[str]]
) -> Callable[[Mapping[str, str]], Path]:
    """``site_of(pages)``: the folder of a site that was built from these pages with the project's settings."""

    def build(pages: Mapping[str, str]) -> Path:
        for name, text in pages.items():
            path = tmp_path / "docs" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        settings = (PROJECT / "mkdocs.yml").read_text("utf-8")
        config = settings.replace("docs_dir: site", "docs_dir: docs").replace("- reference/assets/", "- assets/")
        config = config.replace("custom_dir: ", f"custom_dir: {PROJECT}/")
        config = config.replace("- generators/", f"- {PROJECT}/generators/")
        (tmp_path / "mkdocs.yml").write_text(config, "utf-8")
        done = mkdocs(tmp_path / "mkdocs.yml", tmp_path / "built")
        assert (done.returncode, done.stdout + done.stderr) == (0, "")
        return tmp_path / "built"

    return build


class _Server(http.server.ThreadingHTTPServer):
    """Serves a folder on loopback, and takes what a page posts."""

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), functools.partial(_Handler, directory=str(folder)))
        self.posted: queue.Queue[str] = queue.Queue()


@functools.cache
def without_texts(path: Path) -> bytes:
    """The index of a site that was built, with nothing to find."""
    return json.dumps({**json.loads(path.read_text("utf-8")), "docs": []}).encode()


class _Handler(http.server.SimpleHTTPRequestHandler):
    """Pages that do not search get an empty index: each of them would build its own from 2 MB of text."""

    def do_GET(self) -> None:
        if self.path == INDEX and "?q=" not in self.headers.get("Referer", ""):
            self._send_no_texts()
        else:
            super().do_GET()

    def _send_no_texts(self) -> None:
        data = without_texts(Path(self.translate_path(INDEX)))
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        with contextlib.suppress(ConnectionError):  # the page has gone
            self.wfile.write(data)

    def do_POST(self) -> None:
        assert isinstance(self.server, _Server)
        self.server.posted.put(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def browse(tmp_path: Path) -> Callable[[Path, str], str]:
    """``browse(folder, page)``: what a page of a served folder posts back after a browser ran it.

    A page may also be a whole address, in which SERVER stands for that of what takes its post.
    """
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        cannot_run("no Chromium is installed")
    flags = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    flags += f" --disable-component-update --disable-sync --user-data-dir={tmp_path / 'profile'}"

    def look(folder: Path, page: str) -> str:
        server = _Server(folder)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        at = f"http://127.0.0.1:{server.server_address[1]}/"
        address = page.replace("SERVER", at) if ":" in page else f"{at}{page}"
        with (tmp_path / "browser.log").open("w") as log:
            browser = subprocess.Popen([str(found), *flags.split(), address], stdout=log, stderr=log)
        try:
            return server.posted.get(timeout=240)
        except queue.Empty:
            pytest.fail(f"the page did not come to its end:\n{(tmp_path / 'browser.log').read_text()[-2000:]}")
        finally:
            browser.terminate()
            browser.wait(timeout=30)
            server.shutdown()
            server.server_close()

    return look
