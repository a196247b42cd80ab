"""Random schemas of every draft keep their meaning in both exported drafts, and what they lose is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from accordant.export.flatten import flatten
from accordant.export.forms import Form
from accordant.schema.dialects import DIALECTS, DRAFT_07, DRAFT_2020_12, Dialect
from accordant.schema.references import Resources
from accordant.schema.validation import Validator
from tests.export.validators import by_jsonschema_rs
from tests.gen.random_schemas import Documents, Schemas

COUNT = 120
ADDRESS = "urn:test:random"


def random_schemas(source: Dialect) -> Iterator[tuple[Any, list[Any]]]:
    for seed in range(COUNT):
        schemas = Schemas(f"export {seed}", source)
        schema = schemas.schema()
        yield schema, Documents(schemas, schema).some(25)


@pytest.mark.parametrize("target", [DRAFT_07, DRAFT_2020_12], ids=str)
@pytest.mark.parametrize("source", DIALECTS, ids=str)
def test_a_random_schema_says_the_same_in_another_draft(source: Dialect, target: Dialect) -> None:
    differences, lossless, verdicts = [], 0, set()
    for schema, documents in random_schemas(source):
        root = Resources.of(schema, uri=ADDRESS)
        validator = Validator(root)
        asked = [(document, validator.first_opinion(document)) for document in documents]
        flat = flatten(root, Form(target), ADDRESS, {})
        if flat.losses or None in (said for _, said in asked):
            continue
        lossless += 1
        verdicts |= {said for _, said in asked}
        case = (json.loads(json.dumps(flat.value)), [document for document, _ in asked])
        [answers] = by_jsonschema_rs(target.name.removeprefix("draft-"), [case])
        differences += [
            (schema, flat.value, document, said)
            for (document, said), answer in zip(asked, answers, strict=True)
            if said != answer
        ]
    assert differences[:1] == []
    assert verdicts == {True, False}
    assert lossless > COUNT / 3
