"""The module of a version's codes with context: a class for each code, and a function from records to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from accordant.gen.printing.encoding import lines_of
from accordant.gen.printing.header import header_comment, version_heading
from accordant.gen.printing.python_text import comment, docstring, literal
from accordant.gen.python.blocks import INDENT
from accordant.gen.python.field_options import FieldOptions
from accordant.gen.python.imports import statements
from accordant.gen.python.printer import print_types
from accordant.gen.python.runtime_source import shared_imports
from accordant.gen.python.template_files import render_module
from accordant.gen.python.version_modules import schemas_module
from accordant.model.contexts import Contexts, VersionContexts, contexts_of
from accordant.model.names import field_names
from accordant.model.versions import VersionModel

_NEEDED = {"Any", "Final", "Literal", "Mapping", "MappingProxyType", "Protocol", "TypeAlias", "dataclass"}


def codes_modules(version: VersionModel, options: FieldOptions) -> Iterator[tuple[str, str]]:
    """The modules, suffix and text; none where no record of the version carries a code with context.

    Raises:
        UnresolvableReference: a reference in a context leads nowhere.
    """
    contexts = contexts_of(version)
    if contexts is not None:
        yield "codes", _codes_module(version, contexts, options)
        yield "codes_schemas", schemas_module(version, contexts.model, ": schemas of contexts")


def _codes_module(version: VersionModel, contexts: VersionContexts, options: FieldOptions) -> str:
    printed = print_types(contexts.model, options=options)
    used = printed.used | _NEEDED | ({"JsonObject"} if _has_untyped_case(contexts.lists) else set())
    local = {
        ".._cases": {"case_of"},
        f".{version.version.name}_codes_schemas": {"SCHEMAS"},
        **shared_imports({"state_schemas"} | used),
    }
    words = [f"{version_heading(version)}: records by their code. Generated; do not edit."]
    return render_module(
        "codes.py.jinja2",
        header=header_comment(version.origin, comment).rstrip("\n"),
        docstring=docstring(words, ""),
        imports=statements(used - frozenset().union(*local.values()), local),
        blocks=["\n" + block for block in printed.blocks],
        lists=[_list(code_list) for code_list in contexts.lists],
        all_names=[literal(name) for name in sorted(_exports(contexts.lists))],
    )


def _has_untyped_case(lists: tuple[Contexts, ...]) -> bool:
    return any(not case.context for code_list in lists for case in code_list.cases)


def _exports(lists: tuple[Contexts, ...]) -> list[str]:
    names: list[str] = []
    for code_list in lists:
        name = code_list.codes.type_name
        names += [f"Known{name}Case", f"Other{name}", f"{name}Record", code_list.function]
        names += [name for case in code_list.cases for name in (case.name, case.context) if name]
    return names


def _list(code_list: Contexts) -> dict[str, Any]:
    names = field_names([code_list.identifier, code_list.context], frozenset())
    return {
        "type": code_list.codes.type_name,
        "list": lines_of(code_list.codes.name)[0],
        "constant": code_list.codes.constant,
        "function": code_list.function,
        "identifier": "code" if names[code_list.identifier] == "context" else names[code_list.identifier],
        "attribute": names[code_list.identifier],
        "context_attribute": names[code_list.context],
        "cases": [
            {
                "id": literal(case.id),
                "name": case.name,
                "model": case.context or "None",
                "context": (case.context or "JsonObject") + ("" if case.needs_context else " | None"),
                "is_needed": case.needs_context,
                "docstring": docstring(lines_of(case.meaning or f"The code {case.id}."), INDENT),
            }
            for case in code_list.cases
        ],
    }
