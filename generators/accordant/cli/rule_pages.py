"""The addresses of the pages of rules, where the current registry says at which address its pages are served."""

from __future__ import annotations

from functools import lru_cache

site = ""
"""What the registry says that the command loaded last; a run of the command line begins with ""."""


def address(rule: str) -> str:
    """The address of a rule's page; "" where the registry says none, or no judge has the rule."""
    judge = _judges().get(rule) if site else None
    if not judge:
        return ""
    from accordant.contract.doc_links import page_address, rule_page

    return page_address(rule_page(judge, rule), site)


@lru_cache(maxsize=1)
def _judges() -> dict[str, str]:
    """The judge of each rule, by the rule's name."""
    from accordant.cli.judges import rules

    return {rule.name: judge for judge, rule in rules()}
