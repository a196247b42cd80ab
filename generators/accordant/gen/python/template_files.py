"""The templates of the Python printer."""

from __future__ import annotations

from functools import partial
from typing import Final

from accordant.gen.printing import templating

template: Final = partial(templating.template, "accordant.gen.python")
"""One of the templates, by its file."""
