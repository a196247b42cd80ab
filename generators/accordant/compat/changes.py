"""A difference in what two schemas declare at one place of their documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.references import Node
from accordant.schema.tags import Tags, TagsKey, tags_key


@dataclass(frozen=True, slots=True)
class PathStep:
    """One step into a document: a key under some tags, an index, any item (``*``), or any other key (``+``)."""

    token: str | int
    tags: Tags = field(default_factory=dict, compare=False)
    pattern: str = field(default="", compare=False)
    """For any other key: the pattern that it matches; empty where it matches none and has no name."""
    beside: Mapping[str, JsonValue] = field(default_factory=dict, compare=False)
    """For a key without a pattern: ``properties`` and ``patternProperties`` that name all others."""


def pointer_of(steps: Iterable[PathStep], *names: str) -> str:
    """The JSON Pointer of a place in a document, or of a field below it; any further key is ``*`` too."""
    return pointers.write([*("*" if step.token == "+" else step.token for step in steps), *names])


@dataclass(frozen=True, slots=True)
class Change:
    """A difference in what is declared at one place.

    ``old_node`` and ``new_node`` are the schemas at hand (for a removal the new node is the surviving parent).
    """

    rule: str
    steps: tuple[PathStep, ...]
    old_node: Node
    new_node: Node
    name: str = ""
    old: JsonValue = None
    new: JsonValue = None
    keyword: str = ""
    lost: Tags = field(default_factory=dict)
    """For a name that is still declared for other documents: the tags of those for which it no longer is; of a name
    that is forbidden the tags by their places."""
    gained: tuple[Tags, ...] = ()
    """For such a name: the tags of documents for which only the newer side declares it."""
    documents: JsonValue = None
    """Of which documents it is one, where not of all: see `document_kinds.DocumentKinds.as_json`, and `forbidden`."""
    is_of_some: bool = False
    """Whether it is not known which of these documents it changes."""
    is_forbidden: bool = False
    """For a lost name or value: whether the newer side still declares it, and no document can carry it."""
    is_kept_elsewhere: bool = False
    """For a name that is lost: whether its older declaration holds at other places too, and is not lost there."""

    @property
    def path(self) -> str:
        """The place in a document, ``/errors/*/kind``; any further key is ``*`` too."""
        return pointer_of(self.steps)

    def requirement(self) -> JsonValue:
        """A schema that asks for a document which uses the name (and carries the tags that it needs)."""
        return requirement_of([self])


def requirement_of(changes: Iterable[Change]) -> JsonValue:
    """A schema that asks for a document which uses the names of all of some changes."""
    return _requirement([(change.steps, _used(change)) for change in changes])


def _used(change: Change) -> JsonValue:
    """What a document has at the place of a change which uses the name."""
    is_of_value = change.rule.startswith(("enum-value", "const", "carrier", "tag"))
    return {"const": change.old} if is_of_value else True


def _requirement(uses: Iterable[tuple[Sequence[PathStep], JsonValue]]) -> JsonValue:
    """A schema that asks for a document in which steps lead to what is used."""
    parts: list[JsonValue] = []
    below: dict[tuple[str | int, str, TagsKey], list[tuple[Sequence[PathStep], JsonValue]]] = {}
    for steps, used in uses:
        if steps:
            below.setdefault((steps[0].token, steps[0].pattern, tags_key(steps[0].tags)), []).append((steps, used))
        else:
            parts.append(used)
    for further in below.values():
        inner = _requirement((steps[1:], used) for steps, used in further)
        parts.append(_leading_to(further[0][0][0], inner))
    return parts[0] if len(parts) == 1 else {"allOf": parts}


def _leading_to(step: PathStep, inner: JsonValue) -> JsonValue:
    """A schema that asks for a value in which a step leads to another one, of some schema."""
    tags: dict[str, JsonValue] = {name: {"enum": sorted(values)} for name, values in step.tags.items()}
    if step.token == "*":
        return {"type": "array", "minItems": 1, "items": inner}
    if isinstance(step.token, int):
        return {"type": "array", "minItems": step.token + 1, "prefixItems": [True] * step.token + [inner]}
    if step.token == "+":
        lacking = {"not": inner}
        others = {**step.beside, "additionalProperties": lacking}
        without = {"patternProperties": {step.pattern: lacking}} if step.pattern else others
        return {"type": "object", "required": sorted(tags), "properties": tags, "not": without}
    both = {"allOf": [tags[step.token], inner]} if step.token in tags else inner
    properties = {**tags, step.token: both}
    return {"type": "object", "required": sorted(properties), "properties": properties}
