"""For the builder: what a search finds first. Fields, codes by name and by meaning, guides by their words.

The theme searches with lunr. It weighs a title a thousand times as much as a text, and a word that few pages have more
than one that many have; it asks for every word that begins with what was typed. So an entry for each field is added,
with its name as title, and names are weighed by how long they are instead of by how rare: what is typed whole is the
shortest of all names that begin so.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from html import unescape
from pathlib import Path
from typing import Any, Final, TypeAlias
from urllib.parse import unquote

Entry: TypeAlias = dict[str, Any]

_ENDS: Final = "ends"
"""A field of the index that is not shown: the ends of the names in a title, from each of their words on."""

_SETTINGS: Final = {_ENDS: {"boost": 100.0}}

_CODE: Final = re.compile(r"contracts/[^/]+/[^/]+/codes/[^/]+/(?!index\.html)([^/]+?)(?:/|\.html)$")
"""The address of the page of a code."""

_VERSION: Final = re.compile(r"(?:^|/)contracts/([^/]+)/[^/0-9]*([0-9]+)/")
"""The address of a page of a version."""

_GENERATED: Final = re.compile(r"(?:^|/)(?:contracts|rules|commands)/")
"""The address of a page that is made from a registry, or from the tool: all others are written by somebody."""

_TABLE: Final = re.compile(r"<table>(?:(?!</table>).)*?<td><a id=\"field\..*?</table>", re.DOTALL)
_ROW: Final = re.compile(r"<tr>\s*<td>(<a id=\"(field\.[^\"]*)\">.*?)</td>(.*?)</tr>", re.DOTALL)
_WORD: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[^\W_])_+(?=[^\W_])")
"""Where a word of a name ends, and the next one begins."""

_WRITTEN: Final = 2.0
"""How much more a page that somebody wrote counts than one that was made."""

_MEANT: Final = 2.0
"""The same of the sentence that a code means."""

_NAMED: Final = {"code": 2.5, "field": 1.5}
"""The same of a name that is as rare and as long as most are."""

_LENGTH: Final = 16
_RARITY: Final = 7
_OLDER: Final = 0.99
"""What each older version of a contract counts less: not so much that a longer name comes before a whole one."""

_rows: Final[dict[str, list[Entry]]] = {}
"""The fields of each page, by its address."""


def on_page_content(html: str, page: Any, config: Any, files: Any) -> str:
    """Fields are told by entries of their own, and not by the section that their table stands in."""
    _rows[page.url] = []
    return _TABLE.sub(lambda table: _take(page.url, table[0]), html)


def on_post_build(config: Any) -> None:
    """The index is completed."""
    file = Path(config.site_dir, "search", "search_index.json")
    if not file.is_file():
        return
    index = json.loads(file.read_text("utf-8"))
    docs: list[Entry] = index["docs"]
    pages = {entry["location"] for entry in docs}
    for entry in docs:
        if not _GENERATED.search(entry["location"]):
            entry["boost"] = _WRITTEN
    docs += [entry for entry in map(_meaning, docs) if entry]
    docs += [entry for address, rows in _rows.items() if address in pages for entry in rows]
    separator = re.compile(index["config"]["separator"])
    for entry in docs:
        names = [name.replace("-", "_") for name in _plain(entry["title"]).split()]  # typed in either spelling
        ends = [end for name in names for end in _ends(name)]
        if ends:
            entry[_ENDS] = " ".join(dict.fromkeys([*(name for name in names if "_" in name), *ends]))
    index["config"]["fields"] |= _SETTINGS
    _weigh(docs, separator)
    file.write_text(json.dumps(index, separators=(",", ":"), ensure_ascii=False), "utf-8")


def _take(address: str, table: str) -> str:
    """Keeps an entry for each named row of a table; the others stay where they are."""
    rows = [(row, _name(row[1])) for row in _ROW.finditer(table)]
    _rows[address] += [
        {"location": f"{address}#{unescape(row[2])}", "title": name, "text": _text(row[1], row[3])}
        for row, name in rows
        if name
    ]
    return (
        table
        if not all(name for _, name in rows)
        else table.replace("<table>", '<table data-search-exclude="rows">', 1)
    )


def _name(cell: str) -> str:
    """The last name in the pointer of a field, of an item of a list that of the list; it is escaped as in the page."""
    pointer = re.search("<code>(.*?)</code>", cell, re.DOTALL)
    steps = _plain(pointer[1]).split("/") if pointer else []
    named = [step for step in steps if re.search(r"\w", step)]
    return _escape(named[-1].replace("~1", "/").replace("~0", "~")) if named else ""


def _text(first: str, others: str) -> str:
    cells = [first, *re.findall("<td>(.*?)</td>", others, re.DOTALL)]
    words = [_escape(" ".join(_plain(cell).split())) for cell in cells]
    return f"<p><code>{words[0]}</code></p> <p>{'; '.join(word for word in words[1:] if word)}</p>"


def _meaning(entry: Entry) -> Entry | None:
    """A further entry for what the page of a code says first of it, with the sentence as title."""
    page, _, anchor = entry["location"].partition("#")
    told = [re.sub(r"<[^>]*>", "", paragraph) for paragraph in re.findall(r"<p>(.*?)</p>", entry["text"], re.DOTALL)]
    told = [paragraph for paragraph in told if paragraph.strip()][1:2]  # the first one says which code it is
    if anchor or not told or not _CODE.search(page):
        return None
    return {"location": f"{page}#meaning", "title": told[0], "text": "", "boost": _MEANT}


def _ends(name: str) -> Iterator[str]:
    """What a name ends with, from each of its words but the first one on.

    >>> list(_ends("E_FILE_NOT_FOUND"))
    ['FILE_NOT_FOUND', 'NOT_FOUND', 'FOUND']
    """
    yield from (name[match.end() :] for match in _WORD.finditer(name))


def _weigh(docs: list[Entry], separator: re.Pattern[str]) -> None:
    """Names count by their length, and those of newer versions come first among the same."""
    named = {entry["location"]: words for entry in docs if (words := _words_named(entry, separator))}
    wanted = {word for name in named.values() for word in name}
    places = Counter(
        word
        for entry in docs
        for field in ("title", "text", _ENDS)
        for word in wanted.intersection(separator.split(_plain(entry.get(field, "")).lower()))
    )
    newest = _newest(docs)
    for entry in docs:
        version = _VERSION.search(entry["location"])
        if version and (words := named.get(entry["location"], [])):
            age = newest[version[1]] - int(version[2])
            entry["boost"] = round(_weight(entry, words, places, len(docs)) * _OLDER**age, 4)


def _weight(entry: Entry, words: list[str], places: Counter[str], entries: int) -> float:
    """How much more the entry of a name counts: all of it where the name is one word, which alone finds it whole."""
    weight = _NAMED["field" if "#" in entry["location"] else "code"]
    if all(word.isdecimal() for word in words):
        return weight
    rarity = sum(_rarity(places[word], entries) for word in words) / len(words)
    length = sum(map(len, words))
    return weight / len(words) * _RARITY / rarity * 2 * _LENGTH / (length + _LENGTH)


def _words_named(entry: Entry, separator: re.Pattern[str]) -> list[str]:
    """The words of the name that an entry is about: that of a field or of a code; none of other entries."""
    page, _, anchor = entry["location"].partition("#")
    code = _CODE.search(page)
    name = _plain(entry["title"]) if anchor.startswith("field.") else unquote(code[1]) if code and not anchor else ""
    return [word for word in separator.split(name.lower()) if word]


def _newest(docs: Iterable[Entry]) -> dict[str, int]:
    """The number of the newest version of each contract."""
    newest: dict[str, int] = {}
    for entry in docs:
        if version := _VERSION.search(entry["location"]):
            newest[version[1]] = max(newest.get(version[1], 0), int(version[2]))
    return newest


def _rarity(places: int, entries: int) -> float:
    """What lunr weighs a word by, in this number of fields of this many entries."""
    return math.log(1 + abs((entries - places + 0.5) / (places + 0.5)))


def _plain(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", html))


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
