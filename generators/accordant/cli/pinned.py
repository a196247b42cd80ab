"""``registry pull`` without an address: the releases that ``[depends]`` in ``registry.toml`` pins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from accordant.cli import exits
from accordant.cli.list_ import pinned_data
from accordant.cli.open_registry import Opened, find
from accordant.cli.writing import take_turn_in_registry
from accordant.contract import ContractState, Dependency, Registry
from accordant.disk.writing import write_file
from accordant.errors import InputError
from accordant.findings import Report
from accordant.oci import Reference, digest_of, fetch_release, published_releases, recall
from accordant.registry import layout
from accordant.registry.edit_depends import pin
from accordant.registry.pinned import place_of, read_pinned

_ANEW = "remove the line digest and run: registry pull"


@dataclass(frozen=True, slots=True)
class _Pulled:
    """A dependency as it is pinned now, and the keys of its table that are to be written."""

    dependency: Dependency
    keys: Mapping[str, str]


def pull_pinned(*, locked: bool, plain_http: bool) -> Report:
    """Fetch every release that the registry pins; where it is not ``locked``, pin what has no digest yet.

    Raises:
        InputError: nothing is pinned, a release is not there, or it has another digest than the pin says.
    """
    opened = find()
    registry = opened.load(only="")
    if not registry.depends:
        step = "add a table [depends.CONTRACT], or give an address: registry pull oci://HOST/REPOSITORY --out DIR"
        raise InputError("registry.toml pins no contract", place_of(registry, _NONE), next_step=step, rule="usage")
    puller = _Puller(registry, plain_http)
    act = puller.hold if locked else puller.resolve
    pulled = [act(dependency) for dependency in registry.depends]
    if any(release.keys for release in pulled):
        opened.require_own()
        _write(opened, pulled)
    return _report(opened, pulled)


_NONE = Dependency("", "", "")


@dataclass(frozen=True, slots=True)
class _Puller:
    registry: Registry
    plain_http: bool

    def hold(self, dependency: Dependency) -> _Pulled:
        """Fetch a release by the digest that it is pinned to."""
        if not dependency.digest:
            raise self._broken(dependency, f"{dependency.name} has no digest", "run: registry pull")
        if self._fetch(dependency) is None:
            now = self._published(dependency)
            has = f"publishes it as {now.digest}" if now.digest else "does not publish it"
            reason = f"{dependency.name} is pinned to {dependency.digest}, and {dependency.source} {has}"
            raise self._broken(dependency, reason, f"find out why; to take what is there, {_ANEW}")
        return _Pulled(dependency, {})

    def resolve(self, dependency: Dependency) -> _Pulled:
        """Fetch a release, and pin it to the digest that it is published with."""
        if dependency.digest and self._is_here(dependency):
            return _Pulled(dependency, {})
        now = self._published(dependency)
        if not now.digest:
            step = "check the release and the address; registry pull ADDRESS --out DIR shows what is there"
            reason = f"{dependency.source} does not publish {dependency.name}"
            raise InputError(reason, place_of(self.registry, dependency), next_step=step, rule="baseline-missing")
        if dependency.digest not in ("", now.digest):
            self._require_another(dependency)
        state = self._fetch(now)
        if state is None:
            raise self._broken(now, f"{now.source} names {now.digest} and does not have it", "publish it again")
        keys = {"digest": now.digest} if now.digest != dependency.digest else {}
        if now.default_schema in state.schemas and not dependency.default_schema:
            keys["default-schema"] = now.default_schema
        return _Pulled(now, keys)

    def _is_here(self, dependency: Dependency) -> bool:
        """Whether the pinned digest is on this machine, and is the release that is pinned."""
        data = recall(dependency.digest)
        try:
            return data is not None and bool(read_pinned(dependency, data, place_of(self.registry, dependency)))
        except InputError:
            return False  # the release was changed by hand, so its digest is looked up

    def _require_another(self, dependency: Dependency) -> None:
        """Require that a digest that is to be replaced is that of another release: a release is never published twice.

        Raises:
            InputError: it is that of this release, or this is not known.
        """
        data = fetch_release(self._reference(dependency), dependency.digest, plain_http=self.plain_http)
        try:
            if data is not None:
                read_pinned(dependency, data, place_of(self.registry, dependency))
        except InputError:
            return
        reason = f"{dependency.name} is pinned to {dependency.digest}, and {dependency.source} has different content"
        raise self._broken(dependency, reason, f"find out why; to take what is there, {_ANEW}")

    def _published(self, dependency: Dependency) -> Dependency:
        """The dependency with the digest that it is published with; without one where it is not published."""
        layer = published_releases(self._reference(dependency), plain_http=self.plain_http).get(dependency.path)
        default = dependency.default_schema or (layer.default_schema if layer else "")
        return replace(dependency, digest=layer.digest if layer else "", default_schema=default)

    def _fetch(self, dependency: Dependency) -> ContractState | None:
        """The state in the file with a digest, which is kept in the cache from now on; None where no server has it."""
        data = fetch_release(self._reference(dependency), dependency.digest, plain_http=self.plain_http)
        if data is None:
            return None
        state = read_pinned(dependency, data, place_of(self.registry, dependency, "digest"))
        if recall(dependency.digest) is None:
            reason = "what was fetched cannot be kept in the user's cache folder"
            step = "set XDG_CACHE_HOME to a folder that may be written"
            raise InputError(reason, next_step=step)
        return state

    def _reference(self, dependency: Dependency) -> Reference:
        return Reference.of(dependency.source)

    def _broken(self, dependency: Dependency, reason: str, step: str) -> InputError:
        return InputError(reason, place_of(self.registry, dependency), next_step=step, rule="pin-broken")


def _write(opened: Opened, pulled: list[_Pulled]) -> None:
    with take_turn_in_registry(opened):
        text = layout.read_file(opened.folder, layout.CONFIG).decode()
        for release in pulled:
            text = pin(text, release.dependency, release.keys, opened.shown + layout.CONFIG)
        write_file(opened.folder, layout.CONFIG, text)


def _report(opened: Opened, pulled: list[_Pulled]) -> Report:
    rows = [{**pinned_data(release.dependency), "pinned_now": "digest" in release.keys} for release in pulled]
    config = layout.read_file(opened.folder, layout.CONFIG)
    data = {"address": opened.shown + layout.CONFIG, "digest": digest_of(config), "files": [], "pinned": rows}
    lines = [
        f"{release.dependency.name} {release.dependency.digest}{', pinned now' * ('digest' in release.keys)}"
        for release in pulled
    ]
    return Report("pull", exits.FINE, data=data, text="\n".join(lines))
