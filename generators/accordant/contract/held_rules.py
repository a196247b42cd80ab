"""What rules say about a document or the lines of a stream.

Generated packages have a copy of this module, so that they judge as `registry validate` does.

A rule is a table: its `id`, what it `says`, and what it `holds`: a list of claims, or of claims about `lines`. A claim
names the places that it is about (`each`, in which `*` is any index), the conditions under which it holds (`when`), and
those that then must hold (`then`). A condition is a place (`at`) and its tests.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import cmp_to_key
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias, TypeGuard

JsonValue: TypeAlias = Any
Table: TypeAlias = Mapping[str, JsonValue]


class Absent:
    """The value of a place where nothing is."""


ABSENT: Final = Absent()

_TOLERANCE: Final = 1e-9
"""How far a number may be from what is computed, where a rule does not say; it grows with numbers above 1."""


def is_list(value: JsonValue) -> TypeGuard[Sequence[JsonValue]]:
    """Whether a value is a list."""
    return isinstance(value, list | tuple)


def is_table(value: JsonValue) -> TypeGuard[Table]:
    """Whether a value is an object."""
    return isinstance(value, Mapping)


class Breach(NamedTuple):
    """A place where a rule does not hold: the JSON Pointer, what the rule says, and its id."""

    pointer: str
    message: str
    rule: str


class Scene(NamedTuple):
    """What places lead into: the value that a claim is about, the whole document, and an earlier line of the stream."""

    value: JsonValue
    whole: JsonValue
    earlier: JsonValue = ABSENT
    due: float | None = None
    """The number that the earlier line should have had, where it had another one."""


def find_breaches(rules: Sequence[Table], document: JsonValue) -> Iterator[Breach]:
    """The places of a document where rules do not hold, rule by rule; the claims about lines are passed over."""
    for rule in rules:
        for claim in rule.get("holds", ()):
            yield from _breaches_of_claim(rule, claim, document)


def _breaches_of_claim(rule: Table, claim: Table, document: JsonValue) -> Iterator[Breach]:
    for pointer, value in find_places(document, claim.get("each", "")):
        scene = Scene(value, document)
        if holds_all(claim.get("when", ()), scene):
            for condition in (condition for condition in claim["then"] if not holds(condition, scene)):
                at = condition["at"]
                yield Breach(pointer + at if at.startswith("/") else pointer, rule["says"], rule["id"])


class LineRules:
    """The rules about the lines of a stream, one line after another; of the lines before, a few are kept."""

    def __init__(self, rules: Sequence[Table]) -> None:
        """Begin a stream."""
        self.claims = [(rule, claim) for rule in rules for claim in rule.get("lines", ())]
        self.earlier: dict[int, JsonValue] = {}
        self.due: dict[int, float] = {}

    def feed(self, line: JsonValue) -> list[Breach]:
        """What the rules say about the next line."""
        breaches = [
            breach
            for index, (rule, claim) in enumerate(self.claims)
            for breach in self._judge(index, rule, claim, line)
        ]
        for index, (_, claim) in enumerate(self.claims):
            if holds_all(claim.get("earlier", claim.get("line", ())), Scene(line, line)):
                self.earlier[index] = line
        return breaches

    def pass_unknown(self) -> None:
        """A line came that cannot be read: it may have been any, so that no next step from the line before is known."""
        for index, (_, claim) in enumerate(self.claims):
            steps = [condition["follows"]["by"] for condition in claim.get("then", ()) if "follows" in condition]
            if "earlier" not in claim and any(step != "any" for step in steps):
                self.earlier.pop(index, None)
                self.due.pop(index, None)

    def _judge(self, index: int, rule: Table, claim: Table, line: JsonValue) -> Iterator[Breach]:
        earlier = self.earlier.get(index, ABSENT)
        scene = Scene(line, line, earlier, self.due.get(index))
        if earlier is ABSENT or not holds_all(claim.get("line", ()), scene):
            return
        self.due.pop(index, None)
        if claim.get("never") is True:
            yield Breach("", rule["says"], rule["id"])
        for condition in (condition for condition in claim.get("then", ()) if not holds(condition, scene)):
            at = condition["at"]
            yield Breach(at if at.startswith("/") else "", rule["says"], rule["id"])
            if "follows" in condition and condition["follows"]["by"] != "any":
                self.due[index] = _due(condition["follows"], scene)


def find_places(value: JsonValue, pointer: str) -> Iterator[tuple[str, JsonValue]]:
    """The places that a pointer leads to, each with its value; `*` is any index of a list or any key of an object."""
    places: Iterator[tuple[str, JsonValue]] = iter([("", value)])
    for token in pointer.split("/")[1:]:
        places = _steps(places, token)
    return places


def _steps(places: Iterator[tuple[str, JsonValue]], token: str) -> Iterator[tuple[str, JsonValue]]:
    for at, value in places:
        yield from _step(at, value, token)


def _step(at: str, value: JsonValue, token: str) -> Iterator[tuple[str, JsonValue]]:
    if is_list(value):
        if token == "*":
            yield from ((f"{at}/{index}", item) for index, item in enumerate(value))
        elif re.fullmatch("0|[1-9][0-9]{0,17}", token) and int(token) < len(value):
            yield f"{at}/{token}", value[int(token)]
    elif is_table(value):
        key = token.replace("~1", "/").replace("~0", "~")
        if token == "*":
            yield from ((f"{at}/{name.replace('~', '~0').replace('/', '~1')}", part) for name, part in value.items())
        elif key in value:
            yield f"{at}/{token}", value[key]


def value_at(scene: Scene, place: str) -> JsonValue:
    """What stands at a place, or `ABSENT`: `/POINTER`, or `whole` and `earlier` with a pointer behind it."""
    for word, root in (("whole", scene.whole), ("earlier", scene.earlier)):
        if place == word or place.startswith(f"{word}/"):
            return next((value for _, value in find_places(root, place[len(word) :])), ABSENT)
    return next((value for _, value in find_places(scene.value, place)), ABSENT)


def values_at(scene: Scene, place: str) -> list[JsonValue]:
    """What stands at a place in which `*` is any index."""
    if place == "whole" or place.startswith("whole/"):
        return [value for _, value in find_places(scene.whole, place.removeprefix("whole"))]
    return [value for _, value in find_places(scene.value, place)]


def holds_all(conditions: Sequence[Table], scene: Scene) -> bool:
    """Whether all of some conditions hold."""
    return all(holds(condition, scene) for condition in conditions)


def holds(condition: Table, scene: Scene) -> bool:
    """Whether a condition holds: every test of it."""
    value = value_at(scene, condition["at"])
    return all(passes(name, value, operand, scene) for name, operand in condition.items() if name != "at")


def passes(test: str, value: JsonValue, operand: JsonValue, scene: Scene) -> bool:
    """Whether a value passes a test."""
    return _TESTS[test](value, operand, scene)


def is_same(value: JsonValue, other: JsonValue) -> bool:
    """Whether two JSON values are equal: 1 is 1.0 and is not true."""
    if isinstance(value, bool) or isinstance(other, bool):
        return value is other
    if is_list(value):
        return is_list(other) and len(value) == len(other) and all(map(is_same, value, other))
    if is_table(value):
        if not is_table(other) or value.keys() != other.keys():
            return False
        return all(is_same(value[key], other[key]) for key in value)
    return bool(value == other)


def is_number(value: JsonValue) -> bool:
    """Whether a value is a number that other languages can hold too."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def _is_of(value: JsonValue, kind: JsonValue, _: Scene) -> bool:
    if kind == "number":
        return is_number(value)
    if kind == "array":
        return is_list(value)
    types = {"string": str, "boolean": bool, "object": Mapping}
    return isinstance(value, types[kind])


