"""Documents that are found for examples read as real ones: a text of a format is a valid one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from accordant.cli.sample_texts import TEXTS
from accordant.cli.samples import find_samples
from accordant.lint.format_names import OF_DRAFTS, suggest
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of
from tests.conftest import Run


def smallest(schema: Any) -> Any:
    accepted, _ = find_samples(Resources.of(schema))
    return accepted[0]


def test_every_format_that_a_draft_names_has_a_text() -> None:
    assert {*TEXTS} - {"host-name", "ip-address", "color"} == {*OF_DRAFTS}
    assert all(suggest(name) != name for name in ("host-name", "ip-address")), "lint names the later spelling"


def test_the_example_of_a_new_contract_has_a_valid_text_for_every_format(project: Path, run: Run) -> None:
    properties = {name: {"type": "string", "format": name} for name in TEXTS}
    schema = {"type": "object", "required": list(properties), "properties": properties}
    Path("all.json").write_text(json.dumps(schema))
    assert run("init", "--from", "all.json").code == 0
    example = "registry/all/v1/examples/valid/all/smallest.json"
    assert json.loads(Path(example).read_text()) == TEXTS
    assert run("validate", "all", example, "--assert-formats").code == 0


@pytest.mark.parametrize(
    ("schema", "document"),
    [
        ({"type": "string", "format": "date", "maxLength": 4}, ""),
        ({"type": "string", "format": "uuid", "pattern": "^x$"}, "x"),
        ({"format": "date", "enum": ["2020-02-02"]}, "2020-02-02"),
        ({"type": "integer", "format": "date"}, 0),
        ({"type": "string", "format": "made-up"}, ""),
        ({"type": "string", "allOf": [{"format": "ipv4"}, {"minLength": 9}]}, "192.0.2.1"),
        ({"type": "string", "allOf": [{"format": "ipv4"}, {"maxLength": 1}]}, ""),
        ({"type": "object", "required": ["not"], "properties": {"not": {"format": "date"}}}, {"not": "2025-01-31"}),
        ({"$ref": "#/$defs/at", "$defs": {"at": {"type": "string", "format": "date"}}}, "2025-01-31"),
    ],
)
def test_a_valid_text_stands_where_the_schema_lets_it(schema: Any, document: Any) -> None:
    assert smallest(schema) == document


def test_what_a_schema_excludes_by_a_format_stays_excluded() -> None:
    schema = {"type": "object", "required": ["at"], "properties": {"at": {"not": {"type": "string", "format": "date"}}}}
    assert validator_of(Resources.of(schema)).is_valid(smallest(schema))


def test_a_refused_document_is_wrong_in_one_thing_only() -> None:
    properties = {"at": {"type": "string", "format": "date"}, "n": {"type": "integer", "minimum": 1}}
    schema = {"type": "object", "required": ["at", "n"], "properties": properties}
    _, refused = find_samples(Resources.of(schema))
    documents = [document for document in refused if set(document) == {"at", "n"}]
    assert {"at": "2025-01-31", "n": 0} in documents
