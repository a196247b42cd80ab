"""The judgement between two states of a version: schemas, code lists, streams, and the promise itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from accordant.compat import codes, schemas, streams
from accordant.compat.refused import refused
from accordant.compat.rules import BY_NAME
from accordant.compat.sides import Side
from accordant.compat.terms import Terms
from accordant.contract import Schema, State, releases
from accordant.errors import InputError
from accordant.findings import Facts, Finding, JsonValue, Place, Severity
from accordant.schema.json_values import canonical
from accordant.schema.references import Resources, UnresolvableReference

_STRENGTH = {"output": 1, "input": 1, "full": 2}


@dataclass(frozen=True, slots=True)
class Answer:
    """What came out for one subject: the promised verdict beside the strict one, and which of them decided."""

    subject: str
    baseline: str
    verdict: str
    strict: str
    decided_by: str


@dataclass(frozen=True)
class _Pair:
    """Two states and what all comparisons of their schemas share."""

    old: State
    new: State
    baseline: str
    notes: bool

    @cached_property
    def resources(self) -> tuple[Resources, Resources]:
        """The schemas of both states, ready for use."""
        return Resources(self.old.resources), Resources(self.new.resources)


def judge(old: State, new: State, baseline: str, *, notes: bool = True) -> tuple[list[Answer], list[Finding]]:
    """Compare two states of a version.

    Args:
        old: the release, or another older state.
        new: the working state.
        baseline: what the older state is called in reports.
        notes: whether notes and warnings are told too: what is no break and was released since is history.

    Raises:
        InputError: a reference that leads nowhere.
    """
    pair = _Pair(old, new, baseline, notes)
    subject = f"{new.contract}/{new.version}"
    if releases.same(old, new):
        return [Answer(subject, baseline, "compatible", "compatible", "strict")], []
    answers: list[Answer] = []
    findings = [replace(one, subject=subject) for one in _promise(old, new)]
    by_place: dict[tuple[str, str, str], Finding] = {}
    for name, schema in old.schemas.items():
        at = f"{subject}/{name}"
        if name not in new.schemas:
            found = [_gone("schema-removed", f"The schema `{name}` is gone.", new, schema.document, schema.base)]
            answer = Answer(at, baseline, "breaking", "breaking", "strict")
        else:
            judgement = _schemas(pair, schema, new.schemas[name])
            found = list(judgement.findings)
            answer = Answer(at, baseline, judgement.verdict, judgement.strict, judgement.decided_by)
        answers.append(answer)
        for one in found:
            key = _key(one, at)
            if key not in by_place or _at_home(one, schema):
                by_place[key] = replace(one, subject=at)
    findings += by_place.values()
    more, found = _lists_and_streams(pair, subject)
    findings += [*found, *(_added(old, new, subject) if notes else ())]
    told = [one for one in findings if notes or one.severity in (Severity.ERROR, Severity.UNDECIDED)]
    named = [replace(one, way_out=one.way_out.replace("CONTRACT", new.contract)) for one in told]
    return answers + more, [replace(one, baseline=baseline) for one in named]


def _key(finding: Finding, subject: str) -> tuple[str, str, str]:
    """What makes two findings one: a part that several schemas share breaks once."""
    where = finding.old_place or finding.place
    if where is None or finding.rule in ("undecided", "reader-refuses"):
        return finding.rule, subject, finding.message
    return finding.rule, where.path + where.pointer, canonical([finding.old, finding.new, refused(finding)])


def _at_home(finding: Finding, schema: Schema) -> bool:
    """Whether the finding stands in the schema's own file rather than in one that it refers to."""
    where = finding.old_place or finding.place
    return where is not None and (where.pointer + "/").startswith(schema.base + "/") and bool(schema.base)


def _side(state: State, resources: Resources, name: str, label: str) -> Side:
    """One schema of a state as a side of a comparison."""
    schema = state.schemas[name]
    by_uri = {one.uri: one for one in state.schemas.values()}

    def locate(address: str, pointer: str) -> Place:
        found = by_uri.get(address, schema)
        if found.document is None:
            return Place(label, 0, 0, pointer)
        return found.document.place(found.base + pointer)

    return Side(resources.root(schema.uri), label, locate)


def _schemas(pair: _Pair, before: Schema, after: Schema) -> schemas.Judgement:
    old, new = pair.old, pair.new
    terms = Terms(
        direction=before.direction,
        promise=old.promise,
        enums=old.enums,
        carrier=old.carrier,
        same_list=lambda name: name in old.code_lists and name in new.code_lists,
        notes=pair.notes,
    )
    released = _side(old, pair.resources[0], before.name, pair.baseline)
    working = _side(new, pair.resources[1], after.name, "the new version")
    try:
        judgement = schemas.judge(released, working, terms)
    except UnresolvableReference as error:
        raise InputError(str(error), rule="ref-unresolved", next_step="run: registry lint") from error
    extra = [*_direction(before, after), *_address(before, after)]
    if not extra:
        return judgement
    broken = any(one.severity == Severity.ERROR for one in extra)
    verdict = "breaking" if broken else judgement.verdict
    return replace(judgement, verdict=verdict, findings=(*extra, *judgement.findings))


