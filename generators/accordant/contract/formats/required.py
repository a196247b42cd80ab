"""Refuses a file that is not of its format, before anything acts on what stands in it."""

from __future__ import annotations

from accordant.contract.formats.quick import fits
from accordant.errors import InputError
from accordant.schema import pointers
from accordant.schema.documents import Document


def require(name: str, document: Document, base: str = "", next_step: str = "run: registry lint") -> None:
    """Refuse what stands at a place of a document unless it is of the format; ``name`` is one that ``fits`` knows.

    Raises:
        InputError: the first place that is not.
    """
    value = pointers.follow(document.value, base)
    if fits(name, value):
        return
    from accordant.contract.formats.complaints import complaints  # loads the validators

    for pointer, complaint in complaints(name, value):
        raise InputError(complaint, document.place(base + pointer), next_step=next_step, rule="format")
