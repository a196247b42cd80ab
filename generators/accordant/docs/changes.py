"""What changed: the changelog of each contract, and a page for each step from a release to the next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from accordant.compat import RULES as COMPAT
from accordant.contract.doc_links import rule_page
from accordant.docs import behaviour
from accordant.docs.change_groups import ChangeGroup, gather, is_told, name_of
from accordant.docs.change_links import ChangeLinks
from accordant.docs.change_values import Change, ReleaseStep
from accordant.docs.markdown import bullets, code, fence, heading, json_block, link, page, table, text, value
from accordant.docs.places import Book, PageData, changes_page, comparison_page, relative, version_page
from accordant.findings import JsonValue, as_schema, missing_side

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

_BOOST: Final = 0.25
"""How much less what changed counts in a search than what is."""

_UNTOLD: Final = ("id", "source", "observable", "enforced-by")
"""Facts of an entry of the version's behaviour that say nothing about what changed."""

_RENAMED: Final = "field-renamed"

_RULES: Final = frozenset(rule.name for rule in COMPAT)


def pages(subject: PageData) -> Iterator[tuple[str, str]]:
    """The changelog of every contract that has a history, and a page for each of its steps."""
    for contract in subject.registry.contracts:
        steps = subject.steps_of(contract.name)
        books = [book for book in subject.books if book.contract.name == contract.name]
        if steps:
            path = changes_page(contract.name)
            yield (
                path,
                page(
                    _changelog(contract.title, steps, _links(books, path)),
                    describes=f"What changed in each release of {contract.title or contract.name}, newest first.",
                    boost=_BOOST,
                ),
            )
        for step in steps:
            if step.before is not None:
                path = comparison_page(step.contract, step.name)
                yield (
                    path,
                    page(
                        _comparison(step, path, _links(books, path)),
                        describes=f"{contract.name} from {step.before[1]} to {step.after[1]}: {_count(step)}.",
                        boost=_BOOST,
                    ),
                )


def _links(books: Sequence[Book], here: str) -> ChangeLinks:
    return ChangeLinks([book.on(here) for book in books])


def _changelog(title: str, steps: Sequence[ReleaseStep], links: ChangeLinks) -> Iterator[str]:
    contract = steps[0].contract
    yield heading(1, f"Changes of {contract}")
    yield f"What changed in each release of {text(title or contract)}, newest first. A release is never edited again."
    yield _other_comparisons(contract, [step.after for step in steps if step.after[1] != "unreleased"])
    for step in reversed(steps):
        here = changes_page(contract)
        yield heading(2, _moment(step.after), f"release.{step.after[0]}.{step.after[1].replace('.', '-')}")
        if step.before is None:
            yield f"{_day(step)}The first release." if step.after[1] != "unreleased" else "Not released yet."
            continue
        comparison = link(f"since {text(_moment(step.before))}", relative(here, comparison_page(contract, step.name)))
        yield f"{_day(step)}{_count(step)} {comparison}, *{text(step.verdict)}*."
        notable = gather(change for change in _noted(step, links) if change.kind != "note")
        yield bullets(_lines(notable[:_MOST], here, links))
        if len(notable) > _MOST:
            yield f"And {len(notable) - _MOST} more."


def _moment(moment: tuple[str, str]) -> str:
    return f"{moment[0]} {moment[1]}" if moment[1] == "unreleased" else moment[1]


def _other_comparisons(contract: str, releases: Sequence[tuple[str, str]]) -> str:
    """How to compare two releases for which no page is made ahead; "" where there are none."""
    if len(releases) < 3:
        return ""
    oldest, newest = (f"{contract}/{version}@{name}" for version, name in (releases[0], releases[-1]))
    return f"Each is compared with the one before it. Any other two: {code(f'registry diff {oldest} {newest}')}"


def _day(step: ReleaseStep) -> str:
    """The day of the newer release as the start of a sentence; "" where nothing is released yet."""
    if step.after[1] == "unreleased":
        return ""
    return f"*{text(step.date)}.* " if step.date else "*Date not recorded.* "


def _count(step: ReleaseStep) -> str:
    counts = [(sum(change.kind == kind for change in step.changes), word) for kind, (_, word) in _TITLES.items()]
    parts = [f"{number} {word}{'s' if number > 1 and word != 'undecided' else ''}" for number, word in counts if number]
    return ", ".join(parts) or "No change"