def _is_filled(value: JsonValue, expected: JsonValue, _: Scene) -> bool:
    if isinstance(value, str) or is_list(value) or is_table(value):
        return (len(value) > 0) is expected
    return expected is False


def _contains_any(value: JsonValue, words: JsonValue, _: Scene) -> bool:
    return isinstance(value, str) and any(word.lower() in value.lower() for word in words)


def _agrees(value: JsonValue, place: JsonValue, scene: Scene) -> bool:
    other = value_at(scene, place)
    return value is ABSENT or other is ABSENT or is_same(value, other)


def _counts(value: JsonValue, operand: JsonValue, scene: Scene) -> bool:
    return not is_number(value) or bool(value == count_of(operand, scene))


def count_of(operand: JsonValue, scene: Scene) -> int:
    """The number of values at some places, of those that fit, or of different texts among them."""
    table = operand if is_table(operand) else {"of": operand}
    parts = [part for place in table["of"] for part in values_at(scene, place)]
    fitting = [part for part in parts if holds_all(table.get("where", ()), Scene(part, scene.whole))]
    if table.get("distinct") is True:
        return len({part for part in fitting if isinstance(part, str)})
    return len(fitting)


def _adds_up(value: JsonValue, places: JsonValue, scene: Scene) -> bool:
    expected = sum_of(places, scene)
    if not is_number(value) or expected is None:
        return True
    if float(value).is_integer() and float(expected).is_integer():
        return bool(value == expected)
    return bool(abs(value - expected) <= _TOLERANCE * max(1.0, abs(expected)))


