"""Generation for one schema without a registry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from accordant.findings import JsonValue
from accordant.gen.deep_types import require_printable
from accordant.gen.options import require_for_one_schema
from accordant.gen.parsed import require_parsed
from accordant.gen.target import Options
from accordant.gen.targets import reserved_names, target_named
from accordant.model.build import Root, build
from accordant.model.markup import LOOSE
from accordant.model.names import pascal, shorten, word
from accordant.model.origin import Origin, digest_of
from accordant.model.types import Model
from accordant.outputs import Outputs
from accordant.schema.assumed_objects import AssumedObjects
from accordant.schema.dialects import DRAFT_2020_12, Dialect, dialect_of
from accordant.schema.references import Resources

NO_OPTIONS: Final[Options] = MappingProxyType({})


def model_of(
    schema: JsonValue, *, root: str = "", resources: Mapping[str, JsonValue] | None = None,
    dialect: Dialect = DRAFT_2020_12, every_definition: bool = False, assume_type: bool = False,
) -> Model:  # fmt: skip
    """The type model of one schema; ``root`` names its type (its title else), ``resources`` are by address.

    What an address of the schema's own ``$id`` means is in the schema, whatever ``resources`` have there. Definitions
    that nothing refers to have types where the root says nothing else, or with ``every_definition``. With
    ``assume_type``, what speaks of members alone is an object.

    Raises:
        UnresolvableReference: a reference leads nowhere; nothing is fetched.
    """
    declared = dialect_of(schema, dialect)
    assumed = AssumedObjects(declared)
    schema = assumed.read(schema) if assume_type else schema
    own = Resources({**_others(schema, resources or {}, declared), LOOSE: schema}, declared).root(LOOSE)
    title = schema.get("title") if isinstance(schema, dict) else None
    name = root or (shorten(pascal(word(title))) if isinstance(title, str) else "") or "Root"
    model = build([Root(own, name)], {LOOSE: ""}, reserved=reserved_names(), every_definition=every_definition)
    return replace(model, assumed_objects=assumed.count) if assumed.count else model


def _others(schema: JsonValue, resources: Mapping[str, JsonValue], dialect: Dialect) -> dict[str, JsonValue]:
    """The resources at addresses that no ``$id`` in the schema claims."""
    if not resources:
        return {}
    todo, claimed = [Resources({LOOSE: schema}, dialect).root(LOOSE)], set[str]()
    while todo:
        node = todo.pop()
        claimed.add(node.base)
        todo += node.subschemas()
    return {address: value for address, value in resources.items() if address.partition("#")[0] not in claimed}


def generate_schema(
    schema: JsonValue, *, target: str, root: str = "", resources: Mapping[str, JsonValue] | None = None,
    source: str = "schema.json", dialect: Dialect = DRAFT_2020_12, options: Options = NO_OPTIONS,
    every_definition: bool = False, assume_type: bool = False,
) -> Outputs:  # fmt: skip
    """The one file of a target for one schema, such as ``model.py``, by its name.

    ``options`` are those that the target takes for one schema: with ``format-views``, Python models have properties
    that give texts of a known format as Python values. With ``assume_type``, what speaks of members alone is an
    object, and the header says so.

    Raises:
        InputError: the target is unknown, does not take an option, or needs what is not installed.
        UnresolvableReference: a reference leads nowhere.
    """
    model = model_of(
        schema, root=root, resources=resources, dialect=dialect, every_definition=every_definition,
        assume_type=assume_type,
    )  # fmt: skip
    return print_model(model, schema, target, source, options)


def print_model(model: Model, schema: JsonValue, target: str, source: str, options: Options = NO_OPTIONS) -> Outputs:
    """The file for a model that was made of ``schema``, which stands in ``source``.

    Raises:
        InputError: the target is unknown, does not take an option, or needs what is not installed; or types lie too
            deep inside of each other.
    """
    chosen = target_named(target)
    require_for_one_schema(chosen, options)
    origin = Origin(model.types[model.root].name, ((source, digest_of(schema)),), tuple(_assumptions(model)))
    with require_printable():
        files = {chosen.single_file: chosen.module(model, origin, options)}
    require_parsed(files)
    return files


def _assumptions(model: Model) -> Iterator[str]:
    """What the model takes for granted though the schema does not say it."""
    if model.assumed_objects:
        places = f"{model.assumed_objects} schema{'s' * (model.assumed_objects != 1)}"
        yield f"Assumed on request: type object, where a schema speaks of members alone ({places})."
