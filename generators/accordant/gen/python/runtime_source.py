"""The source text of the runtime: whole for a package, or the part that one module needs."""

from __future__ import annotations

import ast
import re
from collections.abc import Set
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Final

_HERE: Final = re.compile(r"from accordant\.gen\.python\.(\w+?)(?:_runtime)? import")
_BOUND: Final = re.compile(r"^(?:(?:class|def) |(?=\w+(?::[^=\n]+)? = ))([A-Za-z]\w*)", re.MULTILINE)
"""A public name that a top-level line binds."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A top-level statement of the runtime: the names it binds, those it needs, and its text."""

    binds: frozenset[str]
    needs: frozenset[str]
    text: str


@dataclass(frozen=True)  # no slots: the parsed module is cached
class Runtime:
    """A module of the runtime, parsed when a part of it is needed."""

    text: str

    @property
    def imports(self) -> tuple[tuple[str, str, str], ...]:
        """(module, name, name it is bound to)."""
        return self._parsed[0]

    @property
    def definitions(self) -> tuple[Definition, ...]:
        """Its top-level statements, in order."""
        return self._parsed[1]

    @cached_property
    def _parsed(self) -> tuple[tuple[tuple[str, str, str], ...], tuple[Definition, ...]]:
        return _parse(self.text)


@lru_cache(maxsize=4)
def shared_module(name: str) -> str:
    """The text of a shared module of generated packages, by its file here; `reading_runtime` becomes `._reading`."""
    text = files("accordant.gen.python").joinpath(name).read_text("utf-8")
    text = text.replace("from accordant.schema.strict_lines import", "from ._lines import")
    text = text.replace("from accordant.contract.stated_members import", "from ._stated import")
    text = text.replace("from accordant.contract.held_rules import", "from ._rules import")
    return _HERE.sub(r"from ._\1 import", text)


@lru_cache(maxsize=1)
def rules_module() -> str:
    """The text of the module that asks rules, the same as that of this tool."""
    return files("accordant.contract").joinpath("held_rules.py").read_text("utf-8")


@lru_cache(maxsize=1)
def stated_module() -> str:
    """The text of the module that writes what rules state."""
    text = files("accordant.contract").joinpath("stated_members.py").read_text("utf-8")
    return text.replace("from accordant.contract.held_rules import", "from ._rules import")


@lru_cache(maxsize=1)
def lines_module() -> str:
    """The text of the module that reads lines, the same as that of this tool."""
    return files("accordant.schema").joinpath("strict_lines.py").read_text("utf-8")


@lru_cache(maxsize=1)
def runtime() -> Runtime:
    """The runtime of types."""
    return Runtime(shared_module("runtime.py"))


def _parse(text: str) -> tuple[tuple[tuple[str, str, str], ...], tuple[Definition, ...]]:
    lines = text.splitlines()
    imports: list[tuple[str, str, str]] = []
    definitions: list[Definition] = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom) and node.module != "__future__":
            imports += [(node.module or "", alias.name, alias.asname or alias.name) for alias in node.names]
        elif isinstance(node, ast.Import):
            imports += [("", alias.name, alias.name) for alias in node.names]
        elif isinstance(node, ast.Expr) and definitions:
            last = definitions.pop()
            written = "\n".join(lines[node.lineno - 1 : node.end_lineno])
            definitions.append(Definition(last.binds, last.needs, f"{last.text}\n{written}"))
        elif not isinstance(node, ast.Expr | ast.ImportFrom):
            definitions.append(_definition(node, lines))
    return tuple(imports), tuple(definitions)


def _definition(node: ast.stmt, lines: list[str]) -> Definition:
    start = min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", ()))])
    text = "\n".join(lines[start - 1 : node.end_lineno])
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        binds = {node.name}
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        binds = {node.target.id}
    else:
        binds = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    needs = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)}
    return Definition(frozenset(binds), frozenset(needs - binds), text)


@lru_cache(maxsize=1)
def open_runtime() -> Runtime:
    """The runtime of versions with two readings."""
    return Runtime(shared_module("open_runtime.py"))


@lru_cache(maxsize=1)
def links_runtime() -> Runtime:
    """The runtime of unions by tag, and of modules with very many records."""
    return Runtime(shared_module("links_runtime.py"))


@lru_cache(maxsize=1)
def views_runtime() -> Runtime:
    """The runtime of typed views."""
    return Runtime(shared_module("views_runtime.py"))


@lru_cache(maxsize=1)
def schemas_runtime() -> Runtime:
    """The runtime of the schemas that types state."""
    return Runtime(shared_module("schemas_runtime.py"))


@lru_cache(maxsize=1)
def remembered_runtime() -> Runtime:
    """The runtime of what is read more than once."""
    return Runtime(shared_module("remembered_runtime.py"))


@lru_cache(maxsize=1)
def absent_runtime() -> Runtime:
    """The runtime of absent members that are None."""
    return Runtime(shared_module("absent_runtime.py"))


def runtimes() -> tuple[Runtime, ...]:
    """The modules that the types of one schema may need a part of, in the order in which they need each other."""
    return schemas_runtime(), remembered_runtime(), runtime(), links_runtime(), views_runtime(), absent_runtime()


def shared_imports(names: Set[str]) -> dict[str, set[str]]:
    """The names that a module of a package imports from its shared modules, by module."""
    modules = {
        "runtime": runtime(), "open": open_runtime(), "links": links_runtime(), "views": views_runtime(),
        "schemas": schemas_runtime(), "remembered": remembered_runtime(), "absent": absent_runtime(),
    }  # fmt: skip
    imports = {f".._{module}": set(names & exported_names(source)) for module, source in modules.items()}
    return {module: used for module, used in imports.items() if used}


def exported_names(source: Runtime | None = None) -> frozenset[str]:
    """The names that generated modules may import from the runtime, or from another module of it."""
    return frozenset(_BOUND.findall((source or runtime()).text))


@lru_cache(maxsize=512)
def excerpt(names: frozenset[str]) -> tuple[tuple[str, ...], frozenset[str]]:
    """The texts of the definitions that some names need, in order, and all names that these texts use."""
    always = (schemas_runtime(), remembered_runtime(), runtime())
    chosen = [source for source in runtimes() if source in always or names & exported_names(source)]
    definitions = [definition for source in chosen for definition in source.definitions]
    needed: set[str] = set(names)
    seen: set[str] = set()
    while needed - seen:
        seen |= needed
        for definition in definitions:
            if definition.binds & seen:
                needed |= definition.needs
    kept = [definition for definition in definitions if definition.binds & seen]
    used = frozenset(name for definition in kept for name in (*definition.needs, *definition.binds))
    return tuple(definition.text for definition in kept), used
