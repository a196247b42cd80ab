"""The drafts of JSON Schema that we read, and what each keyword means in each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Final

from accordant.findings import JsonValue


class Kind(StrEnum):
    """What a keyword does: it judges, applies subschemas, says where things are, or only informs."""

    ASSERTION = "assertion"
    APPLICATOR = "applicator"
    IDENTIFIER = "identifier"
    ANNOTATION = "annotation"


OTHER_MEMBERS: Final = ("additionalProperties", "unevaluatedProperties")
"""The keywords for the members that no keyword beside them names."""


class Holds(StrEnum):
    """Where in a keyword's value subschemas stand."""

    NOTHING = "nothing"
    ONE = "one"
    LIST = "list"
    MAP = "map"
    ONE_OR_LIST = "one or list"
    MAP_OR_NAMES = "map, some values being lists of names"


class Relation(StrEnum):
    """To what the subschemas of a keyword apply, seen from the value that the schema judges."""

    NOWHERE = "nowhere"
    IN_PLACE = "in place"
    MEMBER = "member"
    ITEM = "item"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Keyword:
    """One keyword: its kind, where it holds subschemas, to what they apply, and the drafts (by position) that know it.

    A keyword that applies in place and holds nothing is a reference.
    """

    name: str
    kind: Kind
    holds: Holds = Holds.NOTHING
    relation: Relation = Relation.NOWHERE
    is_test: bool = False
    """Whether its subschemas are asked without being asserted, so that one that accepts more may refuse more."""
    since: int = 0
    until: int = 99

    @property
    def is_reference(self) -> bool:
        """Whether the subschema stands elsewhere, and the value is its address."""
        return self.relation is Relation.IN_PLACE and self.holds is Holds.NOTHING


@dataclass(frozen=True)
class Dialect:
    """One draft. `position` orders the drafts; compare it with the constants DRAFT_04 ... 2020-12."""

    name: str
    uri: str
    position: int

    @cached_property
    def keywords(self) -> Mapping[str, Keyword]:
        """The keywords that this draft knows, by name."""
        known = {k.name: k for k in _KEYWORDS if k.since <= self.position <= k.until}
        return MappingProxyType(known)

    @cached_property
    def applicators(self) -> Mapping[str, Keyword]:
        """The keywords of this draft that hold subschemas, by name (definitions included)."""
        return MappingProxyType({n: k for n, k in self.keywords.items() if k.holds is not Holds.NOTHING})

    @cached_property
    def applying(self) -> tuple[Keyword, ...]:
        """The keywords of this draft that apply subschemas to the value or to parts of it, references first."""
        return tuple(k for k in self.keywords.values() if k.relation is not Relation.NOWHERE)

    @cached_property
    def judging_names(self) -> frozenset[str]:
        """The keywords that may refuse a value."""
        return frozenset(
            name for name, known in self.keywords.items() if known.kind in (Kind.ASSERTION, Kind.APPLICATOR)
        )

    @cached_property
    def foreign_names(self) -> frozenset[str]:
        """The keywords of other drafts, which say nothing in this one."""
        return frozenset(_BY_NAME.keys() - self.keywords.keys())

    @cached_property
    def applying_names(self) -> frozenset[str]:
        """Their names."""
        return frozenset(k.name for k in self.applying)

    @cached_property
    def applying_to(self) -> Mapping[Relation, tuple[Keyword, ...]]:
        """The keywords by what they apply to."""
        return {relation: tuple(k for k in self.applying if k.relation is relation) for relation in Relation}

    @cached_property
    def tuple_keyword(self) -> str:
        """The keyword that holds one subschema for each leading item."""
        return next(k.name for k in self.applying_to[Relation.ITEM] if k.holds in (Holds.LIST, Holds.ONE_OR_LIST))

    @property
    def id_keyword(self) -> str:
        """`id` in draft-04, `$id` since."""
        return "id" if self.position == 0 else "$id"

    @property
    def ref_hides_siblings(self) -> bool:
        """Up to draft-07 everything beside `$ref` is ignored."""
        return self.position <= 2

    @property
    def integers_by_spelling(self) -> bool:
        """In draft-04 a number is an `integer` by its spelling: 1.0 is none. Since draft-06 by its value alone.

        Everything else, `enum` and `multipleOf` included, goes by the value in every draft: 1 equals 1.0.
        """
        return self.position == 0

    @property
    def contains_evaluates(self) -> bool:
        """Whether items that satisfy `contains` count as evaluated: since 2020-12 (Core 10.3.1.3 and 11.2)."""
        return self.position >= 4

    @property
    def nothing(self) -> JsonValue:
        """A schema that accepts no value: `false`, which draft-04 does not know."""
        return False if self.position else {"not": {}}

    def subschemas(self, schema: JsonValue) -> Iterator[tuple[tuple[str | int, ...], JsonValue]]:
        """The direct subschemas of a schema, each with its path (`("properties", "a")`), in order."""
        if not isinstance(schema, dict):
            return
        applicators = self.applicators
        if self.ref_hides_siblings and isinstance(schema.get("$ref"), str):
            # The siblings judge nothing, but references may still point at definitions that lie there.
            applicators = MappingProxyType({n: applicators[n] for n in ("definitions",)})
        for name, value in schema.items():
            keyword = applicators.get(name)
            if keyword is not None:
                for path in paths_in(keyword, value):
                    yield path, _at(value, path)

    def __hash__(self) -> int:
        return self.position

    def __str__(self) -> str:
        return self.name


