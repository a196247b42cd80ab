"""Compares an answer with a schema, and says what is wrong in the words for the agent: ``$.path: message``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from accordant.errors import InputError
from accordant.findings import JsonValue, Place
from accordant.schema import embedded, pointers
from accordant.schema.branch_errors import relevant_problems
from accordant.schema.dialects import Dialect, draft_called, in_draft
from accordant.schema.error_messages import kind, sentence
from accordant.schema.problems import Problem, UnusableSchema
from accordant.schema.references import Resources
from accordant.schema.validation import Validator, validator_of

ROOT: Final = "$"
_ABOUT_NOTHING: Final = frozenset(("minItems", "minLength", "minProperties"))
"""Keywords that refuse a value which holds too little; where the field is optional, it may be left out."""


@dataclass(frozen=True)  # no slots: the validator is kept
class OutputSchema:
    """A schema that answers must conform to, in its own draft or the given one."""

    value: JsonValue
    draft: str = "2020-12"

    def __post_init__(self) -> None:
        """Check that the schema is one, that it can be used by itself, and that it describes objects.

        Raises:
            InputError: it is not; the place has the pointer in the schema.
        """
        if not isinstance(self.value, dict):
            raise _unusable("a schema of an answer is an object", "")
        for pointer, reason in embedded.faults(self.value, self._dialect, "object"):
            raise _unusable(reason, pointer)

    @property
    def declared(self) -> JsonValue:
        """The schema with its draft."""
        return in_draft(self.value, self._dialect)

    @property
    def _dialect(self) -> Dialect:
        dialect = draft_called(self.draft)
        if dialect is None:
            raise InputError(f"there is no draft {self.draft!r}", next_step="use draft-07 or 2020-12", rule="usage")
        return dialect

    @cached_property
    def _validator(self) -> Validator:
        return validator_of(Resources.of(self.declared))

    def errors(self, value: JsonValue) -> tuple[str, ...]:
        """Everything that is wrong with a value, one line for each place; nothing where it conforms.

        Raises:
            InputError: no validator can judge the value by the schema.
        """
        if not isinstance(value, dict):
            return (line("", f"the answer must be a JSON object; {_kind(value)}"),)
        try:
            if self._validator.is_valid(value):
                return ()
            problems = relevant_problems(self._validator.problems(value), self._validator.node.resources)
        except UnusableSchema as error:
            raise _unusable(error.reason, "") from error
        return tuple(dict.fromkeys(self._line(problem, value) for problem in problems))

    def _line(self, problem: Problem, value: JsonValue) -> str:
        root = self._validator.node
        message = sentence(problem, value, {root.document: root.value})
        return line(problem.instance, message + self._way_out(problem, value))

    def _way_out(self, problem: Problem, value: JsonValue) -> str:
        """The hint that an optional field may be left out, where its value is null or holds too little."""
        is_null = problem.keyword in ("type", "enum", "const") and _at(value, problem.instance) is None
        if not (is_null or problem.keyword in _ABOUT_NOTHING) or not self._is_optional(problem):
            return ""
        return "; leave the field out if there is nothing"

    def _is_optional(self, problem: Problem) -> bool:
        """Whether the refused value is a field that its object may lack."""
        name = pointers.split(problem.instance)[-1] if problem.instance else ""
        tokens = pointers.split(problem.schema_pointer)
        for index in range(len(tokens) - 2, 0, -1):
            if tokens[index - 1] == "properties" and tokens[index] == name:
                owner = _at(self._validator.node.value, pointers.write(tokens[: index - 1]))
                return isinstance(owner, dict) and name not in (owner.get("required") or [])
        return False


def line(pointer: str, message: str) -> str:
    """An error as the contract writes it. A path ends before a name with brackets, which the form does not have."""
    steps = pointers.split(pointer)
    bracketed = next((index for index, step in enumerate(steps) if "[" in step or "]" in step), len(steps))
    path = ".".join([ROOT, *steps[:bracketed]])
    inside = f"in {pointers.write(steps[bracketed:])}: " if bracketed < len(steps) else ""
    return f"{path}: {inside}{' '.join(message.split())}"


def _kind(value: JsonValue) -> str:
    return f"it is {kind(value)}"


def _at(value: JsonValue, pointer: str) -> JsonValue:
    try:
        return pointers.follow(value, pointer)
    except (LookupError, ValueError):
        return ROOT


def _unusable(reason: str, pointer: str) -> InputError:
    return InputError(
        f"the schema of the answer cannot be used: {reason}",
        Place("", pointer=pointer),
        next_step="correct the schema; an answer is an object, so wrap a list in one",
        rule="schema-unusable",
    )
