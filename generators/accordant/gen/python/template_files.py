"""The templates of the Python printer: one of them, and the text of a module."""

from __future__ import annotations

from functools import partial
from typing import Final

from accordant.gen.printing import templating
from accordant.gen.printing.wrapping import PYTHON, wrap_code

template: Final = partial(templating.template, "accordant.gen.python")
"""One of the templates, by its file."""


def render_module(name: str, /, **values: object) -> str:
    """The text of a module, its long lines wrapped."""
    return wrap_code(templating.render_module("accordant.gen.python", name, **values), PYTHON)
