"""The judgement between two states of a version's behaviour: rules, computed fields, bytes, modes, readers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from accordant.compat.behaviour_facts import (
    EXPLANATIONS,
    Table,
    Tables,
    is_implied,
    is_subsequence,
    keeps_order,
    substance,
)
from accordant.compat.behaviour_sides import Pair, Sides, capital
from accordant.contract import Behaviour
from accordant.findings import Finding, JsonValue
from accordant.schema.json_values import fingerprint


def judge(old: Behaviour, new: Behaviour, directions: Mapping[str, str] | None = None) -> list[Finding]:
    """Every break and note between two states of a version's behaviour.

    Args:
        old: the behaviour of the release.
        new: that of the working state.
        directions: by the name of a schema, who writes its documents (``output``, ``input`` or ``full``).
    """
    comparison = Sides(old, new, directions or {})
    if not old.tables():
        return [comparison.added("the behaviour of the version", "")] if new.tables() else []
    return [found for chapter in _CHAPTERS for found in chapter(comparison)]


def _rules(sides: Sides) -> Iterator[Finding]:
    for pair, note in sides.by_key("rules", sides.old.rules, sides.new.rules, "the rule", _id):
        if note is not None:
            yield from _added_rule(sides, pair, note)
        elif pair.new is None:
            yield sides.gone("producer-rule-removed", pair)
        else:
            yield from _weaker(sides, pair, pair.new)
            yield from sides.texts(pair, ("says",))


def _added_rule(sides: Sides, pair: Pair, note: Finding) -> Iterator[Finding]:
    """A rule that has come: a demand where callers write the documents and no schema says it, else a note."""
    new = pair.new or {}
    is_demand = sides.directions.get(str(new.get("schema", "")), "output") != "output"
    if is_demand and not new.get("enforced-by") and new.get("observable") is not False:
        message = f"{capital(pair.word)} was added for documents that callers write."
        yield sides.finding("rule-demanded", message, "", pair.new_at, None, dict(new))
    else:
        yield note


def _weaker(sides: Sides, pair: Pair, new: Table) -> Iterator[Finding]:
    old = pair.old
    if old.get("schema", "") != new.get("schema", ""):
        yield sides.of("producer-rule-weakened", f"{capital(pair.word)} is about other documents.", pair, ("schema",))
    for key in ("enforced-by", "check", "holds"):
        if old.get(key) and not new.get(key) and not (key == "enforced-by" and _is_judged(new)):
            message = f"{capital(pair.word)} is no longer judged."
            yield sides.of("producer-rule-weakened", message, pair, (key,))
    for key in ("check", "holds"):
        yield from _lost_implications(sides, pair, new, key)
    if new.get("observable") is False and old.get("observable") is not False:
        yield sides.of("producer-rule-weakened", f"{capital(pair.word)} is no longer judged.", pair, ("observable",))
    if new.get("severity") == "warning" and old.get("severity") != "warning":
        message = f"{capital(pair.word)} is a warning from now on."
        yield sides.of("producer-rule-weakened", message, pair, ("severity",))


def _is_judged(rule: Table) -> bool:
    return any(rule.get(key) for key in ("enforced-by", "check", "holds"))


def _lost_implications(sides: Sides, pair: Pair, new: Table, key: str) -> Iterator[Finding]:
    before, after = (table.get(key) for table in (pair.old, new))
    if not isinstance(before, list) or not isinstance(after, list) or not after:
        return
    for index, implication in enumerate(before):
        if not any(is_implied(implication, other) for other in after):
            closest = after[index] if index < len(after) else None
            message = f"{capital(pair.word)} no longer holds as before."
            old_at, new_at = f"{pair.old_at}/{key}/{index}", f"{pair.new_at}/{key}"
            yield sides.finding("producer-rule-weakened", message, old_at, new_at, implication, closest)


def _compare_derived(sides: Sides) -> Iterator[Finding]:
    lists = (sides.old.derived, sides.new.derived)
    yield from _facts_by_field(sides, "derived", lists, "derived-changed", "the derived field", "is computed otherwise")


def _counting(sides: Sides) -> Iterator[Finding]:
    lists = (sides.old.counting, sides.new.counting)
    yield from _facts_by_field(sides, "counting", lists, "counting-changed", "the counter", "counts something else")


def _facts_by_field(
    sides: Sides, key: str, lists: tuple[Tables, Tables], rule: str, word: str, event: str
) -> Iterator[Finding]:
    """Tables about fields, of which every fact is promised, the words that say it included."""
    for pair, note in sides.by_key(key, *lists, word, _field):
        if note is not None:
            yield note
        elif pair.new is None:
            yield sides.gone(rule, pair)
        else:
            changed = _list_changed_keys(pair.old, pair.new, ())
            if changed:
                yield sides.of(rule, f"{capital(pair.word)} {event}.", pair, changed)


def _list_changed_keys(old: Table, new: Table, explanations: Iterable[str]) -> list[str]:
    """The keys of the older table whose facts differ; texts differ where their words do."""
    left_out = {*EXPLANATIONS, *explanations}
    return [key for key in old if key not in left_out and substance(old[key]) != substance(new.get(key))]


def _serialisation(sides: Sides) -> Iterator[Finding]:
    old, new = sides.old.serialisation, sides.new.serialisation
    pair = Pair("the serialisation", old, "/serialisation", new, "/serialisation")
    fine = (("single-line", True), ("trailing-newline", "required"), ("trailing-newline", "forbidden"))
    for key in _list_changed_keys(old, new, ("key-order", "sort", "key-order-stable")):
        was_free = key == "single-line" or old[key] == "optional"
        if not (was_free and (key, new.get(key)) in fine):
            yield sides.of("serialisation-changed", f"The serialisation promises another `{key}`.", pair, (key,))
    if old.get("key-order-stable") is True and new.get("key-order-stable") is not True:
        message = "The order of the keys may change from run to run."
        yield sides.of("key-order-changed", message, pair, ("key-order-stable",))
    if not is_subsequence(_to_list(old, "key-order"), _to_list(new, "key-order")):
        yield sides.of("key-order-changed", "The keys stand in another order.", pair, ("key-order",))
    for key in new:
        if key not in old and key not in EXPLANATIONS and key != "sort":
            yield sides.added(f"the serialisation's `{key}`", f"/serialisation/{key}")
    yield from _sorting(sides)


def _sorting(sides: Sides) -> Iterator[Finding]:
    olds, news = (_tables(side.serialisation.get("sort")) for side in (sides.old, sides.new))
    for pair, note in sides.by_key("serialisation/sort", olds, news, "the order of", lambda table: str(table["list"])):
        if note is not None:
            yield note
        elif pair.new is None:
            yield sides.gone("sort-order-changed", pair)
        else:
            before, after = _to_list(pair.old, "keys"), _to_list(pair.new, "keys")
            if after[: len(before)] != before or pair.old.get("missing") != pair.new.get("missing"):
                message = f"{capital(pair.word)} is another one."
                yield sides.of("sort-order-changed", message, pair, ("keys", "missing"))


def _modes(sides: Sides) -> Iterator[Finding]:
    left = dict(enumerate(sides.new.modes))
    for index, old in enumerate(sides.old.modes):
        new_index = _find_mode(old, left)
        word = f"the mode `{old.get('flags', '')}`"
        pair = Pair(word, old, f"/modes/{index}", left.pop(new_index, None), f"/modes/{new_index}")
        if pair.new is None:
            yield sides.gone("mode-changed", pair)
            continue
        changed = _list_changed_keys(old, pair.new, ("commands", "says"))
        gained = [key for key in ("omits", "stream") if key in pair.new and key not in old]
        lost = [] if _texts(old, "commands") <= _texts(pair.new, "commands") else ["commands"]
        if changed + gained + lost:
            message = f"{capital(word)} prints something else."
            yield sides.of("mode-changed", message, pair, changed + gained + lost)
        yield from sides.texts(pair, ("says",))
    for index, new in left.items():
        yield sides.added(f"the mode `{new.get('flags', '')}`", f"/modes/{index}")


def _find_mode(old: Table, news: Mapping[int, Table]) -> int:
    """The index of the mode with the same flags that serves most of the same commands; -1 where there is none."""
    same = {index: new for index, new in news.items() if new.get("flags") == old.get("flags")}
    commands = _texts(old, "commands")
    shared = {index: len(commands & _texts(new, "commands")) for index, new in same.items()}
    best = max(same, key=lambda index: (shared[index], -index), default=-1)
    return best if best < 0 or shared[best] or not commands or not _to_list(same[best], "commands") else -1


def _readers(sides: Sides) -> Iterator[Finding]:
    lists = (sides.old.consumer_rules, sides.new.consumer_rules)
    for pair, note in sides.by_key("consumer-rules", *lists, "the rule for readers", _id):
        if note is not None:
            yield note
        elif pair.new is None:
            yield sides.gone("consumer-rule-changed", pair)
        else:
            texts = ("when", "then") if "effects" in pair.old else ()
            changed = _list_changed_keys(pair.old, pair.new, texts)
            changed += [key for key in ("match", "effects", "action") if key in pair.new and key not in pair.old]
            if changed:
                yield sides.of("consumer-rule-changed", f"{capital(pair.word)} decides otherwise.", pair, changed)
            yield from sides.texts(pair, [key for key in texts if key not in changed])
    yield from _asked_in_order(sides)


def _asked_in_order(sides: Sides) -> Iterator[Finding]:
    """Rules that programs act on are asked one after another, so that their order decides too."""
    before, after = (
        [_id(rule) for rule in side.consumer_rules if "effects" in rule] for side in (sides.old, sides.new)
    )
    if not keeps_order(before, after):
        message = "The rules for readers are asked in another order."
        yield sides.finding("consumer-rule-changed", message, "/consumer-rules", "/consumer-rules", before, after)


def _interpretation(sides: Sides) -> Iterator[Finding]:
    old, new = sides.old.interpretation, sides.new.interpretation
    pair = Pair("the interpretation", old, "/interpretation", new, "/interpretation")
    for key in _list_changed_keys(old, new, ("kinds", "details")):
        yield sides.of("interpretation-changed", f"The interpretation has another `{key}`.", pair, (key,))
    if new and not old:
        yield sides.added("the interpretation", "/interpretation")
        return
    for key, word in (("kinds", "the action"), ("details", "the detail")):
        lists = (_tables(old.get(key)), _tables(new.get(key)))
        for part, note in sides.by_key(f"interpretation/{key}", *lists, word, lambda table: str(table.get("name"))):
            yield from _part_of_interpretation(sides, part, note)


def _part_of_interpretation(sides: Sides, part: Pair, note: Finding | None) -> Iterator[Finding]:
    if note is not None:
        yield note
    elif part.new is None:
        yield sides.gone("interpretation-changed", part)
    else:
        changed = _list_changed_keys(part.old, part.new, ("says", "carries"))
        lost = [] if _texts(part.old, "carries") <= _texts(part.new, "carries") else ["carries"]
        if changed + lost:
            yield sides.of("interpretation-changed", f"{capital(part.word)} is another one.", part, changed + lost)
        yield from sides.texts(part, ("says",))


def _scenarios(sides: Sides) -> Iterator[Finding]:
    lists = (sides.old.scenarios, sides.new.scenarios)
    for pair, note in sides.by_key("scenarios", *lists, "the scenario", _id):
        if note is not None:
            yield note
        elif pair.new is None:
            yield sides.gone("scenario-changed", pair)
        else:
            changed = _list_changed_keys(pair.old, pair.new, ("says",))
            if changed:
                yield sides.of("scenario-changed", f"{capital(pair.word)} ends otherwise.", pair, changed)


_CHAPTERS: Final[tuple[Callable[[Sides], Iterator[Finding]], ...]] = (
    _rules,
    _compare_derived,
    _counting,
    _serialisation,
    _modes,
    _readers,
    _interpretation,
    _scenarios,
)


def _id(table: Table) -> str:
    return str(table.get("id", ""))


def _field(table: Table) -> str:
    return f"{table.get('schema', '')}{table.get('field', '')}"


def _texts(table: Table, key: str) -> set[str]:
    """The members of a list as texts: in a file that lint refuses, they may be tables."""
    return set(map(fingerprint, _to_list(table, key)))


def _to_list(table: Table, key: str) -> list[JsonValue]:
    value = table.get(key, [])
    return value if isinstance(value, list) else [value]


def _tables(value: JsonValue) -> Tables:
    return tuple(table for table in value if isinstance(table, dict)) if isinstance(value, list) else ()
