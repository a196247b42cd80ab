"""What changed: the changelog of each contract, and a page for each step from a release to the next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from accordant.compat import RULES as COMPAT
from accordant.contract.doc_links import rule_page
from accordant.docs.change_values import Change, ReleaseStep
from accordant.docs.markdown import bullets, code, fence, heading, json_block, link, page, prose, table, text
from accordant.docs.places import PageData, changes_page, comparison_page, relative, version_page
from accordant.findings import JsonValue

_TITLES: Final[Mapping[str, tuple[str, str]]] = {
    "break": ("Breaks", "break"),
    "undecided": ("Undecided", "undecided"),
    "addition": ("Additions", "addition"),
    "deprecation": ("Deprecations", "deprecation"),
    "note": ("Notes", "note"),
}
_VERDICTS: Final = {
    "breaking": "Old readers break. Each break below comes with its evidence.",
    "undecided": "No break was found, and no proof that there is none.",
    "compatible": "Proved: whoever reads the older side reads the newer one too.",
}
_LONGEST: Final = 1500
"""Letters of a JSON value that is shown; of a longer one, the beginning."""

_MOST: Final = 30
"""Changes of a step that the changelog lists; the page of the step has them all."""

_RULES: Final = frozenset(rule.name for rule in COMPAT)


def pages(subject: PageData) -> Iterator[tuple[str, str]]:
    """The changelog of every contract that has a history, and a page for each of its steps."""
    for contract in subject.registry.contracts:
        steps = subject.steps_of(contract.name)
        if steps:
            yield changes_page(contract.name), page(_changelog(contract.title, steps))
        for step in steps:
            if step.before is not None:
                path = comparison_page(step.contract, step.name)
                yield path, page(_comparison(step, path))


def _changelog(title: str, steps: Sequence[ReleaseStep]) -> Iterator[str]:
    contract = steps[0].contract
    yield heading(1, f"Changes of {contract}")
    yield f"What each release of {text(title or contract)} brought, the newest first. A release is never edited again."
    for step in reversed(steps):
        here = changes_page(contract)
        yield heading(2, _moment(step.after), f"release.{step.after[0]}.{step.after[1].replace('.', '-')}")
        if step.before is None:
            yield f"{_day(step)}The first release." if step.after[1] != "unreleased" else "Not released yet."
            continue
        comparison = link(f"since {text(_moment(step.before))}", relative(here, comparison_page(contract, step.name)))
        yield f"{_day(step)}{_count(step)} {comparison}, *{text(step.verdict)}*."
        notable = [change for change in step.changes if change.kind != "note"]
        yield bullets(_line(change, here) for change in notable[:_MOST])
        if len(notable) > _MOST:
            yield f"And {len(notable) - _MOST} more."


def _moment(moment: tuple[str, str]) -> str:
    return f"{moment[0]} {moment[1]}" if moment[1] == "unreleased" else moment[1]


def _day(step: ReleaseStep) -> str:
    """The day of the newer release as the start of a sentence, where it is recorded."""
    return f"*{text(step.date)}.* " if step.date else ""


def _count(step: ReleaseStep) -> str:
    counts = [(sum(change.kind == kind for change in step.changes), word) for kind, (_, word) in _TITLES.items()]
    parts = [f"{number} {word}{'s' if number > 1 and word != 'undecided' else ''}" for number, word in counts if number]
    return ", ".join(parts) or "No change"


def _line(change: Change, here: str) -> str:
    return f"{prose(change.message)} ({_rule(change.rule, here)} in {code(change.subject)})"


def _rule(rule: str, here: str) -> str:
    """A rule, with a link to its page where it has one."""
    return link(code(rule), relative(here, rule_page("check-compat", rule))) if rule in _RULES else code(rule)


def _comparison(step: ReleaseStep, here: str) -> Iterator[str]:
    assert step.before is not None
    (old_version, old), (new_version, new) = step.before, step.after
    move = f"Move from {old_version} to {new_version}" if step.is_new_version else f"From {old} to {new}"
    yield heading(1, f"{step.contract}: {move[0].lower()}{move[1:]}")
    versions = [
        link(text(f"{step.contract}/{name}"), relative(here, version_page(step.contract, name)))
        for name in dict.fromkeys((old_version, new_version))
    ]
    yield f"{_day(step)}Between {code(old)} and {code(new)} of {' and '.join(versions)}: {_count(step)}."
    yield f"**{text(step.verdict).capitalize()}.** {_VERDICTS.get(step.verdict, '')}"
    yield f"The whole history: {link('changes', relative(here, changes_page(step.contract)))}."
    for kind, (title, _) in _TITLES.items():
        of_kind = [change for change in step.changes if change.kind == kind]
        if of_kind:
            yield heading(2, title, f"kind.{kind}")
            yield from _changes(kind, of_kind, here)


def _changes(kind: str, changes: list[Change], here: str) -> Iterator[str]:
    if kind not in ("break", "undecided"):
        rows = [(prose(change.message), code(change.subject), _rule(change.rule, here)) for change in changes]
        yield table(("Change", "In", "Rule"), rows)
        return
    for change in changes:
        yield f"**{prose(change.message)}** {_rule(change.rule, here)} in {code(change.subject)}"
        yield from _sides(change)
        if change.evidence:
            refused = f", refused at {code(change.at)}" if change.at else ""
            yield f"{change.evidence}{refused}:"
            yield json_block(change.document)
        if change.acknowledged:
            yield f"Accepted: {text(change.acknowledged)}"


def _sides(change: Change) -> Iterator[str]:
    """Both sides of a change, where each is a part of a schema or a fact."""
    if change.old is None and change.new is None:
        return
    for title, value in (("Before", change.old), ("After", change.new)):
        if value is not None:
            yield f"{title}:"
            yield _value(value)


def _value(value: JsonValue) -> str:
    whole = json_block(value)
    return (
        whole if len(whole) <= _LONGEST else fence(whole.split("\n", 1)[1][:_LONGEST].rstrip("`\n") + "\n...", "text")
    )