def paths_in(keyword: Keyword, value: JsonValue) -> Iterator[tuple[str | int, ...]]:
    """Where the subschemas stand in the value of a keyword, from the schema on: `("properties", "a")`."""
    name, holds = keyword.name, keyword.holds
    if holds is Holds.ONE or (holds is Holds.ONE_OR_LIST and not isinstance(value, list)):
        yield (name,)
    elif holds in (Holds.LIST, Holds.ONE_OR_LIST):
        if isinstance(value, list):
            yield from ((name, index) for index in range(len(value)))
    elif holds in (Holds.MAP, Holds.MAP_OR_NAMES) and isinstance(value, dict):
        names_allowed = holds is Holds.MAP_OR_NAMES
        yield from ((name, key) for key, item in value.items() if not (names_allowed and isinstance(item, list)))


def _at(value: JsonValue, path: tuple[str | int, ...]) -> JsonValue:
    return value if len(path) == 1 else value[path[1]]


DRAFT_04: Final = Dialect("draft-04", "http://json-schema.org/draft-04/schema#", 0)
DRAFT_06: Final = Dialect("draft-06", "http://json-schema.org/draft-06/schema#", 1)
DRAFT_07: Final = Dialect("draft-07", "http://json-schema.org/draft-07/schema#", 2)
DRAFT_2019_09: Final = Dialect("2019-09", "https://json-schema.org/draft/2019-09/schema", 3)
DRAFT_2020_12: Final = Dialect("2020-12", "https://json-schema.org/draft/2020-12/schema", 4)

DIALECTS: Final = (DRAFT_04, DRAFT_06, DRAFT_07, DRAFT_2019_09, DRAFT_2020_12)
"""All drafts that we read, oldest first."""

_A, _P, _I, _N = Kind.ASSERTION, Kind.APPLICATOR, Kind.IDENTIFIER, Kind.ANNOTATION
_HERE, _MEMBER, _ITEM, _NAME = Relation.IN_PLACE, Relation.MEMBER, Relation.ITEM, Relation.NAME
_KEYWORDS: Final = (
    Keyword("$schema", _I),
    Keyword("id", _I, until=0),
    Keyword("$id", _I, since=1),
    Keyword("$anchor", _I, since=3),
    Keyword("$dynamicAnchor", _I, since=4),
    Keyword("$recursiveAnchor", _I, since=3, until=3),
    Keyword("$vocabulary", _I, since=3),
    Keyword("$ref", _P, relation=_HERE),
    Keyword("$dynamicRef", _P, relation=_HERE, since=4),
    Keyword("$recursiveRef", _P, relation=_HERE, since=3, until=3),
    Keyword("definitions", _I, Holds.MAP),
    Keyword("$defs", _I, Holds.MAP, since=3),
    Keyword("$comment", _N, since=2),
    Keyword("allOf", _P, Holds.LIST, _HERE),
    Keyword("anyOf", _P, Holds.LIST, _HERE),
    Keyword("oneOf", _P, Holds.LIST, _HERE),
    Keyword("not", _P, Holds.ONE, _HERE, is_test=True),
    Keyword("if", _P, Holds.ONE, _HERE, is_test=True, since=2),
    Keyword("then", _P, Holds.ONE, _HERE, since=2),
    Keyword("else", _P, Holds.ONE, _HERE, since=2),
    Keyword("dependencies", _P, Holds.MAP_OR_NAMES, _HERE),
    Keyword("dependentSchemas", _P, Holds.MAP, _HERE, since=3),
    Keyword("properties", _P, Holds.MAP, _MEMBER),
    Keyword("patternProperties", _P, Holds.MAP, _MEMBER),
    Keyword("additionalProperties", _P, Holds.ONE, _MEMBER),
    Keyword("propertyNames", _P, Holds.ONE, _NAME, since=1),
    Keyword("unevaluatedProperties", _P, Holds.ONE, _MEMBER, since=3),
    Keyword("prefixItems", _P, Holds.LIST, _ITEM, since=4),
    Keyword("items", _P, Holds.ONE_OR_LIST, _ITEM, until=3),
    Keyword("items", _P, Holds.ONE, _ITEM, since=4),
    Keyword("additionalItems", _P, Holds.ONE, _ITEM, until=3),
    Keyword("contains", _P, Holds.ONE, _ITEM, is_test=True, since=1),
    Keyword("unevaluatedItems", _P, Holds.ONE, _ITEM, since=3),
    Keyword("type", _A),
    Keyword("enum", _A),
    Keyword("const", _A, since=1),
    Keyword("multipleOf", _A),
    Keyword("maximum", _A),
    Keyword("exclusiveMaximum", _A),
    Keyword("minimum", _A),
    Keyword("exclusiveMinimum", _A),
    Keyword("maxLength", _A),
    Keyword("minLength", _A),
    Keyword("pattern", _A),
    Keyword("maxItems", _A),
    Keyword("minItems", _A),
    Keyword("uniqueItems", _A),
    Keyword("maxContains", _A, since=3),
    Keyword("minContains", _A, since=3),
    Keyword("maxProperties", _A),
    Keyword("minProperties", _A),
    Keyword("required", _A),
    Keyword("dependentRequired", _A, since=3),
    Keyword("title", _N),
    Keyword("description", _N),
    Keyword("default", _N),
    Keyword("examples", _N, since=1),
    Keyword("deprecated", _N, since=3),
    Keyword("readOnly", _N, since=2),
    Keyword("writeOnly", _N, since=2),
    Keyword("format", _N),
    Keyword("contentMediaType", _N, since=2),
    Keyword("contentEncoding", _N, since=2),
    Keyword("contentSchema", _N, Holds.ONE, since=3),
)


