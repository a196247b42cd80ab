"""Where the pages of code lists stand: documentation is written there, and generated code points there."""

from __future__ import annotations

import string
from typing import Final

_SAFE_ANCHOR: Final = frozenset(string.ascii_letters + string.digits + "-_")


def codes_page(contract: str, version: str, name: str) -> str:
    """The page of a code list, relative to the folder of the pages."""
    return f"contracts/{contract}/{version}/codes/{name}.md"


def code_anchor(identifier: str | int) -> str:
    """The anchor of a code on its list's page."""
    return encode_anchor(str(identifier))


def code_address(contract: str, version: str, name: str, identifier: str | int, site: str = "") -> str:
    """Where a code is documented: an address where the pages are served at ``site``, else the path of its page."""
    page, anchor = codes_page(contract, version, name), code_anchor(identifier)
    return f"{site.rstrip('/')}/{page.removesuffix('.md')}/#{anchor}" if site else f"{page}#{anchor}"


def encode_anchor(token: str) -> str:
    """A name as a part of an anchor: letters, digits, ``-`` and ``_`` stay, others become ``~`` and their number.

    Two names never have the same form, no form holds a full stop, and none is empty.
    """
    return (
        "~empty"
        if not token
        else "".join(letter if letter in _SAFE_ANCHOR else f"~{ord(letter):x}~" for letter in token)
    )
