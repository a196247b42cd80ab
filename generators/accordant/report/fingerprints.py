"""A fingerprint for each finding, independent of wording, lines and the order of findings."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence

from accordant.findings import Finding, JsonValue


def fingerprints(findings: Sequence[Finding]) -> Iterator[str]:
    """For each finding 32 hexadecimal digits over rule, subject, baseline, pointer, old and new.

    Findings that are equal in all of these are numbered, so that no two have the same fingerprint.
    """
    seen: dict[str, int] = {}
    for finding in findings:
        place = finding.place or finding.old_place
        where = [place.path, place.pointer] if place else ["", ""]
        parts = [
            finding.rule,
            finding.subject,
            finding.baseline,
            *where,
            _canonical(finding.old),
            _canonical(finding.new),
        ]
        key = "\0".join(parts)
        seen[key] = seen.get(key, 0) + 1
        text = key if seen[key] == 1 else f"{key}\0{seen[key]}"
        yield hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _canonical(value: JsonValue) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), default=str)
