"""CONTRIBUTING's recipe for a target, followed by the letter in a copy of the package: it generates and is checked."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import PROJECT

RECIPE = (PROJECT / "CONTRIBUTING.md").read_text("utf-8").partition("## Add a target")[2].partition("\n## ")[0]

TARGET = '''"""The target ``names``: the names of the types, one on a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from accordant.gen.target import Option, Options

if TYPE_CHECKING:
    from accordant.contract import Registry
    from accordant.model.origin import Origin
    from accordant.model.types import Model, Unhonoured
    from accordant.model.versions import VersionModel
    from accordant.outputs import Outputs


@dataclass(frozen=True, slots=True)
class NamesTarget:
    """Generates one text for each contract version."""

    name: str = "names"
    says: str = "the names of the types as text"
    single_file: str = "names.txt"
    options: tuple[Option, ...] = (Option("package", str), Option("upper", bool, for_one_schema=True))
    prints_behaviour: bool = False
    reserved: frozenset[str] = frozenset({"Order"})

    def module(self, model: Model, origin: Origin, options: Options) -> str:
        """The text of ``names.txt``."""
        from accordant.gen.names_text.printer import module

        return module(model, origin, upper=options.get("upper") is True)

    def package(self, registry: Registry, versions: list[VersionModel], options: Options) -> Outputs:
        """A text for each contract version, by path."""
        from accordant.gen.names_text.printer import module

        upper = options.get("upper") is True
        return {f"{each.module}.txt": module(each.model, each.origin, upper=upper) for each in versions}

    def package_name_problem(self, name: str) -> str:
        """A package has a name of letters."""
        return "" if name.isalpha() else 'use a name such as "acme"'

    def list_unhonoured(self, model: Model) -> tuple[Unhonoured, ...]:
        """The keywords that no target honours."""
        return model.unhonoured


NAMES: Final = NamesTarget()
'''
PRINTER = '''"""A type model as the names of its types."""

from __future__ import annotations

from accordant.gen.printing.header import header_comment
from accordant.model.origin import Origin
from accordant.model.types import Model


def module(model: Model, origin: Origin, *, upper: bool) -> str:
    """The text: a header, then a name on each line."""
    names = [named.name for named in model.types.values()]
    shown = [name.upper() for name in names] if upper else names
    return header_comment(origin, lambda text: [f"# {text}"]) + "".join(f"{name}\\n" for name in shown)
'''


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str


class Copy:
    """A copy of the package and of the bundled registry, to which the recipe is applied."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        left_out = shutil.ignore_patterns("__pycache__")
        shutil.copytree(PROJECT / "generators/accordant", folder / "accordant", ignore=left_out)
        shutil.copytree(PROJECT / "registry", folder / "registry", ignore=left_out)

    def write(self, path: str, text: str) -> None:
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).write_text(text, "utf-8")

    def edit(self, path: str, old: str, new: str) -> None:
        text = (self.folder / path).read_text("utf-8")
        assert text.count(old) == 1, f"{path} does not hold {old!r} once"
        self.write(path, text.replace(old, new))

    def run(self, *arguments: str) -> Outcome:
        code = "import sys; from accordant.cli import main; sys.exit(main())"
        surroundings = {
            **os.environ, "PYTHONPATH": str(self.folder), "XDG_CACHE_HOME": str(self.folder / "cache"),
        }  # fmt: skip
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments],
            cwd=self.folder, env=surroundings, capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
        return Outcome(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """The recipe's steps: a folder with the target and its printer, a line in the list, a table in registry.toml."""
    made = Copy(tmp_path_factory.mktemp("new_target"))
    made.write("accordant/gen/names_text/__init__.py", '"""The names of the types as text."""\n')
    made.write("accordant/gen/names_text/target.py", TARGET)
    made.write("accordant/gen/names_text/printer.py", PRINTER)
    rest = "MODEL_JSON, DATACLASS, TYPEDDICT, MSGSPEC)"
    made.edit("accordant/gen/targets.py", rest, rest.replace(")", ", NAMES)"))
    first = "from accordant.gen.python.target import PYTHON\n"
    made.edit("accordant/gen/targets.py", first, f"from accordant.gen.names_text.target import NAMES\n{first}")
    made.edit("registry/registry.toml", "[targets.ts]", '[targets.names]\nout = "generated/names"\n\n[targets.ts]')
    return made


def test_the_recipe_names_every_file_that_the_test_touches() -> None:
    for words in ("gen/<target>/target.py", "`TARGETS` in `gen/targets.py`", "[targets.<target>]", "gen/target.py"):
        assert words in RECIPE


@pytest.mark.slow
def test_a_registry_is_generated_and_checked(copy: Copy) -> None:
    made = copy.run("gen", "names")
    assert (made.code, made.err) == (0, "")
    text = (copy.folder / "generated/names/cobre/v1.txt").read_text("utf-8")
    assert text.startswith("# Generated by accordant")
    assert "\nValidateSummary\n" in text
    clean = copy.run("gen", "names", "--check")
    assert (clean.code, clean.err) == (0, "")
    copy.write("generated/names/cobre/v1.txt", text + "Edited\n")
    edited = copy.run("gen", "names", "--check")
    assert edited.code == 1
    assert "generated/names/cobre/v1.txt differs from what the registry generates" in edited.out
    assert "run: registry gen names" in edited.out
    assert copy.run("gen", "names").code == 0


def test_one_schema_is_generated_and_its_types_avoid_the_reserved_names(copy: Copy) -> None:
    copy.write("order.json", json.dumps({"title": "Order", "type": "object", "properties": {"id": {"type": "string"}}}))
    made = copy.run("gen", "names", "--schema", "order.json", "--out", "made")
    assert (made.code, made.err) == (0, "")
    *_, name = (copy.folder / "made/names.txt").read_text("utf-8").splitlines()
    assert name.startswith("Order")
    assert name != "Order"
    assert copy.run("gen", "names", "--schema", "order.json", "--out", "made", "--check").code == 0


def test_help_and_errors_name_it(copy: Copy) -> None:
    assert "|msgspec|names|" in "".join(copy.run("gen", "--help").out.split())
    unknown = copy.run("gen", "cobol", "--out", "made")
    assert unknown.code == 2
    assert "msgspec, names" in unknown.err


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("lower = true", "the target names takes no option 'lower'"),
        ('upper = "yes"', "the option upper is true or false, not 'yes'"),
        ('package = "a b"', "no package can be called 'a b'"),
    ],
)
def test_an_option_that_it_does_not_take_is_refused_at_its_place(copy: Copy, line: str, says: str) -> None:
    before = (copy.folder / "registry/registry.toml").read_text("utf-8")
    copy.edit("registry/registry.toml", "[targets.names]", f"[targets.names]\n{line}")
    refused = copy.run("gen", "names")
    copy.write("registry/registry.toml", before)
    assert refused.code == 2
    assert says in refused.err
    number = before.splitlines().index("[targets.names]") + 2
    assert f"registry/registry.toml:{number}:" in refused.err
