"""The document of a new example: one from a file, or one that is found; and the part of the schema that refuses it."""

from __future__ import annotations

from accordant.cli.samples import find_samples
from accordant.contract import grammar
from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.registry.additions import Target
from accordant.registry.found_examples import refusing_keyword
from accordant.registry.loose_files import read
from accordant.registry.written_examples import write_given, write_made
from accordant.schema import documents, pointers
from accordant.schema.lines import lines_of
from accordant.schema.references import Node
from accordant.schema.validation import validator_of


def find_example(target: Target, subject: str, sources: tuple[str, ...], invalid: bool) -> tuple[list[str], str | None]:
    """The text of the document, or the lines of a stream, and what refuses it.

    Args:
        target: the version.
        subject: a schema or a stream of it.
        sources: files; without any a document is found.
        invalid: whether it is to be refused; with files that is a requirement.

    Returns:
        The texts; and the pointer of the part that refuses them: None where none does, empty where several do.

    Raises:
        InputError: the file holds no such document, or none was found.
    """
    if len(sources) > 1:
        raise InputError("an example is one document", next_step="give one file with --from", rule="usage")
    is_stream = subject in target.version.state.streams
    if sources:
        values = _lines(sources[0]) if is_stream else [documents.parse(read(sources[0]), sources[0]).value]
        refused_by = _require_wanted(_refusal(target, subject, values), invalid, sources[0])
        return [write_given(document) for document in values], refused_by
    if is_stream:
        raise InputError(f"no lines are found for the stream {subject!r}", next_step="give a file of lines with --from",
                         rule="usage")  # fmt: skip
    node = target.version.state.root(subject)
    document, refused_by = _find(node, subject, invalid)
    return [write_made(document, target.version, subject, node)], refused_by


def _lines(path: str) -> list[JsonValue]:
    text = documents.Document(path, None, read(path).decode("utf-8", "replace")).text
    return [documents.parse(line, path).value for line in lines_of(text) if line.strip()]


def _require_wanted(refused_by: str | None, invalid: bool, path: str) -> str | None:
    if invalid and refused_by is None:
        reason, step = f"{path} is valid", "leave out --invalid, or give a document that is refused"
        raise InputError(reason, next_step=step, rule="usage")
    return refused_by


def _find(node: Node, subject: str, invalid: bool) -> tuple[JsonValue, str | None]:
    """The smallest document that a schema accepts, or one that a single part of it refuses."""
    accepted, refused = find_samples(node)
    if not invalid and accepted:
        return accepted[0], None
    for document in refused if invalid else ():
        pointer = refusing_keyword(node, document)
        if pointer:
            return document, pointer
    kind = "refused" if invalid else "valid"
    step = "give a document with --from"
    raise InputError(f"no {kind} document was found for {subject!r}", next_step=step, rule="usage")


def _refusal(target: Target, subject: str, values: list[JsonValue]) -> str | None:
    """The pointer of what refuses documents; None where nothing does, empty where it has no one place in the file."""
    state = target.version.state
    stream = state.streams.get(subject)
    node = state.root(stream.line if stream else subject)
    refusals = {refusing_keyword(node, document) for document in values if not validator_of(node).is_valid(document)}
    if stream is not None and not refusals:
        types = [str(_at(document, stream.discriminator)) for document in values]
        return "grammar" if grammar.misfit(stream, types) is not None else None
    return refusals.pop() if len(refusals) == 1 else "" if refusals else None


def _at(document: JsonValue, pointer: str) -> JsonValue:
    return pointers.follow(document, pointer) if pointers.has(document, pointer) else ""
