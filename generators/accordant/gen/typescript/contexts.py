"""The module of a version's codes with context: a union over the codes, and what turns a record into one of it."""

from __future__ import annotations

from typing import Any

from accordant.gen.printing.encoding import lines_of
from accordant.gen.typescript import runtime_source
from accordant.gen.typescript.printer import print_types, template
from accordant.gen.typescript.text import comment, literal, member
from accordant.model.contexts import Contexts, contexts_of
from accordant.model.names import pascal
from accordant.model.types import Model
from accordant.model.versions import VersionModel


def codes_module(one: VersionModel, header: str) -> str | None:
    """The text of the module; None where no record of the version carries a code with context.

    Raises:
        UnresolvableReference: a reference in a context leads nowhere.
    """
    found = contexts_of(one)
    if found is None:
        return None
    printed = print_types(found.model)
    used = {name for name in printed.used if name in runtime_source.definitions()} | {"anObject"}
    types = sorted(used & runtime_source.types())
    values = sorted(used - set(types))
    title = lines_of(one.contract.title or one.contract.name)[0]
    return (
        template("codes.ts.jinja2").render(
            header=header + "\n".join(comment(f"{title}, {one.version.name}: records by their code.")),
            imports=[
                f'import type {{ {", ".join(types)} }} from "../runtime.js";',
                "import {",
                *(f"  {name}," for name in values),
                '} from "../runtime.js";',
            ],
            blocks=printed.blocks,
            lists=[_list(each, found.model) for each in found.lists],
        )
        + "\n"
    )


def _list(each: Contexts, model: Model) -> dict[str, Any]:
    opening = {one.name for key, one in model.types.items() if key in model.opening}
    name = each.codes.type_name
    identifier = each.identifier if member(each.identifier) == each.identifier else "code"
    optional = "" if each.is_needed else " | null"
    return {
        "type": name,
        "list": lines_of(each.codes.name)[0],
        "constant": each.codes.constant,
        "function": f"by{pascal(name)}",
        "identifier": "code" if identifier in ("context", "known", "record") else identifier,
        "member": member(each.identifier),
        "context_member": member(each.context),
        "is_needed": each.is_needed,
        "cases": [
            {
                "id": literal(case.id),
                "key": member(case.id) if case.id != "__proto__" else '["__proto__"]',
                "check": _check(case.context, opening),
                "context": (case.context or "Readonly<Record<string, unknown>>") + optional,
            }
            for case in each.cases
        ],
    }


def _check(context: str, opening: set[str]) -> str:
    """Whether a value is a context of that type, in the open reading."""
    if context in opening:
        return f"(context) => check{context}(context, [], [], false).length === 0"
    return f"is{context}" if context else "anObject"
