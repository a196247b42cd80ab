"""Names that generated code must not use, read from ``reserved.json``."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final

_LISTS: Final[dict[str, Any]] = json.loads(files("accordant.model").joinpath("reserved.json").read_text("utf-8"))

TYPE_NAMES: Final = frozenset(_LISTS["type-names"])
"""Types of either language, and of the generated runtime."""

PYTHON_KEYWORDS: Final = frozenset(_LISTS["python-keywords"])

FIELD_NAMES: Final = frozenset(_LISTS["field-names"])
"""Attributes of pydantic's models, and words that annotations and decorators in a class body use."""

TYPESCRIPT_KEYWORDS: Final = frozenset(_LISTS["typescript-keywords"])

FIXED_FIELDS: Final[dict[str, str]] = _LISTS["fixed-fields"]
"""Awkward names with one spelling everywhere."""
