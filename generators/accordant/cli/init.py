"""``registry init``."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import TYPE_CHECKING

import click

from accordant.cli import exits
from accordant.cli.open_registry import relative_to_here
from accordant.cli.options import format_option, given_registry, registry_option
from accordant.cli.writing import take_turn_in_folder
from accordant.errors import InputError
from accordant.findings import JsonValue, Place, Report, Severity
from accordant.registry.foreign_documents import refuse_foreign
from accordant.registry.loose_files import read, require_patterns

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accordant.registry.init import Begun
    from accordant.schema.documents import Document
    from accordant.schema.references import Node


@click.command(
    "init",
    epilog="Example: registry init --from schemas/result.json   then edit the copy and run: registry check-compat",
)
@click.option(
    "--from",
    "sources",
    metavar="FILE",
    multiple=True,
    help="A JSON Schema to build the contract from; may be given several times. More FILEs may follow.",
)
@click.argument("more", metavar="[FILE]...", nargs=-1)
@click.option(
    "--contract",
    metavar="NAME",
    help="The name of the contract: lower-case words joined by hyphens. Default: the first FILE's name.",
)
@registry_option
@format_option
def command(sources: tuple[str, ...], more: tuple[str, ...], contract: str | None) -> Report:
    """Begin a registry in ./registry: a contract with examples, its first release frozen.

    With --from, the contract is built from your schemas; without it, from a small example to replace. Existing files
    are never overwritten.
    """
    from accordant.registry import init, layout
    from accordant.schema import documents

    if more and not sources:
        raise click.UsageError("give the files to build the contract from with --from")
    folder = Path(given_registry() or "registry")
    if contract is not None and not layout.NAME.fullmatch(contract):
        raise InputError(
            f"{contract!r} is not a valid contract name",
            next_step="use lower-case words joined by hyphens",
            rule="usage",
        )
    schemas = [documents.parse(read(path), path) for path in (*sources, *more)]
    for schema in schemas:
        refuse_foreign(schema)
        require_patterns(schema)
    project = init.slug(Path.cwd().name, "our")
    with take_turn_in_folder(folder.parent):
        begun = init.begin(
            folder,
            shown=f"{relative_to_here(folder)}/",
            project=project,
            contract=contract or _contract_name(schemas),
            sources=schemas,
            freeze=lambda folder, contract, version: _freeze(folder, contract, version, schemas),
            sample=_sample,
        )
    return Report("init", exits.FINE, data=_data(folder, begun), text=_text(folder, begun))


def _contract_name(schemas: Sequence[Document]) -> str:
    from accordant.registry.init import slug

    return slug(Path(schemas[0].path).name.split(".")[0], "output") if schemas else "output"


def _data(folder: Path, begun: Begun) -> JsonValue:
    files = [f"{relative_to_here(folder)}/{name}" for name in begun.files]
    return {"contract": begun.contract, "version": "v1", "release": begun.release, "files": files}


def _text(folder: Path, begun: Begun) -> str:
    shown = relative_to_here(folder)
    return "\n".join(
        [
            *(f"made {shown}/{name}" for name in begun.files),
            "",
            f"Release {begun.release} of {begun.contract}/v1 is frozen: changes are judged against it. Its promise is",
            "additive: names and values of string enums may be added, nothing is removed or renamed, and old readers",
            f'still work. promise = "strict" in {shown}/registry.toml takes the schemas exactly as written. Next:',
            f"  1. edit      {shown}/{begun.schema}",
            "  2. check     registry check-compat",
            "  3. generate  registry gen",
            "Commit the folder, and run 'registry lint' and 'registry check-compat' in CI.",
        ]
    )


def _freeze(folder: Path, contract: str, version: str, sources: Sequence[Document]) -> str | None:
    """Freeze the first release, unless lint has an error against it: what is frozen is promised for good.

    Raises:
        InputError: the first error, placed in the source that it is about.
    """
    from accordant.lint import lint
    from accordant.registry.init import names_of
    from accordant.registry.load import loader
    from accordant.registry.release import freeze

    originals = {file: path for path, file in names_of(sources).items()}
    for finding in lint(loader(folder, problems=[])):
        if finding.severity == Severity.ERROR:
            place = finding.place or Place("")
            path = originals.get(place.path.rpartition("/")[2], place.path)
            way_out = finding.way_out or f"registry explain {finding.rule}"
            reason = f"{finding.message} ({finding.rule})"
            raise InputError(reason, Place(path, pointer=place.pointer), next_step=way_out, rule="law-broken")
    return freeze(folder, contract, version)


_MOST_TRIED = 40
"""The number of keywords that are left out in turn to find a document that one keyword alone refuses."""


def _sample(schema: Node) -> tuple[list[JsonValue], list[JsonValue]]:
    """The smallest documents that a schema accepts, and documents that it refuses; none where undecided.

    Refused documents that satisfy the schema without one of its keywords come first: that keyword alone refuses them.
    """
    from itertools import islice

    from accordant.algebra import Found, find
    from accordant.schema.references import Resources

    accepted = [find([schema])]
    wider = [*islice(_without_a_keyword(schema), _MOST_TRIED), Resources.of({"type": "object"}), Resources.of(True)]
    refused = (find([other], [schema]) for other in wider)
    documents = [outcome.document for outcome in refused if isinstance(outcome, Found)]
    return (
        [outcome.document for outcome in accepted if isinstance(outcome, Found)],
        sorted(documents, key=lambda document: not isinstance(document, dict)),  # an object shows most
    )


def _without_a_keyword(schema: Node) -> Iterator[Node]:
    """The schema once without each of its keywords that judge, nearest to the root first."""
    from accordant.schema import pointers
    from accordant.schema.references import Resources

    others = {uri: schema.resources.root(uri).value for uri in schema.resources if uri != schema.document}
    todo = [schema]
    while todo:
        node = todo.pop(0)
        todo += node.subschemas()
        for keyword in node.value if isinstance(node.value, dict) else ():
            if keyword in node.dialect.keywords and not keyword.startswith("$") and keyword != "definitions":
                value = copy.deepcopy(schema.resources.root(schema.document).value)
                del pointers.follow(value, node.pointer)[keyword]
                yield Resources({**others, schema.document: value}, schema.dialect).root(schema.document)
