"""The acknowledgements of the registry at hand, applied to what a check of it found."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from accordant.cli.open_registry import Opened
from accordant.compat import acknowledgements
from accordant.compat.acknowledgements import Acknowledgement
from accordant.compat.identity import Sides
from accordant.contract import Contract, Registry, State
from accordant.errors import InputError
from accordant.findings import Finding, JsonValue
from accordant.registry import layout
from accordant.schema import documents
from accordant.schema.documents import Document

MARK = 12
"""So many digits of a fingerprint name a break among those of one registry."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """What people accept in a registry, and what is needed to match it with findings."""

    registry: Registry
    base: Registry | None
    listed: tuple[Acknowledgement, ...]
    today: datetime.date

    def applied(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """The findings with accepted ones as notes, and findings about acknowledgements that no longer fit."""
        found = acknowledgements.apply(findings, self.listed, self.today, reached=self.reached, sides=self.sides)
        return tuple(self.offered(one) for one in found)

    def live(self) -> list[Acknowledgement]:
        """The acknowledgements that still count."""
        return [one for one in self.listed if not one.has_expired(self.today, self.reached)]

    def offered(self, finding: Finding) -> Finding:
        """The finding, whose way out says how it could be accepted."""
        if not acknowledgements.may_be(finding):
            return finding
        mark = acknowledgements.of(finding, self.sides).fingerprint[:MARK]
        return replace(finding, way_out=f"{finding.way_out}\nor accept it: registry ack add {mark} --reason WHY")

    def reached(self, subject: str, end: str) -> bool:
        """Whether a release (``1.3``) of the subject's version, or a released version (``v2``), is there."""
        contract_name, _, rest = subject.partition("/")
        contract = self.registry.contract(contract_name)
        if contract is None:
            return False
        if end.startswith("v"):
            return any(one.major >= int(end[1:]) and one.releases for one in contract.versions)
        version = contract.version(rest.partition("/")[0])
        return version is not None and any(_number(one.name) >= _number(end) for one in version.releases)

    def sides(self, finding: Finding) -> tuple[JsonValue, JsonValue]:
        """The older and the newer schema, code list or stream that a finding is about."""
        contract_name, _, rest = finding.subject.partition("/")
        version_name, _, name = rest.partition("/")
        contract = self.registry.contract(contract_name)
        return self._old(contract, contract_name, version_name, name, finding.baseline), _new(
            contract, version_name, name
        )

    def _old(self, contract: Contract | None, contract_name: str, version: str, name: str, baseline: str) -> JsonValue:
        found = contract.version(version) if contract else None
        for release in found.releases if found else ():
            if baseline in (release.name, f"release {release.name}"):
                return _thing(release.read(), name)
        return _new(self.base.contract(contract_name) if self.base else None, version, name)


def lookup(listed: Iterable[Acknowledgement], sides: Sides) -> Callable[[Finding], Acknowledgement | None]:
    """A function that says which of the acknowledgements matches a finding."""
    known = {one.fingerprint: one for one in listed}

    def of(finding: Finding) -> Acknowledgement | None:
        return known.get(acknowledgements.of(finding, sides).fingerprint) if acknowledgements.may_be(finding) else None

    return of


def between(old: State, new: State) -> Sides:
    """The sides of findings about two states."""

    def sides(finding: Finding) -> tuple[JsonValue, JsonValue]:
        name = finding.subject.partition("/")[2].partition("/")[2]
        return _thing(old, name), _thing(new, name)

    return sides


def load(opened: Opened, registry: Registry, base: Registry | None = None) -> Accepted:
    """The acknowledgements of a registry; none where there is no file.

    Raises:
        InputError: the file cannot be used.
    """
    return Accepted(registry, base, read(opened), datetime.date.today())


def read(opened: Opened) -> tuple[Acknowledgement, ...]:
    """What the registry's ``acknowledgements.toml`` holds."""
    document = document_of(opened)
    return acknowledgements.read(document) if document else ()


def document_of(opened: Opened) -> Document | None:
    """The file, or None where there is none."""
    if not (opened.folder / acknowledgements.NAME).exists():
        return None
    try:
        data = layout.read_file(opened.folder, acknowledgements.NAME)
    except InputError as error:
        error.place = replace(error.place, path=opened.shown + error.place.path)
        raise
    return documents.parse(data, path_of(opened))


def path_of(opened: Opened) -> str:
    """The file as it is shown."""
    return opened.shown + acknowledgements.NAME


def _new(contract: Contract | None, version: str, name: str) -> JsonValue:
    found = contract.version(version) if contract else None
    return _thing(found.state, name) if found else None


def _thing(state: State, name: str) -> JsonValue:
    if name in state.schemas:
        # What it refers to decides as much as the schema itself.
        return {"schema": state.schemas[name].value, "all": state.resources}
    found = state.code_lists.get(name) or state.streams.get(name)
    return found.raw if found else None


def _number(release: str) -> tuple[int, ...]:
    return tuple(int(one) for one in release.split("."))
