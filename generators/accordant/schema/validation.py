"""The one validator wrapper: jsonschema-rs for every question, jsonschema as the second opinion.

validator = validator_of(Resources.of(schema))
validator.is_valid(document)                     # formats are annotations, nothing is ever fetched
for problem in validator.problems(document): ...
confirm(writer, reader, document).confirmed      # may be written, and is refused
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final, Protocol
from urllib.parse import quote, unquote

from accordant.errors import AccordantError
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.dialects import Dialect, dialect_named
from accordant.schema.json_values import texts_in
from accordant.schema.references import ANONYMOUS, Node

LONGEST_FOR_BACKTRACKING: Final = 24
"""jsonschema matches patterns with Python's `re`, which may need 2^length steps: it sees no longer strings."""

_FRAGMENT: Final = "/~!$&'()*+,;=:@-._?"
_CLASSES: Final = {
    "draft-04": "Draft4Validator",
    "draft-06": "Draft6Validator",
    "draft-07": "Draft7Validator",
    "2019-09": "Draft201909Validator",
    "2020-12": "Draft202012Validator",
}


@dataclass(eq=False)
class UnusableSchema(AccordantError):
    """A schema that the validator cannot be built from, and the validator's reason."""

    location: str
    reason: str

    def __str__(self) -> str:
        return f"{self.location}: not usable as a schema: {self.reason}"


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a document is not valid: where in the document, which keyword at which place, in one sentence.

    `schema_location` is `document#pointer` of the keyword that refused, behind all references; `evaluation`
    is the pointer of the way to it from the root, through references.
    """

    instance: str
    keyword: str
    schema_location: str
    evaluation: str
    message: str
    names: tuple[str, ...] = ()
    """The members that are missing (`required`) or unexpected (`additionalProperties`, `unevaluatedProperties`)."""
    branches: tuple[tuple[Problem, ...], ...] = ()
    """For `oneOf` and `anyOf`: what each branch has against the document."""

    @property
    def schema_pointer(self) -> str:
        """The JSON Pointer of the keyword inside its document."""
        return self.schema_location.partition("#")[2]


@dataclass(frozen=True, slots=True)
class Objection:
    """A problem whose branches are looked at one level after the other: all levels may hold thousands."""

    problem: Problem
    _validator: Validator
    _error: Any

    @property
    def branches(self) -> list[list[Objection]]:
        """For `oneOf` and `anyOf`: what each branch has against the document."""
        return [self._validator.objections_of(branch) for branch in getattr(self._error.kind, "context", ())]


class _Judge(Protocol):
    def is_valid(self, instance: Any) -> bool: ...


class Validator:
    """Judges documents by one schema. Cheap to make: the libraries are loaded and asked on first use."""

    def __init__(self, node: Node) -> None:
        self.node = node

    def is_valid(self, document: JsonValue) -> bool:
        """Whether the document is valid; UnusableSchema if no library can tell."""
        first = self.first_opinion(document)
        if first is None:
            first = self.second_opinion(document)
        if first is None:
            raise UnusableSchema(self.node.location, self._failure)
        return first

    def problems(self, document: JsonValue) -> list[Problem]:
        """Everything that makes the document invalid, with what each branch has against it, in the validator's order.

        Raises:
            UnusableSchema: the library cannot take the schema.
        """
        return [self._problem(error, True) for error in self._errors(document)]

    def objections(self, document: JsonValue) -> list[Objection]:
        """The same as :meth:`problems`, level by level.

        Raises:
            UnusableSchema: the library cannot take the schema.
        """
        return self.objections_of(self._errors(document))

    def objections_of(self, errors: Iterable[Any]) -> list[Objection]:
        """Errors of the library as objections."""
        return [Objection(self._problem(error, False), self, error) for error in errors]

    def _errors(self, document: JsonValue) -> Iterable[Any]:
        if self._fast is None:
            raise UnusableSchema(self.node.location, self._failure)
        errors: Iterable[Any] = self._fast.iter_errors(document)
        return errors

    def first_opinion(self, document: JsonValue) -> bool | None:
        """What jsonschema-rs says; None where it cannot judge."""
        if self._fast is None:
            return None
        try:
            return bool(self._fast.is_valid(document))
        except Exception:  # a document that the library cannot take, such as a lone surrogate
            return None

    def second_opinion(self, document: JsonValue) -> bool | None:
        """What jsonschema says; None where it cannot judge or must not be asked (long strings)."""
        if any(len(text) > LONGEST_FOR_BACKTRACKING for text in texts_in(document)):
            return None
        try:
            return bool(self._slow.is_valid(document))
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException:  # unusable schema or document; too deep, which its Rust parts report as a panic
            return None

    @cached_property
    def _failure(self) -> str:
        try:
            _build(self.node)
        except Exception as error:
            return str(error).split("\n")[0]
        return "the document cannot be judged"

    @cached_property
    def _fast(self) -> Any:
        try:
            return _build(self.node)
        except Exception:  # the library's own exceptions, which differ by kind of defect
            return None

    @cached_property
    def _slow(self) -> _Judge:
        import jsonschema
        import referencing

        node = self.node
        schemas = _documents(node)
        resources = [(uri, _resource(referencing, schema, node.dialect)) for uri, schema in schemas.items()]
        registry: Any = referencing.Registry().with_resources(resources)
        judge: _Judge = getattr(jsonschema, _CLASSES[node.dialect.name])(_entry(node), registry=registry)
        return judge

    def _existing(self, location: str) -> str:
        """A location as the library writes it (encoded, some with an index too many), as one that is there."""
        address, _, fragment = location.partition("#")
        tokens = pointers.split(unquote(fragment)) if fragment.startswith("/") else []
        value: JsonValue = self.node.resources.root(address).value if address in self.node.resources else None
        if value is None or not tokens:
            return location
        path: list[str] = []
        for token in tokens:
            try:
                value = pointers.follow(value, pointers.write([token]))
            except LookupError:
                break
            path.append(token)
        return f"{address}#{pointers.write(path)}"

    def _problem(self, error: Any, inside: bool) -> Problem:
        location = self._existing(str(getattr(error, "absolute_keyword_location", None) or ""))
        if "#" not in location:
            location = f"{self.node.document}#{pointers.write(error.schema_path)}"
        keyword = pointers.split(location.partition("#")[2] or "/false")[-1]
        branches = getattr(error.kind, "context", ()) if inside else ()
        return Problem(
            pointers.write(error.instance_path),
            str(error.schema_path[-1]) if error.schema_path and not str(error.schema_path[-1]).isdecimal() else keyword,
            location,
            pointers.write(error.evaluation_path),
            str(error.message),
            _member_names(error.kind),
            tuple(tuple(self._problem(cause, True) for cause in branch) for branch in branches),
        )


def _member_names(kind: Any) -> tuple[str, ...]:
    if kind.name == "required":
        return (str(kind.property),)
    return tuple(str(name) for name in getattr(kind, "unexpected", ()))


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Who confirms that a document is accepted on the writer's side and refused on the reader's.

    True: confirms; False: contradicts; None: could not judge, or was not asked.
    """

    jsonschema_rs: bool | None
    jsonschema: bool | None

    @property
    def confirmed(self) -> bool:
        """Whether one of the two libraries confirms the document."""
        return self.jsonschema_rs is True or self.jsonschema is True


