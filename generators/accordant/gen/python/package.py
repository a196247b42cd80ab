"""The Python distribution of a registry: a module for each contract version, and shared modules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import accordant
from accordant.contract import Registry
from accordant.gen.behaviour.streams import stream_tables
from accordant.gen.behaviour.tables import Behaviour, behaviour_of, functions_of
from accordant.gen.printing.encoding import lines_of
from accordant.gen.printing.header import header_comment, version_heading
from accordant.gen.printing.python_text import comment, docstring, literal
from accordant.gen.python import codes
from accordant.gen.python.behaviour import behaviour_module
from accordant.gen.python.contexts import codes_module
from accordant.gen.python.imports import statements
from accordant.gen.python.printer import print_types, render_module, template
from accordant.gen.python.runtime_source import (
    exported_names,
    links_runtime,
    open_runtime,
    rules_module,
    runtime,
    shared_module,
    views_runtime,
)
from accordant.gen.python.streams import streams_module
from accordant.gen.python.version_dispatch import contract_module
from accordant.gen.version_dispatch import dispatches_of
from accordant.model.contexts import Contexts, contexts_of
from accordant.model.origin import NO_SOURCES
from accordant.model.types import Record
from accordant.model.versions import VersionModel
from accordant.outputs import Outputs

RUNTIME = "_runtime"
OPEN = "_open"
LINKS = "_links"
VIEWS = "_views"
FACTS = "_facts"
SHARED = (
    "facts",
    "links",
    "open",
    "reading",
    "response",
    "interpret",
    "respond",
    "cases",
    "lines",
    "streams",
    "writers",
)
"""Shared modules besides the runtime of types."""


def package(registry: Registry, versions: list[VersionModel], options: Mapping[str, Any]) -> Outputs:
    """Every file of the distribution, by path."""
    name = str(options.get("package", "accordant_contracts"))
    distribution = str(options.get("distribution", "accordant-contracts"))
    site = str(options.get("docs", registry.docs))
    views = options.get("format-views") is True
    shared_modules = (*SHARED, "views") if views else SHARED
    behaviours = {version.module: behaviour_of(version) for version in versions}
    contexts = [
        (version, version_contexts.lists)
        for version in versions
        if (version_contexts := contexts_of(version)) is not None
    ]
    header = header_comment(NO_SOURCES, comment)
    files: dict[str, str] = {
        f"{name}/__init__.py": _init(
            f"Types of the contracts of {lines_of(registry.name)[0]}. Generated; do not edit."
        ),
        f"{name}/py.typed": "",
        f"{name}/{RUNTIME}.py": header + runtime().text,
        **{f"{name}/_{part}.py": header + shared_module(f"{part}_runtime.py") for part in shared_modules},
        f"{name}/_rules.py": header + rules_module(),
    }
    for dispatch in dispatches_of(versions):
        folder = f"{name}/{dispatch.versions[0].module.partition('/')[0]}"
        files[f"{folder}/__init__.py"] = contract_module(dispatch, header)
    for version in versions:
        files[f"{name}/{version.module}.py"] = module(version, site, format_views=views)
        files |= {
            f"{name}/{version.module}_{kind}.py": text for kind, text in _beside(version, behaviours[version.module])
        }
    files["pyproject.toml"] = template("pyproject.toml.jinja2").render(
        made=accordant.__version__, distribution=literal(distribution), package=literal(name)
    )
    files["README.md"] = template("README.md.jinja2").render(
        distribution=distribution,
        package=name,
        grows=any(version.model.two_readings for version in versions),
        modules=[(version.module.replace("/", "."), _example(version)) for version in versions],
        behaviours=[
            (
                f"{version.module.replace('/', '.')}_behaviour",
                [f"`{function.replace('-', '_')}`" for function in functions_of(behaviour)],
            )
            for version in versions
            if (behaviour := behaviours[version.module]) is not None
        ],
        streams=[f"{version.module.replace('/', '.')}_streams" for version in versions if stream_tables(version)],
        interprets=_action_kinds(behaviours.values()),
        codes=[
            (f"{version.module.replace('/', '.')}_codes", [f"`{code_list.function}`" for code_list in lists])
            for version, lists in contexts
        ],
        example=_case_example(contexts),
        views=views,
    )
    return files


def _case_example(contexts: list[tuple[VersionModel, tuple[Contexts, ...]]]) -> dict[str, str]:
    """The names in the README's example of records by their code."""
    for _, lists in contexts:
        for code_list in lists:
            return {
                "function": code_list.function,
                "case": code_list.cases[0].name,
                "other": f"Other{code_list.codes.type_name}",
            }
    return {}


def _action_kinds(behaviours: Iterable[Behaviour | None]) -> list[str]:
    """The action kinds of the first `interpret`, as literals. Only plain words: they cannot end a code block."""
    for behaviour in behaviours:
        if behaviour is not None and behaviour.interpretation:
            names = [kind.name for kind in behaviour.interpretation.kinds]
            return [literal(name) for name in names if name.replace("-", "_").isidentifier()]
    return []


def _beside(version: VersionModel, behaviour: Behaviour | None) -> Iterator[tuple[str, str]]:
    """The further modules of a version: suffix and text."""
    if behaviour is not None:
        yield "behaviour", behaviour_module(version, behaviour)
    cases = codes_module(version)
    if cases is not None:
        yield "codes", cases
    tables = stream_tables(version)
    if tables:
        yield "streams", streams_module(version, tables)


def module(version: VersionModel, site: str = "", *, format_views: bool = False) -> str:
    """The text of one version's module; ``site`` is the address at which its pages are served."""
    printed = print_types(version.model, version.model.codes, format_views=format_views)
    code_blocks = [block for code_list in version.code_lists for block in codes.blocks(version, code_list, site)]
    used = set(printed.used)
    if code_blocks:
        used |= {"CodeFacts", "Final", "Mapping", "MappingProxyType", "TypeAlias"}
        used |= {"Literal"} if any("Literal[" in block for block in code_blocks) else set()
        used |= {"ContextFact"} if any("ContextFact(" in block for block in code_blocks) else set()
    local = {
        f"..{RUNTIME}": used & exported_names(),
        f"..{FACTS}": used & {"CodeFacts", "ContextFact"},
        f"..{OPEN}": used & exported_names(open_runtime()),
        f"..{LINKS}": used & exported_names(links_runtime()),
        f"..{VIEWS}": used & exported_names(views_runtime()) if format_views else set(),
    }
    local = {module: names for module, names in local.items() if names}
    return render_module(
        "module.py.jinja2",
        header=header_comment(version.origin, comment).rstrip("\n"),
        docstring=docstring([f"{version_heading(version)}. Generated; do not edit."], ""),
        imports=statements(used - frozenset().union(*local.values()), local),
        blocks=[*("\n" + text if index and "TypeAlias" in text else text for index, text in enumerate(code_blocks)),
                *("\n" + block for block in printed.blocks)],
        all_names=[literal(name) for name in sorted([*_exports(version), *printed.payloads, *printed.readers])],
    )  # fmt: skip


def _exports(version: VersionModel) -> Iterator[str]:
    yield from (named.name for named in version.model.types.values())
    for code_list in version.model.codes.values():
        yield code_list.constant
        yield from code_list.type_names


def _example(version: VersionModel) -> str:
    """The name of the default schema's type, where it is a record."""
    chosen = version.model.types.get(version.model.root)
    if chosen is None:
        return ""
    return chosen.name if isinstance(chosen.type.shape, Record) else ""


def _init(words: str) -> str:
    return header_comment(NO_SOURCES, comment) + docstring(lines_of(words)[:1], "") + "\n"
