"""Making a response, and checking one in test mode against its schema and what the exit code says."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeVar

from pydantic import MISSING, BaseModel, TypeAdapter, ValidationError

from accordant.contract.held_rules import find_places
from accordant.contract.stated_members import write_missing
from accordant.gen.python.facts_runtime import CodeFacts
from accordant.gen.python.reading_runtime import is_object, problems_of
from accordant.gen.python.response_runtime import fault_of
from accordant.gen.python.runtime import JsonObject, plain, same
from accordant.gen.python.written_runtime import NoJson, written


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a response: where (JSON Pointer), a sentence, and the rule that says so.

    `rule` is the id of a rule of the contract, or the place in a schema file (its name where no more is known).
    """

    pointer: str
    message: str
    rule: str


class Refused(ValueError):
    """A response was not made, since it would break the contract; `problems` says how."""

    def __init__(self, problems: list[Problem]) -> None:
        """Keep the problems."""
        self.problems = problems
        super().__init__("; ".join(f"{p.pointer or 'the response'}: {p.message} [{p.rule}]" for p in problems))

    def __reduce__(self) -> tuple[object, ...]:
        """What makes it again in another process."""
        return type(self), (self.problems,)


class Timer:
    """Starts when it is made: make it when the command begins."""

    def __init__(self) -> None:
        """Start."""
        self._started = time.perf_counter_ns()

    def milliseconds(self) -> int:
        """Whole milliseconds since the start."""
        return (time.perf_counter_ns() - self._started) // 1_000_000

    def seconds(self) -> float:
        """Seconds since the start."""
        return (time.perf_counter_ns() - self._started) / 1_000_000_000


