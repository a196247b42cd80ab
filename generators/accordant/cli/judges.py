"""The rules of every judge, in the order of reports."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.findings import Rule


def rules() -> Iterator[tuple[str, Rule]]:
    """Every rule with the command that uses it, in the order of reports."""
    from accordant.compat import RULES as COMPAT
    from accordant.conform import RULES as CONFORM
    from accordant.conform.program_rules import RULES as PROGRAM
    from accordant.enforce.rules import RULES as ENFORCE
    from accordant.gen.providers.rules import RULES as PROVIDERS
    from accordant.gen.unhonoured import RULES as GEN
    from accordant.lint import RULES as LINT
    from accordant.outputs.drift import RULES as DRIFT

    by_judge = {
        "lint": LINT,
        "check-compat": COMPAT,
        "validate": CONFORM,
        "conform": PROGRAM,
        "enforce": ENFORCE,
        "gen": (*DRIFT, *GEN, *PROVIDERS),
    }
    for judge, judge_rules in by_judge.items():
        for rule in judge_rules:
            yield judge, rule if isinstance(rule, Rule) else rule.rule
