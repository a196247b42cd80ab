"""Documentation of generated types: description, rules beyond the types, place in the schema."""

from __future__ import annotations

import json

from accordant.model.constraint_text import sentence
from accordant.model.types import Record, SchemaAnnotations, Typed, UnionOf


def type_words(docs: SchemaAnnotations, at: str, typed: Typed) -> list[str]:
    """The paragraphs about a named type, as unescaped text; rules come as list items."""
    text = docs.description or docs.title
    lines = [text] if text else []
    if typed.rules:
        fields = typed.shape.fields if isinstance(typed.shape, Record) else ()
        present = frozenset(field.wire for field in fields if field.required)
        rules = [f"* `{rule.at}` {sentence(rule, present)}" for rule in typed.rules]
        lines += ["", "Rules beyond the types:", "", *rules]
    return [*lines, *([""] if lines else []), f"Schema: `{at}`."]


def field_words(docs: SchemaAnnotations, typed: Typed) -> list[str]:
    """The lines about a member: its description, and the annotations that types do not carry."""
    text = docs.description or docs.title
    facts = []
    if docs.format:
        facts.append(f"Format: {docs.format}.")
    if docs.unit:
        facts.append(f"Unit: {docs.unit}.")
    for value in docs.default:
        facts.append(f"Default: `{json.dumps(value, ensure_ascii=False)}`.")
    if docs.read_only:
        facts.append("Read only.")
    if docs.write_only:
        facts.append("Write only.")
    rules = list(typed.rules)
    if isinstance(typed.shape, UnionOf):
        rules += [rule for option in typed.shape.options for rule in option.rules]
    facts += [f"`{rule.at}` {sentence(rule)}." for rule in rules]
    return [line for line in (text, *facts) if line]