def confirm(writer: Validator, reader: Validator, document: JsonValue) -> Confirmation:
    """Whether `document` may be written and is refused; jsonschema judges when jsonschema-rs does not confirm it."""
    first = _verdict(writer.first_opinion(document), reader.first_opinion(document))
    second = None
    if first is not True:
        second = _verdict(writer.second_opinion(document), reader.second_opinion(document))
    return Confirmation(first, second)


def _verdict(accepted: bool | None, read: bool | None) -> bool | None:
    if accepted is None or read is None:
        return None
    return accepted and not read


@lru_cache(maxsize=8)
def validator_of(node: Node) -> Validator:
    """The validator of a node: a root, or any place inside a schema.

    The last few are kept: a question, the search for the keyword to blame and the confirmation ask the same ones.
    """
    return Validator(node)


def _build(node: Node) -> Any:
    import jsonschema_rs

    schemas = _documents(node)
    kind = getattr(jsonschema_rs, _CLASSES[node.dialect.name])
    options: dict[str, Any] = {"validate_formats": False, "offline": True}
    if len(schemas) > 1 or node.pointer:
        draft = getattr(jsonschema_rs, _CLASSES[node.dialect.name].removesuffix("Validator"))
        options["registry"] = jsonschema_rs.Registry(list(schemas.items()), draft=draft)
    if node.document != ANONYMOUS and not node.pointer:
        options["base_uri"] = node.document
    return kind(_entry(node), **options)


def _documents(node: Node) -> Mapping[str, JsonValue]:
    resources = node.resources
    roots = {uri: resources.root(uri) for uri in resources}
    return {uri: _with_known_draft(root.value) for uri, root in roots.items()}


def _entry(node: Node) -> JsonValue:
    if node.pointer:
        return {"$ref": f"{node.document}#{quote(node.pointer, safe=_FRAGMENT)}"}
    return _with_known_draft(node.value)


def _with_known_draft(schema: JsonValue) -> JsonValue:
    """The schema without a `$schema` that no library knows: it means our default, not an address to fetch."""
    if isinstance(schema, dict) and isinstance(schema.get("$schema"), str):
        dialect = dialect_named(schema["$schema"])
        if dialect is None:
            return {key: value for key, value in schema.items() if key != "$schema"}
        if dialect.uri != schema["$schema"]:
            return {**schema, "$schema": dialect.uri}
    return schema


def _resource(referencing: Any, schema: JsonValue, dialect: Dialect) -> Any:
    from referencing.jsonschema import specification_with

    default = specification_with(dialect.uri)
    return referencing.Resource.from_contents(schema, default_specification=default)
