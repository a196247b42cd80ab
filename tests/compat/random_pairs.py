"""Random pairs of schemas, most of them a few edits apart, and what is wrong with the answers about them."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from accordant import compare
from accordant.compat.comparison import Comparison
from accordant.compat.meant import meant_documents
from accordant.compat.sides import follow
from accordant.findings import Verdict, Witness
from accordant.schema import pointers
from accordant.schema.declarations import DeclaredProperty, properties
from accordant.schema.definitions import definition_named
from accordant.schema.dialects import DIALECTS
from accordant.schema.reader_copy import Copies, as_node, open_reading
from accordant.schema.references import Node, Resources
from accordant.schema.validation import Validator, validator_of
from tests.gen.random_schemas import Documents, Schemas

RESOURCE: Final = "https://example.test/resource"
SECONDS: Final = 2.0


def pair(seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two schemas by their number; the drafts take turns, and one pair of twelve is of two drafts."""
    chance = random.Random(f"pair {seed}")
    dialect = DIALECTS[seed % len(DIALECTS)]
    old = _schema(seed, chance)
    if chance.random() < 0.15:
        new = _schema(seed + 1_000_003 * len(DIALECTS), chance)
    else:
        new = copy.deepcopy(old)
        for number in range(chance.choice((1, 1, 2, 3))):
            _edit(new, Schemas(f"edit {seed} {number}", dialect))
    if chance.random() < 0.08:
        new["$schema"] = chance.choice(DIALECTS).uri
    return old, new


def _schema(seed: int, chance: random.Random) -> dict[str, Any]:
    """A schema; one of four holds a resource with an address of its own and a dynamic anchor of the same name."""
    dialect = DIALECTS[seed % len(DIALECTS)]
    schema = Schemas(seed, dialect).schema()
    if chance.random() < 0.25:
        inner = Schemas(f"inner {seed}", dialect).schema()
        keyword = "$defs" if "$defs" in dialect.keywords else "definitions"
        schema[keyword]["R"] = {dialect.id_keyword: RESOURCE, **inner}
        if "$recursiveAnchor" in dialect.keywords:
            schema["$recursiveAnchor"] = True
            schema[keyword]["R"]["$recursiveAnchor"] = chance.random() < 0.5
        places = [place for place in _places(schema) if isinstance(place, dict)]
        chance.choice(places)["$ref"] = RESOURCE + chance.choice(("", f"#/{keyword}/D", f"#/{keyword}/F"))
    return schema


