"""Streams with faults: mutations of good ones, byte by byte and line by line, always the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

Lines = list[bytes]


def mutated(streams: list[bytes], count: int, seed: int = 16) -> Iterator[bytes]:
    """So many streams, each with one to three mutations of a stream of the list."""
    generator = random.Random(seed)
    for _ in range(count):
        lines = generator.choice(streams).split(b"\n")
        for _ in range(generator.randrange(1, 4)):
            generator.choice(MUTATIONS)(lines, generator)
        yield b"\n".join(lines)


def _at(lines: Lines, generator: random.Random) -> int:
    return generator.randrange(len(lines)) if lines else 0


def _drop(lines: Lines, generator: random.Random) -> None:
    del lines[_at(lines, generator) : _at(lines, generator) + 1]


def _double(lines: Lines, generator: random.Random) -> None:
    lines[_at(lines, generator) : 0] = lines[_at(lines, generator) :][:1]


def _swap(lines: Lines, generator: random.Random) -> None:
    first, second = _at(lines, generator), _at(lines, generator)
    if lines:
        lines[first], lines[second] = lines[second], lines[first]


def _end(lines: Lines, generator: random.Random) -> None:
    del lines[_at(lines, generator) :]


def _cut(lines: Lines, generator: random.Random) -> None:
    text = b"\n".join(lines)
    lines[:] = text[: generator.randrange(len(text) + 1)].split(b"\n")


def _insert(lines: Lines, generator: random.Random) -> None:
    lines.insert(_at(lines, generator), generator.choice(STRANGE))


def _replace(lines: Lines, generator: random.Random) -> None:
    at = _at(lines, generator)
    old, new = generator.choice(REPLACED)
    lines[at : at + 1] = [line.replace(old, new, 1) for line in lines[at : at + 1]]


def _glue(lines: Lines, generator: random.Random) -> None:
    at = _at(lines, generator)
    lines[at : at + 2] = [generator.choice([b"", b" ", b"\r"]).join(lines[at : at + 2])]


def _glue_all(lines: Lines, generator: random.Random) -> None:
    """From one line on, all line feeds are lost."""
    at = _at(lines, generator)
    lines[at:] = [b"".join(lines[at:])] if lines else []


MUTATIONS: list[Callable[[Lines, random.Random], None]] = [
    _drop, _double, _swap, _end, _cut, _insert, _replace, _glue, _glue_all,
]  # fmt: skip

STRANGE = [
    b"", b"  \t", b"\r", b"# text", b"null", b"[]", b"7", b"{}", b'"type"', b'{"type":"heartbeat","n":1}',
    b'{"type":5}',
    b'{"type":"progress"}', b'{"a":1,"a":2,"type":"heartbeat"}', b'{"type":"heartbeat","x":"\\ud800"}',
    b'{"type":"heartbeat","x":NaN}', b'{"type":"heartbeat","x":-Infinity}', b"\xff", b"[" * 200 + b"]" * 200,
    b"[" * 128 + b"]" * 128, b'{"type":"heartbeat","x":"\xe2\x80\xa8\xc2\x85"}', b'{"type":"heartbeat","__proto__":1}',
    b'\xef\xbb\xbf{"type":"heartbeat"}', b'{"type":"heartbeat","x":01}', b'{"type":"heartbeat",}',
]  # fmt: skip
REPLACED = [
    (b":", b" : "), (b",", b",,"), (b"}", b"}}"), (b'"type"', b'"tYpe"'), (b"1", b'"1"'), (b'"', b"'"),
    (b'"type"', b'"\\u0074ype"'),
    (b"{", b'{"new":[1,{"a":"\\u00e9"}],'), (b"progress", b"heartbeat"), (b"true", b"false"),
    (b"progress", b"result"), (b"{", b'{"type":"x",'),
    (b"}", b""), (b"1", b"1.0"), (b"2", b"-"), (b"started", b"\xc3"),
]  # fmt: skip
