"""Bindings of fields to code lists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.findings import Finding, Rule, Severity
from accordant.lint.subject import LintSubject, SchemaFile
from accordant.schema import pointers
from accordant.schema.bindings import ContextBinding, binding_of, context_binding_of
from accordant.schema.error_messages import format_values
from accordant.schema.paths import schemas_at
from accordant.schema.references import Node
from accordant.schema.vocabulary import format_value

BINDING: Final = Rule(
    "codes-binding",
    Severity.ERROR,
    "x-codes or x-code-context names a code list that the version does not have, or is malformed.",
    "The field accepts any text, and its identifiers are not promised.",
    "Name a code list of the version, or add one.",
    '{"x-codes": "eror-kinds"}',
    '{"x-codes": "error-kinds"}',
)
EMPTY: Final = Rule(
    "codes-empty",
    Severity.ERROR,
    "No entry of the code list fits a binding.",
    "No value of the field is valid.",
    "Correct `where`, or give an entry the facts that it asks for.",
    '{"x-codes": {"list": "error-kinds", "where": {"severity": "fatal"}}}',
    '{"x-codes": {"list": "error-kinds", "where": {"severity": "error"}}}',
)
UNBOUND: Final = Rule(
    "code-context-unlisted",
    Severity.ERROR,
    "x-code-context names a field that its object does not declare, or whose identifiers come from another list.",
    "No schema requires the context fields of an identifier.",
    "Name the field that carries the identifier and the one that carries its context.",
    '{"x-code-context": {"list": "kinds", "identifier": "knd", "context": "context"}}',
    '{"x-code-context": {"list": "kinds", "identifier": "kind", "context": "context"}}',
)

RULES: Final = (BINDING, EMPTY, UNBOUND)


def check(subject: LintSubject) -> Iterator[Finding]:
    """Faults of bindings that loading does not refuse."""
    versions = {(contract.name, version.name): version for contract, version in subject.versions}
    for file in subject.schema_files:
        version = versions.get((file.contract, file.version))
        if version is None or file.schema is None:
            continue
        for node in file.nodes:
            if not isinstance(node.value, dict):
                continue
            binding = binding_of(node.value)
            codes = version.state.code_lists.get(binding.list_name) if binding is not None else None
            if binding and codes is not None and not codes.extensible and not list(codes.select(binding.where)):
                place = file.document.place(pointers.join(node.pointer, "x-codes"))
                message = f"no entry of {codes.name} fits {format_value(dict(binding.where))}"
                yield EMPTY.finding(message, place, subject=file.subject)
            context = context_binding_of(node.value)
            if context is not None:
                yield from _check_context(file, node, context)


def _check_context(file: SchemaFile, node: Node, binding: ContextBinding) -> Iterator[Finding]:
    for key, field in (("identifier", binding.identifier), ("context", binding.context)):
        schemas = list(schemas_at(node, pointers.join("", field)))
        place = file.document.place(pointers.join(node.pointer, "x-code-context", key))
        if not schemas:
            yield UNBOUND.finding(f"the object declares no field {format_value(field)}", place, subject=file.subject)
        elif key == "identifier":
            bound = {_list_of(schema) for schema in schemas} - {""}
            if binding.list_name not in bound:
                actual = format_values(sorted(bound)) if bound else "no code list"
                message = (
                    f"the field {format_value(field)} is bound to {actual}, not to {format_value(binding.list_name)}"
                )
                yield UNBOUND.finding(message, place, subject=file.subject)


def _list_of(node: Node) -> str:
    binding = binding_of(node.value)
    return binding.list_name if binding is not None else ""
