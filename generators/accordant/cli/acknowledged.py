"""The acknowledgements of the current registry, applied to what a check of it found."""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from accordant.cli.open_registry import Opened
from accordant.compat import acknowledgement_file, acknowledgements
from accordant.compat.acknowledgements import Acknowledgement, Base
from accordant.compat.identity import Sides, rule_of
from accordant.contract import ContractState, Registry, Release, Version, releases
from accordant.contract.registries import ACKNOWLEDGEMENTS
from accordant.errors import InputError
from accordant.findings import Finding, JsonValue, Place
from accordant.schema import documents
from accordant.schema.documents import Document

MARK = 12
"""The number of digits of a fingerprint that reports show: enough to name one break of a registry."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """The acknowledgements of a registry, and what matching them with findings needs."""

    registry: Registry
    base: Registry | None
    acknowledgements: tuple[Acknowledgement, ...]
    today: datetime.date
    base_name: str = ""
    """What the base is called in findings."""
    base_option: str = ""
    """The option that named the base, as it is typed."""
    of_base: tuple[Acknowledgement, ...] = ()
    """What the base accepts itself."""

    def apply(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """The findings, accepted ones as notes, then findings about expired and unused acknowledgements."""
        judged = acknowledgements.apply(
            findings, self.acknowledgements, self.today, reached=self.reached, sides=self.sides,
            base=self._base,
        )  # fmt: skip
        return tuple(self.offer(finding) for finding in judged)

    @property
    def _base(self) -> Base | None:
        return Base(self.is_base, self.of_base) if self.base is not None else None

    def is_base(self, finding: Finding) -> bool:
        """Whether a finding was found against the base, or against a release that says the same as the base."""
        if self.base is None or self.against(finding):
            return self.base is not None
        older, state = self._baseline_state(finding), _state(self.base, finding)
        return older is not None and state is not None and releases.same(state, older)

    def ending(self, findings: Iterable[Finding], coming: Mapping[str, str]) -> Iterator[Finding]:
        """A finding for each acknowledgement that releases (by version) end while its break is still there."""

        def comes(subject: str, end: str) -> bool:
            return self.reached(subject, end) or any(_ends(subject, end, *release) for release in coming.items())

        return acknowledgements.ending(
            findings, self.acknowledgements, self.today, reached=self.reached, comes=comes, sides=self.sides
        )

    def reasons(self, findings: Iterable[Finding]) -> list[dict[str, JsonValue]]:
        """The breaks among findings that are accepted, as a release keeps them."""
        return list(map(acknowledgements.record, acknowledgements.used(findings, self.live(), self.sides)))

    def live(self) -> list[Acknowledgement]:
        """The acknowledgements that still count."""
        return [ack for ack in self.acknowledgements if not ack.has_expired(self.today, self.reached)]

    def offer(self, finding: Finding) -> Finding:
        """The finding, whose next step also says how to accept it."""
        if not acknowledgements.may_be(finding):
            return finding
        mark = acknowledgements.of(finding, self.sides).fingerprint
        is_once_more = any(ack.fingerprint == mark for ack in self.of_base) and self.is_base(finding)
        option = f" {self.base_option}" if self.against(finding) or is_once_more else ""
        accepting = f"to accept it: registry ack add {mark[:MARK]}{option} --reason WHY"
        return replace(finding, way_out=f"{finding.way_out}\n{accepting}")

    def against(self, finding: Finding) -> str:
        """The base, where a finding is about it; nothing where it is about a release."""
        return self.base_name if self.base is not None and finding.baseline == self.base_name else ""

    def newest_release(self, finding: Finding) -> str:
        """The newest release of the version that a finding is about; empty where there is none."""
        version = _version(self.registry, finding.subject)
        return version.releases[-1].name if version and version.releases else ""

    def is_settled(self, ack: Acknowledgement) -> bool:
        """Whether the comparisons of this run would find the break of an acknowledgement, if it is there."""
        return self.base is not None or not ack.against

    def reached(self, subject: str, end: str) -> bool:
        """Whether a release (``1.3``) of the subject's version, or a released version (``v2``), is there."""
        contract = self.registry.contract(subject.partition("/")[0])
        if contract is None:
            return False
        if end.startswith("v"):
            return any(other.major >= int(end[1:]) and other.releases for other in contract.versions)
        version = _version(self.registry, subject)
        return version is not None and any(_number(release.name) >= _number(end) for release in version.releases)

    def sides(self, finding: Finding) -> tuple[ContractState | None, ContractState | None]:
        """The older and the newer state that a finding is about."""
        return self._baseline_state(finding), _state(self.registry, finding)

    def _baseline_state(self, finding: Finding) -> ContractState | None:
        """The release with which the finding compares, else the state in the base."""
        version = _version(self.registry, finding.subject)
        for release in version.releases if version else ():
            if finding.baseline in (release.name, f"release {release.name}"):
                return release.read()
        return _state(self.base, finding) if self.base else None


