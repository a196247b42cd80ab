"""Where the pages of code lists stand: documentation is written there, and generated code points there."""

from __future__ import annotations

import hashlib
import re
import string
from collections.abc import Iterable
from typing import Final

_SAFE_ANCHOR: Final = frozenset(string.ascii_letters + string.digits + "-_")

_TAKEN: Final = re.compile(r"(?i:index|readme|con|prn|aux|nul|com\d|lpt\d)")
"""Names of files that a page of a code cannot have: other pages have them, or some system keeps them to itself."""

_LONGEST_NAME: Final = 100
"""Letters of a file's name; a longer identifier ends in its digest."""


def codes_page(contract: str, version: str, name: str) -> str:
    """The page of a code list, relative to the folder of the pages."""
    return f"contracts/{contract}/{version}/codes/{name}/index.md"


def code_page(contract: str, version: str, name: str, file: str) -> str:
    """The page of a code, relative to the folder of the pages; ``file`` is its name among :func:`code_files`."""
    return f"contracts/{contract}/{version}/codes/{name}/{file}.md"


def code_files(identifiers: Iterable[str | int]) -> dict[str | int, str]:
    """The name of each code's page in the folder of its list, in the order of the list.

    Letters, digits, ``-`` and ``_`` stay, others become ``@`` and their number. A name that an earlier code has, or
    that differs from it in capitals only, ends in the digest of the identifier.

    >>> code_files(["MissingFile", "deploy --apply", "missingfile"])
    {'MissingFile': 'MissingFile', 'deploy --apply': 'deploy@20@--apply', 'missingfile': 'missingfile@db47076a'}
    """
    files: dict[str | int, str] = {}
    taken: set[str] = set()
    for identifier in identifiers:
        file = _file_of(str(identifier))
        if file.lower() in taken or _TAKEN.fullmatch(file) or len(file) > _LONGEST_NAME:
            file = f"{file[:_LONGEST_NAME]}@{_digest_of(identifier)}"
        taken.add(file.lower())
        files[identifier] = file
    return files


def _file_of(identifier: str) -> str:
    letters = "".join(letter if letter in _SAFE_ANCHOR else f"@{ord(letter):x}@" for letter in identifier)
    return letters if letters[:1] not in ("-", "") else f"@{letters}"


def _digest_of(identifier: str | int) -> str:
    return hashlib.sha256(repr(identifier).encode("utf-8", "surrogatepass")).hexdigest()[:8]


def code_anchor(identifier: str | int) -> str:
    """The anchor of a code on its list's page."""
    return encode_anchor(str(identifier))


def page_address(page: str, site: str) -> str:
    """The address of a page where the pages are served at ``site``; the path of the page where nothing is said.

    >>> page_address("rules/lint/index.md", "https://example.org/reference/")
    'https://example.org/reference/rules/lint/'
    """
    if not site:
        return page
    path = "" if page == "index.md" else page.removesuffix(".md").removesuffix("/index") + "/"
    return f"{site.rstrip('/')}/{path}"


def rule_page(judge: str, rule: str) -> str:
    """The page of a rule of lint, check-compat, validate or gen, relative to the folder of the pages."""
    return f"rules/{judge}/{rule}.md"


def encode_anchor(token: str) -> str:
    """A name as a part of an anchor: letters, digits, ``-`` and ``_`` stay, others become ``~`` and their number.

    Two names never have the same form, no form holds a full stop, and none is empty.
    """
    return (
        "~empty"
        if not token
        else "".join(letter if letter in _SAFE_ANCHOR else f"~{ord(letter):x}~" for letter in token)
    )
