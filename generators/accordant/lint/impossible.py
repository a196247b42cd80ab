"""Schemas that accept nothing, though none of them says so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import Final

from accordant.algebra import Budget, Session
from accordant.findings import Finding, JsonValue, Rule, Severity
from accordant.lint.subject import LintSubject
from accordant.schema.dialects import REFERENCES
from accordant.schema.json_values import canonical, has_member
from accordant.schema.references import Node, Resources
from accordant.schema.subschemas import applied_subschemas, conjuncts, judging, judging_keywords
from accordant.schema.vocabulary import enumeration

NEVER: Final = Rule(
    "never-valid",
    Severity.WARNING,
    "A schema that is not `false` accepts no value, or no value can choose an alternative of oneOf.",
    "Every document is refused where such a schema applies. oneOf refuses what two alternatives accept, so that one "
    "whose values another accepts too can never be chosen.",
    "Correct the keywords that contradict each other; write false where nothing is meant to be accepted; use anyOf "
    "where alternatives may overlap.",
    '{"type": "integer", "minimum": 5, "maximum": 3}',
    '{"type": "integer", "minimum": 3, "maximum": 5}',
)

RULES: Final = (NEVER,)

_STEPS: Final = 20_000
"""The work that one question may take, see :class:`accordant.algebra.Budget`: a quarter of a second."""
_STEPS_OF_A_VERSION: Final = 100_000
"""The work that all questions about a version may take: a second or two, ten times what our own contracts need."""
_LONGEST_LOOP: Final = 100
"""At most this many schemas are followed from required field to required field."""
_MOST_ALTERNATIVES: Final = 50
"""At most this many alternatives of oneOf are compared with each other."""
_LEFT_TO_OTHERS: Final = ({"$ref"}, {"anyOf"}, {"if", "then"}, set[str]())
"""Keywords that, without others, accept nothing because a schema inside them does."""
_MOST_NAMED: Final = 8
"""At most this many alternatives are named in a sentence."""
_COMBINING: Final = frozenset(("$ref", "allOf", "anyOf", "oneOf", "not", "if", "enum"))
"""Keywords that may refuse values of every type."""
_ASK_NOTHING_OF_EMPTY: Final = frozenset((
    "properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "propertyNames", "items",
    "prefixItems", "additionalItems", "unevaluatedItems", "maxItems", "maxProperties", "maxLength", "uniqueItems",
    "dependentRequired", "then", "else", "minContains", "maxContains",
))  # fmt: skip
"""Keywords that an object without members, an array without items and a text without letters satisfy."""
_ONE_BOUND: Final = frozenset((
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "minItems",
    "minProperties", "required",
))  # fmt: skip
"""Keywords that, alone beside a type, always leave some value."""
_SAYS_SO: Final[tuple[JsonValue, ...]] = ({"not": {}}, {"not": True})
"""What people write for ``false``, which draft-04 does not have."""
_ALONE: Final = {
    "allOf": "the schemas in allOf contradict each other",
    "anyOf": "no schema in anyOf accepts a value",
    "oneOf": "no value fits exactly one schema in oneOf",
    "not": "the schema in not accepts every value",
    "enum": "enum lists no value",
}
"""Why one keyword accepts nothing."""

Fault = tuple[str, str, str]
"""A sentence, the pointer in the schema that is ready for use, and the next step."""


def check(subject: LintSubject) -> Iterator[Finding]:
    """Schemas that no value satisfies, and alternatives that no value chooses."""
    judges: dict[tuple[str, str], Judge] = {}
    for file, node in subject.judged_nodes:
        if isinstance(node.value, dict) and _may_be_empty(node):
            judge = judges.setdefault((file.contract, file.version), Judge())
            for message, pointer, step in list(_unchosen(judge, node)) or _contradictions(judge, node):
                yield NEVER.finding(message, file.place(pointer), way_out=step, subject=file.subject)


def _may_be_empty(node: Node) -> bool:
    """Whether a schema may accept nothing by itself, by a glance at its keywords.

    Where it lists values, that the other keywords refuse them is a finding about each value; an empty choice of codes
    has one too.
    """
    keywords = judging_keywords(node)
    names = keywords.keys()
    if "const" in names or keywords.get("enum") or "x-codes" in node.value or names in _LEFT_TO_OTHERS:
        return False
    if not names.isdisjoint(_COMBINING):
        return True
    return "type" in names and not _is_plain(node, names - {"type"})


def _is_plain(node: Node, names: Set[str]) -> bool:
    """Whether keywords beside `type` ask for so little that nothing in them can contradict something else."""
    asking = names - _ASK_NOTHING_OF_EMPTY
    if not asking or (len(names) == 1 and asking <= _ONE_BOUND):
        return True
    if asking != {"required"} or not names <= {"properties", "required"}:
        return False
    return not any(member.value is False or _leads_back(member, node) for member in _required_members(node))


def _required_members(node: Node) -> Iterator[Node]:
    """The schemas of the fields that a schema requires."""
    properties = judging(node).get("properties", {})
    for name in judging(node).get("required", ()):
        if isinstance(name, str) and name in properties:  # schemas in code lists are another rule's to judge
            yield node.child("properties", name)


def _leads_back(start: Node, to: Node) -> bool:
    """Whether a required field of a required field, and so on, has this schema again; False where the path is long."""
    seen, todo = {start}, [start]
    while todo and len(seen) < _LONGEST_LOOP:
        for part in conjuncts(todo.pop()):
            if part == to:
                return True
            inner = set(_required_members(part)) - seen
            seen |= inner
            todo += inner
    return False


def _contradictions(judge: Judge, node: Node) -> Iterator[Fault]:
    """The finding that a schema accepts nothing, at the schema itself."""
    if judge.is_cause(node):
        step = "correct one of the keywords; write false where nothing is meant to be accepted"
        yield f"no value is valid here: {_reason(judge, node)}", node.pointer, step


def _reason(judge: Judge, node: Node) -> str:
    if judge.is_inside_itself(node):
        return "each would have to hold another one, without end"
    keywords = judge.contradicting(node)
    if len(keywords) == 1 and keywords[0] in _ALONE:
        return _ALONE[keywords[0]]
    return f"{enumeration(keywords, 'and')} {'accepts nothing' if len(keywords) == 1 else 'contradict each other'}"


def _unchosen(judge: Judge, node: Node) -> Iterator[Fault]:
    """The alternatives of oneOf that no value can choose, since another one accepts it too: one fault for each other.

    Of equal ones the first is that other.
    """
    if not isinstance(judging_keywords(node).get("oneOf"), list):
        return
    alternatives = [node.child("oneOf", index) for index in range(len(node.value["oneOf"]))][:_MOST_ALTERNATIVES]
    covered: dict[int | None, list[int]] = {}
    for index, other in _covered(judge, alternatives):
        covered.setdefault(other, []).append(index)
    for other, indexes in covered.items():
        same = other is not None and all(_text(alternatives[i]) == _text(alternatives[other]) for i in indexes)
        step = f"{'remove one of them' if same else 'let them exclude each other'}, or use anyOf"
        yield _say_unchosen(other, indexes, is_same=same), alternatives[indexes[0]].pointer, step


def _say_unchosen(other: int | None, indexes: list[int], *, is_same: bool) -> str:
    if is_same:
        return f"the alternatives {_list([other, *indexes])} of oneOf are equal: no value can choose one of them"
    those, its = ("alternative", "its") if len(indexes) == 1 else ("alternatives", "their")
    who = "others accept" if other is None else f"alternative {other} accepts"
    return f"no value can choose {those} {_list(indexes)} of oneOf: {who} all of {its} values too"


def _list(indexes: Sequence[int | None]) -> str:
    """Indexes for a sentence, cut where there are many."""
    more = [f"{len(indexes) - _MOST_NAMED} more"] if len(indexes) > _MOST_NAMED else []
    return enumeration([*map(str, indexes[:_MOST_NAMED]), *more], "and")


def _text(node: Node) -> str:
    """One text for schemas whose judging keywords are equal."""
    return canonical(judging_keywords(node) if isinstance(node.value, dict) else node.value)


def _covered(judge: Judge, alternatives: list[Node]) -> Iterator[tuple[int, int | None]]:
    """The alternatives all of whose values are values of others too, each with the one other that accepts them."""
    texts = [_text(alternative) for alternative in alternatives]
    first = [texts.index(text) for text in texts]
    for index, own in enumerate(alternatives):
        if judge.is_empty(own) or not isinstance(own.value, dict):
            continue
        others = [number for number in range(len(alternatives)) if number != index and first[number] == number]
        if first[index] != index:
            yield index, first[index]
        elif first.count(index) == 1 and judge.is_within(own, [alternatives[number] for number in others]):
            wider = (number for number in others if judge.is_within(own, [alternatives[number]]))
            yield index, next(wider, None)


class Judge:
    """Decides what the schemas of a version accept, as far as the work that it may take suffices."""

    def __init__(self) -> None:
        self._session = Session(Budget(steps=_STEPS))
        self._left = _STEPS_OF_A_VERSION
        self._empty: dict[Node, bool] = {}
        self._causes: set[Node] = set()

    def is_empty(self, node: Node) -> bool:
        """Whether it is proved that a schema accepts nothing, without saying so."""
        known = self._empty.get(node)
        if known is None:
            known = self._empty[node] = (
                isinstance(node.value, dict) and node.value not in _SAYS_SO and self.is_within(node, [])
            )
        return known

    def is_within(self, node: Node, others: Sequence[Node]) -> bool:
        """Whether it is proved that a schema accepts nothing that all others refuse."""
        if self._left <= 0:
            return False
        is_proved = self._session.proves_none([node], others)
        self._left -= self._session.steps
        return is_proved

    def is_cause(self, node: Node) -> bool:
        """Whether a schema accepts nothing, and not because of another one inside it, or behind a reference.

        Of schemas that are inside each other it is the one that is asked about first.
        """
        if not self.is_empty(node):
            return False
        inside = self._inside(node)
        is_cause = all(node in self._inside(other) for other in inside) and self._causes.isdisjoint(inside)
        if is_cause:
            self._causes.add(node)
        return is_cause

    def is_inside_itself(self, node: Node) -> bool:
        """Whether a schema that accepts nothing applies itself again to a part of its values."""
        return node in self._inside(node)

    def _inside(self, node: Node) -> set[Node]:
        """The schemas that accept nothing among those that a schema applies, and that these apply."""
        nodes: set[Node] = set()
        todo = [node]
        while todo:
            for applied in applied_subschemas(todo.pop()):
                if not applied.is_test and applied.node not in nodes and self.is_empty(applied.node):
                    nodes.add(applied.node)
                    todo.append(applied.node)
        return nodes

    def contradicting(self, node: Node) -> list[str]:
        """The keywords of a schema that make it accept nothing: those without which it would accept something."""
        kept = judging_keywords(node)
        if has_member(node.value, *REFERENCES):
            return list(kept)
        for name in list(kept):
            rest = {key: value for key, value in kept.items() if key != name}
            if self.is_within(Resources.of({"$schema": node.dialect.uri, **rest}), []):
                kept = rest
        return list(kept)
