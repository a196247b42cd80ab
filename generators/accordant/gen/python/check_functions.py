"""The functions that hold what referenced schemas ask: `_is_...` tests a value, `_check_...` reports what is wrong."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.gen.printing.encoding import lines_of
from accordant.gen.printing.python_text import docstring_line
from accordant.gen.python.expressions import TRUE
from accordant.gen.python.reports import Reports
from accordant.gen.python.template_files import template
from accordant.model.repeated_questions import Questions
from accordant.model.types import Model


def print_checks(model: Model, reports: Reports, used: set[str]) -> Iterator[str]:
    """The functions that tests and reports call, directly or through each other; ``used`` collects what they import."""
    done: set[str] = set()
    repeated = Questions(model.checks).repeated
    while True:
        todo = [("is", key) for key in reports.predicates.tested] + [("check", key) for key in reports.reported]
        todo = [function for function in todo if " ".join(function) not in done]
        if not todo:
            return
        for kind, key in todo:
            done.add(f"{kind} {key}")
            used.add("Any")
            used |= {"ask_once"} if key in repeated else set()
            if kind == "is":
                yield _print_test(model, reports, key, once=key in repeated)
            else:
                yield _print_check(model, reports, used, key, once=key in repeated)


def _print_test(model: Model, reports: Reports, key: str, *, once: bool) -> str:
    condition = model.checks[key]
    test = reports.predicates.holds(condition, "value")
    return template("function.py.jinja2").render(
        once=once,
        signature=f"_is_{reports.predicates.function_names[key]}(value: Any{_view(model, key)}) -> bool",
        summary=f"Whether a raw value is what {_in_docstring(condition.at)} asks.",
        body=[f"return {test.text}" if test != TRUE else "return True"],
    )


def _print_check(model: Model, reports: Reports, used: set[str], key: str, *, once: bool) -> str:
    condition = model.checks[key]
    used |= {"Callable", "Failure", "JsonPath"}
    parameters = f"value: Any, at: JsonPath, fail: Callable[[Failure], None]{_view(model, key)}"
    return template("function.py.jinja2").render(
        once=once,
        signature=f"_check_{reports.predicates.function_names[key]}({parameters}) -> None",
        summary=f"What a raw value does against {_in_docstring(condition.at)}.",
        body=reports.lines(condition, ("at",)),
    )


def _view(model: Model, key: str) -> str:
    return ", closed: bool" if key in model.opening else ""


def _in_docstring(at: str) -> str:
    """A place inside a one-line docstring."""
    return docstring_line(lines_of(at)[0]) or "the schema"
