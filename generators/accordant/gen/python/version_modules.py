"""The modules of a version in Python: its models, which are the entry, and its code lists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.gen.printing.header import header_comment, version_heading
from accordant.gen.printing.python_text import comment, docstring, literal
from accordant.gen.python import codes
from accordant.gen.python.imports import select_used, statements
from accordant.gen.python.printer import PrintedTypes, print_types, render_module
from accordant.gen.python.runtime_source import (
    exported_names,
    links_runtime,
    open_runtime,
    schemas_runtime,
    views_runtime,
)
from accordant.gen.python.schemas import as_text, stated_schemas
from accordant.model.versions import VersionModel

RUNTIME: Final = "_runtime"
OPEN: Final = "_open"
LINKS: Final = "_links"
SCHEMAS: Final = "_schemas"
VIEWS: Final = "_views"
FACTS: Final = "_facts"

_IN_LISTS: Final = ("CodeFacts", "ContextFact", "Final", "Literal", "Mapping", "MappingProxyType", "TypeAlias")


def version_modules(
    version: VersionModel, site: str = "", *, format_views: bool = False, defaults: bool = False
) -> Iterator[tuple[str, str]]:
    """The modules that every version has: what is added to its name, and the text.

    Args:
        version: the version.
        site: the address at which its pages are served.
        format_views: whether models have properties that give texts of known formats as Python values.
        defaults: whether optional fields have the schema's default, where their type allows it.
    """
    printed = print_types(version.model, version.model.codes, format_views=format_views, defaults=defaults)
    yield "", _models_module(version, printed, format_views)
    yield "_schemas", _schemas_module(version)
    blocks = [block for each in version.code_lists for block in codes.blocks(version, each, site)]
    if blocks:
        yield "_lists", _lists_module(version, blocks)


def _models_module(version: VersionModel, printed: PrintedTypes, format_views: bool) -> str:
    lists = f".{version.version.name}_lists"
    local = {
        f"..{RUNTIME}": printed.used & exported_names(),
        f"..{OPEN}": printed.used & exported_names(open_runtime()),
        f"..{LINKS}": printed.used & exported_names(links_runtime()),
        f"..{VIEWS}": printed.used & exported_names(views_runtime()) if format_views else set(),
        f"..{SCHEMAS}": {"state_schemas"} | printed.used & exported_names(schemas_runtime()),
        f".{version.version.name}_schemas": {"SCHEMAS"},
        lists: set(_list_names(version)),
    }
    local = {module: names for module, names in local.items() if names}
    aliases = [f"{alias}: TypeAlias = {name}" for alias, name in version.aliases.items()]
    used = set(printed.used) | ({"TypeAlias"} if aliases else set())
    imports = statements(used - frozenset().union(*local.values()), local)
    types = [named.name for named in version.model.types.values()]
    exported = sorted([*types, *_list_names(version), *printed.payloads, *printed.readers, *version.aliases])
    blocks = [*("\n" + block for block in printed.blocks), *aliases, "\nstate_schemas(__name__, SCHEMAS)"]
    return _render(version, "", imports, blocks, exported)


def _schemas_module(version: VersionModel) -> str:
    text = as_text(stated_schemas(version.model))
    words = '"""The schemas that the types state, in the words of 2020-12, by the names of the types."""'
    return _render(version, ": schemas", statements(["Final"]), [f"SCHEMAS: Final = {text}\n{words}"], ["SCHEMAS"])


def _lists_module(version: VersionModel, blocks: list[str]) -> str:
    used = select_used(_IN_LISTS, blocks)
    facts = {"CodeFacts", "ContextFact"} & used
    imports = statements(used - facts, {f"..{FACTS}": facts})
    spaced = ["\n" + text if index and "TypeAlias" in text else text for index, text in enumerate(blocks)]
    return _render(version, ": code lists", imports, spaced, sorted(_list_names(version)))


def _render(version: VersionModel, kind: str, imports: list[str], blocks: list[str], exported: list[str]) -> str:
    return render_module(
        "module.py.jinja2",
        header=header_comment(version.origin, comment).rstrip("\n"),
        docstring=docstring([f"{version_heading(version)}{kind}. Generated; do not edit."], ""),
        imports=imports,
        blocks=blocks,
        all_names=[literal(name) for name in exported],
    )


def _list_names(version: VersionModel) -> Iterator[str]:
    for codes_of in version.model.codes.values():
        yield codes_of.constant
        yield from codes_of.type_names
