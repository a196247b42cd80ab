"""What a condition asks, in words: for messages and for the documentation of generated types."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence

from accordant.findings import JsonValue
from accordant.model import constraints as R

LONGEST = 160
LOOSE = "urn:accordant:schema"
"""The address of a schema that belongs to no registry; it is no word for people."""


def message(condition: R.Condition) -> str:
    """What is wrong with a value that fails the condition, without a subject: ``must be one of "a", "b"``."""
    return _cut(_must(condition))


def sentence(condition: R.Condition) -> str:
    """The rule as a line of documentation: ``if `ok` is true, `error` must be absent``."""
    return _cut(_rule(condition, "the value"), 400)


def _cut(text: str, longest: int = LONGEST) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def _value(value: JsonValue) -> str:
    return _cut(json.dumps(value, ensure_ascii=False), 60)


def _list(values: Sequence[str], word: str = "or") -> str:
    shown = list(values[:8]) + (["…"] if len(values) > 8 else [])
    if not shown:
        return "none of any values"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} {word} {shown[-1]}"


def _range(least: int, most: int | None, one: str, many: str) -> str:
    if most is None:
        return f"at least {least} {one if least == 1 else many}"
    if not least:
        return f"at most {most} {one if most == 1 else many}" if most else f"no {many}"
    return f"exactly {least} {one if least == 1 else many}" if least == most else f"between {least} and {most} {many}"


def _must(c: R.Condition) -> str:
    """The condition as a demand: ``must ...``."""
    words = _demand(c)
    return f"must {words}" if words else _rule(c, "the value")


def _demand(c: R.Condition) -> str:
    match c:
        case R.Fail():
            return "be absent"
        case R.Pass():
            return "be any value"
        case R.IsType(types):
            return f"be {_list([_article(one) for one in types])}"
        case R.IsOneOf(values):
            return f"be {_list([_value(one) for one in values])}"
        case R.Bound(relation, limit):
            return f"be {relation} {limit}"
        case R.MultipleOf(divisor):
            return f"be a multiple of {divisor}"
        case R.Length(least, most):
            return f"have {_range(least, most, 'character', 'characters')}"
        case R.Matches(pattern):
            return f"match {_cut(pattern, 80)}"
        case R.Count(least, most):
            return f"have {_range(least, most, 'item', 'items')}"
        case R.Unique():
            return "have no two equal items"
        case R.Size(least, most):
            return f"have {_range(least, most, 'member', 'members')}"
        case R.Has(names):
            return f"have {_list([f'`{one}`' for one in names], 'and')}"
        case R.Carries(name, values):
            return f"have `{name}` as {_list([_value(one) for one in values])}"
        case R.Contains(test, least, most):
            return f"contain {_range(least, most, 'item', 'items')} that {_state(test)}"
        case R.AnyOf() | R.OneOf() | R.Not() | R.Call():
            return _combined(c)
        case _:
            return ""


def _combined(c: R.Condition) -> str:
    match c:
        case R.AnyOf(parts):
            if all(isinstance(part, R.Has) for part in parts):
                return f"have {_list([_demand(part).removeprefix('have ') for part in parts])}"
            return f"be such that {_list([_states(part, 'it') for part in parts])}"
        case R.OneOf():
            return "satisfy exactly one of the listed alternatives"
        case R.Not(R.Has(names)):
            return f"not have {_list([f'`{one}`' for one in names], 'together with')}"
        case R.Not(R.IsOneOf(values)):
            return f"not be {_list([_value(one) for one in values])}"
        case R.Not(part):
            words = _demand(part)
            return f"not {words}" if words else "not be what the schema excludes"
        case R.Call(key):
            return _called(key.partition(" ")[0])
        case _:
            return ""


def _called(place: str) -> str:
    """A schema by the word that people know it by: the name of a definition, else of the document."""
    document, _, pointer = place.partition("#")
    *before, last = pointer.split("/") if pointer else [""]
    if before and before[-1] in ("$defs", "definitions"):
        return f"be a valid {last}"
    if pointer:
        return f"be what {pointer} describes"
    words = [one for one in re.split(r"[:/]", document) if one and not re.fullmatch(r"v?[0-9.]+", one)]
    name = words[-1].removesuffix(".json").removesuffix(".yaml").removesuffix(".schema") if words else ""
    return f"be a valid {name}" if name and document != LOOSE else "be what the schema describes"


def _article(name: str) -> str:
    return name if name == "null" else f"an {name}" if name[0] in "aio" else f"a {name}"


def _rule(c: R.Condition, subject: str) -> str:
    match c:
        case R.All(parts):
            return _list([_rule(part, subject) for part in parts], "and")
        case R.When(R.IsClosed(), R.IsOneOf() as listed, _):
            return f"{subject} must {_demand(listed)}, or what a later release adds"
        case R.When(R.IsClosed(), then, _):
            return f"{_rule(then, subject)} in the closed view"
        case R.When(test, then, otherwise):
            found: list[str] = []
            if not isinstance(then, R.Pass):
                found.append(f"if {_states(test, subject)}, {_rule(then, subject)}")
            if not isinstance(otherwise, R.Pass):
                word = "otherwise" if found else f"unless {_states(test, subject)}"
                found.append(f"{word}, {_rule(otherwise, subject)}")
            return "; ".join(found)
        case R.Member(name, then):
            return _rule(then, f"`{name}`")
        case R.Items(start, then):
            return _rule(
                then, f"each item of {subject}" if not start else f"each item of {subject} from the {start + 1}th on"
            )
        case R.Item(index, then):
            return _rule(then, f"item {index} of {subject}")
        case R.Members(R.Fail(), None, _):
            return f"{subject} must have no members that the schema does not name"
        case R.Members(then, pattern, _):
            return _rule(then, f"each member of {subject}" + (f" that matches {pattern}" if pattern else ""))
        case R.Names(then):
            return _rule(then, f"each member's name in {subject}")
        case _:
            return f"{subject} must {_demand(c)}"


def _states(c: R.Condition, subject: str) -> str:
    """The condition as a statement of fact: ``ok is true``."""
    match c:
        case R.All(parts):
            told = [part for part in parts if not _implied(part, parts)] or list(parts)
            return _list([_states(part, subject) for part in told], "and")
        case R.AnyOf(parts):
            return _list([_states(part, subject) for part in parts])
        case R.Member(name, then):
            return _states(then, f"`{name}`")
        case R.Carries(name, values):
            return _states(R.Member(name, R.IsOneOf(values)), subject)
        case R.Has(names):
            return f"{_list([f'`{one}`' for one in names], 'and')} {'is' if len(names) == 1 else 'are'} present"
        case R.Not(R.Has(names)):
            return f"{_list([f'`{one}`' for one in names], 'or')} is absent"
        case _:
            return f"{subject} {_state(c)}"


def _implied(part: R.Condition, parts: Sequence[R.Condition]) -> bool:
    """Presence goes without saying where the member's value is told."""
    told = {one.name for one in parts if isinstance(one, R.Member)}
    return isinstance(part, R.Has) and set(part.names) <= told


_STATES: dict[str, Callable[[str], str]] = {
    "be ": lambda words: f"is {words[3:]}",
    "have ": lambda words: f"has {words[5:]}",
    "match ": lambda words: f"matches {words[6:]}",
    "contain ": lambda words: f"contains {words[8:]}",
    "satisfy ": lambda words: f"satisfies {words[8:]}",
    "not be ": lambda words: f"is not {words[7:]}",
    "not have ": lambda words: f"does not have {words[9:]}",
}


def _state(c: R.Condition) -> str:
    words = _demand(c)
    for start, said in _STATES.items():
        if words.startswith(start):
            return said(words)
    return f"satisfies: {_rule(c, 'it')}" if words or not isinstance(c, R.Pass) else "is any value"
