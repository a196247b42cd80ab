"""Names of generated types that a package had and no longer has, and the names that stand for them.

``names.lock.json`` has the names of the types. With ``names = "kept"`` in the table of a target it also remembers those
that are gone, until somebody gives each an alias or removes it from the file:

    "gone": {"cobre/v1": ["Result"]},
    "aliases": {"cobre/v1": {"Report": "Document"}}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from accordant.findings import Finding, Place, Rule, Severity

NAME_GONE: Final = Rule(
    "generated-name-gone",
    Severity.NOTE,
    "A type that a generated package had is gone.",
    "Programs that import the type by its name no longer compile.",
    "give the definition its name back, or add an alias to names.lock.json",
    "`$defs/Result` is renamed to `$defs/Outcome`",
    'the same with `"aliases": {"acme/v1": {"Result": "Outcome"}}` in names.lock.json',
)

Table = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class NamesLock:
    """What the lock of names says: by contract version, the names by key, those that are gone, and the aliases."""

    names: Table = field(default_factory=dict)
    gone: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    aliases: Table = field(default_factory=dict)

    def aliases_of(self, version: str, names: Mapping[str, str]) -> dict[str, str]:
        """The aliases of a version whose type is there and whose name is free."""
        taken = set(names.values())
        wanted = self.aliases.get(version, {})
        return {alias: name for alias, name in sorted(wanted.items()) if name in taken and alias not in taken}


def names_gone(before: NamesLock, after: Table) -> dict[str, tuple[str, ...]]:
    """By contract version, the names that were there and are neither there nor aliases; whole versions left out."""
    gone = {}
    for version, names in after.items():
        there = {*names.values(), *before.aliases_of(version, names)}
        known = {*before.names.get(version, {}).values(), *before.gone.get(version, ())}
        if known - there:
            gone[version] = tuple(sorted(known - there))
    return gone


def finding_of(version: str, name: str, lock: str, *, is_kept: bool) -> Finding:
    """The finding about a name that is gone; an error where names are kept."""
    rule = NAME_GONE
    severity = Severity.ERROR if is_kept else rule.severity
    step = f'{rule.way_out}: "aliases": {{"{version}": {{"{name}": "NEW"}}}}'
    return Finding(rule.name, severity, f"the type {name} is gone", Place(lock), way_out=step, subject=version)
