"""The module of a version's streams: typed readers and writers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from accordant.gen.behaviour.streams import StreamTable
from accordant.gen.printing.header import header_comment, version_heading
from accordant.gen.printing.python_text import comment, docstring, literal, tuple_of
from accordant.gen.python.template_files import render_module
from accordant.model.names import pascal
from accordant.model.versions import VersionModel


def streams_module(version: VersionModel, tables: list[StreamTable]) -> str:
    """The text of ``v1_streams.py``."""
    streams = [_names(table) for table in tables]
    return render_module(
        "streams.py.jinja2",
        header=header_comment(version.origin, comment).rstrip("\n"),
        docstring=docstring([f"{version_heading(version)}: streams. Generated; do not edit."], ""),
        version=version.version.name,
        streams=streams,
        all_names=[literal(name) for name in sorted(_exports(streams))],
    )


def function_names(tables: list[StreamTable]) -> list[str]:
    """What the module offers for each stream: reader and writer."""
    return [names[key] for names in map(_names, tables) for key in ("read", "writer")]


def _exports(streams: list[dict[str, Any]]) -> Iterator[str]:
    yield from ("Fault", "StreamEnd", "StreamError")
    for names in streams:
        yield from (names[key] for key in ("constant", "read", "read_async", "writer", "async_writer"))


def _names(table: StreamTable) -> dict[str, Any]:
    stream = table.stream
    middle = f"{table.prefix.replace('-', '_')}_" if table.prefix else ""
    title = pascal(table.prefix) if table.prefix else ""
    return {
        "constant": f"{'_' if stream.name[0].isdigit() else ''}{stream.name.replace('-', '_').upper()}",
        "read": f"read_{middle}stream",
        "read_async": f"read_{middle}stream_async",
        "writer": f"{title}StreamWriter",
        "async_writer": f"Async{title}StreamWriter",
        "line": table.line_type,
        "name": literal(stream.name),
        "discriminator": literal(stream.discriminator),
        "states": [literal(moves) for moves in table.states],
        "ends": _set(table.ends),
        "terminal": _set(table.terminal),
        "repeated": _set(table.repeated),
        "failure": tuple_of([literal(dict(marks)) for marks in stream.failure]),
        "means": literal(table.means),
    }


def _set(members: Sequence[str | int]) -> str:
    return f"frozenset({{{', '.join(map(literal, members))}}})" if members else "frozenset()"
