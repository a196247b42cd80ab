"""Code lists: spelling, identifiers that stand twice or come back, what entries name, what they leave unsaid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.contract import CodeList, Contract, Entry, Release, State, Version
from accordant.errors import InputError
from accordant.findings import Finding, JsonValue, Rule, Severity
from accordant.lint.subject import Subject, finding
from accordant.schema.bindings import binding_of
from accordant.schema.branch_errors import relevant_problems
from accordant.schema.documents import Document
from accordant.schema.error_messages import sentence, shown
from accordant.schema.references import Resources
from accordant.schema.subschemas import keyword_objects
from accordant.schema.validation import UnusableSchema, Validator, validator_of

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
    "An identifier stands twice in a list.",
    "Two entries promise two things about one identifier.",
    "Remove one of the two.",
    "two entries with the id DISK_FULL",
    "one entry with the id DISK_FULL",
)
REUSED: Final = Rule(
    "code-reused",
    Severity.ERROR,
    "An identifier that was retired is used again.",
    "Old readers still know it in its old meaning.",
    "Take a new identifier; the retired entry stays as a tombstone.",
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


def check(subject: Subject) -> Iterator[Finding]:
    """What is wrong with each code list."""
    for contract, version in subject.versions:
        shown_ids = _carried(version)
        bound = _bound(version) if subject.is_whole(contract.name, version.name) else set()
        retired = _retired(subject, version)
        for listed in version.state.code_lists.values():
            if listed.document is None:
                continue
            said = f"{contract.name}/{version.name}/{listed.name}"
            for one in (
                *_identifiers(listed, listed.document, retired.get(listed.name, {})),
                *_named(contract, version, listed, listed.document),
                *_attributes(listed, listed.document),
                *_undocumented(listed, listed.document, shown_ids if listed.name in bound else None),
            ):
                yield finding(one[0], one[1], one[2].place(one[3]), subject=said)


_Said = tuple[Rule, str, Document, str]
"""Rule, message, document, pointer."""


def _identifiers(listed: CodeList, document: Document, retired: dict[str | int, str]) -> Iterator[_Said]:
    spelling = _judge({"pattern": listed.spelling}) if listed.spelling else None
    seen: dict[tuple[type, str | int], Entry] = {}
    for index, entry in enumerate(listed.entries):
        at = f"/entries/{index}/id"
        if spelling is not None and isinstance(entry.id, str) and not _is_valid(spelling, entry.id):
            yield SPELLING, f"{shown(entry.id)} does not match {listed.spelling}", document, at
        first = seen.setdefault((type(entry.id), entry.id), entry)
        if first is not entry:
            if bool(first.retired) != bool(entry.retired):
                yield REUSED, f"{shown(entry.id)} is retired in this list, and used again", document, at
            else:
                yield DUPLICATE, f"{shown(entry.id)} stands twice", document, at
        elif entry.id in retired and not entry.retired:
            yield REUSED, f"{shown(entry.id)} was retired in release {retired[entry.id]}", document, at


def _retired(subject: Subject, version: Version) -> dict[str, dict[str | int, str]]:
    """Identifiers that a release of the version holds as retired, by list."""
    found: dict[str, dict[str | int, str]] = {}
    for release in version.releases:
        for name, listed in _released(subject, release).items():
            for entry in listed.entries:
                if entry.retired:
                    found.setdefault(name, {})[entry.id] = release.name
    return found


def _released(subject: Subject, release: Release) -> dict[str, CodeList]:
    """The code lists of a release; none where nothing in it is retired (then it is not parsed), or it is unreadable."""
    try:
        if b'"retired"' not in subject.loader.read(release.path):
            return {}
        state: State = release.read()
    except InputError:
        return {}
    return dict(state.code_lists)


def _named(contract: Contract, version: Version, listed: CodeList, document: Document) -> Iterator[_Said]:
    """What a list and its entries name."""
    if listed.fallback is not None and listed.entry(listed.fallback) is None:
        yield UNLISTED, f"the fallback {shown(listed.fallback)} is not in the list", document, "/fallback"
    exits = _exit_codes(version)
    for index, entry in enumerate(listed.entries):
        for number, command in enumerate(entry.commands):
            if "commands" in version.state.code_lists and command not in version.commands:
                message = f"the command {shown(command)} is not in the code list commands"
                yield UNLISTED, message, document, f"/entries/{index}/commands/{number}"
        if exits is not None and entry.exit_code is not None and exits.entry(entry.exit_code) is None:
            message = f"the exit code {entry.exit_code} is not in the code list {exits.name}"
            yield UNLISTED, message, document, f"/entries/{index}/exit-code"
        use = entry.deprecated.get("use")
        if isinstance(use, str | int) and listed.entry(use) is None:
            message = f"{shown(use)}, to be used instead, is not in the list"
            yield UNLISTED, message, document, f"/entries/{index}/deprecated/use"


def _exit_codes(version: Version) -> CodeList | None:
    """The version's list of exit codes: the one whose identifiers are called exit-code."""
    found = [one for one in version.state.code_lists.values() if one.identifier == "exit-code"]
    return found[0] if len(found) == 1 else None


