"""Code lists for generated code: names, and the facts of each entry."""

from __future__ import annotations

from accordant.contract import CodeList, Entry
from accordant.findings import JsonValue
from accordant.model.names import constant, pascal
from accordant.model.types import Codes

_FACTS = (
    "name", "category", "severity", "meaning", "action", "commands", "exit_code", "retryable", "retryable_text",
    "phase", "side_effects", "since", "deprecated", "retired", "replaces", "attributes", "source",
    "ours",
)  # fmt: skip


def codes_of(code_list: CodeList) -> Codes:
    """The names that a list has in generated code: ``error-kinds`` gives ``ErrorKind`` and ``ERROR_KINDS``."""
    live = tuple(entry.id for entry in code_list.entries if not entry.retired)
    name = _singular(pascal(code_list.name))
    known = f"Known{name}" if code_list.extensible and live else ""
    return Codes(code_list.name, name, constant(code_list.name), live, known)


def facts_of(entry: Entry, docs: str = "") -> dict[str, JsonValue]:
    """Every fact of an entry that says something, by its name in Python; ``docs`` is where it is documented."""
    facts: dict[str, JsonValue] = {"id": entry.id}
    for name in _FACTS:
        value = getattr(entry, name)
        if value not in ("", (), {}, None) and not (hasattr(value, "keys") and not value):
            facts[name] = dict(value) if hasattr(value, "keys") else list(value) if isinstance(value, tuple) else value
    if docs:
        facts["docs"] = docs
    if entry.context:
        facts["context"] = [
            {"name": field.name, "always": field.always, "description": field.description, "schema": field.schema}
            for field in entry.context
        ]
    return facts


def _singular(name: str) -> str:
    """The identifier's type from the list's name."""
    if name.endswith("ies"):
        return name[:-3] + "y"
    if name.endswith(("sses", "xes", "ches", "shes")):
        return name[:-2]
    return name[:-1] if name.endswith("s") and not name.endswith(("ss", "us")) else name
