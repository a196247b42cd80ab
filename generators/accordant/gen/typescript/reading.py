"""The entry point of a contract: its versions, and `parse`, which reads a document by the version that it follows."""

from __future__ import annotations

from accordant.gen.printing.encoding import lines_of
from accordant.gen.typescript.printer import template
from accordant.gen.typescript.text import comment, literal
from accordant.gen.version_dispatch import DEFAULT, Reading


def contract_module(reading: Reading, header: str) -> str:
    """The text of a contract's `index.ts`."""
    contract = reading.contract
    title = comment(lines_of(contract.title or contract.name)[0])
    return (
        template("index.ts.jinja2").render(
            header=header + "\n".join(title),
            versions=sorted(one.version.name for one in reading.versions),
            contract=literal(contract.name),
            carrier=literal(contract.carrier if reading.known else ""),
            known=literal([[value, name] for value, name in reading.known]),
            dated=literal(list(reading.dated)),
            types=[
                (
                    literal(schema),
                    [(one, name, literal(name), _openly(reading, one, name)) for one, name in readable.items()],
                )
                for schema, readable in reading.types.items()
            ],
            schemas=[
                (literal(schema), " | ".join(f"{version}.{name}" for version, name in sorted(readable.items())))
                for schema, readable in reading.types.items()
            ],
            has_default=DEFAULT in reading.types,
            words=reading.words,
        )
        + "\n"
    )


def _openly(reading: Reading, version: str, name: str) -> str:
    """The arguments by which a check reads openly, where its readings differ."""
    model = next(one.model for one in reading.versions if one.version.name == version)
    opening = {named.name for key, named in model.types.items() if key in model.opening}
    return ", [], [], false" if name in opening else ""
