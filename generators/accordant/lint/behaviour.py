"""The behaviour tables of contract.toml: every schema, field, command and file that they name must exist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from accordant.contract import Contract, Schema, Version
from accordant.findings import Finding, JsonValue, Rule, Severity
from accordant.lint import conditions, effects, promises, scenarios
from accordant.lint.subject import LintSubject
from accordant.schema import pointers
from accordant.schema.documents import Document
from accordant.schema.paths import schemas_at
from accordant.schema.vocabulary import format_value

POINTER: Final = Rule(
    "enforced-by-missing",
    Severity.ERROR,
    "A rule names a part of a schema that enforces it, and the schema has no such part.",
    "Nothing enforces the rule.",
    'Correct the pointer, or write "" for a rule that no schema can hold.',
    'enforced-by = "/allOf/7"',
    'enforced-by = "/allOf/0"',
)
PATH: Final = Rule(
    "path-missing",
    Severity.ERROR,
    "A scenario or decision names a file that the version does not have.",
    "Tests of consumers are made from it, and have nothing to read.",
    "Correct the path; it is relative to the version's folder.",
    'document = "examples/valid/respones/ok.json"',
    'document = "examples/valid/response/ok.json"',
)
NAME: Final = Rule(
    "name-missing",
    Severity.ERROR,
    "A table names a schema, stream, command, code, exit code, field or action that the version does not have.",
    "The table has no effect.",
    "Correct the name.",
    'schema = "respones"',
    'schema = "response"',
)
DUPLICATE: Final = Rule(
    "duplicate-id",
    Severity.ERROR,
    "Two rules, scenarios, decisions or moves of a version have the same id.",
    "Pages and tests name each of them by its id.",
    "Give one of them another id.",
    'two rules with id = "one-line"',
    'id = "one-line" and id = "one-document"',
)

EFFECT: Final = Rule(
    "effect-unusable",
    Severity.ERROR,
    "An effect of a consumer rule cannot be carried out as it is written.",
    "No `interpret` can be generated, and readers do not learn what the rule asks of them.",
    "Give it exactly one word that says what it does, and the keys that the word needs.",
    'effects = [{ back-off = "seconds", first = 1 }]',
    'effects = [{ back-off = "seconds", first = 1, most = 300 }]',
)

CONTRADICTION: Final = Rule(
    "scenario-contradicts",
    Severity.ERROR,
    "A scenario has another exit code, code or number than its document or its code list says.",
    "Tests of readers are made from it, and would hold them to what no program prints.",
    "Correct the scenario, or name another document.",
    'exit-code = 0, and the document says {"exit_code": 3}',
    'exit-code = 3, and the document says {"exit_code": 3}',
)

RULES: Final = (POINTER, PATH, NAME, DUPLICATE, EFFECT, CONTRADICTION)

_NAMED: Final = ("rules", "consumer-rules", "scenarios", "decisions", "moves")
_WITH_FIELDS: Final = ("derived", "counting")


_Table = tuple[str, int, Mapping[str, JsonValue]]
"""The name of a list of tables, the index of one, and the table."""
_Complaint = tuple[Rule, str, str]
"""Rule, message, pointer below the version's table."""


def check(subject: LintSubject) -> Iterator[Finding]:
    """Names in behaviour tables that do not exist, and effects that cannot be carried out."""
    for contract, version in subject.versions:
        if contract.document is not None:
            for rule, message, pointer in _find_complaints(subject, contract, version):
                place = contract.document.place(f"/versions/{version.name}{pointer}")
                yield rule.finding(message, place, subject=f"{contract.name}/{version.name}")
            yield from _find_incomplete(contract.document, version)


def _find_incomplete(document: Document, version: Version) -> Iterator[Finding]:
    """Tables that need another one, or a key, which the version does not have."""
    table, subject = f"/versions/{version.name}", f"{version.contract}/{version.name}"
    if pointer := effects.find_without_interpretation(version):
        message = "effects need the table interpretation, which says what a reader may do"
        step = f"add [versions.{version.name}.interpretation], or remove effects"
        yield EFFECT.finding(message, document.place(table + pointer), way_out=step, subject=subject)
    for pointer in conditions.find_about_nothing(version):
        message = f"the rule names no schema, and {version.name} has no default-schema: it is about no documents"
        step = 'write schema = "NAME" into the rule, or name a default-schema'
        yield NAME.finding(message, document.place(table + pointer), way_out=step, subject=subject)


def _find_complaints(subject: LintSubject, contract: Contract, version: Version) -> Iterator[_Complaint]:
    for table in _tables(version):
        yield from _check_table(subject, contract, version, *table)
    if _is_readable(subject, contract, version):
        resources = subject.resources[contract.name, version.name]
        for message, pointer in (
            *conditions.find_unknown_names(version, resources),
            *effects.find_unknown_names(version, resources),
            *promises.find_unknown_names(version, resources),
            *scenarios.find_unknown_names(version),
        ):
            yield NAME, message, pointer
        for message, pointer in scenarios.find_contradictions(version):
            yield CONTRADICTION, message, pointer
    for message, pointer in effects.find_malformed(version):
        yield EFFECT, message, pointer
    yield from _find_duplicates(version)


def _tables(version: Version) -> Iterator[_Table]:
    for name in (*_NAMED, *_WITH_FIELDS, "modes"):
        value = version.table.get(name)
        for index, table in enumerate(value if isinstance(value, list) else ()):
            if isinstance(table, dict):
                yield name, index, table


