"""``registry show``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from accordant.cli import exits
from accordant.cli.open_registry import find
from accordant.cli.options import format_option, registry_option
from accordant.cli.selection import Selection, parts, select
from accordant.cli.tables import facts, table
from accordant.findings import JsonValue, Report

if TYPE_CHECKING:
    from accordant.contract import CodeList, Contract, Entry, Schema, Stream, Version

SHAPE = "CONTRACT[/VERSION[/NAME[/CODE]]]"


@click.command("show", epilog="Example: registry show cobre/v1/error-kinds/MissingFile")
@click.argument("path", metavar=SHAPE)
@registry_option
@format_option
def command(path: str) -> Report:
    """Show a contract, a version of it, one of its schemas, streams or code lists, one code, or behaviour.

    A schema is shown ready for use: code lists are expanded. NAME may also be rules, derived, counting, serialisation,
    modes, interpretation, consumer-rules, scenarios, decisions or moves, and CODE the id of one of them.
    """
    selection = select(find().load_with_pinned(parts(path, 4, SHAPE)[0]), path, SHAPE)
    data = {"path": path, "kind": _kind(selection), "value": _data(selection)}
    return Report("show", exits.FINE, data=data, text=_text(selection))


def entry_facts(entry: Entry) -> JsonValue:
    """The facts of a code as JSON values, without empty ones."""
    values = {key.replace("_", "-"): value for key, value in asdict(entry).items()}
    return {key: value for key, value in values.items() if value not in (None, "", (), {})}


def entry_text(entry: Entry, codes: CodeList, page: str = "") -> str:
    """The facts of a code for people; ``page`` is the address at which it is documented."""
    head = f"{entry.id} ({entry.name})" if entry.name else str(entry.id)
    context = [
        f"{field.name}{'' if field.always else ' (sometimes)'}{': ' + field.description if field.description else ''}"
        for field in entry.context
    ]
    deprecated = ", ".join(f"{key}: {value}" for key, value in entry.deprecated.items())
    return facts(
        [
            (codes.identifier, head),
            ("means", entry.meaning),
            ("do", entry.action),
            ("category", entry.category),
            ("severity", ", ".join(entry.severity)),
            ("exit code", "" if entry.exit_code is None else str(entry.exit_code)),
            ("retryable", f"{entry.retryable}{': ' + entry.retryable_text if entry.retryable_text else ''}"),
            ("phase", entry.phase),
            ("side effects", entry.side_effects),
            ("commands", ", ".join(entry.commands)),
            ("context", "\n".join(context)),
            ("since", entry.since),
            ("deprecated", deprecated),
            ("retired", entry.retired),
            ("replaces", ", ".join(entry.replaces)),
            *((name, fact_text(value)) for name, value in entry.attributes.items()),
            ("source", entry.source),
            ("ours, without a source", ", ".join(entry.ours)),
            ("page", page),
        ]
    )


def _kind(selection: Selection) -> str:
    """The kind of the selected part, as reports name it."""
    if selection.entry is not None:
        return "code"
    if selection.version is None:
        return "contract"
    if selection.table is not None:
        return "behaviour"
    state = selection.version.state
    if selection.part is None:
        return "version"
    if selection.part.name in state.schemas:
        return "schema"
    return "code-list" if selection.part.name in state.code_lists else "stream"


def _data(selection: Selection) -> JsonValue:
    if selection.entry is not None:
        return entry_facts(selection.entry)
    if selection.table is not None:
        return selection.table
    if selection.part is not None:
        raw = getattr(selection.part, "raw", None)
        return raw if raw is not None else getattr(selection.part, "value", None)
    if selection.version is not None:
        return _version_data(selection.version)
    contract = selection.contract
    return {
        "name": contract.name,
        "title": contract.title,
        "description": contract.description,
        "owner": contract.owner,
        "promise": contract.promise,
        "enums": contract.enums,
        "carrier": contract.carrier,
        "sources": list(contract.sources),
        "versions": [_version_data(version) for version in contract.versions],
    }


def _version_data(version: Version) -> JsonValue:
    state = version.state
    return {
        "name": version.name,
        "status": version.status,
        "supported_until": version.supported_until,
        "default_schema": version.default_schema,
        "meanings": state.meanings,
        "releases": [release.name for release in version.releases],
        "schemas": {name: {"uri": schema.uri, "direction": schema.direction} for name, schema in state.schemas.items()},
        "code_lists": {name: [entry.id for entry in codes.entries] for name, codes in state.code_lists.items()},
        "streams": {name: list(stream.types()) for name, stream in state.streams.items()},
    }


def _text(selection: Selection) -> str:
    if selection.entry is not None:
        return entry_text(selection.entry, _as_list(selection))
    if selection.table is not None:
        return "\n\n".join(table_text(table) for table in tables_of(selection.table))
    if selection.part is not None:
        if selection.version is not None and selection.part.name in selection.version.state.code_lists:
            return _list_text(_as_list(selection))
        return _json_text(selection.part)
    if selection.version is not None:
        return _version_text(selection.version)
    return _contract_text(selection.contract)


def tables_of(value: JsonValue) -> list[Mapping[str, JsonValue]]:
    """The tables of a part of a version's behaviour."""
    from accordant.contract.behaviour import tables

    return tables(value if isinstance(value, list) else [value])


