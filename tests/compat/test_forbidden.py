"""A name or value that stays declared, and that no document can carry any more, is lost like one that is removed."""

from __future__ import annotations

import copy
import json
import random
from itertools import product
from typing import Any, Final

import jsonschema_rs
import pytest

from accordant.compat import compare
from accordant.findings import LostDocument, Severity, Verdict
from tests.compat.states import breaks

Schema = dict[str, Any]
FILES: Final[Schema] = {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}}}}
OLD: Final[Schema] = {
    "type": "object", "required": ["id"],
    "properties": {
        "id": {"type": "string"}, "files": FILES, "mode": {"enum": ["a", "b", "c"]}, "n": {"type": "integer"},
    },
}  # fmt: skip
LOST: Final = "field-removed"
GONE: Final = "enum-value-removed"


def edited(properties: Any = None, **keywords: Any) -> Schema:
    """The older schema with some of its properties replaced, and further keywords."""
    return {**OLD, "properties": {**OLD["properties"], **(properties or {})}, **keywords}


def told(old: Any, new: Any) -> set[tuple[str, str]]:
    """The breaks about names that stay declared: the rule, and the place with the value."""
    findings = compare(old, new, promise="additive").findings
    parts = [part for finding in findings for part in (finding.parts or (finding,))]
    return {
        (part.rule, part.message.partition("`")[2].partition("`")[0] + (f"={part.old}" if part.old else ""))
        for part in parts
        if part.severity == Severity.ERROR and "no document can carry it" in part.message
    }


FORBIDDEN: Final[list[tuple[str, Any, set[tuple[str, str]]]]] = [
    ("by what must not be required", edited(**{"not": {"required": ["files"]}}), {(LOST, "/files")}),
    ("by a dependency", edited(dependentSchemas={"files": False}), {(LOST, "/files")}),
    ("by a condition", edited(**{"if": {"required": ["files"]}, "then": False}), {(LOST, "/files")}),
    ("by the names of keys", edited(propertyNames={"enum": ["id", "mode", "n"]}), {(LOST, "/files")}),
    ("by the number of keys", edited(maxProperties=1), {(LOST, "/files"), (LOST, "/mode"), (LOST, "/n")}),
    ("by bounds", edited({"n": {"type": "integer", "minimum": 5, "maximum": 3}}), {(LOST, "/n")}),
    ("by a type beside values", edited({"n": {"type": "integer", "enum": ["x"]}}), {(LOST, "/n")}),
    ("in items", edited({"files": {**FILES, "maxItems": 0}}), {(LOST, "/files/*/name")}),
    ("a value by not", edited({"mode": {"enum": ["a", "b", "c"], "not": {"const": "b"}}}), {(GONE, "/mode=b")}),
    ("a value by a pattern", edited({"mode": {"enum": ["a", "b", "c"], "pattern": "^[ac]$"}}), {(GONE, "/mode=b")}),
    ("every value", edited({"mode": {"enum": ["a", "b", "c"], "maxLength": 0}}), {(LOST, "/mode")}),
    ("everything", {"allOf": [OLD, {"not": {}}]}, {(LOST, f"/{name}") for name in OLD["properties"]}),
]


@pytest.mark.parametrize(("new", "expected"), [case[1:] for case in FORBIDDEN], ids=[case[0] for case in FORBIDDEN])
def test_a_name_that_is_forbidden_is_a_break_with_the_document_that_is_lost(
    new: Any, expected: set[tuple[str, str]]
) -> None:
    assert told(OLD, new) == expected
    for finding in compare(OLD, new, promise="additive").findings:
        if finding.severity == Severity.ERROR:
            assert isinstance(finding.evidence, LostDocument)
            assert jsonschema_rs.is_valid(OLD, finding.evidence.document)
            assert not jsonschema_rs.is_valid(new, finding.evidence.document)


A: Final[Schema] = {
    "type": "object", "properties": {"q": {"type": "string"}, "p": {"enum": ["x", "y"]}},
}  # fmt: skip
ONLY_X: Final[Schema] = {"properties": {"p": {"enum": ["x", "y"]}}}
INTEGER_OR_X: Final[Schema] = {"properties": {"n": {"anyOf": [{"const": "x"}, {"type": "integer"}]}}}


