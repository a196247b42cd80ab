"""Every cell of a page agrees with the judge: types, presence and bounds, of bundled and of random schemas."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accordant.docs.fields import FieldTables, shown_fields
from accordant.docs.places import Book, field_anchor, section_anchor
from accordant.docs.schemas import sections
from accordant.model.fields.reader import FieldReader
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of
from tests.algebra.schemas import DRAFTS, keywords, names, scalars, schemas
from tests.conftest import bundled
from tests.docs.declared_rows import missing_rows
from tests.docs.page_oracle import Cells, Oracle, condition_of, rows, tagged
from tests.docs.rule_oracle import false_rules

REGISTRY = bundled()
BOOKS = {
    book.name: book
    for book in (Book(contract, version) for contract in REGISTRY.contracts for version in contract.versions)
}


@cache
def page_of(name: str) -> str:
    """The page of a version, made once."""
    book = BOOKS[name]
    return tagged("\n".join(sections(book.on(book.index))))


@cache
def rest_keywords(draft: int) -> st.SearchStrategy[dict[str, Any]]:
    """Keywords about members by pattern, the rest of the members and items, in a schema or in its member ``l``."""
    chosen = keywords(schemas(draft, 1), draft)
    of_members = ["patternProperties", "additionalProperties", "unevaluatedProperties"]
    of_items = ["prefixItems", "items", "contains", "unevaluatedItems", "minContains"]

    def some(names: list[str]) -> st.SearchStrategy[dict[str, Any]]:
        return st.fixed_dictionaries({}, optional={name: chosen[name] for name in names if name in chosen})

    lists = some(of_items).map(lambda schema: {"patternProperties": {"^l$": schema}} if schema else {})
    return st.one_of(st.just({}), some(of_members), lists)


@st.composite
def documents(draw: st.DrawFn) -> Any:
    """A random schema of some draft that declares fields, asks for some under conditions, and says more at random."""
    uri = draw(st.sampled_from(sorted(DRAFTS)))
    draft = DRAFTS[uri]
    fields = st.dictionaries(names, schemas(draft, 1), min_size=1, max_size=3)
    asked = st.lists(names, max_size=2, unique=True)
    schema: dict[str, Any] = {"type": "object", "properties": draw(fields), "required": draw(asked)}
    if draw(st.booleans()):
        tag = draw(names)
        schema["if"] = {"properties": {tag: {"const": draw(scalars)}}, "required": draw(st.sampled_from([[], [tag]]))}
        schema[draw(st.sampled_from(["then", "else"]))] = {"required": draw(asked), "properties": draw(fields)}
    schema |= draw(rest_keywords(draft))
    more = draw(schemas(draft))
    if isinstance(more, dict) and draw(st.booleans()):
        schema["allOf"] = [more]
    definitions = {"d": draw(schemas(draft, 1)), "e": draw(schemas(draft, 1))}
    return {**schema, "$schema": uri, "$defs": definitions}


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", sorted(BOOKS))
def test_every_cell_of_a_bundled_schema_is_what_the_judge_says(name: str) -> None:
    reader, page = BOOKS[name].reader, rows(page_of(name))
    tables, oracle = FieldTables(reader, BOOKS[name]), Oracle(reader)
    assert [fault for section in reader.sections.values() for fault in oracle.faults(section, page)] == []
    assert [
        fault for section in reader.sections.values() for fault in false_rules(section, _text(tables, section))
    ] == []


@pytest.mark.parametrize("name", sorted(BOOKS))
def test_every_place_that_a_bundled_schema_declares_is_on_its_page(name: str) -> None:
    state = BOOKS[name].version.state
    reader, page = BOOKS[name].reader, rows(page_of(name))
    tables = FieldTables(reader, BOOKS[name])
    for section in reader.sections.values():
        document = state.schemas[section.schema].document
        assert document is not None
        assert list(missing_rows(section, page, _text(tables, section), document.value)) == []


@pytest.mark.parametrize("name", sorted(BOOKS))
def test_every_field_that_is_declared_anywhere_has_a_row(name: str) -> None:
    reader, page = BOOKS[name].reader, rows(page_of(name))
    expected = {
        field_anchor(section_anchor(section.schema, section.name), tokens)
        for section in reader.sections.values()
        for field in shown_fields(reader, reader.whole(section), reader.fields(section))
        for tokens in field.anchors
    }
    assert set(page) == expected
    assert len(page) > 20


@pytest.mark.slow
@pytest.mark.timeout(900)
@settings(max_examples=300, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(documents())
def test_every_cell_of_a_random_schema_is_what_the_judge_says(schema: Any) -> None:
    reader = FieldReader({"doc": Resources.of(schema)})
    tables, oracle = FieldTables(reader, BOOKS["cobre/v1"]), Oracle(reader)
    for section in reader.sections.values():
        body = _text(tables, section)
        page = rows(body)
        assert list(missing_rows(section, page, body)) == []
        assert list(oracle.faults(section, page, tight=False)) == []
        assert list(false_rules(section, body)) == []


@pytest.mark.parametrize(
    ("schema", "lost"),
    [
        ({"patternProperties": {"^x": {"type": "integer"}, "^y": {"type": "string"}}}, "~match~5e~y"),
        ({"patternProperties": {"^x": {}}, "additionalProperties": {"type": "integer"}}, "~~"),
        ({"required": ["ghost"]}, "ghost"),
        ({"properties": {"l": {"contains": {"properties": {"b": {}}}}}}, "l.~contains.b"),
        ({"properties": {"l": {"unevaluatedItems": {"properties": {"b": {}}}}}}, "l.~.b"),
        ({"properties": {"l": {"prefixItems": [{}]}}}, "l.0"),
        ({"unevaluatedProperties": {"properties": {"b": {}}}}, "~~.b"),
        ({"dependentSchemas": {"k": {"properties": {"b": {}}}}}, "~with-k.b"),
    ],
)
def test_the_oracle_sees_a_missing_row(schema: Any, lost: str) -> None:
    reader = FieldReader({"doc": Resources.of(schema)})
    section = reader.sections_of("doc")[0]
    body = _text(FieldTables(reader, BOOKS["cobre/v1"]), section)
    page = rows(body)
    assert list(missing_rows(section, page, body)) == []
    del page[f"field.doc..{lost}"]
    assert len(list(missing_rows(section, page, body))) == 1


@pytest.mark.parametrize(
    "sentence",
    [
        "Each item of <code>/l</code> must be an integer",
        "<code>/l</code> must be present",
        "<code>/l</code> must have at most 2 items",
        "<code>/k</code> must be <code>1</code> or <code>2</code>",
        "Each member of the document that matches <code>k</code> must be absent",
        "If <code>/k</code> is present, <code>/l</code> must be present",
    ],
)
def test_the_oracle_sees_a_false_rule(sentence: str) -> None:
    array = {"contains": {"type": "string"}, "unevaluatedItems": {"type": "integer"}}
    reader = FieldReader({"doc": Resources.of({"type": "object", "properties": {"l": array, "k": {}}})})
    section = reader.sections_of("doc")[0]
    assert list(false_rules(section, _text(FieldTables(reader, BOOKS["cobre/v1"]), section))) == []
    assert len(list(false_rules(section, f"- {sentence}. (<code>/properties/l</code>)"))) == 1


def rules_of(schema: Any) -> str:
    reader = FieldReader({"doc": Resources.of(schema)})
    body = _text(FieldTables(reader, BOOKS["cobre/v1"]), reader.sections_of("doc")[0])
    return re.sub(r"</?code>", "", html.unescape(body.partition("Rules of the schema:\n")[2])).strip()


def test_consequences_of_one_condition_stand_in_lines_of_their_own() -> None:
    """So that no reader takes one for a part of another."""
    or_null: Any = {"anyOf": [{"type": "integer"}, {"type": "null"}]}
    then: Any = {"properties": {"a": or_null, "b": or_null, "c": {"minimum": 2}}}
    schema = {"required": ["a", "b", "c", "k"], "if": {"properties": {"k": {"const": 1}}}, "then": then}
    assert rules_of(schema) == (
        "- If /k is 1 (/if):\n"
        "    - /a must be an integer or null.\n"
        "    - /b must be an integer or null.\n"
        "    - /c must be at least 2."
    )


def test_few_consequences_stand_in_the_sentence_of_their_condition() -> None:
    then: Any = {"properties": {"a": {"minimum": 2}, "b": {"maximum": 3}}}
    schema = {"required": ["a", "b", "k"], "if": {"properties": {"k": {"const": 1}}}, "then": then}
    assert rules_of(schema) == "- If /k is 1, /a must be at least 2 and /b must be at most 3. (/if)"


def test_the_oracle_sees_a_false_consequence_in_a_line_of_its_own() -> None:
    array = {"contains": {"type": "string"}}
    reader = FieldReader({"doc": Resources.of({"type": "object", "properties": {"l": array, "k": {}}})})
    listed = "- If <code>/k</code> is present (<code>/if</code>):\n    - <code>/l</code> must be present.\n"
    assert len(list(false_rules(reader.sections_of("doc")[0], listed))) == 1


def test_most_conditions_of_bundled_cells_are_tested_by_documents() -> None:
    cells = [row.required for book in BOOKS.values() for row in rows(page_of(book.name)).values()]
    conditional = [cell for cell in cells if cell.startswith("when ")]
    assert len([cell for cell in conditional if condition_of(cell)]) > len(conditional) * 0.8


@pytest.mark.parametrize("wrong", ["when <code>/k</code> is <code>2</code>", "when <code>/k</code> is absent"])
def test_a_wrong_condition_is_refuted(wrong: str) -> None:
    test = {"properties": {"k": {"const": 1}}, "required": ["k"]}
    schema = {"type": "object", "properties": {"b": {}, "k": {}}, "if": test, "then": {"required": ["b"]}}
    reader = FieldReader({"doc": Resources.of(schema)})
    tables, section = FieldTables(reader, BOOKS["cobre/v1"]), reader.sections_of("doc")[0]
    page = rows(_text(tables, section))
    anchor = next(name for name in page if name.endswith(".b"))
    assert list(Oracle(reader).faults(section, page)) == []
    page[anchor] = replace(page[anchor], required=wrong)
    assert any("does without it" in fault for fault in Oracle(reader).faults(section, page))


def page_rows(schema: Any) -> list[tuple[str, str, str]]:
    """Of each row of a schema's table: the last part of its anchor, its type, and whether it is required."""
    reader = FieldReader({"doc": Resources.of(schema)})
    page = rows(_text(FieldTables(reader, BOOKS["cobre/v1"]), reader.sections_of("doc")[0]))
    return [(anchor.partition("..")[2], row.type, row.required) for anchor, row in page.items()]


