"""``registry format``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import click

from accordant.cli import exits
from accordant.cli.open_registry import find
from accordant.cli.options import command_seconds_option, format_option, registry_option
from accordant.cli.selection import parts, select
from accordant.cli.sources import OF_LINES
from accordant.conform.canonical import write_canonical, write_canonical_line
from accordant.conform.rules import FORMAT_DIFFERS
from accordant.contract import Contract, version_field
from accordant.disk.writing import write_file
from accordant.errors import InputError
from accordant.findings import Finding, JsonValue, Place, Report
from accordant.registry.loose_files import read
from accordant.schema import documents

SHAPE = "CONTRACT[/VERSION]"


@click.command("format", epilog="Example: registry format meminit/v2 out.json --check")
@click.argument("path", metavar=SHAPE)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--check", "checks", is_flag=True, help="Write nothing; a file that would change is a finding.")
@registry_option
@command_seconds_option
@format_option
def command(path: str, files: tuple[str, ...], checks: bool) -> Report:
    """Write documents in the canonical form that the serialisation rules of their contract state.

    The order of keys and lists, one line or several, the last line end. No value changes. The lines of a .jsonl file
    are written one by one. Without a version, the document itself names it, else it is the current one.
    """
    words = parts(path, 2, SHAPE)
    selection = select(find().load_with_pinned(words[0]), path)
    version = selection.version.name if selection.version else ""
    texts = {file: (_read(file), _canonical(file, selection.contract, version)) for file in files}
    changed = [file for file, (before, after) in texts.items() if before != after]
    if not checks:
        for file in changed:
            write_file(Path(file).parent, Path(file).name, texts[file][1])
    findings = tuple(_finding(file, *texts[file]) for file in changed) if checks else ()
    data = {"subject": path, "files": [{"path": file, "changed": file in changed} for file in texts]}
    text = f"{len(changed)} of {len(texts)} {'would change' if checks else 'changed'}"
    return Report("format", exits.of(findings), findings, data, text)


def _read(file: str) -> str:
    data = read(file)
    documents.require_size(data, file)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise InputError("not UTF-8", Place(file), next_step="save the file as UTF-8", rule="encoding") from error


def _canonical(file: str, contract: Contract, version: str) -> str:
    if file.endswith((".yaml", ".yml", ".toml")):
        raise InputError("only JSON has a canonical form", Place(file), next_step="give JSON files", rule="usage")
    if not file.endswith(OF_LINES):
        value = documents.parse(_read(file), file).value
        return write_canonical(value, _serialisation(contract, version, value, file))
    values = list(_values(file))
    return "".join(write_canonical_line(value, _serialisation(contract, version, value, file)) for value in values)


def _values(file: str) -> Iterator[JsonValue]:
    """The values on the lines of a file; blank lines are left out."""
    for number, line in enumerate(_read(file).split("\n"), start=1):
        if line.strip():
            try:
                yield documents.parse(line, file + ".json").value
            except InputError as error:
                error.place = replace(error.place, path=file, line=number)
                raise


def _serialisation(contract: Contract, name: str, value: JsonValue, file: str) -> Mapping[str, JsonValue]:
    """The rules of the version that is named, or that the document names, or of the current one."""
    version = contract.version(name) if name else contract.current
    if not name and contract.carrier and len(contract.versions) > 1:
        stated, carried = version_field.read(value, contract.carrier)
        matching = version_field.versions_with(contract, carried) if stated else []
        version = matching[0] if matching else version
    if version is None:
        raise InputError(f"the contract {contract.name} has no version", Place(file), next_step="run: registry lint")
    return version.behaviour.serialisation


def _finding(file: str, before: str, after: str) -> Finding:
    """The finding about a file that is not canonical, at the first line that differs."""
    old, new = before.split("\n"), after.split("\n")
    same = next((index for index, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), None)
    line = min(len(old), len(new)) if same is None else same + 1
    return FORMAT_DIFFERS.finding("the file is not in the canonical form of its contract", Place(file, line, 1))
