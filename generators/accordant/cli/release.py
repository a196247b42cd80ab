"""``registry release``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from accordant.cli import exits
from accordant.cli.open_registry import Opened, find
from accordant.cli.options import command_seconds_option, format_option, registry_option
from accordant.cli.selection import parts, select
from accordant.cli.writing import take_turn_in_registry
from accordant.errors import InputError
from accordant.findings import Finding, JsonValue, Report, Severity

if TYPE_CHECKING:
    from accordant.cli.acknowledged import Accepted
    from accordant.contract import Registry, Version

SHAPE = "CONTRACT/VERSION"


@click.command("release", epilog="Example: registry release cobre/v1 --dry-run")
@click.argument("path", metavar=f"[{SHAPE}]", required=False)
@click.option("--date", metavar="YYYY-MM-DD", help="The day that the release has. Default: today, in UTC.")
@click.option("--dry-run", is_flag=True, help="Show what would be released; write nothing.")
@registry_option
@command_seconds_option
@format_option
def command(path: str | None, date: str | None, dry_run: bool) -> Report:
    """Freeze the additions to a version as its next release, and lock it.

    Without a name: every version that has changed, except drafts and retired ones. A version that breaks one of its
    releases, or a rule of the registry, is refused, and nothing at all is written.
    """
    day = _day(date)
    opened = find()
    if dry_run:
        return _release(opened, path, day, dry_run)
    opened.require_own()
    with take_turn_in_registry(opened):
        return _release(opened, path, day, dry_run)


def _day(given: str | None) -> str:
    """The day of the release.

    Raises:
        InputError: what was given is not a day.
    """
    from accordant.contract.releases import is_date
    from accordant.registry.release import today

    if given is not None and not is_date(given):
        raise InputError(f"{given!r} is not a date", next_step=f"write one such as {today()}", rule="usage")
    return given or today()


def _release(opened: Opened, path: str | None, day: str, dry_run: bool) -> Report:
    from accordant.cli import acknowledged
    from accordant.compat import check
    from accordant.contract.coverage import coverage_of_states
    from accordant.registry.release import freeze

    registry = opened.load()
    changed = [(version, name) for version in _versions_of(registry, path) if (name := _name(registry, version))]
    accepted = acknowledged.load(opened, registry)
    findings = check(registry, prefix=opened.shown).findings if changed else ()
    refusals = tuple(_find_refusals(opened, registry, changed, accepted, findings))
    if refusals:
        return Report("release", exits.of(refusals), refusals, {"releases": []})
    released: list[JsonValue] = []
    text: list[str] = []
    for version, name in changed:
        if not dry_run:
            reasons = accepted.reasons(_since_last(version, findings))
            freeze(opened.folder, version.contract, version.name, opened.shown, day, reasons)
        guarded = coverage_of_states([version.state])
        subject = _subject(version)
        released.append(
            {"version": subject, "release": name, "date": day, "frozen": not dry_run, "guarded": guarded.data()}
        )
        text.append(f"{'would freeze' if dry_run else 'froze'} {subject} as {name}: {guarded.sentence}")
    text = text or [f"nothing to release in {path or 'any version that is neither a draft nor retired'}"]
    if path is None:
        text += [f"{name} is a draft and was left out: registry release {name}" for name in _changed_drafts(registry)]
    else:
        text += [_still_draft(version, opened.shown) for version, _ in changed if version.status == "draft"]
    return Report("release", exits.FINE, data={"releases": released}, text="\n".join(text))


def _name(registry: Registry, version: Version) -> str | None:
    """The name of the release to write, or to finish where a run was interrupted before it wrote the lock."""
    from accordant.registry.release import next_name, unlocked_name

    return unlocked_name(version, registry.lock) or next_name(version)


def _changed_drafts(registry: Registry) -> list[str]:
    """The drafts with changes that a release without a name passes over."""
    versions = [version for contract in registry.contracts for version in contract.versions]
    return [_subject(version) for version in versions if version.status == "draft" and _name(registry, version)]


def _still_draft(version: Version, shown: str) -> str:
    where = f"[versions.{version.name}] of {shown}{version.contract}/contract.toml"
    return f'{_subject(version)} is still a draft: when readers may rely on it, set status = "current" in {where}'


def _versions_of(registry: Registry, path: str | None) -> list[Version]:
    if path is None:
        return [
            version
            for contract in registry.contracts
            for version in contract.versions
            if version.status not in ("draft", "retired")
        ]
    if len(parts(path, 2, SHAPE)) != 2:
        versions = select(registry, path).contract.versions
        step = f"name a version: {', '.join(map(_subject, versions))}" if versions else "run: registry list"
        raise InputError(f"{path!r} is not of the form {SHAPE}", next_step=step, rule="usage")
    version = select(registry, path, SHAPE, 2).version
    return [version] if version else []


def _since_last(version: Version, findings: Iterable[Finding]) -> list[Finding]:
    """What was found against the newest release of a version."""
    baseline = f"release {version.releases[-1].name}" if version.releases else ""
    return [
        finding for finding in findings if finding.baseline == baseline and _is_within(finding, (_subject(version),))
    ]


def _find_refusals(
    opened: Opened,
    registry: Registry,
    changed: list[tuple[Version, str]],
    accepted: Accepted,
    findings: tuple[Finding, ...],
) -> Iterator[Finding]:
    """Why versions must not be frozen as these releases: breaks, undecided answers, and errors that lint finds."""
    from accordant.lint import lint
    from accordant.registry.load import loader
    from accordant.registry.release import unlocked_name

    versions = [version for version, _ in changed]
    subjects = tuple(_subject(version) for version in versions)
    if not subjects:
        return
    begun = [version.releases[-1].path for version in versions if unlocked_name(version, registry.lock)]
    mended = {("release-unlocked", f"{opened.shown}{path}") for path in begun}  # by this very run
    reported = set(mended)
    yield from accepted.ending(findings, {_subject(version): name for version, name in changed})
    for finding in accepted.apply(findings):
        is_refusal = finding.severity in (Severity.ERROR, Severity.UNDECIDED) and _problem(finding) not in mended
        if is_refusal and _is_within(finding, subjects):
            reported.add(_problem(finding))
            yield finding
    for contract in dict.fromkeys(version.contract for version in versions):
        for finding in lint(loader(opened.folder, shown=opened.shown, problems=[], only=contract)):
            repeated = _problem(finding) in reported  # both judges guard the lock
            if finding.severity == Severity.ERROR and not repeated and _is_at(finding, opened.shown, subjects):
                yield finding


def _problem(finding: Finding) -> tuple[str, str]:
    return finding.rule, finding.place.path if finding.place else ""


def _subject(version: Version) -> str:
    return f"{version.contract}/{version.name}"


def _is_within(finding: Finding, subjects: tuple[str, ...]) -> bool:
    return any(finding.subject == subject or finding.subject.startswith(f"{subject}/") for subject in subjects)


def _is_at(finding: Finding, shown: str, subjects: tuple[str, ...]) -> bool:
    """Whether a finding is in a file of these versions, or in one that all versions share."""
    path = finding.place.path.removeprefix(shown) if finding.place else ""
    shared = path.count("/") < 2
    return shared or any(path.startswith(f"{subject}/") for subject in subjects)
