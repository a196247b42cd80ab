"""Whether the exit code of a program is registered, and agrees with the document that it printed."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from accordant.conform.conditions import Seen
from accordant.conform.contract_rules import ContractRules, Locate
from accordant.conform.rules import EXIT_CODE_DIFFERS, EXIT_CODE_UNKNOWN
from accordant.contract import CodeList, Entry, Version
from accordant.contract.behaviour import EXIT_CODE, exit_codes
from accordant.findings import Finding, JsonValue, Place
from accordant.schema import embedded, pointers
from accordant.schema.bindings import binding_of
from accordant.schema.error_messages import format_values
from accordant.schema.vocabulary import format_value

_Complaint = tuple[str, str]
"""A pointer in the document, and what is wrong there."""


def judge_exit_code(version: Version, code: int, path: str) -> Iterator[Finding]:
    """What is wrong with an exit code by itself, whatever the program printed.

    Nothing is said where the version has no list of exit codes, or an extensible one that lacks the code.
    """
    codes = exit_codes(version)
    entry = codes.entry(code) if codes else None
    if codes and entry is None and not codes.extensible:
        known = format_values([row.id for row in codes.entries])
        yield _unknown(
            version, codes, f"the exit code {code} is not in the code list {codes.name} (it has {known})", path
        )
    elif codes and entry is not None and entry.retired:
        yield _unknown(version, codes, f"the exit code {code} is retired from {codes.name} since {entry.retired}", path)


def judge_agreement(
    version: Version, schemas: Collection[str], code: int, value: JsonValue, locate: Locate, *, by_rules: bool = True
) -> Iterator[Finding]:
    """The places where the last document of a program contradicts its exit code, each once.

    Args:
        version: its behaviour says which fields are derived from the exit code, and which rules ask for it.
        schemas: the names of the schemas that judge the document, beside the default one.
        code: the exit code of the process.
        value: the document, or the last line of a stream.
        locate: its places.
        by_rules: whether the contract's own rules judge, too.
    """
    seen, named = Seen(value, code, exit_codes(version)), {*schemas, version.default_schema}
    said: dict[str, str] = {}
    for complain in (_check_derived, _codes):
        for at, message in complain(version, named, seen, code):
            said.setdefault(at, message)
    told: set[str] = set()
    rules = ContractRules(version.state, version.default_schema)
    for schema in sorted(schemas) if by_rules else ():
        for at, finding in rules.with_exit_code(version, schema, code, value, locate, said):
            told.add(at)
            yield finding
    for at in (at for at in said if at not in told):
        yield EXIT_CODE_DIFFERS.finding(said[at], locate(at), subject=f"{version.contract}/{version.name}")


def _check_derived(version: Version, schemas: set[str], seen: Seen, code: int) -> Iterator[_Complaint]:
    """Fields that are computed from the exit code: true or false for success, a number for the code itself."""
    for derived in version.behaviour.derived:
        at = str(derived.get("field", ""))
        value = seen.value(at)
        if derived.get("from") != EXIT_CODE or derived.get("schema") not in schemas or not isinstance(value, int):
            continue  # what is no number and not true or false is for the schema to refuse
        if value != (code == 0 if isinstance(value, bool) else code):
            name = pointers.split(at)[-1]
            yield at, f"{name} is {format_value(value)}, and the program ended with exit code {code}"


def _codes(version: Version, schemas: set[str], seen: Seen, code: int) -> Iterator[_Complaint]:
    """Codes in the document that have an exit code of their own, where the process failed with another one."""
    entries = list(_codes_with_exit(version, schemas, seen.document)) if code != 0 else []
    if entries and code not in {entry.exit_code for _, entry in entries}:
        at, entry = entries[0]
        yield at, f"{entry.id} goes with exit code {entry.exit_code}; the program ended with exit code {code}"


def _codes_with_exit(version: Version, schemas: set[str], document: JsonValue) -> Iterator[tuple[str, Entry]]:
    state = version.state
    for schema in sorted(schemas & state.schemas.keys()):
        for at, value, node in embedded.places(state.root(schema), document, "x-codes"):
            binding = binding_of(node.value)
            code_list = state.code_lists.get(binding.list_name) if binding else None
            entry = code_list.entry(value) if code_list and isinstance(value, str) else None
            if entry is not None and entry.exit_code is not None:
                yield at, entry


def _unknown(version: Version, codes: CodeList, message: str, path: str) -> Finding:
    return EXIT_CODE_UNKNOWN.finding(message, Place(path), subject=f"{version.contract}/{version.name}/{codes.name}")
