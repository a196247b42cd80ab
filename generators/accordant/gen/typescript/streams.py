"""The module of a version's streams: typed readers and writers."""

from __future__ import annotations

from typing import Any

from accordant.gen.behaviour.streams import StreamTable
from accordant.gen.printing.header import version_heading
from accordant.gen.typescript.printer import render_module
from accordant.gen.typescript.text import camel, file_header, literal
from accordant.model.names import pascal
from accordant.model.versions import VersionModel


def streams_module(version: VersionModel, tables: list[StreamTable]) -> str:
    """The text of ``v1-streams.ts``."""
    return render_module(
        "streams.ts.jinja2",
        header=file_header(version.origin, f"{version_heading(version)}: streams."),
        version=version.version.name,
        streams=[_names(version, table) for table in tables],
    )


def _names(version: VersionModel, table: StreamTable) -> dict[str, Any]:
    stream = table.stream
    title = pascal(table.prefix) if table.prefix else ""
    opening = {named.name for key, named in version.model.types.items() if key in version.model.opening}
    return {
        "constant": f"{'_' if stream.name[0].isdigit() else ''}{stream.name.replace('-', '_').upper()}",
        "read": camel(f"read-{table.prefix}-stream" if table.prefix else "read-stream"),
        "read_async": camel(f"read-{table.prefix}-stream-async" if table.prefix else "read-stream-async"),
        "writer": f"{title}StreamWriter",
        "async_writer": f"Async{title}StreamWriter",
        "line": table.line_type,
        "openly": ", [], [], false" if table.line_type in opening else "",
        "name": literal(stream.name),
        "discriminator": literal(stream.discriminator),
        "states": [literal(dict(moves)) for moves in table.states],
        "ends": literal(list(table.ends)),
        "terminal": literal(table.terminal),
        "repeated": literal(table.repeated),
        "failure": literal([dict(marks) for marks in stream.failure]),
        "means": literal(table.means),
    }
