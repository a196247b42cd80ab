"""The judgement between two states of a version: schemas, code lists, streams, and the promise itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from accordant.compat import behaviour, codes, meanings, rules, schemas, streams
from accordant.compat.comparison import PAIR_SECONDS, Comparison
from accordant.compat.identity import refused_part
from accordant.compat.rules.severities import NO_ACTION
from accordant.compat.sides import Side, Terms
from accordant.contract import CodeList, ContractState, Schema, Stream, releases
from accordant.contract.next_version import move_address
from accordant.contract.validity import require_schemas_in
from accordant.findings import Facts, Finding, JsonValue, Place, Severity, Verdict
from accordant.schema.common_parts import with_parts_of
from accordant.schema.json_values import canonical
from accordant.schema.vocabulary import enumeration

_STRENGTH: Final = {"output": 1, "input": 1, "full": 2}
"""``full`` promises both other directions; a change from one of these to the other takes its promise away."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two states, and how their comparisons are reported."""

    old: ContractState
    new: ContractState
    baseline: str
    notes: bool
    every: bool
    seconds: float

    def comparison(self, name: str, findings: Iterable[Finding], strict: Verdict, decided_by: str) -> Comparison:
        """The comparison of one schema, code list or stream."""
        subject = f"{self.new.contract}/{self.new.version}/{name}"
        about = tuple(replace(finding, subject=subject) for finding in findings)
        return Comparison(about, strict, decided_by, subject, self.baseline)

    def plain(self, name: str, findings: list[Finding]) -> Comparison:
        """The comparison of a code list or stream, whose strict verdict is the same."""
        return self.comparison(name, findings, Verdict.of(findings), "additive")


def judge(
    old: ContractState,
    new: ContractState,
    baseline: str,
    *,
    notes: bool = True,
    every: bool = False,
    seconds: float = PAIR_SECONDS,
) -> tuple[list[Comparison], list[Finding]]:
    """Compare two states of a version.

    Args:
        old: the release, or another older state.
        new: the working state.
        baseline: what the older state is called in reports.
        every: list everything that an edit leads to, rather than the edits.
        notes: also report what breaks nothing (only against the newest release: against others it is history).
        seconds: processor time for each pair of schemas.

    Returns:
        A comparison for each schema, code list and stream, and all findings, those about a shared part once.

    Raises:
        InputError: the working state holds something else where a schema stands.
    """
    subject = f"{new.contract}/{new.version}"
    if releases.same(old, new):
        return [Comparison(subject=subject, baseline=baseline)], []
    require_schemas_in(new)  # what is none would pass for one that is gone
    old = _with_parts_of(new, old)
    pair = _Pair(old, new, baseline, notes, every, seconds)
    compared = [_schemas(pair, schema) for schema in old.schemas.values()]
    others = list(_lists_and_streams(pair))
    findings = [
        *(replace(finding, subject=subject) for finding in _promise(old, new)),
        *(replace(finding, subject=subject) for finding in _moved_addresses(old, new)),
        *_merge_shared(pair, compared),
        *(finding for comparison in others for finding in comparison.findings),
        *(_additions(old, new, subject) if notes else ()),
    ]
    findings = [meanings.judge(finding) if meanings.are_frozen(old) else finding for finding in findings]
    reported = [finding for finding in findings if notes or finding.severity in (Severity.ERROR, Severity.UNDECIDED)]
    named = [replace(finding, way_out=finding.way_out.replace("CONTRACT", new.contract)) for finding in reported]
    return compared + others, [replace(finding, baseline=baseline) for finding in named]


def _with_parts_of(new: ContractState, old: ContractState) -> ContractState:
    """The older state with the newer one's own objects where its schemas are spelt the same."""
    newer = {name: schema.value for name, schema in new.schemas.items()}
    schemas = {
        name: replace(schema, value=with_parts_of(newer.get(name), schema.value))
        for name, schema in old.schemas.items()
    }
    return replace(old, schemas=schemas)


def _merge_shared(pair: _Pair, compared: Sequence[Comparison]) -> list[Finding]:
    """The findings about schemas. Of equal ones about a part that several schemas share, that in its own file stays."""
    by_key: dict[tuple[str, str, str], Finding] = {}
    for comparison, schema in zip(compared, pair.old.schemas.values(), strict=True):
        after = pair.new.schemas.get(schema.name)
        for finding in comparison.findings:
            key = _key(finding, comparison.subject, pair.every)
            if key not in by_key or _at_home(finding, schema, after):
                by_key[key] = finding
    return list(by_key.values())


