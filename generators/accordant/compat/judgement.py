"""Which rule a fact falls under."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from accordant.compat.blame import Blame
from accordant.compat.changes import Change
from accordant.compat.edits import MISSING, Edit, Kind, path_of
from accordant.compat.located import Break
from accordant.compat.rules import BY_NAME, refusals
from accordant.compat.rules.refusals import RefusalKind
from accordant.compat.sides import Spot
from accordant.compat.tested import find_test
from accordant.compat.unread import find_unread
from accordant.findings import JsonValue, Rule
from accordant.schema import pointers
from accordant.schema.json_values import fingerprint, json_type


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference between two schemas: its rule, and the change, the break or both that show it."""

    rule: Rule
    change: Change | None = None
    refusal: Break | None = None

    @property
    def old(self) -> Spot | None:
        """The place on the older side; None: the root, or nothing where a field was added."""
        if self.change is not None:
            return None if self.rule.name == "field-added" else Spot.of(self.change.old_node, *_keyword(self.change))
        return self.refusal.old if self.refusal is not None else None

    @property
    def new(self) -> Spot | None:
        """The place on the newer side; None: the root."""
        if self.change is not None:
            return Spot.of(self.change.new_node, *_keyword(self.change))
        return self.refusal.new if self.refusal is not None else None


def _keyword(change: Change) -> tuple[str, ...]:
    return (change.keyword,) if change.keyword else ()


def of_change(change: Change) -> Difference:
    """A change in what is declared: the walk has named its rule."""
    return Difference(BY_NAME[change.rule], change)


def of_break(refusal: Break, carrier: str) -> Difference:
    """A break under the rule for its keyword and for the side that changed.

    Args:
        refusal: the break.
        carrier: JSON Pointer to the value by which documents say their version; "" without one.
    """
    return Difference(_rule(refusal, carrier), None, refusal)


def _rule(refusal: Break, carrier: str) -> Rule:
    blame = refusal.blame
    if refusal.edit is not None:
        return _rule_of_edit(refusal, refusal.edit, carrier)
    if blame is None:
        return refusals.OTHER
    if carrier and blame.keyword in ("enum", "const") and with_wildcards(blame.instance) == carrier:
        return BY_NAME["carrier-changed"]
    kind = refusal_of(blame, refusal.detail, refusal.refused_by)
    return kind.rule(newer_reads=refusal.exchange.newer_reads) if kind else refusals.OTHER


def _rule_of_edit(refusal: Break, edit: Edit, carrier: str) -> Rule:
    """The rule that an edit breaks, from what it is rather than from the document that shows it."""
    newer_reads = refusal.exchange.newer_reads
    if edit.kind is Kind.DRAFT or find_unread(refusal.exchange, edit) is not None:
        return refusals.DRAFT
    if test := find_test(edit):
        return refusals.BY_KEYWORD[test].rule(newer_reads=newer_reads)
    if edit.kind is Kind.RENAME:
        return BY_NAME["field-renamed"]
    if edit.kind is Kind.KEYWORD and edit.name in ("const", "enum") and carrier and path_of(edit.path) == carrier:
        return BY_NAME["carrier-changed"]
    if edit.is_removed and not newer_reads and _is_declaration(edit) and not edit.is_moved:
        return BY_NAME["field-removed"]
    kind = refusals.FRACTION if is_about_spelling(refusal) else _kind_of_edit(edit) or _kind_of_blame(refusal)
    return kind.rule(newer_reads=newer_reads) if kind else refusals.OTHER


def is_about_spelling(refusal: Break) -> bool:
    """Whether a whole number is refused since it is spelt with a fraction, as 1.0 is; draft-04 tells it from 1."""
    blame = refusal.blame
    if blame is None or blame.keyword != "type" or isinstance(blame.value, int):
        return False
    return (refusal.edit is None or refusal.edit.kind is not Kind.DRAFT) and json_type(blame.value) == "integer"


def _is_declaration(edit: Edit) -> bool:
    """Whether the edit is about a declared property, or the properties that match a pattern."""
    return edit.kind is Kind.PROPERTY or (edit.kind is Kind.MEMBER and "/patternProperties/" in edit.reader.pointer)


