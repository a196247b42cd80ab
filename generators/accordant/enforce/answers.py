"""Takes the JSON out of an agent's answer. What the answer does not decide is refused, never guessed.

In this order: the whole answer; the one fenced block; the one object in the prose. A fence counts only where it opens
and closes on lines of its own, so that back-ticks inside strings are part of the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.schema import documents
from accordant.schema.json_values import fingerprint

NO_JSON: Final = "the answer holds no JSON, and the schema asks for some"
_NOT_JSON: Final = "not JSON: "
"""The beginning of the reason why a text is not JSON."""
_CUT: Final = frozenset(("length", "max_tokens", "max_output_tokens", "model_length"))
"""Why an answer ended, where it was cut: the words of the common services, in small letters."""
_OPENS: Final = re.compile(r" {0,3}(`{3,}|~{3,})[ \t]*([^`\s]*)[^`]*")
_JSON: Final = ("json", "json5", "jsonc", "")
"""The languages of fences that may hold the answer; unnamed ones only where no block is named JSON."""
_MOST_BEGINNINGS: Final = 1_000
"""Braces in the prose at which a value is looked for."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The value of an answer and where it stood, or why there is none."""

    value: JsonValue = None
    where: str = ""
    problem: str = ""


def is_cut(finish_reason: str | None) -> bool:
    """Whether an answer ended because it was as long as it may be."""
    return finish_reason is not None and finish_reason.lower() in _CUT


def take_json(text: str) -> Taken:
    """The one JSON value that an answer holds, or why there is not exactly one."""
    whole = _parse(text.strip())
    if isinstance(whole, Taken):
        return _unwrap(whole)
    blocks = list(_blocks(text))
    named = [content for language, content in blocks if language]
    fenced = named or [content for _, content in blocks if content.lstrip()[:1] in ("{", "[")]
    if fenced:
        return _one(fenced, "the fenced block", "fenced blocks")
    if text.lstrip()[:1] in ("{", "[", '"') and not _objects(text):
        return Taken(problem=_refusal("the answer", whole))
    return _in_prose(text)


def take_whole(text: str) -> Taken:
    """The value of an answer that must be JSON and nothing else."""
    whole = _parse(text.strip())
    return whole if isinstance(whole, Taken) else Taken(problem=_refusal("the answer", whole))


def _refusal(what: str, reason: str) -> str:
    """The sentence about a text that cannot be taken. JSON about which readers would differ is still JSON."""
    syntax = reason.removeprefix(_NOT_JSON)
    if reason == NO_JSON:
        return reason
    return f"{what} is not JSON: {syntax}" if syntax != reason else f"{what} cannot be read: {reason}"


def _unwrap(whole: Taken) -> Taken:
    """The value, or the one inside where the answer is a JSON string that holds an object or array."""
    if not isinstance(whole.value, str) or whole.value.lstrip()[:1] not in ("{", "["):
        return whole
    inner = _parse(whole.value.strip())
    return Taken(inner.value, "the JSON inside a JSON string") if isinstance(inner, Taken) else whole


def _parse(text: str) -> Taken | str:
    """The value of a text, or why it has none."""
    if not text:
        return NO_JSON
    try:
        return Taken(documents.parse(text, "answer").value, "the whole answer")
    except InputError as error:
        place = f" (line {error.place.line}, column {error.place.column})" if error.place.line else ""
        return f"{error.reason}{place}"


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """The language and content of each fenced block; one that never closes reaches to the end."""
    lines = text.split("\n")  # U+2028 and its like may stand in strings
    at = 0
    while at < len(lines):
        opens = _OPENS.fullmatch(lines[at])
        at += 1
        if opens is None:
            continue
        fence, language = opens[1], opens[2].lower()
        content: list[str] = []
        while at < len(lines) and not _closes(lines[at], fence):
            content.append(lines[at])
            at += 1
        at += 1
        if language in _JSON:
            yield language, "\n".join(content)


def _closes(line: str, fence: str) -> bool:
    stripped = line.strip()
    return len(stripped) >= len(fence) and set(stripped) == {fence[0]}


def _one(texts: list[str], singular: str, plural: str) -> Taken:
    """The value of the only text; equal values of several texts count as one."""
    parsed = [_parse(text.strip()) for text in texts]
    wrong = [problem for problem in parsed if isinstance(problem, str)]
    if wrong:
        return Taken(problem=_refusal(singular, wrong[0]))
    values = [entry.value for entry in parsed if isinstance(entry, Taken)]
    if len({fingerprint(value) for value in values}) > 1:
        return Taken(problem=f"the answer holds {len(values)} {plural} with different JSON; give exactly one")
    return Taken(values[0], singular)


def _in_prose(text: str) -> Taken:
    """The one object in a text, between words."""
    objects = _objects(text)
    if objects:
        return _one(objects, "the answer" if objects == [text.strip()] else "the object in the text", "objects")
    begins = re.search(r'\{\s*"', text)
    if begins is None:
        return Taken(problem=NO_JSON)
    problem = _parse(text[begins.start() :].strip())
    reason = problem.removeprefix(_NOT_JSON) if isinstance(problem, str) else ""
    return Taken(problem=f"the answer holds no complete JSON: {reason}")


def _objects(text: str) -> list[str]:
    """The texts of the complete objects in a text. Parts of an object that is not complete do not count."""
    decoder = json.JSONDecoder()
    objects: list[str] = []
    at = text.find("{")
    for _ in range(_MOST_BEGINNINGS):
        if at < 0:
            break
        try:
            value, end = decoder.raw_decode(text, at)
            objects += [text[at:end]] if isinstance(value, dict) else []
        except json.JSONDecodeError as error:
            end = max(error.pos, at + 1)
        except (RecursionError, ValueError):
            break
        at = text.find("{", end)
    return objects
