"""Begin the next major version: the newest version's files under a new name, carriers and addresses renamed."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from accordant.contract import Contract, Version
from accordant.errors import InputError
from accordant.findings import JsonValue, Place
from accordant.outputs import write_text
from accordant.registry import layout
from accordant.registry.load import load
from accordant.schema import pointers, toml_positions


def bump(folder: Path, contract: str, shown: str = "") -> tuple[str, str]:
    """Copy the newest version of a contract to the next major one, unreleased.

    In the copies, ``$id`` addresses (and references to them) and the carrier's value name the new version; in examples
    the carrier's value does. ``contract.toml`` gets the tables of the new version, as a draft.

    Returns:
        The names of the version that was copied and of the new one.

    Raises:
        InputError: no such contract, nothing to copy, or the next version's folder is there already.
    """
    registry = load(folder, shown=shown, only=contract)
    found = registry.contract(contract)
    if found is None:
        raise InputError(f"no contract {contract!r} in this registry", next_step="run: registry list")
    newest = found.newest
    if newest is None:
        raise InputError(f"{contract} has no version yet", Place(f"{shown}{contract}"))
    name = f"v{newest.major + 1}"
    if (folder / contract / name).exists():
        raise InputError("is there already", Place(f"{shown}{contract}/{name}"))
    table = _table(folder, found, newest.name, name, shown)
    texts = dict(_texts(folder, newest, name, found.carrier))
    workshop = Path(tempfile.mkdtemp(dir=folder / contract, prefix=f".{name}-"))
    try:  # whole or not at all: half a version would be taken for one
        for relative, text in texts.items():
            write_text(workshop / relative, text)
        workshop.chmod(0o755)
        workshop.rename(folder / contract / name)
    except OSError as error:
        raise InputError(f"cannot be made: {error.strerror}", Place(f"{shown}{contract}/{name}")) from error
    finally:
        shutil.rmtree(workshop, ignore_errors=True)
    write_text(folder / contract / layout.CONTRACT, table)
    return newest.name, name


def moved(value: JsonValue, old: int, new: int) -> JsonValue:
    """A carrier's or address's value in the next major version; the value itself where it names no version.

    >>> moved("urn:x:response:v1", 1, 2), moved("2.0", 2, 3), moved(1, 1, 2)
    ('urn:x:response:v2', '3.0', 2)
    """
    if isinstance(value, str):
        if re.search(rf"(?<![A-Za-z0-9])v{old}(?![0-9])", value):
            return re.sub(rf"(?<![A-Za-z0-9])v{old}(?![0-9])", f"v{new}", value)
        return re.sub(rf"^{old}(\.[0-9]+)*$", f"{new}.0" if "." in value else str(new), value)
    return new if value == old and not isinstance(value, bool) else value


def moved_address(address: str, old: int, new: int) -> str:
    """A schema's address in the next major version; one that names no version gets the new one: two may not share it.

    >>> moved_address("https://example.org/a.json", 1, 2), moved_address("urn:x:response", 1, 2)
    ('https://example.org/v2/a.json', 'urn:x:response:v2')
    """
    then = str(moved(address, old, new))
    if then != address:
        return then
    before, slash, last = address.rpartition("/")
    return f"{before}/v{new}/{last}" if slash else f"{address}:v{new}"


def _texts(folder: Path, version: Version, name: str, carrier: str) -> Iterator[tuple[str, str]]:
    base = f"{version.contract}/{version.name}"
    old, new = version.major, int(name[1:])
    addresses = {schema.uri for schema in version.state.schemas.values()}
    key = pointers.split(carrier)[-1] if carrier else ""
    carried = [one for schema in version.state.schemas.values() for one in _fixed(schema.value, key)] if key else []
    exchanged = [(one, moved(one, old, new)) for one in carried if moved(one, old, new) != one]
    for relative in _files(folder, base):
        text = layout.read_file(folder, f"{base}/{relative}").decode("utf-8")
        kind = layout.kind_of(relative)
        if kind is not None and kind[0] in ("schema", "codes"):
            text = _schema(text, addresses, key, exchanged if kind[0] == "schema" else [], old, new)
        elif relative.startswith(f"{layout.EXAMPLES}/") and relative.endswith((".json", ".jsonl")) and key:
            text = _example(text, key, exchanged)
        yield relative, text


def _files(folder: Path, base: str, below: str = "") -> Iterator[str]:
    for name, is_folder in layout.entries(folder, f"{base}/{below}" if below else base):
        relative = f"{below}/{name}" if below else name
        if not is_folder:
            yield relative
        elif relative != layout.RELEASES:
            yield from _files(folder, base, relative)


_Exchanged = list[tuple[JsonValue, JsonValue]]
"""Values of the carrier: in the old version, in the new one."""


def _schema(text: str, addresses: set[str], key: str, exchanged: _Exchanged, old: int, new: int) -> str:
    for address in sorted(addresses, key=len, reverse=True):
        then = moved_address(address, old, new)
        quoted = re.escape(json.dumps(address)[1:-1])
        text = re.sub(rf'(?<="){quoted}(?=["#])', _quoting(json.dumps(then)[1:-1]), text)
    for before, after in exchanged:
        pattern = rf'({re.escape(json.dumps(key))}\s*:\s*\{{[^{{}}]*?"(?:const)"\s*:\s*){re.escape(json.dumps(before))}'
        text = re.sub(pattern, rf"\g<1>{_quoting(json.dumps(after))}", text)
    return text


def _quoting(text: str) -> str:
    """Text as a replacement of ``re.sub``."""
    return text.replace("\\", "\\\\")


def _fixed(value: JsonValue, key: str) -> Iterator[JsonValue]:
    """The ``const`` of every property called ``key``."""
    stack = [value]
    while stack:
        one = stack.pop()
        if isinstance(one, dict):
            properties = one.get("properties")
            if isinstance(properties, dict) and isinstance(properties.get(key), dict) and "const" in properties[key]:
                yield properties[key]["const"]
            stack += one.values()
        elif isinstance(one, list):
            stack += one


def _example(text: str, key: str, exchanged: _Exchanged) -> str:
    """Old and new value exchanged: what was refused because it names the next version names the last one now."""
    values = {json.dumps(one): json.dumps(other) for pair in exchanged for one, other in (pair, pair[::-1])}

    def change(match: re.Match[str]) -> str:
        return match[1] + values.get(match[2], match[2])

    return re.sub(rf'({re.escape(json.dumps(key))}\s*:\s*)("(?:[^"\\]|\\.)*"|[0-9]+(?![0-9.]))', change, text)


def _table(folder: Path, contract: Contract, old: str, new: str, shown: str) -> str:
    """``contract.toml`` with the tables of the old version repeated for the new one."""
    path = f"{contract.name}/{layout.CONTRACT}"
    text = layout.read_file(folder, path).decode("utf-8")
    copied, inside = [], False
    for line in text.splitlines():
        header = re.match(r"\s*\[\[?\s*([^\[\]]+?)\s*\]\]?", line)
        if header:
            inside = re.match(rf"versions\s*\.\s*{old}(\s*\.|$)", header[1]) is not None
            line = re.sub(rf"(versions\s*\.\s*){old}\b", rf"\g<1>{new}", line, count=1) if inside else line
        if inside:
            line = re.sub(r"^(\s*status\s*=\s*).*$", r'\1"draft"', line)
            copied.append(line)
    if not copied:
        raise InputError(
            f"[versions.{old}] is not written as a table of its own, so it cannot be copied",
            Place(shown + path),
            next_step=f"write it as [versions.{old}], then run bump again",
        )
    if not any(re.match(r"\s*status\s*=", line) for line in copied):
        copied.insert(1, 'status = "draft"')
    result = text.rstrip("\n") + "\n\n" + "\n".join(copied).rstrip("\n") + "\n"
    toml_positions.read(result, path)
    return result
