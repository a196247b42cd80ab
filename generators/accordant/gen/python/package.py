"""The Python distribution of a registry: one module for each contract version, and what these share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import accordant
from accordant.contract import Registry
from accordant.gen.behaviour.tables import Behaviour, behaviour_of, functions_of
from accordant.gen.printing.encoding import lines_of
from accordant.gen.printing.header import header_comment
from accordant.gen.printing.python_text import comment, docstring, literal
from accordant.gen.python import codes
from accordant.gen.python.behaviour import behaviour_module
from accordant.gen.python.contexts import codes_module
from accordant.gen.python.imports import statements
from accordant.gen.python.printer import print_types, template
from accordant.gen.python.runtime_source import exported, open_runtime, runtime, shared, views_runtime
from accordant.gen.python.version_dispatch import contract_module
from accordant.gen.version_dispatch import dispatches_of
from accordant.model.contexts import Contexts, contexts_of
from accordant.model.origin import NO_SOURCES
from accordant.model.types import Record
from accordant.model.versions import VersionModel
from accordant.outputs import Outputs

RUNTIME = "_runtime"
OPEN = "_open"
VIEWS = "_views"
FACTS = "_facts"
SHARED = ("facts", "open", "reading", "response", "interpret", "respond", "cases")
"""What modules of contracts take besides the runtime of types."""


def package(registry: Registry, versions: list[VersionModel], options: Mapping[str, Any]) -> Outputs:
    """Every file of the distribution, by path."""
    name = str(options.get("package", "accordant_contracts"))
    distribution = str(options.get("distribution", "accordant-contracts"))
    site = str(options.get("docs", ""))
    views = options.get("format-views") is True
    shared_modules = (*SHARED, "views") if views else SHARED
    behaviours = {one.module: behaviour_of(one) for one in versions}
    contexts = [(one, each.lists) for one in versions if (each := contexts_of(one)) is not None]
    header = header_comment(NO_SOURCES, comment)
    files: dict[str, str] = {
        f"{name}/__init__.py": _init(
            f"Types of the contracts of {lines_of(registry.name)[0]}. Generated; do not edit."
        ),
        f"{name}/py.typed": "",
        f"{name}/{RUNTIME}.py": header + runtime().text,
        **{f"{name}/_{each}.py": header + shared(f"{each}_runtime.py") for each in shared_modules},
    }
    for dispatch in dispatches_of(versions):
        folder = f"{name}/{dispatch.versions[0].module.partition('/')[0]}"
        files[f"{folder}/__init__.py"] = contract_module(dispatch, header)
    for one in versions:
        files[f"{name}/{one.module}.py"] = module(one, site, format_views=views)
        files |= {f"{name}/{one.module}_{kind}.py": text for kind, text in _beside(one, behaviours[one.module])}
    files["pyproject.toml"] = template("pyproject.toml.jinja2").render(
        made=accordant.__version__, distribution=literal(distribution), package=literal(name)
    )
    files["README.md"] = template("README.md.jinja2").render(
        distribution=distribution,
        package=name,
        grows=any(one.model.two_readings for one in versions),
        modules=[(one.module.replace("/", "."), _example(one)) for one in versions],
        behaviours=[
            (
                f"{one.module.replace('/', '.')}_behaviour",
                [f"`{each.replace('-', '_')}`" for each in functions_of(found)],
            )
            for one in versions
            if (found := behaviours[one.module]) is not None
        ],
        interprets=_action_kinds(behaviours.values()),
        codes=[
            (f"{one.module.replace('/', '.')}_codes", [f"`{each.function}`" for each in lists])
            for one, lists in contexts
        ],
        example=_case_example(contexts),
        views=views,
    )
    return files


def _case_example(contexts: list[tuple[VersionModel, tuple[Contexts, ...]]]) -> dict[str, str]:
    """The names that show how records by their code are used."""
    for _, lists in contexts:
        for each in lists:
            return {"function": each.function, "case": each.cases[0].name, "other": f"Other{each.codes.type_name}"}
    return {}


def _action_kinds(behaviours: Iterable[Behaviour | None]) -> list[str]:
    """The kinds of the first `interpret`, as literals: those that are plain words, which cannot end a code block."""
    for behaviour in behaviours:
        if behaviour is not None and behaviour.interpretation:
            names = [kind.name for kind in behaviour.interpretation.kinds]
            return [literal(name) for name in names if name.replace("-", "_").isidentifier()]
    return []


def _beside(one: VersionModel, behaviour: Behaviour | None) -> Iterator[tuple[str, str]]:
    """The modules beside the one of a version's types: what each is about, and its text."""
    if behaviour is not None:
        yield "behaviour", behaviour_module(one, behaviour, header_comment(one.origin, comment))
    cases = codes_module(one, header_comment(one.origin, comment))
    if cases is not None:
        yield "codes", cases


def module(one: VersionModel, site: str = "", *, format_views: bool = False) -> str:
    """The text of one version's module; ``site`` is the address at which its pages are served."""
    printed = print_types(one.model, format_views=format_views)
    listed = [block for each in one.code_lists for block in codes.blocks(one, each, site)]
    used = set(printed.used)
    if listed:
        used |= {"CodeFacts", "Final", "Mapping", "MappingProxyType", "TypeAlias"}
        used |= {"Literal"} if any("Literal[" in block for block in listed) else set()
        used |= {"ContextFact"} if any("ContextFact(" in block for block in listed) else set()
    local = {
        f"..{RUNTIME}": used & exported(),
        f"..{FACTS}": used & {"CodeFacts", "ContextFact"},
        f"..{OPEN}": used & exported(open_runtime()),
        f"..{VIEWS}": used & exported(views_runtime()) if format_views else set(),
    }
    local = {module: names for module, names in local.items() if names}
    title = lines_of(one.contract.title or one.contract.name)[0]
    return (
        template("module.py.jinja2").render(
            header=header_comment(one.origin, comment).rstrip("\n"),
            docstring=docstring([f"{title}, {one.version.name}. Generated; do not edit."], ""),
            imports=statements(used - frozenset().union(*local.values()), local),
            blocks=[*("\n" + block if index and "TypeAlias" in block else block for index, block in enumerate(listed)),
                    *("\n" + block for block in printed.blocks)],
            all_names=[literal(name) for name in sorted([*_exports(one), *printed.payloads, *printed.readers])],
        )
        + "\n"
    )  # fmt: skip


def _exports(one: VersionModel) -> Iterator[str]:
    yield from (each.name for each in one.model.types.values())
    for each in one.model.codes.values():
        yield each.constant
        yield from each.type_names


def _example(one: VersionModel) -> str:
    """The name of the record that a reader of the version meets first."""
    chosen = one.model.types.get(one.model.root)
    if chosen is None:
        return ""
    return chosen.name if isinstance(chosen.type.shape, Record) else ""


def _init(words: str) -> str:
    return header_comment(NO_SOURCES, comment) + docstring(lines_of(words)[:1], "") + "\n"