def _direction(before: Schema, after: Schema) -> list[Finding]:
    if before.direction == after.direction:
        return []
    stronger = _STRENGTH[after.direction] > _STRENGTH[before.direction]
    rule = BY_NAME["promise-strengthened" if stronger else "promise-weakened"]
    message = f"The direction of `{after.name}` changed from {before.direction} to {after.direction}."
    place = after.document.place(after.base) if after.document else None
    return [
        Finding(rule.name, rule.severity, message, place, None, Facts(before.direction, after.direction), rule.way_out)
    ]


def _address(before: Schema, after: Schema) -> Iterator[Finding]:
    """Whether a schema still has the address under which it was released."""
    old, new = (_own_address(one.value) for one in (before, after))
    if old and old != new:
        rule = BY_NAME["address-changed"]
        place = after.document.place(f"{after.base}/$id" if new else after.base) if after.document else None
        message = f"The address of `{after.name}` changed from {old} to {new or 'none'}."
        yield Finding(rule.name, rule.severity, message, place, None, Facts(old, new or None), rule.way_out)


def _own_address(schema: JsonValue) -> str:
    found = schema.get("$id", schema.get("id")) if isinstance(schema, dict) else ""
    return found if isinstance(found, str) else ""


def _promise(old: State, new: State) -> Iterator[Finding]:
    weaker = {("strict", "additive"), ("marked", "open")}
    for word, before, after in (("promise", old.promise, new.promise), ("enum policy", old.enums, new.enums)):
        if before != after:
            rule = BY_NAME["promise-weakened" if (before, after) in weaker else "promise-strengthened"]
            message = f"The {word} changed from {before} to {after}."
            yield Finding(rule.name, rule.severity, message, None, None, Facts(before, after), rule.way_out)
    if old.carrier != new.carrier:
        rule = BY_NAME["carrier-changed"]
        message = f"The carrier moved from `{old.carrier}` to `{new.carrier}`."
        yield Finding(rule.name, rule.severity, message, None, None, Facts(old.carrier, new.carrier), rule.way_out)


def _lists_and_streams(pair: _Pair, subject: str) -> tuple[list[Answer], list[Finding]]:
    old, new, baseline = pair.old, pair.new, pair.baseline
    answers: list[Answer] = []
    findings: list[Finding] = []

    def one(name: str, found: list[Finding]) -> None:
        verdict = "breaking" if any(each.severity == Severity.ERROR for each in found) else "compatible"
        if any(each.severity == Severity.UNDECIDED for each in found) and verdict == "compatible":
            verdict = "undecided"
        answers.append(Answer(f"{subject}/{name}", baseline, verdict, verdict, "additive"))
        findings.extend(replace(each, subject=f"{subject}/{name}") for each in found)

    for name, listed in old.code_lists.items():
        if name in new.code_lists:
            one(name, codes.judge(listed, new.code_lists[name], notes=pair.notes))
        else:
            one(
                name,
                [_gone("code-list-removed", f"The code list `{name}` is gone.", new, listed.document, listed.base)],
            )
    for name, stream in old.streams.items():
        if name in new.streams:
            one(name, streams.judge(stream, new.streams[name], additive=old.promise == "additive"))
        else:
            one(name, [_gone("stream-removed", f"The stream `{name}` is gone.", new, stream.document, stream.base)])
    return answers, findings


def _added(old: State, new: State, subject: str) -> Iterator[Finding]:
    kinds: list[tuple[str, Mapping[str, JsonValue], Mapping[str, JsonValue]]] = [
        ("schema", old.schemas, new.schemas),
        ("code list", old.code_lists, new.code_lists),
        ("stream", old.streams, new.streams),
    ]
    rule = BY_NAME["added"]
    for word, before, after in kinds:
        for name, value in after.items():
            if name not in before:
                place = value.document.place("") if value.document else None
                yield Finding(rule.name, rule.severity, f"The {word} `{name}` was added.", place, subject=subject)


def _gone(rule_name: str, message: str, new: State, document: JsonValue, base: str) -> Finding:
    rule = BY_NAME[rule_name]
    old_place = document.place(base) if document is not None else None
    first = next((one.document for one in new.schemas.values() if one.document is not None), None)
    folder = Place(first.path.rpartition("/")[0]) if first is not None else None
    return Finding(
        rule.name, rule.severity, message, folder, old_place, Facts(old_place and old_place.pointer, None), rule.way_out
    )
