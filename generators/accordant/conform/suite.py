"""Suites: files of cases for a program (TOML, of the format ``suite``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from accordant.conform.cases import Case, Expectation, Prints
from accordant.contract.behaviour import conditions
from accordant.contract.formats.complaints import complaints
from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.misspelt import asking_first
from accordant.schema.documents import Document

FORMAT = "suite"


@dataclass(frozen=True, slots=True)
class Suite:
    """The cases of a file, the contract that it names, and the cases that are not run for now, with their reasons."""

    contract: str
    cases: tuple[Case, ...]
    skipped: tuple[tuple[str, str], ...] = ()


def read_suite(document: Document, read_file: Callable[[str], bytes]) -> Suite:
    """The suite that a file holds.

    Args:
        document: the parsed file.
        read_file: the bytes of a file by its path relative to the suite.

    Raises:
        InputError: it is not of the format, or two cases have one name.
    """
    for pointer, sentence in complaints(FORMAT, document.value):
        next_step = "correct the suite; the guide on conformance lists what a case may hold"
        raise InputError(sentence, document.place(pointer), next_step=next_step, rule="format")
    value = document.value
    cases, skipped = [], []
    for index, row in enumerate(value["cases"]):
        call = _call_of(document, index, row)
        if "skip" in row:
            skipped.append((str(row["name"]), str(row["skip"])))
        elif call == ():
            how = "write them under [calls], or take the line call out of the case, for a call that has none"
            skipped.append((str(row["name"]), f"the call {row['call']!r} has no arguments yet: {how}"))
        else:
            cases.append(_case(document, index, row, call or (), read_file))
    _require_different_names(document)
    return Suite(str(value.get("contract", "")), tuple(cases), tuple(skipped))


def _require_different_names(document: Document) -> None:
    names = [row["name"] for row in document.value["cases"]]
    for index, name in enumerate(names):
        if name in names[:index]:
            raise InputError(
                f"two cases are called {name!r}",
                document.place(f"/cases/{index}/name"),
                next_step="give each case a name of its own",
                rule="format",
            )


def _call_of(document: Document, index: int, row: Mapping[str, JsonValue]) -> tuple[str, ...] | None:
    """The arguments of the call that a case names; None where it names none.

    Raises:
        InputError: there is no such call.
    """
    calls, name = document.value.get("calls", {}), row.get("call")
    if name is None:
        return None
    if name not in calls:
        next_step = asking_first(name, calls, "write it under [calls] with its arguments")
        place = document.place(f"/cases/{index}/call")
        raise InputError(f"there is no call {name!r}", place, next_step=next_step, rule="format")
    return tuple(calls[name])


def _case(
    document: Document,
    index: int,
    row: Mapping[str, JsonValue],
    call: tuple[str, ...],
    read_file: Callable[[str], bytes],
) -> Case:
    suite = document.value
    stdin = read_file(row["stdin-file"]) if "stdin-file" in row else str(row.get("stdin", "")).encode()
    return Case(
        name=row["name"],
        arguments=(*call, *row.get("arguments", ())),
        stdin=stdin,
        environment=row.get("environment", {}),
        folder=row.get("folder"),
        runs=row.get("runs", suite.get("runs", 1)),
        terminal=row.get("terminal", False),
        volatile=(*suite.get("volatile", ()), *row.get("volatile", ())),
        expectation=_expectation(row.get("expect", {})),
        place=document.place(f"/cases/{index}"),
    )


def _expectation(row: Mapping[str, JsonValue]) -> Expectation:
    code = row.get("exit-code", [])
    return Expectation(
        prints=Prints(row.get("prints", "stream" if "stream" in row else "")),
        subject=row.get("stream", row.get("schema", "")),
        exit_codes=tuple(code) if isinstance(code, list) else (code,),
        requires=conditions(row.get("requires")),
        omits=tuple(row.get("omits", ())),
        folder_unchanged=row.get("folder") == "unchanged",
        stderr_empty=row.get("stderr") == "nothing",
    )
