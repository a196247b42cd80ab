"""What became of a code: when it came, which of its facts changed in which release, and its older versions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from typing import Final

from accordant.contract import CodeList, Entry, Version
from accordant.docs.markdown import code, text
from accordant.schema.vocabulary import enumeration

_UNRELEASED: Final = "unreleased"

_WORDS: Final = {"action": "what to do", "ours": "what is our own", "id": "identifier"}


class CodeHistories:
    """The code lists of a version as each of its releases held them, read once."""

    def __init__(self, version: Version) -> None:
        self._version = version

    @cached_property
    def _moments(self) -> Sequence[tuple[str, Mapping[str, CodeList]]]:
        """The releases, the oldest first, and the working state."""
        released = [(release.name, release.read().code_lists) for release in self._version.releases]
        return [*released, (_UNRELEASED, self._version.state.code_lists)]

    def first(self, name: str, identifier: str | int) -> str:
        """The first release that lists a code; "" where none does."""
        present = (release for release, entry in self._entries(name, identifier) if entry is not None)
        found = next(present, _UNRELEASED)
        return "" if found == _UNRELEASED else found

    def lines(self, name: str, identifier: str | int) -> Iterator[str]:
        """A line for each release that brought the code, or changed it."""
        before: Entry | None = None
        for release, entry in self._entries(name, identifier):
            if entry is not None and before is None:
                yield f"{_moment(release)}: listed for the first time."
            elif entry is not None and before is not None and entry != before:
                yield f"{_moment(release)}: {_change(before, entry)}."
            before = entry

    def _entries(self, name: str, identifier: str | int) -> Iterator[tuple[str, Entry | None]]:
        for release, lists in self._moments:
            code_list = lists.get(name)
            yield release, None if code_list is None else code_list.entry(identifier)


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
