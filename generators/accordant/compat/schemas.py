"""The judgement between two schemas: names only grow, old readers still read."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from accordant import algebra
from accordant.algebra.depth import DEEPEST, too_deep
from accordant.compat import words
from accordant.compat.blame import Blame, blame
from accordant.compat.names import Change, Walk, additions
from accordant.compat.opening import as_node, copy, open_reading
from accordant.compat.plain import plainer
from accordant.compat.positions import members
from accordant.compat.relaxing import json_type, origin, relax, without_schemas
from accordant.compat.rules import BY_NAME
from accordant.compat.sides import Side, follow
from accordant.findings import Evidence, Facts, Finding, JsonValue, LostDocument, Place, Severity, Witness
from accordant.schema import pointers
from accordant.schema.references import Node, Resources, UnresolvableReference

MOST_BREAKS = 60
"""Most breaks that are listed for one pair of schemas."""

MOST_AT_ONE_PLACE = 8
"""After so many loosenings a keyword is dropped: what else it refuses is the same break."""

SECONDS = 8.0
"""How long one pair of schemas may take, notes included."""


@dataclass(frozen=True, slots=True)
class Terms:
    """Under which terms two schemas are compared."""

    direction: str = "output"
    promise: str = "additive"
    enums: str = "open"
    carrier: str = ""
    same_list: Callable[[str], bool] = lambda _: False
    seconds: float = SECONDS


@dataclass(frozen=True, slots=True)
class Judgement:
    """The answer for one pair of schemas; ``strict`` and ``verdict`` are compatible, breaking or undecided."""

    verdict: str
    strict: str
    decided_by: str
    findings: tuple[Finding, ...] = ()
    witness: Witness | None = None


@dataclass(frozen=True, slots=True)
class _Break:
    """One way in which a reader refuses: the blamed keyword and the document, or why nothing is known."""

    document: JsonValue = None
    found: Blame | None = None
    detail: JsonValue = None
    reader: JsonValue = None
    undecided: str = ""
    closing: bool = False
    """Refused only because the writer's schema does not name the key: a closed writer never writes it."""


def judge(old: Side, new: Side, terms: Terms) -> Judgement:
    """Compare two schemas. Equal schemas cost one comparison of their texts.

    Never raises: a reference that leads nowhere or a schema that is nested too deeply ends in ``undecided``.
    """
    for side in (old, new):
        deep = too_deep(side.root.value)
        if deep is not None:
            return _not_judged(side, deep, f"nested deeper than {DEEPEST} levels")
    if _same(old.root, new.root):
        return Judgement("compatible", "compatible", "strict")
    try:
        return _judged(old, new, terms)
    except UnresolvableReference as error:
        side = old if error.document in old.root.resources and old.root.resources is not new.root.resources else new
        reason = f"the reference {error.ref!r} leads nowhere; its target is not among the given schemas"
        return _not_judged(side, error.pointer, reason)
    except RecursionError:
        return _not_judged(new, "", "nested too deeply")


def _not_judged(side: Side, pointer: str, reason: str) -> Judgement:
    rule = BY_NAME["undecided"]
    place = side.locate(side.root.document, pointer)
    finding = Finding(rule.name, rule.severity, f"Not decided: {reason}.", place, None, None, rule.way_out)
    return Judgement("undecided", "undecided", "strict", (replace(finding, strict="undecided"),))


def _judged(old: Side, new: Side, terms: Terms) -> Judgement:
    pairs = {"output": [(new, old)], "input": [(old, new)], "full": [(new, old), (old, new)]}[terms.direction]
    start = time.monotonic()
    deadline = start + terms.seconds
    changes, complete = (
        ([], True) if terms.promise == "strict" else _declared(old, new, terms, start + terms.seconds / 3)
    )
    gone = [change.old_node for change in changes if change.rule in ("field-removed", "field-renamed")]
    findings: list[Finding] = []
    stricts = []
    for writer, reader in pairs:
        strict, unread = _unread(writer, reader, old, new, terms, deadline, gone if reader is old else [])
        stricts.append(strict)
        findings += unread
    findings = _merged([_said(one, old, new, deadline) for one in changes], findings)
    if not complete:
        findings.append(_not_judged(new, "", "too many declarations to compare by name").findings[0])
    if terms.promise == "additive" and terms.direction == "output" and time.monotonic() < deadline:
        findings += _narrowings(old, new, changes, findings, deadline)
    strict = _worst(stricts)
    broken = any(one.severity == Severity.ERROR for one in findings)
    unsure = any(one.severity == Severity.UNDECIDED for one in findings)
    verdict = "breaking" if broken else "undecided" if unsure else "compatible"
    decided_by = "strict" if verdict == strict else terms.promise
    witness = next((one.evidence for one in findings if isinstance(one.evidence, Witness)), None)
    marked = tuple(
        one if one.severity == Severity.NOTE else replace(one, strict=strict, decided_by=decided_by) for one in findings
    )
    return Judgement(verdict, strict, decided_by, marked, witness)