def _kind_of_edit(edit: Edit) -> RefusalKind | None:
    """The kind that an edit names by itself; None where the refusal says it."""
    if edit.kind is Kind.REQUIRED or edit.is_required:
        return refusals.PRESENCE
    if edit.kind is Kind.MEMBER and any(f"/{word}/" in edit.reader.pointer for word in _DEPENDENCIES):
        return refusals.CONDITION
    if edit.kind is Kind.EXCLUSION:
        return refusals.BRANCH
    if edit.kind is Kind.ALTERNATIVE:
        return refusals.NULL if edit.is_added and is_null(edit.written) else refusals.BRANCH
    if edit.kind in (Kind.SCHEMA, Kind.PROPERTY) and edit.read is False:
        return refusals.KEY
    if edit.kind is not Kind.KEYWORD or (edit.name in _MAPS and edit.read is not False):
        return None
    if edit.name in ("const", "enum") and values_added(edit) == [None]:
        return refusals.NULL
    return _kind_of_types(edit) if edit.name == "type" else refusals.BY_KEYWORD.get(edit.name)


def _kind_of_types(edit: Edit) -> RefusalKind:
    """Null or fractions alone are kinds of their own."""
    added = types_added(edit.read, edit.written)
    if added == ["null"]:
        return refusals.NULL
    return refusals.FRACTION if added == ["number"] and "integer" in _names(edit.read) else refusals.TYPE


def _kind_of_blame(refusal: Break) -> RefusalKind | None:
    if refusal.blame is None:
        return _kind_of_schema(refusal.edit) if refusal.edit is not None else None
    return refusal_of(refusal.blame, refusal.detail, refusal.refused_by)


def _kind_of_schema(edit: Edit) -> RefusalKind | None:
    """The kind of what the edit says itself, where no validator names the keyword that refuses."""
    if edit.closed_by:
        return refusals.KEY
    kinds = (refusals.BY_KEYWORD.get(word) for word in (edit.read if isinstance(edit.read, dict) else ()))
    return next((kind for kind in kinds if kind is not None), None)


def is_null(schema: JsonValue) -> bool:
    """Whether a schema is spelt as one of null alone."""
    if not isinstance(schema, dict):
        return False
    return schema.get("type") in ("null", ["null"]) or schema.get("enum") == [None] or schema.get("const", 0) is None


def types_added(read: JsonValue, written: JsonValue) -> list[JsonValue]:
    """The types that only the writer's ``type`` lists; empty where it lists none."""
    mine = _names(read)
    known = {*mine, "integer"} if "number" in mine else set(mine)
    return [name for name in _names(written) if name not in known]


def _names(value: JsonValue) -> list[JsonValue]:
    return [] if value is MISSING else list(value) if isinstance(value, list) else [value]


def values_of(edit: Edit) -> tuple[list[JsonValue], list[JsonValue]]:
    """The values that ``enum`` or ``const`` lists on the reader's and on the writer's side."""
    return _values_at(edit.reader, edit.read), _values_at(edit.writer, edit.written)


def _values_at(spot: Spot, value: JsonValue) -> list[JsonValue]:
    if value is MISSING:
        return []
    return [value] if spot.pointer.endswith("/const") else list(value)


def values_added(edit: Edit) -> list[JsonValue]:
    """The values that only the writer lists."""
    mine, theirs = values_of(edit)
    known = {fingerprint(value) for value in mine}
    return [value for value in theirs if fingerprint(value) not in known]


def refusal_of(blame: Blame, detail: JsonValue, refused_by: JsonValue) -> RefusalKind | None:
    """The kind of refusal that a keyword stands for; None where no kind names it.

    Args:
        blame: the refusing keyword.
        detail: the type that the reader does not take, where the keyword is ``type``.
        refused_by: the keyword with its value as the reader's schema has it.
    """
    if blame.keyword != "type":
        return refusals.BY_KEYWORD.get(blame.keyword)
    if detail == "null":
        return refusals.NULL
    return refusals.FRACTION if detail == "number" and "integer" in types_of(refused_by) else refusals.TYPE


def types_of(keyword: JsonValue) -> list[JsonValue]:
    """The types that ``{"type": ...}`` lists."""
    types = keyword.get("type") if isinstance(keyword, dict) else None
    return types if isinstance(types, list) else [types]


def with_wildcards(instance: str) -> str:
    """A document's pointer with every index written as ``*``."""
    return pointers.write("*" if token.isdecimal() else token for token in pointers.split(instance))


_DEPENDENCIES: Final = ("dependencies", "dependentRequired", "dependentSchemas")
_MAPS: Final = ("additionalProperties", "unevaluatedProperties", "items", "additionalItems", "unevaluatedItems")
"""Keywords that refuse keys or items where they are ``false``, and else say what these are."""
