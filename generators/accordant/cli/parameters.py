"""Schemas for type parameters, as the command line gives them."""

from __future__ import annotations

import click

from accordant.cli.options import F
from accordant.errors import InputError
from accordant.findings import JsonValue, Place
from accordant.registry.loose_files import read
from accordant.schema import documents


def data_schema_option(function: F) -> F:
    """``--data-schema [NAME=]FILE``, handed over as ``bound``."""
    return click.option(
        "--data-schema",
        "bound",
        metavar="[NAME=]FILE",
        multiple=True,
        help="A schema for a type parameter of the contract (x-type-parameter).",
    )(function)


def bindings(options: tuple[str, ...]) -> dict[str, JsonValue]:
    """The schema of each type parameter (``T`` where none is named).

    Raises:
        InputError: a file that is no schema.
    """
    schemas: dict[str, JsonValue] = {}
    for option in options:
        name, equals, file = option.partition("=")
        if not equals:
            name, file = "T", option
        value = documents.parse(read(file), file).value
        if not isinstance(value, dict | bool):
            raise InputError("a schema is an object or a boolean", Place(file))
        schemas[name] = value
    return schemas
