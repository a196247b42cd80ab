"""The sentences of compatibility findings, and which rule a refused keyword stands for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.vocabulary import with_article

if TYPE_CHECKING:
    from accordant.compat.blame import Blame
    from accordant.compat.changes import Change

_BOUNDS = frozenset(
    ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems",
     "maxItems", "minProperties", "maxProperties", "uniqueItems", "contains", "minContains", "maxContains")
)  # fmt: skip
_TYPES = {"null": "null", "number": "a number with a fraction"}


def generic(instance: str) -> str:
    """A document's pointer with every index written as ``*``."""
    return "".join("/*" if token.isdecimal() else f"/{token}" for token in pointers.split(instance))


def shown(instance: str) -> str:
    """A place in documents, for people."""
    path = generic(instance)
    return f"`{path}`" if path else "The document"


def _field(instance: str, name: JsonValue) -> str:
    return f"The field `{generic(instance)}/{name}`"


_INCOMING = {
    "field-became-optional": "field-became-required",
    "type-changed": "type-refused",
    "null-added": "null-refused",
    "integer-to-number": "number-to-integer",
    "closed-enum-value-added": "enum-value-refused",
    "closed-object-opened": "object-closed",
    "bound-loosened": "bound-tightened",
    "pattern-loosened": "pattern-tightened",
    "branch-added": "branch-removed",
    "condition-loosened": "condition-tightened",
}
"""What the rule of a refusal is called where the newer side is the reader: it was tightened, not loosened."""


def of_break(
    found: Blame, detail: JsonValue, refused: JsonValue, carrier: str, *, incoming: bool = False
) -> tuple[str, str]:
    """The rule and the sentence of a keyword that refuses; ``incoming``: the newer side is the reader."""
    rule, sentence = _of_break(found, detail, refused, carrier)
    return (_INCOMING.get(rule, rule) if incoming else rule), sentence


def _of_break(found: Blame, detail: JsonValue, refused: JsonValue, carrier: str) -> tuple[str, str]:
    where = shown(found.instance)
    keyword = found.keyword
    if keyword == "required":
        return (
            "field-became-optional",
            f"{_field(found.instance, detail)} may be missing; the reader takes it as always there.",
        )
    if keyword == "type":
        return _type_break(found, detail, refused, where)
    if keyword in ("enum", "const"):
        if generic(found.instance) == carrier and carrier:
            return (
                "carrier-changed",
                f"{where} says the version and may be {_json(found.value)}; the reader refuses it.",
            )
        return "closed-enum-value-added", f"{where} may be {_json(found.value)}; the reader's list is closed."
    if keyword in ("additionalProperties", "unevaluatedProperties", "propertyNames", "false"):
        key = f"the key `{detail}`" if detail is not None else "a further key"
        if keyword == "false":
            return "closed-object-opened", f"{where} may be there; the reader refuses it."
        return "closed-object-opened", f"{where} may carry {key}; the reader refuses keys that it does not name."
    if keyword in _BOUNDS:
        return "bound-loosened", f"{where} may be {_json(found.value)}; the reader's {_keyword(refused)} refuses it."
    if keyword == "pattern":
        return "pattern-loosened", f"{where} may be {_json(found.value)}; the reader's {_keyword(refused)} refuses it."
    if found.said_as == "more than one":
        return "branch-added", f"{where} may fit more than one of the reader's alternatives, which exclude each other."
    if keyword in ("anyOf", "oneOf"):
        return "branch-added", f"{where} may have a shape that none of the reader's alternatives fits."
    if keyword in ("not", "if", "then", "else", "dependentRequired", "dependentSchemas", "dependencies"):
        return "condition-loosened", f"{where} may break the reader's rule `{keyword}`."
    return "reader-refuses", f"{where} may be {_json(found.value)}; the reader's `{keyword}` refuses it."


def _type_break(found: Blame, detail: JsonValue, refused: JsonValue, where: str) -> tuple[str, str]:
    types = refused.get("type") if isinstance(refused, dict) else None
    known = types if isinstance(types, list) else [types]
    if detail == "null":
        return "null-added", f"{where} may be null; the reader expects {_words(known)}."
    if detail == "number" and "integer" in known:
        return "integer-to-number", f"{where} may have a fraction; the reader expects an integer."
    return "type-changed", f"{where} may be {_kind(detail)}; the reader expects {_words(known)}."


def of_narrowing(found: Blame, detail: JsonValue) -> str:
    """The sentence of a note: something is no longer written."""
    where = shown(found.instance)
    if found.keyword == "required":
        return f"{_field(found.instance, detail)} is always there from now on."
    if found.keyword == "type":
        return f"{where} is never {_kind(detail)} any more."
    if found.keyword in ("enum", "const"):
        return f"{where} is never {_json(found.value)} any more."
    if found.keyword in ("additionalProperties", "unevaluatedProperties", "propertyNames", "false"):
        return f"{where} is closed now: keys that the schema does not name are no longer written."
    if found.said_as == "more than one":
        return f"{where} is never {_json(found.value)} any more: it would fit more than one alternative."
    return f"{where} is narrower now: `{found.said_as or found.keyword}` refuses {_json(found.value)}."


def of_change(change: Change) -> str:
    """The sentence of a difference in what is declared."""
    where = f"`{change.path}`" if change.path else "the document"
    start = where[:1].upper() + where[1:]
    old, new = _json(change.old), _json(change.new)
    sentences = {
        "field-removed": f"The field {where} is gone.",
        "field-renamed": f"The field {where} is now called `{change.new}`.",
        "field-added": f"The field {where} was added.",
        "enum-value-removed": f"The value {old} at {where} is gone.",
        "enum-value-added": f"The value {new} at {where} was added.",
        "enum-dropped": f"{start} no longer lists its values ({_list(change.old)}).",
        "const-changed": f"The fixed value at {where} changed from {old} to {new}.",
        "carrier-changed": f"The carrier {where} changed from {old} to {new}.",
        "unit-changed": f"The unit of {where} changed from {old} to {new}.",
        "unit-added": f"The unit of {where} is now stated: {new}.",
        "default-changed": f"The default of {where} changed from {old} to {new}.",
        "format-changed": f"`{change.keyword}` of {where} changed from {old} to {new}.",
        "access-changed": f"`{change.keyword}` of {where} changed from {old} to {new}.",
        "deprecation-changed": f"`deprecated` of {where} changed from {old} to {new}.",
        "text-changed": f"`{change.keyword}` of {where} changed.",
    }
    return sentences[change.rule]


def _list(values: JsonValue) -> str:
    texts = [_json(one) for one in values] if isinstance(values, list) else [_json(values)]
    return ", ".join(texts[:5]) + (", ..." if len(texts) > 5 else "")


def _keyword(refused: JsonValue) -> str:
    if isinstance(refused, dict) and refused:
        key, value = next(iter(refused.items()))
        return f"`{key}: {_json(value)}`"
    return "schema"


def _kind(detail: JsonValue) -> str:
    return with_article(str(detail))


def _words(types: list[JsonValue]) -> str:
    return " or ".join(_kind(one) for one in types if one is not None) or "something else"


def _json(value: JsonValue) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:77] + "..."
