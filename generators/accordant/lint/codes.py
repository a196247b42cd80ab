"""Code lists: spelling, duplicate and reused identifiers, names that are not listed, missing facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.contract import CodeList, ContractState, Entry, Release, Version
from accordant.errors import InputError
from accordant.findings import Finding, JsonValue, Rule, Severity
from accordant.lint.subject import LintSubject
from accordant.schema.bindings import binding_of
from accordant.schema.branch_errors import relevant_problems
from accordant.schema.error_messages import sentence
from accordant.schema.problems import UnusableSchema
from accordant.schema.references import Resources
from accordant.schema.subschemas import keyword_objects
from accordant.schema.validation import Validator, validator_of
from accordant.schema.vocabulary import enumeration, format_value

SPELLING: Final = Rule(
    "code-spelling",
    Severity.ERROR,
    "An identifier does not match its list's spelling.",
    "Consumers and generated code rely on one spelling; schemas that bind an open list accept only that.",
    "Spell the identifier as the list says, or correct the list's spelling.",
    '"spelling": "^[A-Z_]+$", and the id "DiskFull"',
    '"spelling": "^[A-Z_]+$", and the id "DISK_FULL"',
)
DUPLICATE: Final = Rule(
    "code-duplicate",
    Severity.ERROR,
    "An identifier occurs twice in a list.",
    "Two entries promise two things about one identifier.",
    "Remove one of the two.",
    "two entries with the id DISK_FULL",
    "one entry with the id DISK_FULL",
)
REUSED: Final = Rule(
    "code-reused",
    Severity.ERROR,
    "An identifier that was retired is used again.",
    "Old readers still know its old meaning.",
    "Use a new identifier; the retired entry stays as a tombstone.",
    "E17 retired in 1.2, and a new entry E17",
    "E17 retired in 1.2, and a new entry E18",
)
UNLISTED: Final = Rule(
    "code-unlisted",
    Severity.ERROR,
    "A list or entry names an identifier that its list does not have.",
    "A reader that looks it up finds nothing.",
    "Correct the name, or add the entry.",
    '"commands": ["rnu"]',
    '"commands": ["run"]',
)
ATTRIBUTE: Final = Rule(
    "code-attribute",
    Severity.ERROR,
    "An entry has an attribute that the list does not declare, or with a value that its schema refuses.",
    "Generated code has a place only for declared attributes.",
    "Declare the attribute, or correct the value.",
    '"attributes": {"layr": "storage"}',
    '"attributes": {"layer": "storage"}',
)
UNDOCUMENTED: Final = Rule(
    "code-undocumented",
    Severity.NOTE,
    "An entry lacks a meaning, an action, or an example.",
    "A consumer that meets the identifier has to guess what happened and what to do.",
    "Say what it means and what a consumer should do; add an example document that carries it.",
    '{"id": "DISK_FULL"}',
    '{"id": "DISK_FULL", "meaning": "No space is left.", "action": "Free space, then run again.", '
    '"example": {"code": "DISK_FULL"}}',
)

RULES: Final = (SPELLING, DUPLICATE, REUSED, UNLISTED, ATTRIBUTE, UNDOCUMENTED)


def check(subject: LintSubject) -> Iterator[Finding]:
    """What is wrong with each code list."""
    for contract, version in subject.versions:
        carried = _example_identifiers(version)
        bound = _bound_lists(version) if subject.is_whole(contract.name, version.name) else set()
        retired = _retired_identifiers(subject, version)
        for code_list in version.state.code_lists.values():
            if code_list.document is None:
                continue
            subject_name = f"{contract.name}/{version.name}/{code_list.name}"
            for rule, message, pointer in (
                *_check_identifiers(code_list, retired.get(code_list.name, {})),
                *_check_names(version, code_list),
                *_check_attributes(code_list),
                *_check_documented(code_list, carried if code_list.name in bound else None),
            ):
                yield rule.finding(message, code_list.document.place(pointer), subject=subject_name)


_Fault = tuple[Rule, str, str]
"""Rule, message, pointer in the code list."""


def _check_identifiers(code_list: CodeList, retired: dict[str | int, str]) -> Iterator[_Fault]:
    spelling = _judge({"pattern": code_list.spelling}) if code_list.spelling else None
    seen: dict[tuple[type, str | int], Entry] = {}
    for index, entry in enumerate(code_list.entries):
        at = f"/entries/{index}/id"
        if spelling is not None and isinstance(entry.id, str) and not _is_valid(spelling, entry.id):
            yield SPELLING, f"{format_value(entry.id)} does not match {code_list.spelling}", at
        first = seen.setdefault((type(entry.id), entry.id), entry)
        if first is not entry:
            if bool(first.retired) != bool(entry.retired):
                yield REUSED, f"{format_value(entry.id)} is retired in this list, and used again", at
            else:
                yield DUPLICATE, f"{format_value(entry.id)} occurs twice in the list", at
        elif entry.id in retired and not entry.retired:
            yield REUSED, f"{format_value(entry.id)} was retired in release {retired[entry.id]}", at


def _retired_identifiers(subject: LintSubject, version: Version) -> dict[str, dict[str | int, str]]:
    """The release that last holds an identifier as retired, by list and identifier."""
    retired: dict[str, dict[str | int, str]] = {}
    for release in version.releases:
        for name, code_list in _released_lists(subject, release).items():
            for entry in code_list.entries:
                if entry.retired:
                    retired.setdefault(name, {})[entry.id] = release.name
    return retired


def _released_lists(subject: LintSubject, release: Release) -> dict[str, CodeList]:
    """The code lists of a release; empty where the release cannot be read."""
    try:
        if b'"retired"' not in subject.loader.read(release.path):
            return {}  # nothing in it is retired: not worth parsing
        state: ContractState = release.read()
    except InputError:
        return {}
    return dict(state.code_lists)


def _check_names(version: Version, code_list: CodeList) -> Iterator[_Fault]:
    """Identifiers that a list or an entry names but does not list."""
    if code_list.fallback is not None and code_list.entry(code_list.fallback) is None:
        yield UNLISTED, f"the fallback {format_value(code_list.fallback)} is not in the list", "/fallback"
    exits = _exit_codes(version)
    for index, entry in enumerate(code_list.entries):
        for number, command in enumerate(entry.commands):
            if "commands" in version.state.code_lists and command not in version.commands:
                message = f"the command {format_value(command)} is not in the code list commands"
                yield UNLISTED, message, f"/entries/{index}/commands/{number}"
        if exits is not None and entry.exit_code is not None and exits.entry(entry.exit_code) is None:
            message = f"the exit code {entry.exit_code} is not in the code list {exits.name}"
            yield UNLISTED, message, f"/entries/{index}/exit-code"
        use = entry.deprecated.get("use")
        if isinstance(use, str | int) and code_list.entry(use) is None:
            message = f"{format_value(use)}, to be used instead, is not in the list"
            yield UNLISTED, message, f"/entries/{index}/deprecated/use"


def _exit_codes(version: Version) -> CodeList | None:
    """The version's list of exit codes: the one whose identifiers are called exit-code."""
    lists = [code_list for code_list in version.state.code_lists.values() if code_list.identifier == "exit-code"]
    return lists[0] if len(lists) == 1 else None


