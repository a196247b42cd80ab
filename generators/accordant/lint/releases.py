"""Releases and their lock: frozen, complete, and readable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from accordant.contract import Contract, Release, Version, releases
from accordant.errors import InputError
from accordant.findings import Facts, Finding, Place, Rule, Severity
from accordant.lint.subject import LintSubject
from accordant.outputs import digest
from accordant.registry import layout
from accordant.schema.lines import lines_of

LOCK: Final = Rule(
    "lock",
    Severity.ERROR,
    "registry.lock has a line that is not a digest and a path, or names a path twice.",
    "The lock is what makes a release unchangeable.",
    "Restore the file from version control; `registry release` alone writes it.",
    "a line edited by hand",
    "the line that `registry release` wrote",
)
CHANGED: Final = Rule(
    "release-changed",
    Severity.ERROR,
    "A release file does not have the digest that registry.lock names.",
    "A release is what consumers were promised. Whoever edits it changes the promise, and nobody notices.",
    "Restore the file from version control, and make a new release instead.",
    "releases/1.0.json, reformatted",
    "releases/1.0.json as it was released",
)
UNLOCKED: Final = Rule(
    "release-unlocked",
    Severity.ERROR,
    "A release file has no line in registry.lock.",
    "Nobody can tell whether it was changed.",
    "Run `registry release`, which completes one that was broken off; where it refuses, remove the file first.",
    "releases/1.1.json copied by hand",
    "releases/1.1.json made by `registry release`",
)
GONE: Final = Rule(
    "release-gone",
    Severity.ERROR,
    "registry.lock names a release file that is missing.",
    "Consumers of that release still rely on it, and nothing is compared with it any more.",
    "Restore the file from version control.",
    "releases/1.0.json deleted",
    "releases/1.0.json as it was released",
)
UNREADABLE: Final = Rule(
    "release-unreadable",
    Severity.ERROR,
    "A release file is not a release, or is one of another contract, version or name.",
    "The working version cannot be compared with it.",
    "Restore the file from version control.",
    "v2/releases/1.0.json",
    "v2/releases/2.0.json",
)

RULES: Final = (LOCK, CHANGED, UNLOCKED, GONE, UNREADABLE)


def check(subject: LintSubject) -> Iterator[Finding]:
    """Whether releases and lock agree, and each release can be read."""
    present: set[str] = set()
    for contract, version in subject.versions:
        for release in version.releases:
            present.add(release.path)
            yield from _check_lock(subject, contract, version, release)
            yield from _check_readable(subject, contract, version, release)
    for path in sorted(subject.registry.lock):
        if path not in present and _is_ours(subject, path) and not subject.has(path) and not _went(subject, path):
            yield GONE.finding(f"{path} is in the lock, but the file is missing", _lock_line(subject, path))


def _is_ours(subject: LintSubject, path: str) -> bool:
    """Whether the lock line belongs to what is linted (all, or one contract)."""
    return subject.loader.only is None or path.startswith(subject.loader.only + "/")


def _went(subject: LintSubject, path: str) -> bool:
    """Whether a release file is gone with the folder of its version, which is retired."""
    name, version, *_ = [*path.split("/"), ""]
    contract = subject.registry.contract(name)
    return contract is not None and contract.version(version) is None and contract.is_retired(version)


def _check_lock(subject: LintSubject, contract: Contract, version: Version, release: Release) -> Iterator[Finding]:
    subject_name = f"{contract.name}/{version.name}"
    place = Place(subject.path(release.path))
    locked = subject.registry.lock.get(release.path)
    if locked is None:
        yield UNLOCKED.finding(f"{release.path} has no line in {layout.LOCK}", place, subject=subject_name)
        return
    try:
        actual = digest(subject.loader.read(release.path))
    except InputError:
        return
    if actual != locked:
        message = f"its sha256 is {actual[:12]}..., the lock says {locked[:12]}..."
        yield CHANGED.finding(message, place, subject=subject_name, evidence=Facts(locked, actual))


def _check_readable(subject: LintSubject, contract: Contract, version: Version, release: Release) -> Iterator[Finding]:
    subject_name = f"{contract.name}/{version.name}"
    try:
        document = release.document()
        releases.read(document)
    except InputError as error:
        place = error.place if error.place.path else replace(error.place, path=subject.path(release.path))
        yield UNREADABLE.finding(error.reason, place, subject=subject_name)
        return
    for key, message in releases.misnamed(document, release.path):
        yield UNREADABLE.finding(message, document.place(f"/{key}"), subject=subject_name)
    if int(release.name.partition(".")[0]) != version.major:
        message = f"release {release.name} lies in the folder of {version.name}"
        yield UNREADABLE.finding(message, document.place(), subject=subject_name)


def _lock_line(subject: LintSubject, path: str) -> Place:
    try:
        text = subject.loader.read(layout.LOCK).decode("utf-8", "replace")
    except InputError:
        return Place(subject.path(layout.LOCK))
    for number, line in enumerate(lines_of(text), start=1):
        if line.endswith(f"  {path}"):
            return Place(subject.path(layout.LOCK), number, 1)
    return Place(subject.path(layout.LOCK))
