"""Members that are never in the documents of a direction count for nothing there, under the additive promise."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.compat import compare
from accordant.findings import Severity, Verdict
from accordant.schema.access import as_exchanged
from accordant.schema.references import Resources

Schema = dict[str, Any]
READ, WRITE = {"readOnly": True}, {"writeOnly": True}


def user(password: Schema | None, required: tuple[str, ...] = ("name",)) -> Schema:
    members = {"name": {"type": "string"}, **({} if password is None else {"secret": password})}
    return {"type": "object", "required": list(required), "properties": members}


TEXT, NUMBER = {"type": "string"}, {"type": "integer"}
EDITS = [
    (user({**TEXT, **WRITE}), user(None), "output"),
    (user({**TEXT, **WRITE}), user({**NUMBER, **WRITE}), "output"),
    (user({**TEXT, **WRITE}, ("name", "secret")), user({**TEXT, **WRITE}), "output"),
    (user({**TEXT, **READ}), user(None), "input"),
    (user({**TEXT, **READ}), user({**TEXT, **READ}, ("name", "secret")), "input"),
    (user({**NUMBER, **READ}), user({**TEXT, **READ}), "input"),
    ({"items": {"$ref": "#/$defs/U"}, "$defs": {"U": user({**TEXT, **WRITE})}},
     {"items": {"$ref": "#/$defs/U"}, "$defs": {"U": user(None)}}, "output"),
]  # fmt: skip


def referring(member: Schema, definition: Schema) -> Schema:
    return {**user(member), "$defs": {"Secret": definition}}


SECRET = {"$ref": "#/$defs/Secret"}
EDITS += [
    (referring(SECRET, {**TEXT, **WRITE}), referring(SECRET, {**NUMBER, **WRITE}), "output"),
    (referring({"allOf": [SECRET]}, {**TEXT, **READ}), referring({"allOf": [SECRET]}, {**NUMBER, **READ}), "input"),
    (referring({"allOf": [TEXT, WRITE]}, {}), referring({"allOf": [NUMBER, WRITE]}, {}), "output"),
]


@pytest.mark.parametrize(("old", "new", "direction"), EDITS)
def test_what_is_never_in_the_documents_of_a_direction_breaks_nothing_there(
    old: Schema, new: Schema, direction: str
) -> None:
    assert compare(old, new, direction=direction, promise="additive").verdict is Verdict.COMPATIBLE
    assert compare(old, new, direction="full", promise="additive").verdict is Verdict.BREAKING


@pytest.mark.parametrize(
    ("old", "new", "direction", "rule"),
    [
        (user(TEXT), user({**TEXT, **WRITE}), "output", "field-removed"),
        (user({**TEXT, **READ}), user(None), "output", "field-removed"),
        (user({**TEXT, **WRITE}), user(None), "input", "field-removed"),
        (user({**TEXT, **READ}), user({**NUMBER, **READ}), "output", "type-changed"),
        (user(None), user({**TEXT, **WRITE}, ("name", "secret")), "input", "field-became-required"),
    ],
)
def test_what_is_in_them_counts(old: Schema, new: Schema, direction: str, rule: str) -> None:
    compared = compare(old, new, direction=direction, promise="additive")
    assert rule in {finding.rule for finding in compared.findings if finding.severity is Severity.ERROR}


def test_the_strict_verdict_is_that_of_the_schemas_as_they_are_written() -> None:
    old, new = user({**TEXT, **WRITE}), user({**NUMBER, **WRITE})
    compared = compare(old, new, promise="additive")
    assert (compared.verdict, compared.strict, compared.decided_by) == ("compatible", "breaking", "additive")
    assert compare(old, new, promise="strict").verdict is Verdict.BREAKING


def test_a_schema_without_such_members_is_taken_as_it_is() -> None:
    root = Resources.of(user(TEXT))
    assert as_exchanged(root, "output") is root
    assert as_exchanged(Resources.of(user({**TEXT, **READ})), "full").value == user({**TEXT, **READ})
    changed = as_exchanged(Resources.of(user({**TEXT, **READ}, ("name", "secret"))), "input")
    assert changed.value == user(None)
