"""``registry gen llm-schema``: the strict variant of a schema that a model's provider takes, and answers taken back."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from accordant import conform
from accordant.cli import exits
from accordant.cli.gen_file import SHAPE, place_of
from accordant.cli.open_registry import find, relative_to_here
from accordant.cli.selection import select
from accordant.cli.writing import write_outputs
from accordant.contract import Contract, Registry, Version
from accordant.contract.validity import require_schemas
from accordant.errors import InputError
from accordant.findings import Finding, JsonValue, Report, Severity
from accordant.gen.providers import Loss, Provider, StrictSchema, exceeded, provider_named, restore, strict_schema
from accordant.gen.providers.restoring import key_twice, pointer_in_answer
from accordant.gen.providers.rules import KEYWORD_LOST, LIMIT_EXCEEDED
from accordant.registry.loose_files import read
from accordant.schema import documents, pointers
from accordant.schema.documents import Document

TARGET = "llm-schema"
STDIN = "-"
_ASK_AGAIN = "ask the model again, and give it this finding; an answer is not repaired"


@dataclass(frozen=True, slots=True)
class _Chosen:
    """The schema of the registry that is written."""

    registry: Registry
    contract: Contract
    version: Version
    schema: str
    shown: str

    @property
    def path(self) -> str:
        """How it is called."""
        return f"{self.contract.name}/{self.version.name}/{self.schema}"


def generate_llm_schema(path: str | None, provider: str, out: str | None, answer: str | None) -> Report:
    """Write the strict schema to a folder or into the report, or take an answer back and validate it.

    Raises:
        InputError: the path names no schema, a schema of the registry cannot be used, or the answer is not JSON.
    """
    chosen = _choose(path)
    service = provider_named(provider)
    made = strict_schema(chosen.version.state.root(chosen.schema), service)
    if answer is not None:
        return _take_back(chosen, made, answer)
    findings = tuple(_findings(chosen, made, service))
    text = json.dumps(made.schema, indent=2, ensure_ascii=False)
    data: dict[str, JsonValue] = {"changes": [], "schema": made.schema}
    if out is not None:
        name = f"{chosen.schema}.{provider}.json"
        drift = write_outputs({name: text + "\n"}, Path(out), beside=True)
        folder = relative_to_here(Path(out))
        changes = [{"target": TARGET, "path": f"{folder}/{change.path}", "change": change.kind} for change in drift]
        data, text = {**data, "changes": changes}, f"{TARGET}: {folder}/{name}"
    return Report("gen", exits.of(findings), findings, data, text, is_document=out is None)


def _choose(path: str | None) -> _Chosen:
    if path is None:
        raise InputError(
            "the schema is not named", next_step=f"run: registry gen {TARGET} {SHAPE} --provider NAME", rule="usage"
        )
    opened = find()
    registry = opened.load_with_pinned()
    require_schemas(registry)
    words = path.rstrip("/").split("/")
    contract = select(registry, words[0]).contract
    if len(words) == 2 and contract.version(words[1]) is None and contract.current is not None:
        words = [words[0], contract.current.name, words[1]]  # CONTRACT/SCHEMA means the current version
    selection = select(registry, "/".join(words), SHAPE, 3)
    version = selection.version or contract.current
    name = selection.part.name if selection.part else version.default_schema if version else ""
    if version is None or name not in version.state.schemas:
        raise InputError(f"{path} names no schema", next_step=f"write it as {SHAPE}", rule="usage")
    return _Chosen(registry, contract, version, name, opened.shown)


def _findings(chosen: _Chosen, made: StrictSchema, provider: Provider) -> Iterator[Finding]:
    for sentence in exceeded(made.schema, provider):
        yield LIMIT_EXCEEDED.finding(sentence, subject=chosen.path)
    for loss in made.losses:
        yield _report_loss(chosen, loss)


def _report_loss(chosen: _Chosen, loss: Loss) -> Finding:
    """The finding about a loss, at the keyword in the file of the registry."""
    state = chosen.version.state
    name = next((schema.name for schema in state.schemas.values() if schema.uri == loss.document), chosen.schema)
    at = f"{name}.schema.json#{loss.pointer}"
    place = place_of(chosen.registry, f"{chosen.contract.name}/{chosen.version.name}", at, chosen.shown)
    message = f"{loss.keyword}: {loss.says}" if loss.keyword else loss.says
    return KEYWORD_LOST.finding(message, place, subject=chosen.path)


def _with_reason(finding: Finding, document: JsonValue) -> Finding:
    """A finding about a map that stayed a list of entries says why."""
    try:
        key = key_twice(pointers.follow(document, finding.place.pointer)) if finding.place else None
    except LookupError:  # about what is missing
        key = None
    if key is None:
        return finding
    return replace(finding, message=f"two entries of the map have the key {json.dumps(key)}; each may occur only once")


def _in_answer(finding: Finding, answer: Document, made: StrictSchema) -> Finding:
    """A finding about the document, at its place in the answer; it is the model that wrote it, not a program."""
    step = _ASK_AGAIN if finding.severity == Severity.ERROR else finding.way_out
    if finding.place is None:
        return replace(finding, way_out=step)
    place = answer.place(pointer_in_answer(finding.place.pointer, answer.value, made))
    return replace(finding, place=place, way_out=step)


def _take_back(chosen: _Chosen, made: StrictSchema, file: str) -> Report:
    """The answer as a document of the contract, and the findings about it."""
    shown = "stdin" if file == STDIN else file
    data = sys.stdin.buffer.read(documents.MAX_BYTES + 1) if file == STDIN else read(file)
    answer = documents.parse(data, shown)
    document = restore(answer.value, made)
    text = json.dumps(document, indent=2, ensure_ascii=False)
    complaints = conform.validate(
        chosen.contract, [(shown, text.encode())], version=chosen.version.name, schema=chosen.schema
    )
    findings = tuple(_in_answer(_with_reason(finding, document), answer, made) for finding in complaints)
    return Report("gen", exits.of(findings), findings, {"changes": [], "document": document}, text, is_document=True)