def lines(**further: Any) -> Schema:
    """Alternatives that a tag tells apart."""
    kinds = [
        {"properties": {"type": {"const": kind}, "n": {"type": "integer"}}, "required": ["type"]} for kind in "abc"
    ]
    return {"type": "object", "oneOf": kinds, **further}


def shared(definition: Schema, **of_last: Any) -> Schema:
    """Two alternatives that use one definition, and more about the last one."""
    alternatives = [
        {"properties": {"a": {"const": tag}, "o": {"$ref": "#/$defs/O"}}, "required": ["a"], **further}
        for tag, further in (("y", {}), ("z", of_last))
    ]
    return {"$defs": {"O": definition}, "oneOf": alternatives}


def needing(most: int) -> Schema:
    """An object in which ``k`` asks for a ``c`` of at least ten."""
    at_least: Schema = {"required": ["c"], "properties": {"c": {"minimum": 10}}}
    properties = {"k": {"type": "string"}, "c": {"type": "integer", "maximum": most}}
    return {"type": "object", "properties": properties, "dependentSchemas": {"k": at_least}}


def a_lists(*values: str) -> Schema:
    return {"type": "object", "properties": {"a": {"enum": list(values)}}, "required": ["a"]}


NEVER_X: Final[Schema] = {
    "properties": {"o": {"properties": {"p": {"const": "x"}}, "required": ["p"]}},
    "required": ["o"],
}
ELSEWHERE: Final[list[tuple[str, Any, Any, tuple[str, str]]]] = [
    ("beside a conjunct", {"allOf": [A]}, {"allOf": [A], "properties": {"q": False}}, (LOST, "/q")),
    ("a value beside a conjunct", {"allOf": [A]}, {"allOf": [A], "properties": {"p": {"const": "y"}}}, (GONE, "/p=x")),
    (
        "beside a reference",
        {"$defs": {"A": A}, "$ref": "#/$defs/A"},
        {"$defs": {"A": A}, "$ref": "#/$defs/A", "properties": {"q": {"type": "integer"}}},
        (LOST, "/q"),
    ),
    ("by a pattern of names", A, {**A, "patternProperties": {"^q$": False}}, (LOST, "/q")),
    (
        "by the rule for other names",
        {"allOf": [A], "additionalProperties": {"type": ["object", "string"]}},
        {"allOf": [A], "additionalProperties": {"type": "object"}},
        (LOST, "/q"),
    ),
    ("a tag", lines(), lines(properties={"type": {"not": {"const": "b"}}}), (GONE, "/type=b")),
    ("by an edit of another field", needing(20), needing(9), (LOST, "/k")),
    (
        "since alternatives overlap",
        {"oneOf": [a_lists("x"), a_lists("y")]},
        {"oneOf": [a_lists("x", "y"), a_lists("y")]},
        (GONE, "/a=y"),
    ),
    ("a value of a shared definition", shared(ONLY_X), shared(ONLY_X, **{"not": NEVER_X}), (GONE, "/o/p=x")),
    (
        "a value beside a type",
        INTEGER_OR_X,
        {**INTEGER_OR_X, "allOf": [{"properties": {"n": {"not": {"const": "x"}}}}]},
        (GONE, "/n=x"),
    ),
]


@pytest.mark.parametrize(("old", "new", "lost"), [case[1:] for case in ELSEWHERE], ids=[case[0] for case in ELSEWHERE])
def test_what_forbids_a_name_may_stand_anywhere(old: Any, new: Any, lost: tuple[str, str]) -> None:
    assert lost in told(old, new)