def _worst(answers: list[str]) -> str:
    return next((one for one in ("breaking", "undecided") if one in answers), "compatible")


def _same(old: Node, new: Node) -> bool:
    return old.dialect == new.dialect and _texts(old) == _texts(new)


def _texts(node: Node) -> str:
    text = canonical(node.value)
    if "$ref" not in text and "$dynamicRef" not in text:
        return text
    return text + canonical({uri: node.resources.root(uri).value for uri in node.resources if uri != node.document})


def canonical(value: JsonValue) -> str:
    """One text for equal JSON values; 1, 1.0 and true stay apart."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


# Old readers still read


def _unread(
    writer: Side, reader: Side, old: Side, new: Side, terms: Terms, deadline: float, gone: list[Node]
) -> tuple[str, list[Finding]]:
    """The strict verdict, and the breaks under the promised reading (what is ``gone`` has findings of its own)."""
    answer = _contained(writer.root, reader.root, deadline)
    if isinstance(answer, algebra.Contained):
        return "compatible", []
    strict = "breaking" if isinstance(answer, algebra.Escapes) else "undecided"
    opened = open_reading(reader.root, terms.enums) if terms.promise == "additive" else copy(reader.root)
    opened = without_schemas(opened, {(node.document, node.pointer) for node in gone})
    closed = terms.promise == "additive" and writer is old
    found = _breaks(writer, opened, deadline, closed=closed)
    return strict, [_finding(one, writer, reader, old, new, terms) for one in found if not one.closing]


def _contained(writer: Node, reader: Node, deadline: float) -> algebra.Contained | algebra.Escapes | algebra.Undecided:
    seconds = max(0.05, min(5.0, deadline - time.monotonic()))
    return algebra.contained(writer, reader, budget=algebra.Budget(seconds=seconds))


def _breaks(writer: Side, reader: JsonValue, deadline: float, *, closed: bool) -> Iterator[_Break]:
    """Every break: find a document, name the keyword that refuses it, loosen that keyword, ask again."""
    written = writer.root
    loosened: Counter[tuple[str, str]] = Counter()
    for _ in range(MOST_BREAKS):
        answer = _contained(written, as_node(reader), deadline)
        if isinstance(answer, algebra.Contained):
            return
        if isinstance(answer, algebra.Undecided):
            yield _Break(undecided=answer.reason, reader=reader)
            return
        document = plainer(answer.document, writer.root, as_node(reader))
        found = blame(as_node(reader), document)
        if found is None:
            yield _Break(document, reader=reader)
            return
        unnamed = _unnamed(writer.root, document, found) if closed else None
        if unnamed is not None:
            if found.keyword in _CLOSING:
                yield _Break(document, found, None, reader, closing=True)
            written = _closed(writer.root, written, document, unnamed)
            continue
        key = (found.schema, found.keyword)
        loosened[key] += 1
        whole = loosened[key] > MOST_AT_ONE_PLACE or not _lists(writer.root, document, found)
        changed = relax(reader, found, whole=whole)
        if changed is None:
            yield _Break(document, found, None, reader)
            return
        if loosened[key] <= MOST_AT_ONE_PLACE:
            yield _Break(document, found, changed[1] if changed[1] is not None else _detail(found), reader)
        reader = changed[0]


_CLOSING = ("additionalProperties", "unevaluatedProperties", "propertyNames")


def _lists(writer: Node, document: JsonValue, found: Blame) -> bool:
    """Whether the writer lists types or values at the refused place, so that each one it adds is a break of its own."""
    if found.keyword not in ("type", "enum", "const"):
        return True
    keywords = ("type", "enum", "const") if found.keyword == "type" else ("enum", "const")
    parts = follow(writer, document, found.instance)
    return any(keyword in part.node.value for part in parts for keyword in keywords)


def _detail(found: Blame) -> JsonValue:
    return json_type(found.value) if found.keyword == "type" else None


def _unnamed(writer: Node, document: JsonValue, found: Blame) -> str | None:
    """Where on the refused path an object carries a key that the writer's schema does not name."""
    tokens = pointers.split(found.instance)
    if found.keyword in _CLOSING and isinstance(found.value, dict):
        further = [key for key in found.value if not _names(writer, document, found.instance, key)]
        tokens += further[:1]
    for index, token in enumerate(tokens):
        before = pointers.write(tokens[:index])
        if isinstance(pointers.follow(document, before), dict) and not _names(writer, document, before, token):
            return before
    return None