def sum_of(places: JsonValue, scene: Scene) -> float | None:
    """The sum of the numbers at some places; None where a place has none, or one of its values is not a number."""
    groups = [(place, values_at(scene, place)) for place in places]
    parts = [part for _, group in groups for part in group]
    if not all(map(is_number, parts)) or not all(group or "*" in place for place, group in groups):
        return None
    total = _total(*parts)
    return total if is_number(total) else None


def _total(*parts: float) -> float:
    """The sum, added from left to right, as every language does."""
    total: float = 0
    for part in parts:
        total += part
    return total


def _follows(value: JsonValue, steps: JsonValue, scene: Scene) -> bool:
    """Whether a number is so much more than that of the earlier line; `any` is any number more.

    After a number out of order both may follow: what follows it, and what follows the one that was due.
    """
    earlier = value_at(scene, steps["than"])
    if not is_number(value) or not is_number(earlier):
        return True
    if steps["by"] == "any":
        return bool(value > earlier)
    return bool(value == earlier + steps["by"] or (scene.due is not None and value == _due(steps, scene)))


def _due(steps: JsonValue, scene: Scene) -> float:
    """The number that is due after the one that was."""
    before: float = value_at(scene, steps["than"]) if scene.due is None else scene.due
    by: float = steps["by"]
    return before + by


def _is_result(value: JsonValue, operand: JsonValue, scene: Scene) -> bool:
    """Whether a number is the result of a formula, within a tolerance for numbers of its size."""
    expected = result_of(operand["of"], scene)
    if not is_number(value) or expected is None:
        return True
    tolerance: float = operand.get("within", _TOLERANCE)
    return bool(abs(value - expected) <= tolerance * max(1.0, abs(expected)))


def result_of(formula: JsonValue, scene: Scene) -> float | None:
    """The result of a formula: a number, a place, or an operation and its operands; None where there is none."""
    if isinstance(formula, str):
        value = value_at(scene, formula)
        return float(value) if is_number(value) else None
    if not is_list(formula):
        return float(formula)
    parts = [result_of(part, scene) for part in formula[1:]]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    try:
        result = _OPERATIONS[formula[0]](*known)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
    return result if math.isfinite(result) else None


def _difference(left: float, right: float) -> float:
    return left - right


def _product(left: float, right: float) -> float:
    return left * right


