"""``registry pull``."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import click

from accordant.cli import exits
from accordant.cli.open_registry import relative_to_here
from accordant.cli.options import format_option, registry_option
from accordant.cli.writing import take_turn_in_folder
from accordant.disk.reading import find_file
from accordant.disk.writing import write_file
from accordant.errors import InputError
from accordant.findings import Place, Report


@click.command(
    "pull",
    epilog="Examples: registry pull oci://registry.example.org/team/contracts@sha256:... --out contracts    "
    "registry pull --locked",
)
@click.argument("address", metavar="[oci://HOST/REPOSITORY[:TAG|@DIGEST]]", required=False)
@click.option("--out", metavar="DIR", help="The folder for the registry; empty, or from an earlier pull.")
@click.option(
    "--locked",
    is_flag=True,
    help="Without an address: pin nothing anew; what is not pinned, or has another digest, fails.",
)
@click.option("--plain-http", is_flag=True, help="Speak to the server without TLS. Default: only to this machine.")
@registry_option
@format_option
def command(address: str | None, out: str | None, locked: bool, plain_http: bool) -> Report:
    """Fetch a published registry into a folder, or the releases that [depends] in registry.toml pins.

    Without an address, each release that registry.toml depends on is fetched, and pinned by the digest of its file;
    commands that read documents and write packages take it from there, without a network. An address with a digest
    is exactly that content, and needs no network where it was fetched before. Needs: pip install 'accordant[oci]'.
    """
    if address is None:
        from accordant.cli.pinned import pull_pinned

        if out is not None:
            raise click.UsageError(
                "--out is for the registry at an address: registry pull oci://HOST/REPOSITORY --out DIR"
            )
        return pull_pinned(locked=locked, plain_http=plain_http)
    if out is None or locked:
        raise click.UsageError("an address goes with --out DIR and without --locked: its digest says what it is")
    return _pull_registry(address, out, plain_http=plain_http)


def _pull_registry(address: str, out: str, *, plain_http: bool) -> Report:
    from accordant.oci import Reference, pull

    reference = Reference.of(address)
    pulled = pull(reference, plain_http=plain_http)
    folder = Path(out)
    with take_turn_in_folder(folder):
        changed = [path for path, data in pulled.files.items() if find_file(folder, path) != data]
        _require_own(folder, pulled.files.keys())
        for path in changed:
            write_file(folder, path, _text(pulled.files[path], f"{reference}: {path}"))
        _write_hidden(folder)
    shown = relative_to_here(folder)
    data = {"address": reference.pinned(pulled.digest), "digest": pulled.digest, "files": sorted(pulled.files)}
    text = f"{len(pulled.files)} files in {shown}, {len(changed)} changed\n{data['address']}"
    return Report("pull", exits.FINE, data=data, text=text)


def _write_hidden(folder: Path) -> None:
    """Write what a registry has in hidden files, which are not published: what its TOML files and its lock rely on."""
    from accordant.registry.editor_formats import renew
    from accordant.registry.init import ATTRIBUTES, ATTRIBUTES_TEXT

    for _ in renew(folder):
        pass
    if find_file(folder, ATTRIBUTES) is None:
        write_file(folder, ATTRIBUTES, ATTRIBUTES_TEXT)


def _text(data: bytes, where: str) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        step = "publish it again: registry push"
        raise InputError("is not UTF-8 text", Place(where), next_step=step, rule="archive-unusable") from error


def _require_own(folder: Path, files: Collection[str]) -> None:
    """Require that a folder holds no other files than those of the registry: they would be read as part of it.

    Raises:
        InputError: it does.
    """
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if path.is_file() and "/".join(parts) not in files and not any(part.startswith(".") for part in parts):
            step = "choose an empty folder, or remove what is in it"
            raise InputError("is not one of the files that are pulled", Place(str(path)), next_step=step, rule="usage")
