"""Containment and emptiness of schemas: propose a document, confirm it with a validator."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from accordant.algebra.budget import Budget, Meter, Spent
from accordant.algebra.constants import constant
from accordant.algebra.deep_recursion import deep_recursion
from accordant.algebra.depth import too_deep_in
from accordant.algebra.emptiness import Solver
from accordant.algebra.implication import Implication
from accordant.algebra.keywords import KEYWORDS
from accordant.algebra.model import Formula, Pool
from accordant.algebra.outcomes import NOTHING, Found, Nothing, Outcome, Unsure
from accordant.algebra.reader import LOOP, Reader
from accordant.algebra.same_schema import same_schema
from accordant.algebra.values import has_lone_surrogate, key_of, spellings
from accordant.findings import JsonValue
from accordant.regex.errors import UnreadablePattern
from accordant.schema.references import Node
from accordant.schema.validation import Validator, validator_of

_FRAMES: Final = 25_000
"""Python frames: room for the nesting that `reader` and `emptiness` allow."""
_ATTEMPTS: Final = 6
"""Proposed documents that validators may refuse before the answer is `Unsure`."""


@dataclass(frozen=True, slots=True)
class Contained:
    """Every document that the writer may write is accepted by the reader; proved."""


@dataclass(frozen=True, slots=True)
class Counterexample:
    """The writer may write this document and the reader refuses it; a validator confirms both."""

    document: JsonValue


@dataclass(frozen=True, slots=True)
class Undecided:
    """Neither proved nor refuted: the reason, and the place (`document#pointer`) where it is known."""

    reason: str
    where: str = ""


Answer = Contained | Counterexample | Undecided


class Session:
    """Questions about the same schemas; each reuses what earlier ones computed.

    Each question has the whole budget. Do not share a session between threads.
    """

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget or Budget()
        self._pool = Pool()
        self._meter = Meter(self.budget)
        self._reader = Reader(self._pool, self._meter, KEYWORDS)
        self._solver = Solver(self._pool, self._meter)
        self._implication = Implication(self._pool, self._solver.mask)
        self._shallow: set[Node] = set()
        self._validators: dict[Node, Validator] = {}

    def limit(self, steps: int, seconds: float) -> None:
        """Set the steps, and the seconds of processor time, that each question may take from now on."""
        self.budget = self._meter.budget = replace(self.budget, steps=steps, seconds=seconds)

    @property
    def steps(self) -> int:
        """The steps that the last question took."""
        return self._meter.steps

    def check_containment(self, writer: Node, reader: Node) -> Answer:
        """Is every document that is valid under `writer` valid under `reader`?"""
        if self._too_deep([writer, reader]) is None and same_schema(writer, reader):
            return Contained()
        outcome = self.find([writer], [reader])
        if isinstance(outcome, Found):
            return Counterexample(outcome.document)
        return Undecided(outcome.reason, outcome.where) if isinstance(outcome, Unsure) else Contained()

    def find(self, positives: Sequence[Node], negatives: Sequence[Node] = ()) -> Outcome:
        """A small plain document that is valid under all positives and under none of the negatives.

        A `Found` document has been confirmed by jsonschema-rs or jsonschema; `Nothing` is proved.
        """
        unsure = self._too_deep([*positives, *negatives])
        if unsure is not None:
            return unsure
        return self._answer(lambda: self._search(positives, negatives))

    def proves_none(self, positives: Sequence[Node], negatives: Sequence[Node] = ()) -> bool:
        """Whether it is proved that there is no such document; quicker than `find`, since no validator is asked."""
        if self._too_deep([*positives, *negatives]) is not None:
            return False
        outcome = self._answer(lambda: self._propose(positives, negatives, []))
        return isinstance(outcome, Nothing) and not self._reader.has_unsound_loops

    def _too_deep(self, nodes: Sequence[Node]) -> Unsure | None:
        for node in nodes:
            if not node.resources.is_plain and node not in self._shallow:  # a copy is as deep as its original
                place = too_deep_in(node)
                if place is not None:
                    return Unsure("nested too deeply to be judged", f"{node.location}{place}")
                self._shallow.add(node)
        return None

    def _search(self, positives: Sequence[Node], negatives: Sequence[Node]) -> Outcome:
        outcome = self._propose(positives, negatives, [])
        refused: list[JsonValue] = []
        while isinstance(outcome, Found) and len(refused) < _ATTEMPTS:
            doubt = self._solver.refuse_size(outcome.document)
            if doubt is not None:
                return doubt
            for document in spellings(outcome.document):
                if self._is_confirmed(positives, negatives, document):
                    return Found(document)
            refused.append(outcome.document)
            outcome = self._propose(positives, negatives, refused)
        if refused:
            # A document that no validator confirms is no witness, and what is left without it is no proof.
            return self._reader.invalid or self._explain_unconfirmed([*positives, *negatives])
        if isinstance(outcome, Nothing) and self._reader.has_unsound_loops:
            return Unsure(LOOP)
        return outcome

    def _explain_unconfirmed(self, nodes: Sequence[Node]) -> Unsure:
        """The outcome where validators confirm no proposed document: with the reason, where one of them has one."""
        reason = "there seem to be such documents, but neither validator confirms those found"
        for node in nodes:
            failure = self._validator(node).failure
            if failure:
                return Unsure(f"{reason}; one cannot take the schema: {failure}", node.location)
        return Unsure(reason)

    def _propose(self, positives: Sequence[Node], negatives: Sequence[Node], refused: Sequence[JsonValue]) -> Outcome:
        """The answer of the algebra, without the documents that validators refused."""
        with deep_recursion(_FRAMES):  # calls into the validators take C stack, so they stay outside
            for writer in positives:
                for reader in negatives:
                    self._reader.share(writer.resources.root(writer.document), reader.resources.root(reader.document))
            formulas = [self._reader.read(node) for node in positives]
            wanted = [self._reader.read(node) for node in negatives]
            if len(wanted) == 1 and self._implication.follows(formulas, wanted[0]):
                return NOTHING
            formulas += [formula.negated for formula in wanted]
            formulas += [self._different_from(document) for document in refused]
            return self._solver.find(formulas)

    def _different_from(self, document: JsonValue) -> Formula:
        return constant(self._pool, key_of(document)).negated

    def _is_confirmed(self, positives: Iterable[Node], negatives: Iterable[Node], document: JsonValue) -> bool:
        """Whether one of the two validators agrees that all positives and no negatives accept the document."""
        if has_lone_surrogate(document):
            return False  # it cannot be written as UTF-8
        accept = [self._validator(node) for node in positives]
        refuse = [self._validator(node) for node in negatives]
        opinions = [Validator.first_opinion, Validator.second_opinion]
        if self._reader.loops:
            opinions.pop()  # jsonschema follows a loop of references until its stack ends
        for opinion in opinions:
            if all(opinion(v, document) is True for v in accept) and all(opinion(v, document) is False for v in refuse):
                return True
        return False

    def _validator(self, node: Node) -> Validator:
        validator = self._validators.get(node)
        if validator is None:
            validator = self._validators[node] = validator_of(node)
        return validator

    def _answer(self, ask: Callable[[], Outcome]) -> Outcome:
        """The outcome of a question, or `Unsure` with the error that ended it."""
        self._meter.restart()
        try:
            return ask()
        except Spent as spent:
            return Unsure(spent.reason, spent.where)
        except UnreadablePattern as error:
            return Unsure(str(error))
        except RecursionError:
            return Unsure("nested too deeply to be judged")
        finally:
            self._solver.forget_open()


def check_containment(writer: Node, reader: Node, *, budget: Budget | None = None) -> Answer:
    """Is every document that is valid under `writer` valid under `reader`? See `Session.check_containment`."""
    return Session(budget).check_containment(writer, reader)


def find(positives: Sequence[Node], negatives: Sequence[Node] = (), *, budget: Budget | None = None) -> Outcome:
    """A small plain document valid under all positives and no negatives. See `Session.find`."""
    return Session(budget).find(positives, negatives)


def witness(node: Node, *, budget: Budget | None = None) -> Outcome:
    """The smallest plain document of a schema: `Found(document)`, `Nothing()` if it has none, or `Unsure`."""
    return Session(budget).find([node])
