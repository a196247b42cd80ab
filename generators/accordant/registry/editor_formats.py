"""The schemas of our own TOML files beside a registry, for editors that read a line ``#:schema``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from accordant.contract.formats import text_of
from accordant.disk.reading import find_file
from accordant.disk.writing import write_file
from accordant.registry import layout

FOLDER: Final = ".formats"
"""Hidden, so that nothing reads it as a part of the registry."""
NAMES: Final = ("registry", "contract")


def format_files() -> dict[str, str]:
    """The schema files, by path relative to the registry."""
    return {f"{FOLDER}/{name}.schema.json": text_of(name) for name in NAMES}


def schema_line(name: str) -> str:
    """The first line of a file of a format, which names its schema; a contract lies one folder deeper."""
    up = "../" if name == "contract" else "./"
    return f"#:schema {up}{FOLDER}/{name}.schema.json\n"


def with_schema_line(files: Mapping[str, str], contract: str) -> dict[str, str]:
    """The files of a contract, of which ``contract.toml`` names its schema."""
    declared = f"{contract}/{layout.CONTRACT}"
    return {**files, declared: schema_line("contract") + files[declared]}


def has_formats(folder: Path) -> bool:
    """Whether the schemas are beside a registry."""
    return find_file(folder, f"{FOLDER}/contract.schema.json") is not None


def renew(folder: Path) -> Iterator[str]:
    """Write the schema files as this version of the tool has them; the paths of those that changed."""
    for path, text in format_files().items():
        if find_file(folder, path) != text.encode():
            write_file(folder, path, text)
            yield path
