"""Exported schemas as other programs take them: jsonschema, jsonschema-rs and ajv, each with its file alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jsonschema
import jsonschema_rs

from tests.staying import staying

Case = tuple[Any, list[Any]]
"""A schema and documents."""

_AJV = Path(__file__).with_name("ajv.mjs")


def by_jsonschema(draft: str, cases: Sequence[Case]) -> list[list[bool]]:
    """The verdicts of jsonschema."""
    kind = jsonschema.Draft7Validator if draft == "07" else jsonschema.Draft202012Validator
    answers = []
    for schema, documents in cases:
        kind.check_schema(schema)
        judge = kind(schema)
        answers.append([judge.is_valid(document) for document in documents])
    return answers


def by_jsonschema_rs(draft: str, cases: Sequence[Case]) -> list[list[bool]]:
    """The verdicts of jsonschema-rs."""
    kind = jsonschema_rs.Draft7Validator if draft == "07" else jsonschema_rs.Draft202012Validator
    answers = []
    for schema, documents in cases:
        judge = kind(schema, validate_formats=False, offline=True)
        answers.append([judge.is_valid(document) for document in documents])
    return answers


def by_ajv(draft: str, cases: Sequence[Case], node: str, *, strict: bool = False) -> list[list[bool]]:
    """The verdicts of ajv; with ``strict`` it refuses a schema with a keyword that it does not know."""
    asked = {
        "strict": strict,
        "draft": draft,
        "cases": [{"schema": schema, "documents": documents} for schema, documents in cases],
    }
    answers: list[list[bool]] = staying(node, _AJV).ask(asked)
    return answers