def _key(finding: Finding, subject: str, every: bool) -> tuple[str, str, str]:
    """Findings with an equal key are one: a part that several schemas share breaks once."""
    where = finding.old_place or finding.place
    if where is None or finding.rule in ("undecided", "reader-refuses"):
        return finding.rule, subject, finding.message
    own = finding.place.pointer if finding.rule == "unit-changed" and finding.place else ""  # keys of one map
    if finding.documents is not None and finding.rule != "unit-changed":
        own = subject  # a name is forbidden in the documents of one schema
    return (
        finding.rule,
        where.path + where.pointer + own,
        canonical([finding.old, finding.new, finding.documents, finding.message if every else refused_part(finding)]),
    )


def _at_home(finding: Finding, before: Schema, after: Schema | None) -> bool:
    """Whether the finding stands in the schema's own file rather than in one that it refers to."""
    where, schema = (finding.old_place, before) if finding.old_place else (finding.place, after)
    if where is None or schema is None or schema.document is None or where.path != schema.document.path:
        return False
    return (where.pointer + "/").startswith(schema.base + "/")


def _side(state: ContractState, name: str, label: str) -> Side:
    """One schema of a state as a side of a comparison."""
    schema = state.schemas[name]
    by_uri = {schema_.uri: schema_ for schema_ in state.schemas.values()}

    def locate(address: str, pointer: str) -> Place:
        holder = by_uri.get(address, schema)
        if holder.document is None:
            return Place(label, 0, 0, pointer)
        return holder.document.place(holder.base + pointer)

    return Side(state.root(name), label, locate)


def _schemas(pair: _Pair, before: Schema) -> Comparison:
    """One schema of the older state against the schema of that name in the newer one."""
    old, new = pair.old, pair.new
    after = new.schemas.get(before.name)
    if after is None:
        removal = _removal("schema-removed", f"The schema `{before.name}` is gone.", new, before)
        return pair.comparison(before.name, [removal], Verdict.BREAKING, "strict")
    terms = Terms(
        direction=before.direction,
        promise=old.promise,
        enums=old.enums,
        carrier=old.carrier,
        same_list=lambda name: name in old.code_lists and name in new.code_lists,
        notes=pair.notes or meanings.are_frozen(old),
        narrowings=pair.notes,
        seconds=pair.seconds,
        every=pair.every,
    )
    released = _side(old, before.name, pair.baseline)
    working = _side(new, after.name, "the new version")
    judged = schemas.judge(released, working, terms)
    address = () if _is_moved(before, after, old, new) else _address(before, after)
    findings = [*_direction(before, after), *address, *judged.findings]
    return pair.comparison(before.name, findings, judged.strict, judged.decided_by)


def _direction(before: Schema, after: Schema) -> Iterator[Finding]:
    if before.direction == after.direction:
        return
    stronger = _STRENGTH[after.direction] > _STRENGTH[before.direction]
    message = f"The direction of `{after.name}` changed from {before.direction} to {after.direction}."
    place = after.document.place(after.base) if after.document else None
    yield _promise_finding(stronger, message, place, Facts(before.direction, after.direction))


def _address(before: Schema, after: Schema) -> Iterator[Finding]:
    """Whether a schema still has the address under which it was released."""
    old, new = (_own_address(schema.value) for schema in (before, after))
    if old and old != new:
        place = after.document.place(f"{after.base}/$id" if new else after.base) if after.document else None
        message = f"The address of `{after.name}` changed from {old} to {new or 'none'}."
        yield rules.finding("address-changed", message, place, evidence=Facts(old, new or None))