def test_what_is_not_known_of_a_name_is_undecided() -> None:
    fields = {f"p{i}": {"properties": {f"q{j}": {"enum": ["x", "y"]} for j in range(10)}} for i in range(40)}
    old: Schema = {"properties": fields}
    new: Schema = {**old, "allOf": [{"properties": {"p39": {"properties": {"q4": {"not": {"const": "y"}}}}}}]}
    comparison = compare(old, new, promise="additive", seconds=0.05)
    assert comparison.verdict == Verdict.UNDECIDED
    assert any(
        "it is not known whether documents can still carry" in finding.message for finding in comparison.findings
    )
    assert told(old, new) == {(GONE, "/p39/q4=y")}


def test_a_field_that_is_gone_for_documents_of_one_tag_hides_none_that_is_forbidden_for_others() -> None:
    tagged = [{"properties": {"k": {"const": kind}, "q": {"type": "string"}}, "required": ["k"]} for kind in "uvw"]
    gone = [{**tagged[0], "properties": {"k": {"const": "u"}}}, *tagged[1:]]
    both = [gone[0], {**tagged[1], "not": {"required": ["q"]}}, tagged[2]]
    old, of_u, of_both = ({"oneOf": alternatives} for alternatives in (tagged, gone, both))
    assert len(breaks(old, of_u)) == 1
    assert breaks(old, of_u).keys() < breaks(old, of_both).keys()
    (message,) = (finding.message for finding in breaks(old, of_both).values() if "still declared" in finding.message)
    assert message.startswith('The field `/q` is still declared where `/k` is "v", but')


def test_an_acknowledgement_for_one_schema_is_none_for_another() -> None:
    part: Schema = {"type": "object", "properties": {"q": {"type": "string"}}}
    plain: Schema = {"properties": {"m": {"$ref": "urn:acme:base"}}}
    never: Schema = {**plain, "allOf": [{"properties": {"m": {"not": {"required": ["q"]}}}}]}
    others: Schema = {"base": part, "other": plain}
    of_one = breaks(plain, never, old_others=others, new_others=others)
    of_both = breaks(plain, never, old_others=others, new_others={**others, "other": never})
    assert (len(of_one), len(of_both)) == (1, 2)
    assert of_one.keys() < of_both.keys()


@pytest.mark.parametrize(
    "new",
    [
        edited({"n": {"type": "integer", "minimum": 5}}),
        edited({"files": {**FILES, "maxItems": 1}}),
        edited(maxProperties=2),
        edited(required=["id", "files"]),
        edited(dependentRequired={"files": ["n"]}),
        edited(**{"not": {"required": ["files", "n"]}}),
        edited(oneOf=[{"required": ["files"]}, {"required": ["n"]}]),
        edited(**{"if": {"properties": {"mode": {"const": "a"}}}, "then": {"not": {"required": ["files"]}}}),
    ],
)
def test_a_name_that_some_documents_carry_is_none(new: Schema) -> None:
    comparison = compare(OLD, new, promise="additive")
    assert comparison.verdict == Verdict.COMPATIBLE
    assert {finding.severity for finding in comparison.findings} <= {Severity.NOTE}


def test_a_field_is_forbidden_for_documents_of_a_tag() -> None:
    tagged = [
        {"properties": {"kind": {"const": kind}, "at": {"type": "string"}}, "required": ["kind"]} for kind in "ab"
    ]
    never_in_b = {"if": {"properties": {"kind": {"const": "b"}}}, "then": {"not": {"required": ["at"]}}}
    (finding,) = (
        finding
        for finding in compare({"oneOf": tagged}, {"oneOf": tagged, **never_in_b}, promise="additive").findings
        if finding.severity == Severity.ERROR
    )
    assert finding.rule == LOST
    assert isinstance(finding.evidence, LostDocument)
    assert finding.evidence.document["kind"] == "b"


@pytest.mark.parametrize("terms", [{"direction": "output", "promise": "strict"}])
def test_to_the_letter_a_name_may_be_forbidden(terms: Any) -> None:
    assert compare(OLD, edited(dependentSchemas={"files": False}), **terms).verdict == Verdict.COMPATIBLE


def test_what_the_older_side_forbids_is_not_lost() -> None:
    old = edited(dependentSchemas={"files": False})
    assert told(old, {**old, "maxProperties": 4}) == set()


