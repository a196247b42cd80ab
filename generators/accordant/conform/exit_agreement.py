"""The exit code of a program, held against the list of exit codes, the document, and the codes in the document."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.conform.conditions import NOTHING, Seen, describe
from accordant.conform.program_rules import EXIT_DISAGREES, EXIT_UNREGISTERED
from accordant.contract import Entry, Version
from accordant.contract.behaviour import EXIT_CODE, checks, exit_codes
from accordant.findings import JsonValue, Rule
from accordant.schema import embedded
from accordant.schema.bindings import binding_of

Complaint = tuple[Rule, str, str]
"""The rule, a sentence, and the pointer in the document."""


def judge_registration(version: Version, code: int) -> Iterator[Complaint]:
    """Whether a version lists an exit code; nothing is said where it has no list, or an extensible one lacks it."""
    listed = exit_codes(version)
    entry = listed.entry(code) if listed else None
    if listed and entry is None and not listed.extensible:
        known = ", ".join(str(row.id) for row in listed.entries if not row.retired)
        yield EXIT_UNREGISTERED, f"the exit code {code} is not in the code list {listed.name} ({known})", ""
    elif listed and entry is not None and entry.retired:
        yield EXIT_UNREGISTERED, f"the exit code {code} is retired from {listed.name} since {entry.retired}", ""


def judge_agreement(version: Version, schema: str, document: JsonValue, code: int) -> Iterator[Complaint]:
    """Whether a document of a version, its checks and its codes say the same as the exit code."""
    seen = Seen(document, code, exit_codes(version))
    yield from _derived(version, seen, code)
    for check in checks(version):
        if check.schema != schema:
            continue
        for implication in check.implications:
            failed = [then for then in implication.then if not seen.holds(then)]
            if failed and all(seen.holds(when) for when in implication.when):
                at = failed[0].at if failed[0].at.startswith("/") else ""
                yield EXIT_DISAGREES, f"{check.says} With exit code {code}: {describe(failed[0], seen)}", at
    yield from _codes(version, schema, document, code)


def _derived(version: Version, seen: Seen, code: int) -> Iterator[Complaint]:
    """Fields that are computed from the exit code: true or false for success, a number for the code itself."""
    pointers = dict.fromkeys(str(row.get("field")) for row in version.behaviour.derived if row.get("from") == EXIT_CODE)
    for pointer in pointers:
        value = seen.value(pointer)
        expected = code == 0 if isinstance(value, bool) else code
        if value is not NOTHING and isinstance(value, int) and value != expected:
            shown = str(value).lower() if isinstance(value, bool) else str(value)
            yield EXIT_DISAGREES, f"{pointer} is {shown}, and the process ended with {code}", pointer


def _codes(version: Version, schema: str, document: JsonValue, code: int) -> Iterator[Complaint]:
    """Codes in the document that have an exit code of their own, where the process failed with another one."""
    found = list(_codes_with_exit(version, schema, document)) if code != 0 else []
    if found and code not in {entry.exit_code for _, entry in found}:
        at, entry = found[0]
        yield EXIT_DISAGREES, f"{entry.id} goes with exit code {entry.exit_code}; the process ended with {code}", at


def _codes_with_exit(version: Version, schema: str, document: JsonValue) -> Iterator[tuple[str, Entry]]:
    state = version.state
    if schema not in state.schemas:
        return
    for at, value, node in embedded.places(state.root(schema), document, "x-codes"):
        binding = binding_of(node.value)
        code_list = state.code_lists.get(binding.list_name) if binding else None
        entry = code_list.entry(value) if code_list and isinstance(value, str) else None
        if entry is not None and entry.exit_code is not None:
            yield at, entry
