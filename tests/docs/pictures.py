"""Takes the pictures of the site from its real pages: the one in the README, and the one that previews of links show.

make site && python -m tests.docs.pictures build/site
"""

from __future__ import annotations

import functools
import http.server
import shutil
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.docs.conftest import BROWSERS, PROJECT

FOLDER: Final = PROJECT / "site/pictures"


@dataclass(frozen=True)
class Picture:
    """A picture of a page: its file, the address, and the size in pixels."""

    file: str
    page: str
    width: int
    height: int


PICTURES: Final = (
    Picture("preview.png", "", 1200, 630),
    Picture("contract.png", "reference/contracts/cobre/v1/", 1280, 800),
)


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


def take(built: Path) -> None:
    """Take every picture from a built site."""
    browser = next(path for name in BROWSERS if (path := shutil.which(name)))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(built)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as profile:
        for picture in PICTURES:
            address = f"http://127.0.0.1:{server.server_address[1]}/{picture.page}"
            flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--virtual-time-budget=8000"]
            flags += [f"--user-data-dir={profile}", f"--window-size={picture.width},{picture.height}"]
            subprocess.run([browser, *flags, f"--screenshot={FOLDER / picture.file}", address], check=True, timeout=120)
    server.shutdown()


if __name__ == "__main__":
    take(Path(sys.argv[1]))
