"""The judgement between two states of the rules, for those who read documents and for those who write them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from accordant.compat.behaviour_facts import Table, is_implied, to_list
from accordant.compat.behaviour_sides import Pair, Sides, capital
from accordant.findings import Finding, JsonValue

_CLAIMS: Final = ("check", "holds", "lines")
"""The keys whose members programs judge, each by itself."""
_JUDGES: Final = ("enforced-by", *_CLAIMS)

_LOOSER: Final = (
    ("observable", False, "is no longer judged"),
    ("severity", "warning", "is a warning from now on"),
)
"""Keys with the value at which a rule refuses nothing, and the words for a change to it."""

_Found: TypeAlias = Iterator[tuple[str, Finding]]
"""Findings, each with the key of the rule that it is about."""


def judge_rules(sides: Sides) -> Iterator[Finding]:
    """Every break and note about rules: one that asks for less fails readers, one that asks for more fails callers."""
    for pair, note in sides.by_key(
        "rules", sides.old.rules, sides.new.rules, "the rule", lambda rule: str(rule.get("id", ""))
    ):
        if note is not None:
            is_demand = _demands(pair.new or {}) and sides.callers_write(_subjects(sides, pair.new or {}))
            yield _demand(sides, pair) if is_demand else note
        elif pair.new is None:
            is_break = sides.program_writes(_subjects(sides, pair.old))
            yield sides.gone("producer-rule-removed" if is_break else "behaviour-changed", pair)
        else:
            yield from _changed(sides, pair, pair.new)


def _changed(sides: Sides, pair: Pair, new: Table) -> Iterator[Finding]:
    """What is reported about a rule that both sides have; no change is passed over."""
    findings = [*_weaker(sides, pair, new), *_stricter(sides, pair, new)]
    findings += () if any(key == "schema" for key, _ in findings) else _found_documents(sides, pair, new)
    yield from {id(finding): finding for _, finding in findings}.values()  # one may tell of several keys
    yield from sides.texts(pair, ("says",))
    same = ("schema",) if sides.subject(pair.old.get("schema")) == sides.subject(new.get("schema")) else ()
    yield from sides.rest(pair, {"says", *same, *(key for key, _ in findings)})


def _found_documents(sides: Sides, pair: Pair, new: Table) -> _Found:
    """The note that a rule which was about no documents is about some now."""
    schema = sides.subject(new.get("schema"))
    if schema and sides.was_about_none(pair.old) and _subjects(sides, pair.old) == {""}:
        yield "schema", sides.found_documents(pair.word, pair.new_at, schema)


def _weaker(sides: Sides, pair: Pair, new: Table) -> _Found:
    """What readers of the release rely on, and producers no longer have to keep."""
    old = pair.old
    if not sides.program_writes(_subjects(sides, old)):
        return
    for key, lost in _moved(sides, old, new):
        if sides.program_writes(lost):
            others = "no documents" if sides.is_about_none(new) else "other documents"
            message = f"{capital(pair.word)} is about {others}."
            yield key, sides.of("producer-rule-weakened", message, pair, (key,))
    for key in _JUDGES:
        if old.get(key) and not new.get(key) and not (key == "enforced-by" and _is_judged(new)):
            yield key, sides.of("producer-rule-weakened", f"{capital(pair.word)} is no longer judged.", pair, (key,))
    for key in _CLAIMS:
        message = f"{capital(pair.word)} no longer holds as before."
        for index, claim, closest in _not_implied(old, new, key):
            places = f"{pair.old_at}/{key}/{index}", f"{pair.new_at}/{key}"
            yield key, sides.finding("producer-rule-weakened", message, *places, claim, closest)
    for key, value, event in _LOOSER:
        if new.get(key) == value != old.get(key):
            yield key, sides.of("producer-rule-weakened", f"{capital(pair.word)} {event}.", pair, (key,))


def _stricter(sides: Sides, pair: Pair, new: Table) -> _Found:
    """What callers that follow the release are now refused for."""
    old = pair.old
    if not _demands(new) or not sides.callers_write(_subjects(sides, new)):
        return
    if not _demands(old):
        message = f"{capital(pair.word)} is demanded of documents that callers write."
        changed = [key for key in (*_JUDGES, *(key for key, _, _ in _LOOSER)) if old.get(key) != new.get(key)]
        finding = sides.of("rule-demanded", message, pair, changed)
        yield from ((key, finding) for key in changed)
        return
    for key, gained in _moved(sides, new, old):
        if sides.callers_write(gained):
            message = f"{capital(pair.word)} is about more of the documents that callers write."
            yield key, sides.of("rule-demanded", message, pair, (key,))
    for key in _CLAIMS:
        message = f"{capital(pair.word)} asks for more in documents that callers write."
        for index, claim, closest in _not_implied(new, old, key, is_whole=True):
            places = f"{pair.old_at}/{key}" if closest is not None else pair.old_at, f"{pair.new_at}/{key}/{index}"
            yield key, sides.finding("rule-demanded", message, *places, closest, claim)


def _demand(sides: Sides, pair: Pair) -> Finding:
    message = f"{capital(pair.word)} was added for documents that callers write."
    return sides.finding("rule-demanded", message, "", pair.new_at, None, dict(pair.new or {}))


def _demands(rule: Table) -> bool:
    """Whether documents are refused for a rule, and no schema refuses them already."""
    return not rule.get("enforced-by") and all(rule.get(key) != value for key, value, _ in _LOOSER)


def _subjects(sides: Sides, rule: Table) -> set[str]:
    """The schemas and streams that a rule is about."""
    return {sides.subject(name) for name in (rule.get("schema"), *to_list(rule, "also"))}


def _moved(sides: Sides, old: Table, new: Table) -> Iterator[tuple[str, set[str]]]:
    """The subjects of a rule that another one is not about, with the key that names them."""
    lost = _subjects(sides, old) - _subjects(sides, new)
    first = lost & {sides.subject(old.get("schema"))}
    yield from ((key, names) for key, names in (("schema", first), ("also", lost - first)) if names)


def _is_judged(rule: Table) -> bool:
    return any(rule.get(key) for key in _JUDGES)


def _not_implied(
    claims: Table, others: Table, key: str, *, is_whole: bool = False
) -> Iterator[tuple[int, JsonValue, JsonValue]]:
    """The claims of one rule that do not follow from those of another, each with its index and the closest one.

    Args:
        claims: the rule whose claims are taken.
        others: the rule from which they are to follow.
        key: where the claims stand.
        is_whole: take them also where the other rule has none.
    """
    before, after = to_list(claims, key), to_list(others, key)
    for index, claim in enumerate(before if after or is_whole else ()):
        if not any(is_implied(claim, other) for other in after):
            yield index, claim, after[index] if index < len(after) else None
