"""``registry format``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import click

from accordant.cli import exits
from accordant.cli.open_registry import find
from accordant.cli.options import command_seconds_option, format_option, given_format, registry_option
from accordant.cli.printing import write_to_stdout
from accordant.cli.selection import parts, select
from accordant.cli.sources import OF_LINES, STDIN, open_source
from accordant.conform import sniffing
from accordant.conform.judges import version_unsaid
from accordant.conform.rules import FORMAT_DIFFERS
from accordant.contract import Contract, Version, version_field
from accordant.contract.canonical import write_canonical, write_canonical_line, write_stream_line
from accordant.disk.writing import write_file
from accordant.errors import InputError
from accordant.findings import Finding, JsonValue, Place, Report
from accordant.registry.loose_files import read
from accordant.report import FORMATS
from accordant.schema import documents

SHAPE = "CONTRACT[/VERSION]"


@click.command(
    "format",
    epilog="Examples: registry format meminit/v2 out.json --check; mytool --json | registry format meminit/v2 -",
)
@click.argument("path", metavar=SHAPE)
@click.argument("files", metavar="FILE...|-", nargs=-1, required=True)
@click.option("--check", "checks", is_flag=True, help="Write nothing; a file that would change is a finding.")
@registry_option
@command_seconds_option
@format_option
def command(path: str, files: tuple[str, ...], checks: bool) -> Report:
    """Write documents in the canonical form that the serialisation rules of their contract state.

    The order of keys and lists, one line or several, the last line end. No value changes. The lines of a .jsonl file
    are written one by one, those of a stream with their type first and their other keys as they come. Without a
    version, the document itself names it, else the contract does. '-' reads stdin and writes to stdout, with --check
    nothing.
    """
    is_piped = _is_piped(files, checks)
    words = parts(path, 2, SHAPE)
    selection = select(find().load_with_pinned(words[0]), path)
    version = selection.version.name if selection.version else ""
    given = [_read_stdin(selection.contract) if file == STDIN else _read(file) for file in files]
    texts = {text.file: (text.text, _canonical(text, selection.contract, version)) for text in given}
    changed = [file for file, (before, after) in texts.items() if before != after]
    if is_piped:
        write_to_stdout("".join(after for _, after in texts.values()))
        return Report("format", exits.FINE, quiet=True)
    if not checks:
        for file in changed:
            write_file(Path(file).parent, Path(file).name, texts[file][1])
    findings = tuple(_finding(file, *texts[file]) for file in changed) if checks else ()
    data = {"subject": path, "files": [{"path": file, "changed": file in changed} for file in texts]}
    text = f"{len(changed)} of {len(texts)} {'would change' if checks else 'changed'}"
    return Report("format", exits.of(findings), findings, data, text)


@dataclass(frozen=True, slots=True)
class _Text:
    """The text of a file or of stdin, and whether each line is a value."""

    file: str
    text: str
    is_lines: bool


def _is_piped(files: tuple[str, ...], checks: bool) -> bool:
    """Whether the canonical form goes to stdout."""
    if STDIN in files and len(files) > 1:
        raise click.UsageError("'-' is stdin, and goes without files beside it")
    if STDIN in files and not checks and given_format() != FORMATS[0].name:
        raise click.UsageError("the document itself goes to stdout: leave --format and --output out, or give --check")
    return STDIN in files and not checks


def _read(file: str) -> _Text:
    if file.endswith((".yaml", ".yml", ".toml")):
        raise InputError("only JSON has a canonical form", Place(file), next_step="give JSON files", rule="usage")
    return _Text(file, _decoded(read(file), file), file.endswith(OF_LINES))


def _read_stdin(contract: Contract) -> _Text:
    source = open_source(STDIN)
    streams = [stream for version in contract.versions for stream in version.state.streams.values()]
    is_lines = source.is_lines(streams)
    return _Text(source.path, _decoded(source.read_all(), source.path), is_lines)


def _decoded(data: bytes, file: str) -> str:
    documents.require_size(data, file)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise InputError("not UTF-8", Place(file), next_step="save the file as UTF-8", rule="encoding") from error


def _canonical(given: _Text, contract: Contract, version: str) -> str:
    if not given.is_lines:
        value = documents.parse(given.text, given.file).value
        return write_canonical(value, _version(contract, version, value, given.file).behaviour.serialisation)
    values = list(_values(given))
    return "".join(_line(_version(contract, version, value, given.file), value) for value in values)


def _line(version: Version, value: JsonValue) -> str:
    """A line of a stream of the version, else a document on a line."""
    stream = sniffing.stream_of(value, version.state.streams.values())
    if stream is not None:
        return write_stream_line(value, stream.discriminator)
    return write_canonical_line(value, version.behaviour.serialisation)


def _values(given: _Text) -> Iterator[JsonValue]:
    """The values on the lines of a text; blank lines are left out."""
    for number, line in enumerate(given.text.split("\n"), start=1):
        if line.strip():
            try:
                yield documents.parse(line, given.file + ".json").value
            except InputError as error:
                error.place = replace(error.place, path=given.file, line=number)
                raise


def _version(contract: Contract, name: str, value: JsonValue, file: str) -> Version:
    """The version that is named, or that the document names, or that stands for those that name none."""
    version = contract.version(name) if name else version_field.told(contract, value) or contract.unsaid
    if not name and contract.carrier and len(contract.versions) > 1:
        stated, carried = version_field.read(value, contract.carrier)
        matching = version_field.versions_with(contract, carried) if stated else []
        version = matching[0] if matching else version
    if version is None:
        raise version_unsaid(contract, Place(file))
    return version


def _finding(file: str, before: str, after: str) -> Finding:
    """The finding about a file that is not canonical, at the first line that differs."""
    old, new = before.split("\n"), after.split("\n")
    same = next((index for index, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), None)
    line = min(len(old), len(new)) if same is None else same + 1
    return FORMAT_DIFFERS.finding("the file is not in the canonical form of its contract", Place(file, line, 1))
