"""A break in a definition that several places of documents share is one difference, which names them all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from accordant.compat.changes import Change
from accordant.compat.judgement import Difference
from accordant.findings import Severity
from accordant.schema.json_values import canonical


def told_once(differences: Iterable[Difference]) -> Iterator[tuple[Difference, Sequence[str]]]:
    """Each difference that stands at places of its own, with the further paths in documents where it is seen."""
    groups: dict[object, list[Difference]] = {}
    for number, difference in enumerate(differences):
        is_break = difference.rule.severity == Severity.ERROR  # pages put notes together themselves
        key = _key(difference, difference.change) if is_break and difference.change is not None else number
        groups.setdefault(key, []).append(difference)
    for group in groups.values():
        paths = [difference.change.path for difference in group if difference.change is not None]
        proved = next((difference for difference in group if difference.refusal is not None), group[0])
        own = proved.change.path if proved.change is not None else ""
        yield proved, [path for path in dict.fromkeys(paths) if path != own]


def _key(difference: Difference, change: Change) -> object:
    cases = {tag: sorted(values) for tag, values in change.lost.items()}
    facts = canonical(
        [change.name, change.keyword, change.old, change.new, cases, change.is_forbidden and change.documents]
    )
    own = difference.new if difference.rule.name == "unit-changed" else None  # keys of one map are declared one by one
    return difference.rule.name, difference.old, own, facts
