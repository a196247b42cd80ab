"""The code lists of the tool's own contract as the code itself would write them."""

from __future__ import annotations

from typing import Any

from accordant.cli import COMMANDS
from accordant.cli.judges import rules
from accordant.compat import RULES as COMPAT
from accordant.findings import Rule, Severity

FINDINGS_ONLY = ("lint",)
"""Commands that say everything in findings."""


EMITTERS = {
    "lint": ("lint", "release"),
    "check-compat": ("check-compat", "release"),
    "validate": ("validate", "conform"),
    "conform": ("conform",),
    "enforce": ("enforce",),
    "gen": ("gen", "docs"),
    "export": ("export",),
}
"""Which commands report what a judge finds."""
EMITTERS_OF_RULE = {"format-differs": ("format",)}
"""The same for rules that another command reports than their judge."""


def rule_list() -> dict[str, Any]:
    """``rules.codes.json``: an entry for each word that a finding may carry."""
    known = [command.name for command in COMMANDS]
    entries: dict[str, dict[str, Any]] = {}
    for judge, rule in rules():
        entry = entries.setdefault(rule.name, _entry(judge, rule))
        emitters = EMITTERS_OF_RULE.get(rule.name, EMITTERS[judge])
        more = [name for name in emitters if name in known and name not in entry["commands"]]
        entry["commands"] += more
    return {
        "title": "Rules",
        "description": "The words of what findings are about. A break or an undecided answer that people acknowledged "
        "is shown as a note.",
        "source": "the lists RULES of accordant.lint, accordant.compat, accordant.conform, "
        "accordant.conform.program_rules, accordant.enforce.rules, accordant.outputs.drift and "
        "accordant.gen.unhonoured",
        "identifier": "rule",
        "spelling": "^[a-z]+(-[a-z]+)*$",
        "extensible": False,
        "entries": list(entries.values()),
    }


def _entry(judge: str, rule: Rule) -> dict[str, Any]:
    acknowledged = any(entry.name == rule.name for entry in COMPAT) and rule.severity in ("error", "undecided")
    return {
        "id": rule.name,
        "category": judge,
        "severity": [str(rule.severity), *map(str, rule.also), *([str(Severity.NOTE)] if acknowledged else [])],
        "meaning": rule.says,
        "action": rule.way_out,
        "commands": [],
        "example": {"found": rule.breaking, "passed": rule.fine},
    }


def command_list() -> dict[str, Any]:
    """``commands.codes.json``: an entry for each command."""
    return {
        "title": "Commands",
        "description": "The commands that answer with a report.",
        "source": "accordant.cli.COMMANDS",
        "identifier": "command",
        "spelling": "^[a-z]+(-[a-z]+)*$",
        "extensible": False,
        "entries": [
            {
                "id": command.name,
                "category": "findings-only" if command.name in FINDINGS_ONLY else "yields-data",
                "meaning": command.help,
            }
            for command in COMMANDS
        ],
    }
