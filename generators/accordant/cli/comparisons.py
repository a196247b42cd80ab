"""Comparisons as JSON and as lines of text, and the exit code of a verdict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from accordant.cli import exits
from accordant.compat import Comparison
from accordant.compat.rules.notes import ADDITIONS
from accordant.contract.coverage import Coverage
from accordant.findings import Finding, JsonValue, Place, Severity, Verdict
from accordant.schema.vocabulary import enumeration

_FAILING: Final = (Severity.ERROR, Severity.UNDECIDED)


def exit_code(verdict: Verdict, fail_on: str) -> int:
    """The exit code of a verdict; with ``fail_on`` ``breaking``, an undecided answer fails nothing."""
    is_let_through = verdict == Verdict.UNDECIDED and fail_on == "breaking"
    return exits.FINE if is_let_through else exits.of_verdict(verdict)


def data(verdict: Verdict, comparisons: Iterable[Comparison], guarded: Coverage) -> JsonValue:
    """A verdict, the comparisons that it is made of and what they guard, as JSON values."""
    compared = [_data(comparison) for comparison in comparisons]
    return {"verdict": verdict.value, "comparisons": compared, "guarded": guarded.data()}


def _data(comparison: Comparison) -> JsonValue:
    return {
        "subject": comparison.subject,
        "baseline": comparison.baseline,
        "verdict": comparison.verdict.value,
        "strict": comparison.strict.value,
        "decided_by": comparison.decided_by,
    }


def lines(comparisons: Iterable[Comparison], accepted: set[Place], findings: Iterable[Finding]) -> Iterator[str]:
    """A line for each schema, code list or stream of which some comparison says more than compatible in both readings.

    Args:
        comparisons: the comparisons, several for what has several releases.
        accepted: the places where all that failed is acknowledged.
        findings: all that is reported; a part that several schemas share is reported for one of them.
    """
    told: dict[Place, set[str]] = {}
    for finding in findings:
        for place in _failing_places([finding]):
            told.setdefault(place, set()).add(finding.subject)
    by_subject: dict[str, list[Comparison]] = {}
    for comparison in comparisons:
        if {comparison.verdict, comparison.strict} != {Verdict.COMPATIBLE}:
            by_subject.setdefault(comparison.subject, []).append(comparison)
    for several in by_subject.values():
        worst = Verdict.worst(comparison.verdict for comparison in several)
        alike = [comparison for comparison in several if comparison.verdict == worst]
        yield f"{_line(alike, accepted)}{_through(alike, told)}"


def _through(alike: list[Comparison], told: Mapping[Place, set[str]]) -> str:
    """The schemas whose findings explain why another schema fails: it has no finding of its own, but refers to them."""
    subjects: set[str] = set()
    for place in (place for comparison in alike for place in _failing_places(comparison.findings)):
        subjects |= told.get(place, set())
    names = [f"`{subject.rpartition('/')[2]}`" for subject in sorted(subjects)]
    return f", through {enumeration(names, 'and')}" if names and alike[0].subject not in subjects else ""


def _line(alike: list[Comparison], accepted: set[Place]) -> str:
    """Comparisons of one schema with one verdict, on one line; what the strict reading says where it differs."""
    first = max(alike, key=lambda comparison: comparison.strict != Verdict.COMPATIBLE)
    differs = f" (strict reading: {first.strict}; decided by the {first.decided_by} reading)"
    is_by_strict = first.decided_by == "strict"  # what differs from it is no matter of reading, such as an address
    readings = "" if is_by_strict or first.strict == first.verdict else differs
    is_settled = all(is_accepted(comparison, accepted) for comparison in alike)
    verdict = f"{first.verdict}, acknowledged" if is_settled else str(first.verdict)
    names = list(dict.fromkeys(comparison.baseline for comparison in alike))
    releases = [name.removeprefix("release ") for name in names if name.startswith("release ")]
    others = [name for name in names if not name.startswith("release ")]
    words = [f"release{'s' * (len(releases) > 1)} {', '.join(releases)}"] if releases else []
    return f"{first.subject} against {', '.join([*words, *others])}: {verdict}{readings}"


def unreleased(findings: Iterable[Finding]) -> Iterator[str]:
    """A line that says how many additions no release holds yet, and what freezes them; none without additions."""
    findings = list(findings)
    added = [finding for finding in findings if finding.rule in ADDITIONS and finding.baseline.startswith("release ")]
    versions = {"/".join(finding.subject.split("/")[:2]) for finding in added}
    if added:
        only = f" {versions.pop()}" if len(versions) == 1 else ""
        count, them = (f"{len(added)} additions", "them") if len(added) > 1 else ("1 addition", "it")
        fails = any(finding.severity in (Severity.ERROR, Severity.UNDECIDED) for finding in findings)
        yield f"not released yet: {count}; registry release{only} freezes {them}{' once nothing breaks' * fails}"


def accepted_places(before: Iterable[Finding], after: Iterable[Finding]) -> set[Place]:
    """The places where nothing fails any more, once acknowledgements were applied."""
    return _failing_places(before) - _failing_places(after)


def is_accepted(comparison: Comparison, accepted: set[Place]) -> bool:
    """Whether a comparison fails, and only at places that are accepted."""
    own = _failing_places(comparison.findings)
    return bool(own) and own <= accepted


def _failing_places(findings: Iterable[Finding]) -> set[Place]:
    """Where findings fail, on the older side if they have one: a part that several schemas share stands there once."""
    failing = (finding for finding in findings if finding.severity in _FAILING)
    places = (part.old_place or part.place for finding in failing for part in finding.parts or (finding,))
    return {place for place in places if place is not None}
