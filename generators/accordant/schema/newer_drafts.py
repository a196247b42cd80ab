"""A schema of an older draft in the words of a newer one: for copies of schemas that refer to ones of another draft."""

from __future__ import annotations

from accordant.findings import JsonValue
from accordant.schema.copy_origins import ORIGIN, STANDS_FOR
from accordant.schema.dialects import DRAFT_2019_09, DRAFT_2020_12, Dialect
from accordant.schema.loosened_keywords import add_conjunct


class NewerDraft(Exception):
    """A copy came upon a schema in a newer draft than its own, which cannot say what that one says."""

    def __init__(self, dialect: Dialect) -> None:
        super().__init__(dialect.name)
        self.dialect = dialect


def in_newer_draft(schema: dict[str, JsonValue], older: Dialect, newer: Dialect) -> dict[str, JsonValue]:
    """The same schema object in a newer draft; its subschemas are in that one already.

    What the older draft does not know is left out, since it judges nothing there. An integer of draft-04, where `1.0`
    is none, stays in that draft, which a part of the schema declares.
    """
    known = {key: value for key, value in schema.items() if key in older.keywords or key not in newer.keywords}
    if older.position == 0:
        for bound in ("minimum", "maximum"):
            _renew_bound(known, bound)
        _keep_integers(known, older)
    if older.position < DRAFT_2019_09.position <= newer.position:
        _split_dependencies(known)
    if older.position < DRAFT_2020_12.position <= newer.position:
        _renew_items(known)
    return known


def _renew_bound(schema: dict[str, JsonValue], bound: str) -> None:
    """A flag beside a bound becomes a bound of its own. What is not a flag stays what nobody can read."""
    exclusive = f"exclusive{bound.capitalize()}"
    flag = schema.pop(exclusive, False)
    if not isinstance(flag, bool):
        schema[exclusive] = None
    elif flag and bound in schema:
        schema[exclusive] = schema.pop(bound)


def _keep_integers(schema: dict[str, JsonValue], draft: Dialect) -> None:
    """A type that tells 1.0 from 1 becomes that of a part in its own draft."""
    types = schema.get("type")
    names = types if isinstance(types, list) else [types]
    if "integer" in names and "number" not in names:
        del schema["type"]
        origin = {ORIGIN: schema[ORIGIN], STANDS_FOR: "type"} if ORIGIN in schema else {}
        add_conjunct(schema, {**origin, "$schema": draft.uri, "type": types})


def _split_dependencies(schema: dict[str, JsonValue]) -> None:
    dependencies = schema.pop("dependencies", None)
    if isinstance(dependencies, dict):
        lists = {name: value for name, value in dependencies.items() if isinstance(value, list)}
        schemas = {name: value for name, value in dependencies.items() if name not in lists}
        schema |= {"dependentRequired": lists} if lists else {}
        schema |= {"dependentSchemas": schemas} if schemas else {}


def _renew_items(schema: dict[str, JsonValue]) -> None:
    rest = schema.pop("additionalItems", None)
    positions = schema.get("items")
    if isinstance(positions, list):
        del schema["items"]
        schema |= {"prefixItems": positions} if positions else {}
        schema |= {"items": rest} if rest is not None else {}
