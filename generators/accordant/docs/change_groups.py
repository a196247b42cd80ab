"""Changes that are alike, gathered into one sentence: the same rule and place, and the same words about other names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from accordant.docs.change_values import Change
from accordant.docs.markdown import prose
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.vocabulary import enumeration

_NAMED: Final = re.compile(r"(?P<head>(?:`[^`]*` of )?[^`]*)`(?P<name>[^`]*)`(?P<tail>.*)", re.DOTALL)
"""A sentence around the name that it is about: the first in it, but for `title` of `name`."""

_SUBJECT: Final = re.compile(r"The (?P<noun>[\w ]+?)(?P<more> for \w+| of)? ")
_VERBS: Final = {" was ": " were ", " is ": " are "}


@dataclass(frozen=True, slots=True)
class ChangeGroup:
    """Changes of one rule in one place whose sentences differ in a name; most groups have one change."""

    changes: tuple[Change, ...]

    @property
    def first(self) -> Change:
        """The change whose rule, place and words are those of all."""
        return self.changes[0]

    def sentence(self, show: Callable[[Change], str]) -> str:
        """What changed, as Markdown; ``show`` shows the name that a sentence is about."""
        match = _NAMED.fullmatch(self.first.message)
        if match is None:
            return prose(self.first.message)
        head, tail = match["head"], match["tail"]
        names = [show(change) for change in self.changes]
        verb = next((verb for verb in _VERBS if tail.startswith(verb)), "")
        if len(names) == 1 or not (verb and (not head or _SUBJECT.fullmatch(head))):
            alike = f" The same is true of {enumeration(names[1:], 'and')}." if names[1:] else ""
            return f"{_before(head)}{names[0]}{_after(tail)}{alike}"
        subject = _SUBJECT.fullmatch(head)
        plural = f"The {subject['noun']}s{subject['more'] or ''} " if subject else ""
        return f"{_before(plural)}{enumeration(names, 'and')}{_after(_VERBS[verb] + tail[len(verb) :])}"


def gather(changes: Iterable[Change]) -> list[ChangeGroup]:
    """The changes in their order, those that are alike beside the first of them."""
    groups: dict[object, list[Change]] = {}
    for number, change in enumerate(changes):
        groups.setdefault(_likeness(change) or number, []).append(change)
    return [ChangeGroup(tuple(group)) for group in groups.values()]


def name_of(change: Change) -> str:
    """The first name in the sentence of a change; "" where there is none."""
    match = _NAMED.fullmatch(change.message)
    return match["name"] if match else ""


def is_told(side: JsonValue, message: str) -> bool:
    """Whether a side of a change is a name, or names, that its sentence says already."""
    names: Sequence[JsonValue] = side if isinstance(side, list) else [side]
    return all(isinstance(name, str | int) and _says(message, name) for name in names)


def _says(message: str, name: str | int) -> bool:
    texts = (f"`{name}`", f"`{pointers.join('', name)}`", f'"{name}"')
    return any(text in message for text in texts)


def _likeness(change: Change) -> tuple[str, ...] | None:
    """What changes have in common that one sentence may tell; None where there is more to say of one."""
    match = _NAMED.fullmatch(change.message)
    untold = [side for side in (change.old, change.new) if side is not None and not is_told(side, change.message)]
    if match is None or change.document is not None or change.acknowledged or change.kind == "undecided":
        return None
    if change.kind == "break" and not all(isinstance(side, dict) and "says" in side for side in untold):
        return None
    return change.rule, change.subject, match["head"], match["tail"]


def _before(words: str) -> str:
    return f"{prose(words.rstrip())} " if words.strip() else ""


def _after(words: str) -> str:
    """The rest of a sentence: the space at its start stays, and what follows begins no line."""
    return prose(f"x{words}")[1:]
