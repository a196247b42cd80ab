"""The grammar of a stream in words."""

from __future__ import annotations

from accordant.contract import Choice, Element, Line
from accordant.docs.markdown import code
from accordant.schema.vocabulary import enumeration


def words(element: Element) -> str:
    """An element in words: ``any number of progress lines``."""
    if isinstance(element, Line):
        last = ", which ends the stream" if element.terminal else ""
        return f"{quantity(element.least, element.most)} {code(element.type)} {_lines(element.most)}{last}"
    parts = [words(part) for part in element.elements]
    inner = enumeration(parts) if isinstance(element, Choice) else ", then ".join(parts)
    if (element.least, element.most) == (1, 1):
        return f"({inner})" if len(parts) > 1 else inner
    return f"{quantity(element.least, element.most)} times: ({inner})"


def quantity(least: int, most: int | None) -> str:
    """How often: ``any number of``, ``2 to 5``."""
    if most is None:
        return "any number of" if not least else f"{least} or more"
    if least == most:
        return "one" if least == 1 else f"exactly {least}"
    return "at most one" if (least, most) == (0, 1) else f"{least} to {most}"


def _lines(most: int | None) -> str:
    return "line" if most == 1 else "lines"
