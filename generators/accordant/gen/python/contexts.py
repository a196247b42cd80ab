"""The module of a version's codes with context: a class for each code, and what turns a record into one."""

from __future__ import annotations

from typing import Any

from accordant.gen.printing.encoding import lines_of
from accordant.gen.printing.python_text import docstring, literal
from accordant.gen.python.imports import statements
from accordant.gen.python.printer import INDENT, print_types, template
from accordant.gen.python.runtime_source import exported, open_runtime
from accordant.model.contexts import Contexts, contexts_of
from accordant.model.names import field_names
from accordant.model.versions import VersionModel

_NEEDED = {"Any", "Final", "Literal", "Mapping", "MappingProxyType", "Protocol", "TypeAlias", "dataclass"}


def codes_module(one: VersionModel, header: str) -> str | None:
    """The text of the module; None where no record of the version carries a code with context.

    Raises:
        UnresolvableReference: a reference in a context leads nowhere.
    """
    found = contexts_of(one)
    if found is None:
        return None
    printed = print_types(found.model)
    used = printed.used | _NEEDED | ({"JsonObject"} if _without_type(found.lists) else set())
    local = {".._cases": {"case_of"}, ".._open": used & exported(open_runtime()), ".._runtime": used & exported()}
    local = {module: names for module, names in local.items() if names}
    title = lines_of(one.contract.title or one.contract.name)[0]
    words = [f"{title}, {one.version.name}: records by their code. Generated; do not edit."]
    return (
        template("codes.py.jinja2").render(
            header=header.rstrip("\n"),
            docstring=docstring(words, ""),
            imports=statements(used - frozenset().union(*local.values()), local),
            blocks=["\n" + block for block in printed.blocks],
            lists=[_list(each) for each in found.lists],
            all_names=[literal(name) for name in sorted(_exports(found.lists))],
        )
        + "\n"
    )


def _without_type(lists: tuple[Contexts, ...]) -> bool:
    return any(not case.context for each in lists for case in each.cases)


def _exports(lists: tuple[Contexts, ...]) -> list[str]:
    found: list[str] = []
    for each in lists:
        name = each.codes.type_name
        found += [f"Known{name}Case", f"Other{name}", f"{name}Record", each.function]
        found += [one for case in each.cases for one in (case.name, case.context) if one]
    return found


def _list(each: Contexts) -> dict[str, Any]:
    names = field_names([each.identifier, each.context], frozenset())
    optional = "" if each.is_needed else " | None"
    return {
        "type": each.codes.type_name,
        "list": lines_of(each.codes.name)[0],
        "constant": each.codes.constant,
        "function": each.function,
        "identifier": "code" if names[each.identifier] == "context" else names[each.identifier],
        "attribute": names[each.identifier],
        "context_attribute": names[each.context],
        "is_needed": each.is_needed,
        "cases": [
            {
                "id": literal(case.id),
                "name": case.name,
                "model": case.context or "None",
                "context": (case.context or "JsonObject") + optional,
                "docstring": docstring(lines_of(case.meaning or f"The code {case.id}."), INDENT),
            }
            for case in each.cases
        ],
    }