def _places(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """The subschemas of a schema that are objects, itself included."""
    found, todo = [], [Resources.of(schema)]
    while todo:
        node = todo.pop()
        if isinstance(node.value, dict):
            found.append(node.value)
        todo += node.subschemas()
    return found


def _edit(schema: dict[str, Any], schemas: Schemas) -> None:
    """Change one subschema in place: add, take away or replace a keyword, or put the schema into another."""
    chance = schemas.chance
    place = chance.choice(_places(schema))
    kept: dict[str, Any] = {
        name: place[name] for name in ("$schema", "$defs", "definitions", "$id", "id") if name in place
    }
    body = {name: value for name, value in place.items() if name not in kept}
    other = schemas.part(1)
    match chance.choice(("add", "add", "drop", "drop", "replace", "anyOf", "oneOf", "allOf", "not")):
        case "add" if isinstance(other, dict):
            place.update({name: value for name, value in other.items() if name not in kept})
        case "drop" if body:
            del place[chance.choice(sorted(body))]
        case "anyOf" | "oneOf" | "allOf" as keyword:
            _replace(place, kept, {keyword: [body, other] if chance.random() < 0.7 else [body]})
        case "not":
            _replace(place, kept, {"not": {"not": body}})
        case _:
            _replace(place, kept, other if isinstance(other, dict) else {})


def _replace(place: dict[str, Any], kept: dict[str, Any], body: dict[str, Any]) -> None:
    place.clear()
    place.update({**kept, **body})


@dataclass
class Tally:
    """Verdicts by promise and direction, and everything that is wrong, each with the number of its pair."""

    documents_each: int = 40
    """How many documents along each of the two schemas are tried in each direction, those of the reader fewer."""
    verdicts: dict[tuple[str, str, str], int] = field(default_factory=dict)
    reasons: dict[str, int] = field(default_factory=dict)
    documents: int = 0
    witnesses: int = 0
    by_one: int = 0
    """Witnesses that one library confirms and the other contradicts."""
    crashes: int = 0
    wrong: list[str] = field(default_factory=list)
    doubted: list[str] = field(default_factory=list)

    def judge_all(self, seeds: Iterable[int]) -> Iterator[str]:
        """Judge the pairs with these numbers, and give a line for each wrong answer, doubted witness and crash."""
        for seed in seeds:
            said = len(self.wrong), len(self.doubted)
            try:
                self.judge(seed)
            except Exception as error:
                self.crashes += 1
                yield f"crash: {seed} {error!r}"
            yield from (f"wrong: {line}" for line in self.wrong[said[0] :])
            yield from (f"doubted: {line}" for line in self.doubted[said[1] :])

    def judge(self, seed: int) -> None:
        """Ask all questions about a pair, and check the answers."""
        old, new = pair(seed)
        for direction in ("output", "input"):
            exchange = _Exchange(seed, direction, old, new, self.documents_each)
            for promise in ("strict", "additive"):
                answer = compare(old, new, direction=direction, promise=promise, seconds=SECONDS)
                key = (promise, direction, answer.verdict.value)
                self.verdicts[key] = self.verdicts.get(key, 0) + 1
                self._check(exchange, promise, answer)

    def _check(self, exchange: _Exchange, promise: str, answer: Comparison) -> None:
        name = f"{exchange.seed} {exchange.direction} {promise}"
        self.documents += len(exchange.written)
        if answer.strict is Verdict.COMPATIBLE:
            self.wrong += [f"{name}: {json.dumps(document)}" for document in exchange.escaping()]
        elif answer.verdict is Verdict.COMPATIBLE:
            self.wrong += [f"{name}: {json.dumps(document)}" for document in exchange.refused_openly()]
        if answer.verdict is Verdict.UNDECIDED:
            reason = answer.findings[0].message
            self.reasons[reason] = self.reasons.get(reason, 0) + 1
        for finding in answer.findings:
            if isinstance(finding.evidence, Witness) and finding.severity == "error":
                self._check_witness(name, exchange, finding.evidence)

    def _check_witness(self, name: str, exchange: _Exchange, witness: Witness) -> None:
        writer, reader = exchange.side(witness.writer), exchange.side(witness.reader)
        opinions = [
            (opinion(writer, witness.document), opinion(reader, witness.document))
            for opinion in (Validator.first_opinion, Validator.second_opinion)
        ]
        self.witnesses += 1
        self.by_one += sum(None not in answers and answers != (True, False) for answers in opinions)
        if (True, False) not in opinions:
            self.doubted.append(f"{name}: {json.dumps(witness.document)} {opinions}")


class _Exchange:
    """A pair in one direction, with documents that the writer may write."""

    def __init__(self, seed: int, direction: str, old: Any, new: Any, count: int) -> None:
        self.seed, self.direction = seed, direction
        sides = Resources.of(old), Resources.of(new)
        self.old, self.new = map(validator_of, sides)
        writes_newer = direction == "output"
        self.writer, self.reader = (self.new, self.old) if writes_newer else (self.old, self.new)
        self._is_closed = not writes_newer
        written = new if writes_newer else old
        schemas = Schemas(f"documents {seed} {direction}", DIALECTS[seed % len(DIALECTS)])
        read = old if writes_newer else new
        both = [*Documents(schemas, written).some(count), *Documents(schemas, read).some(count // 4)]
        self.written = [document for document in both if _opinion(self.writer, document)]

    def side(self, name: str) -> Validator:
        """A schema by the name that findings give it, or one of its definitions: ```D` of the newer schema``."""
        definition, _, schema = name.rpartition(" of ")
        whole = {"the older schema": self.old, "the newer schema": self.new}[schema]
        if not definition:
            return whole
        node = definition_named(whole.node, definition.strip("`"))
        assert node is not None, name
        return validator_of(node)

    def escaping(self) -> Iterator[Any]:
        """The documents that the writer may write and the reader refuses, as a validator says."""
        return (document for document in self.written if _escapes(self.writer, self.reader, document))

    def refused_openly(self) -> Iterator[Any]:
        """Those that the writer means and an open reader refuses too; of input those with the keys that it names."""
        return (document for document in self.escaping() if self._means(document) and self._refuses_openly(document))

    def _means(self, document: Any) -> bool:
        meant = meant_documents(Copies().exact(self.writer.node))
        return meant is None or _opinion(validator_of(as_node(meant)), document) is not False

    def _refuses_openly(self, document: Any) -> bool:
        if self._is_closed:
            return not _has_unnamed_keys(self.writer.node, document)
        return _escapes(self.writer, validator_of(as_node(open_reading(self.reader.node))), document)


def _opinion(validator: Validator, document: Any) -> bool | None:
    first = validator.first_opinion(document)
    return validator.second_opinion(document) if first is None else first


def _escapes(writer: Validator, reader: Validator, document: Any) -> bool:
    """Whether one library says that the writer may write a document and the reader refuses it.

    Both sides are asked of the same one: they differ in keywords that no draft has, such as `dependencies` of 2020-12.
    """
    opinions = writer.first_opinion(document), reader.first_opinion(document)
    if None in opinions:
        opinions = writer.second_opinion(document), reader.second_opinion(document)
    return opinions == (True, False)


def _is_key_of(property_: DeclaredProperty, key: str) -> bool:
    """Whether a key is one of those that a property, a pattern or a map declares."""
    if property_.name is not None:
        return key == property_.name
    asked = {"patternProperties": {property_.pattern: False}}
    return not property_.pattern or not validator_of(Resources.of(asked)).is_valid({key: 1})


def _has_unnamed_keys(writer: Node, document: Any, at: tuple[str, ...] = ()) -> bool:
    """Whether an object has a key that the writer's schemas for it neither name nor declare as one of a map.

    Where they name none, the object is free data.
    """
    value = pointers.follow(document, pointers.write(at))
    if isinstance(value, dict):
        schemas = follow(writer, document, pointers.write(at))
        declared = list(properties(schemas))
        if declared and not all(any(_is_key_of(property_, key) for property_ in declared) for key in value):
            return True
    keys = value if isinstance(value, dict) else map(str, range(len(value))) if isinstance(value, list) else ()
    return any(_has_unnamed_keys(writer, document, (*at, key)) for key in keys)
