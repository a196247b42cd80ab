"""Look-alikes of letters that HTML reads as markup.

Headings and descriptions travel into the navigation and the search index, where entities are read again.
"""

from __future__ import annotations

import html
from typing import Final

_LOOK_ALIKES: Final = str.maketrans({"<": "‹", ">": "›", '"': "″", "'": "′"})


def without_markup(words: str) -> str:
    """The words with look-alikes of what is markup; an `&` that begins no entity stays.

    >>> without_markup("R&D <x>"), without_markup("&lt;")
    ('R&D ‹x›', '＆lt;')
    """
    plain = words.translate(_LOOK_ALIKES)
    return plain if html.unescape(plain) == plain else plain.replace("&", "＆")
