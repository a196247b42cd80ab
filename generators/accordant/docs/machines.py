"""For programs: every schema at an address that stays, a catalogue with digests, and a guide for language models."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from accordant.contract import ContractState, Release, Schema, Version, formats
from accordant.docs.json_lines import lay_out
from accordant.docs.markdown import visible
from accordant.docs.places import CODES, COMMANDS, Book, PageData, changes_page, contract_page, version_page
from accordant.docs.schema_parts import digest_of, digest_of_release
from accordant.findings import JsonValue
from accordant.outputs import Outputs, digest
from accordant.schema.addresses import join_uri
from accordant.schema.dialects import REFERENCES

CATALOGUE: Final = "index.json"
LLMS: Final = "llms.txt"
FORMATS: Final = "formats"
"""The folder with the schemas of the files that a registry is made of, for editors."""

_FOLDER: Final = "schemas"


def pages(subject: PageData, made: Outputs) -> Iterator[tuple[str, str]]:
    """The schemas of our own formats; ``index.json`` and ``llms.txt``, which say what is among the other pages."""
    yield from ((f"{FORMATS}/{name}.schema.json", formats.text_of(name)) for name in formats.NAMES)
    yield CATALOGUE, json.dumps(_catalogue(subject, made), indent=2, ensure_ascii=False) + "\n"
    yield LLMS, "\n".join(_guide(subject, made)) + "\n"


def schema_file(contract: str, moment: str, schema: str) -> str:
    """The file of a schema; ``moment`` is a release (``1.0``: never changes) or a version (``v1``: its newest one)."""
    return f"{schema_folder(contract, moment)}/{schema}.json"


def schema_folder(contract: str, moment: str) -> str:
    """The folder of the schema files of a release or a version."""
    return f"{_FOLDER}/{contract}/{moment}"


def _newest(version: Version) -> ContractState:
    """The newest release of a version, else its working state; what no release has yet is there as it is now."""
    newest = version.releases[-1].read() if version.releases else version.state
    return replace(newest, schemas={**version.state.schemas, **newest.schemas})


def schema_pages(subject: PageData) -> Iterator[tuple[str, str]]:
    """The files of all schemas, each also bundled with what it refers to.

    The newest of a version stand under its name, and those of each release, which stay as they are, under its own.
    """
    known: dict[str, str] = {}
    for book in subject.books:
        yield from _files(book.version.name, _newest(book.version), known)
        for release in book.version.releases:
            key = f"{book.contract.name} {digest_of([book.name, release.name, digest_of_release(release)])}"
            yield from subject.remember_files(key, partial(_files_of, release, known)).items()


def _files_of(release: Release, known: dict[str, str]) -> Outputs:
    return dict(_files(release.name, release.read(), known))


def _files(moment: str, state: ContractState, known: dict[str, str]) -> Iterator[tuple[str, str]]:
    for schema in state.schemas.values():
        path = schema_file(state.contract, moment, schema.name)
        yield path, _write(schema.value, known)
        whole = bundle(schema, state)
        if whole is not None:
            yield path.removesuffix(".json") + ".bundle.json", _write(whole, known)


def bundle(schema: Schema, state: ContractState) -> JsonValue | None:
    """A schema with every other one that it refers to among its definitions (Core 9.3); None where it needs none."""
    needed = _list_needed(schema, state)
    if not needed or not isinstance(schema.value, dict):
        return None
    keyword = "$defs" if "definitions" not in schema.value else "definitions"
    own = schema.value.get(keyword)
    embedded = {other.uri: _with_id(other) for other in needed}
    return {**_with_id(schema), keyword: {**(own if isinstance(own, dict) else {}), **embedded}}


def _with_id(schema: Schema) -> dict[str, JsonValue]:
    value = schema.value if isinstance(schema.value, dict) else {"not": {}} if schema.value is False else {}
    return value if "$id" in value or "id" in value else {"$id": schema.uri, **value}


def _list_needed(schema: Schema, state: ContractState) -> list[Schema]:
    """The other schemas of a version that a schema refers to, also through others, by address."""
    by_uri = {other.uri: other for other in state.schemas.values()}
    needed: dict[str, Schema] = {}
    todo = [schema]
    while todo:
        for uri in _references(state, todo.pop()):
            other = by_uri.get(uri)
            if other is not None and uri != schema.uri and uri not in needed:
                needed[uri] = other
                todo.append(other)
    return [needed[uri] for uri in sorted(needed)]


def find_documents(schema: Schema, state: ContractState) -> frozenset[str]:
    """The addresses of the documents to which a schema of a version refers, also through others of the version."""
    return frozenset().union(*(_references(state, needed) for needed in (schema, *_list_needed(schema, state))))


def _references(state: ContractState, schema: Schema) -> frozenset[str]:
    """The addresses of the documents that the references of a schema may lead to, looked for once."""
    memo = state.root(schema.name).memo
    if _references not in memo:
        memo[_references] = frozenset(_find_references(schema))
    references: frozenset[str] = memo[_references]
    return references


def _find_references(schema: Schema) -> set[str]:
    addresses = set()
    todo: list[JsonValue] = [schema.value]
    while todo:
        value = todo.pop()
        if isinstance(value, dict):
            todo += value.values()
            addresses |= {join_uri(schema.uri, ref) for word in REFERENCES if isinstance(ref := value.get(word), str)}
        elif isinstance(value, list):
            todo += value
    return addresses


def _write(schema: JsonValue, known: dict[str, str]) -> str:
    """A schema over several lines; most are the same in one release after the other, and ``known`` from there."""
    short = json.dumps(schema, ensure_ascii=False)  # quick, and exact: equal values may differ in spelling and order
    if short not in known:
        known[short] = lay_out(schema) + "\n"
    return known[short]


def _by_folder(made: Outputs) -> dict[str, list[str]]:
    """The paths of the schema files, by their folder."""
    folders: dict[str, list[str]] = {}
    for path in made:
        if path.startswith(f"{_FOLDER}/"):
            folders.setdefault(path.rpartition("/")[0], []).append(path)
    return folders


def _catalogue(subject: PageData, made: Outputs) -> JsonValue:
    """Every contract with its versions, releases and the files of their schemas, each with its digest."""
    files = _by_folder(made)
    return {
        "name": subject.registry.name,
        "contracts": [
            {
                "name": contract.name,
                "title": contract.title,
                "page": contract_page(contract.name),
                "versions": [_version_entry(version, made, files) for version in contract.versions],
            }
            for contract in subject.registry.contracts
        ],
    }


def _version_entry(version: Version, made: Outputs, files: Mapping[str, list[str]]) -> JsonValue:
    def moment(name: str) -> dict[str, JsonValue]:
        paths = files.get(schema_folder(version.contract, name), [])
        return {"schemas": [{"path": path, "sha256": digest(made[path])} for path in paths]}

    return {
        "name": version.name,
        "status": version.status,
        "promise": version.state.promise,
        "default-schema": version.default_schema,
        "page": version_page(version.contract, version.name),
        "newest": moment(version.name),
        "releases": [{"name": release.name, **moment(release.name)} for release in version.releases],
    }


def _guide(subject: PageData, made: Outputs) -> Iterator[str]:
    """What a language model should read first, in the form of llmstxt.org."""
    yield f"# {visible(subject.registry.name)}"
    yield ""
    yield "> JSON Schemas, codes and stream grammars of machine-readable output contracts, and what each promises."
    yield ""
    yield "Every page exists as Markdown at the same address with `.md` for the last slash, the first at `index.md`."
    yield f"All schemas with their digests: [{CATALOGUE}]({CATALOGUE})."
    for contract in subject.registry.contracts:
        yield f"\n## {visible(contract.title or contract.name)}\n"
        yield f"- [{contract.name}]({contract_page(contract.name)}): versions and codes"
        for version in contract.versions:
            book = Book(contract, version)
            yield f"- [{book.name}]({book.index}): fields, rules, streams, how to use it"
            yield from (f"- [{name}]({book.codes(name)}): codes of {book.name}" for name in version.state.code_lists)
        if changes_page(contract.name) in made:
            yield f"- [changes]({changes_page(contract.name)}): what changed in each release"
    yield "\n## Optional\n"
    yield f"- [All codes]({CODES}): those of every contract on one page, by kind"
    if subject.commands:
        yield f"- [Commands]({COMMANDS}): the tool that judges"
