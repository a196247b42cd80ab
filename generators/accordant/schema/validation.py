"""The one validator wrapper: jsonschema-rs for every question, jsonschema as the second opinion.

validator = validator_of(Resources.of(schema))
validator.is_valid(document)                     # formats are annotations, nothing is ever fetched
for problem in validator.problems(document): ...
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any, Final
from urllib.parse import unquote

from accordant.errors import AccordantError
from accordant.findings import JsonValue
from accordant.schema import libraries, pointers
from accordant.schema.assumptions import assumed, dangling
from accordant.schema.effort import effort, effort_within, may_repeat
from accordant.schema.json_values import texts_in
from accordant.schema.library_patterns import is_quick
from accordant.schema.patterns import possible_patterns
from accordant.schema.references import Node
from accordant.schema.separation import separated
from accordant.schema.unseen_contains import STANDS_BEHIND_NOT

LONGEST_FOR_BACKTRACKING: Final = 24
"""jsonschema matches patterns with Python's `re`, which may need 2^length steps: it sees longer strings only where all
patterns are of a quick form."""
MOST_REPEATED: Final = 20_000
"""Most subschemas that may be asked again about a part that they were asked about before, for a list of all problems:
jsonschema-rs then lists what every branch of unions inside unions has against a part, each time with some kilobytes."""
MOST_REPEATED_BY_VERDICT: Final = 10_000_000
"""The same for a verdict alone: a second of work."""
MOST_FOR_JSONSCHEMA: Final = 200_000
"""Most subschemas that jsonschema is asked, which remembers none of its answers: some seconds of work."""

MOST_PLACES: Final = 500_000
"""Most subschemas at parts of a document that are counted for that: some seconds of work."""

_UNLISTED: Final = "the document is refused; it is too large, or its alternatives too many, to list the reasons"


@dataclass(eq=False)
class UnusableSchema(AccordantError):
    """A schema that the validator cannot be built from, and the validator's reason."""

    location: str
    reason: str

    def __str__(self) -> str:
        return f"{self.location}: not usable as a schema: {self.reason}"


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a document is not valid: where in the document, which keyword at which place, in one sentence.

    `schema_location` is `document#pointer` of the keyword that refused, behind all references; `evaluation`
    is the pointer of the way to it from the root, through references.
    """

    instance: str
    keyword: str
    schema_location: str
    evaluation: str
    message: str
    names: tuple[str, ...] = ()
    """The members that are missing (`required`) or unexpected (`additionalProperties`, `unevaluatedProperties`), or the
    unexpected items as JSON (`unevaluatedItems`)."""
    branches: tuple[tuple[Problem, ...], ...] = ()
    """For `oneOf` and `anyOf`: what each branch has against the document."""
    is_false: bool = False
    """Whether the schema `false` refused, which stands at `schema_location`."""
    key: str | None = None
    """The refused key where `propertyNames` refused one; `instance` is the object that has it."""
    nearest: str = ""
    """The alternative that asks for this, where nothing selects one and it comes nearest; else empty."""

    @property
    def schema_pointer(self) -> str:
        """The JSON Pointer of the keyword inside its document."""
        return self.schema_location.partition("#")[2]


@dataclass(frozen=True, slots=True)
class Objection:
    """A problem whose branches are looked at one level after the other: all levels may hold thousands."""

    problem: Problem
    _ask_branches: Callable[[], list[list[Objection]]]

    @property
    def branches(self) -> list[list[Objection]]:
        """For `oneOf` and `anyOf`: what each branch has against the document."""
        return self._ask_branches()


class Validator:
    """Judges documents by one schema. Cheap to make: the libraries are loaded and asked on first use."""

    def __init__(self, node: Node, *, unknown_holds: bool = False, formats: bool = False) -> None:
        self.node = node
        self.formats = formats
        self.unknown_holds = unknown_holds

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
        if not may_repeat(self.node.resources):
            return True
        counted = effort_within(MOST_PLACES, self.node, document)
        return counted is not None and counted.repeated <= MOST_REPEATED

    def problems(self, document: JsonValue) -> list[Problem]:
        """Everything that makes the document invalid, with what each branch has against it, in the validator's order.

        One problem of the whole document where they are too many to be listed.

        Raises:
            UnusableSchema: the library cannot take the schema.
        """
        if not self.can_list_problems(document):
            return [] if self.is_valid(document) else [Problem("", "", self.node.location, "", _UNLISTED)]
        errors = self._fast_errors(document)
        if errors is not None:
            return [self._problem(error, True) for error in errors]
        return [self._slow_problem(error, True) for error in self._slow_errors(document)]

    def objections(self, document: JsonValue) -> list[Objection]:
        """The same as :meth:`problems`, level by level.

        Raises:
            UnusableSchema: the library cannot take the schema.
        """
        errors = self._fast_errors(document)
        if errors is not None:
            return [self._objection(error) for error in errors]
        return [_as_objection(self._slow_problem(error, True)) for error in self._slow_errors(document)]

    def _fast_errors(self, document: JsonValue) -> list[Any] | None:
        """What jsonschema-rs has against a document; None where it cannot take the schema or the document."""
        judge = self._judge
        try:
            return None if judge is None else list(judge.iter_errors(document))
        except ValueError:  # nested more deeply than the library goes
            return None

    def _objection(self, error: Any) -> Objection:
        inside = getattr(error.kind, "context", ())
        return Objection(
            self._problem(error, False), lambda: [[self._objection(cause) for cause in branch] for branch in inside]
        )

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
        """What jsonschema says; None where it cannot judge or must not be asked: long strings and slow patterns,
        unions inside unions that multiply, a loop of references (its Rust parts print their stack when it is too deep).
        """
        if self.formats:  # it asserts others
            return None
        longest = max(map(len, texts_in(document)), default=0)
        if longest > LONGEST_FOR_BACKTRACKING and not self._is_quick(longest):
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

    def _is_quick(self, length: int) -> bool:
        resources = self.node.resources
        if resources.patterns is not None:
            return is_quick(resources.patterns, length)
        return all(is_quick(possible_patterns(resources.root(uri).value), length) for uri in resources)

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
            return libraries.unspelt_pattern(self.node) or str(error).split("\n")[0]
        return ""

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

    def _existing(self, location: str) -> str:
        """A location as the library writes it (encoded, some with an index too many), as one that is there."""
        address, _, fragment = location.partition("#")
        tokens = pointers.split(self._find_written(address, unquote(fragment))) if fragment.startswith("/") else []
        value: JsonValue = self.node.resources.root(address).value if address in self.node.resources else None
        if value is None or not tokens:
            return location
        path: list[str] = []
        for token in tokens:
            try:
                value = pointers.follow(value, pointers.write([token]))
            except LookupError:
                break
            path.append(token)
        return f"{address}#{pointers.write(path)}"

    def _find_written(self, address: str, pointer: str) -> str:
        """A pointer of a schema as the library knows it, in the schema as it is written."""
        return libraries.written_pointer(self.node.resources, address, pointer)

    def _problem(self, error: Any, inside: bool) -> Problem:
        location = self._existing(str(getattr(error, "absolute_keyword_location", None) or ""))
        if "#" not in location:
            document = self.node.document
            location = f"{document}#{self._find_written(document, pointers.write(error.schema_path))}"
        keyword = written = pointers.split(location.partition("#")[2] or "/false")[-1]
        if error.schema_path and not str(error.schema_path[-1]).isdecimal() and written not in STANDS_BEHIND_NOT:
            keyword = str(error.schema_path[-1])
        branches = getattr(error.kind, "context", ()) if inside else ()
        of_key = error.kind.error if error.kind.name == "propertyNames" else None
        return Problem(
            pointers.write(error.instance_path),
            keyword,
            location,
            self._find_written(self.node.document, pointers.write(error.evaluation_path)),
            str(error.message),
            _member_names(error.kind),
            tuple(tuple(self._problem(cause, True) for cause in branch) for branch in branches),
            (of_key or error).kind.name == "falseSchema",
            str(of_key.instance) if of_key is not None else None,
        )

    def _slow_errors(self, document: JsonValue) -> list[Any]:
        """What jsonschema has against a document; it may meet a defect of the schema behind the first error."""
        if self.second_opinion(document) is not None:
            with suppress(Exception):
                return list(self._slow.iter_errors(document))
        raise UnusableSchema(self.node.location, self.failure)

    def _slow_problem(self, error: Any, inside: bool) -> Problem:
        """A problem of jsonschema, whose paths lead through references."""
        path = [str(token) for token in error.absolute_schema_path]
        place = libraries.place_of(self.node, path)
        branches: dict[str, list[Problem]] = {}
        causes = error.context if inside else ()
        refusing_all = (
            index for index, branch in enumerate(error.validator_value if causes else ()) if branch is False
        )
        for cause in causes:
            # The library leaves out the path of a branch that is `false`.
            index = cause.schema_path[0] if cause.schema_path else next(refusing_all)
            branches.setdefault(str(index), []).append(self._slow_problem(cause, True))
        return Problem(
            pointers.write(error.absolute_path),
            str(error.validator or "false"),
            place,
            pointers.write(path),
            str(error.message),
            branches=tuple(map(tuple, branches.values())),
        )


def _as_objection(problem: Problem) -> Objection:
    branches = problem.branches
    return Objection(
        replace(problem, branches=()), lambda: [[_as_objection(cause) for cause in branch] for branch in branches]
    )


def _member_names(kind: Any) -> tuple[str, ...]:
    if kind.name == "required":
        return (str(kind.property),)
    return tuple(str(name) for name in getattr(kind, "unexpected", ()))


def validator_of(node: Node, *, unknown_holds: bool = False, formats: bool = False) -> Validator:
    """The validator of a node: a root, or any place inside a schema.

    The last few are kept: a question, the search for the keyword to blame and the confirmation ask the same ones.
    ``unknown_holds``: it gives its problems on the assumption that references hold which lead nowhere. ``formats``: it
    judges by ``format`` too.
    """
    return _validator(node, unknown_holds, formats)


@lru_cache(maxsize=32)
def _validator(node: Node, unknown_holds: bool, formats: bool) -> Validator:
    return Validator(node, unknown_holds=unknown_holds, formats=formats)
