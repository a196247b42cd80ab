"""Which subschemas of a schema judge a value: branches of unions, outcomes of conditions, dependencies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from accordant.findings import JsonValue
from accordant.schema.references import Node
from accordant.schema.subschemas import Applied, conjuncts, judging

Fits = Callable[[Node, JsonValue], bool]
"""Whether a value is valid for a schema."""

Answer = tuple[int, ...]
"""Which of several subschemas judge a value, by their numbers."""

ASKING: Final = ("not", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "dependencies")
"""Keywords whose subschemas judge some values only; the schema in `not` declares nothing."""


@dataclass(frozen=True, slots=True)
class Question:
    """Which of some subschemas judge a value."""

    subschemas: list[Applied]
    ask: Callable[[JsonValue], Answer]
    is_told: Callable[[JsonValue], bool]
    """Whether the names of an object and some of its texts decide."""
    names: frozenset[str] = frozenset()
    """The members that have these texts."""


def questions(subschemas: tuple[Applied, ...], fits: Fits, is_sure: bool) -> Iterator[Question]:
    """The questions of one schema, as :class:`accordant.conform.closed.ClosedView` asks them."""
    for keyword in ("anyOf", "oneOf"):
        branches = [subschema for subschema in subschemas if subschema.keyword == keyword]
        if branches:
            union = _Alternatives(branches, fits, is_sure)
            yield Question(branches, union.fitting, union.are_told, union.names)
    condition = [subschema for subschema in subschemas if subschema.keyword in ("if", "then", "else")]
    if condition:
        yield Question(condition, partial(_outcome, condition, fits), lambda value: False)
    dependent = [subschema for subschema in subschemas if subschema.keyword in ("dependentSchemas", "dependencies")]
    if dependent:
        yield Question(dependent, partial(_depending, dependent), lambda value: True)


def _outcome(condition: list[Applied], fits: Fits, value: JsonValue) -> Answer:
    holds = fits(next(part.node for part in condition if part.keyword == "if"), value)
    taken = ("if", "then") if holds else ("else",)
    return tuple([index for index, part in enumerate(condition) if part.keyword in taken])


def _depending(dependent: list[Applied], value: JsonValue) -> Answer:
    there = value if isinstance(value, dict) else {}
    return tuple([index for index, part in enumerate(dependent) if part.key in there])


class _Alternatives:
    """The branches of a union, told apart by their marks as far as possible."""

    def __init__(self, branches: list[Applied], fits: Fits, is_sure: bool) -> None:
        self._branches, self._fits, self._is_sure = branches, fits, is_sure
        self._all = tuple(range(len(branches)))
        self._marks = [_Marks.of(branch.node) for branch in branches]
        shared = [name for name in self._marks[0].texts if all(name in marks.texts for marks in self._marks)]
        self._tag = shared[0] if shared else ""
        self.names = frozenset(name for marks in self._marks for name in marks.texts)
        self._tagged: dict[str, Answer] = {}
        for index, marks in enumerate(self._marks if shared else ()):
            for text in marks.texts[self._tag]:
                self._tagged[text] = (*self._tagged.get(text, ()), index)

    def fitting(self, value: JsonValue) -> Answer:
        """The branches that a value fits; all of them where it fits none. Where it is valid, the only one left does."""
        left = self._left(value)
        if self._is_sure and len(left) == 1:
            return left
        return tuple([index for index in left if self._fits(self._branches[index].node, value)]) or self._all

    def are_told(self, value: JsonValue) -> bool:
        """Whether the marks of an object leave one branch."""
        return self._is_sure and len(self._left(value)) == 1

    def _left(self, value: JsonValue) -> Answer:
        """The branches whose marks a value has, as far as there are more than one of its tag."""
        tag = value.get(self._tag) if self._tagged and isinstance(value, dict) else None
        left = self._tagged.get(tag, ()) if isinstance(tag, str) else self._all
        if self._is_sure and len(left) == 1:
            return left
        return tuple([index for index in left if not self._marks[index].refuse(value)])


@dataclass(frozen=True, slots=True)
class _Marks:
    """What an object needs for a schema: some members, and others with one of some texts."""

    required: frozenset[str]
    texts: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, node: Node) -> _Marks:
        """Those that certainly hold with a schema."""
        required: set[str] = set()
        texts: dict[str, frozenset[str]] = {}
        for part in conjuncts(node):
            members = judging(part)
            required.update(members.get("required") or ())
            for name in members.get("properties") or ():
                values = _texts(judging(part.child("properties", name)))
                if values is not None:
                    texts[name] = texts.get(name, values) & values
        return cls(frozenset(required), texts)

    def refuse(self, value: JsonValue) -> bool:
        """Whether a value surely does not fit the schema."""
        if not isinstance(value, dict):
            return False
        if not value.keys() >= self.required:
            return True
        for name, texts in self.texts.items():
            text = value.get(name)
            if isinstance(text, str) and text not in texts:
                return True
        return False


def _texts(schema: Mapping[str, JsonValue]) -> frozenset[str] | None:
    """The texts that a schema lists; None where it lists none, or other values too."""
    values = schema.get("enum", [schema["const"]] if "const" in schema else [None])
    return frozenset(values) if all(isinstance(value, str) for value in values) else None
