"""An archive to compare with is read in memory: nothing is unpacked, nothing outside it is read."""

from __future__ import annotations

import io
import tarfile
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Listener, assert_harmless, project, run, snapshot

pytestmark = pytest.mark.enable_socket


def make_zip(*members: tuple[str, bytes], link: bool = False) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            about = zipfile.ZipInfo(name)
            about.compress_type = zipfile.ZIP_DEFLATED
            if link:
                about.create_system, about.external_attr = 3, 0o120777 << 16
            with warnings.catch_warnings(action="ignore"):  # a name that stands twice is meant
                archive.writestr(about, data)
    return stream.getvalue()


def make_tar(*members: tuple[str, bytes, bytes], target: str = "") -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        for name, kind, data in members:
            about = tarfile.TarInfo(name)
            about.type, about.linkname, about.size = kind, target, len(data)
            archive.addfile(about, io.BytesIO(data))
    return stream.getvalue()


CONFIG = b'name = "acme"\n'
FILE, LINK, HARD, DEVICE = tarfile.REGTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE

ARCHIVES: dict[str, Callable[[], bytes]] = {
    "upward.zip": lambda: make_zip(("registry.toml", CONFIG), ("../../PWNED", b"x")),
    "absolute.zip": lambda: make_zip(("registry.toml", CONFIG), ("/tmp/PWNED", b"x")),
    "backslash.zip": lambda: make_zip(("registry.toml", CONFIG), ("..\\..\\PWNED", b"x")),
    "bomb.zip": lambda: make_zip(("registry.toml", CONFIG), ("acme/contract.toml", b"\0" * 80_000_000)),
    "bombs.zip": lambda: make_zip(
        ("registry.toml", CONFIG), *((f"acme/v1/{n}.schema.json", b" " * 4_000_000) for n in range(200))
    ),
    "many.zip": lambda: make_zip(("registry.toml", CONFIG), *((f"acme/v1/{n}.json", b"") for n in range(30_000))),
    "link.zip": lambda: make_zip(("registry.toml", b"../secret.json"), link=True),
    "twice.zip": lambda: make_zip(("registry.toml", CONFIG), ("registry.toml", b"x = ")),
    "cut.zip": lambda: make_zip(("registry.toml", CONFIG))[:-30],
    "no.zip": lambda: b"PK\x03\x04 no archive",
    "upward.tar.gz": lambda: make_tar(("registry.toml", FILE, CONFIG), ("../../PWNED", FILE, b"x")),
    "absolute.tar.gz": lambda: make_tar(("registry.toml", FILE, CONFIG), ("/tmp/PWNED", FILE, b"x")),
    "link.tar.gz": lambda: make_tar(("registry.toml", LINK, b""), target="../secret.json"),
    "hard.tar.gz": lambda: make_tar(("registry.toml", HARD, b""), target="/etc/passwd"),
    "device.tar.gz": lambda: make_tar(("registry.toml", DEVICE, b"")),
    "bomb.tar.gz": lambda: make_tar(("registry.toml", FILE, CONFIG), ("acme/contract.toml", FILE, b"\0" * 80_000_000)),
    "cut.tar.gz": lambda: make_tar(("registry.toml", FILE, CONFIG * 1000))[:-30],
    "no.tar.gz": lambda: b"\x1f\x8b no archive",
}


@pytest.mark.parametrize("name", ARCHIVES)
def test_an_archive_leads_nowhere(tmp_path: Path, listener: Listener, name: str) -> None:
    folder = project(tmp_path)
    (folder / name).write_bytes(ARCHIVES[name]())
    before = snapshot(tmp_path)
    attacked = run(folder, [("check-compat", "--against", f"./{name}"), ("diff", f"./{name}", "./registry")])
    assert_harmless(attacked, listener)
    assert snapshot(tmp_path) == before
    assert not Path("/tmp/PWNED").exists()
