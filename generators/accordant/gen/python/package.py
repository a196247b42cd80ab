"""The Python distribution of a registry: a module for each contract version, and shared modules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import accordant
from accordant.contract import Registry
from accordant.gen.behaviour.streams import stream_tables
from accordant.gen.behaviour.tables import Behaviour, behaviour_of, functions_of
from accordant.gen.printing.encoding import lines_of
from accordant.gen.printing.header import header_comment
from accordant.gen.printing.holdings import holdings
from accordant.gen.printing.python_text import comment, docstring, literal
from accordant.gen.python.behaviour import behaviour_module
from accordant.gen.python.contexts import codes_modules
from accordant.gen.python.field_options import FieldOptions
from accordant.gen.python.runtime_source import lines_module, rules_module, runtime, shared_module, stated_module
from accordant.gen.python.streams import streams_module
from accordant.gen.python.template_files import template
from accordant.gen.python.version_dispatch import contract_module
from accordant.gen.python.version_modules import RUNTIME, version_modules
from accordant.gen.version_dispatch import dispatches_of
from accordant.model.contexts import Contexts, contexts_of
from accordant.model.origin import NO_SOURCES
from accordant.model.types import Record
from accordant.model.versions import VersionModel
from accordant.outputs import Outputs
from accordant.schema.strict_lines import MOST_BYTES, MOST_DEPTH
from accordant.schema.toml_text import write_toml

SHARED = (
    *("schemas", "remembered"),
    *("facts", "links", "open", "written", "reading", "response", "interpret", "respond", "cases"),
    *("streams", "writers"),
)
"""Shared modules besides the runtime of types."""


_ADDRESSES: Final = {"homepage": "Homepage", "repository": "Repository", "docs": "Documentation"}
"""Options that are addresses, and what the distribution calls them."""


def package(registry: Registry, versions: list[VersionModel], options: Mapping[str, Any]) -> Outputs:
    """Every file of the distribution, by path."""
    name = str(options.get("package", "accordant_contracts"))
    distribution = str(options.get("distribution", "accordant-contracts"))
    site = str(options.get("docs", registry.docs))
    fields = FieldOptions.of(options)
    wanted = {"views": fields.format_views, "absent": fields.absent_is_none}
    shared_modules = (*SHARED, *(module for module, is_wanted in wanted.items() if is_wanted))
    behaviours = {version.module: behaviour_of(version) for version in versions}
    contexts = _code_contexts(versions)
    header = header_comment(NO_SOURCES, comment)
    files: dict[str, str] = {
        f"{name}/__init__.py": _init(
            f"Types of the contracts of {lines_of(registry.name)[0]}. Generated; do not edit.", options
        ),
        f"{name}/py.typed": "",
        f"{name}/{RUNTIME}.py": header + runtime().text,
        **{f"{name}/_{part}.py": header + shared_module(f"{part}_runtime.py") for part in shared_modules},
        f"{name}/_lines.py": header + lines_module(),
        f"{name}/_rules.py": header + rules_module(),
        f"{name}/_stated.py": header + stated_module(),
    }
    for dispatch in dispatches_of(versions):
        folder = f"{name}/{dispatch.versions[0].module.partition('/')[0]}"
        files[f"{folder}/__init__.py"] = contract_module(dispatch, header)
    for version in versions:
        files |= {
            f"{name}/{version.module}{suffix}.py": text for suffix, text in version_modules(version, site, fields)
        }
        beside = _beside(version, behaviours[version.module], fields)
        files |= {f"{name}/{version.module}_{kind}.py": text for kind, text in beside}
    files["pyproject.toml"] = _project(distribution, name, options)
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
        views=fields.format_views,
        defaults=fields.defaults,
        absent_is_none=fields.absent_is_none,
        lists=[f"`{version.module.replace('/', '.')}_lists`" for version in versions if version.code_lists],
        holds=holdings(options),
        limits={"bytes": f"{MOST_BYTES:,}", "depth": MOST_DEPTH},
    )
    return files


def _code_contexts(versions: list[VersionModel]) -> list[tuple[VersionModel, tuple[Contexts, ...]]]:
    """The versions whose code lists say what comes with a code, each with these lists."""
    pairs = ((version, contexts_of(version)) for version in versions)
    return [(version, contexts.lists) for version, contexts in pairs if contexts is not None]


def _project(distribution: str, package: str, options: Mapping[str, Any]) -> str:
    """The text of ``pyproject.toml``."""
    return template("pyproject.toml.jinja2").render(
        made=accordant.__version__,
        distribution=write_toml(distribution),
        package=write_toml(package),
        version=write_toml(str(options.get("version", "0.1.0"))),
        license=write_toml(str(options["license"])) if "license" in options else "",
        has_license_file="license-file" in options,
        addresses=[(word, write_toml(str(options[key]))) for key, word in _ADDRESSES.items() if key in options],
    )


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


def _beside(version: VersionModel, behaviour: Behaviour | None, fields: FieldOptions) -> Iterator[tuple[str, str]]:
    """The further modules of a version: suffix and text."""
    if behaviour is not None:
        yield "behaviour", behaviour_module(version, behaviour)
    yield from codes_modules(version, fields)
    tables = stream_tables(version)
    if tables:
        yield "streams", streams_module(version, tables)


def _example(version: VersionModel) -> str:
    """The name of the default schema's type, where it is a record."""
    chosen = version.model.types.get(version.model.root)
    if chosen is None:
        return ""
    return chosen.name if isinstance(chosen.type.shape, Record) else ""


def _init(words: str, options: Mapping[str, Any]) -> str:
    """The text of the package itself: its version, and the releases that it holds."""
    rows = [f"    {literal(name)}: {literal(release)}," for name, release in options.get("holds", {}).items()]
    return "\n".join(
        [
            header_comment(NO_SOURCES, comment) + docstring(lines_of(words)[:1], ""),
            "",
            "from __future__ import annotations",
            "",
            "from collections.abc import Mapping",
            "from types import MappingProxyType",
            "from typing import Final",
            "",
            f"__version__: Final = {literal(str(options.get('version', '0.1.0')))}",
            "",
            "CONTRACTS: Final[Mapping[str, str]] = MappingProxyType(",
            "    {",
            *(f"    {row}" for row in rows),
            "    }",
            ")",
            '"""The versions of contracts in this package, each with its newest release; empty where there is none."""',
            "",
        ]
    )