def _lines(groups: Sequence[ChangeGroup], here: str, links: ChangeLinks) -> Iterator[str]:
    """A line for each group; what changed in one part by one rule stands below that part, which is named once."""
    for _, alike in groupby(groups, key=lambda group: (group.first.rule, group.first.subject)):
        first, *others = alike
        rule, subject = _rule(first.first.rule, here), links.subject(first.first)
        sentences = [_sentence(group, links) for group in (first, *others)]
        if others:
            yield "\n".join([f"In {subject} ({rule}):", *(f"    - {sentence}" for sentence in sentences)])
        else:
            yield f"{sentences[0]} ({rule} in {subject})"


def _sentence(group: ChangeGroup, links: ChangeLinks) -> str:
    """What changed, each name with a link to its page."""
    return group.sentence(links.name)


def _rule(rule: str, here: str) -> str:
    """A rule, with a link to its page where it has one."""
    return link(code(rule), relative(here, rule_page("check-compat", rule))) if rule in _RULES else code(rule)


def _comparison(step: ReleaseStep, here: str, links: ChangeLinks) -> Iterator[str]:
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
    if step.is_new_version:
        yield from (
            words for book in links.books if book.version.name == new_version for words in behaviour.moves(book)
        )
    changes = _noted(step, links)
    for kind, (title, _) in _TITLES.items():
        of_kind = gather(change for change in changes if change.kind == kind)
        if of_kind:
            yield heading(2, title, f"kind.{kind}")
            yield from _changes(kind, of_kind, here, links)


def _noted(step: ReleaseStep, links: ChangeLinks) -> list[Change]:
    """The changes of a step; where people wrote what took the place of a field, no other field is offered for it."""
    moves = [
        move for book in links.books if book.version.name == step.after[0] for move in book.version.behaviour.moves
    ]
    about = [str(move.get("about", "")) for move in moves if move.get("rule") == _RENAMED and step.is_new_version]
    return [_without_guess(change) if _is_noted(change, about) else change for change in step.changes]


def _is_noted(change: Change, about: Sequence[str]) -> bool:
    return change.rule == _RENAMED and any(code(name_of(change)) in words for words in about)


def _without_guess(change: Change) -> Change:
    """A field that is gone, without the one that was added and has the same schema."""
    return replace(change, message=f"{change.message.partition(';')[0].rstrip('.')}.", old=None, new=None)


def _changes(kind: str, groups: list[ChangeGroup], here: str, links: ChangeLinks) -> Iterator[str]:
    if kind not in ("break", "undecided"):
        rows = [
            (_sentence(group, links), links.subject(group.first), _rule(group.first.rule, here)) for group in groups
        ]
        yield table(("Change", "In", "Rule"), rows)
        return
    for group in groups:
        change = group.first
        yield f"**{_sentence(group, links)}** {_rule(change.rule, here)} in {links.subject(change)}"
        yield from _sides(change) if len(group.changes) == 1 else _list_sides(group)
        if change.evidence:
            refused = f", refused at {code(change.at)}" if change.at else ""
            yield f"{change.evidence}{refused}:"
            yield json_block(change.document)
        if change.acknowledged:
            yield f"Acknowledged: {text(change.acknowledged)}"


def _list_sides(group: ChangeGroup) -> Iterator[str]:
    """What each of several changes of the version's behaviour was about."""
    yield bullets(
        f"{code(name_of(change))}: {text(str(side['says']))}"
        for change in group.changes
        for side in (change.old, change.new)
        if isinstance(side, dict) and "says" in side
    )


def _sides(change: Change) -> Iterator[str]:
    """Both sides of a change, where each is a part of a schema or a fact that the sentence does not say."""
    for title, side, other in (("Before", change.old, change.new), ("After", change.new, change.old)):
        if side is None and change.kind == "break" and isinstance(other, dict) and not _is_behaviour(change):
            yield f"{title}: {missing_side(other)}."
        if side is None or is_told(side, change.message):
            continue
        yield f"{title}:"
        yield bullets(_list_facts(side)) if _is_behaviour(change) and isinstance(side, dict) else _value(side)


def _is_behaviour(change: Change) -> bool:
    return change.subject.endswith("/behaviour")


def _list_facts(entry: Mapping[str, JsonValue]) -> Iterator[str]:
    """The facts of an entry of the version's behaviour, in words; where it stood and who says so is not told here."""
    for fact, given in entry.items():
        if fact not in _UNTOLD and given != "":
            words = fact.replace("-", " ").replace("_", " ").capitalize()
            listed = given if isinstance(given, list) else [given]
            yield f"{text(words)}: {', '.join(text(item) if isinstance(item, str) else value(item) for item in listed)}"


def _value(side: JsonValue) -> str:
    whole = json_block(as_schema(side))
    return (
        whole if len(whole) <= _LONGEST else fence(whole.split("\n", 1)[1][:_LONGEST].rstrip("`\n") + "\n...", "text")
    )
