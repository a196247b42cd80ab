"""The identity of a break, by which it is recognised later: its place and two sides, never its sentence or witness."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from accordant.compat.document_places import DocumentPlace, Part, TooManyPlaces, part_at
from accordant.compat.newer_meaning import Meaning, digest
from accordant.compat.question import Question
from accordant.compat.state_parts import part_of, without_layout
from accordant.contract import ContractState
from accordant.contract.contracts import Schema
from accordant.findings import Facts, Finding, JsonValue, Place, Severity, Witness
from accordant.schema import pointers
from accordant.schema.dialects import DIALECTS, REFERENCES
from accordant.schema.json_values import canonical, fingerprint
from accordant.schema.references import Node
from accordant.schema.subschemas import DEFINITIONS, NEEDED

Sides: TypeAlias = Callable[[Finding], tuple[ContractState | None, ContractState | None]]
"""The older and the newer state that a finding is about."""

_NAMED_BY_PLACE: Final = frozenset(("field-removed", "field-renamed"))
"""Rules whose place says all: the name that is gone is part of the pointer."""

_LETS_IN: Final = "closed-object-opened"
"""The rule about a member that is now allowed: nobody has read its content before."""

_UNIT: Final = "unit-changed"

_SAME_BREAK: Final = {"field-renamed": "field-removed"}
"""Rules that are another one, in words that depend on what was added elsewhere: an added field has the same schema."""

_JUDGING: Final = frozenset(name for dialect in DIALECTS for name in dialect.judging_names)
"""The keywords of all drafts that may refuse a value."""

_RELEASE: Final = re.compile(r"(?:^|/)releases/[0-9.]+\.json$")
_PART: Final = re.compile(r"^/(?:schemas/[^/]+/schema|code-lists/[^/]+|streams/[^/]+)(?=/|$)")
"""Where a schema, a code list or a stream stands in a release file."""


def rule_of(rule: str) -> str:
    """The rule by which a break is recognised."""
    return _SAME_BREAK.get(rule, rule)


def identity_of(finding: Finding, sides: Sides) -> tuple[str, JsonValue, JsonValue]:
    """The pointer, the older and the newer side that identify a finding.

    The place is the one on the older side, where there is one: a release does not move. Undecided answers and
    witnesses without the two sides are identified by the two whole schemas. Of a break in a schema the newer side is
    what it says about the place (``means``), at each place of documents that the older part judges; what the finding
    shows of it (``side``) is for people. Where one keyword refuses several parts, the part is named too.
    """
    pointer, old, new = _pointer(finding.old_place or finding.place), *_both(finding, sides)
    means = _means(finding, sides)
    if means is not None:
        return pointer, old, {"side": new, "means": means}
    part, old, new = refused_part(finding), without_layout(old), without_layout(new)
    return pointer, old, new if part is None else {"refused": part, "side": new}


def recognised(new: JsonValue) -> JsonValue:
    """What counts of a newer side."""
    return new["means"] if isinstance(new, dict) and new.keys() == {"side", "means"} else new


def refused_part(finding: Finding) -> JsonValue:
    """The refused key, value or type, where it is one; None where the rule has none, or the two sides tell it.

    It depends on the two schemas alone, never on which witness was found.
    """
    if not isinstance(finding.evidence, Witness):
        return None
    if finding.rule == _LETS_IN:
        return finding.place.pointer if finding.place else None
    listed = _LISTED.get(finding.rule)
    if listed is None:
        return None
    before = [canonical(item) for item in listed(finding.old)]
    added = [item for item in listed(finding.new) if canonical(item) not in before]
    return added[0] if len(added) == 1 else None


def _types_of(side: JsonValue) -> list[JsonValue]:
    types = side.get("type", []) if isinstance(side, dict) else []
    return types if isinstance(types, list) else [types]


def _values_of(side: JsonValue) -> list[JsonValue]:
    """The values that the keyword of a side lists."""
    if not isinstance(side, dict):
        return []
    values = side.get("enum", [side["const"]] if "const" in side else [])
    return values if isinstance(values, list) else []


_LISTED: Final = {"type-changed": _types_of, "closed-enum-value-added": _values_of}
"""Rules about a list of one keyword, and what reads it from a side."""


# What the newer side means


def _means(finding: Finding, sides: Sides) -> JsonValue:
    """The digest of what the newer state says about the place of a break in a schema.

    None where no schema is at fault, or where rule and pointer say all.
    """
    names_sides = finding.old is not None or finding.new is not None or finding.rule in _NAMED_BY_PLACE
    if not names_sides or finding.severity == Severity.UNDECIDED:
        return None
    older, newer = sides(finding)
    if finding.documents is not None and finding.rule != _UNIT:
        return digest(finding.documents)  # the name is still declared, and forbidden there
    place, state = (finding.old_place, older) if finding.old_place else (finding.place, newer)
    home = _home(state, place)
    if older is None or newer is None or state is None or home is None:
        return None
    schema, pointer = home
    try:
        told = list(_told(finding, older, newer, _places(state, schema, pointer)))
    except TooManyPlaces:
        told = []
    plain = _plain(_part_name(finding), pointer)
    if finding.rule in _NAMED_BY_PLACE and told == [[plain, []]]:
        return None
    fact = None if isinstance(finding.new, dict | list) or finding.rule in _NAMED_BY_PLACE else finding.new
    if finding.old is None and isinstance(finding.new, dict) and finding.new.keys() == {"required"}:
        fact = finding.new["required"]  # the older side does not say which name
    return digest([refused_part(finding), fact, told or list(_whole(older, newer))])


def _whole(older: ContractState, newer: ContractState) -> Iterator[JsonValue]:
    """What the newer schemas say as a whole."""
    for name in sorted(newer.schemas):
        try:
            yield from _statements([DocumentPlace(name, ())], older, newer, lambda _: Question("whole"))
        except TooManyPlaces:
            yield part_of(newer, name)


def _places(state: ContractState, schema: Schema, pointer: str) -> Part | None:
    """The places in documents that a part of a schema judges; of a definition that nothing uses, in itself."""
    part = part_at({name: state.root(name) for name in sorted(state.schemas)}, schema.uri, pointer)
    return part or part_at(_definitions(state, schema.name), schema.uri, pointer)


def _definitions(state: ContractState, name: str) -> dict[str, Node]:
    """The definitions of a schema, as roots by their names."""
    root = state.root(name)
    value = root.value if isinstance(root.value, dict) else {}
    holders = [keyword for keyword in DEFINITIONS if isinstance(value.get(keyword), dict)]
    return {f"{name}#{key}": root.child(holder, key) for holder in holders for key in value[holder]}


def _told(finding: Finding, older: ContractState, newer: ContractState, part: Part | None) -> Iterator[JsonValue]:
    """What the newer state says about each place of the part, and about a member that it lets in."""
    is_of_documents = finding.documents is not None and part is not None and len(part.places) == 1
    if part is not None and not is_of_documents:  # of one place, its documents and both units say all
        yield from _statements(part.places, older, newer, lambda place: _question(finding, part, place))
    if part is not None and finding.rule == _UNIT and (home := _home(newer, finding.place)) is not None:
        yield from _own_places(part, _places(newer, *home))
        yield from _conditions(*home) if finding.documents is None else [finding.documents]
    is_of_newer = finding.old is None and isinstance(finding.new, dict)
    home = _home(newer, finding.place) if finding.rule == _LETS_IN or is_of_newer else None
    inner = _places(newer, *home) if home else None
    if inner is not None and finding.rule == _LETS_IN:
        yield from _statements(inner.places, None, newer, lambda _: Question("keyword"))
    elif inner is not None:  # a keyword that the older side does not have may be one of a name that came since
        asked = Question("keyword", (_JUDGING & frozenset(finding.new)) - {"required"})
        told = _statements(inner.places, older, newer, lambda _: asked)
        yield from told if asked.keywords else map(str, inner.places)


def _own_places(part: Part, newer: Part | None) -> Iterator[str]:
    """The places of a unit that the older side declares with others or for more documents: each is one break."""
    for place in newer.places if newer else ():
        alike = [around for around in part.places if around.root == place.root and around.steps == place.steps]
        is_narrower = bool(alike) and str(place) not in map(str, alike)
        if is_narrower or any(place.is_one_of(around) for around in part.places):
            yield str(place)


def _conditions(schema: Schema, pointer: str) -> Iterator[str]:
    """The conditions under which a part of a schema holds."""
    tokens = pointers.split(pointer)
    for index, token in enumerate(tokens):
        around = pointers.follow(schema.value, pointers.write(tokens[:index])) if token in ("then", "else") else None
        if isinstance(around, dict) and "if" in around:
            yield canonical([token, without_layout(around["if"])])


def _statements(
    places: Iterable[DocumentPlace], older: ContractState | None, newer: ContractState,
    question: Callable[[DocumentPlace], Question],
) -> Iterator[JsonValue]:  # fmt: skip
    """Each place with what the newer state says about it."""
    meanings: dict[tuple[str, str], Meaning | None] = {}
    for place in places:
        asked = question(place)
        key = place.root, asked.kind
        if key not in meanings:
            before, after = _root(older, place.root) if older else None, _root(newer, place.root)
            meanings[key] = Meaning(before, after, asked) if after else None
        meaning = meanings[key]
        yield [str(place), meaning.at(place) if meaning else ["gone"]]


def _root(state: ContractState, name: str) -> Node | None:
    """The root of a schema, or (``order#Address``) of a definition in one."""
    schema, _, definition = name.partition("#")
    if schema not in state.schemas:
        return None
    return _definitions(state, schema).get(name) if definition else state.root(schema)


def _plain(name: str, pointer: str) -> str | None:
    """How the place of a field is told that a pointer leads to through named members alone."""
    tokens = pointers.split(pointer)
    return str(DocumentPlace.of_members(name, tokens[1::2])) if set(tokens[::2]) == {"properties"} else None


def _question(finding: Finding, part: Part, place: DocumentPlace) -> Question:
    """What a break in a part asks of the newer side at one of its places."""
    tail = part.tail
    side = finding.old if isinstance(finding.old, dict) else {}
    if finding.rule in _NAMED_BY_PLACE and not tail and place.steps and place.steps[-1].name is not None:
        return Question("declared")
    if finding.rule == "enum-value-removed" and tail[:1] in (("enum",), ("const",)):
        return Question("listed", value=finding.old)
    if (name := _required_name(finding, tail)) is not None:
        return Question("required" if finding.old is not None else "newly required", value=name)
    keywords = frozenset(NEEDED.get(keyword, keyword) for keyword in (*tail[:1], *side))
    if tail and not keywords & _JUDGING:
        # units that the break is not about are those of other cases
        return Question("fact", keywords, value=[finding.old, finding.new] if finding.rule == _UNIT else None)
    if not keywords.isdisjoint(REFERENCES) or not (tail or part.is_in_place):
        return Question("whole")
    return Question("keyword", keywords, known=_known_values(finding))


def _required_name(finding: Finding, tail: Sequence[str]) -> str | None:
    """The name of which a break says that it is required, or no longer is."""
    if tail and tail[0] != "required":
        return None
    sides = [side for side in (finding.old, finding.new) if isinstance(side, dict)]
    return next((side["required"] for side in sides if isinstance(side.get("required"), str)), None)


def _known_values(finding: Finding) -> frozenset[str] | None:
    """The values that count where one of several added ones is at fault."""
    part = refused_part(finding)
    if part is None or finding.rule not in _LISTED:
        return None
    as_text = fingerprint if finding.rule == "closed-enum-value-added" else canonical
    return frozenset(map(as_text, [*_LISTED[finding.rule](finding.old), part]))


def _home(state: ContractState | None, place: Place | None) -> tuple[Schema, str] | None:
    """The schema of a state in which a place lies, and the pointer in it."""
    for schema in state.schemas.values() if state and place else ():
        is_file = schema.document is not None and place is not None and place.path == schema.document.path
        if place is not None and is_file and f"{place.pointer}/".startswith(f"{schema.base}/"):
            return schema, place.pointer.removeprefix(schema.base)
    return None


# The two sides


def _says_all(finding: Finding) -> bool:
    """Whether rule and pointer name the field that is lost."""
    tokens = pointers.split(_pointer(finding.old_place))
    return finding.rule in _NAMED_BY_PLACE and tokens[-2:-1] == ["properties"]


def _both(finding: Finding, sides: Sides) -> tuple[JsonValue, JsonValue]:
    if finding.rule in _SAME_BREAK or _says_all(finding):
        return None, None
    if finding.old is not None or finding.new is not None or finding.rule in _NAMED_BY_PLACE:
        return finding.old, finding.new
    if isinstance(finding.evidence, Witness) or finding.severity == Severity.UNDECIDED:
        old, new = (part_of(state, _part_name(finding)) for state in sides(finding))
        return {"sha256": digest(old)}, {"sha256": digest(new)}
    return (finding.evidence.old, finding.evidence.new) if isinstance(finding.evidence, Facts) else (None, None)


def _part_name(finding: Finding) -> str:
    """``response`` in ``cobre/v1/response``."""
    return finding.subject.partition("/")[2].partition("/")[2]


def _pointer(place: Place | None) -> str:
    """The pointer in the schema, code list or stream, also where it stands in a release file."""
    if place is None:
        return ""
    return _PART.sub("", place.pointer) if _RELEASE.search(place.path) else place.pointer
