"""Whether the exit code of a program is registered, and agrees with the document that it printed."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.conform.judge import Locate
from accordant.conform.rules import EXIT_CODE_DIFFERS, EXIT_CODE_UNKNOWN
from accordant.contract import CodeList, Version
from accordant.findings import Finding, JsonValue, Place
from accordant.schema import pointers
from accordant.schema.error_messages import format_values
from accordant.schema.vocabulary import format_value


def judge_exit_code(version: Version, code: int, path: str) -> Iterator[Finding]:
    """What the contract has against an exit code by itself, whatever the program printed."""
    for codes in version.state.code_lists.values():
        if codes.identifier == "exit-code" and codes.entry(code) is None:
            yield _unknown(codes, code, version, path)


def judge_agreement(
    version: Version, schemas: set[str], code: int, value: JsonValue, locate: Locate
) -> Iterator[Finding]:
    """Where the last document of a program says another exit code.

    Args:
        version: whose behaviour says which fields are derived from the exit code.
        schemas: the names of the schemas that judge the document.
        code: the exit code of the process.
        value: the document, or the last line of a stream.
        locate: its places.
    """
    for derived in version.behaviour.derived:
        if derived.get("from") != "exit-code" or derived.get("schema") not in schemas:
            continue
        at = str(derived.get("field", ""))
        try:
            found = pointers.follow(value, at)
        except LookupError:
            continue
        if found != _wanted(found, code):
            yield _differs(version, at, found, code, locate)


def _wanted(found: JsonValue, code: int) -> JsonValue:
    """What a field says of an exit code: the code itself, or whether it is 0."""
    return code == 0 if isinstance(found, bool) else code


def _differs(version: Version, at: str, found: JsonValue, code: int, locate: Locate) -> Finding:
    field = pointers.split(at)[-1]
    message = f"{field} is {format_value(found)}, and the program ended with exit code {code}"
    return EXIT_CODE_DIFFERS.finding(message, locate(at), subject=f"{version.contract}/{version.name}")


def _unknown(codes: CodeList, code: int, version: Version, path: str) -> Finding:
    known = format_values([entry.id for entry in codes.entries])
    message = f"the exit code {code} is not in the code list {codes.name} (it has {known})"
    return EXIT_CODE_UNKNOWN.finding(message, Place(path), subject=f"{version.contract}/{version.name}/{codes.name}")
