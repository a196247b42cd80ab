"""A registry in an archive is read in memory, within bounds, and nothing in it can lead anywhere else."""

from __future__ import annotations

import io
import stat
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from accordant.baseline import archive
from accordant.errors import InputError
from tests.conftest import Run

Pack = Callable[[Path, Mapping[str, bytes]], Path]
FILES = {"registry.toml": b'name = "acme"\n', "order/contract.toml": b"[versions]\n", "order/v1/a.schema.json": b"{}"}


def pack_zip(folder: Path, files: Mapping[str, bytes]) -> Path:
    path = folder / "before.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return path


def pack_tar(folder: Path, files: Mapping[str, bytes]) -> Path:
    path = folder / "before.tar.gz"
    with tarfile.open(path, "w:gz") as made:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            made.addfile(member, io.BytesIO(data))
    return path


BOTH = pytest.mark.parametrize("pack", [pack_zip, pack_tar])


def refusal(path: Path) -> InputError:
    with pytest.raises(InputError) as refused:
        archive.read_files(path, "registry.toml")
    assert refused.value.place.path == str(path)
    assert refused.value.next_step
    return refused.value


@BOTH
@pytest.mark.parametrize("prefix", ["", "./", "project-1.0/registry/"])
def test_the_registry_is_found_wherever_it_stands(pack: Pack, prefix: str, tmp_path: Path) -> None:
    more = {"project-1.0/README.md": b"x"} if prefix.startswith("project") else {}
    path = pack(tmp_path, {**{prefix + name: data for name, data in FILES.items()}, **more})
    assert archive.read_files(path, "registry.toml") == FILES
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name], "nothing is unpacked to the disk"


@BOTH
def test_the_highest_registry_is_taken(pack: Pack, tmp_path: Path) -> None:
    path = pack(tmp_path, {"x/tests/registry.toml": b"no", "x/registry.toml": b"yes", "xregistry.toml": b"no"})
    assert archive.read_files(path, "registry.toml")["registry.toml"] == b"yes"


@BOTH
@pytest.mark.parametrize(
    "name", ["../registry.toml", "/etc/registry.toml", "a/../registry.toml", "a\\registry.toml", "C:/x"]
)
def test_a_path_that_leaves_the_archive_is_refused(pack: Pack, name: str, tmp_path: Path) -> None:
    error = refusal(pack(tmp_path, {"registry.toml": b"", name: b"x"}))
    assert error.rule == "archive-unusable"


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE])
def test_a_link_or_device_in_a_tar_archive_is_refused(kind: bytes, tmp_path: Path) -> None:
    path = tmp_path / "before.tgz"
    with tarfile.open(path, "w:gz") as made:
        member = tarfile.TarInfo("registry.toml")
        member.type, member.linkname = kind, "/etc/passwd"
        made.addfile(member)
    assert "link or a device" in refusal(path).reason


def test_a_link_in_a_zip_archive_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "before.zip"
    with zipfile.ZipFile(path, "w") as made:
        member = zipfile.ZipInfo("registry.toml")
        member.external_attr = (stat.S_IFLNK | 0o777) << 16
        made.writestr(member, "/etc/passwd")
    assert "link or a device" in refusal(path).reason


@BOTH
def test_what_unpacks_to_too_much_is_refused(pack: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = {"registry.toml": b"", "a.json": b"\0" * 200_000, "b.json": b"\0" * 200_000}
    for bound, value in [
        ("LARGEST_FILE", 199_999),
        ("MOST_BYTES", 399_999),
        ("MOST_FILES", 2),
        ("MOST_FILES", 1),
        ("LARGEST_ARCHIVE", 100),
    ]:
        with monkeypatch.context() as bounded:
            bounded.setattr(archive, bound, value)
            assert refusal(pack(tmp_path, bomb)).rule == "archive-unusable"
    assert len(archive.read_files(pack(tmp_path, bomb), "registry.toml")) == 3


def test_a_tar_archive_that_skips_over_a_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_BYTES", 1_000_000)
    path = tmp_path / "before.tar.gz"
    with tarfile.open(path, "w:gz") as made:
        member = tarfile.TarInfo("folder/")
        member.type, member.size = tarfile.DIRTYPE, 0
        made.addfile(member)
        big = tarfile.TarInfo("big")
        big.size = 2_000_000
        made.addfile(big, io.BytesIO(b"\0" * big.size))
    assert refusal(path).rule == "archive-unusable"


@pytest.mark.parametrize("name", ["before.zip", "before.tar.gz", "before.tar"])
@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"\x1f\x8b\x08\x00", b"nothing", b"\0" * 600])
def test_a_broken_archive_is_refused(name: str, data: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    assert refusal(tmp_path / name).rule in ("archive-unusable", "baseline-missing")


def test_a_zip_archive_with_a_password_or_a_name_twice_is_refused(tmp_path: Path) -> None:
    path = pack_zip(tmp_path, {"registry.toml": b"x"})
    data = bytearray(path.read_bytes())
    data[6] |= 1  # the local header's flag
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(bytes(data))
    assert "encrypted" in refusal(path).reason
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("registry.toml", "a")
        with pytest.warns(UserWarning, match="Duplicate"):
            made.writestr("registry.toml", "b")
    assert "twice" in refusal(path).reason


@BOTH
def test_check_compat_takes_an_archive_as_its_baseline(pack: Pack, short_copy: Path, run: Run) -> None:
    files = {
        f"acme/registry/{path.relative_to(short_copy).as_posix()}": path.read_bytes()
        for path in short_copy.rglob("*")
        if path.is_file() and path.relative_to(short_copy).parts[0] in ("cobre", "registry.toml", "registry.lock")
    }
    path = pack(short_copy.parent, files)
    assert run("check-compat", "--against", path.name).code == 0
    schema = short_copy / "cobre/v1/error-record.schema.json"
    schema.write_text(schema.read_text().replace('"message"', '"text"'))
    outcome = run("check-compat", "--against", path.name)
    assert outcome.code == 1
    lock = short_copy / "registry.lock"
    lock.write_text(lock.read_text().replace("  cobre/v1/releases/1.0.json", "  cobre/v1/releases/1.1.json"))
    assert f"{path.name} has it" in run("check-compat", "--against", path.name).out


def test_an_archive_without_a_registry_is_no_baseline(short_copy: Path, run: Run) -> None:
    path = pack_zip(short_copy.parent, {"README.md": b"x"})
    outcome = run("check-compat", "--against", path.name)
    assert outcome.code == 2
    assert "before.zip: holds no registry.toml" in outcome.err
