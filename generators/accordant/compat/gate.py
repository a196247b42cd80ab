"""The gate: every version of a registry against every release of it, and against a base where one is given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from accordant.compat import versions
from accordant.compat.rules import BY_NAME
from accordant.compat.versions import Answer
from accordant.contract import Contract, Registry, Release, Version, releases
from accordant.findings import Facts, Finding, JsonValue, Place, Severity


@dataclass(frozen=True, slots=True)
class Outcome:
    """Everything that a check of a registry found."""

    answers: tuple[Answer, ...]
    findings: tuple[Finding, ...]

    @property
    def verdict(self) -> str:
        """breaking, undecided or compatible, for the registry as a whole."""
        severities = {one.severity for one in self.findings}
        if Severity.ERROR in severities:
            return "breaking"
        return "undecided" if Severity.UNDECIDED in severities else "compatible"


def check(registry: Registry, base: Registry | None = None, base_name: str = "", shown: str = "") -> Outcome:
    """Judge a registry.

    Args:
        registry: the working state.
        base: an older state of the same registry (a git ref, a folder), or None.
        base_name: what the base is called in reports.
        shown: what is put before paths of the registry in findings.

    Raises:
        InputError: a release that cannot be read.
    """
    gate = _Gate(registry, base, base_name, shown)
    gate.run()
    return Outcome(tuple(gate.answers), tuple(gate.findings))


class _Gate:
    def __init__(self, registry: Registry, base: Registry | None, base_name: str, shown: str) -> None:
        self.registry, self.base, self.base_name, self.shown = registry, base, base_name, shown
        self.answers: list[Answer] = []
        self.findings: list[Finding] = []
        self.locked = {"/".join(path.split("/")[:2]) for path in registry.lock}

    def run(self) -> None:
        self.findings += self._lock()
        for contract in self.registry.contracts:
            self.findings += self._declared(contract)
            for version in contract.versions:
                self._version(contract, version)
        if self.base is not None:
            self.findings += self._base_lock(self.base)
            self.findings += self._base_folders(self.base)

    def _version(self, contract: Contract, version: Version) -> None:
        before = self._base_version(version)
        if not version.releases and not (before is not None and before.releases):
            place = Place(f"{self.shown}{version.contract}/{version.name}")
            subject = f"{version.contract}/{version.name}"
            message = f"{version.name} of {version.contract} is unreleased; nothing is promised yet."
            way_out = f"when it is ready, run: registry release {subject}"
            self.findings.append(_finding("unreleased", message, place, None, subject, way_out))
            return
        compared = []
        for release in version.releases:
            document = release.document()
            self.findings += self._digest(release, document.text)
            state = releases.read(document)
            compared.append(state)
            newest = release is version.releases[-1]
            self._take(contract, versions.judge(state, version.state, f"release {release.name}", notes=newest))
        if before is not None and before.releases and not any(releases.same(before.state, one) for one in compared):
            self._take(contract, versions.judge(before.state, version.state, self.base_name))

    def _take(self, contract: Contract, found: tuple[list[Answer], list[Finding]]) -> None:
        """Keep an answer; what is said about the promise itself stands in contract.toml."""
        self.answers += found[0]
        found = (found[0], [one if one.place else replace(one, place=_stated(contract)) for one in found[1]])
        said = {(one.rule, one.subject, one.message) for one in self.findings if one.severity != Severity.ERROR}
        self.findings += [one for one in found[1] if (one.rule, one.subject, one.message) not in said]

    def _base_version(self, version: Version) -> Version | None:
        contract = self.base.contract(version.contract) if self.base else None
        return contract.version(version.name) if contract else None

    def _digest(self, release: Release, text: str) -> Iterator[Finding]:
        from accordant.outputs import digest

        said = self.registry.lock.get(release.path)
        place = Place(self.shown + release.path, 1, 1)
        if said is None:
            message = f"The release {release.path} has no line in registry.lock."
            yield _finding("release-unlocked", message, place, None, release.path)
            return
        actual = digest(text)
        if actual != said:
            message = f"The frozen release {release.path} was edited: its digest is not the one in registry.lock."
            yield _finding("release-edited", message, place, Facts(said, actual), release.path)

    def _lock(self) -> Iterator[Finding]:
        present = {
            release.path
            for contract in self.registry.contracts
            for version in contract.versions
            for release in version.releases
        }
        gone: dict[str, list[str]] = {}
        for path in self.registry.lock:
            if path not in present:
                gone.setdefault("/".join(path.split("/")[:2]), []).append(path)
        for subject, paths in gone.items():
            contract_name, _, version_name = subject.partition("/")
            contract = self.registry.contract(contract_name)
            version = contract.version(version_name) if contract else None
            place = Place(f"{self.shown}registry.lock")
            if contract is None:
                message = f"The contract {contract_name} is gone; registry.lock names its releases."
                yield _finding("contract-removed", message, place, Facts(paths, None), subject)
            elif version is None and _status(contract, version_name) != "retired":
                until = _until(contract, version_name)
                message = f"{version_name} of {contract_name} is gone; it is supported until {until}."
                yield _finding("version-removed", message, place, Facts(paths, None), subject)
            elif version is not None:
                for path in paths:
                    message = f"The release {path} is gone; registry.lock names it."
                    yield _finding("release-missing", message, place, Facts(path, None), subject)

    def _declared(self, contract: Contract) -> Iterator[Finding]:
        for name in contract.declared:
            subject = f"{contract.name}/{name}"
            if contract.version(name) is None and _status(contract, name) != "retired" and subject not in self.locked:
                place = contract.document.place(f"/versions/{name}") if contract.document else None
                message = f"contract.toml names {name} of {contract.name}, and the folder is not there."
                yield _finding("version-removed", message, place, Facts(name, None), subject)

    def _base_lock(self, base: Registry) -> Iterator[Finding]:
        for path, said in base.lock.items():
            now = self.registry.lock.get(path)
            if now == said:
                continue
            place = Place(f"{self.shown}registry.lock")
            what = "is gone" if now is None else "was changed"
            message = f"The line of {path} in registry.lock {what}; {self.base_name} has it."
            yield _finding("lock-changed", message, place, Facts(said, now), path)

    def _base_folders(self, base: Registry) -> Iterator[Finding]:
        for before in base.contracts:
            now = self.registry.contract(before.name)
            for version in before.versions:
                subject = f"{before.name}/{version.name}"
                if not version.releases or (now is not None and now.version(version.name) is not None):
                    continue
                if any(
                    one.subject == subject and one.rule in ("version-removed", "contract-removed")
                    for one in self.findings
                ):
                    continue
                if now is not None and _status(now, version.name) == "retired":
                    continue
                message = f"{version.name} of {before.name} is gone; {self.base_name} has it."
                place = Place(f"{self.shown}{before.name}")
                yield _finding("version-removed", message, place, Facts(subject, None), subject)


def _stated(contract: Contract) -> Place | None:
    return contract.document.place() if contract.document else None


def _table(contract: Contract, version: str) -> JsonValue:
    if contract.document is None or not isinstance(contract.document.value, dict):
        return {}
    return contract.document.value.get("versions", {}).get(version, {})


def _status(contract: Contract, version: str) -> str:
    return str(_table(contract, version).get("status", ""))


def _until(contract: Contract, version: str) -> str:
    return str(_table(contract, version).get("supported-until") or "its table says that it is retired")


def _finding(
    rule_name: str, message: str, place: Place | None, evidence: Facts | None, subject: str, way_out: str = ""
) -> Finding:
    rule = BY_NAME[rule_name]
    return replace(
        Finding(rule.name, rule.severity, message, place, None, evidence, way_out or rule.way_out), subject=subject
    )
