"""Generation for one schema without a registry."""

from __future__ import annotations

from collections.abc import Mapping

from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.gen.document import Root, build
from accordant.gen.header import Origin, digest_of
from accordant.gen.model import Model
from accordant.gen.names import pascal
from accordant.outputs import Outputs
from accordant.schema.dialects import DRAFT_2020_12, Dialect, dialect_of
from accordant.schema.references import Resources

ADDRESS = "urn:accordant:schema"


def model_of(
    schema: JsonValue, *, root: str = "", resources: Mapping[str, JsonValue] | None = None,
    dialect: Dialect = DRAFT_2020_12,
) -> Model:  # fmt: skip
    """The type model of one schema; ``root`` names its type (its title else), ``resources`` are by address.

    Raises:
        UnresolvableReference: a reference leads nowhere; nothing is fetched.
    """
    declared = dialect_of(schema, dialect)
    own = Resources({**(resources or {}), ADDRESS: schema}, declared).root(ADDRESS)
    title = schema.get("title") if isinstance(schema, dict) else None
    name = root or (pascal(title)[:60] if isinstance(title, str) else "") or "Root"
    return build([Root(own, name)], {ADDRESS: ""})


def generate_schema(
    schema: JsonValue, *, target: str, root: str = "", resources: Mapping[str, JsonValue] | None = None,
    source: str = "schema.json", dialect: Dialect = DRAFT_2020_12,
) -> Outputs:  # fmt: skip
    """``model.py`` (``python``) or ``types.ts`` (``ts``) for one schema, and the lock of its names.

    Raises:
        InputError: the target is unknown.
        UnresolvableReference: a reference leads nowhere.
    """
    model = model_of(schema, root=root, resources=resources, dialect=dialect)
    origin = Origin(model.types[model.root].name, ((source, digest_of(schema)),))
    if target == "python":
        from accordant.gen.python.loose import module

        return {"model.py": module(model, origin)}
    if target == "ts":
        from accordant.gen.typescript.loose import module as types

        return {"types.ts": types(model, origin)}
    raise InputError(f"there is no target {target!r}", next_step="choose python or ts")
