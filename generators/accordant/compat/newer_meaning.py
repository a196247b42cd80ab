"""What a newer schema says about the place of a break: two states that say the same there have the same break.

What counts is all that speaks of the place, wherever it stands: references, ``allOf``, the alternatives that the
tags leave, and the cases in which anything is asked. Left out is what the additive promise lets people add, and what is
judged by itself: texts, order and layout, further values of a list that the older side has too, further optional
fields, and the keywords that the older side asks at the same place.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from accordant.compat.document_places import DocumentPlace, Step
from accordant.compat.followed import Follower
from accordant.compat.keyword_facts import (
    NAMES_ASKED,
    as_list,
    as_set,
    holds_nothing,
    is_judged_by_itself,
    lengths,
    names_asked,
)
from accordant.compat.opened import CaseKeyword, Entered, Opened, View, open_view
from accordant.compat.question import Question
from accordant.findings import JsonValue
from accordant.schema.declarations import TaggedSchema, lay_open, listed_values, properties
from accordant.schema.dialects import Relation
from accordant.schema.json_values import canonical, fingerprint
from accordant.schema.references import Node
from accordant.schema.subschemas import Applied, applied_subschemas, judging_keywords
from accordant.schema.tags import Tags, fixed_strings, tags_key

_LISTS: Final = ("enum", "const")
_NEW_NAME: Final = '["properties",'
"""How the keys of the schemas of named members begin."""
_BY_TAGS: Final = ("declared", "listed", "fact")


@dataclass
class Meaning(Follower):
    """What the schemas of a newer root say about places, against those of an older root.

    Raises, in its methods:
        TooManyPlaces: more schemas than are looked at for one break.
    """

    older: Node | None
    newer: Node
    question: Question
    _active: set[object] = field(default_factory=set)
    _met_again: set[object] = field(default_factory=set)
    """What is being looked at, and was met again below: what is said below is not whole without it."""
    _said_whole: dict[object, frozenset[str]] = field(default_factory=dict)

    def at(self, place: DocumentPlace) -> list[str]:
        """The statements about a place, sorted."""
        newer, older = ((self.newer, ()),), ((self.older, ()),) if self.older else ()
        if self.question.kind in _BY_TAGS:
            return sorted(self._by_tags(newer, older, place.steps))
        told = self._read_place(newer, older, place.steps, place.tags)
        if self.question.kind == "required":
            told |= set(self._of_object(newer, older, place))
        return sorted(told)

    # What is said for which tags

    def _by_tags(self, newer: View, older: View, steps: Sequence[Step]) -> Iterator[str]:
        """For which documents that the older side knows the newer one has the name, the value or the fact.

        All tags count: the walk over declarations tells once what is lost for several of them.
        """
        before = self.laid_open(older, {})
        is_end = len(steps) == (self.question.kind == "declared")
        values, is_known = _known_values(before), not is_end or any(self._has(schema, steps) for schema in before)
        for key in dict.fromkeys(tags_key(schema.tags) for schema in before):
            own, tags = [schema for schema in before if tags_key(schema.tags) == key], dict(key)
            after = self.laid_open(newer, tags)
            if not is_end:
                inner = self._by_tags(self.inside(after, steps[0]), self.inside(own, steps[0]), steps[1:])
                told = sorted(inner)
            elif not is_known or any(self._has(schema, steps) for schema in own):
                told = sorted({_write_tags(schema.tags, values) for schema in after if self._has(schema, steps)})
                told += sorted(self._find_left(newer, older, steps, tags))
                told += sorted(self._annotations(schema.node for schema in after))
            else:
                continue
            if told or key:
                yield canonical([_write_tags(tags, {}), digest(sorted(told))])

    def _has(self, schema: TaggedSchema, steps: Sequence[Step]) -> bool:
        """Whether a schema itself has what is asked for."""
        if self.question.kind == "declared":
            return any(property_.name == steps[0].name for property_ in properties([schema]))
        if self.question.kind == "listed":
            return fingerprint(self.question.value) in listed_values([schema])
        return isinstance(schema.node.value, dict) and not self.question.keywords.isdisjoint(schema.node.value)

    def _find_left(self, newer: View, older: View, steps: Sequence[Step], tags: Tags) -> set[str]:
        """What is still said of a name that was declared, for documents with some tags, and whether it is required."""
        if self.question.kind != "declared":
            return set()
        step = replace(steps[0], tags=tags)
        lists = (judging_keywords(schema.node).get("required") for schema in self.laid_open(newer, tags))
        is_required = any(step.name in as_list(names) for names in lists)
        return self._read_place(newer, older, [step], {}) | ({"required"} if is_required else set())

    # What is said about a place

    def _read_place(self, view: View, older: View, steps: Sequence[Step], end: Tags) -> set[str]:
        """The statements about the place behind the steps; empty where nothing speaks of it."""
        key = (view, len(steps))
        if not view or key in self._active:
            return set()
        self._active.add(key)
        opened = open_view(view, steps[0].tags if steps else end, self.count)
        told = set(self._behind(opened, older, steps, end) if steps else self._answers(opened, older, end))
        inside = {
            part: self._read_place((part,), older, steps, end) for case in opened.cases for _, part in case.parts
        }  # fmt: skip
        is_asked = not steps and any(case.keyword in self.question.keywords for case in opened.cases)
        if is_asked or any(inside.values()):
            told |= {self._case(case, older, inside) for case in opened.cases}
            told |= set(names_asked(opened, None))
        self._active.remove(key)
        return told

    def _behind(self, opened: Opened, older: View, steps: Sequence[Step], end: Tags) -> Iterator[str]:
        """What the schemas for a member or an item say."""
        step, groups = steps[0], dict[str, list[Entered]]()
        olds = self.laid_open(older, step.tags)
        known = {property_.name for property_ in properties(olds) if property_.name is not None}
        for item in opened.certain:
            for key, inner in self.step(item, step, known):
                groups.setdefault(key, []).append(inner)
        before = self.inside(olds, step)
        released = self._read_place(before, (), steps[1:], end) if step.name is None else set()
        for key, inners in groups.items():
            view = tuple(dict.fromkeys(inners))
            if key.startswith(_NEW_NAME) and released <= self._read_place(view, (), steps[1:], end):
                continue  # a name that came since, and that says no less
            for statement in self._read_place(view, before, steps[1:], end):
                yield canonical([key, digest([statement])]) if key else statement

    # What answers the question at the place itself

    def _answers(self, opened: Opened, older: View, end: Tags) -> Iterator[str]:
        if self.question.kind in ("required", "newly required"):
            yield from self._requirements(opened)
            return
        if self.question.kind == "whole":
            yield from self._read_schemas(opened.certain, older, is_test=False)
            return
        before = self.laid_open(older, end)
        asked = self._find_asked(older, end)
        yield from self._facts(opened, before, asked, self.question)
        yield from lengths(opened)
        yield from self._inner_facts(opened, older, before, beside=asked.keys() - self.question.keywords)
        yield from self._annotations(node for node, _ in opened.certain)
        if NAMES_ASKED.isdisjoint(asked):
            yield from names_asked(opened, None)

    def _find_asked(self, older: View, tags: Tags) -> dict[str, set[str]]:
        """The keywords with which the older side certainly asks at a place, with their values."""
        asked: dict[str, set[str]] = {}
        for node, _ in open_view(older, tags, self.count).certain:
            for name, value in judging_keywords(node).items():
                asked.setdefault(name, set()).add(canonical(as_set(name, value)))
        return asked

    def _of_object(self, newer: View, older: View, place: DocumentPlace) -> Iterator[str]:
        """What else the newer side asks of an object in which a name may be missing, and the older side does not."""
        view, before = self.follow(newer, place.steps), self.follow(older, place.steps)
        opened = open_view(view, place.tags, self.count)
        yield from self._facts(opened, self.laid_open(before, place.tags), self._find_asked(before, place.tags))

    def _annotations(self, nodes: Iterable[Node]) -> Iterator[str]:
        """What is asked of a keyword that judges nothing."""
        asked = self.question.value if self.question.kind == "fact" else None
        for node in nodes:
            said = node.value if isinstance(node.value, dict) else {}
            for name in (self.question.keywords & said.keys()) - node.dialect.judging_names:
                if not isinstance(asked, list) or said[name] in asked:
                    yield canonical({name: said[name]})

    def _requirements(self, opened: Opened) -> Iterator[str]:
        """Whether the name in question is required, always or beside another one."""
        name = self.question.value
        if any(name in as_list(judging_keywords(node).get("required")) for node, _ in opened.certain):
            yield "required"
        yield from names_asked(opened, name)

    # The cases

    def _case(self, case: CaseKeyword, older: View, inside: Mapping[Entered, set[str]]) -> str:
        """What a case says, part by part, with what was found in the parts."""
        parts = []
        for role, part in case.parts:
            told = self._read_schemas((part,), older, is_test=case.keyword == "not" or role == "if")
            parts.append([role, digest(sorted(told | inside.get(part, set())))])
        return canonical([case.keyword, case.key, sorted(parts)])

    def _read_schemas(self, view: View, older: View, *, is_test: bool) -> frozenset[str]:
        """All that schemas say, but for what the additive promise lets people add."""
        key = (view, older, is_test)
        if key in self._active:
            self._met_again.add(key)
            return frozenset(["again"])
        if key not in self._said_whole:
            self._active.add(key)
            outer, self._met_again = self._met_again, set()
            told = frozenset(self._read_keywords(view, older, is_test=is_test))
            self._active.remove(key)
            met = self._met_again - {key}
            self._met_again = outer | met
            if met:
                return told
            self._said_whole[key] = told
        return self._said_whole[key]

    def _read_keywords(self, view: View, older: View, *, is_test: bool) -> Iterator[str]:
        opened = open_view(view, {}, self.count)
        before = self.laid_open(older, {})
        yield from self._facts(opened, before, {}, is_test=is_test)
        yield from lengths(opened)
        yield from (self._case(case, older, {}) for case in opened.cases)
        yield from self._inner_facts(opened, older, before, is_test=is_test)
        yield from names_asked(opened, None)

    def _facts(
        self, opened: Opened, before: Sequence[TaggedSchema], asked: Mapping[str, set[str]],
        question: Question | None = None, *, is_test: bool = False,
    ) -> Iterator[str]:  # fmt: skip
        """The keywords that hold no schemas; of lists the values of the older side, or those that a question counts."""
        listed = {} if is_test else listed_values(before)
        for node, _ in opened.certain:
            if node.value is False:
                yield "nothing"
            for name, value in judging_keywords(node).items():
                is_asked, values = question is not None and name in question.keywords, as_set(name, value)
                if name in _LISTS and listed and not is_asked:
                    yield canonical({"values": [json for json in values if json in listed]})
                elif holds_nothing(node, name) and (is_asked or not is_judged_by_itself(name, values, asked)):
                    yield canonical({name: question.counting(values) if question and is_asked else values})

    def _inner_facts(
        self, opened: Opened, older: View, known: Sequence[TaggedSchema], *, is_test: bool = False,
        beside: Collection[str] = (),
    ) -> Iterator[str]:  # fmt: skip
        """What is said of members, items and names, but for some keywords; of optional fields, those that are known."""
        names = {property_.name for property_ in properties(known)}
        required = {name for node, _ in opened.certain for name in as_list(judging_keywords(node).get("required"))}
        for node, scope in opened.certain:
            for applied in applied_subschemas(node, scope):
                is_field = applied.keyword == "properties" and names and not is_test
                is_new = is_field and applied.key not in names and applied.key not in required
                is_addition = is_new and not listed_values(lay_open([TaggedSchema(applied.node, scope=applied.scope)]))
                is_meant = applied.relation is not Relation.IN_PLACE and applied.keyword not in beside
                if is_meant and not is_addition:
                    before = self._inner(older, applied)
                    inner = self._read_schemas(((applied.node, applied.scope),), before, is_test=is_test)
                    if inner:
                        yield canonical([applied.keyword, applied.key, digest(sorted(inner))])

    def _inner(self, older: View, applied: Applied) -> View:
        """What the older side has where a newer schema applies."""
        if applied.relation is Relation.NAME:
            return ()
        return self.follow(older, [Step(applied.keyword, applied.key, applied.after)])


def _known_values(schemas: Iterable[TaggedSchema]) -> dict[str, frozenset[str]]:
    """The values that tags have in some schemas: by the tags of these, and by what they list for a property."""
    values: dict[str, frozenset[str]] = {}
    for schema in schemas:
        named = {str(property_.name): fixed_strings(property_.node) for property_ in properties([schema])}
        for name, fixed in (*schema.tags.items(), *named.items()):
            values[name] = values.get(name, frozenset()) | fixed
    return values


def _write_tags(tags: Tags, known: Mapping[str, frozenset[str]]) -> str:
    """Tags with those of their values that are known; with all where none is."""
    told = {name: values & known[name] if known.get(name) else values for name, values in tags.items()}
    return canonical({name: sorted(values) for name, values in told.items()})


def digest(value: JsonValue) -> str:
    """The sha256 of a value's canonical text, in hexadecimal."""
    return hashlib.sha256(canonical(value).encode("utf-8", "surrogatepass")).hexdigest()
