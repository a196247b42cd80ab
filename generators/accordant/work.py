"""What the command works on at the moment: the place that is named where its budget ends."""

from __future__ import annotations

from collections.abc import Callable

from accordant.findings import Place

_places: list[Callable[[], Place]] = [lambda: Place("")]


def begin(place: Callable[[], Place]) -> None:
    """Say what is worked on from now on; the place is asked for only where it is named, since finding it takes time."""
    _places[0] = place


def current() -> Place:
    """What is worked on."""
    return _places[0]()