def _quotient(left: float, right: float) -> float:
    return left / right


_OPERATIONS: Final[Mapping[str, Callable[..., float]]] = {
    "add": _total,
    "subtract": _difference,
    "multiply": _product,
    "divide": _quotient,
    "absolute": math.fabs,
    "square-root": math.sqrt,
}


def _is_path(value: JsonValue, form: JsonValue, _: Scene) -> bool:
    """Whether a text is a path of a form: `absolute`, `relative`, or written with `slashes` only."""
    if not isinstance(value, str):
        return True
    if form == "slashes":
        return "\\" not in value
    is_absolute = re.match(r"[/\\]|[A-Za-z]:[/\\]", value) is not None
    return is_absolute is (form == "absolute")


def _is_with_slashes(value: JsonValue, place: JsonValue, scene: Scene) -> bool:
    other = value_at(scene, place)
    if not isinstance(value, str) or not isinstance(other, str):
        return True
    return value == other.replace("\\", "/")


_TIME: Final = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\.[0-9]+)?"
    r"([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
)


def _is_formatted(value: JsonValue, form: JsonValue, _: Scene) -> bool:
    """Whether a text is a `date-time` or `date` of RFC 3339; what is not text is passed over."""
    if not isinstance(value, str):
        return True
    if form == "date":
        return _is_date(value)
    match = _TIME.fullmatch(value)
    return match is not None and _is_date(match[1])


def _is_date(text: str) -> bool:
    if not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        return False
    try:
        date(int(text[:4]), int(text[5:7]), int(text[8:]))
    except ValueError:
        return text.startswith("0000") and _is_date(f"2000{text[4:]}")
    return True


def _is_sorted(value: JsonValue, operand: JsonValue, _: Scene) -> bool:
    """Whether a list is sorted by keys of its items; a key that is missing comes last (or first)."""
    if not is_list(value):
        return True
    return all(_compare(left, right, operand) <= 0 for left, right in pairwise(value))


def _compare(left: JsonValue, right: JsonValue, operand: Table) -> int:
    """Which of two items comes first: a negative number for the left one, 0 where nothing tells."""
    for key in operand["keys"]:
        before, after = (_key_of(item, key, operand) for item in (left, right))
        if before is ABSENT or after is ABSENT:
            if (before is ABSENT) is not (after is ABSENT):
                return -1 if (after is ABSENT) is (operand.get("missing", "last") == "last") else 1
        elif not _are_comparable(before, after):
            return 0
        elif before != after:
            return -1 if before < after else 1
    return 0


def arrange(document: JsonValue, orders: Sequence[Table]) -> JsonValue:
    """A document with its lists sorted as some orders say: the list, in which `*` is any index, and its keys."""
    for order in orders:
        document = _arrange(document, order["list"].split("/")[1:], order)
    return document


def _sort(items: Sequence[JsonValue], order: Table) -> list[JsonValue]:
    def compare(left: JsonValue, right: JsonValue) -> int:
        return _compare(left, right, order)

    return sorted(items, key=cmp_to_key(compare))


def order_keys(document: JsonValue, names: Sequence[str]) -> JsonValue:
    """An object with the keys that are named first, in the order of the names."""
    if not is_table(document):
        return document
    return {**{name: document[name] for name in names if name in document}, **document}


def _arrange(value: JsonValue, tokens: list[str], order: Table) -> JsonValue:
    if not tokens:
        return _sort(value, order) if is_list(value) else value
    if tokens[0] == "*" and is_list(value):
        return [_arrange(item, tokens[1:], order) for item in value]
    name = tokens[0].replace("~1", "/").replace("~0", "~")
    if is_table(value) and name in value:
        return {key: _arrange(part, tokens[1:], order) if key == name else part for key, part in value.items()}
    return value