def _moved_addresses(old: ContractState, new: ContractState) -> Iterator[Finding]:
    """One note about all addresses that name the other version where the older ones name theirs."""
    pairs = [(schema, new.schemas[name]) for name, schema in old.schemas.items() if name in new.schemas]
    moved = [(before, after) for before, after in pairs if _is_moved(before, after, old, new)]
    if not moved:
        return
    before, after = moved[0]
    names, is_single = [f"`{schema.name}`" for schema, _ in moved], len(moved) == 1
    what = f"The address{'' if is_single else 'es'} of {enumeration(names, 'and')} name{'s' * is_single} {new.version}"
    facts = Facts(_own_address(before.value), _own_address(after.value))
    message = f"{what}: {facts.old} became {facts.new}."
    place = after.document.place(f"{after.base}/$id") if after.document else None
    finding = rules.finding("address-changed", message, place, way_out=NO_ACTION, evidence=facts)
    yield replace(finding, severity=Severity.NOTE)


def _is_moved(before: Schema, after: Schema, old: ContractState, new: ContractState) -> bool:
    """Whether a schema of another version has the address of the older one but for the version in it."""
    address = _own_address(before.value)
    if not address or old.version == new.version:
        return False
    moved = move_address(address, int(old.version[1:]), int(new.version[1:]), before.name)
    return moved == _own_address(after.value)


def _own_address(schema: JsonValue) -> str:
    address = schema.get("$id", schema.get("id")) if isinstance(schema, dict) else ""
    return address if isinstance(address, str) else ""


def _promise(old: ContractState, new: ContractState) -> Iterator[Finding]:
    weaker = {("strict", "additive"), ("marked", "open")}
    for word, before, after in (("promise", old.promise, new.promise), ("enum policy", old.enums, new.enums)):
        if before != after:
            message = f"The {word} changed from {before} to {after}."
            yield _promise_finding((before, after) not in weaker, message, None, Facts(before, after))
    if old.meanings != new.meanings:
        message = f"Changes of meanings were {old.meanings} and are {new.meanings}."
        yield _promise_finding(new.meanings == "frozen", message, None, Facts(old.meanings, new.meanings))
    if old.carrier != new.carrier:
        message = f"The carrier moved from `{old.carrier}` to `{new.carrier}`."
        yield rules.finding("carrier-changed", message, evidence=Facts(old.carrier, new.carrier))


def _promise_finding(stronger: bool, message: str, place: Place | None, facts: Facts) -> Finding:
    return rules.finding("promise-strengthened" if stronger else "promise-weakened", message, place, evidence=facts)


def _lists_and_streams(pair: _Pair) -> Iterator[Comparison]:
    old, new = pair.old, pair.new
    for name, code_list in old.code_lists.items():
        newer = new.code_lists.get(name)
        if newer is not None:
            yield pair.plain(name, codes.judge(code_list, newer, notes=pair.notes or meanings.are_frozen(old)))
        else:
            message = f"The code list `{name}` is gone."
            yield pair.plain(name, [_removal("code-list-removed", message, new, code_list)])
    directions = {name: schema.direction for name, schema in old.schemas.items()}
    for name, stream in old.streams.items():
        if name in new.streams:
            direction, is_additive = directions.get(stream.line, "output"), old.promise == "additive"
            yield pair.plain(name, streams.judge(stream, new.streams[name], direction, additive=is_additive))
        else:
            message = f"The stream `{name}` is gone."
            yield pair.plain(name, [_removal("stream-removed", message, new, stream)])
    findings = behaviour.judge(old.behaviour, new.behaviour, directions)
    if findings or old.behaviour.tables() or new.behaviour.tables():
        yield pair.plain("behaviour", findings)


def _additions(old: ContractState, new: ContractState, subject: str) -> Iterator[Finding]:
    kinds: list[tuple[str, Mapping[str, JsonValue], Mapping[str, JsonValue]]] = [
        ("schema", old.schemas, new.schemas),
        ("code list", old.code_lists, new.code_lists),
        ("stream", old.streams, new.streams),
    ]
    for word, before, after in kinds:
        for name, value in after.items():
            if name not in before:
                place = value.document.place("") if value.document else None
                yield rules.finding("added", f"The {word} `{name}` was added.", place, subject=subject)


def _removal(rule: str, message: str, new: ContractState, part: Schema | CodeList | Stream) -> Finding:
    old_place = part.document.place(part.base) if part.document is not None else None
    first = next((schema.document for schema in new.schemas.values() if schema.document is not None), None)
    folder = Place(first.path.rpartition("/")[0]) if first is not None else None
    evidence = Facts(part.name, None)
    return rules.finding(rule, message, folder, old_place=old_place, evidence=evidence)
