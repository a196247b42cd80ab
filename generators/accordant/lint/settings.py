"""What a team sets about lint in ``registry.toml``: severities of rules, and annotation keywords of other tools.

    [lint]
    keywords = ["discriminator", "nullable"]
    rules = {code-undocumented = "warning"}
    contracts.cobre.rules = {code-undocumented = "off"}

A rule that guards releases, or without which a registry cannot be read, may be made stricter and never weaker.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from accordant.contract import Registry
from accordant.findings import Finding, JsonValue, Severity
from accordant.misspelt import near
from accordant.schema import pointers

OFF: Final = "off"
WORDS: Final = (OFF, "note", "warning", "error")
"""What a rule can be set to."""

_NEAR: Final = 0.75
"""How similar a word must be to a rule's name to be taken for it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a registry, or of one contract in it."""

    keywords: frozenset[str] = frozenset()
    rules: Mapping[str, str] = field(default_factory=dict)
    contracts: Mapping[str, Settings] = field(default_factory=dict)

    def keywords_of(self, contract: str) -> frozenset[str]:
        """The further annotation keywords in the schemas of a contract."""
        own = self.contracts.get(contract)
        return self.keywords | own.keywords if own else self.keywords

    def apply(self, finding: Finding, contract: str) -> Finding | None:
        """The finding with the severity that is set for its rule; None where that is off."""
        own = self.contracts.get(contract)
        word = own.rules.get(finding.rule) if own else None
        word = word or self.rules.get(finding.rule, str(finding.severity))
        if word == OFF:
            return None
        return finding if word == finding.severity else replace(finding, severity=Severity(word))


def settings_of(registry: Registry) -> Settings:
    """The settings in ``registry.toml``; what is not of the format is left out, since a rule reports it."""
    value = registry.document.value if registry.document else {}
    return _settings(value.get("lint") if isinstance(value, dict) else None)


def _settings(value: JsonValue) -> Settings:
    table = value if isinstance(value, dict) else {}
    keywords, rules, contracts = (table.get(name) for name in ("keywords", "rules", "contracts"))
    return Settings(
        frozenset(word for word in keywords if isinstance(word, str)) if isinstance(keywords, list) else frozenset(),
        {name: word for name, word in members(rules) if word in WORDS},
        {name: _settings(part) for name, part in members(contracts)},
    )


def step_of_misplaced(value: JsonValue, pointer: str, rules: Iterable[str]) -> str:
    """The next step where a rule stands in ``[lint]`` itself and not in ``rules``; empty for anything else."""
    *above, name = pointers.split(pointer) or [""]
    if above != ["lint"] and (len(above), above[:2]) != (3, ["lint", "contracts"]):
        return ""
    meant, word = near(name, rules, alike=_NEAR), pointers.follow(value, pointer)
    said = word if word in WORDS else "warning"
    return f'write it in rules: rules = {{{meant[0]} = "{said}"}}' if meant and isinstance(word, str) else ""


def members(value: JsonValue) -> list[tuple[str, JsonValue]]:
    """The members of an object; none of anything else."""
    return list(value.items()) if isinstance(value, dict) else []
