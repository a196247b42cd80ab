"""What names a version in addresses and version fields, as the next major version has it."""

from __future__ import annotations

import re

from accordant.findings import JsonValue


def move_value(value: JsonValue, old: int, new: int) -> JsonValue:
    """A carrier's or address's value in the next major version; the value itself where it names no version.

    >>> move_value("urn:x:response:v1", 1, 2), move_value("2.0", 2, 3), move_value(1, 1, 2)
    ('urn:x:response:v2', '3.0', 2)
    """
    if isinstance(value, str):
        if re.search(rf"(?<![A-Za-z0-9])v{old}(?![0-9])", value):
            return re.sub(rf"(?<![A-Za-z0-9])v{old}(?![0-9])", f"v{new}", value)
        return re.sub(rf"^{old}(\.[0-9]+)*$", f"{new}.0" if "." in value else str(new), value)
    return new if value == old and not isinstance(value, bool) else value


def move_address(address: str, old: int, new: int) -> str:
    """A schema's address in the next major version; one that names no version gets the new one: two may not share it.

    >>> move_address("https://example.org/a.json", 1, 2), move_address("urn:x:response", 1, 2)
    ('https://example.org/v2/a.json', 'urn:x:response:v2')
    """
    renamed = str(move_value(address, old, new))
    if renamed != address:
        return renamed
    before, slash, last = address.rpartition("/")
    return f"{before}/v{new}/{last}" if slash else f"{address}:v{new}"
