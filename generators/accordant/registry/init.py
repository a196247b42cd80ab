"""Begin a registry: a contract made of given schemas, or a small one with a schema and two examples."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from accordant.contract import Registry
from accordant.disk.writing import make_workshop, write_file
from accordant.errors import InputError
from accordant.findings import JsonValue, Place
from accordant.registry import layout, scaffolds
from accordant.registry.additions import slug
from accordant.registry.examples import REFUSED_BY
from accordant.registry.load import load
from accordant.schema.dialects import dialect_of
from accordant.schema.documents import Document
from accordant.schema.json_values import canonical
from accordant.schema.references import Node, Resources
from accordant.schema.validation import UnusableSchema, validator_of

VERSION = "v1"
ATTRIBUTES = ".gitattributes"

_ATTRIBUTES = """\
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
    sources: Sequence[Document],
    freeze: Callable[[Path, str, str], str | None],
    sample: Callable[[Node], tuple[list[JsonValue], list[JsonValue]]],
) -> Begun:
    """Make a registry folder, whole or not at all.

    Args:
        folder: where; it must not exist, or be empty.
        shown: how the folder is shown in messages, ending in a slash.
        project: what the registry and its packages are called.
        contract: the name of its one contract.
        sources: schema files to make the contract of; none means a small example.
        freeze: freezes the first release; see :func:`accordant.registry.release.freeze`.
        sample: documents that a schema accepts and refuses, for schemas that come without examples.

    Raises:
        InputError: something is there already, or a source cannot be used as a schema.
    """
    _refuse_occupied(folder, shown)
    files = _files(project, contract, sources)
    with make_workshop(folder.parent) as made:
        for name, text in files.items():
            write_file(made, name, text)
        _add_examples(made, load(made, shown=shown), sample)
        release = freeze(made, contract, VERSION)
        files_made = sorted(path.relative_to(made).as_posix() for path in made.rglob("*") if path.is_file())
        made.rename(folder)  # takes the place of an empty folder
    default = "result.schema.json" if not sources else _document_schema(sources, names_of(sources))
    schema = f"{contract}/{VERSION}/{default}"
    return Begun(contract, release, schema, tuple(files_made))


def _refuse_occupied(folder: Path, shown: str) -> None:
    if folder.is_symlink() or folder.exists():
        if (folder / layout.CONFIG).exists():
            raise InputError(
                "there is a registry here already; nothing was changed",
                Place(f"{shown}{layout.CONFIG}"),
                next_step="add a contract as a folder beside the others, or give another place: --registry PATH",
            )
        if folder.is_symlink() or not folder.is_dir() or any(folder.iterdir()):
            raise InputError(
                "the folder is not empty; nothing was changed",
                Place(shown.rstrip("/") or "."),
                next_step="give another place: --registry PATH",
            )


def _files(project: str, contract: str, sources: Sequence[Document]) -> dict[str, str]:
    base = f"{contract}/{VERSION}"
    config = _CONFIG.format(name=project, package=project.replace("-", "_"))
    if not sources:
        return {layout.CONFIG: config, ATTRIBUTES: _ATTRIBUTES, **scaffolds.contract_files(contract, project)}
    names = names_of(sources)
    default = _document_schema(sources, names).split(".")[0]
    text = scaffolds.contract_text(title=contract, description="", owner=project, default=default)
    contract_file = {f"{contract}/{layout.CONTRACT}": text}
    files = {layout.CONFIG: config, ATTRIBUTES: _ATTRIBUTES, **contract_file}
    for source in sources:
        file = names[source.path]
        name = file.split(".")[0]
        files[f"{base}/{file}"] = _adopt(source, f"urn:{contract}:{name}:{VERSION}", names)
        for number, example in enumerate(_examples(source.value), start=1):
            files[f"{base}/examples/valid/{name}/{number}.json"] = canonical(example) + "\n"
    return files


