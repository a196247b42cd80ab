"""Documentation of generated types: description, rules beyond the types, place in the schema."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Final

from accordant.model.constraint_text import sentence
from accordant.model.constraints import All, Constraint, IsClosed, IsOneOf, Member, Not, Pass, When
from accordant.model.types import Record, SchemaAnnotations, Typed, UnionOf

MOST_RULES: Final = 5
"""The most rules beside a type, since nobody reads more; the schema has them all."""
MOST_VALUES: Final = 40
"""The most values that a doc comment describes."""


def type_words(docs: SchemaAnnotations, at: str, typed: Typed) -> list[str]:
    """The paragraphs about a named type, as unescaped text; rules come as list items."""
    text = docs.description or docs.title
    lines = [text] if text else []
    lines += ["Deprecated."] if docs.deprecated else []
    values = list(_value_lines(docs))
    lines += [*([""] if lines else []), *values] if values else []
    rules = [rule for rule in typed.rules if not _is_about_a_later_tag(rule)]
    if rules:
        fields = typed.shape.fields if isinstance(typed.shape, Record) else ()
        present = frozenset(field.wire for field in fields if field.required)
        lines += ["", "Rules beyond the types:", "", *(f"* {rule}" for rule in _sentences(rules, present))]
    return [*lines, *([""] if lines else []), f"Schema: `{at}`."]


def _is_about_a_later_tag(rule: Constraint) -> bool:
    """Whether a rule says that a tag is not a known one, as the description of the type does."""
    match rule:
        case Member(_, All((Not(IsOneOf(known)), When(IsClosed(), IsOneOf(listed), _)))):
            return known == listed
        case _:
            return False


def field_words(docs: SchemaAnnotations, typed: Typed) -> list[str]:
    """The lines about a member: its description, and the annotations that types do not carry."""
    text = docs.description or docs.title
    facts = list(_value_lines(docs))
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
    facts += _sentences(rules)
    return [line for line in (text, *facts) if line]


def _value_lines(docs: SchemaAnnotations) -> Iterator[str]:
    """What is said about single values, as list items of one line."""
    yield from (f"* {label}: {' '.join(text.split())}" for label, text in docs.values[:MOST_VALUES])
    if len(docs.values) > MOST_VALUES:
        yield f"* And {len(docs.values) - MOST_VALUES} more: see the schema."


def _sentences(rules: Iterable[Constraint], present: frozenset[str] = frozenset()) -> list[str]:
    """The first rules in words, each once, and how many more there are."""
    said = list(dict.fromkeys(sentence(rule, present) for rule in rules if not isinstance(rule, Pass)))
    shown = [f"{words[:1].upper()}{words[1:]}{'' if words.endswith('…') else '.'}" for words in said[:MOST_RULES]]
    return [*shown, *([f"And {len(said) - MOST_RULES} more: see the schema."] if len(said) > MOST_RULES else [])]
