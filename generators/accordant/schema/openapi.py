"""The schemas of an OpenAPI document (3.0 and 3.1) as JSON Schemas of draft 2020-12, and what gets lost on the way.

Sources: OpenAPI 3.0.3 and 3.1.1, Schema Object, Reference Object, Discriminator Object.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import quote, unquote

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.dialects import DRAFT_2020_12, dialect_named
from accordant.schema.openapi_uses import COMPONENTS, INPUT, OUTPUT, Use, find_uses
from accordant.schema.subschemas import keyword_objects

_DROPPED: Final = ("xml", "externalDocs")
_FLAGS: Final = {OUTPUT: "writeOnly", INPUT: "readOnly"}
"""The flag of fields that documents of a direction do not carry."""


@dataclass(frozen=True, slots=True)
class OpenApiSchema:
    """A schema of the document, translated. References name other schemas by their ``name``, percent-encoded."""

    name: str
    pointer: str
    """Where it stands in the document."""
    value: dict[str, JsonValue]
    direction: str
    losses: tuple[str, ...]


class UnusableOpenApi(ValueError):
    """The document has a part that cannot be translated; ``pointer`` says which."""

    def __init__(self, pointer: str, reason: str, next_step: str) -> None:
        super().__init__(reason)
        self.pointer, self.next_step = pointer, next_step


def version_of(document: JsonValue) -> str:
    """The version of OpenAPI that a document names (``3.0.3``); empty for any other document."""
    version = document.get("openapi") if isinstance(document, dict) else None
    return version if isinstance(version, str) else ""


def title_and_description(document: JsonValue) -> tuple[str, str]:
    """What the Info Object of a document says of the API; empty texts where there is none."""
    info = document.get("info") if version_of(document) else None
    title, description = (info.get("title"), info.get("description")) if isinstance(info, dict) else ("", "")
    return " ".join(str(title or "").split()), str(description or "").strip()


def translate(document: dict[str, JsonValue], only: str = "") -> list[OpenApiSchema]:
    """The schemas of a document.

    Request bodies are input, responses output, and what both use is both: ``full``. A schema of both in which a
    required field is read-only or write-only becomes two, the second of which is called ``NAME-input``.

    Args:
        document: an OpenAPI document of version 3.0 or 3.1.
        only: the pointer of one schema; those that it refers to come along. Empty: all.

    Raises:
        UnusableOpenApi: a reference to another file, or to something that is not a schema.
    """
    uses = find_uses(document)
    views = _views(document, uses, only)
    return [_Translation(document, view, views).result() for view in views.values()]


@dataclass(frozen=True, slots=True)
class _View:
    """A schema as one direction sees it."""

    name: str
    pointer: str
    direction: str


def _views(document: JsonValue, uses: Mapping[str, Use], only: str) -> dict[tuple[str, str], _View]:
    """The schemas to translate, by pointer and the direction from which they are referred to."""
    wanted = _closure(uses, [only]) if only else set(uses)
    if only and only not in uses:
        raise UnusableOpenApi(only, "is not a schema of this document", "name one below /components/schemas")
    flagged = {pointer for pointer in wanted if _is_flagged(document, pointer)}
    views: dict[tuple[str, str], _View] = {}
    for pointer, use in uses.items():
        if pointer not in wanted:
            continue
        is_split = use.direction == "full" and not flagged.isdisjoint(_closure(uses, [pointer]))
        views[pointer, OUTPUT] = _View(use.name, pointer, OUTPUT if is_split else use.direction)
        if is_split:
            views[pointer, INPUT] = _View(f"{use.name}-input", pointer, INPUT)
    return views


def _closure(uses: Mapping[str, Use], starts: list[str]) -> set[str]:
    reached: set[str] = set()
    todo = list(starts)
    while todo:
        pointer = todo.pop()
        if pointer not in reached and pointer in uses:
            reached.add(pointer)
            todo += uses[pointer].refers_to
    return reached


def _is_flagged(document: JsonValue, pointer: str) -> bool:
    """Whether a schema requires a field that only one direction carries."""
    return any(
        name in keywords.get("required", ()) and any(_has_flag(document, part, flag) for flag in _FLAGS.values())
        for _, keywords in keyword_objects(pointers.follow(document, pointer))
        if isinstance(keywords.get("required"), list)
        for name, part in _properties(keywords)
    )


def _properties(keywords: Mapping[str, JsonValue]) -> Iterator[tuple[str, JsonValue]]:
    properties = keywords.get("properties")
    yield from properties.items() if isinstance(properties, dict) else ()


def _has_flag(document: JsonValue, part: JsonValue, flag: str) -> bool:
    if not isinstance(part, dict):
        return False
    reference = part.get("$ref")
    if isinstance(reference, str) and reference.startswith("#/") and pointers.has(document, reference[1:]):
        target = pointers.follow(document, reference[1:])
        return part.get(flag) is True or (isinstance(target, dict) and target.get(flag) is True)
    return part.get(flag) is True


@dataclass
class _Translation:
    """One schema on its way to JSON Schema."""

    document: dict[str, JsonValue]
    view: _View
    views: Mapping[tuple[str, str], _View]
    losses: list[str] = field(default_factory=list)

    def result(self) -> OpenApiSchema:
        """The schema, translated."""
        source = pointers.follow(self.document, self.view.pointer)
        if not isinstance(source, dict):
            source = {"not": {}} if source is False else {}
        value = copy.deepcopy(source)
        is_old = version_of(self.document).startswith("3.0")
        steps: list[Callable[[str, dict[str, JsonValue]], None]] = [
            *([self._drop_beside_ref, self._nullable, self._exclusive] if is_old else []),
            self._example, self._drop, self._one_way, self._discriminator, self._reference,
        ]  # fmt: skip
        for pointer, keywords in keyword_objects(value):
            for step in steps:
                step(pointer, keywords)
        head = {"$schema": value.pop("$schema", None) or self._draft(is_old)}
        return OpenApiSchema(
            self.view.name, self.view.pointer, {**head, **value}, self.view.direction, tuple(self.losses)
        )

    def _draft(self, is_old: bool) -> str:
        named = self.document.get("jsonSchemaDialect")
        if not is_old and isinstance(named, str) and dialect_named(named) is not None:
            return named
        return DRAFT_2020_12.uri

    def _lose(self, pointer: str, text: str) -> None:
        self.losses.append(f"{self.view.pointer}{pointer}: {text}")

    def _drop_beside_ref(self, pointer: str, keywords: dict[str, JsonValue]) -> None:
        """In 3.0 what stands beside $ref is ignored."""
        if isinstance(keywords.get("$ref"), str):
            for key in [key for key in keywords if key != "$ref"]:
                del keywords[key]
                if key not in _FLAGS.values():
                    self._lose(pointer, f"{key} beside $ref says nothing in OpenAPI 3.0; it was left out")

    def _nullable(self, pointer: str, keywords: dict[str, JsonValue]) -> None:
        if keywords.pop("nullable", False) is not True:
            return
        kind = keywords.get("type")
        if not isinstance(kind, str):
            self._lose(pointer, "nullable without a type beside it says nothing in OpenAPI 3.0; it was left out")
            return
        keywords["type"] = [kind, "null"]
        enum = keywords.get("enum")
        if isinstance(enum, list) and None not in enum:
            self._lose(pointer, "nullable beside an enum without null: null is refused, as OpenAPI 3.0.3 says")

    def _exclusive(self, pointer: str, keywords: dict[str, JsonValue]) -> None:
        for exclusive, limit in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
            flag = keywords.get(exclusive)
            if not isinstance(flag, bool):
                continue
            del keywords[exclusive]
            if flag and limit in keywords:
                keywords[exclusive] = keywords.pop(limit)
            elif flag:
                self._lose(pointer, f"{exclusive} without {limit} says nothing; it was left out")

    def _example(self, pointer: str, keywords: dict[str, JsonValue]) -> None:
        if "example" in keywords:
            example = keywords.pop("example")
            examples = keywords.get("examples")
            keywords["examples"] = [example, *(examples if isinstance(examples, list) else [])]

    def _drop(self, pointer: str, keywords: dict[str, JsonValue]) -> None:
        for keyword in _DROPPED:
            if keyword in keywords:
                del keywords[keyword]
                self._lose(pointer, f"{keyword} is not a keyword of JSON Schema; it was left out")

    def _one_way(self, pointer: str, keywords: dict[str, JsonValue]) -> None:
        """A required field that documents of this direction do not carry is not required of them."""
        required = keywords.get("required")
        if not isinstance(required, list) or self.view.direction not in _FLAGS:
            return
        flag = _FLAGS[self.view.direction]
        gone = [name for name, part in _properties(keywords) if name in required and self._is_one_way(part, flag)]
        if gone:
            keywords["required"] = [name for name in required if name not in gone]
            what = "requests" if self.view.direction == INPUT else "responses"
            self._lose(pointer, f"{', '.join(gone)}: {flag}, so {what} need not have it")

    def _is_one_way(self, part: JsonValue, flag: str) -> bool:
        return _has_flag(self.document, part, flag)

    def _discriminator(self, pointer: str, keywords: dict[str, JsonValue]) -> None:
        """Each alternative requires the value that selects it."""
        discriminator = keywords.pop("discriminator", None)
        if not isinstance(discriminator, dict) or not isinstance(discriminator.get("propertyName"), str):
            return
        name = discriminator["propertyName"]
        choice = next((key for key in ("oneOf", "anyOf") if isinstance(keywords.get(key), list)), "")
        if not choice:
            self._lose(pointer, f"the discriminator {name} has no oneOf or anyOf beside it; it was left out")
            return
        given = discriminator.get("mapping")
        mapping: dict[str, JsonValue] = given if isinstance(given, dict) else {}
        for index, branch in enumerate(keywords[choice]):
            if not isinstance(branch, dict) or not isinstance(branch.get("$ref"), str):
                self._lose(f"{pointer}/{choice}/{index}", f"no $ref, so the discriminator {name} does not select it")
                continue
            values = _selecting(branch["$ref"], mapping)
            test = {"const": values[0]} if len(values) == 1 else {"enum": values}
            keywords[choice][index] = {"allOf": [branch], "properties": {name: test}, "required": [name]}

    def _reference(self, pointer: str, keywords: dict[str, JsonValue]) -> None:
        reference = keywords.get("$ref")
        if not isinstance(reference, str):
            return
        target, rest = _split(reference, self.views)
        if target is None:
            at = f"{self.view.pointer}{pointer}/$ref"
            raise UnusableOpenApi(at, f"{reference!r} names no schema below /components/schemas of this document",
                                  "bundle the document into one file first, or correct the reference")  # fmt: skip
        view = self.views.get((target, self.view.direction)) or self.views[target, OUTPUT]
        if target == self.view.pointer:
            keywords["$ref"] = f"#{rest}"
        else:
            keywords["$ref"] = quote(view.name, safe="") + (f"#{rest}" if rest else "")


def _split(reference: str, views: Mapping[tuple[str, str], _View]) -> tuple[str | None, str]:
    """The schema that a reference leads into, and the pointer in it."""
    pointer = unquote(reference[1:]) if reference.startswith("#/") else ""
    tokens = pointer.split("/")
    target = "/".join(tokens[:4])
    return (target, "".join(f"/{token}" for token in tokens[4:])) if (target, OUTPUT) in views else (None, "")


def _selecting(reference: str, mapping: Mapping[str, JsonValue]) -> list[JsonValue]:
    """The values of the discriminator that select a schema: those that are mapped to it, else its name."""
    name = unquote(reference.rpartition("/")[2])
    values = [value for value, target in mapping.items() if target in (reference, name)]
    return list(values) or [name]


__all__ = ["COMPONENTS", "OpenApiSchema", "UnusableOpenApi", "translate", "version_of"]
