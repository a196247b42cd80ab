"""A difference in what two schemas declare at one place of their documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.references import Node
from accordant.schema.tags import Tags


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
    """For a name that is still declared for other documents: the tags of those for which it no longer is."""
    gained: tuple[Tags, ...] = ()
    """For such a name: the tags of documents for which only the newer side declares it."""
    documents: JsonValue = None
    """Of which documents it is one, where not of all: see `document_kinds.DocumentKinds.as_json`."""
    is_of_some: bool = False
    """Whether it is not known which of these documents it changes."""
    is_kept_elsewhere: bool = False
    """For a name that is lost: whether its older declaration holds at other places too, and is not lost there."""

    @property
    def path(self) -> str:
        """The place in a document, ``/errors/*/kind``; any further key is ``*`` too."""
        return pointer_of(self.steps)

    def requirement(self) -> JsonValue:
        """A schema that asks for a document which uses the name (and carries the tags that it needs)."""
        leaf: JsonValue = True
        if self.rule.startswith(("enum-value", "const", "carrier", "tag")):
            leaf = {"const": self.old}
        return _requirement(self.steps, leaf)


def _requirement(steps: tuple[PathStep, ...], leaf: JsonValue) -> JsonValue:
    for step in reversed(steps):
        if step.token == "*":
            leaf = {"type": "array", "minItems": 1, "items": leaf}
        elif step.token == "+":
            tags = {name: {"enum": sorted(values)} for name, values in step.tags.items()}
            lacking = {"not": leaf}
            without = (
                {"patternProperties": {step.pattern: lacking}}
                if step.pattern
                else {**step.beside, "additionalProperties": lacking}
            )
            leaf = {"type": "object", "required": sorted(tags), "properties": tags, "not": without}
        elif isinstance(step.token, int):
            leaf = {"type": "array", "minItems": step.token + 1, "prefixItems": [True] * step.token + [leaf]}
        else:
            properties: dict[str, JsonValue] = {key: {"enum": sorted(values)} for key, values in step.tags.items()}
            both = leaf if step.token not in properties else {"allOf": [properties[step.token], leaf]}
            properties[step.token] = both
            leaf = {"type": "object", "required": sorted(properties), "properties": properties}
    return leaf
