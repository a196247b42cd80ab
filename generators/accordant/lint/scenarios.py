"""The scenarios of a version: what each expects of readers exists there, and agrees with its document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from accordant.contract import Entry, Example, Version
from accordant.contract.behaviour import EXIT_CODE, tables
from accordant.findings import JsonValue
from accordant.schema.pointers import join
from accordant.schema.vocabulary import format_value

Complaint = tuple[str, str]
"""A sentence, and the pointer below the version's table."""
_Named = tuple[JsonValue, str]
"""A code that a scenario expects, and where it stands."""
_OF_CODES: Final = ("code", "codes", "kinds")


def find_unknown_names(version: Version) -> Iterator[Complaint]:
    """Rules, codes and actions of scenarios that the version does not have."""
    behaviour = version.behaviour
    rules = [rule.get("id") for rule in (*behaviour.rules, *behaviour.consumer_rules)]
    actions = _actions(version)
    for at, scenario in _scenarios(version):
        for number, name in enumerate(_listed(scenario.get("rules"))):
            if name not in rules:
                yield f"no rule is called {format_value(name)}", f"{at}/rules/{number}"
        for code, place in _codes(scenario, at):
            if not _is_listed(version, code):
                yield f"no code list has {format_value(code)}", place
        action = _expected(scenario).get("action")
        if actions and action is not None and str(action) not in actions:
            yield f"there is no kind of action {format_value(action)}", f"{at}/expect/action"


def find_contradictions(version: Version) -> Iterator[Complaint]:
    """Scenarios that differ from their document: in the exit code, a code, a number."""
    for at, scenario in _scenarios(version):
        example = next((example for example in version.examples if _is_of(example, version, scenario)), None)
        document = example.documents[-1].value if example and example.documents else None
        if example is not None and not example.is_stream:
            yield from _exit_code(version, scenario, document, at)
        if example is not None:
            yield from _said(version, scenario, document, at)


def _scenarios(version: Version) -> Iterator[tuple[str, Mapping[str, JsonValue]]]:
    yield from ((f"/scenarios/{index}", scenario) for index, scenario in enumerate(version.behaviour.scenarios))


def _actions(version: Version) -> set[str]:
    """What a reader can be told to do: the kinds of actions, else those of the rules; empty where none is named."""
    names = (kind.get("name") for kind in tables(version.behaviour.interpretation.get("kinds")))
    kinds = {name for name in names if isinstance(name, str)}
    return kinds or {str(rule["action"]) for rule in version.behaviour.consumer_rules if "action" in rule}


def _codes(scenario: Mapping[str, JsonValue], at: str) -> Iterator[_Named]:
    expected = _expected(scenario)
    for key in _OF_CODES:
        value = expected.get(key)
        if isinstance(value, list):
            yield from ((code, f"{at}/expect/{key}/{number}") for number, code in enumerate(value))
        elif value is not None:
            yield value, f"{at}/expect/{key}"


def _exit_code(
    version: Version, scenario: Mapping[str, JsonValue], document: JsonValue, at: str
) -> Iterator[Complaint]:
    ended = scenario.get("exit-code")
    if not isinstance(ended, int):
        return
    for field in version.behaviour.derived:
        said = _member(document, str(field["field"])[1:]) if _is_about(field, version) else None
        if isinstance(said, int) and not isinstance(said, bool) and said != ended:
            yield f"the document says {said} at {field['field']}, the scenario {ended}", f"{at}/exit-code"


def _is_about(field: Mapping[str, JsonValue], version: Version) -> bool:
    """Whether a derived field of the default schema is the exit code."""
    return field.get("from") == EXIT_CODE and field.get("schema", version.default_schema) == version.default_schema


def _said(version: Version, scenario: Mapping[str, JsonValue], document: JsonValue, at: str) -> Iterator[Complaint]:
    """Expected codes that the document lacks or that have another exit code, and numbers that differ in it."""
    said, ended = _codes_in(document), scenario.get("exit-code")
    for code, place in _codes(scenario, at):
        if _is_listed(version, code) and code not in said:
            yield f"the document does not have {format_value(code)}", place
        due = _exit_codes_of(version, code)
        if due and ended is not None and ended not in due:
            yield f"{code} goes with exit code {due[0]}, the scenario has {ended}", f"{at}/exit-code"
    for name, number in _expected(scenario).items():
        there = _member(document, name)
        count = len(there) if isinstance(there, list) else there
        if _is_count(number) and _is_count(count) and count != number:
            yield f"the document has {count} at /{name}, the scenario expects {number}", join(f"{at}/expect", name)


def _is_listed(version: Version, code: JsonValue) -> bool:
    return any(_entries_of(version, code))


def _entries_of(version: Version, code: JsonValue) -> Iterator[Entry]:
    """The entries of a code, one for each code list that has it."""
    if isinstance(code, str | int):
        entries = (code_list.entry(code) for code_list in version.state.code_lists.values())
        yield from (entry for entry in entries if entry is not None)


def _exit_codes_of(version: Version, code: JsonValue) -> list[int]:
    """The exit codes that go with a code, one for each code list that has it and names one."""
    return [entry.exit_code for entry in _entries_of(version, code) if entry.exit_code is not None]


def _is_count(value: JsonValue) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _expected(scenario: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    expected = scenario.get("expect")
    return expected if isinstance(expected, dict) else {}


def _listed(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def _member(document: JsonValue, name: str) -> JsonValue:
    return document.get(name) if isinstance(document, dict) else None


def _codes_in(document: JsonValue) -> set[str | int]:
    """Every text and every whole number in a document: what may be a code."""
    codes: set[str | int] = set()
    todo = [document]
    while todo:
        value = todo.pop()
        if isinstance(value, str | int) and not isinstance(value, bool):
            codes.add(value)
        todo += value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return codes


def _is_of(example: Example, version: Version, scenario: Mapping[str, JsonValue]) -> bool:
    return example.path.endswith(f"{version.contract}/{version.name}/{scenario.get('document')}")
