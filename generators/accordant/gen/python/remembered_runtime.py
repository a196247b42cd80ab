"""What was read before of the document that is being read: rules and unions may lead to one part of it many times."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeAlias, cast

from pydantic import BaseModel, ValidationError, ValidationInfo
from pydantic_core import to_json
from typing_extensions import TypeVar

_Answers: TypeAlias = "dict[tuple[object, ...], tuple[object, Any]]"
"""Answers by who was asked and the id of the value; the value is kept, so that no other one gets its id."""

_MOST_ANSWERS = 5_000
"""After so many answers about a refused document, no record is read again to find what else is wrong in it."""

_ANSWERS: ContextVar[_Answers | None] = ContextVar("_ANSWERS", default=None)


@contextmanager
def remembered_answers() -> Generator[_Answers, None, None]:
    """What was answered about the parts of the document that is being read; it is forgotten with the outermost part."""
    known = _ANSWERS.get()
    answers = {} if known is None else known
    before = _ANSWERS.set(answers)
    try:
        yield answers
    finally:
        _ANSWERS.reset(before)


_Asked = TypeVar("_Asked", bound=Callable[..., Any])


def ask_once(function: _Asked) -> _Asked:
    """A function about a value that looks at each part of a document once, however many rules lead to the part.

    Where two rules look at one member and at all inside it, each level of a document would double the work.
    """

    def ask(value: Any, *others: Any) -> Any:
        with remembered_answers() as answers:
            asked = (function, id(value), *others)
            if asked not in answers:
                answers[asked] = value, function(value, *others)
            return answers[asked][1]

    return cast(_Asked, ask)


def read_again(model: type[BaseModel], data: Any, info: ValidationInfo) -> None:
    """Let a record read what it was given once more, to raise the errors of its fields."""
    if info.mode != "json":
        model.__pydantic_validator__.validate_python(data, context=info.context, by_alias=True, by_name=True)
        return
    text, known = to_json(data, inf_nan_mode="constants"), _ANSWERS.get()
    answers = {} if known is None else known
    if len(answers) > _MOST_ANSWERS:
        return
    asked = (model, text, id(info.context))
    if asked not in answers:
        answers[asked] = info.context, _error_in(model, text, info)
    if answers[asked][1] is not None:
        raise answers[asked][1]


def _error_in(model: type[BaseModel], text: bytes, info: ValidationInfo) -> ValidationError | None:
    try:
        model.__pydantic_validator__.validate_json(text, context=info.context)
    except ValidationError as error:
        return error
    return None
