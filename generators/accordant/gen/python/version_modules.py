"""The modules of a version in Python: its models, which are the entry, and its code lists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.gen.printing.header import header_comment, version_heading
from accordant.gen.printing.python_text import comment, docstring, literal
from accordant.gen.python import codes
from accordant.gen.python.field_options import FieldOptions
from accordant.gen.python.imports import select_used, statements
from accordant.gen.python.printer import AS_THEY_ARE, PrintedTypes, print_types
from accordant.gen.python.runtime_source import shared_imports
from accordant.gen.python.schemas import as_text, stated_schemas
from accordant.gen.python.template_files import render_module
from accordant.model.types import Model
from accordant.model.versions import VersionModel

RUNTIME: Final = "_runtime"
FACTS: Final = "_facts"

_IN_LISTS: Final = ("CodeFacts", "ContextFact", "Final", "Literal", "Mapping", "MappingProxyType", "TypeAlias")


def version_modules(
    version: VersionModel, site: str = "", options: FieldOptions = AS_THEY_ARE
) -> Iterator[tuple[str, str]]:
    """The modules that every version has: what is added to its name, and the text.

    Args:
        version: the version.
        site: the address at which its pages are served.
        options: what fields are like.
    """
    printed = print_types(version.model, version.model.codes, options)
    yield "", _models_module(version, printed)
    yield "_schemas", schemas_module(version, version.model, ": schemas")
    blocks = [block for each in version.code_lists for block in codes.blocks(version, each, site)]
    if blocks:
        yield "_lists", _lists_module(version, blocks)


def _models_module(version: VersionModel, printed: PrintedTypes) -> str:
    lists = f".{version.version.name}_lists"
    local = {
        **shared_imports({"state_schemas"} | printed.used),
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


def schemas_module(version: VersionModel, model: Model, kind: str) -> str:
    """The module of the schemas that the types of a model state."""
    text = as_text(stated_schemas(model))
    words = '"""The schemas that the types state, in the words of 2020-12, by the names of the types."""'
    return _render(version, kind, statements(["Final"]), [f"SCHEMAS: Final = {text}\n{words}"], ["SCHEMAS"])


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
