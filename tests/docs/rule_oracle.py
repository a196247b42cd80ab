"""Rules of a page whose sentence is about one place, held against documents that would refute them."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from accordant.model.fields.places import FieldPlace, ItemStep, MemberStep, NamesStep, PositionStep, Step
from accordant.model.fields.reader import Section
from tests.docs.page_oracle import SCHEMAS, WORDS, Questions, condition_of, schemas_at_bound

_RULE = re.compile(r"^- (?P<sentence>.*)\. \(<code>[^<]*</code>\)$", re.MULTILINE)
_LISTED = re.compile(r"^- (?P<start>.*) \(<code>[^<]*</code>\):\n(?P<lines>(?:    - .*\n?)+)", re.MULTILINE)
_LINE = re.compile(r"^    - (.*)\.$", re.MULTILINE)
_SIMPLE = re.compile(
    r"(?:If (?P<condition>.*?), )?(?P<subject>(?!If |Unless )[^:(,]*?) must (?P<demand>(?:(?! and ).)*)"
)
_ITEMS = re.compile(r"each item of (?P<outer>.*?)(?: from the (?P<start>\d+)(?:st|nd|rd|th) on)?")
_MEMBERS = re.compile(r"each member of (?P<outer>.*?)(?: that matches <code>(?P<pattern>.*)</code>)?")
_POINTER = re.compile(r"<code>(?P<pointer>/[^<]*)</code>")
_VALUES = re.compile(r"be (?:one of )?(?P<values><code>.*</code>)")
_BOUND = re.compile(
    r"(?:be|have) (?P<how>at least|at most|exactly) (?:<code>)?(?P<limit>-?[0-9.]+)(?:</code>)?"
    r"(?: (?P<what>character|item|member)s?)?"
)


def false_rules(section: Section, body: str) -> Iterator[str]:
    """The rules of a section that a valid document breaks.

    Args:
        section: a document or definition.
        body: the text of the section.
    """
    questions = Questions(section)
    for rule in simple_rules(body):
        if questions.possible(rule.place, len(rule.place.steps), rule.refuting, rule.condition):
            yield f"{rule.sentence!r}, but a document is valid that breaks it"


@dataclass(frozen=True)
class SimpleRule:
    """A rule about the values at one place."""

    sentence: str
    place: FieldPlace
    refuting: Any
    """A schema of the values that break it."""
    condition: Any
    """A schema of the documents that it is about."""


def simple_rules(body: str) -> Iterator[SimpleRule]:
    """The rules of a simple form: ``X must be ...``, ``If ..., X must be ...``."""
    for sentence in _sentences(body):
        rule = _SIMPLE.fullmatch(sentence)
        steps = _steps(rule["subject"]) if rule else None
        if rule is None or steps is None:
            continue
        condition = condition_of(f"when {rule['condition']}") if rule["condition"] else True
        refuting = _refuting(rule["demand"])
        if rule["demand"] == "be present":
            *outer, last = steps or (ItemStep(),)
            steps = tuple(outer)
            refuting = {"type": "object", "not": {"required": [last.name]}} if isinstance(last, MemberStep) else None
        if refuting is not None and condition is not None:
            yield SimpleRule(sentence, FieldPlace(steps), refuting, condition)


def _sentences(body: str) -> Iterator[str]:
    """The rules, each of the consequences that have a line of their own behind its condition."""
    yield from (match["sentence"] for match in _RULE.finditer(body))
    for match in _LISTED.finditer(body):
        yield from (f"{match['start']}, {line[0].lower()}{line[1:]}" for line in _LINE.findall(match["lines"]))


def _steps(subject: str) -> tuple[Step, ...] | None:
    """The steps to the values that a clause speaks about; None where it is of another form."""
    subject = subject[0].lower() + subject[1:]
    if subject == "the document":
        return ()
    if (items := _ITEMS.fullmatch(subject)) and (outer := _steps(items["outer"])) is not None:
        return (*outer, ItemStep(int(items["start"] or 1) - 1))
    if (members := _MEMBERS.fullmatch(subject)) and (outer := _steps(members["outer"])) is not None:
        return (*outer, NamesStep(html.unescape(members["pattern"] or "")))
    pointer = _POINTER.fullmatch(subject)
    return tuple(map(_step, html.unescape(pointer["pointer"])[1:].split("/"))) if pointer else None


def _step(token: str) -> Step:
    if token in ("*", "…"):
        return ItemStep() if token == "*" else NamesStep()
    return PositionStep(int(token)) if token.isdigit() else MemberStep(token.replace("~1", "/").replace("~0", "~"))


def _refuting(demand: str) -> Any:
    """A schema of the values that break a demand; None where it is of another form."""
    if demand == "be absent":
        return {}
    if bound := _BOUND.fullmatch(demand):
        return schemas_at_bound(bound["how"], bound["limit"], bound["what"])[0]
    if values := _VALUES.fullmatch(demand):
        parts = re.findall(r"<code>(.*?)</code>", values["values"])
        separators = re.split(r"<code>.*?</code>", values["values"])
        is_list = set(separators) <= {"", ", ", " or "}
        return {"not": {"enum": [json.loads(html.unescape(part)) for part in parts]}} if is_list else None
    words = [re.sub(r"^an? ", "", word) for word in re.split(r", | or ", demand.removeprefix("be "))]
    if not demand.startswith("be ") or not set(words) <= set(WORDS):
        return None
    return {"not": {"anyOf": [SCHEMAS[name] for word in words for name in sorted(WORDS[word])]}}
