"""The module of a version's codes with context: a union over the codes, and a function from records to it."""

from __future__ import annotations

from typing import Any

from accordant.gen.printing.encoding import lines_of
from accordant.gen.printing.header import version_heading
from accordant.gen.typescript import runtime_source
from accordant.gen.typescript.printer import print_types, render_module
from accordant.gen.typescript.text import file_header, literal, member
from accordant.model.contexts import Contexts, contexts_of
from accordant.model.names import pascal
from accordant.model.types import Model
from accordant.model.versions import VersionModel


def codes_module(version: VersionModel, *, open_index: bool = False) -> str | None:
    """The text of the module; None where no record of the version carries a code with context.

    ``open_index`` gives open objects an index signature.

    Raises:
        UnresolvableReference: a reference in a context leads nowhere.
    """
    contexts = contexts_of(version)
    if contexts is None:
        return None
    printed = print_types(contexts.model, open_index=open_index)
    used = {name for name in printed.used if name in runtime_source.definitions()} | {"anObject"}
    types = sorted(used & runtime_source.types())
    values = sorted(used - set(types))
    return render_module(
        "codes.ts.jinja2",
        header=file_header(version.origin, f"{version_heading(version)}: records by their code."),
        imports=[
            f'import type {{ {", ".join(types)} }} from "../runtime.js";',
            "import {",
            *(f"  {name}," for name in values),
            '} from "../runtime.js";',
        ],
        blocks=printed.blocks,
        lists=[_list(code_list, contexts.model) for code_list in contexts.lists],
    )


def _list(code_list: Contexts, model: Model) -> dict[str, Any]:
    opening = {named.name for key, named in model.types.items() if key in model.opening}
    name = code_list.codes.type_name
    identifier = code_list.identifier if member(code_list.identifier) == code_list.identifier else "code"
    return {
        "type": name,
        "list": lines_of(code_list.codes.name)[0],
        "constant": code_list.codes.constant,
        "function": f"by{pascal(name)}",
        "identifier": "code" if identifier in ("context", "known", "record") else identifier,
        "member": member(code_list.identifier),
        "context_member": member(code_list.context),
        "is_needed": code_list.is_needed,
        "cases": [
            {
                "id": literal(case.id),
                "key": member(case.id) if case.id != "__proto__" else '["__proto__"]',
                "check": _check(case.context, opening, case.needs_context),
                "context": (case.context or "Readonly<Record<string, unknown>>")
                + ("" if case.needs_context else " | null"),
            }
            for case in code_list.cases
        ],
    }


def _check(context: str, opening: set[str], is_needed: bool) -> str:
    """The function that tests whether a value is a context of that type, in the open reading, or null where it may."""
    null = "" if is_needed else "context === null || "
    if context in opening:
        return f"(context) => {null}check{context}(context, [], [], false).length === 0"
    function = f"is{context}" if context else "anObject"
    return f"(context) => {null}{function}(context)" if null else function
