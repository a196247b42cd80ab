"""The shape of the project: who may import whom, where what stands, how long a file may get."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
PACKAGE = PROJECT / "generators" / "accordant"

LEAVES = {"errors", "findings", "disk", "misspelt", "outputs", "work"}
LOW = {"regex", "schema", *LEAVES}
MAY_IMPORT: dict[str, set[str]] = {
    "findings": set(),
    "errors": {"findings"},
    "misspelt": set(),
    "work": {"findings"},
    "disk": {"errors", "findings"},
    "outputs": {"disk", "errors", "findings"},
    "regex": LEAVES,
    "schema": {"regex", *LEAVES},
    "algebra": LOW,
    "contract": LOW,
    "registry": {"contract", *LOW},
    "baseline": {"registry", "oci", "contract", *LOW},
    "compat": {"contract", "algebra", *LOW},
    "model": {"contract", "algebra", *LOW},
    "gen": {"model", "contract", "algebra", "export", *LOW},
    "lint": {"registry", "model", "contract", "algebra", *LOW},
    "conform": {"contract", "run", *LOW},
    "enforce": LOW,
    "run": LEAVES,
    "oci": LEAVES,
    "export": {"contract", *LOW},
    "docs": {"model", "contract", "lint", "compat", "conform", "enforce", *LOW},
    "report": {"findings"},
}
"""Room to rooms, the room itself apart; cli may import everything. The design gives a reason for each."""

ONLY_RULE_LISTS = {"docs": {"lint", "compat", "conform", "enforce"}}
"""Of these rooms the one takes nothing but their rule lists."""

SHARED_BY_PRINTERS = {"printing", "behaviour", "target", "version_dispatch"}
PRINTERS = {path.parent.name for path in PACKAGE.glob("gen/*/__init__.py")} - SHARED_BY_PRINTERS
"""The folders of gen that hold targets; none imports another, and what they share knows none of them."""

FORBIDDEN_NAMES = {"utils", "helpers", "common", "base", "manager", "misc", "util", "helper"}

LONG_FILES: dict[str, int] = {
    "regex/automata.py": 420,
    "algebra/emptiness.py": 310,
    "algebra/model.py": 380,
    "contract/held_rules.py": 530,
    "gen/python/runtime.py": 420,
    "model/constraints.py": 350,
    "schema/dialects.py": 335,
}
"""Files that are one concept and still longer than the soft limit, with the length that they may have."""

SOFT_LIMIT = 300
HARD_FUNCTION_LIMIT = 60
"""The soft limit of a function is 40 lines; a docstring may come on top."""


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if "bundled" not in path.parts)


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path, source: str) -> Iterator[tuple[str, int]]:
    """Every module that a file imports anywhere, inside functions and for type checking too, with the line."""
    yield from imported_by(".".join(("accordant", *path.relative_to(PACKAGE).parts[:-1])), source)


def imported_by(package_name: str, source: str) -> Iterator[tuple[str, int]]:
    """The same for the text of a module in a package."""
    package = package_name.split(".")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((name.name, node.lineno) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((f"{module}.{name.name}", node.lineno) for name in node.names)
        elif isinstance(node, ast.Call) and called_name(node).endswith(("import_module", "__import__")):
            yield ast.unparse(node.args[0]), node.lineno


def called_name(call: ast.Call) -> str:
    """The last name of what is called; empty where it has none."""
    return str(getattr(call.func, "attr", None) or getattr(call.func, "id", ""))


@cache
def imports_of(path: Path) -> Sequence[tuple[str, int]]:
    """The same for a file of the project, read once."""
    return tuple(imports(path, path.read_text("utf-8")))


def lines_that_break_the_rule(path: Path) -> Iterator[str]:
    room = room_of(path)
    for module, line in imports_of(path):
        parts = module.split(".")
        if parts[0] != "accordant" or len(parts) < 2 or parts[1].startswith("__"):
            continue
        other = parts[1]
        if other != room and other not in MAY_IMPORT[room]:
            yield f"{path.relative_to(PROJECT)}:{line}: {room} imports {module}"
        elif other in ONLY_RULE_LISTS.get(room, set()) and parts[-1] not in ("RULES", "rules"):
            yield f"{path.relative_to(PROJECT)}:{line}: {room} takes more than the rule list: {module}"


@pytest.mark.parametrize("room", sorted(MAY_IMPORT))
def test_a_room_imports_only_what_the_design_lets_it(room: str) -> None:
    files = [path for path in modules() if room_of(path) == room]
    assert [line for path in files for line in lines_that_break_the_rule(path)] == []


def imports_between_printers(path: Path, imported: Iterable[tuple[str, int]]) -> Iterator[str]:
    """The imports by which a printer takes from another one, or what they share takes from a printer."""
    part = path.relative_to(PACKAGE / "gen").parts[0].removesuffix(".py")
    if part not in PRINTERS | SHARED_BY_PRINTERS:
        return
    for module, line in imported:
        parts = module.split(".")
        if parts[:2] == ["accordant", "gen"] and len(parts) > 2 and parts[2] in PRINTERS - {part}:
            yield f"{path.relative_to(PROJECT)}:{line}: {part} imports {module}"


def test_no_printer_imports_another_printer() -> None:
    files = [path for path in modules() if room_of(path) == "gen"]
    assert {"python", "typescript", "model_json", "flavours"} <= PRINTERS
    assert [line for path in files for line in imports_between_printers(path, imports_of(path))] == []


def test_the_rule_between_printers_sees_a_function_that_imports() -> None:
    source = "def f():\n    from accordant.gen.python import printer\n"

    def found(name: str) -> list[str]:
        return list(imports_between_printers(PACKAGE / name, imports(PACKAGE / name, source)))

    assert len(found("gen/typescript/some.py")) == 1
    assert len(found("gen/printing/some.py")) == 1
    assert found("gen/targets.py") == []


def test_every_room_has_its_line_in_the_import_rule() -> None:
    rooms = {room_of(path) for path in modules()} - {"__init__", "__main__", "cli"}
    assert rooms <= set(MAY_IMPORT)


def test_the_import_rule_sees_every_way_to_import() -> None:
    source = (
        "def f():\n    from accordant.cli import exits\n"
        "import accordant.gen\n"
        "from ..compat import x\n"
        "import_module('accordant.docs')\n"
    )
    imported = {module for module, _ in imports(PACKAGE / "report" / "some.py", source)}
    assert imported == {"accordant.cli.exits", "accordant.gen", "accordant.compat.x", "'accordant.docs'"}


def import_graph(imported: Mapping[str, Iterable[tuple[str, int]]]) -> dict[str, set[str]]:
    """The modules that each module imports at any level, of what :func:`imported_by` tells of each dotted name."""
    return {
        name: {target for each, _ in some if (target := module_of(each, imported)) not in (None, name)}
        for name, some in imported.items()
    }


def module_of(imported: str, modules: Collection[str]) -> str | None:
    """The module that ``from module import name`` or ``import module`` loads; None outside the project.

    The package ``accordant`` itself counts as outside: it holds the version, and its public functions load their
    modules on first use.
    """
    while imported and imported not in modules:
        imported = imported.rpartition(".")[0]
    return imported if imported not in ("", "accordant") else None


def cycles(graph: Mapping[str, set[str]]) -> set[frozenset[str]]:
    """The strongly connected components of more than one module (Kosaraju)."""
    order: list[str] = []
    seen: set[str] = set()
    for start in graph:
        _visit(start, graph, seen, order.append)
    backwards: dict[str, set[str]] = {name: set() for name in graph}
    for name, targets in graph.items():
        for target in targets:
            backwards[target].add(name)
    components: set[frozenset[str]] = set()
    seen.clear()
    for start in reversed(order):
        component: list[str] = []
        _visit(start, backwards, seen, component.append)
        components.add(frozenset(component))
    return {component for component in components if len(component) > 1}


def _visit(name: str, graph: Mapping[str, set[str]], seen: set[str], leave: Callable[[str], None]) -> None:
    if name in seen:
        return
    seen.add(name)
    for target in sorted(graph[name]):
        _visit(target, graph, seen, leave)
    leave(name)


def project_graph() -> dict[str, set[str]]:
    imported = {}
    for path in modules():
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        imported[".".join(("accordant", *parts)).removesuffix(".__init__")] = imports_of(path)
    return import_graph(imported)


def test_no_module_imports_itself_through_others() -> None:
    assert sorted(sorted(cycle) for cycle in cycles(project_graph())) == []


def test_a_cycle_is_seen_through_functions_type_checking_and_packages() -> None:
    sources = {
        "accordant": "from accordant import a",
        "accordant.a": "def f():\n    from accordant.b import name\n",
        "accordant.b": "if TYPE_CHECKING:\n    from accordant.c.d import T\n",
        "accordant.c": "from accordant import a\n",
        "accordant.c.d": "from . import name\nfrom accordant import __version__\n",
        "accordant.alone": "import accordant\nimport accordant.a\n",
    }
    packages = {"accordant", "accordant.c"}
    graph = import_graph(
        {
            name: list(imported_by(name if name in packages else name.rpartition(".")[0], source))
            for name, source in sources.items()
        }
    )
    assert graph["accordant.c.d"] == {"accordant.c"}
    assert cycles(graph) == {frozenset({"accordant.a", "accordant.b", "accordant.c", "accordant.c.d"})}


def test_only_the_command_line_prints_or_exits() -> None:
    offenders = [
        f"{path.relative_to(PROJECT)}:{node.lineno}: {ast.unparse(node.func)}"
        for path in modules()
        if room_of(path) != "cli"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and called_name(node) in ("print", "exit", "_exit")
        and ast.unparse(node.func) in ("print", "sys.exit", "exit", "os._exit")
    ]
    assert offenders == []


def test_only_some_rooms_touch_disk_processes_or_network() -> None:
    touching = {"subprocess", "socket", "urllib.request", "http", "pathlib", "os", "shutil", "tempfile", "requests"}
    allowed = {"disk", "registry", "baseline", "run", "oci", "outputs", "cli"}
    offenders = [
        f"{path.relative_to(PROJECT)}:{line}: {module}"
        for path in modules()
        if room_of(path) not in allowed and "assets" not in path.parts  # files of a site, which its builder runs
        for module, line in imports_of(path)
        if module in touching or module.rpartition(".")[0] in touching
    ]
    assert offenders == []


def test_the_registry_is_data_only() -> None:
    suffixes = {".json", ".jsonl", ".yaml", ".yml", ".toml", ".lock", ".md"}
    strangers = [path for path in (PROJECT / "registry").rglob("*") if path.is_file() and path.suffix not in suffixes]
    assert strangers == []


def test_names_say_what_a_file_is_about() -> None:
    offenders = [path for path in modules() if FORBIDDEN_NAMES & {part.removesuffix(".py") for part in path.parts}]
    assert offenders == []


def test_a_file_is_one_concept_and_not_a_drawer() -> None:
    lengths = {path.relative_to(PACKAGE).as_posix(): len(path.read_text("utf-8").splitlines()) for path in modules()}
    long = {name: length for name, length in lengths.items() if length > LONG_FILES.get(name, SOFT_LIMIT)}
    assert long == {}, "split it by chapter of what it is about, or list it in LONG_FILES"
    assert set(LONG_FILES) <= set(lengths), "no longer there"
    assert [name for name in LONG_FILES if lengths[name] <= SOFT_LIMIT] == [], "no longer long"


def test_a_function_fits_on_a_screen() -> None:
    offenders = [
        f"{path.relative_to(PROJECT)}:{node.lineno}: {node.name} has {node.end_lineno - node.lineno + 1} lines"
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
        and node.end_lineno
        and node.end_lineno - node.lineno >= HARD_FUNCTION_LIMIT
    ]
    assert offenders == []


def test_every_module_says_in_one_sentence_what_it_is_for() -> None:
    silent = [
        str(path.relative_to(PROJECT))
        for path in modules()
        if not (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").strip()
    ]
    assert silent == []


def test_project_files_speak_of_the_project_alone() -> None:
    """No machine paths, and no host from which packages come."""
    telling = re.compile(r"/work/(main|shared)|/root/\.|registry\.npmjs|pythonhosted|pypi\.org/simple|index-url")
    folders = ("generators", "registry", "site", "benchmarks", "requirements", "generated", "tests")
    tops = ("Makefile", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "pyproject.toml", ".ci/run", ".npmrc")
    files = [PROJECT / name for name in tops]
    for folder in folders:
        files += [path for path in (PROJECT / folder).rglob("*") if path.is_file() and "node_modules" not in path.parts]
    offenders = [
        str(path.relative_to(PROJECT))
        for path in files
        if path.exists()
        and path != Path(__file__)
        and path.suffix not in (".pyc", ".png")
        and telling.search(path.read_text("utf-8", "replace"))
    ]
    assert set(offenders) <= {"Makefile"}


def test_this_python_is_one_that_the_project_supports() -> None:
    assert sys.version_info >= (3, 11)
