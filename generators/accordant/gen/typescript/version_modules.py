"""The modules of a version: its types, its code lists, and the guards, whose module is the entry to all three."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from accordant.gen.printing.header import version_heading
from accordant.gen.typescript import codes, runtime_source
from accordant.gen.typescript.printer import PrintedTypes, print_types, render_module
from accordant.gen.typescript.text import file_header
from accordant.gen.typescript.used_code import used_names
from accordant.model.types import UnionOf, shapes_of
from accordant.model.versions import VersionModel

RUNTIME: Final = "../runtime.js"
_EXPORTED: Final = re.compile(r"^export (?:function|const|type|interface) (\w+)", re.MULTILINE)
"""What a block exports."""


def version_modules(version: VersionModel, site: str = "", *, open_index: bool = False) -> Iterator[tuple[str, str]]:
    """The modules that every version has: what is added to its name, and the text.

    Who imports types alone loads none of the guards: the types stand in a module of their own.

    Args:
        version: the version.
        site: the address at which its pages are served.
        open_index: whether open objects get an index signature.
    """
    printed = print_types(version.model, version.model.codes, open_index=open_index)
    lists = [block.rstrip("\n") for each in version.code_lists for block in codes.blocks(version, each, site)]
    yield "-types", _types_module(version, printed)
    if lists:
        yield "-lists", _lists_module(version, lists)
    yield "", _guards_module(version, printed, has_lists=bool(lists))


def _types_module(version: VersionModel, printed: PrintedTypes) -> str:
    name = version.version.name
    imports = [
        *_import_lines("import type", used_names(_list_types(version), printed.types), f"./{name}-lists.js"),
        *_import_lines("import type", used_names(runtime_source.types(), printed.types), RUNTIME),
    ]
    aliases = [f"export type {{ {name} as {alias} }};" for alias, name in version.aliases.items()]
    return _render(version, "types", imports, [*printed.types, *aliases])


def _lists_module(version: VersionModel, blocks: list[str]) -> str:
    return _render(version, "code lists", _import_lines("import type", ["CodeFacts"], RUNTIME), blocks)


def _guards_module(version: VersionModel, printed: PrintedTypes, *, has_lists: bool) -> str:
    name = version.version.name
    from_runtime = printed.used & runtime_source.definitions().keys()
    helpers = ["ContractError", *(["hasTag"] if _grows(version) else [])]
    known = sorted((printed.used & runtime_source.types()) | ({"CodeFacts"} if has_lists else set()))
    own = used_names(printed.exports, printed.guards)
    imports = [
        *_import_lines("import type", used_names(runtime_source.types(), printed.guards), RUNTIME),
        *_import_lines("import", used_names(from_runtime - runtime_source.types(), printed.guards), RUNTIME),
        *_import_lines("import type", own, f"./{name}-types.js"),
        "",
        *([f'export * from "./{name}-lists.js";'] if has_lists else []),
        f'export type * from "./{name}-types.js";',
        f'export {{ {", ".join(helpers)} }} from "{RUNTIME}";',
        f'export type {{ {", ".join(known)} }} from "{RUNTIME}";',
    ]
    return _render(version, "guards", imports, [*printed.guards, *_guard_aliases(version, printed.guards)])


def _guard_aliases(version: VersionModel, blocks: Iterable[str]) -> Iterator[str]:
    """The exports of a type's guards, reader and schema under the other names of the type."""
    exported = {name for block in blocks for name in _EXPORTED.findall(block)}
    for alias, name in version.aliases.items():
        wanted = {part.replace("X", name): part.replace("X", alias) for part in ("isX", "assertX", "readX", "XSchema")}
        values = [f"{old} as {new}" for old, new in wanted.items() if old in exported]
        if values:
            yield f"export {{ {', '.join(values)} }};"


def _render(version: VersionModel, kind: str, imports: Iterable[str], blocks: Iterable[str]) -> str:
    header = file_header(version.origin, f"{version_heading(version)}: {kind}.")
    return render_module("module.ts.jinja2", header=header, imports=list(imports), blocks=list(blocks))


def _list_types(version: VersionModel) -> set[str]:
    return {name for codes_of in version.model.codes.values() for name in codes_of.type_names}


def _grows(version: VersionModel) -> bool:
    """Whether a union of the version also reads later tags."""
    shapes = (shape for named in version.model.types.values() for shape in shapes_of(named.type.shape))
    return any(isinstance(shape, UnionOf) and shape.tags for shape in shapes)


def _import_lines(statement: str, names: list[str], home: str) -> list[str]:
    if not names:
        return []
    line = f'{statement} {{ {", ".join(names)} }} from "{home}";'
    return [line] if len(line) <= 110 else [f"{statement} {{", *(f"  {name}," for name in names), f'}} from "{home}";']