def test_each_pattern_and_the_other_names_have_rows_of_their_own() -> None:
    patterns = {"^x": {"type": "integer", "minimum": 1}, "^y": {"type": "string"}}
    schema = {"type": "object", "patternProperties": patterns, "additionalProperties": {"type": "boolean"}}
    assert page_rows(schema) == [("~match~5e~x", "integer", ""), ("~match~5e~y", "string", ""), ("~~", "boolean", "")]


@pytest.mark.parametrize(
    ("schema", "row"),
    [
        ({"type": "array", "unevaluatedItems": {"type": "integer"}}, ("l.~", "integer", "")),
        ({"if": {"type": "array"}, "then": {"items": {"type": "integer"}}}, ("l.~when-977dad05.~", "integer", "")),
    ],
)
def test_items_have_a_row_where_the_type_of_their_array_does_not_name_theirs(schema: Any, row: Any) -> None:
    assert row in page_rows({"properties": {"l": schema}})
    assert page_rows({"properties": {"l": {"items": {"type": "integer"}}}})[0][0] == "l"


def test_a_required_name_that_nothing_declares_has_a_row() -> None:
    assert page_rows({"required": ["ghost"]}) == [("ghost", "any value", "yes")]


@pytest.mark.parametrize(
    ("stricter", "cell"),
    [
        ({"minimum": 1}, "at least 1; at most 9"),
        ({"minimum": 0, "exclusiveMaximum": 9}, "at least 0; less than 9"),
        ({"minimum": -1, "maximum": 10}, "at least 0; at most 9"),
        ({"const": 4}, "4"),
        ({"enum": [4, "a"]}, 'one of 4, "a"'),
    ],
)
def test_a_limit_that_another_one_makes_needless_is_not_told(stricter: Any, cell: str) -> None:
    schema = {"properties": {"k": {"minimum": 0, "maximum": 9, "allOf": [stricter]}}}
    assert constraints_of_k(schema) == cell


