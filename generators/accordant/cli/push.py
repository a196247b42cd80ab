"""``registry push``."""

from __future__ import annotations

import click

from accordant.cli import exits
from accordant.cli.open_registry import Opened, find
from accordant.cli.options import format_option, registry_option
from accordant.contract import Registry
from accordant.errors import InputError
from accordant.findings import Place, Report


@click.command("push", epilog="Example: registry push oci://registry.example.org/team/contracts:main")
@click.argument("address", metavar="oci://HOST/REPOSITORY[:TAG]")
@click.option("--plain-http", is_flag=True, help="Speak to the server without TLS. Default: only to this machine.")
@registry_option
@format_option
def command(address: str, plain_http: bool) -> Report:
    """Publish a registry in an OCI registry, with all its releases.

    A release that is published is never replaced: another content under its name is refused, and so is a registry that
    lacks it. Without a tag it is 'latest'. Credentials are those of docker login. Needs: pip install 'accordant[oci]'.
    """
    from accordant.oci import Reference, push

    reference = Reference.of(address)
    if reference.digest:
        raise click.UsageError("a push needs a tag; what it publishes has its own digest")
    opened = find()
    registry = opened.load(with_examples=False)
    _require_released(registry, opened)
    versions = [version for contract in registry.contracts for version in contract.versions]
    releases = {release.path: version.default_schema for version in versions for release in version.releases}
    data_of = {release.path: release.data() for version in versions for release in version.releases}
    files = {**_files(opened), **data_of}
    pushed = push(reference, files, releases, registry.name, plain_http=plain_http)
    data = {"address": reference.pinned(pushed.digest), "digest": pushed.digest, "releases": sorted(pushed.releases)}
    text = f"published {len(releases)} releases, {pushed.uploaded} parts were new\n{data['address']}"
    return Report("push", exits.FINE, data=data, text=text)


def _require_released(registry: Registry, opened: Opened) -> None:
    """Require that the lock holds for all releases, and that nothing but drafts waits for one.

    Raises:
        InputError: something differs.
    """
    from accordant.outputs import digest
    from accordant.registry.release import next_name

    for contract in registry.contracts:
        for version in contract.versions:
            for release in version.releases:
                if registry.lock.get(release.path) != digest(release.data()):
                    place = Place(opened.shown + release.path)
                    step = "restore the file from version control; registry lint says more"
                    raise InputError("is not what registry.lock says", place, next_step=step, rule="law-broken")
            if version.status != "draft" and next_name(version) is not None:
                name = f"{contract.name}/{version.name}"
                step = f"run: registry release {name}"
                raise InputError(f"{name} has changes without a release", next_step=step, rule="law-broken")


def _files(opened: Opened) -> dict[str, bytes]:
    """Every file of the registry but hidden ones, by path."""
    from accordant.registry import begun_additions

    read, list_ = begun_additions.reading(opened.folder, opened.shown)
    files: dict[str, bytes] = {}
    todo = [""]
    while todo:
        folder = todo.pop()
        for name, is_folder in list_(folder):
            path = f"{folder}/{name}" if folder else name
            if is_folder:
                todo.append(path)
            else:
                files[path] = read(path)
    return files
