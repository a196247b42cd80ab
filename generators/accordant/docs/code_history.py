"""The history of a code: when it was added, which of its facts changed in which release, and its older versions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from typing import Final

from accordant.contract import CodeList, Entry
from accordant.docs.markdown import code, text
from accordant.docs.places import Book
from accordant.docs.schema_parts import digest_of_release
from accordant.findings import JsonValue
from accordant.schema.vocabulary import enumeration

_UNRELEASED: Final = "unreleased"

_WORDS: Final = {"action": "what to do", "ours": "what is our own", "id": "identifier"}


class CodeHistories:
    """What became of the codes of a version. Of its frozen releases that is worked out once, and remembered."""

    def __init__(self, book: Book) -> None:
        self._book, self._version = book, book.version

    def first(self, name: str, identifier: str | int) -> str:
        """The first release that lists a code; "" where none does."""
        return self._frozen.get((name, identifier), ("", ()))[0]

    def lines(self, name: str, identifier: str | int) -> Iterator[str]:
        """A line for each release that added the code, or changed it."""
        yield from self._frozen.get((name, identifier), ("", ()))[1]
        newest = self._version.releases[-1].read().code_lists if self._version.releases else {}
        before, after = (_entry(lists, name, identifier) for lists in (newest, self._version.state.code_lists))
        yield from _line(_UNRELEASED, before, after)

    @cached_property
    def _frozen(self) -> Mapping[tuple[str, str | int], tuple[str, Sequence[str]]]:
        """The first release of each code that some release lists, and the lines of all releases."""
        marks: list[JsonValue] = [digest_of_release(release) for release in self._version.releases]
        kept = self._book.recall(["code histories", marks], self._read_releases)
        histories: dict[tuple[str, str | int], tuple[str, Sequence[str]]] = {}
        for row in kept if isinstance(kept, list) else ():
            match row:
                case [str(name), str(identifier) | int(identifier), str(first), list(lines)]:
                    histories[name, identifier] = first, [str(line) for line in lines]
        return histories

    def _read_releases(self) -> list[JsonValue]:
        moments = [(release.name, release.read().code_lists) for release in self._version.releases]
        lists = ((name, codes) for _, held in moments for name, codes in held.items())
        listed = dict.fromkeys((name, entry.id) for name, codes in lists for entry in codes.entries)
        return [self._history(moments, name, identifier) for name, identifier in listed]

    def _history(
        self, moments: Sequence[tuple[str, Mapping[str, CodeList]]], name: str, identifier: str | int
    ) -> JsonValue:
        entries = [(release, _entry(lists, name, identifier)) for release, lists in moments]
        first = next(release for release, entry in entries if entry is not None)
        steps = zip([None, *(entry for _, entry in entries)], entries, strict=False)
        return [name, identifier, first, [line for old, (release, new) in steps for line in _line(release, old, new)]]


def _entry(lists: Mapping[str, CodeList], name: str, identifier: str | int) -> Entry | None:
    code_list = lists.get(name)
    return None if code_list is None else code_list.entry(identifier)


def _line(release: str, before: Entry | None, after: Entry | None) -> Iterator[str]:
    """What a release did to a code, where it did something."""
    if after is not None and before is None:
        yield f"{_moment(release)}: listed for the first time."
    elif after is not None and before is not None and after != before:
        yield f"{_moment(release)}: {_change(before, after)}."


def _moment(release: str) -> str:
    return "Not released yet" if release == _UNRELEASED else f"Release {code(release)}"


def _change(before: Entry, after: Entry) -> str:
    if after.retired and not before.retired:
        return "retired"
    if after.deprecated and not before.deprecated:
        return "deprecated"
    changed = [field.name for field in fields(Entry) if getattr(before, field.name) != getattr(after, field.name)]
    words = [text(_WORDS.get(name, name.replace("_", " "))) for name in changed]
    return f"{enumeration(words, 'and')} changed"
