"""The module of a contract: `parse`, which reads a document by the version that it follows."""

from __future__ import annotations

from accordant.gen.printing.encoding import lines_of
from accordant.gen.printing.python_text import docstring, literal, tuple_of
from accordant.gen.python.printer import template
from accordant.gen.version_dispatch import Reading


def contract_module(reading: Reading, header: str) -> str:
    """The text of a contract's `__init__.py`."""
    contract = reading.contract
    title = lines_of(contract.title or contract.name)[0]
    return (
        template("contract.py.jinja2").render(
            header=header.rstrip("\n"),
            docstring=docstring([f"{title}. Generated; do not edit."], ""),
            versions=sorted(one.version.name for one in reading.versions),
            contract=literal(contract.name),
            carrier=literal(contract.carrier if reading.known else ""),
            known=tuple_of([tuple_of([literal(value), literal(name)]) for value, name in reading.known]),
            dated=tuple_of([literal(one) for one in reading.dated]),
            types=[(literal(schema), literal(dict(readable))) for schema, readable in reading.types.items()],
            overloads=[
                (literal(schema), " | ".join(f"{version}.{name}" for version, name in sorted(readable.items())))
                for schema, readable in reading.types.items()
            ],
            words=reading.words,
        )
        + "\n"
    )