def _names(writer: Node, document: JsonValue, pointer: str, key: str) -> bool:
    """Whether the writer's schema names ``key`` in the object at ``pointer``, or declares it as part of a map."""
    return any(one.name in (None, key) for one in members(follow(writer, document, pointer)))


def _closed(schema: Node, writer: Node, document: JsonValue, pointer: str) -> Node:
    """The writer, restricted to keys that its schema names in the objects at one place of its documents."""
    found = list(members(follow(schema, document, pointer)))
    named: JsonValue = {
        "properties": {one.name: {} for one in found if one.name is not None},
        "patternProperties": {one.pattern: {} for one in found if one.pattern},
        "additionalProperties": False,
    }
    for token in reversed(pointers.split(pointer)):
        named = {"properties": {token: named}, "items": named} if token.isdecimal() else {"properties": {token: named}}
    resources = {uri: writer.resources.root(uri).value for uri in writer.resources}
    name = f"urn:accordant:writer:{len(resources)}"
    both = {"$schema": writer.dialect.uri, "allOf": [{"$ref": f"{writer.document}#{writer.pointer}"}, named]}
    return Resources({**resources, name: both}, writer.dialect).root(name)


def _finding(one: _Break, writer: Side, reader: Side, old: Side, new: Side, terms: Terms) -> Finding:
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
        one.found, one.detail, _value_of(one, reader), terms.carrier, incoming=reader is new
    )
    rule = BY_NAME[rule_name]
    at_reader = _reader_place(one, reader)
    at_writer, written = _writer_place(one, writer)
    places = (at_writer, at_reader) if writer is new else (at_reader, at_writer)
    refused = _value_of(one, reader)
    if one.found.keyword == "required":
        refused, written = {"required": one.detail}, None
    values = (refused, written) if writer is new else (written, refused)
    if canonical(values[0]) == canonical(values[1]):
        values = (None, None)
    return Finding(
        rule.name, rule.severity, message, places[0], places[1], evidence, rule.way_out, old=values[0], new=values[1]
    )


def _value_of(one: _Break, reader: Side) -> JsonValue:
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
    keyword = _keyword(one.found)
    if isinstance(holder, dict) and keyword in holder:
        return {keyword: holder[keyword]}
    return None


def _reader_place(one: _Break, reader: Side) -> Place:
    assert one.found is not None
    found = origin(one.reader, one.found.schema)
    if found is None:
        return reader.place(reader.root)
    address, pointer = found
    return reader.locate(address, pointers.join(pointer, _keyword(one.found)))


def _keyword(found: Blame) -> str:
    """The refusing keyword as the reader's own schema spells it."""
    return "oneOf" if found.said_as == "more than one" else found.said_as or found.keyword


def _writer_place(one: _Break, writer: Side) -> tuple[Place, JsonValue]:
    """Where the writer's schema lets the refused part in: the same keyword there, else the nearest schema."""
    assert one.found is not None
    pointer = one.found.instance
    if isinstance(one.detail, str) and one.found.keyword in ("additionalProperties", "unevaluatedProperties"):
        pointer = pointers.join(pointer, one.detail)
    parts = follow(writer.root, one.document, pointer)
    if not parts:
        return writer.place(writer.root), None
    keyword = _keyword(one.found)
    for part in parts:
        if keyword in part.node.value:
            return writer.place(part.node, keyword), {keyword: part.node.value[keyword]}
    return writer.place(parts[0].node), None


# Names only grow


def _declared(old: Side, new: Side, terms: Terms, deadline: float) -> tuple[list[Change], bool]:
    """What changed in declared names, and whether everything was looked at."""
    walk = Walk(carrier=terms.carrier, same_list=terms.same_list, deadline=deadline)
    lost = walk.compare(old.root, new.root)
    renamed = {change.new_node for change in lost if change.rule == "field-renamed"}
    added = additions(old.root, new.root, terms.same_list, deadline)
    return lost + [one for one in added if one.new_node not in renamed], walk.complete


def _said(change: Change, old: Side, new: Side, deadline: float) -> Finding:
    rule = BY_NAME[change.rule]
    tokens = (change.keyword,) if change.keyword else ()
    old_place = None if change.rule == "field-added" else old.place(change.old_node, *tokens)
    evidence: Evidence | None = None
    values = (None, None) if rule.name in ("field-removed", "field-added") else (change.old, change.new)
    if rule.severity == Severity.ERROR:
        evidence = _evidence(change, old.root, deadline)
    return Finding(
        rule.name, rule.severity, words.of_change(change), new.place(change.new_node, *tokens), old_place, evidence,
        "" if rule.severity == Severity.NOTE else rule.way_out, old=values[0], new=values[1],
    )  # fmt: skip


