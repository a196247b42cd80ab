"""Which schemas an OpenAPI document has, what refers to them, and which way their documents go."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.subschemas import keyword_objects

COMPONENTS: Final = "/components/schemas"
INPUT, OUTPUT = "input", "output"
_METHODS: Final = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
_MOST_HOPS: Final = 16
_NO_WORD: Final = re.compile(r"[^A-Za-z0-9._-]+")
"""What no name of a schema in OpenAPI has (Components Object)."""


@dataclass(slots=True)
class Use:
    """A schema of the document."""

    name: str
    refers_to: tuple[str, ...]
    """The pointers of the schemas to which it refers."""
    ways: frozenset[str] = frozenset()

    @property
    def direction(self) -> str:
        """``input``, ``output`` or ``full``; output where the document does not say."""
        return "full" if len(self.ways) == 2 else next(iter(self.ways), OUTPUT)


@dataclass(frozen=True, slots=True)
class _Body:
    """A place where a body is described: a request of the API's caller or an answer to it; or a parameter or header."""

    name: str
    """What its own schema is called; empty for parameters and headers, whose own schemas are none of documents."""
    pointer: str
    way: str


def find_uses(document: JsonValue) -> dict[str, Use]:
    """Every schema below ``components``, and every one that stands in a JSON body itself, by its pointer."""
    uses: dict[str, Use] = {}
    components = pointers.follow(document, COMPONENTS) if pointers.has(document, COMPONENTS) else {}
    for name in components if isinstance(components, dict) else ():
        pointer = pointers.join(COMPONENTS, name)
        uses[pointer] = Use(_free_name(name, uses), _references(document, pointer))
    starts: list[tuple[str, str]] = []
    for body in _bodies(document):
        for pointer, is_json in _schemas_of(document, body.pointer):
            schema = pointers.follow(document, pointer)
            if _target(schema) in uses or not is_json or not body.name:
                starts += [(target, body.way) for target in _references(document, pointer)]
            elif isinstance(schema, dict):
                uses[pointer] = Use(_free_name(body.name, uses), _references(document, pointer))
                starts.append((pointer, body.way))
    _spread(uses, starts)
    return uses


def _free_name(name: str, uses: dict[str, Use]) -> str:
    name = _NO_WORD.sub("-", name)
    taken = {use.name for use in uses.values()}
    endings = ("", *(f"-{number}" for number in range(2, 10_000)))
    return next(name + ending for ending in endings if name + ending not in taken)


def _spread(uses: dict[str, Use], starts: list[tuple[str, str]]) -> None:
    """A schema goes every way in which those go that refer to it."""
    todo = list(starts)
    while todo:
        pointer, way = todo.pop()
        use = uses.get(pointer)
        if use is not None and way not in use.ways:
            use.ways |= {way}
            todo += [(target, way) for target in use.refers_to]


def _references(document: JsonValue, pointer: str) -> tuple[str, ...]:
    schema = pointers.follow(document, pointer)
    targets = [_target(keywords) for _, keywords in keyword_objects(schema)]
    return tuple(dict.fromkeys(target for target in targets if target))


def _target(schema: JsonValue) -> str:
    """The component to which a schema refers, with what is below it left out."""
    reference = schema.get("$ref") if isinstance(schema, dict) else None
    if not isinstance(reference, str) or not reference.startswith(f"#{COMPONENTS}/"):
        return ""
    return "/".join(unquote(reference[1:]).split("/")[:4])


def _bodies(document: JsonValue) -> Iterator[_Body]:
    """The bodies, parameters and headers of all operations; of webhooks and callbacks the API writes the requests."""
    for section, is_ours in (("/paths", False), ("/webhooks", True)):
        for path, pointer in _members(document, section):
            yield from _of_path(document, path, pointer, is_ours)


def _of_path(document: JsonValue, path: str, pointer: str, is_ours: bool) -> Iterator[_Body]:
    asked, answered = (OUTPUT, INPUT) if is_ours else (INPUT, OUTPUT)
    item = _resolve(document, pointer)
    yield from (_Body("", parameter, asked) for parameter in _items(document, f"{item}/parameters"))
    for method, operation in _members(document, item):
        if method not in _METHODS:
            continue
        value = pointers.follow(document, operation)
        own = value.get("operationId") if isinstance(value, dict) else None
        name = own if isinstance(own, str) else f"{method} {path}"
        yield from (_Body("", parameter, asked) for parameter in _items(document, f"{operation}/parameters"))
        yield _Body(f"{name}-request", f"{operation}/requestBody", asked)
        for status, response in _members(document, f"{operation}/responses"):
            yield _Body(f"{name}-response-{status}", response, answered)
            headers = _members(document, f"{_resolve(document, response)}/headers")
            yield from (_Body("", header, answered) for _, header in headers)
        for _, callback in _members(document, f"{operation}/callbacks"):
            for expression, path_item in _members(document, _resolve(document, callback)):
                yield from _of_path(document, expression, path_item, True)


def _schemas_of(document: JsonValue, body: str) -> Iterator[tuple[str, bool]]:
    """The pointers of the schemas of a body, and whether each is one of JSON."""
    holder = _resolve(document, body)
    if pointers.has(document, f"{holder}/schema"):
        yield f"{holder}/schema", False
    for media, pointer in _members(document, f"{holder}/content"):
        kind = media.partition(";")[0].strip().lower()
        is_json = kind.endswith(("/json", "+json")) or kind in ("*/*", "application/*")
        if pointers.has(document, f"{pointer}/schema"):
            yield f"{pointer}/schema", is_json


def _resolve(document: JsonValue, pointer: str) -> str:
    """The place to which references lead from a place."""
    for _ in range(_MOST_HOPS):
        value = pointers.follow(document, pointer) if pointers.has(document, pointer) else None
        reference = value.get("$ref") if isinstance(value, dict) else None
        if not isinstance(reference, str) or not reference.startswith("#/"):
            break
        pointer = unquote(reference[1:])
    return pointer


def _members(document: JsonValue, pointer: str) -> Iterator[tuple[str, str]]:
    value = pointers.follow(document, pointer) if pointers.has(document, pointer) else None
    for name in value if isinstance(value, dict) else ():
        if not name.startswith("x-"):
            yield name, pointers.join(pointer, name)


def _items(document: JsonValue, pointer: str) -> Iterator[str]:
    value = pointers.follow(document, pointer) if pointers.has(document, pointer) else None
    yield from (f"{pointer}/{index}" for index in range(len(value) if isinstance(value, list) else 0))
