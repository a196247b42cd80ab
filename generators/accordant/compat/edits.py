"""One edit between two schemas, and a reader's schema with some of the writer's edits made in it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, TypeAlias

from accordant.compat.sides import Spot
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.copy_origins import ORIGIN, share_original
from accordant.schema.subschemas import DEFINITIONS

Tokens: TypeAlias = tuple[str | int, ...]
Path: TypeAlias = tuple[str | int | None, ...]
"""A place in documents: keys, positions of a tuple, ``*`` for any item or any further key, None for a key itself."""
Transformation: TypeAlias = Callable[[JsonValue], JsonValue]
"""What is made of a value at a place."""

_KEPT_AT_ROOT: Final = ("$schema", *DEFINITIONS)
_WRAPPED: Final = "x-accordant-wrapped"
_DATA: Final = frozenset(("const", "enum", "default", "examples"))


def path_of(path: Path) -> str:
    """A place in documents as a pointer, ``/errors/*/kind``."""
    return pointers.write(token for token in path if token is not None)


class Missing:
    """The value of what is not there; JSON's null is a value."""


MISSING: Final = Missing()


class Kind(StrEnum):
    """What an edit is about."""

    DRAFT = "draft"
    SCHEMA = "schema"
    KEYWORD = "keyword"
    MEMBER = "member"
    PROPERTY = "property"
    RENAME = "rename"
    REQUIRED = "required"
    ALTERNATIVE = "alternative"
    CONJUNCT = "conjunct"
    EXCLUSION = "exclusion"


@dataclass(frozen=True, slots=True)
class Transform:
    """A change at one place of a copied reader: the value there (or MISSING) to its new value (or MISSING)."""

    tokens: Tokens
    function: Transformation


@dataclass(frozen=True, slots=True, eq=False)
class Edit:
    """One edit that leads from the reader's schema to the writer's, as a person would name it."""

    kind: Kind
    path: Path
    reader: Spot
    writer: Spot
    """The place on each side; where one side has nothing, the schema around it."""
    transforms: tuple[Transform, ...]
    name: str = ""
    """The keyword, the property or the required name."""
    read: JsonValue = MISSING
    written: JsonValue = MISSING
    """What stands there in the copies of both sides."""
    closed_by: str = ""
    """For an added property: the keyword by which the reader's object refuses names that it does not declare."""
    way: Tokens = ()
    """The way to it in the reader's schema, through references."""
    elsewhere: tuple[Path, ...] = ()
    """Where else in documents it is made, since both sides reach the same two schemas there."""
    is_required: bool = False
    """For a removed property: whether the reader also requires it, and the writer does not."""
    case: str = ""
    """For a removed property: the keyword of the one case in which alone the writer declares it."""
    is_moved: bool = False
    """For a removed property: whether another keyword of the writer declares it. Its own changes are other edits."""

    @property
    def is_added(self) -> bool:
        """Whether only the writer has it."""
        return self.read is MISSING

    @property
    def is_removed(self) -> bool:
        """Whether only the reader has it."""
        return self.written is MISSING


def make(
    document: JsonValue, edits: Iterable[Edit], definitions: JsonValue, updates: Updates | None = None
) -> JsonValue:
    """A copied reader with edits made in it, inner ones first.

    Args:
        document: the copy; it is not changed.
        edits: which edits.
        definitions: what the writer's parts refer to, see :func:`graft`.
        updates: those that were made before, in which copies have their equal parts in common.
    """
    updates = Updates() if updates is None else updates
    transforms = [transform for edit in edits for transform in edit.transforms]
    for transform in sorted(transforms, key=lambda transform: -len(transform.tokens)):
        document = updates.make(document, transform.tokens, transform.function)
    holder = _holder(document)
    return {**document, holder: {**document.get(holder, {}), **definitions}}


def graft(value: JsonValue, holder: str, originals: dict[Hashable, Any]) -> JsonValue:
    """A part of the copied writer as it stands in a copied reader: its definitions have names of their own there.

    Args:
        value: the part.
        holder: the keyword under which the reader has its definitions.
        originals: what parts are copies of; what is made of them is noted there, too.
    """
    if isinstance(value, list):
        return [graft(item, holder, originals) for item in value]
    if not isinstance(value, dict):
        return value
    if ORIGIN not in value:  # a map of schemas, whose keys are names
        return {key: graft(item, holder, originals) for key, item in value.items()}
    grafted = {
        key: _describe_move(item, holder) if key == "$ref" else item if key in _DATA else graft(item, holder, originals)
        for key, item in value.items()
        if key != ORIGIN
    }
    share_original(grafted, value, originals)
    return grafted


def grafted_definitions(writer: JsonValue, holder: str, originals: dict[Hashable, Any]) -> JsonValue:
    """The definitions of a copied writer under their names in a reader."""
    definitions = writer.get(_holder(writer), {})
    return {f"writer-{name}": graft(value, holder, originals) for name, value in definitions.items()}


def holder_of(document: JsonValue) -> str:
    """The keyword under which a copy holds its definitions."""
    return _holder(document)


def _holder(document: JsonValue) -> str:
    return next((name for name in DEFINITIONS if name in document), "$defs")


def _describe_move(reference: str, holder: str) -> str:
    if not reference.startswith("#"):
        return reference  # it leads nowhere
    return f"#/{holder}/writer-{reference.rpartition('/')[2]}"


class Updates:
    """Values with another value at one place, each made once: what the same edits make of a part is one object."""

    def __init__(self) -> None:
        self._made: dict[tuple[int, Tokens, Transformation], tuple[JsonValue, JsonValue]] = {}
        """By identity of a value, which is kept beside what was made of it, so that no other has its identity."""

    def make(self, value: JsonValue, tokens: Tokens, function: Transformation) -> JsonValue:
        """A copy with another value at one place; only the way to it is copied, and made where it is missing."""
        if not tokens:
            return function(value)
        key = (id(value), tokens, function)
        if key not in self._made:
            self._made[key] = value, self._update(value, tokens[0], tokens[1:], function)
        return self._made[key][1]

    def _update(self, value: JsonValue, token: str | int, rest: Tokens, function: Transformation) -> JsonValue:
        if isinstance(value, list) and str(token).isdecimal():  # any other list stands where a schema is due
            copied = list(value)
            copied[int(token)] = self.make(copied[int(token)], rest, function)
            return copied
        members = dict(value) if isinstance(value, dict) else {}
        changed = self.make(members.get(str(token), MISSING), rest, function)
        if changed is MISSING:
            members.pop(str(token), None)
        else:
            members[str(token)] = changed
        return members


def put(tokens: Tokens, value: JsonValue) -> Transform:
    """Another value at a place; MISSING takes it away."""
    return Transform(tokens, lambda _: value)


def append(tokens: Tokens, value: JsonValue) -> Transform:
    """A further element of a list."""
    return Transform(tokens, lambda items: [*(() if items is MISSING else items), value])


def end_from(tokens: Tokens, start: int, tail: list[JsonValue]) -> Transform:
    """Other elements of a list from an index on."""
    return Transform(tokens, lambda items: [*items[:start], *tail])


def without(tokens: Tokens, name: str) -> Transform:
    """A name taken from a list."""
    return Transform(tokens, lambda names: [other for other in names if other != name])


def rename(tokens: Tokens, old: str, new: JsonValue) -> Transform:
    """A name under another one where a list has it; MISSING takes it away."""
    return Transform(tokens, lambda names: names if names is MISSING else _describe_rename(names, old, new))


def _describe_rename(names: JsonValue, old: str, new: JsonValue) -> JsonValue:
    return [new if name == old else name for name in names if name != old or new is not MISSING]


def rekey(tokens: Tokens, old: str, new: str) -> Transform:
    """A keyword under another name."""
    return Transform(tokens, lambda schema: {new if key == old else key: value for key, value in schema.items()})


def move(tokens: Tokens, name: str, around: Transformation | None) -> Transform:
    """A property of the schema at a place, with the edits made in it, into a further schema that is made around it.

    It comes after the edits of the property itself. Where another edit took the property away, nothing is moved.

    Args:
        tokens: the place of the schema that declares the property.
        name: the property.
        around: what is made around it; None: the property is dropped, since all that it became is edits of its own.
    """
    return Transform(tokens, lambda schema: _move(schema, name, around))


def _move(schema: JsonValue, name: str, around: Transformation | None) -> JsonValue:
    if isinstance(schema, dict) and _WRAPPED in schema:
        first, *others = schema["anyOf"]
        return {**schema, "anyOf": [_move(first, name, around), *others]}
    members = dict(schema.get("properties", {})) if isinstance(schema, dict) else {}
    if name not in members:
        return schema
    member, rest = members.pop(name), {**schema, "properties": members}
    if around is None:
        return rest
    moved = around(member)
    further = moved["allOf"] if moved.keys() <= {ORIGIN, "allOf"} else [moved]
    return {**rest, "allOf": [*schema.get("allOf", ()), *further]}


def wrap(tokens: Tokens, alternative: JsonValue) -> Transform:
    """A schema as the first of several alternatives; a further call adds a further alternative."""
    return Transform(tokens, lambda schema: _wrap(schema, alternative))


def replace_schema(tokens: Tokens, schema: JsonValue) -> Transform:
    """Another schema at a place; the root keeps its definitions."""
    return put(tokens, schema) if tokens else Transform((), lambda root: {**_split(root)[0], "allOf": [schema]})


def _wrap(schema: JsonValue, alternative: JsonValue) -> JsonValue:
    if isinstance(schema, dict) and _WRAPPED in schema:
        return {**schema, "anyOf": [*schema["anyOf"], alternative]}
    kept, rest = _split(schema)
    return {**kept, _WRAPPED: True, "anyOf": [rest, alternative]}


def body_of(root: JsonValue) -> JsonValue:
    """A root without what it keeps for itself: its definitions and its draft."""
    return _split(root)[1]


def _split(schema: JsonValue) -> tuple[JsonValue, JsonValue]:
    """What a root keeps for itself, and the schema proper."""
    if not isinstance(schema, dict):
        return {}, schema
    kept = {key: value for key, value in schema.items() if key in _KEPT_AT_ROOT}
    return kept, {key: value for key, value in schema.items() if key not in kept}
