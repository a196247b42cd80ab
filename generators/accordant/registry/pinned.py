"""Contracts that another registry publishes, as far as ``[depends]`` in ``registry.toml`` pins releases of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from accordant.contract import Contract, ContractState, Dependency, Registry, Release, Version, releases
from accordant.errors import InputError
from accordant.findings import Place
from accordant.registry import layout
from accordant.schema import documents, pointers
from accordant.schema.documents import Document


def pinned_contracts(registry: Registry, recall: Callable[[str], bytes | None], only: str | None) -> Iterator[Contract]:
    """The contracts that a registry pins, each version at its pinned release, as its working state.

    Args:
        registry: the registry, whose ``registry.toml`` has the pins.
        recall: gives the bytes with a digest; None where they are not on this machine.
        only: the name of the one contract to give; None for all.

    Raises:
        InputError: a release is not pinned, or not on this machine, or its file says that it is another one.
    """
    wanted = sorted((pin for pin in registry.depends if only in (None, pin.contract)), key=_by_version)
    for name, pins in groupby(wanted, lambda pin: pin.contract):
        yield _contract(name, [_version(registry, pin, recall) for pin in pins])


def read_pinned(dependency: Dependency, data: bytes, place: Place) -> ContractState:
    """The state in a release file, which is of the release that is pinned.

    Raises:
        InputError: it is not a release file, or one of another release.
    """
    document = _document(dependency, data)
    state = releases.read(document)
    release = f"{state.contract}/{state.version}@{document.value.get('release')}"
    if release != dependency.name:
        reason = f"{dependency.digest} is {release}, not {dependency.name}"
        step = "run: registry pull, which writes the digest of the release that is named"
        raise InputError(reason, place, next_step=step, rule="pin-broken")
    for part in (*state.schemas, *state.code_lists, *state.streams):
        if not layout.NAME.fullmatch(part):  # names become names of files
            step = "pin a release that registry release has made"
            raise InputError(
                f"{release} has a part {part[:100]!r}, which is not a name", place, next_step=step, rule="format"
            )
    return state


def place_of(registry: Registry, dependency: Dependency, key: str = "") -> Place:
    """Where a dependency, or a key of it, stands in ``registry.toml``."""
    pointer = pointers.join(dependency.pointer, key) if key else dependency.pointer
    return registry.document.place(pointer) if registry.document else Place(layout.CONFIG, pointer=pointer)


def _by_version(dependency: Dependency) -> tuple[str, int]:
    return dependency.contract, int(dependency.version[1:])


def _contract(name: str, versions: Iterable[Version]) -> Contract:
    listed = tuple(versions)
    state = listed[-1].state
    return Contract(name, name, promise=state.promise, enums=state.enums, carrier=state.carrier, versions=listed)


def _version(registry: Registry, dependency: Dependency, recall: Callable[[str], bytes | None]) -> Version:
    data = recall(dependency.digest) if dependency.digest else None
    if data is None:
        lacks = "is not on this machine" if dependency.digest else "has no digest"
        step = "run: registry pull" + (" --locked" if dependency.digest else "")
        place = place_of(registry, dependency)
        raise InputError(f"{dependency.name} {lacks}", place, next_step=step, rule="pin-broken")
    state = read_pinned(dependency, data, place_of(registry, dependency, "digest"))
    default = dependency.default_schema or (next(iter(state.schemas)) if len(state.schemas) == 1 else "")
    if default and default not in state.schemas:
        place = place_of(registry, dependency, "default-schema")
        step = f"use one of these: {', '.join(sorted(state.schemas))}"
        raise InputError(f"{dependency.name} has no schema {default!r}", place, next_step=step, rule="format")
    release = Release(
        dependency.release, dependency.path, lambda: state, lambda: _document(dependency, data), lambda: data
    )
    return Version(dependency.contract, dependency.version, state, default_schema=default, releases=(release,))


def _document(dependency: Dependency, data: bytes) -> Document:
    return documents.parse(data, f"{dependency.source}:{dependency.path}")
