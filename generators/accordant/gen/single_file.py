"""Generation for one schema without a registry."""

from __future__ import annotations

from collections.abc import Mapping

from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.gen.targets import TARGETS, Target, named
from accordant.model.build import Root, build
from accordant.model.markup import LOOSE
from accordant.model.names import pascal
from accordant.model.origin import Origin, digest_of
from accordant.model.types import Model
from accordant.outputs import Outputs
from accordant.schema.dialects import DRAFT_2020_12, Dialect, dialect_of
from accordant.schema.references import Resources


def model_of(
    schema: JsonValue, *, root: str = "", resources: Mapping[str, JsonValue] | None = None,
    dialect: Dialect = DRAFT_2020_12,
) -> Model:  # fmt: skip
    """The type model of one schema; ``root`` names its type (its title else), ``resources`` are by address.

    Raises:
        UnresolvableReference: a reference leads nowhere; nothing is fetched.
    """
    declared = dialect_of(schema, dialect)
    own = Resources({**(resources or {}), LOOSE: schema}, declared).root(LOOSE)
    title = schema.get("title") if isinstance(schema, dict) else None
    name = root or (pascal(title)[:60] if isinstance(title, str) else "") or "Root"
    return build([Root(own, name)], {LOOSE: ""})


def generate_schema(
    schema: JsonValue, *, target: str, root: str = "", resources: Mapping[str, JsonValue] | None = None,
    source: str = "schema.json", dialect: Dialect = DRAFT_2020_12, format_views: bool = False,
) -> Outputs:  # fmt: skip
    """The one file of a target for one schema: ``model.py``, ``types.ts`` or ``model.json``, by its name.

    With ``format_views``, Python models have properties that give texts of a known format as Python values.

    Raises:
        InputError: the target is unknown, or needs what is not installed.
        UnresolvableReference: a reference leads nowhere.
    """
    model = model_of(schema, root=root, resources=resources, dialect=dialect)
    return print_model(model, schema, target, source, format_views=format_views)


def print_model(model: Model, schema: JsonValue, target: str, source: str, *, format_views: bool = False) -> Outputs:
    """The file for a model that was made of ``schema``, which stands in ``source``."""
    chosen = named(target)
    if chosen is None:
        raise InputError(f"there is no target {target!r}", next_step=f"choose {', '.join(one.name for one in TARGETS)}")
    origin = Origin(model.types[model.root].name, ((source, digest_of(schema)),))
    return {chosen.loose_file: _text(model, origin, chosen, format_views)}


def _text(model: Model, origin: Origin, target: Target, format_views: bool) -> str:
    if target.name == "python":
        from accordant.gen.python.loose import module as python

        return python(model, origin, format_views=format_views)
    if target.name == "ts":
        from accordant.gen.typescript.loose import module as typescript

        return typescript(model, origin)
    if target.name == "model":
        from accordant.gen.model_json.printer import module as snapshot

        return snapshot(model, origin)
    from accordant.gen.flavours.dcg import module as flavour

    return flavour(model, origin, target.name)
