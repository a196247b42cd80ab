"""Begin a registry: a contract made of given schemas, or a small one with a schema, a code list and examples."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from accordant.disk.writing import make_workshop, write_file
from accordant.errors import InputError
from accordant.findings import Place
from accordant.registry import edit_tables, layout, scaffolds
from accordant.registry.adopt import Adoption
from accordant.registry.editor_formats import format_files, schema_line, with_schema_line
from accordant.registry.found_examples import Sample, find_examples
from accordant.registry.load import load

ATTRIBUTES = ".gitattributes"

ATTRIBUTES_TEXT = """\
# Releases are locked by the digest of their bytes: git must not change their line ends.
* text=auto eol=lf
"""

_CONFIG = """\
# A registry of output contracts: one folder per contract. The format is described in the guide "The registry format".
name = "{name}"
promise = "additive"             # inside a version, names only grow and old readers still read

[targets.python]
out = "generated/python"
distribution = "{name}-contracts"
package = "{package}_contracts"

[targets.ts]
out = "generated/typescript"
package = "@{name}/contracts"
"""


@dataclass(frozen=True, slots=True)
class Begun:
    """The contract that was made, its first release, and the files, relative to the registry."""

    contract: str
    version: str
    release: str | None
    schema: str
    """The file of the default schema."""
    files: tuple[str, ...]


def begin(
    folder: Path,
    *,
    shown: str,
    project: str,
    contract: str,
    adoption: Adoption | None,
    freeze: Callable[[Path, str, str], str | None],
    sample: Sample,
    workplace: Path | None = None,
) -> Begun:
    """Make a registry folder, whole or not at all.

    Args:
        folder: where; it must not exist, or be empty.
        shown: how the folder is shown in messages, ending in a slash.
        project: what the registry and its packages are called.
        contract: the name of its one contract.
        adoption: the schemas to make the contract of; None means a small example.
        freeze: freezes the first release; see :func:`accordant.registry.release.freeze`.
        sample: documents that a schema accepts and refuses, for schemas that come without examples.
        workplace: a folder to make everything in and leave nothing, for a dry run; None: the registry is made.

    Raises:
        InputError: something is there already, or a source cannot be used as a schema.
    """
    _refuse_occupied(folder, shown)
    version, default = (adoption.version, adoption.default.file) if adoption else ("v1", "result.schema.json")
    with make_workshop(workplace or folder.parent) as made:
        for name, text in _files(project, contract, adoption).items():
            write_file(made, name, text)
        for name, text in find_examples(load(made, shown=shown), contract, sample).items():
            write_file(made, name, text)
        release = freeze(made, contract, version)
        files_made = sorted(path.relative_to(made).as_posix() for path in made.rglob("*") if path.is_file())
        if workplace is None:
            made.rename(folder)  # takes the place of an empty folder
    return Begun(contract, version, release, f"{contract}/{version}/{default}", tuple(files_made))


def _refuse_occupied(folder: Path, shown: str) -> None:
    if folder.is_symlink() or folder.exists():
        if (folder / layout.CONFIG).exists():
            raise InputError(
                "there is a registry here already; nothing was changed",
                Place(f"{shown}{layout.CONFIG}"),
                next_step="add a contract: registry add contract NAME; or give another place: --registry PATH",
            )
        if folder.is_symlink() or not folder.is_dir() or any(folder.iterdir()):
            raise InputError(
                "the folder is not empty; nothing was changed",
                Place(shown.rstrip("/") or "."),
                next_step="give another place: --registry PATH",
            )


def _files(project: str, contract: str, adoption: Adoption | None) -> dict[str, str]:
    config = _CONFIG.format(name=project, package=project.replace("-", "_"))
    files = {layout.CONFIG: schema_line("registry") + config, ATTRIBUTES: ATTRIBUTES_TEXT, **format_files()}
    made = adopted_files(contract, adoption) if adoption else scaffolds.contract_files(contract)
    return {**files, **with_schema_line(made, contract)}


def adopted_files(contract: str, adoption: Adoption) -> dict[str, str]:
    """A contract made of schemas, by path relative to the registry; it has no examples yet."""
    text = scaffolds.contract_text(title=adoption.title or contract, description=adoption.description,
                                   default=adoption.default.name, version=adoption.version)  # fmt: skip
    for file in adoption.files:
        if file.direction != "output":
            text = edit_tables.add_table(text, ("schemas", file.name), {"direction": file.direction}, before="versions")
    schemas = {f"{contract}/{adoption.version}/{file.file}": file.text for file in adoption.files}
    return {f"{contract}/{layout.CONTRACT}": text, **schemas}