def _spelling(uri: str) -> str:
    """The address without scheme and trailing `#`, since both are spelt in several ways in the wild."""
    return uri.rstrip("#").removeprefix("https://").removeprefix("http://").rstrip("/")


_BY_NAME: Final = {keyword.name: keyword for keyword in _KEYWORDS}

IDENTIFIERS: Final = frozenset(keyword.name for keyword in _KEYWORDS if keyword.kind is Kind.IDENTIFIER)
"""The keywords of all drafts that say what a schema is called, and what other schemas it holds."""

REFERENCES: Final = tuple(keyword.name for keyword in _KEYWORDS if keyword.is_reference)
"""The keywords of all drafts whose value is the address of a subschema."""

CERTAIN: Final = (*REFERENCES, "allOf")
"""The keywords of all drafts whose subschemas hold wherever the schema does."""


def is_data(name: str) -> bool:
    """Whether a keyword's value is data in every draft, such as that of `const`: what looks like keywords is none."""
    keyword = _BY_NAME.get(name)
    return keyword is not None and keyword.holds is Holds.NOTHING and not keyword.is_reference


def is_test(name: str) -> bool:
    """Whether a keyword's subschema is asked without being asserted."""
    keyword = _BY_NAME.get(name)
    return keyword is not None and keyword.is_test


def is_map_of_schemas(name: str) -> bool:
    """Whether a keyword's value maps names to schemas, in the drafts that know it."""
    keyword = _BY_NAME.get(name)
    return keyword is not None and keyword.holds in (Holds.MAP, Holds.MAP_OR_NAMES)


_BY_SPELLING: Final = {_spelling(dialect.uri): dialect for dialect in DIALECTS}


def dialect_named(uri: str) -> Dialect | None:
    """The draft whose metaschema address this is, `https` spellings and a missing `#` included; else None."""
    return _BY_SPELLING.get(_spelling(uri))


def draft_called(name: str) -> Dialect | None:
    """The draft of that name, such as ``draft-07`` or ``2020-12``."""
    return next((dialect for dialect in DIALECTS if dialect.name == name), None)


def dialect_of(schema: JsonValue, default: Dialect = DRAFT_2020_12) -> Dialect:
    """The draft that a schema declares in `$schema`; `default` where it declares none that we know."""
    if isinstance(schema, dict):
        declared = schema.get("$schema")
        if isinstance(declared, str):
            return dialect_named(declared) or default
    return default


def in_draft(schema: JsonValue, draft: Dialect | None) -> JsonValue:
    """A schema that declares a draft: its own, else the given one."""
    if draft is None or not isinstance(schema, dict) or "$schema" in schema:
        return schema
    return {"$schema": draft.uri, **schema}


def is_exact_spelling(uri: str) -> bool:
    """Whether `$schema` is spelt as its draft publishes it (a missing or added `#` counts as exact)."""
    dialect = dialect_named(uri)
    return dialect is not None and uri.rstrip("#") == dialect.uri.rstrip("#")