def _check_attributes(code_list: CodeList) -> Iterator[_Fault]:
    judges = {
        name: _judge(attribute["schema"])
        for name, attribute in code_list.attributes.items()
        if isinstance(attribute, dict) and isinstance(attribute.get("schema"), dict | bool)
    }
    for index, entry in enumerate(code_list.entries):
        for name, value in entry.attributes.items():
            at = f"/entries/{index}/attributes/{name}"
            if name not in code_list.attributes:
                yield ATTRIBUTE, f"the list declares no attribute {format_value(name)}", at
            elif name in judges:
                try:
                    problems = relevant_problems(judges[name].problems(value), judges[name].node.resources)
                except UnusableSchema as error:
                    yield ATTRIBUTE, f"its schema cannot be used: {error.reason}", f"/attributes/{name}"
                    break
                root = judges[name].node
                for problem in problems:
                    yield ATTRIBUTE, sentence(problem, value, {root.document: root.value}), at


def _check_documented(code_list: CodeList, carried: set[str | int] | None) -> Iterator[_Fault]:
    """Facts that entries lack; ``carried``: the identifiers in examples, None where no field carries them."""
    asks_action = any(entry.action or entry.severity or entry.retryable for entry in code_list.entries)
    for index, entry in enumerate(code_list.entries):
        if entry.retired:
            continue
        lacks = ["a meaning"] if not entry.meaning.strip() else []
        if asks_action and not entry.action.strip():
            lacks.append("an action")
        if entry.example is None and carried is not None and entry.id not in carried:
            lacks.append("an example")
        if lacks:
            yield UNDOCUMENTED, f"{format_value(entry.id)} lacks {enumeration(lacks, 'and')}", f"/entries/{index}/id"


def _example_identifiers(version: Version) -> set[str | int]:
    """Every string and integer in the valid examples and the exit codes of scenarios."""
    carried: set[str | int] = set()
    valid = (example for example in version.examples if example.valid)
    todo: list[JsonValue] = [document.value for example in valid for document in example.documents]
    todo += [scenario.get("exit-code") for scenario in version.behaviour.scenarios]
    while todo:
        item = todo.pop()
        if isinstance(item, str | int) and not isinstance(item, bool):
            carried.add(item)
        elif isinstance(item, list):
            todo += item
        elif isinstance(item, dict):
            todo += item.values()
    return carried


def _bound_lists(version: Version) -> set[str]:
    """The code lists that a field of a schema is bound to."""
    bound = set()
    for schema in version.state.schemas.values():
        for _, keywords in keyword_objects(schema.value):
            binding = binding_of(keywords)
            if binding is not None:
                bound.add(binding.list_name)
    return bound


def _judge(schema: JsonValue) -> Validator:
    return validator_of(Resources.of(schema))


def _is_valid(judge: Validator, value: str) -> bool:
    try:
        return judge.is_valid(value)
    except UnusableSchema:
        return True
