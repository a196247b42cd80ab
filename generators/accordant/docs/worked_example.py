"""A document with links: each of its members leads to the field that it is an example of."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from typing import Final

from accordant.docs.field_places import FieldPlaces, Places
from accordant.docs.markdown import visible
from accordant.findings import JsonValue
from accordant.model.fields.reader import FieldReader
from accordant.schema import pointers

_LONGEST: Final = 200
"""Letters of a text; the rest of a longer one is left out."""


class WorkedExample:
    """Writes documents of one schema as blocks of code with links to the rows of its tables."""

    def __init__(self, reader: FieldReader, schema: str) -> None:
        self._places = FieldPlaces(reader)
        self._root = self._places.root(schema)

    def block(self, document: JsonValue) -> str:
        """The document, indented by two; a member's name is a link where its schema declares it.

        Every line is one of HTML, so that no line of a document can end the block.
        """
        lines = "".join(self._value(document, ((self._root, ""),), 0))
        return f'<div class="highlight worked"><pre><code>{lines}</code></pre></div>'

    def _value(self, value: JsonValue, places: Places, depth: int) -> Iterator[str]:
        """A value, with the sections that say what is below it, and the pointer to it in each of them."""
        if isinstance(value, dict) and value:
            lines = [
                (f"{self._name(places, name)}: ", inner, self._places.below(places, pointers.join("", name)))
                for name, inner in value.items()
            ]
            yield from self._container("{}", lines, depth)
        elif isinstance(value, list) and value:
            items = self._places.below(places, "/*")
            yield from self._container("[]", [("", item, items) for item in value], depth)
        else:
            yield _scalar(value)

    def _container(self, marks: str, lines: list[tuple[str, JsonValue, Places]], depth: int) -> Iterator[str]:
        yield f"{marks[0]}\n"
        for index, (start, inner, places) in enumerate(lines):
            yield "  " * (depth + 1) + start
            yield from self._value(inner, places, depth + 1)
            yield ",\n" if index + 1 < len(lines) else "\n"
        yield "  " * depth + marks[1]

    def _name(self, places: Places, name: str) -> str:
        shown = f'<span class="nt">{_text(name)}</span>'
        for section, pointer in places:
            field = self._places.fields_of(section).get(pointers.join(pointer, name))
            if field is not None:
                anchor = self._places.anchor(section, field)
                return f'<a href="#{html.escape(anchor)}">{shown}</a>'
        return shown


def _scalar(value: JsonValue) -> str:
    if isinstance(value, str):
        return f'<span class="s2">{_text(value if len(value) <= _LONGEST else value[:_LONGEST] + "...")}</span>'
    written = json.dumps(value)
    return f'<span class="{"mi" if written[-1:].isdigit() else "kc"}">{written}</span>'


def _text(value: str) -> str:
    written = json.dumps(value, ensure_ascii=False)
    return html.escape(visible(written)) if written.isprintable() else html.escape(json.dumps(value))
