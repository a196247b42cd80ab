"""The gate: every version of a registry against every release of it, and against a base where one is given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol, TypeAlias

from accordant import outputs
from accordant.compat import remembered, rules
from accordant.compat.comparison import PAIR_SECONDS, Comparison
from accordant.compat.rules.severities import IN_NEW_VERSION
from accordant.contract import Contract, ContractState, Registry, Release, Version, releases
from accordant.findings import Facts, Finding, JsonValue, Place, Severity, Verdict
from accordant.outputs.kept_findings import is_final
from accordant.schema.json_values import canonical

_Judged: TypeAlias = tuple[list[Comparison], list[Finding]]


class Memory(Protocol):
    """Remembers judgements by a digest of all that they depend on."""

    def recall(self, key: str) -> JsonValue:
        """What was kept under the key; None where nothing was."""

    def keep(self, key: str, value: JsonValue) -> None:
        """Keep a JSON value under a key."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a check of a registry."""

    comparisons: tuple[Comparison, ...]
    findings: tuple[Finding, ...]

    @property
    def verdict(self) -> Verdict:
        """The verdict on the registry as a whole."""
        return Verdict.of(self.findings)


def check(
    registry: Registry,
    base: Registry | None = None,
    base_name: str = "",
    prefix: str = "",
    *,
    every: bool = False,
    seconds: float = PAIR_SECONDS,
    memory: Memory | None = None,
) -> Outcome:
    """Judge a registry.

    Args:
        registry: the working state.
        base: an older state of the same registry (a git ref, a folder), or None.
        base_name: what the base is called in reports.
        prefix: stands before paths of the registry in findings.
        every: list everything that an edit leads to, rather than the edits.
        seconds: processor time for each pair of schemas.
        memory: where judgements on releases are remembered; None: each is made.

    Raises:
        InputError: a release that cannot be read.
    """
    gate = _Gate(registry, base, base_name, prefix, every, seconds, memory)
    comparisons: list[Comparison] = []
    findings = list(gate.lock())
    for contract in registry.contracts:
        findings += gate.folders(contract)
        for version in contract.versions:
            judged = list(gate.version(contract, version))
            comparisons += [comparison for compared, _ in judged for comparison in compared]
            findings += _without_repeats(findings_of_state for _, findings_of_state in judged)
    if base is not None:
        findings += gate.base_lock(base)
        findings += gate.base_folders(base, findings)
    return Outcome(tuple(comparisons), tuple(findings))


def _without_repeats(judged: Iterable[list[Finding]]) -> Iterator[Finding]:
    """The findings about one version; one that is not a break is listed once, by the first comparison that has it."""
    reported: set[tuple[str, str, str]] = set()
    for findings in judged:
        yield from (finding for finding in findings if _key(finding) not in reported)
        reported |= {_key(finding) for finding in findings if finding.severity != Severity.ERROR}


def _key(finding: Finding) -> tuple[str, str, str]:
    return finding.rule, finding.subject, finding.message


