"""What names a version in addresses and version fields, as the next major version has it."""

from __future__ import annotations

import re

from accordant.findings import JsonValue


def move_value(value: JsonValue, old: int, new: int) -> JsonValue:
    """A carrier's or address's value in the next major version; the value itself where it names no version.

    Where a whole segment is the version, what only ends with it is a name.

    >>> move_value("urn:x:response:v1", 1, 2), move_value("2.0", 2, 3), move_value(1, 1, 2)
    ('urn:x:response:v2', '3.0', 2)
    >>> move_value("urn:x:error-v1:v1", 1, 2), move_value("report-v1", 1, 2)
    ('urn:x:error-v1:v2', 'report-v2')
    """
    if isinstance(value, str):
        for version in (rf"(?<![\w-])v{old}(?![\w-])", rf"(?<![A-Za-z0-9])v{old}(?![0-9])"):
            if re.search(version, value):
                return re.sub(version, f"v{new}", value)
        return re.sub(rf"^{old}(\.[0-9]+)*$", f"{new}.0" if "." in value else str(new), value)
    return new if value == old and not isinstance(value, bool) else value


def move_address(address: str, old: int, new: int, name: str = "") -> str:
    """A schema's address in the next major version; one that names no version gets the new one: two may not share it.

    The name of the schema stays as it is.

    >>> move_address("https://example.org/a.json", 1, 2), move_address("urn:x:response", 1, 2)
    ('https://example.org/v2/a.json', 'urn:x:response:v2')
    >>> move_address("urn:x:error-v1", 1, 2, "error-v1"), move_address("https://x.org/v1/error-v1.json", 1, 2)
    ('urn:x:error-v1:v2', 'https://x.org/v2/error-v1.json')
    """
    is_versioned = name != f"v{old}" and move_value(name, old, new) != name
    before, there, after = address.rpartition(name) if is_versioned else ("", "", address)
    renamed = f"{move_value(before, old, new)}{there}{move_value(after, old, new)}"
    if renamed != address:
        return renamed
    before, slash, last = address.rpartition("/")
    return f"{before}/v{new}/{last}" if slash else f"{address}:v{new}"