@pytest.mark.parametrize(
    ("stricter", "cell"),
    [
        ({"minLength": 2}, "at least 2 characters; at most 9 characters"),
        ({"minLength": 2, "maxLength": 5}, "at least 2 characters; at most 5 characters"),
        ({"minLength": 1}, "at least 2 characters; at most 9 characters"),
    ],
)
def test_a_shorter_range_of_lengths_is_the_one_that_is_told(stricter: Any, cell: str) -> None:
    schema = {"properties": {"k": {"type": "string", "minLength": 2, "maxLength": 9, "allOf": [stricter]}}}
    assert constraints_of_k(schema) == cell


def constraints_of_k(schema: Any) -> str:
    reader = FieldReader({"doc": Resources.of(schema)})
    (row,) = rows(_text(FieldTables(reader, BOOKS["cobre/v1"]), reader.sections_of("doc")[0])).values()
    return re.sub(r"</?code>", "", html.unescape(row.constraints))


def _text(tables: FieldTables, section: Any) -> str:
    return tagged("\n".join(tables.body(section)))


def test_what_examples_may_leave_out_is_not_required_and_the_reverse() -> None:
    """Examples are mutated: where Required says no, the example without the field is still valid."""
    refused = 0
    for book in BOOKS.values():
        reader, page = book.reader, rows(page_of(book.name))
        for section in (section for section in reader.sections.values() if not section.name):
            validator = validator_of(section.site.node)
            examples = [
                example for example in book.version.examples if example.subject == section.schema and example.valid
            ]
            for field in reader.fields(section):
                anchor = field_anchor(section_anchor(section.schema, ""), field.anchors[0])
                if field.presence is None or len(field.facts.place.steps) != 1 or field.branches:
                    continue
                name = getattr(field.facts.place.steps[0], "name", "")
                for example in examples:
                    document = example.documents[0].value
                    if not isinstance(document, dict) or name not in document or example.is_stream:
                        continue
                    without = {key: value for key, value in document.items() if key != name}
                    valid = validator.is_valid(without)
                    refused += not valid
                    assert valid or page[anchor].required != "no", (anchor, document)
                    assert not valid or page[anchor].required != "yes", (anchor, document)
    assert refused > 100


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("field.run-request..session_id", Cells("string or null", "yes", "")),
        ("field.run-request..parameters", Cells("object", "no", "")),
        ("field.run-request..type", Cells("string or null", "no", "")),
        ("field.run-request..session_id", Cells("string", "no", "")),
        ("field.agent-create..name", Cells("string", "yes", "at most 59 characters")),
        ("field.agent-create..name", Cells("string", "yes", "at most 61 characters")),
    ],
)
def test_the_oracle_sees_a_wrong_cell(field: str, wrong: Cells) -> None:
    book = BOOKS["agent-output/v1"]
    reader, page = book.reader, rows(page_of(book.name))
    section = next(
        section
        for section in reader.sections.values()
        if section.schema in field and not section.name and field in page
    )
    section = next(
        section
        for section in reader.sections.values()
        if field.startswith(f"field.{section.schema}..") and not section.name
    )
    assert list(Oracle(reader).faults(section, page)) == []
    assert [fault.partition(":")[0] for fault in Oracle(reader).faults(section, {**page, field: wrong})] == [field]