def _key_of(item: JsonValue, key: str, operand: Table) -> JsonValue:
    value = item if key == "" else item.get(key, ABSENT) if is_table(item) else ABSENT
    return operand.get("instead", {}).get(key, ABSENT) if value is ABSENT or value is None else value


def _are_comparable(left: JsonValue, right: JsonValue) -> bool:
    return (isinstance(left, str) and isinstance(right, str)) or (is_number(left) and is_number(right))


def _is_in_order(value: JsonValue, names: JsonValue, _: Scene) -> bool:
    """Whether the keys of an object that are named stand in the order of the names."""
    if not is_table(value):
        return True
    places = [names.index(key) for key in value if key in names]
    return places == sorted(places)


def _is_first(value: JsonValue, name: JsonValue, _: Scene) -> bool:
    return not is_table(value) or name not in value or next(iter(value)) == name


def _is_alphabetical(value: JsonValue, expected: JsonValue, _: Scene) -> bool:
    return _is_alphabetical_inside(value) is expected


def _is_alphabetical_inside(value: JsonValue) -> bool:
    """Whether the keys of every object are in alphabetical order, at any depth."""
    if is_table(value):
        return list(value) == sorted(value) and all(map(_is_alphabetical_inside, value.values()))
    return not is_list(value) or all(map(_is_alphabetical_inside, value))


def _has_companions(value: JsonValue, ending: JsonValue, scene: Scene) -> bool:
    """Whether each text whose key has the ending is the path beside it, written with slashes, at any depth."""
    if is_list(value):
        return all(_has_companions(item, ending, scene) for item in value)
    if not is_table(value):
        return True
    pairs = ((value[key], value.get(key.removesuffix(ending))) for key in value if key.endswith(ending))
    if not all(_is_companion(companion, path) for companion, path in pairs):
        return False
    return all(_has_companions(part, ending, scene) for part in value.values())


def _is_companion(companion: JsonValue, path: JsonValue) -> bool:
    if is_list(companion) and is_list(path):
        return len(companion) == len(path) and all(map(_is_companion, companion, path))
    return not isinstance(companion, str) or not isinstance(path, str) or companion == path.replace("\\", "/")


def _is_distinct(value: JsonValue, expected: JsonValue, _: Scene) -> bool:
    if not is_list(value):
        return True
    return (not any(is_same(value[i], value[j]) for j in range(len(value)) for i in range(j))) is expected


_TESTS: Final[Mapping[str, Callable[[JsonValue, JsonValue, Scene], bool]]] = {
    "is": lambda value, other, _: is_same(value, other),
    "is-not": lambda value, other, _: not is_same(value, other),
    "in": lambda value, others, _: any(is_same(value, other) for other in others),
    "not-in": lambda value, others, _: not any(is_same(value, other) for other in others),
    "min": lambda value, least, _: is_number(value) and value >= least,
    "max": lambda value, most, _: is_number(value) and value <= most,
    "outside": lambda value, limits, _: is_number(value) and not limits[0] <= value <= limits[1],
    "present": lambda value, expected, _: (value is not ABSENT) is expected,
    "absent": lambda value, expected, _: (value is ABSENT) is expected,
    "is-null": lambda value, expected, _: (value is None or value is ABSENT) is expected,
    "not-empty": _is_filled,
    "contains-any": _contains_any,
    "same-as": _agrees,
    "type": _is_of,
    "counts": _counts,
    "sum-of": _adds_up,
    "result-of": _is_result,
    "follows": _follows,
    "path": _is_path,
    "slashes-of": _is_with_slashes,
    "format": _is_formatted,
    "sorted-by": _is_sorted,
    "keys-in-order": _is_in_order,
    "first-key": _is_first,
    "keys-sorted": _is_alphabetical,
    "companions": _has_companions,
    "distinct": _is_distinct,
}

TESTS: Final = frozenset(_TESTS)
"""The words of tests."""
OPERATIONS: Final = frozenset(_OPERATIONS)
"""The words of operations in formulas."""