def _check_table(
    subject: LintSubject, contract: Contract, version: Version, name: str, index: int, table: Mapping[str, JsonValue]
) -> Iterator[_Complaint]:
    at = f"/{name}/{index}"
    state = version.state
    schema = table.get("schema")
    if isinstance(schema, str) and schema and schema not in state.schemas and schema not in state.streams:
        if not _is_unread(subject, contract, version, schema):
            yield NAME, f"no schema is called {format_value(schema)}", f"{at}/schema"
        return
    if name == "rules":
        yield from _check_enforced_by(version, table, at)
    if name in _WITH_FIELDS:
        yield from _check_fields(subject, contract, version, table, at)
    if name == "modes":
        stream = table.get("stream")
        missing = isinstance(stream, str) and stream and stream not in state.streams
        if missing and not _is_unread(subject, contract, version, str(stream)):
            yield NAME, f"no stream is called {format_value(stream)}", f"{at}/stream"
    commands = table.get("commands")
    for number, command in enumerate(commands if isinstance(commands, list) else ()):
        if "commands" in state.code_lists and command not in version.commands:
            yield (
                NAME,
                f"the command {format_value(command)} is not in the code list commands",
                f"{at}/commands/{number}",
            )
    document = table.get("document")
    leaves = isinstance(document, str) and ".." in document.split("/")
    if isinstance(document, str) and (leaves or not subject.has(f"{contract.name}/{version.name}/{document}")):
        yield PATH, f"there is no file {format_value(document)} in {contract.name}/{version.name}", f"{at}/document"


def _is_readable(subject: LintSubject, contract: Contract, version: Version) -> bool:
    """Whether every schema of a version can be read and followed. Otherwise a declared field may seem missing."""
    key = (contract.name, version.name)
    dangling = any((reference.file.contract, reference.file.version) == key for reference in subject.dangling)
    distinct = len(version.state.resources) == len(version.state.schemas)
    return distinct and not dangling and subject.is_whole(*key)


def _is_unread(subject: LintSubject, contract: Contract, version: Version, name: str) -> bool:
    """Whether a schema or stream of that name exists but could not be used, which has a finding of its own."""
    return any(name in subject.unread(contract.name, version.name, kind) for kind in ("schema", "stream"))


def _check_enforced_by(version: Version, table: Mapping[str, JsonValue], at: str) -> Iterator[_Complaint]:
    place = table.get("enforced-by")
    if not isinstance(place, str) or not place:
        return
    file, hash_sign, pointer = place.partition("#")
    if not hash_sign:
        file, pointer = "", place
    target = _find_schema(version, table, file)
    if target is None or target.document is None:
        if file:
            yield POINTER, f"there is no schema file {format_value(file)}", f"{at}/enforced-by"
        elif str(table.get("schema", "")) not in version.state.streams:
            yield POINTER, "the rule names no schema, and the version has no default one", f"{at}/enforced-by"
        return
    values = (target.document.value, target.value)
    try:
        is_present = any(pointers.has(value, pointer) for value in values)
    except ValueError:
        is_present = False
    if not is_present:
        name = target.document.path.rpartition("/")[2]
        yield POINTER, f"there is no {format_value(pointer)} in {name}", f"{at}/enforced-by"


def _find_schema(version: Version, table: Mapping[str, JsonValue], file: str) -> Schema | None:
    for schema in version.state.schemas.values():
        if file and schema.document is not None and schema.document.path.rpartition("/")[2] == file:
            return schema
    if file:
        return None
    return version.state.schemas.get(str(table.get("schema") or version.default_schema))


def _check_fields(
    subject: LintSubject, contract: Contract, version: Version, table: Mapping[str, JsonValue], at: str
) -> Iterator[_Complaint]:
    schema = _find_schema(version, table, "")
    if schema is None:
        return
    root = subject.resources[contract.name, version.name].root(schema.uri)
    for key, path in _paths(table):
        try:
            declared = any(True for _ in schemas_at(root, path))
        except ValueError:
            declared = False
        if not declared:
            yield NAME, f"the schema {schema.name} declares no field {format_value(path)}", f"{at}/{key}"
    places = table.get("count", [])
    if not isinstance(places, list) or not all(isinstance(place, str) for place in places):
        yield NAME, 'count is a list of JSON Pointers, such as ["/warnings/*"]', f"{at}/count"


def _paths(table: Mapping[str, JsonValue]) -> Iterator[tuple[str, str]]:
    """The fields that a table names, each with the place in the table that names it."""
    for key in ("field", "from", "beside"):
        path = table.get(key)
        if isinstance(path, str) and (key != "from" or path.startswith("field:")):
            yield key, path.removeprefix("field:")
    places = table.get("count")
    for index, place in enumerate(places if isinstance(places, list) else ()):
        if isinstance(place, str):
            yield f"count/{index}", place


def _find_duplicates(version: Version) -> Iterator[_Complaint]:
    for name in _NAMED:
        seen: set[str] = set()
        value = version.table.get(name)
        for index, table in enumerate(value if isinstance(value, list) else ()):
            key = table.get("id") if isinstance(table, dict) else None
            if isinstance(key, str):
                if key in seen:
                    yield DUPLICATE, f"{format_value(key)} occurs twice in {name}", f"/{name}/{index}/id"
                seen.add(key)
