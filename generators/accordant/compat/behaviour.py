"""The judgement between two states of a version's behaviour: rules, computed fields, bytes, modes, readers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from accordant.compat.behaviour_bytes import judge_serialisation
from accordant.compat.behaviour_default import judge_default, judge_names, name_subjects
from accordant.compat.behaviour_facts import (
    EXPLANATIONS,
    Table,
    Tables,
    keeps_order,
    list_changed_keys,
    serves_fewer,
    tables_of,
    texts_of,
    to_list,
)
from accordant.compat.behaviour_fields import judge_counters, judge_derived
from accordant.compat.behaviour_rules import judge_rules
from accordant.compat.behaviour_sides import Pair, Sides, capital, has_another
from accordant.contract import Behaviour
from accordant.findings import Finding, JsonValue, Severity
from accordant.schema.json_values import canonical, fingerprint


def judge(old: Behaviour, new: Behaviour, directions: Mapping[str, str] | None = None) -> list[Finding]:
    """Every break and note between two states of a version's behaviour.

    Args:
        old: the behaviour of the release.
        new: that of the working state.
        directions: by the name of a schema, who writes its documents (``output``, ``input`` or ``full``).
    """
    comparison = name_subjects(Sides(old, new, directions or {}))
    old, new = comparison.old, comparison.new
    moved = list(judge_default(comparison))
    if canonical(old.tables()) == canonical(new.tables()):
        return moved
    findings = [finding for chapter in _CHAPTERS for finding in chapter(comparison)]
    if not old.tables():  # one note about all of it
        breaks = [finding for finding in findings if finding.severity == Severity.ERROR]
        return [*moved, comparison.added("the behaviour of the version", ""), *breaks]
    return [*moved, *findings] or [comparison.rewritten()]


_HELD: Final = frozenset(("prints", "requires", "writes", "same-on-terminal", "omits", "stream"))
"""The keys of a mode that a program must keep to; where a mode has none of them, leaving it out loses nothing."""

_ABOUT_CALLS: Final = frozenset(("commands", "without", "writes", "same-on-terminal"))
"""The keys of a mode about calls and what they do, not about what is printed."""


def _modes(sides: Sides) -> Iterator[Finding]:
    olds, left = _joined(sides.old.modes), _joined(sides.new.modes)
    for index, old in olds.items():
        new_index = _find_mode(old, left)
        word = _word(old)
        pair = Pair(word, old, f"/modes/{index}", left.pop(new_index, None), f"/modes/{new_index}")
        if pair.new is None:
            yield sides.gone("mode-changed", pair)
            continue
        yield from _mode(sides, pair, pair.new)
    for index, new in left.items():
        note = sides.added(_word(new), f"/modes/{index}")
        wider = next((old for old in olds.values() if _is_wider(old, new)), None)
        before = f" Before, such calls were of {_word(wider)}." if wider else ""
        yield replace(note, message=f"{note.message}{before}")


def _joined(modes: Tables) -> dict[int, Table]:
    """The modes by their indexes: several rows for the same calls, or for several commands, are one."""
    joined = dict(enumerate(modes))
    for key in ("requires", "commands"):
        joined = _joined_by(key, joined)
    return joined


def _joined_by(key: str, modes: Mapping[int, Table]) -> dict[int, Table]:
    """Of modes that differ in one list alone the first, with the members of all; without a list it stays as it is."""
    joined: dict[str, tuple[int, Table]] = {}
    for index, mode in modes.items():
        if key not in mode:
            joined[str(index)] = index, mode
            continue
        rest = canonical({name: value for name, value in mode.items() if name != key})
        first, known = joined.get(rest, (index, mode))
        members = {fingerprint(member): member for table in (known, mode) for member in to_list(table, key)}
        joined[rest] = first, {**known, key: list(members.values())}
    return dict(joined.values())


def _word(mode: Table) -> str:
    """What a mode is called in sentences."""
    return f"the mode `{mode['flags']}`" if mode.get("flags") else "the mode without flags"


def _words(mode: Table) -> list[str]:
    return str(mode.get("flags", "")).split()


def _is_wider(old: Table, new: Table) -> bool:
    """Whether a mode spoke of the calls of one with further flags, and a program is held to what it says."""
    commands, others = texts_of(old, "commands"), texts_of(new, "commands")
    shares_commands = not commands or not others or bool(commands & others)
    is_left_out = bool({*map(str, to_list(old, "without"))}.intersection(_words(new)))
    is_within = {*_words(old)} <= {*_words(new)}
    return is_within and shares_commands and not is_left_out and not _HELD.isdisjoint(old)


def _mode(sides: Sides, pair: Pair, new: Table) -> Iterator[Finding]:
    changed = list_changed_keys(pair.old, new, ("flags", "commands", "without", "requires", "says"))
    changed += [key for key in ("omits", "stream") if key in new and key not in pair.old]
    changed += ["requires"] if not texts_of(pair.old, "requires") <= texts_of(new, "requires") else []
    changed += ["commands"] if serves_fewer(texts_of(pair.old, "commands"), texts_of(new, "commands")) else []
    leaves_out_more = not texts_of(new, "without") <= texts_of(pair.old, "without")
    changed += ["without"] if leaves_out_more and not _HELD.isdisjoint(pair.old) else []
    if changed:
        is_about_calls = _ABOUT_CALLS.issuperset(changed)
        message = has_another(pair, changed) if is_about_calls else f"{capital(pair.word)} prints something else."
        yield sides.of("mode-changed", message, pair, changed)
    yield from sides.texts(pair, ("says",))
    yield from sides.rest(pair, {*changed, *(("says",) if "says" in pair.old else ())})


def _find_mode(old: Table, news: Mapping[int, Table]) -> int:
    """The index of the mode with the same flags that serves most of the same commands; -1 where there is none."""
    same = {index: new for index, new in news.items() if _words(new) == _words(old)}
    commands = texts_of(old, "commands")
    shared = {index: len(commands & texts_of(new, "commands")) for index, new in same.items()}
    best = max(same, key=lambda index: (shared[index], -index), default=-1)
    return best if best < 0 or shared[best] or not commands or not to_list(same[best], "commands") else -1


def _readers(sides: Sides) -> Iterator[Finding]:
    lists = (sides.old.consumer_rules, sides.new.consumer_rules)
    for pair, note in sides.by_key("consumer-rules", *lists, "the rule for readers", _id):
        if note is not None:
            yield note
        elif pair.new is None:
            yield sides.gone("consumer-rule-changed", pair)
        else:
            yield from _reader(sides, pair, pair.new)
    yield from _asked_in_order(sides)


def _reader(sides: Sides, pair: Pair, new: Table) -> Iterator[Finding]:
    texts = ("when", "then") if "effects" in pair.old else ()
    changed = list_changed_keys(pair.old, new, texts)
    changed += [key for key in new if key not in pair.old and key not in (*EXPLANATIONS, *texts)]
    if changed:
        yield sides.of("consumer-rule-changed", f"{capital(pair.word)} decides differently.", pair, changed)
    yield from sides.texts(pair, texts)
    yield from sides.rest(pair, {*changed, *(key for key in texts if key in pair.old)})


def _asked_in_order(sides: Sides) -> Iterator[Finding]:
    """Rules that programs act on are asked one after another, so that their order decides too."""
    before, after = (
        [_id(rule) for rule in side.consumer_rules if "effects" in rule] for side in (sides.old, sides.new)
    )
    if not keeps_order(before, after):
        message = "The rules for readers are asked in another order."
        yield sides.finding("consumer-rule-changed", message, "/consumer-rules", "/consumer-rules", before, after)
    else:
        lists = ([_id(rule) for rule in side.consumer_rules] for side in (sides.old, sides.new))
        yield from sides.order("consumer-rules", *lists)


def _interpretation(sides: Sides) -> Iterator[Finding]:
    old, new = sides.old.interpretation, sides.new.interpretation
    pair = Pair("the interpretation", old, "/interpretation", new, "/interpretation")
    if new and not old:
        yield sides.added("the interpretation", "/interpretation")
        return
    changed = list_changed_keys(old, new, ("kinds", "details"))
    changed += [key for key in ("counted-by",) if key in new and key not in old]
    for key in changed:
        yield sides.of("interpretation-changed", f"The interpretation has another `{key}`.", pair, (key,))
    yield from sides.rest(pair, {*changed, "kinds", "details"})
    for key, word in (("kinds", "the action"), ("details", "the detail")):
        lists = (tables_of(old.get(key)), tables_of(new.get(key)))
        for part, note in sides.by_key(f"interpretation/{key}", *lists, word, lambda table: str(table.get("name"))):
            yield from _part_of_interpretation(sides, part, note)


def _part_of_interpretation(sides: Sides, part: Pair, note: Finding | None) -> Iterator[Finding]:
    if note is not None:
        yield note
    elif part.new is None:
        yield sides.gone("interpretation-changed", part)
    else:
        changed = list_changed_keys(part.old, part.new, ("says", "carries"))
        changed += [key for key in ("repeats",) if part.new.get(key) and key not in part.old]
        changed += [] if texts_of(part.old, "carries") <= texts_of(part.new, "carries") else ["carries"]
        if changed:
            yield sides.of("interpretation-changed", f"{capital(part.word)} has changed.", part, changed)
        yield from sides.texts(part, ("says",))
        yield from sides.rest(part, {*changed, *(("says",) if "says" in part.old else ())})


def _scenarios(sides: Sides) -> Iterator[Finding]:
    lists = (sides.old.scenarios, sides.new.scenarios)
    for pair, note in sides.by_key("scenarios", *lists, "the scenario", _id):
        if note is not None:
            yield note
        elif pair.new is None:
            yield sides.gone("scenario-changed", pair)
        else:
            changed = list_changed_keys(pair.old, pair.new, ())
            if changed:
                yield sides.of("scenario-changed", has_another(pair, changed), pair, changed)
            yield from sides.rest(pair, changed)


def _orders(sides: Sides) -> Iterator[Finding]:
    """Notes about lists whose order decides nothing."""
    old, new = sides.old.tables(), sides.new.tables()
    for key in ("rules", "derived", "counting", "modes", "scenarios"):
        yield from sides.order(key, *([_name(table) for table in tables_of(side.get(key))] for side in (old, new)))
    for above, key in (("serialisation", "sort"), ("interpretation", "kinds"), ("interpretation", "details")):
        lists = ([_name(table) for table in tables_of(_below(side.get(above), key))] for side in (old, new))
        yield from sides.order(f"{above}/{key}", *lists)


def _below(value: JsonValue, key: str) -> JsonValue:
    return value.get(key) if isinstance(value, dict) else None


def _name(table: Table) -> str:
    """What tells a table from others of its list, for people."""
    values = (table[key] for key in ("id", "schema", "field", "flags", "commands", "list", "name") if key in table)
    return " ".join(", ".join(map(str, value)) if isinstance(value, list) else str(value) for value in values)


_CHAPTERS: Final[tuple[Callable[[Sides], Iterator[Finding]], ...]] = (
    judge_rules,
    judge_derived,
    judge_counters,
    judge_serialisation,
    _modes,
    _readers,
    _interpretation,
    _scenarios,
    judge_names,
    _orders,
)


def _id(table: Table) -> str:
    return str(table.get("id", ""))