def _evidence(change: Change, old: Node, deadline: float) -> Evidence:
    """A document that the older schema accepts and that uses the name, else the two facts."""
    if change.rule != "unit-changed" and time.monotonic() < deadline:
        answer = algebra.find([old, Resources.of(change.requirement())], [], budget=algebra.Budget(seconds=2.0))
        if isinstance(answer, algebra.Found):
            at = "".join(f"/{0 if step.token == '*' else step.token}" for step in change.steps)
            return LostDocument(answer.document, at if "/+" not in at else "")
    return Facts(change.old, change.new)


def _merged(said: list[Finding], unread: list[Finding]) -> list[Finding]:
    """One finding for a break that both readings see: the name's, with the witness; an error replaces a note."""
    kept: list[Finding] = []
    for one in unread:
        twin = next((index for index, other in enumerate(said) if _twins(other, one)), None)
        if twin is None:
            kept.append(one)
        elif said[twin].severity != Severity.ERROR:
            said[twin] = one
        elif isinstance(said[twin].evidence, LostDocument | Facts) and isinstance(one.evidence, Witness):
            said[twin] = replace(said[twin], evidence=one.evidence)
    return sorted(said + kept, key=lambda one: (_RANK[one.severity], _order(one)))


_RANK = {Severity.ERROR: 0, Severity.UNDECIDED: 1, Severity.WARNING: 2, Severity.NOTE: 3}


def _order(one: Finding) -> tuple[str, int, int, str]:
    place = one.place
    return (place.path, place.line, place.column, one.rule) if place else ("", 0, 0, one.rule)


_NAMED = {
    "field-became-optional": ("field-removed", "field-renamed"),
    "enum-value-refused": ("enum-value-removed",),
    "closed-enum-value-added": ("const-changed", "carrier-changed", "enum-dropped", "enum-value-added"),
    "type-changed": ("enum-dropped",),
}


def _twins(said: Finding, unread: Finding) -> bool:
    if said.rule not in _NAMED.get(unread.rule, ()) or not isinstance(unread.evidence, Witness):
        return False
    if unread.rule == "field-became-optional":
        return _named(unread) == _named(said)
    if said.rule == "enum-value-added" and said.new != pointers.follow(unread.evidence.document, unread.evidence.at):
        return False
    return said.old_place is not None and unread.old_place is not None and _same_schema(said, unread)


def _named(finding: Finding) -> str:
    """The field that a sentence begins with, without the way to it."""
    return finding.message.split("`")[1].rpartition("/")[2] if "`" in finding.message else ""


def _same_schema(said: Finding, unread: Finding) -> bool:
    assert said.old_place is not None
    assert unread.old_place is not None
    return (said.old_place.path, pointers.parent(said.old_place.pointer)) == (
        unread.old_place.path,
        pointers.parent(unread.old_place.pointer),
    )


# Notes about what is safe


def _narrowings(old: Side, new: Side, changes: list[Change], findings: list[Finding], deadline: float) -> list[Finding]:
    """What the older schema lets a writer write and the newer one does not: safe for readers, worth a note."""
    added = {change.path for change in changes if change.rule == "field-added"}
    broken = {(one.place.path, one.place.pointer) for one in findings if one.place and one.severity == Severity.ERROR}
    rule = BY_NAME["narrowed"]
    notes: list[Finding] = []
    for one in _breaks(old, copy(new.root), min(deadline, time.monotonic() + 1.0), closed=True):
        if one.undecided or one.found is None or len(notes) >= 10:
            break
        path = words.generic(one.found.instance)
        if any(path == name or path.startswith(name + "/") for name in added):
            continue
        if isinstance(one.detail, str) and f"{path}/{one.detail}" in added:
            continue
        if _is_bound(one, new):
            continue  # the code list's own comparison speaks about its identifiers
        if one.closing and _was_closed(one, old):
            continue
        place = _reader_place(one, new)
        if (place.path, place.pointer) not in broken:
            before, _ = _writer_place(one, old)
            message = words.of_narrowing(one.found, one.detail)
            notes.append(Finding(rule.name, rule.severity, message, place, before, None, "", new=_value_of(one, new)))
    return notes


def _was_closed(one: _Break, old: Side) -> bool:
    assert one.found is not None
    parts = follow(old.root, one.document, one.found.instance)
    return any(part.node.value.get(keyword) is False for part in parts for keyword in _CLOSING)


def _is_bound(one: _Break, reader: Side) -> bool:
    assert one.found is not None
    came_from = origin(one.reader, one.found.schema)
    if came_from is None or one.found.keyword != "enum":
        return False
    holder = pointers.follow(reader.root.resources.root(came_from[0]).value, came_from[1])
    return isinstance(holder, dict) and "x-codes" in holder
