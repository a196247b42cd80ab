"""Values, lists and types as they stand in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from accordant.findings import JsonValue
from accordant.schema.vocabulary import enumeration, format_value, with_article

_MOST_VALUES: Final = 5
"""Most values of a list that a sentence names."""


def listed(values: Sequence[JsonValue], word: str = "") -> str:
    """Values with commas, the last with a word before it where one is given; of many the first ones."""
    texts = [format_value(value) for value in values]
    if len(texts) > _MOST_VALUES:
        return ", ".join(texts[:_MOST_VALUES]) + ", ..."
    return enumeration(texts, word) if word else ", ".join(texts)


def with_types(types: Sequence[JsonValue]) -> str:
    """JSON types with their articles, ``a string or null``."""
    return enumeration([with_article(str(name)) for name in types if name is not None]) or "another type"


def starting(text: str) -> str:
    """A text at the start of a sentence."""
    return text[:1].upper() + text[1:]


def newly_required(field: str, case: str) -> str:
    """The sentence on a field that older writers could leave out; ``case``: the keyword that requires it in some."""
    return f"The field `{field}` is {f'required in more cases, by `{case}`' if case else 'always there from now on'}."
