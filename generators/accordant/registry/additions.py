"""What is added to a registry: a contract, a schema, a stream, an example, each as files made and changed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from accordant.contract import Contract, Version
from accordant.errors import InputError
from accordant.findings import Place
from accordant.registry import edit_tables, layout, scaffolds
from accordant.registry.changed_files import ChangedFiles
from accordant.registry.examples import REFUSED_BY
from accordant.schema.dialects import DRAFT_2020_12, dialect_of
from accordant.schema.documents import Document

_YAML: Final = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Target:
    """The version to which something is added."""

    contract: Contract
    version: Version

    @property
    def base(self) -> str:
        """The version's folder, relative to the registry."""
        return f"{self.contract.name}/{self.version.name}"

    @property
    def documents(self) -> list[Document]:
        """The files of its schemas, code lists and streams."""
        state = self.version.state
        schemas = [schema.document for schema in state.schemas.values()]
        others = [
            *(codes.document for codes in state.code_lists.values()),
            *(s.document for s in state.streams.values()),
        ]
        return [document for document in (*schemas, *others) if document is not None]

    @property
    def names(self) -> set[str]:
        """The names that are taken."""
        state = self.version.state
        return {*state.schemas, *state.code_lists, *state.streams}

    @property
    def suffix(self) -> str:
        """``.yaml`` where every file of the version is YAML, else ``.json``."""
        paths = [document.path for document in self.documents]
        return ".yaml" if paths and all(path.endswith(_YAML) for path in paths) else ".json"

    @property
    def config(self) -> tuple[str, str]:
        """The path and text of its ``contract.toml``."""
        assert self.contract.document is not None
        return f"{self.contract.name}/{layout.CONTRACT}", self.contract.document.text

    def require_free(self, name: str) -> None:
        """Require that a name follows the rules and is not taken.

        Raises:
            InputError: it does not follow them, or is taken.
        """
        require_name(name, "name")
        if name in self.names:
            reason = f"{self.base} has a schema, code list or stream called {name!r} already"
            raise InputError(reason, next_step="choose another name", rule="usage")


def require_name(name: str, kind: str) -> None:
    """Require lower-case words joined by hyphens.

    Raises:
        InputError: it cannot be spelt so; the next step has a name that would do.
    """
    if not layout.NAME.fullmatch(name):
        raise InputError(
            f"{name!r} is not a valid {kind}: names are lower-case words joined by hyphens",
            next_step=f"for example: {slug(name, 'result')}",
            rule="usage",
        )


def slug(text: str, otherwise: str) -> str:
    """``text`` as a name: lower-case words joined by hyphens; ``otherwise`` where nothing of it is left.

    >>> slug("OrderStatus.v1", "x"), slug("HTTPError_body", "x")
    ('order-status-v1', 'http-error-body')
    """
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", text)
    return "-".join(re.findall(r"[a-z0-9]+", parted.lower())) or otherwise


def address_for(target: Target, name: str) -> str:
    """The address of a new schema: like that of its sisters, with its own name in the place of theirs.

    >>> _like("https://x.org/v1/order.json", "order", "item")
    'https://x.org/v1/item.json'
    """
    taken = {schema.uri for schema in target.version.state.schemas.values()}
    for schema in target.version.state.schemas.values():
        address = _like(schema.uri, schema.name, name)
        if address not in taken and not address.startswith("urn:accordant-file:"):
            return address
    return f"urn:{target.contract.name}:{name}:{target.version.name}"


def _like(address: str, name: str, other: str) -> str:
    before, middle, after = address.rpartition(name)
    return f"{before}{other}{after}" if middle else address


def draft_of(target: Target) -> tuple[str, str]:
    """The ``$schema`` that all schemas of a version have, else 2020-12's; and the name of its ``$id``."""
    schemas = [schema.document.value for schema in target.version.state.schemas.values() if schema.document]
    drafts = {schema.get("$schema") for schema in schemas if isinstance(schema, dict)}
    draft = next(iter(drafts)) if len(drafts) == 1 else None
    draft = draft if isinstance(draft, str) else DRAFT_2020_12.uri
    return draft, dialect_of({"$schema": draft}).id_keyword