def now() -> str:
    """The time in UTC, as RFC 3339 writes it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def composed(given: JsonObject, derived: Mapping[str, Any]) -> JsonObject:
    """A document from what was given and what is derived, by pointer.

    Raises:
        Refused: something was given that is derived, or is not an object where something derived belongs.
    """
    try:
        document = {name: plain(value) for name, value in given.items() if value is not MISSING}
    except RecursionError:
        raise Refused([Problem("", "is not a JSON value: it is nested too deeply", "json")]) from None
    for pointer, value in derived.items():
        place: Any = document
        *parents, last = [token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]]
        for name in parents:
            place = place.setdefault(name, {}) if is_object(place) else place
        if not is_object(place):
            raise Refused([Problem(pointer.rpartition("/")[0], "must be an object", "derived")])
        if last in place:
            raise Refused([Problem(pointer, "is derived and cannot be given", "derived")])
        place[last] = value
    return document


def completed(document: JsonObject, rules: Sequence[JsonObject], type_: Any, file: str) -> JsonObject:
    """A document with the members that its schema asks for, that it lacks, and whose values rules state."""

    def missing(value: JsonObject) -> set[str]:
        return {problem.pointer for problem in first_problems(type_, file, value, 0)}

    complete: JsonObject = write_missing(document, rules, missing)
    return complete


class Made(BaseModel):
    """A response that a factory made: it holds how the command ended, and stays right when a member is set.

    What is changed inside a member, such as a list that grows, is checked when the response is written.
    """

    _ended: Mapping[str, Any] | None = None
    """What the response was checked with: the exit code of its process, and what is known besides."""
    _checked: Any = None
    """The JSON that was checked last."""

    @staticmethod
    def _problems(document: JsonObject, ended: Mapping[str, Any]) -> list[Problem]:
        """What is wrong with a document, with what is known besides."""
        raise NotImplementedError

    def __setattr__(self, name: str, value: Any) -> None:
        """Set a member where the response keeps its contract with it.

        Raises:
            Refused: it does not; the response stays as it was.
            ValidationError: the member is derived.
        """
        field = type(self).model_fields.get(name)
        if field is not None and not field.frozen and self._ended is not None:
            changed = {**plain(self), field.serialization_alias or name: plain(value)}
            if value is MISSING:
                del changed[field.serialization_alias or name]
            _require(self._problems(changed, self._ended))
        super().__setattr__(name, value)

    def model_dump_json(self, **options: Any) -> str:
        """The response as JSON, as long as it keeps its contract.

        Raises:
            Refused: something was changed inside a member that the contract does not allow.
        """
        if self._ended is not None:
            document = plain(self)
            if not same(document, self._checked):
                _require(self._problems(document, self._ended))
                self._checked = document
        return super().model_dump_json(**options)


M = TypeVar("M", bound=Made)


def responded(
    model: type[M], document: JsonObject, ended: Mapping[str, Any], own: Mapping[str, Any] = MappingProxyType({})
) -> M:
    """The response; `own` are members, by their names in JSON, that stay the objects that the caller gave.

    They do where they are written as what was checked; else their JSON takes their place.

    Raises:
        Refused: the response would break the contract.
    """
    _require(model._problems(document, ended))  # pyright: ignore[reportPrivateUsage]
    text = written(document)
    response = model.model_validate_json(text)
    if own:
        fields = {field.alias or name: name for name, field in model.model_fields.items()}
        copy = response.model_copy(update={fields[wire]: value for wire, value in own.items() if value is not MISSING})
        response = copy if _is_written_as(copy, text) else response
    response._ended = ended  # pyright: ignore[reportPrivateUsage]
    response._checked = document  # pyright: ignore[reportPrivateUsage]
    return response


def _require(problems: list[Problem]) -> None:
    if problems:
        raise Refused(problems)


def _is_written_as(response: BaseModel, text: str) -> bool:
    try:
        return same(json.loads(response.model_dump_json()), json.loads(text))
    except (TypeError, ValueError, RecursionError):
        return False


def placed_below(index: int, problems: list[Problem]) -> list[Problem]:
    """Problems of an item of a list, placed in the list."""
    return [Problem(f"/{index}{problem.pointer}", problem.message, problem.rule) for problem in problems]


def first_problems(type_: Any, file: str, document: Any, exit_code: int, raw: object = None) -> list[Problem]:
    """What is wrong with a document by its schema, and with the exit code in itself.

    Where the document is missing, `raw` is the text that is not one.
    """
    problems = dict.fromkeys(_schema_problems(type_, file, document, raw))
    if type(exit_code) is not int or not 0 <= exit_code <= 255:
        problems[Problem("", "the exit code must be an integer from 0 to 255", "exit-code")] = None
    return list(problems)


def undeclared(exit_code: int, rows: Collection[int], declared: Collection[str] | None) -> list[Problem]:
    """What is wrong with an exit code that the contract does not list and the command does not declare."""
    if type(exit_code) is not int or exit_code in rows or str(exit_code) in (declared or ()):
        return []
    listed = ", ".join(map(str, sorted(rows)))
    message = (
        f"the exit code {exit_code} is not one that the contract lists ({listed}); end with one of these, or declare it"
    )
    return [Problem("", message, "exit-code")]


def stray_codes(
    document: Any, exit_code: int, lists: Sequence[tuple[str, Mapping[Any, CodeFacts]]], known: Sequence[Problem]
) -> Iterator[Problem]:
    """What is wrong with the codes of a failure that have exit codes of their own, where none is that of the process.

    `lists` gives the places of codes, in which `*` is any index or key, each with the facts of its list. A place that
    already has a problem gets no second one.
    """
    codes = [
        (at, facts[code])
        for place, facts in lists
        for at, code in find_places(document, place)
        if isinstance(code, str) and code in facts and facts[code].exit_code is not None
    ]
    if exit_code == 0 or not codes or exit_code in {code.exit_code for _, code in codes}:
        return
    at, code = codes[0]
    if all(problem.pointer != at for problem in known):
        message = f"{code.id} goes with exit code {code.exit_code}; the program ended with exit code {exit_code}"
        yield Problem(at, message, "exit-code-differs")


def _schema_problems(type_: Any, file: str, document: Any, raw: object) -> Iterator[Problem]:
    if document is MISSING:
        yield Problem("", fault_of(raw), file)
        return
    try:
        _adapter(type_).validate_json(written(document))
    except ValidationError as error:
        for pointer, message, rule in problems_of(error, document):
            yield Problem(pointer, message, rule or file)
    except NoJson as error:
        yield Problem(error.pointer, error.reason, "json")
    except ValueError as error:
        yield Problem("", f"is not a JSON value: {error}", file)


@lru_cache(maxsize=64)
def _adapter(type_: Any) -> TypeAdapter[Any]:
    return TypeAdapter(type_)