def table_text(given: Mapping[str, JsonValue]) -> str:
    """The facts of a table for people."""
    return facts([(key, fact_text(value)) for key, value in given.items()])


def fact_text(value: JsonValue) -> str:
    """A value for people: a text as it is, texts side by side, yes or no, any other value as JSON."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return ", ".join(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _as_list(selection: Selection) -> CodeList:
    assert selection.version is not None
    assert selection.part is not None
    return selection.version.state.code_lists[selection.part.name]


def _json_text(part: object) -> str:
    raw = getattr(part, "raw", None)
    return json.dumps(raw if raw is not None else getattr(part, "value", None), indent=2, ensure_ascii=False)


def _contract_text(contract: Contract) -> str:
    head = facts(
        [
            ("contract", contract.name),
            ("title", contract.title),
            ("about", contract.description),
            ("owner", contract.owner),
            ("promise", contract.promise),
            ("string enums", contract.enums),
            ("carrier", contract.carrier),
            ("sources", "\n".join(contract.sources)),
        ]
    )
    return "\n\n".join([head, *(_version_text(version) for version in contract.versions)])


def _version_text(version: Version) -> str:
    state = version.state
    rows = [
        *(
            (name, "schema", _direction(schema, name == version.default_schema))
            for name, schema in state.schemas.items()
        ),
        *(
            (name, "code list", f"{len(codes.entries)} of {codes.identifier}")
            for name, codes in state.code_lists.items()
        ),
        *((name, "stream", _types(stream)) for name, stream in state.streams.items()),
        *((name, "behaviour", _amount(value)) for name, value in state.behaviour.tables().items()),
    ]
    head = facts(
        [
            ("version", f"{version.contract}/{version.name}"),
            ("status", version.status),
            ("releases", ", ".join(release.name for release in version.releases) or "none yet"),
            ("meanings", "frozen" if state.meanings == "frozen" else ""),
            ("supported", f"until {version.supported_until}" if version.supported_until else ""),
        ]
    )
    return f"{head}\n\n{table(('name', 'kind', 'holds'), rows)}" if rows else head


def _direction(schema: Schema, default: bool) -> str:
    return f"{schema.uri} ({schema.direction}{', default' if default else ''})"


def _amount(value: JsonValue) -> str:
    return str(len(value)) if isinstance(value, list) else ", ".join(value if isinstance(value, dict) else ())


def _types(stream: Stream) -> str:
    return "lines " + ", ".join(stream.types())


def _list_text(codes: CodeList) -> str:
    rows = [
        (
            f"{entry.id} ({entry.name})" if entry.name else str(entry.id),
            entry.category,
            ", ".join(entry.severity),
            f"retired {entry.retired}" if entry.retired else entry.meaning,
        )
        for entry in codes.entries
    ]
    columns = [index for index in range(4) if any(row[index] for row in rows)]  # empty ones are left out
    titles = (codes.identifier, "category", "severity", "meaning")
    return table([titles[index] for index in columns], [[row[index] for index in columns] for row in rows])
