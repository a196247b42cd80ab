"""Random patterns and texts by seed: from the grammar, and by changing a few characters of such a pattern."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

_ATOMS: Final = (
    "a", "b", "c", "A", "0", "9", "_", " ", "-", ":", "/", "é", "α", "😀", ".", "\\d", "\\D", "\\w", "\\W", "\\s",
    "\\S", "\\t", "\\n", "\\.", "\\-", "\\/", "\\_", "\\x61", "\\u0061", "\\u{61}", "\\cA", "\\0", "\\ud83d\\ude00",
    "\\p{L}", "\\P{Lu}", "\\p{Script=Greek}", "\\p{gc=Nd}", "\\p{Alphabetic}", "]", "}", "{", "\\1", "\\2",
    "\\k<n>", "\\k", "\\8", "\\12", "\\c", "\\x6", "\\u12", "\\e", "\\p", "{2}", "{,2}", "^", "$", "\\b", "\\B",
)  # fmt: skip
_MEMBERS: Final = (
    "a", "b", "z", "0", "9", "-", "^", "]", "[", ".", "é", "😀", "\\d", "\\W", "\\s", "\\-", "\\]", "\\b", "\\B",
    "\\p{L}", "\\x41", "\\u0041", "\\cA", "\\c", "\\c1", "\\1", "\\k", "\\_", "a-z", "0-9", "A-Z", "b-a", "a-\\d",
    "\\w-z", "--9",
)  # fmt: skip
_QUANTIFIERS: Final = ("", "", "", "", "*", "+", "?", "{2}", "{1,}", "{0,2}", "{2,1}", "*?", "+?", "??", "{1,2}?", "{2")
_OPENINGS: Final = (
    "(", "(", "(", "(?:", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<n>", "(?<m>", "(?i:", "(?", "(?s-m:", "(?-:",
)  # fmt: skip
_NOISE: Final = "()[]{}|\\^$.*+?-,:=!<>/abkxupcnB0129 é"
_LETTERS: Final = "aabbcAzZ0199__ -:/.]}{\n\r\té\u03b1\u0663\u0085\ufeff\U0001f600\x01\u2028k"
_CLASSES: Final = ("\\d", "\\w", "\\s", "\\S", ".", "[\\w-]", "[\\w.]", "[^\\s]", "[a-z]")


def pattern(random: Random) -> str:
    """A pattern, or nearly one."""
    chance = random.random()
    if chance < 0.1:
        return _usual(random)
    text = _choice(random, 0)
    return _change(random, text) if chance < 0.45 else text


def patterns(seed: int, count: int) -> Iterator[str]:
    """Different patterns by seed."""
    random, seen = Random(seed), set[str]()
    while len(seen) < count:
        text = pattern(random)
        if text not in seen:
            seen.add(text)
            yield text


def texts(random: Random, source: str, count: int) -> list[str]:
    """Different texts, half of them from the characters of a pattern."""
    own = "".join(character for character in source if character.isalnum()) or "a"
    patterns = {"": None}
    while len(patterns) < count:
        letters = own + "ab" if random.random() < 0.5 else _LETTERS
        patterns["".join(random.choices(letters, k=random.randint(1, 6)))] = None
        letters_left = random.random()
        if letters_left < 0.2:
            patterns[source[: random.randint(0, len(source))]] = None
    return list(patterns)[:count]


def _usual(random: Random) -> str:
    """A pattern of the form that schemas often have: a look-ahead, and classes up to the end."""
    ahead = f"(?{random.choice('=!')}{random.choice(('', '.*'))}{random.choice((*_CLASSES, 'a', '0', '_', '-'))})"
    classes = "".join(random.choice(_CLASSES) + random.choice(_QUANTIFIERS[:8]) for _ in range(random.randint(1, 2)))
    return f"^{ahead}{classes}$"


def _choice(random: Random, depth: int) -> str:
    return "|".join(_sequence(random, depth) for _ in range(random.choice((1, 1, 1, 2, 3))))


def _sequence(random: Random, depth: int) -> str:
    return "".join(_term(random, depth) + random.choice(_QUANTIFIERS) for _ in range(random.randint(0, 3)))


def _term(random: Random, depth: int) -> str:
    chance = random.random()
    if chance < 0.25 and depth < 3:
        return f"{random.choice(_OPENINGS)}{_choice(random, depth + 1)})"
    if chance < 0.4:
        members = "".join(random.choice(_MEMBERS) for _ in range(random.randint(0, 3)))
        return f"[{random.choice(('', '', '^'))}{members}]"
    return random.choice(_ATOMS[:32] if chance < 0.85 else _ATOMS)


def _change(random: Random, text: str) -> str:
    """A text with one to three characters taken out, put in or doubled."""
    for _ in range(random.randint(1, 3)):
        at = random.randint(0, len(text))
        change = random.randint(0, 2)
        if change == 0:
            text = text[:at] + text[at + 1 :]
        elif change == 1:
            text = text[:at] + random.choice(_NOISE) + text[at:]
        else:
            text = text[:at] + text[max(at - random.randint(1, 4), 0) :]
    return text
