"""The one validator wrapper: jsonschema-rs for every question, jsonschema as the second opinion.

validator = validator_of(Resources.of(schema))
validator.is_valid(document)                     # formats are annotations, nothing is ever fetched
for problem in validator.problems(document): ...
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property, lru_cache
from itertools import islice
from math import inf
from typing import Any, Final

from accordant.findings import JsonValue
from accordant.schema import libraries
from accordant.schema.assumptions import assumed, dangling
from accordant.schema.effort import effort, effort_within, may_repeat
from accordant.schema.json_values import texts_in
from accordant.schema.library_errors import LibraryErrors, as_objection, inside
from accordant.schema.library_patterns import is_quick
from accordant.schema.listing import Listing, Place, are_surely_few
from accordant.schema.member_names import names_in
from accordant.schema.other_drafts import parts_in_other_drafts
from accordant.schema.patterns import possible_patterns
from accordant.schema.problems import Objection, Problem, UnusableSchema
from accordant.schema.references import Node
from accordant.schema.separation import separated
from accordant.schema.value_sizes import sizes_of

MOST_REPEATED: Final = 20_000
"""Most subschemas that may be asked again about a part that they were asked about before, for a list of all problems:
jsonschema-rs then lists the errors of every branch of unions inside unions, each time with some kilobytes."""
MOST_REPEATED_BY_VERDICT: Final = 10_000_000
"""The same for a verdict alone: a second of work."""
MOST_FOR_JSONSCHEMA: Final = 200_000
"""Most subschemas that jsonschema is asked, which remembers none of its answers: some seconds of work."""
MOST_BY_JSONSCHEMA: Final = 20_000
"""Most problems that jsonschema lists, one after the other."""

MOST_PLACES: Final = 500_000
"""Most subschemas at parts of a document that are counted for that: some seconds of work."""

_HOLDING_OTHERS: Final = ("anyOf", "oneOf", "unevaluatedProperties", "unevaluatedItems")
_UNLISTED: Final = "the document is refused; it is too large, or its alternatives too many, to list the reasons"
_MORE: Final = "more is wrong than is told here: the document is too large, or its alternatives too many, to list all"


class Validator:
    """Judges documents by one schema. Cheap to make: the libraries are loaded and asked on first use."""

    def __init__(
        self, node: Node, *, unknown_holds: bool = False, formats: bool = False, keep_parts: bool = False
    ) -> None:
        """``keep_parts``: what judges by its subschemas is kept from one list of problems to the next."""
        self.node = node
        self.formats = formats
        self.unknown_holds = unknown_holds
        self._judges_of_parts: dict[Node, Any] | None = {} if keep_parts else None

    @property
    def _told(self) -> LibraryErrors:
        """The errors of the libraries about the schema. Not kept: it knows the validator, and the two would stay."""
        return LibraryErrors(self.node, self._list_problems)

    def is_valid(self, document: JsonValue) -> bool:
        """Whether the document is valid; UnusableSchema if no library can tell."""
        first = self.first_opinion(document)
        if first is None:
            first = self.second_opinion(document)
        if first is None:
            reason = self.failure or "the document cannot be judged: alternatives multiply, or no library takes it"
            raise UnusableSchema(self.node.location, reason)
        return first

    def accepts_all(self, documents: list[JsonValue]) -> bool:
        """Whether jsonschema-rs accepts all documents; False too where it cannot judge, or would take long."""
        if self._fast is None or self._multiplies:
            return False
        try:
            return all(map(self._fast.is_valid, documents))
        except Exception:  # a document that the library cannot take
            return False

    def can_list_problems(self, document: JsonValue) -> bool:
        """Whether the problems of a document are few enough to be listed: in unions inside unions they multiply."""
        return self._count_repeated(document) <= MOST_REPEATED

    def _count_repeated(self, document: JsonValue) -> float:
        if not may_repeat(self.node.resources):
            return 0
        counted = effort_within(MOST_PLACES, self.node, document)
        return inf if counted is None else counted.repeated

    def problems(self, document: JsonValue) -> list[Problem]:
        """Everything that makes the document invalid, with the problems of each branch, in the validator's order.

        The first ones, and one of the whole document that says so, where they are too many to be listed.

        Raises:
            UnusableSchema: the library cannot take the schema.
        """
        repeated = self._count_repeated(document)
        if repeated > MOST_REPEATED:
            return [] if self.is_valid(document) else [self._of_all(_UNLISTED)]
        if are_surely_few(self.node, document, int(repeated)):
            return self._all_problems(document)
        judges = {} if self._judges_of_parts is None else self._judges_of_parts
        listing, whole = Listing(self._find_judge, sizes_of(document), judges), Place(self.node, (), document)
        if self._judge is None or listing.can_list_all(whole):
            return self._all_problems(document)
        told = [problem for place in listing.first(whole) for problem in self._problems_at(place)]
        told = told or self._first_problem(document)
        return [*told, self._of_all(_MORE if told else _UNLISTED)]

    def _of_all(self, message: str) -> Problem:
        return Problem("", "", self.node.location, "", message)

    def _find_judge(self, node: Node) -> Any:
        return validator_of(node, unknown_holds=self.unknown_holds, formats=self.formats)._judge

    def _problems_at(self, place: Place) -> Iterator[Problem]:
        """The problems of a part of a document, as those of the document."""
        judge = validator_of(place.node, unknown_holds=self.unknown_holds, formats=self.formats)
        for problem in judge._all_problems(place.value):
            yield inside(problem, place.at, place.way)

    def _first_problem(self, document: JsonValue) -> list[Problem]:
        """The problem that the library meets first; none where it may hold many others, as one of alternatives does."""
        roots = map(self.node.resources.root, self.node.resources)
        if not all(names_in(root).isdisjoint(_HOLDING_OTHERS) for root in roots):
            return []
        try:
            self._judge.validate(document)
        except ValueError as error:
            return [self._told.problem(error, inside=False)] if hasattr(error, "schema_path") else []
        return []

    def _all_problems(self, document: JsonValue) -> list[Problem]:
        errors = self._fast_errors(document)
        if errors is not None:
            return list(map(self._told.problem, errors))
        problems = list(map(self._told.slow_problem, self._slow_errors(document)))
        return problems if len(problems) < MOST_BY_JSONSCHEMA else [*problems, self._of_all(_MORE)]

    def _list_problems(self, node: Node, document: JsonValue) -> list[Problem]:
        return validator_of(node, unknown_holds=self.unknown_holds, formats=self.formats).problems(document)

    def objections(self, document: JsonValue) -> list[Objection]:
        """The same as :meth:`problems`, level by level.

        Raises:
            UnusableSchema: the library cannot take the schema.
        """
        errors = self._fast_errors(document)
        if errors is not None:
            return list(map(self._told.objection, errors))
        return [as_objection(problem) for problem in map(self._told.slow_problem, self._slow_errors(document))]

    def _fast_errors(self, document: JsonValue) -> list[Any] | None:
        """The problems that jsonschema-rs finds; None where it cannot take the schema or the document."""
        judge = self._judge
        try:
            return None if judge is None else list(judge.iter_errors(document))
        except ValueError:  # nested more deeply than the library goes
            return None

    @property
    def _judge(self) -> Any:
        return self._judges[0] if self._judges and self.unknown_holds else self._fast

    def first_opinion(self, document: JsonValue) -> bool | None:
        """What jsonschema-rs says; None where it cannot judge, or references that lead nowhere would decide."""
        if self._multiplies and effort(self.node, document).repeated > MOST_REPEATED_BY_VERDICT:
            return None
        try:
            answers = {bool(judge.is_valid(document)) for judge in self._judges}
            return answers.pop() if len(answers) == 1 else None
        except Exception:  # a document that the library cannot take, such as a lone surrogate
            return None

    def second_opinion(self, document: JsonValue) -> bool | None:
        """What jsonschema says; None where it cannot judge or must not be asked: patterns that its engine is slow with,
        unions inside unions that multiply, a loop of references (its Rust parts print their stack when it is too deep).
        """
        if self.formats or self._mixes_drafts:  # it asserts others; it reads an embedded part in the draft around it
            return None
        if self._patterns and not is_quick(self._patterns, texts_in(document)):  # it matches with Python's `re`
            return None
        if may_repeat(self.node.resources):
            counted = effort_within(MOST_FOR_JSONSCHEMA, self.node, document)
            if counted is None or counted.endless or counted.asked > MOST_FOR_JSONSCHEMA:
                return None
        try:
            return bool(self._slow.is_valid(document))
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException:  # unusable schema or document; too deep, which its Rust parts report as a panic
            return None

    @cached_property
    def _mixes_drafts(self) -> bool:
        resources = self.node.resources
        if resources.is_plain:
            return False
        return any(True for uri in resources for _ in parts_in_other_drafts(resources.root(uri).value))

    @cached_property
    def _patterns(self) -> list[str]:
        """All patterns of the schemas, and texts that only look like patterns."""
        resources = self.node.resources
        if resources.patterns is not None:
            return list(resources.patterns)
        return [text for uri in resources for text in possible_patterns(resources.root(uri).value)]

    @cached_property
    def _multiplies(self) -> bool:
        """Whether subschemas of one and the same value multiply, which no library remembers."""
        return may_repeat(self.node.resources) and effort(self.node, None).repeated > MOST_REPEATED

    @cached_property
    def failure(self) -> str:
        """Why jsonschema-rs cannot take the schema; empty where it can."""
        try:
            libraries.jsonschema_rs_of(self.node)
        except Exception as error:
            return libraries.unspelt_pattern(self.node) or self.too_large_pattern or str(error).split("\n")[0]
        return ""

    @cached_property
    def too_large_pattern(self) -> str:
        """The first pattern that is too large for jsonschema-rs, with its place; empty where there is none."""
        return libraries.too_large_pattern(self.node)

    @cached_property
    def _fast(self) -> Any:
        if self.unknown_holds:
            return validator_of(self.node, formats=self.formats)._fast  # made once for both
        try:
            return libraries.jsonschema_rs_of(self.node, formats=self.formats)
        except Exception:  # the library's own exceptions, which differ by kind of defect
            return None

    @cached_property
    def _judges(self) -> list[Any]:
        """One judge; where references lead nowhere, one for each assumption about them."""
        if self._fast is not None:
            return [self._fast]
        references = dangling(self.node.resources)
        if not references:
            return []
        ways = assumed(separated(self.node.resources), references)
        try:
            return [
                libraries.jsonschema_rs_of(self.node, schemas, formats=self.formats)
                for schemas in islice(ways, 1 if self.unknown_holds else None)
            ]
        except Exception:  # as above
            return []

    @cached_property
    def _slow(self) -> libraries.Judge:
        return libraries.jsonschema_of(self.node)

    def _slow_errors(self, document: JsonValue) -> list[Any]:
        """The first problems that jsonschema finds; it may meet a defect of the schema after one of them."""
        if self.second_opinion(document) is not None:
            with suppress(Exception):
                return list(islice(self._slow.iter_errors(document), MOST_BY_JSONSCHEMA))
        raise UnusableSchema(self.node.location, self.failure)


def validator_of(node: Node, *, unknown_holds: bool = False, formats: bool = False) -> Validator:
    """The validator of a node: a root, or any place inside a schema.

    The last few are kept: a question, the search for the keyword to blame and the confirmation ask the same ones.
    ``unknown_holds``: it gives its problems on the assumption that references hold which lead nowhere. ``formats``: it
    judges by ``format`` too.
    """
    return _validator(node, unknown_holds, formats)


def forget_validators() -> None:
    """Drop the validators that are kept and not needed again, with everything that they hold."""
    _validator.cache_clear()


@lru_cache(maxsize=32)
def _validator(node: Node, unknown_holds: bool, formats: bool) -> Validator:
    return Validator(node, unknown_holds=unknown_holds, formats=formats)
