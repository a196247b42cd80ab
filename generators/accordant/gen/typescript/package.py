"""The npm package of a registry: a module for each contract version, and shared modules."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import accordant
from accordant.contract import Registry
from accordant.gen.behaviour.streams import stream_tables
from accordant.gen.behaviour.tables import Behaviour, behaviour_of, functions_of
from accordant.gen.printing.header import header_comment
from accordant.gen.printing.holdings import holdings
from accordant.gen.typescript import runtime_source
from accordant.gen.typescript.behaviour import behaviour_module
from accordant.gen.typescript.contexts import codes_module
from accordant.gen.typescript.printer import template
from accordant.gen.typescript.streams import streams_module
from accordant.gen.typescript.text import camel, comment
from accordant.gen.typescript.version_dispatch import contract_module
from accordant.gen.typescript.version_modules import version_modules
from accordant.gen.version_dispatch import dispatches_of
from accordant.model.contexts import contexts_of
from accordant.model.names import pascal
from accordant.model.origin import NO_SOURCES
from accordant.model.reserved import TYPESCRIPT_KEYWORDS
from accordant.model.versions import VersionModel
from accordant.outputs import Outputs
from accordant.schema.strict_lines import MOST_BYTES, MOST_DEPTH

SHARED = ("written", "reading", "response", "interpret", "respond", "rules", "stated", "lines", "streams")
"""Shared modules besides the runtime of types."""


_CHOOSER: Final = re.compile(r"^export function (is\w+)<Tag", re.MULTILINE)
"""A guard that narrows by the value of a tag."""
_GENERIC: Final = re.compile(r"^export function is(\w+)<T>\(value: unknown, isT:", re.MULTILINE)
"""A generic type, whose guard takes a guard for its parameter."""


def package(registry: Registry, versions: list[VersionModel], options: Mapping[str, Any]) -> Outputs:
    """Every file of the package, by path; ``npm pack`` compiles ``src`` to ``dist``."""
    name = str(options.get("package", "@accordant/contracts"))
    site = str(options.get("docs", registry.docs))
    open_index = options.get("open-index") is True
    behaviours = {version.module: behaviour_of(version) for version in versions}
    header = header_comment(NO_SOURCES, comment)
    files: dict[str, str] = {
        "src/runtime.ts": header + "\n" + runtime_source.text(),
        "tsconfig.json": json.dumps(_COMPILER, indent=2) + "\n",
        ".npmrc": "omit-lockfile-registry-resolved=true\n",
    }
    for shared in SHARED:
        files[f"src/{shared}.ts"] = header + "\n" + runtime_source.shared_module(f"{shared}_runtime.ts")
    for dispatch in dispatches_of(versions):
        files[f"src/{dispatch.contract.name}/index.ts"] = contract_module(dispatch, header)
    for version in versions:
        files |= {
            f"src/{_path(version)}{suffix}.ts": text
            for suffix, text in version_modules(version, site, open_index=open_index)
        }
        files |= {
            f"src/{_path(version)}-{kind}.ts": text
            for kind, text in _beside(version, behaviours[version.module], open_index)
        }
    entries = [path[4:-3] for path in files if path.startswith("src/") and path.count("/") == 2]
    files["src/index.ts"] = _root(options, entries)
    files["package.json"] = _manifest(name, ["index", *entries], registry, options)
    files["README.md"] = template("README.md.jinja2").render(
        name=name,
        open_index=open_index,
        has_lists=any(version.code_lists for version in versions),
        holds=holdings(options),
        limits={"bytes": f"{MOST_BYTES:,}", "depth": MOST_DEPTH},
        grows=any(version.model.two_readings for version in versions),
        chooser=next((guard for text in files.values() for guard in _CHOOSER.findall(text)), ""),
        generic=next((type_name for text in files.values() for type_name in _GENERIC.findall(text)), ""),
        modules=[
            (_path(version), version.model.types[version.model.root].name) for version in versions if version.model.root
        ],
        behaviours=[
            (f"{_path(version)}-behaviour", [f"`{camel(function)}`" for function in functions_of(behaviour)])
            for version in versions
            if (behaviour := behaviours[version.module]) is not None
        ],
        streams=[f"{_path(version)}-streams" for version in versions if stream_tables(version)],
        codes=[
            (f"{_path(version)}-codes", [f"`by{pascal(code_list.codes.type_name)}`" for code_list in contexts.lists])
            for version in versions
            if (contexts := contexts_of(version)) is not None
        ],
    )
    return files


def _beside(version: VersionModel, behaviour: Behaviour | None, open_index: bool) -> Iterator[tuple[str, str]]:
    """The further modules of a version: suffix and text."""
    if behaviour is not None:
        yield "behaviour", behaviour_module(version, behaviour, open_index=open_index)
    cases = codes_module(version, open_index=open_index)
    if cases is not None:
        yield "codes", cases
    tables = stream_tables(version)
    if tables:
        yield "streams", streams_module(version, tables)


def _path(version: VersionModel) -> str:
    return f"{version.contract.name}/{version.version.name}"


def _root(options: Mapping[str, Any], entries: list[str]) -> str:
    """The entry point of the package: its version, what it holds, and each contract as a namespace."""
    contracts = sorted(entry.removesuffix("/index") for entry in entries if entry.endswith("/index"))
    holds = {str(name): str(release) for name, release in options.get("holds", {}).items()}
    lines = [
        f"export const version = {json.dumps(str(options.get('version', '0.1.0')))};",
        "",
        "/** The versions of contracts in this package, each with its newest release; empty where there is none. */",
        f"export const contracts = {json.dumps(holds, indent=2, ensure_ascii=True)} as const;",
        "",
        *(f'export * as {_namespace(name)} from "./{name}/index.js";' for name in contracts),
    ]
    return header_comment(NO_SOURCES, comment) + "\n" + "\n".join(lines) + "\n"


def _namespace(contract: str) -> str:
    """The name of a contract as an identifier: ``agentOutput``; one that is taken has an underscore behind it."""
    name = camel(contract)
    name = f"_{name}" if name[0].isdigit() else name
    return f"{name}_" if name in TYPESCRIPT_KEYWORDS or name in ("version", "contracts") else name


def _manifest(name: str, entries: list[str], registry: Registry, options: Mapping[str, Any]) -> str:
    exports = {
        _export_path(entry): {"types": f"./dist/{entry}.d.ts", "default": f"./dist/{entry}.js"}
        for entry in sorted(entries)
    }
    content = {
        "//": f"Generated by accordant {accordant.__version__}; do not edit.",
        "name": name,
        "version": str(options.get("version", "0.1.0")),
        "description": "Types and guards of machine-readable output contracts. Generated.",
        **_provenance(registry, options),
        "type": "module",
        "sideEffects": False,
        "exports": exports,
        "files": ["dist", "src", "README.md"],
        "scripts": {"build": "tsc -p tsconfig.json", "prepack": "tsc -p tsconfig.json"},
        "engines": {"node": ">=18"},
        "devDependencies": {"typescript": ">=5.9"},
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _export_path(entry: str) -> str:
    return "." if entry == "index" else f"./{entry.removesuffix('/index')}"


def _provenance(registry: Registry, options: Mapping[str, Any]) -> dict[str, Any]:
    """Where the package comes from, and what it holds."""
    given: dict[str, Any] = {key: str(options[key]) for key in ("license", "homepage") if key in options}
    if "repository" in options:
        given["repository"] = {"type": "git", "url": str(options["repository"])}
    return {**given, "accordant": {"registry": registry.name, "contracts": dict(options.get("holds", {}))}}


_COMPILER: dict[str, Any] = {
    "compilerOptions": {
        "strict": True,
        "exactOptionalPropertyTypes": True,
        "noUncheckedIndexedAccess": True,
        "noPropertyAccessFromIndexSignature": True,
        "noUnusedLocals": True,
        "noUnusedParameters": True,
        "target": "es2022",
        "lib": ["es2022"],
        "types": [],
        "module": "nodenext",
        "moduleResolution": "nodenext",
        "declaration": True,
        "rootDir": "src",
        "outDir": "dist",
    },
    "include": ["src"],
}
