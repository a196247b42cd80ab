"""Accordant keeps the promises that programs make about their JSON.

Public entries, loaded on first use so that the command line starts quickly:

- ``compare(old, new, direction=, promise=, resources=) -> Comparison``: judge the step from one schema to another;
- ``generate(schema, target=, root=, resources=) -> Outputs``: types for one schema;
- ``enforce(ask, schema, prompt=) -> Outcome``: an agent's answer that conforms to a schema;
- ``schema_of(model, direction=) -> dict``: the JSON Schema of a Pydantic model.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`, whose import takes longer than all that the entry point may load unguarded
if TYPE_CHECKING:
    from typing import Any

    from accordant.compat import Comparison, compare
    from accordant.enforce import enforce
    from accordant.gen import generate_schema as generate
    from accordant.schema.pydantic_models import schema_of

__version__ = "0.1.0"
__all__ = ["Comparison", "__version__", "compare", "enforce", "generate", "schema_of"]


def __getattr__(name: str) -> Any:
    if name in ("compare", "Comparison"):
        from accordant import compat

        return getattr(compat, name)
    if name == "generate":
        from accordant import gen

        return gen.generate_schema
    if name == "enforce":
        import importlib

        return importlib.import_module("accordant.enforce")  # a module that is called as its function
    if name == "schema_of":
        from accordant.schema import pydantic_models

        return pydantic_models.schema_of
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
