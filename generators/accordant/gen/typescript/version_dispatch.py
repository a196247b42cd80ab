"""The entry point of a contract: its versions, and `parse`, which reads a document by its version."""

from __future__ import annotations

from accordant.gen.printing.header import contract_heading
from accordant.gen.typescript.printer import render_module
from accordant.gen.typescript.text import comment, literal
from accordant.gen.version_dispatch import DEFAULT, VersionDispatch


def contract_module(dispatch: VersionDispatch, header: str) -> str:
    """The text of a contract's `index.ts`."""
    contract = dispatch.contract
    title = comment(contract_heading(contract))
    return render_module(
        "index.ts.jinja2",
        header=header + "\n".join(title),
        versions=sorted(version.version.name for version in dispatch.versions),
        contract=literal(contract.name),
        carrier=literal(contract.carrier if dispatch.known else ""),
        known=literal([[value, name] for value, name in dispatch.known]),
        dated=literal(list(dispatch.dated)),
        default=literal(contract.presumed),
        told=literal({schema: [list(pair) for pair in pairs] for schema, pairs in dispatch.told.items()}),
        narrow=[
            (" | ".join(map(literal, schemas)), literal(version), f"{version}.{name}")
            for (version, name), schemas in _narrow(dispatch).items()
        ],
        types=[
            (
                literal(schema),
                [
                    (version, name, literal(name), _open_arguments(dispatch, version, name))
                    for version, name in readable.items()
                ],
            )
            for schema, readable in dispatch.types.items()
        ],
        schemas=[
            (literal(schema), " | ".join(f"{version}.{name}" for version, name in sorted(readable.items())))
            for schema, readable in dispatch.types.items()
        ],
        has_default=DEFAULT in dispatch.types,
        words=dispatch.words,
    )


def _narrow(dispatch: VersionDispatch) -> dict[tuple[str, str], list[str]]:
    """By version and type, the schemas of several versions that are read as it when that version is named."""
    schemas: dict[tuple[str, str], list[str]] = {}
    for schema, readable in dispatch.types.items():
        for read_as in sorted(readable.items()) if len(readable) > 1 else ():
            schemas.setdefault(read_as, []).append(schema)
    return schemas


def _open_arguments(dispatch: VersionDispatch, version: str, name: str) -> str:
    """The arguments that make a check read openly, where its two readings differ."""
    model = next(version_model.model for version_model in dispatch.versions if version_model.version.name == version)
    opening = {named.name for key, named in model.types.items() if key in model.opening}
    return ", [], [], false" if name in opening else ""
