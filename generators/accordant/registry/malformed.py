"""Tables of a contract that are not of their format: refused, or set aside where the problems are collected."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from accordant.contract import Behaviour, Contract, Version
from accordant.contract.formats.quick import fits
from accordant.contract.formats.required import require
from accordant.errors import InputError
from accordant.schema import pointers
from accordant.schema.documents import Document


def usable(contract: Contract, problems: list[InputError] | None) -> Contract:
    """The contract, with nothing in its tables that is not of its format.

    With ``problems``, where lint reports what is wrong with the format of the files, the tables of a version with a
    malformed one are set aside: one table says what another means.

    Raises:
        InputError: without ``problems``, the first place that is not of its format.
    """
    if problems is None:
        for name, document in _documents(contract):
            if document is not None:
                require(name, document)
        return contract
    malformed = _malformed_versions(contract.document) if contract.document else set()
    if not malformed:
        return contract
    return replace(
        contract,
        versions=tuple(_set_aside(version) if version.name in malformed else version for version in contract.versions),
    )


def _documents(contract: Contract) -> Iterator[tuple[str, Document | None]]:
    """The files of a contract that have a format, each with the name of it."""
    yield "contract", contract.document
    for version in contract.versions:
        for code_list in version.state.code_lists.values():
            yield "codes", code_list.document
        for stream in version.state.streams.values():
            yield "stream", stream.document


def _malformed_versions(document: Document) -> set[str]:
    """The versions with a malformed table."""
    if fits("contract", document.value):
        return set()
    from accordant.contract.formats.complaints import complaints  # loads the validators

    steps = [pointers.split(pointer) for pointer, _ in complaints("contract", document.value)]
    return {step[1] for step in steps if len(step) > 2 and step[0] == "versions"}


def _set_aside(version: Version) -> Version:
    """The version without its tables."""
    nothing = replace(Behaviour(), default_schema=version.default_schema)
    scalars = {key: value for key, value in version.table.items() if isinstance(value, str)}
    return replace(version, state=replace(version.state, behaviour=nothing), table=scalars)
