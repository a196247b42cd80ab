"""Typed access to the fields of a file, so that a wrong type is a located error."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NoReturn, TypeVar

from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.misspelt import asking_first
from accordant.schema import pointers
from accordant.schema.documents import Document

T = TypeVar("T")

CORRECT_THE_FIELD: Final = "Correct the field; the guide to the registry format lists what each file holds."
"""The next step where a refusal names no other; lint's rule about formats says the same."""

_WEB_ADDRESS: Final = re.compile(r"https?://[A-Za-z0-9.\[\]:-]+(/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*)?")


@dataclass(frozen=True, slots=True)
class Fields:
    """An object of a file: reads fields by type and refuses names that the format does not have."""

    value: dict[str, JsonValue]
    document: Document
    pointer: str = ""

    @classmethod
    def of(cls, value: JsonValue, document: Document, pointer: str = "") -> Fields:
        """The object at ``pointer``.

        Raises:
            InputError: it is not an object.
        """
        if not isinstance(value, dict):
            _refuse(document, pointer, "must be an object", "format")
        return cls(value, document, pointer)

    def refuse(self, key: str, reason: str, next_step: str = "", rule: str = "format") -> NoReturn:
        """Raise an error at a field (or at the object itself, with key "")."""
        _refuse(self.document, pointers.join(self.pointer, key) if key else self.pointer, reason, rule, next_step)

    def only(self, *names: str) -> None:
        """Refuse fields with other names."""
        for key in self.value:
            if key not in names:
                self.refuse(key, f"unknown field {key!r}", asking_first(key, names, f"known here: {listed(names)}"))

    def text(self, key: str, default: str | None = None) -> str:
        """A string; without a default it must be there."""
        return self._read(key, default, lambda value: isinstance(value, str), "a string")

    def pointer_in(self, key: str, default: str) -> str:
        """A JSON Pointer."""
        text = self.text(key, default)
        try:
            pointers.split(text)
        except pointers.PointerError:
            self.refuse(key, f"{text!r} is not a JSON Pointer", "write one, such as /type, or leave the field out")
        return text

    def web_address(self, key: str, default: str) -> str:
        """An address of the web, for http or https, without a question or a fragment."""
        text = self.text(key, default)
        if text != default and not _WEB_ADDRESS.fullmatch(text):
            self.refuse(key, f"{text!r} is not an address of pages", "write one such as https://example.org/reference/")
        return text

    def boolean(self, key: str, default: bool) -> bool:
        """true or false."""
        return self._read(key, default, lambda value: isinstance(value, bool), "true or false")

    def integer(self, key: str, default: int | None) -> int | None:
        """An integer or the default."""
        if key not in self.value:
            return default
        return self._read(key, 0, lambda value: isinstance(value, int) and not isinstance(value, bool), "an integer")

    def choice(self, key: str, default: str, *choices: str) -> str:
        """One of a few words."""
        value = self.text(key, default)
        if value not in choices:
            self.refuse(key, f"{value!r} is not one of {', '.join(choices)}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of strings; one string counts as a list of one."""
        value = self.value.get(key, [])
        if isinstance(value, str):
            return (value,)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.refuse(key, "must be a list of strings")
        return tuple(value)

    def mapping(self, key: str) -> Fields:
        """An object; empty where it is absent."""
        return Fields.of(self.value.get(key, {}), self.document, pointers.join(self.pointer, key))

    def mappings(self, key: str) -> Iterator[Fields]:
        """A list of objects; empty where it is absent."""
        value = self.value.get(key, [])
        if not isinstance(value, list):
            self.refuse(key, "must be a list")
        for index, item in enumerate(value):
            yield Fields.of(item, self.document, pointers.join(self.pointer, key, index))

    def _read(self, key: str, default: T | None, accepts: Callable[[JsonValue], bool], kind: str) -> T:
        if key not in self.value:
            if default is None:
                self.refuse("", f"lacks the field {key!r}")
            return default
        value: T = self.value[key]
        if not accepts(value):
            self.refuse(key, f"must be {kind}")
        return value


def listed(names: Iterable[str]) -> str:
    """Names in the order of the alphabet."""
    return ", ".join(sorted(names))


def _refuse(document: Document, pointer: str, reason: str, rule: str, next_step: str = "") -> NoReturn:
    raise InputError(reason, document.place(pointer), next_step=next_step or CORRECT_THE_FIELD, rule=rule)