PART: dict[str, Any] = {"type": "object", "properties": {"x": {"type": "integer"}}}


def shown_rows(schema: Any) -> dict[str, str]:
    """The pointer and type of each row of a document's section."""
    reader = FieldReader({"doc": Resources.of(schema)})
    section = reader.sections_of("doc")[0]
    fields = shown_fields(reader, reader.whole(section), reader.fields(section))
    types = FieldTables(reader, BOOKS["cobre/v1"]).types
    return {field.facts.place.pointer: types.of(field.facts) for field in fields}


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"b": {"$ref": "#/x-parts/a"}}, "x-parts": {"a": PART}},
        {"properties": {"b": {"$ref": "#/$defs/group/a"}}, "$defs": {"group": {"a": PART}}},
        {"properties": {"b": {"$ref": "#/properties/a"}, "a": PART}},
        {"properties": {"b": {"allOf": [{"$ref": "#/properties/a"}]}, "a": PART}},
        {"properties": {"b": {"$ref": "#/$defs/d/properties/a"}}, "$defs": {"d": {"properties": {"a": PART}}}},
    ],
)
def test_what_a_reference_leads_to_has_rows_where_it_has_no_section(schema: Any) -> None:
    shown = shown_rows(schema)
    assert (shown["/b"], shown["/b/x"]) == ("object", "integer")


def test_a_reference_to_a_section_is_a_link_and_has_no_rows() -> None:
    assert list(shown_rows({"properties": {"b": {"$ref": "#/$defs/p"}}, "$defs": {"p": PART}})) == ["/b"]
    assert list(shown_rows({"properties": {"b": {"$ref": "#"}}})) == ["/b"]


def test_references_in_a_circle_end() -> None:
    again = {**PART["properties"], "again": {"$ref": "#/properties/a"}}
    shown = shown_rows({"properties": {"a": {"properties": again}}})
    assert "/a/again/x" in shown
    assert not any(pointer.startswith("/a/again/again/again") for pointer in shown)
    loop = {"$ref": "#/x-parts/b"}
    assert shown_rows({"x-parts": {"a": loop, "b": {"$ref": "#/x-parts/a"}}, "properties": {"p": loop}}) == {
        "/p": "any value"
    }


@pytest.mark.parametrize(
    "schema",
    [{"type": "array", "items": {"type": "string"}}, {"type": "object", "additionalProperties": {"type": "null"}}],
)
def test_items_and_values_that_the_type_of_the_document_names_have_no_row(schema: Any) -> None:
    assert shown_rows(schema) == {}
    described = {
        key: {**value, "description": "A."} if isinstance(value, dict) else value for key, value in schema.items()
    }
    assert len(shown_rows(described)) == 1