def test_an_acknowledgement_is_of_the_places_that_are_told() -> None:
    """A definition that places share may be forbidden at some of them: one more is another break, as its removal is."""
    part: Schema = {"type": "object", "properties": {"m": {"type": "integer"}}}
    shared = {"$ref": "#/$defs/P"}
    old: Schema = {"properties": {"a": shared, "b": shared, "c": shared}, "$defs": {"P": part}}
    never: Schema = {"not": {"required": ["m"]}}
    at_a: Schema = {**old, "allOf": [{"properties": {"a": never}}]}
    at_two: Schema = {**old, "allOf": [{"properties": {"a": never, "b": never}}]}
    at_all: Schema = {**old, "allOf": [{"properties": {"a": never, "b": never, "c": never}}]}
    inside: Schema = {**old, "$defs": {"P": {**part, **never}}}
    removed: Schema = {**old, "$defs": {"P": {"type": "object"}}}
    told = [list(breaks(old, new)) for new in (at_a, at_two, at_all, inside, removed)]
    assert [len(fingerprints) for fingerprints in told] == [1] * 5
    assert told[2] == told[3]
    assert len({fingerprint for (fingerprint,) in told}) == 4


def test_an_acknowledgement_is_of_a_definition() -> None:
    part: Schema = {"type": "object", "properties": {"m": {"type": "integer"}}}
    uses: Schema = {"type": "object", "properties": {"x": {"$ref": "#/$defs/P"}}}
    never: Schema = {**uses, "allOf": [{"properties": {"x": {"not": {"required": ["m"]}}}}]}
    old, of_q, of_both = (
        {"$defs": {"P": part, "Q": dict(q), "R": dict(r)}} for q, r in ((uses, uses), (never, uses), (never, never))
    )
    assert len(breaks(old, of_q)) == 1
    assert breaks(old, of_q).keys() < breaks(old, of_both).keys()


NARROWINGS: Final[list[Schema]] = [
    {"not": {"required": ["a"]}}, {"dependentSchemas": {"b": False}}, {"maxProperties": 1}, {"required": ["c"]},
    {"properties": {"a": {"not": {"const": "x"}}}}, {"properties": {"c": {"type": "string"}}},
    {"dependentRequired": {"a": ["b"]}}, {"propertyNames": {"enum": ["a", "b"]}}, {"minProperties": 3},
    {"if": {"required": ["a"]}, "then": {"not": {"required": ["b"]}}}, {"properties": {"b": {"maximum": 0}}},
    {"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}, {"properties": {"a": {"enum": ["x", "z"]}}},
]  # fmt: skip
VALUES: Final[list[list[Any]]] = [["x", "y"], [0, 1], [True]]
DECLARED: Final[Schema] = {
    "type": "object", "additionalProperties": False,
    "properties": {"a": {"enum": ["x", "y"]}, "b": {"enum": [0, 1]}, "c": {"const": True}},
}  # fmt: skip
MISSING: Final = object()
DOCUMENTS: Final[list[Schema]] = [
    {name: value for name, value in zip("abc", chosen, strict=True) if value is not MISSING}
    for chosen in product(*([MISSING, *values] for values in VALUES))
]


def carried(schema: Schema) -> set[str]:
    """The names, and the texts that an enum lists, in the documents of a schema: all of them are tried."""
    valid = [document for document in DOCUMENTS if jsonschema_rs.is_valid(schema, document)]
    return {f"/{name}" for document in valid for name in document} | {
        f"/a={document['a']}" for document in valid if "a" in document
    }


@pytest.mark.parametrize("seed", range(60))
def test_what_no_document_of_all_carries_is_told(seed: int) -> None:
    rng = random.Random(seed)
    further = rng.sample(NARROWINGS, rng.randint(1, 3))
    old = {**copy.deepcopy(DECLARED), "allOf": [{}]}
    new = {**old, "allOf": further}
    lost = carried(old) - carried(new)
    lost -= {value for value in lost if "=" in value and value.partition("=")[0] in lost}
    assert {at for _, at in told(old, new) if not at.startswith(("/b=", "/c="))} == lost, json.dumps(further)
