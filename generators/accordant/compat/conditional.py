"""The conditions under which a newer schema still asks what it no longer asks at the place of a break.

They are part of an acknowledgement's fingerprint, and tell a break that happens in some cases from a later one that
happens in all. What else stands in the same branches is none of its business: it may change.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.dialects import DIALECTS, Kind, Relation, is_map_of_schemas
from accordant.schema.json_values import canonical
from accordant.schema.subschemas import DEFINITIONS, keyword_objects

_LOGIC: Final = {"dependentRequired"} | {
    keyword.name
    for dialect in DIALECTS
    for keyword in dialect.applying
    if keyword.relation is Relation.IN_PLACE and not keyword.is_reference and keyword.name != "allOf"
}
"""Keywords that make a schema count in some cases only: all that apply in place, but references and ``allOf``."""
_SILENT: Final = {
    keyword.name for dialect in DIALECTS for keyword in dialect.keywords.values() if keyword.kind is Kind.ANNOTATION
} | {"$comment"}
_GUARDED: Final = {"then": "if", "else": "if"}


@dataclass(frozen=True, slots=True)
class Asked:
    """What the older schema asks: a keyword for a member of that name (none: for the whole), or a whole schema."""

    keyword: str = ""
    member: str | None = None
    name: JsonValue = None
    """The name that ``required`` lists."""
    schema: str = ""
    """The text of the schema, where no single keyword asks."""

    @classmethod
    def of(cls, side: JsonValue, pointer: str) -> Asked:
        """What a finding says of its older side, at a place of the older schema."""
        if not isinstance(side, dict) or len(side) != 1:
            return cls(schema=canonical(_without_texts(side)))
        ((keyword, value),) = side.items()
        return cls(keyword, member_at(pointer), value if keyword == "required" else None)


def member_at(pointer: str) -> str | None:
    """The name of the innermost member that a place of a schema is about; None where it is about the whole."""
    tokens = pointers.split(pointer)
    named = [index for index, token in enumerate(tokens[:-1]) if token == "properties"]
    return tokens[named[-1] + 1] if named else None


def conditions(schema: JsonValue, asked: Asked, *places: str) -> dict[str, JsonValue]:
    """What the keywords of logic around some places of a schema still ask of it, by their pointers.

    What stands under definitions may be reached from anywhere: then all keywords of logic count.
    """
    everywhere = any(token in DEFINITIONS for place in places for token in pointers.split(place))
    around = {pointers.write(tokens[:end]) for tokens in map(pointers.split, places) for end in range(len(tokens) + 1)}
    found: dict[str, JsonValue] = {}
    for holder, keywords in keyword_objects(schema):
        if everywhere or holder in around:
            search = _Search(schema, asked)
            logic = {word: value for word, value in keywords.items() if word in _LOGIC}
            kept = search.schema(logic, member_at(holder))
            found |= {pointers.join(holder, keyword): value for keyword, value in (kept or {}).items()}
    return found


@dataclass
class _Search:
    """Looks for what is asked, through references; what does not lead to it is left out."""

    whole: JsonValue
    asked: Asked
    _open: set[str] = field(default_factory=set)

    def schema(self, value: JsonValue, member: str | None) -> JsonValue:
        """What of a schema (or of a list of schemas) leads to what is asked; None where nothing does."""
        if isinstance(value, list):
            return [kept for part in value if (kept := self.schema(part, member)) is not None] or None
        if not isinstance(value, dict):
            return None
        if self.asked.schema and canonical(_without_texts(value)) == self.asked.schema:
            return _without_texts(value)
        kept = {key: part for key in value if (part := self._keyword(value, key, member)) is not None}
        for word in [word for word in kept if word in _GUARDED and _GUARDED[word] in value]:
            kept["if"] = _without_texts(value[_GUARDED[word]])
        return {**kept, **_tags(value)} if kept else None

    def _keyword(self, schema: dict[str, JsonValue], key: str, member: str | None) -> JsonValue:
        value = schema[key]
        if key == self.asked.keyword and member == self.asked.member and self._is_asked(value):
            return _without_texts(value) if self.asked.name is None else [self.asked.name]
        if key == "$ref":
            return self._target(value, member)
        if key in DEFINITIONS or key in _SILENT or key == "if":
            return None
        if key == "dependentRequired" and self.asked.keyword == "required" and member == self.asked.member:
            return {name: [self.asked.name] for name, names in value.items() if self.asked.name in names} or None
        if is_map_of_schemas(key) and isinstance(value, dict):
            inner = {name: self.schema(part, name if key == "properties" else member) for name, part in value.items()}
            return {name: part for name, part in inner.items() if part is not None} or None
        return self.schema(value, member) if isinstance(value, dict | list) else None

    def _is_asked(self, value: JsonValue) -> bool:
        return self.asked.name is None or (isinstance(value, list) and self.asked.name in value)

    def _target(self, reference: JsonValue, member: str | None) -> JsonValue:
        """The same of the schema that a reference in the document means; each is entered once on a way."""
        if not isinstance(reference, str) or not reference.startswith("#/") or reference in self._open:
            return None
        if not pointers.has(self.whole, reference[1:]):
            return None
        self._open.add(reference)
        kept = self.schema(pointers.follow(self.whole, reference[1:]), member)
        self._open.discard(reference)
        return kept


def _tags(schema: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """The members with one value, which say when an alternative is meant."""
    properties = schema.get("properties")
    fixed = {
        name: part["const"]
        for name, part in (properties.items() if isinstance(properties, dict) else ())
        if isinstance(part, dict) and "const" in part
    }
    return {"const": fixed} if fixed else {}


def _without_texts(value: JsonValue, is_map: bool = False) -> JsonValue:
    """A schema without what only informs."""
    if isinstance(value, list):
        return [_without_texts(part) for part in value]
    if not isinstance(value, dict):
        return value
    return {
        key: part
        if key in ("const", "enum") and not is_map
        else _without_texts(part, not is_map and is_map_of_schemas(key))
        for key, part in value.items()
        if is_map or key not in _SILENT
    }