@dataclass(frozen=True)  # no slots: locked versions are kept
class _Gate:
    registry: Registry
    base: Registry | None
    base_name: str
    prefix: str
    every: bool
    seconds: float
    memory: Memory | None
    contents: dict[str, str] = field(default_factory=dict)
    """The digest of each version's content."""

    @cached_property
    def locked(self) -> dict[str, list[str]]:
        """The paths of releases that registry.lock names, by version (``cobre/v1``)."""
        paths: dict[str, list[str]] = {}
        for path in self.registry.lock:
            paths.setdefault("/".join(path.split("/")[:2]), []).append(path)
        return paths

    def version(self, contract: Contract, version: Version) -> Iterator[_Judged]:
        """A version against every release of it, then against its state in the base."""
        before = self._in_base(version)
        if not version.releases and before is None:
            yield [], [self._unreleased_finding(version)]
            return
        for release in version.releases:
            digest = outputs.digest(release.data())
            yield [], list(self._digest(release, digest))
            yield _settle(contract, version, self._against(release, digest, version))
        if before is not None and not any(releases.same(before.state, release.read()) for release in version.releases):
            judged = self._judge(before.state, version.state, self.base_name, notes=True)
            yield _settle(contract, version, judged)

    def _against(self, release: Release, digest: str, version: Version) -> _Judged:
        """A version against one of its releases, from memory where the same question was answered before."""
        notes = release is version.releases[-1]
        if self.memory is None:
            return self._judge_release(release, version, notes=notes)
        parts = [digest, self._content(version), release.name, notes, self.every, self.seconds]
        key = outputs.digest(canonical(parts))
        judged = remembered.read(self.memory.recall(key))
        if judged is None:
            judged = self._judge_release(release, version, notes=notes)
            if is_final(judged[1]):
                self.memory.keep(key, remembered.write(*judged))
        return judged

    def _judge_release(self, release: Release, version: Version, *, notes: bool) -> _Judged:
        return self._judge(release.read(), version.state, f"release {release.name}", notes=notes)

    def _content(self, version: Version) -> str:
        """The digest of all that a judgement on the version depends on: what is promised, and where it stands."""
        name = f"{version.contract}/{version.name}"
        if name not in self.contents:
            parts = [releases.content(version.state), self.prefix, *releases.sources(version.state)]
            self.contents[name] = outputs.digest(canonical(parts))
        return self.contents[name]

    def _judge(self, old: ContractState, new: ContractState, baseline: str, *, notes: bool) -> _Judged:
        from accordant.compat import versions  # loads the algebra

        return versions.judge(old, new, baseline, notes=notes, every=self.every, seconds=self.seconds)

    def _in_base(self, version: Version) -> Version | None:
        """The released version of the same name in the base."""
        contract = self.base.contract(version.contract) if self.base else None
        before = contract.version(version.name) if contract else None
        return before if before is not None and before.releases else None

    def _unreleased_finding(self, version: Version) -> Finding:
        subject = f"{version.contract}/{version.name}"
        return rules.finding(
            "unreleased",
            f"{version.name} of {version.contract} is unreleased; nothing is promised yet.",
            Place(f"{self.prefix}{subject}"),
            way_out=f"when it is ready, run: registry release {subject}",
            subject=subject,
        )

    def _digest(self, release: Release, actual: str) -> Iterator[Finding]:
        locked = self.registry.lock.get(release.path)
        place = Place(self.prefix + release.path, 1, 1)
        if locked is None:
            message = f"The release {release.path} has no line in registry.lock."
            yield rules.finding("release-unlocked", message, place, subject=release.path)
            return
        if actual != locked:
            message = f"The frozen release {release.path} was edited: its digest is not the one in registry.lock."
            evidence = Facts(locked, actual)
            yield rules.finding("release-edited", message, place, evidence=evidence, subject=release.path)

    def lock(self) -> Iterator[Finding]:
        """Releases that registry.lock names and that are gone."""
        present = {
            release.path
            for contract in self.registry.contracts
            for version in contract.versions
            for release in version.releases
        }
        for subject, locked in self.locked.items():
            paths = [path for path in locked if path not in present]
            if paths:
                yield from self._report_lost(subject, paths)

    def _report_lost(self, subject: str, paths: list[str]) -> Iterator[Finding]:
        """The finding that the contract or version of some releases is gone, or one for each release."""
        contract_name, _, version_name = subject.partition("/")
        place = Place(f"{self.prefix}registry.lock")
        contract = self.registry.contract(contract_name)
        if contract is None:
            message = f"The contract {contract_name} is gone; registry.lock names its releases."
            yield rules.finding("contract-removed", message, place, evidence=Facts(paths, None), subject=subject)
        elif contract.version(version_name) is not None:
            for path in paths:
                message = f"The release {path} is gone; registry.lock names it."
                yield rules.finding("release-missing", message, place, evidence=Facts(path, None), subject=subject)
        elif not contract.is_retired(version_name):
            declared = contract.declared.get(version_name)
            until = (declared.supported_until if declared else "") or "its table says that it is retired"
            message = f"{version_name} of {contract_name} is gone; it is supported until {until}."
            yield rules.finding("version-removed", message, place, evidence=Facts(paths, None), subject=subject)

    def folders(self, contract: Contract) -> Iterator[Finding]:
        """Versions that contract.toml names, without a folder and without a release in the lock."""
        for name in contract.declared:
            subject = f"{contract.name}/{name}"
            if contract.version(name) or contract.is_retired(name) or subject in self.locked:
                continue
            place = contract.document.place(f"/versions/{name}") if contract.document else None
            message = f"contract.toml names {name} of {contract.name}, and the folder is not there."
            yield rules.finding("version-removed", message, place, evidence=Facts(name, None), subject=subject)

    def base_lock(self, base: Registry) -> Iterator[Finding]:
        """Lines of the base's registry.lock that were changed or removed."""
        for path, before in base.lock.items():
            after = self.registry.lock.get(path)
            if after == before:
                continue
            event = "is gone" if after is None else "was changed"
            message = f"The line of {path} in registry.lock {event}; {self.base_name} has it."
            place = Place(f"{self.prefix}registry.lock")
            yield rules.finding("lock-changed", message, place, evidence=Facts(before, after), subject=path)

    def base_folders(self, base: Registry, findings: Iterable[Finding]) -> Iterator[Finding]:
        """Released versions of the base that are gone, unless ``findings`` say so already; retired ones as notes.

        That they are retired is the word of the base: a change cannot retire what it takes away.
        """
        removed = ("version-removed", "contract-removed")
        reported = {finding.subject for finding in findings if finding.rule in removed}
        for before in base.contracts:
            contract = self.registry.contract(before.name)
            for version in before.versions:
                subject = f"{before.name}/{version.name}"
                is_there = contract is not None and contract.version(version.name) is not None
                if version.releases and subject not in reported and not is_there:
                    is_retired = contract is not None and before.is_retired(version.name)
                    yield replace(self._removed(subject, is_retired=is_retired), baseline=self.base_name)

    def _removed(self, subject: str, *, is_retired: bool) -> Finding:
        """The finding that a version of the base is gone: a break, unless it is retired."""
        contract, _, version = subject.partition("/")
        place = Place(f"{self.prefix}{contract}")
        if not is_retired:
            message = f"{version} of {contract} is gone; {self.base_name} has it, and does not call it retired."
            return rules.finding("version-removed", message, place, evidence=Facts(subject, None), subject=subject)
        message, step = (
            f"{version} of {contract}, which is retired, is gone.",
            "make sure that nobody reads it any more",
        )
        finding = rules.finding("version-removed", message, place, way_out=step, subject=subject)
        return replace(finding, severity=Severity.NOTE)


def _settle(contract: Contract, version: Version, judged: _Judged) -> _Judged:
    """Add what the judgement of two states lacks: a place for the promise itself, and the newer version, if any.

    Findings without a place are about the promise, so that contract.toml is their place.
    """
    comparisons, findings = judged
    if not findings:
        return judged
    place = contract.document.place() if contract.document else None
    newer, bump = contract.newer_than(version), IN_NEW_VERSION.replace("CONTRACT", contract.name)
    there = f"in {contract.name}/{newer.name}, which is there already" if newer else bump
    return comparisons, [
        replace(finding, place=finding.place or place, way_out=finding.way_out.replace(bump, there))
        for finding in findings
    ]