def _add_examples(
    folder: Path, registry: Registry, sample: Callable[[Node], tuple[list[JsonValue], list[JsonValue]]]
) -> None:
    """Examples of schemas that lack valid or invalid ones, found by ``sample``."""
    for contract in registry.contracts:
        for version in contract.versions:
            resources = Resources(version.state.resources)
            for schema in version.state.schemas.values():
                kinds = {example.valid for example in version.examples if example.subject == schema.name}
                accepted, refused = sample(resources.root(schema.uri)) if kinds != {True, False} else ([], [])
                base = f"{contract.name}/{version.name}/{layout.EXAMPLES}"
                if True not in kinds and accepted:
                    write_file(folder, f"{base}/valid/{schema.name}/smallest.json", canonical(accepted[0]) + "\n")
                if False not in kinds:
                    _add_refused(folder, f"{base}/invalid/{schema.name}", resources.root(schema.uri), refused)


def _add_refused(folder: Path, below: str, schema: Node, documents: Sequence[JsonValue]) -> None:
    """The first of the documents that a single keyword refuses, as an example with its line in refused-by.toml."""
    for document in documents:
        pointer = _refusing_keyword(schema, document)
        if pointer:
            write_file(folder, f"{below}/smallest.json", canonical(document) + "\n")
            write_file(folder, f"{below}/{REFUSED_BY}", f"smallest = {json.dumps(pointer)}\n")
            return


def _refusing_keyword(schema: Node, document: JsonValue) -> str:
    """The pointer of the one keyword that refuses a document; empty where there are more, or none is known here."""
    try:
        locations = {problem.schema_location for problem in validator_of(schema).problems(document)}
    except UnusableSchema:
        return ""
    address, _, pointer = locations.pop().partition("#") if len(locations) == 1 else ("", "", "")
    return pointer if address == schema.document else ""


def names_of(sources: Sequence[Document]) -> dict[str, str]:
    """The file of each source in the version's folder."""
    names: dict[str, str] = {}
    for source in sources:
        stem = re.sub(r"(\.schema)?\.(json|ya?ml)$", "", Path(source.path).name)
        suffix = ".yaml" if source.path.endswith((".yaml", ".yml")) else ".json"
        file = f"{slug(stem, 'schema')}.schema{suffix}"
        if file in names.values():
            raise InputError(f"two files would be named {file}", Place(source.path), next_step="rename one of them")
        names[source.path] = file
    return names


def _document_schema(sources: Sequence[Document], names: Mapping[str, str]) -> str:
    """The file that most likely describes a whole document: the first to which no other file refers."""
    for source in sources:
        others = [other.text for other in sources if other is not source]
        if not any(re.search(rf"""\$ref.*{re.escape(Path(source.path).name)}""", text) for text in others):
            return names[source.path]
    return names[sources[0].path]


def _examples(schema: JsonValue) -> list[JsonValue]:
    examples = schema.get("examples") if isinstance(schema, dict) else None
    return examples if isinstance(examples, list) else []


def _adopt(source: Document, uri: str, names: Mapping[str, str]) -> str:
    """The source's text, spelling kept, with an ``$id`` and with references to the other files by their new names."""
    text = source.text if source.text.endswith("\n") else source.text + "\n"
    for path, file in names.items():
        text = re.sub(
            rf"""(["']?\$ref["']?\s*:\s*["']?)(?:\./)?{re.escape(Path(path).name)}(?=["'#\s])""",
            lambda match, file=file: match[1] + file,  # type: ignore[misc]
            text,
        )
    if not isinstance(source.value, dict):
        return text
    if any(isinstance(source.value.get(key), str) for key in ("$id", "id")):
        return text
    if source.path.endswith((".yaml", ".yml")):
        head, body = text.split("\n", 1) if text.startswith(("---", "%")) else ("", text)
        return f"{head}\n{dialect_of(source.value).id_keyword}: {uri}\n{body}".lstrip("\n")
    start = text.index("{") + 1
    keyword = dialect_of(source.value).id_keyword
    return f'{text[:start]}\n  "{keyword}": "{uri}"{"," if source.value else ""}{text[start:]}'
