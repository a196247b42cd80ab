"""Generated code: one type model for all languages, one table of names, and a printer for each target.

``generate_registry(registry, "python")`` gives every file of a distribution, ``generate_schema(schema, target="ts")``
the one file of a loose schema; both only return texts.
"""

from __future__ import annotations

from accordant.gen.package_version import VERSION_LOCK
from accordant.gen.packages import KEPT, NAMES_LOCK, GeneratedTarget, Generator, generate_registry
from accordant.gen.single_file import generate_schema, model_of, print_model
from accordant.gen.target import Option, Options, Target
from accordant.gen.targets import TARGETS, target_named
from accordant.gen.unhonoured import RULES, list_unhonoured, not_honoured

__all__ = [
    "KEPT",
    "NAMES_LOCK",
    "RULES",
    "TARGETS",
    "VERSION_LOCK",
    "GeneratedTarget",
    "Generator",
    "Option",
    "Options",
    "Target",
    "generate_registry",
    "generate_schema",
    "list_unhonoured",
    "model_of",
    "not_honoured",
    "print_model",
    "target_named",
]
