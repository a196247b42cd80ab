"""What the command works on at the moment: the place that is named where its budget ends."""

from __future__ import annotations

from accordant.findings import Place

_places: list[Place] = [Place("")]


def begin(place: Place) -> None:
    """Say what is worked on from now on."""
    _places[0] = place


def current() -> Place:
    """What is worked on."""
    return _places[0]
