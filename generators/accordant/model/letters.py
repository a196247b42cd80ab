"""Letters for names, in ASCII: others look different from editor to editor, or are written from right to left."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

_PLAIN: Final = {
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "ŋ": "n", "þ": "th",
    **dict(zip("абвгдезиклмнопрстуфыэ", "abvgdeziklmnoprstufye", strict=True)),
    "ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ь": "", "ю": "iu", "я": "ia",
    "і": "i", "є": "ie", "ґ": "g", "ђ": "dj", "ј": "j", "љ": "lj", "њ": "nj", "ћ": "c", "џ": "dz", "ѕ": "dz",
    **dict(zip("αβγδεζηικλμνξοπρσςτυφω", "avgdeziiklmnxoprsstyfo", strict=True)), "θ": "th", "χ": "ch", "ψ": "ps",
}  # fmt: skip
"""Small letters without marks: Cyrillic as in passports (ICAO Doc 9303-3), Greek as in ELOT 743."""


@lru_cache(maxsize=4096)
def plain(letter: str) -> str | None:
    """A letter in ASCII, without its marks; None for what is not a letter, and for letters of other scripts.

    >>> plain("ï"), plain("Ö"), plain("Ж"), plain("ﬁ"), plain("日"), plain("…")
    ('i', 'O', 'Zh', 'fi', None, None)
    """
    if letter.isascii() or not unicodedata.category(letter).startswith("L"):
        return letter if letter.isascii() else None
    bases = [base for base in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(base)]
    spelt = [base if base.isascii() else _PLAIN.get(base.lower()) for base in bases]
    if None in spelt or not bases:
        return None
    text = "".join(map(str, spelt))
    return text.capitalize() if letter.isupper() and not bases[0].isascii() else text
