"""The module of a contract: `parse`, which reads a document by its version."""

from __future__ import annotations

from collections.abc import Iterable

from accordant.findings import JsonValue
from accordant.gen.printing.header import contract_heading
from accordant.gen.printing.python_text import docstring, literal, tuple_of
from accordant.gen.python.template_files import render_module
from accordant.gen.version_dispatch import DEFAULT, VersionDispatch


def contract_module(dispatch: VersionDispatch, header: str) -> str:
    """The text of a contract's `__init__.py`."""
    contract = dispatch.contract
    title = contract_heading(contract)
    return render_module(
        "contract.py.jinja2",
        header=header.rstrip("\n"),
        docstring=docstring([f"{title}. Generated; do not edit."], ""),
        versions=sorted(version.version.name for version in dispatch.versions),
        contract=literal(contract.name),
        carrier=literal(contract.carrier if dispatch.known else ""),
        known=_pairs(dispatch.known),
        dated=tuple_of([literal(schema) for schema in dispatch.dated]),
        default=literal(contract.presumed),
        told=f"{{{', '.join(f'{literal(schema)}: {_pairs(told)}' for schema, told in dispatch.told.items())}}}",
        narrow=[
            (literal(schema), literal(version), f"{version}.{name}", schema == DEFAULT)
            for schema, readable in dispatch.types.items()
            if len(readable) > 1
            for version, name in sorted(readable.items())
        ],
        types=[(literal(schema), literal(dict(readable))) for schema, readable in dispatch.types.items()],
        overloads=[
            (literal(schema), " | ".join(f"{version}.{name}" for version, name in sorted(readable.items())))
            for schema, readable in dispatch.types.items()
        ],
        words=dispatch.words,
    )


def _pairs(pairs: Iterable[tuple[JsonValue, str]]) -> str:
    """A tuple of pairs, written out."""
    return tuple_of([tuple_of([literal(first), literal(second)]) for first, second in pairs])
