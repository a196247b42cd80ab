"""A break as a finding: rule, sentence, places on both sides, the two spellings, the witness."""

from __future__ import annotations

from accordant.compat import words
from accordant.compat.blame import Blame
from accordant.compat.breaks import Break
from accordant.compat.rules import BY_NAME
from accordant.compat.sides import Side, follow
from accordant.compat.terms import Terms
from accordant.findings import Finding, JsonValue, Place, Witness
from accordant.schema import pointers
from accordant.schema.json_values import canonical
from accordant.schema.reader_copy import origin


def tell(one: Break, writer: Side, reader: Side, old: Side, new: Side, terms: Terms) -> Finding:
    if one.undecided:
        rule = BY_NAME["undecided"]
        return Finding(
            rule.name, rule.severity, f"Not decided: {one.undecided}.", new.place(new.root), old.place(old.root),
            None, rule.way_out,
        )  # fmt: skip
    evidence = Witness(one.document, one.found.instance if one.found else "", writer.name, reader.name)
    if one.found is None:
        rule = BY_NAME["reader-refuses"]
        message = "A document may be written that the reader refuses."
        return Finding(
            rule.name, rule.severity, message, new.place(new.root), old.place(old.root), evidence, rule.way_out
        )
    rule_name, message = words.of_break(
        one.found, one.detail, value_of(one, reader), terms.carrier, incoming=reader is new
    )
    rule = BY_NAME[rule_name]
    at_reader = reader_place(one, reader)
    at_writer, written = writer_place(one, writer)
    places = (at_writer, at_reader) if writer is new else (at_reader, at_writer)
    refused = value_of(one, reader)
    if one.found.keyword == "required":
        refused, written = {"required": one.detail}, None
    values = (refused, written) if writer is new else (written, refused)
    if canonical(values[0]) == canonical(values[1]):
        values = (None, None)
    return Finding(
        rule.name, rule.severity, message, places[0], places[1], evidence, rule.way_out, old=values[0], new=values[1]
    )


def value_of(one: Break, reader: Side) -> JsonValue:
    """The blamed keyword with its value, as the reader's own schema has it."""
    if one.found is None:
        return None
    came_from = origin(one.reader, one.found.schema)
    if came_from is None:
        return None
    address, pointer = came_from
    try:
        holder = pointers.follow(reader.root.resources.root(address).value, pointer)
    except LookupError:
        return None
    keyword = keyword_of(one.found)
    if isinstance(holder, dict) and keyword in holder:
        return {keyword: holder[keyword]}
    return None


def keyword_of(found: Blame) -> str:
    """The refusing keyword as the reader's own schema spells it."""
    return "oneOf" if found.said_as == "more than one" else found.said_as or found.keyword


def reader_place(one: Break, reader: Side) -> Place:
    assert one.found is not None
    found = origin(one.reader, one.found.schema)
    if found is None:
        return reader.place(reader.root)
    address, pointer = found
    return reader.locate(address, pointers.join(pointer, keyword_of(one.found)))


def writer_place(one: Break, writer: Side) -> tuple[Place, JsonValue]:
    """Where the writer's schema lets the refused part in: the same keyword there, else the nearest schema."""
    assert one.found is not None
    pointer = one.found.instance
    if isinstance(one.detail, str) and one.found.keyword in ("additionalProperties", "unevaluatedProperties"):
        pointer = pointers.join(pointer, one.detail)
    parts = follow(writer.root, one.document, pointer)
    if not parts:
        return writer.place(writer.root), None
    keyword = keyword_of(one.found)
    for part in parts:
        if keyword in part.node.value:
            return writer.place(part.node, keyword), {keyword: part.node.value[keyword]}
    return writer.place(parts[0].node), None