def _ends(subject: str, end: str, version: str, release: str) -> bool:
    """Whether a release of a version (``cobre/v2``) is the end of an acknowledgement about a subject, or beyond it."""
    contract, _, name = version.partition("/")
    if end.startswith("v"):
        return subject.startswith(f"{contract}/") and int(name[1:]) >= int(end[1:])
    return subject.startswith(f"{version}/") and _number(release) >= _number(end)


def _version(registry: Registry, subject: str) -> Version | None:
    """The version of a registry that a subject (``cobre/v1/response``) belongs to."""
    contract_name, _, rest = subject.partition("/")
    contract = registry.contract(contract_name)
    return contract.version(rest.partition("/")[0]) if contract else None


def _state(registry: Registry, finding: Finding) -> ContractState | None:
    version = _version(registry, finding.subject)
    return version.state if version else None


def accepted_with(release: Release) -> list[Acknowledgement]:
    """The breaks that a release was accepted with, as its file keeps them."""
    return acknowledgements.recorded(releases.accepted_in(release.document()))


def lookup(acks: Iterable[Acknowledgement], sides: Sides) -> Callable[[Finding], Acknowledgement | None]:
    """A function that says which of the acknowledgements matches a finding."""
    by_fingerprint = {ack.fingerprint: ack for ack in acks}
    about = {(rule_of(ack.rule), ack.subject) for ack in by_fingerprint.values()}

    def of(finding: Finding) -> Acknowledgement | None:
        if not acknowledgements.may_be(finding) or (rule_of(finding.rule), finding.subject) not in about:
            return None  # without looking for what the two sides say, which takes long
        return by_fingerprint.get(acknowledgements.of(finding, sides).fingerprint)

    return of


def sides_of(old: ContractState, new: ContractState) -> Sides:
    """The sides of findings about two states."""
    return lambda _: (old, new)


def sides_between(old: Registry, new: Registry) -> Sides:
    """The sides of findings about two registries."""
    return lambda finding: (_state(old, finding), _state(new, finding))


def load(
    opened: Opened, registry: Registry, base: Registry | None = None, base_name: str = "", base_option: str = ""
) -> Accepted:
    """The acknowledgements of a registry; none where there is no file.

    Raises:
        InputError: the file cannot be used.
    """
    today, of_base = datetime.date.today(), _read_base(base)
    accepted = Accepted(registry, base, read(opened), today, base_name, base_option, of_base)
    for ack in accepted.acknowledgements:
        _refuse_coming_release(accepted, ack)
    return accepted


def _refuse_coming_release(accepted: Accepted, ack: Acknowledgement) -> None:
    """Refuse a newest release that is not there yet: it would accept what later ones promise."""
    version = _version(accepted.registry, ack.subject)
    if version and ack.newest_release and not accepted.reached(ack.subject, ack.newest_release):
        reason = f"newest-release: {version.contract}/{version.name} has no release {ack.newest_release}"
        place = ack.place or Place(ACKNOWLEDGEMENTS)
        raise InputError(reason, place, next_step="name the newest release that there was when it was accepted")


def read(opened: Opened) -> tuple[Acknowledgement, ...]:
    """What the registry's ``acknowledgements.toml`` holds."""
    document = document_of(opened)
    return acknowledgement_file.read(document) if document else ()


def _read_base(base: Registry | None) -> tuple[Acknowledgement, ...]:
    """What a base accepts; nothing where its file cannot be read: this very change may mend it."""
    with contextlib.suppress(InputError):
        document = base.acknowledgements() if base else None
        return acknowledgement_file.read(document) if document else ()
    return ()


def document_of(opened: Opened) -> Document | None:
    """The file, or None where there is none."""
    read, list_ = opened.reading()
    if not any(name == ACKNOWLEDGEMENTS for name, _ in list_("")):
        return None
    try:
        data = read(ACKNOWLEDGEMENTS)
    except InputError as error:
        error.place = replace(error.place, path=opened.shown + error.place.path)
        raise
    return documents.parse(data, path_of(opened))


def path_of(opened: Opened) -> str:
    """The file as it is shown."""
    return opened.shown + ACKNOWLEDGEMENTS


def _number(release: str) -> tuple[int, ...]:
    return tuple(int(number) for number in release.split("."))
