"""Generated code: one type model for all languages, one table of names, and a printer for each target.

``generate_registry(registry, "python")`` gives every file of a distribution, ``generate_schema(schema, target="ts")``
the one file of a loose schema; both only return texts.
"""

from __future__ import annotations

from accordant.gen.packages import NAMES_LOCK, Generated, Generator, generate_registry, unhonoured
from accordant.gen.single_file import generate_schema, model_of, print_model
from accordant.gen.targets import TARGETS, Target

__all__ = [
    "NAMES_LOCK",
    "TARGETS",
    "Generated",
    "Generator",
    "Target",
    "generate_registry",
    "generate_schema",
    "model_of",
    "print_model",
    "unhonoured",
]
