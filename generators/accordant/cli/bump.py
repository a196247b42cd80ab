"""``registry bump``."""

from __future__ import annotations

import click

from accordant.cli import exits
from accordant.cli.open_registry import find
from accordant.cli.options import format_option, registry_option
from accordant.findings import Report


@click.command("bump", epilog="Example: registry bump cobre   then make the breaking edit in cobre/v2")
@click.argument("contract")
@registry_option
@format_option
def command(contract: str) -> Report:
    """Copy the newest version of a contract to the next major one, where breaking edits are allowed.

    In the copy, the addresses of schemas and the value of the version field name the new version. The copy is a draft
    without a release; the old version stays as it is and keeps its promise.
    """
    from accordant.registry.bump import bump

    opened = find()
    opened.require_own()
    opened.require(contract)
    old, new = bump(opened.folder, contract, opened.shown)
    base = f"{contract}/{new}"
    files = [
        f"{opened.shown}{path.relative_to(opened.folder).as_posix()}"
        for path in sorted((opened.folder / base).rglob("*"))
        if path.is_file()
    ]
    text = [
        f"copied {contract}/{old} to {base}: {len(files)} files, a draft without a release. Next:",
        f"  1. make the breaking edit in {opened.shown}{base}",
        f"  2. say in {opened.shown}{contract}/contract.toml until when {old} is supported",
        f"  3. registry release {base}",
        f'  4. when readers may rely on it, set status = "current" in [versions.{new}] there',
    ]
    data = {"contract": contract, "from": old, "to": new, "files": files}
    return Report("bump", exits.FINE, data=data, text="\n".join(text))