def add_schema(target: Target, name: str, direction: str = "") -> ChangedFiles:
    """A schema with one field and two examples."""
    target.require_free(name)
    file = f"{name}.schema{target.suffix}"
    text = scaffolds.render(scaffolds.schema(name, address_for(target, name), *draft_of(target)), file)
    made = {f"{target.base}/{file}": text, **_below(target, scaffolds.schema_examples(name))}
    return ChangedFiles(made, table_changes(target, {name: direction}))


def add_stream(target: Target, name: str) -> ChangedFiles:
    """A stream, the schema of its lines, and examples of both."""
    line = f"{name}-line"
    target.require_free(name)
    target.require_free(line)
    schema = scaffolds.line_schema(line, address_for(target, line), *draft_of(target))
    made = {
        f"{target.base}/{line}.schema{target.suffix}": scaffolds.render(schema, target.suffix),
        f"{target.base}/{name}.stream{target.suffix}": scaffolds.render(scaffolds.stream(name, line), target.suffix),
        **_below(target, scaffolds.stream_examples(name, line)),
    }
    return ChangedFiles(made, table_changes(target, {line: ""}))


def add_example(target: Target, subject: str, case: str, lines: list[str], refused_by: str | None) -> ChangedFiles:
    """An example of a schema, or of a stream, whose documents are its lines.

    Args:
        target: the version.
        subject: the schema or stream.
        case: the example's name.
        lines: the text of one document, or the lines of a stream.
        refused_by: the part of the schema that refuses it; None where it is valid, empty where no one part does.
    """
    require_name(case, "name of an example")
    folder = f"{target.base}/{layout.EXAMPLES}/{'valid' if refused_by is None else 'invalid'}/{subject}"
    is_stream = subject in target.version.state.streams
    made = {f"{folder}/{case}{'.jsonl' if is_stream else '.json'}": "".join(lines)}
    if any(example.subject == subject and example.name == case for example in target.version.examples):
        reason = f"{target.base} has an example {case!r} of {subject} already"
        raise InputError(reason, next_step="choose another name", rule="usage")
    return ChangedFiles(made)


def with_refusals(files: ChangedFiles, folder: str, text: str | None, refusals: dict[str, str]) -> ChangedFiles:
    """The same with lines in ``refused-by.toml``.

    Args:
        files: what is made and changed so far.
        folder: the folder of the invalid examples, relative to the registry.
        text: the file's text; None where there is none yet.
        refusals: the part of the schema that refuses an example, by the example's name.
    """
    path = f"{folder}/{REFUSED_BY}"
    new = text or ""
    for case, pointer in refusals.items():
        new = edit_tables.add_key(new, (), case, pointer, path)
    change = {path: new} if refusals else {}
    return files.joined(ChangedFiles(change) if text is None else ChangedFiles(changed=change))


def table_changes(target: Target, directions: Mapping[str, str]) -> dict[str, str]:
    """``contract.toml`` as it has to be once the version has further schemas; empty where it may stay.

    ``directions``: that of each new schema; empty means output.
    """
    path, text = target.config
    version, changed = target.version, text
    if version.default_schema and "default-schema" not in version.table:  # it was the only one
        table = ("versions", version.name)
        changed = edit_tables.add_key(changed, table, "default-schema", version.default_schema, path)
    for name in [name for name, direction in directions.items() if direction not in ("", "output")]:
        direction = directions[name]
        changed = edit_tables.add_table(changed, ("schemas", name), {"direction": direction}, before="versions")
    return {path: changed} if changed != text else {}


def require_new_contract(names: list[str], name: str, shown: str) -> None:
    """Require that no folder of the registry has the name.

    Raises:
        InputError: one has it.
    """
    require_name(name, "contract name")
    if name in names:
        raise InputError(
            "exists already; nothing was changed", Place(f"{shown}{name}"), next_step="choose another name"
        )


def _below(target: Target, files: dict[str, str]) -> dict[str, str]:
    return {f"{target.base}/{path}": text for path, text in files.items()}
