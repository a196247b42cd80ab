"""Code lists and streams out of their files."""

from __future__ import annotations

from collections.abc import Mapping

from accordant.contract.codes import CodeList, ContextField, Entry
from accordant.contract.fields import Fields
from accordant.contract.streams import Choice, Element, Line, Sequence, Stream
from accordant.findings import JsonValue
from accordant.schema.documents import Document

RETRYABLE = ("yes", "no", "after-fix", "depends", "unknown")
SIDE_EFFECTS = ("none", "partial", "complete", "unknown")


def code_list(name: str, value: JsonValue, document: Document, pointer: str = "") -> CodeList:
    """A code list from ``value``, which stands at ``pointer`` of ``document``.

    Raises:
        InputError: a field that is missing, of the wrong type or unknown.
    """
    fields = Fields.of(value, document, pointer)
    fields.only(
        "title",
        "description",
        "source",
        "identifier",
        "spelling",
        "extensible",
        "fallback",
        "attributes",
        "ours",
        "entries",
        "$schema",
    )
    attributes = fields.mapping("attributes")
    ours = fields.texts("ours")
    return CodeList(
        name=name,
        title=fields.text("title", ""),
        description=fields.text("description", ""),
        source=fields.text("source", ""),
        identifier=fields.text("identifier", "code"),
        spelling=fields.text("spelling", ""),
        extensible=fields.boolean("extensible", False),
        fallback=fields.value.get("fallback"),
        attributes=attributes.value,
        ours=ours,
        entries=tuple(_entry(entry, ours) for entry in fields.mappings("entries")),
        raw=value,
        document=document,
        base=pointer,
    )


def _entry(fields: Fields, ours: tuple[str, ...]) -> Entry:
    """An entry; of the list's own facts, ``ours``, it has those that it gives."""
    fields.only(
        "id",
        "name",
        "category",
        "severity",
        "meaning",
        "action",
        "context",
        "commands",
        "exit-code",
        "retryable",
        "retryable-text",
        "side-effects",
        "phase",
        "since",
        "deprecated",
        "retired",
        "replaces",
        "attributes",
        "example",
        "source",
        "ours",
    )
    identifier = fields.value.get("id")
    if isinstance(identifier, bool) or not isinstance(identifier, str | int):
        fields.refuse("id" if "id" in fields.value else "", "the entry needs an id: a string or an integer")
    return Entry(
        id=identifier,
        name=fields.text("name", ""),
        category=fields.text("category", ""),
        severity=fields.texts("severity"),
        meaning=fields.text("meaning", ""),
        action=fields.text("action", ""),
        context=_context(fields.mapping("context")),
        commands=fields.texts("commands"),
        exit_code=fields.integer("exit-code", None),
        retryable=fields.choice("retryable", "", "", *RETRYABLE),
        retryable_text=fields.text("retryable-text", ""),
        phase=fields.text("phase", ""),
        side_effects=fields.choice("side-effects", "", "", *SIDE_EFFECTS),
        since=fields.text("since", ""),
        deprecated=fields.mapping("deprecated").value,
        retired=fields.text("retired", ""),
        replaces=fields.texts("replaces"),
        attributes=fields.mapping("attributes").value,
        example=fields.value.get("example"),
        source=fields.text("source", ""),
        ours=tuple(
            dict.fromkeys((*(fact for fact in ours if fact in given_facts(fields.value)), *fields.texts("ours")))
        ),
    )


def given_facts(entry: Mapping[str, JsonValue]) -> set[str]:
    """The keys of the facts that an entry gives, those of its attributes included."""
    attributes = entry.get("attributes")
    return {*entry, *(attributes if isinstance(attributes, Mapping) else ())} - {"id", "source", "ours"}


def _context(fields: Fields) -> tuple[ContextField, ...]:
    context = []
    for name in fields.value:
        table = fields.mapping(name)
        table.only("schema", "always", "description", "source")
        schema = table.value.get("schema", True)
        if not isinstance(schema, dict | bool):
            table.refuse("schema", "must be a schema")
        context.append(ContextField(name, schema, table.boolean("always", False), table.text("description", "")))
    return tuple(context)


def stream(name: str, value: JsonValue, document: Document, pointer: str = "") -> Stream:
    """A stream grammar from ``value``, which stands at ``pointer`` of ``document``.

    Raises:
        InputError: a field that is missing, of the wrong type or unknown.
    """
    fields = Fields.of(value, document, pointer)
    fields.only(
        "title",
        "description",
        "source",
        "discriminator",
        "line",
        "commands",
        "grammar",
        "partial",
        "failure",
        "rules",
        "$schema",
    )
    return Stream(
        name=name,
        title=fields.text("title", ""),
        description=fields.text("description", ""),
        source=fields.text("source", ""),
        discriminator=fields.pointer_in("discriminator", "/type"),
        line=fields.text("line", "line"),
        commands=fields.texts("commands"),
        grammar=tuple(_element(table) for table in fields.mappings("grammar")),
        partial=tuple(table.value for table in fields.mappings("partial")),
        failure=_failure(fields),
        raw=value,
        document=document,
        base=pointer,
    )


def _failure(fields: Fields) -> tuple[Mapping[str, JsonValue], ...]:
    """What marks a failure: one table, or a list of tables of which any does."""
    if isinstance(fields.value.get("failure"), list):
        return tuple(table.value for table in fields.mappings("failure"))
    return (fields.mapping("failure").value,) if fields.value.get("failure") else ()


def _element(fields: Fields) -> Element:
    kinds = [key for key in ("line", "any", "sequence") if key in fields.value]
    if len(kinds) != 1:
        fields.refuse("", "an element needs exactly one of line, any, sequence")
    fields.only("line", "any", "sequence", "min", "max", "terminal", "description")
    least = fields.integer("min", 1) or 0
    most = None if fields.value.get("max", 1) is None else fields.integer("max", 1)
    if least < 0 or (most is not None and most < least):
        fields.refuse("", "min must be at least 0, and max at least min")
    if kinds[0] == "line":
        return Line(fields.text("line"), least, most, fields.boolean("terminal", False))
    elements = tuple(_element(part) for part in fields.mappings(kinds[0]))
    return Choice(elements, least, most) if kinds[0] == "any" else Sequence(elements, least, most)