def _attributes(listed: CodeList, document: Document) -> Iterator[_Said]:
    judges = {
        name: _judge(one["schema"])
        for name, one in listed.attributes.items()
        if isinstance(one, dict) and isinstance(one.get("schema"), dict | bool)
    }
    for index, entry in enumerate(listed.entries):
        for name, value in entry.attributes.items():
            at = f"/entries/{index}/attributes/{name}"
            if name not in listed.attributes:
                yield ATTRIBUTE, f"the list declares no attribute {shown(name)}", document, at
            elif name in judges:
                try:
                    problems = relevant_problems(judges[name].problems(value), judges[name].node.resources)
                except UnusableSchema as error:
                    yield ATTRIBUTE, f"its schema cannot be used: {error.reason}", document, f"/attributes/{name}"
                    break
                root = judges[name].node
                for problem in problems:
                    yield ATTRIBUTE, sentence(problem, value, {root.document: root.value}), document, at


def _undocumented(listed: CodeList, document: Document, carried: set[str | int] | None) -> Iterator[_Said]:
    """What entries leave unsaid; ``carried`` is what examples carry, None where no field carries the identifiers."""
    asks_action = any(one.action or one.severity or one.retryable for one in listed.entries)
    for index, entry in enumerate(listed.entries):
        if entry.retired:
            continue
        lacks = ["a meaning"] if not entry.meaning.strip() else []
        if asks_action and not entry.action.strip():
            lacks.append("an action")
        if entry.example is None and carried is not None and entry.id not in carried:
            lacks.append("an example")
        if lacks:
            yield UNDOCUMENTED, f"{shown(entry.id)} lacks {' and '.join(lacks)}", document, f"/entries/{index}/id"


def _carried(version: Version) -> set[str | int]:
    """Every string and integer in the valid examples and the exit codes of scenarios."""
    found: set[str | int] = set()
    todo: list[JsonValue] = [document.value for one in version.examples if one.valid for document in one.documents]
    todo += [one.get("exit-code") for one in version.behaviour.scenarios]
    while todo:
        item = todo.pop()
        if isinstance(item, str | int) and not isinstance(item, bool):
            found.add(item)
        elif isinstance(item, list):
            todo += item
        elif isinstance(item, dict):
            todo += item.values()
    return found


def _bound(version: Version) -> set[str]:
    """The code lists that a field of a schema is bound to."""
    found = set()
    for schema in version.state.schemas.values():
        for _, keywords in keyword_objects(schema.value):
            binding = binding_of(keywords)
            if binding is not None:
                found.add(binding.list_name)
    return found


def _judge(schema: JsonValue) -> Validator:
    return validator_of(Resources.of(schema))


def _is_valid(judge: Validator, value: str) -> bool:
    try:
        return judge.is_valid(value)
    except UnusableSchema:
        return True
