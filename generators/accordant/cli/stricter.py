"""What ``[check-compat]`` in ``registry.toml`` makes stricter: a note or warning that fails here.

    [check-compat]
    rules = {default-changed = "error", unreleased = "warning"}

Nothing can be made weaker: a break is accepted one by one, with a reason, by `registry ack`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from accordant.contract import Registry
from accordant.errors import InputError
from accordant.findings import Finding, Place, Severity

_WEIGHTS: Final = {Severity.NOTE: 1, Severity.WARNING: 2, Severity.UNDECIDED: 3, Severity.ERROR: 4}


def require_stricter(registry: Registry) -> None:
    """Require that the settings name rules of check-compat, and make none of them weaker.

    Raises:
        InputError: one does not.
    """
    from accordant.compat import RULES

    own = {rule.name: rule.severity for rule in RULES}
    for name, severity in _settings(registry).items():
        if name not in own:
            step = "correct the name; registry explain --all lists the rules"
            raise InputError(f"check-compat has no rule {name!r}", _place(registry, name), next_step=step)
        if _WEIGHTS[severity] < _WEIGHTS[own[name]]:
            reason = f"{name} is of severity {own[name]}, and can only be made stricter"
            raise InputError(
                reason, _place(registry, name), next_step="remove the line; accept a break by registry ack"
            )


def stricter(
    registry: Registry, findings: tuple[Finding, ...], rules: Iterable[str] | None = None
) -> tuple[Finding, ...]:
    """The findings with the severities that the registry gives them; with ``rules`` those of these rules alone."""
    settings = _settings(registry)
    settings = settings if rules is None else {name: settings[name] for name in rules if name in settings}
    return tuple(
        replace(finding, severity=settings[finding.rule])
        if finding.rule in settings and _WEIGHTS[settings[finding.rule]] > _WEIGHTS[finding.severity]
        else finding
        for finding in findings
    )


def _settings(registry: Registry) -> Mapping[str, Severity]:
    value = registry.document.value if registry.document else {}
    table = value.get("check-compat", {}) if isinstance(value, dict) else {}
    rules = table.get("rules", {}) if isinstance(table, dict) else {}
    words = rules.items() if isinstance(rules, dict) else ()
    return {name: Severity(word) for name, word in words if word in list(Severity)}


def _place(registry: Registry, name: str) -> Place:
    pointer = f"/check-compat/rules/{name}"
    return registry.document.place(pointer) if registry.document else Place("registry.toml", pointer=pointer)
