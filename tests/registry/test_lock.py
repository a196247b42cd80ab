"""registry.lock: every line is a digest and a path, and nothing else is taken."""

from __future__ import annotations

import pytest

from accordant.errors import InputError
from accordant.registry import lock

DIGEST = "0123456789abcdef" * 4


def test_what_is_rendered_is_parsed_and_sorted_by_path() -> None:
    digests = {"b/v1/releases/1.0.json": DIGEST, "a/v1/releases/1.0.json": DIGEST[::-1]}
    text = lock.render(digests)
    assert lock.parse(text.encode(), "registry.lock") == digests
    assert text.splitlines() == sorted(text.splitlines(), key=lambda line: line.split("  ")[1])


@pytest.mark.parametrize(
    "line",
    [
        f"{DIGEST[:-1]}  a.json",
        f"{DIGEST} a.json",
        f"{DIGEST.upper()}  a.json",
        f"{DIGEST}  a b.json",
        f"{DIGEST}  ",
        "<<<<<<< HEAD",
        "",
    ],
)
def test_another_line_is_refused_with_its_number(line: str) -> None:
    with pytest.raises(InputError) as caught:
        lock.parse(f"{DIGEST}  a.json\n{line}\n".encode(), "registry.lock")
    assert (caught.value.rule, caught.value.place.line) == ("lock", 2)


def test_a_path_that_is_there_twice_is_refused_with_its_number() -> None:
    with pytest.raises(InputError, match=r"a\.json is named twice") as caught:
        lock.parse(f"{DIGEST}  a.json\n{DIGEST}  a.json\n".encode(), "registry.lock")
    assert caught.value.place.line == 2
