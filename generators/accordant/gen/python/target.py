"""The target ``python``: Pydantic models."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from accordant.gen.target import Option, Options
from accordant.model.reserved import PYTHON_KEYWORDS, TYPE_NAMES

if TYPE_CHECKING:
    from accordant.contract import Registry
    from accordant.model.origin import Origin
    from accordant.model.types import Model, Unhonoured
    from accordant.model.versions import VersionModel
    from accordant.outputs import Outputs

_OTHER_PACKAGES: Final = frozenset({"pydantic", "pydantic_core", "typing_extensions"})
"""Packages that the generated code imports: a package of the same name would hide them."""


@dataclass(frozen=True, slots=True)
class PythonTarget:
    """Generates a Python distribution."""

    name: str = "python"
    says: str = "Pydantic models"
    single_file: str = "model.py"
    options: tuple[Option, ...] = (
        Option("package", str),
        Option("distribution", str),
        Option("docs", str),
        Option("version", str),
        Option("license", str),
        Option("license-file", str),
        Option("repository", str),
        Option("homepage", str),
        Option("names", str),
        Option("format-views", bool, for_one_schema=True),
        Option("defaults", bool, for_one_schema=True),
        Option("absent", str, for_one_schema=True, values=("missing", "none")),
    )
    prints_behaviour: bool = True
    reserved: frozenset[str] = TYPE_NAMES | PYTHON_KEYWORDS

    def module(self, model: Model, origin: Origin, options: Options) -> str:
        """The text of ``model.py``."""
        from accordant.gen.python.field_options import FieldOptions
        from accordant.gen.python.single_file import module

        return module(model, origin, FieldOptions.of(options))

    def package(self, registry: Registry, versions: list[VersionModel], options: Options) -> Outputs:
        """Every file of the distribution, by path."""
        from accordant.gen.python.package import package

        return package(registry, versions, options)

    def package_name_problem(self, name: str) -> str:
        """A package is an identifier that hides no module of Python or of what the code imports."""
        taken = name in PYTHON_KEYWORDS or name in sys.stdlib_module_names or name in _OTHER_PACKAGES
        usable = name.isascii() and name.isidentifier() and not taken
        return "" if usable else 'use a name such as "acme_contracts"'

    def list_unhonoured(self, model: Model) -> tuple[Unhonoured, ...]:
        """The keywords that no target honours, and the patterns that the language's engines cannot run."""
        from accordant.gen.python.patterns import is_expressible
        from accordant.model import patterns

        return (*model.unhonoured, *patterns.find_unhonoured_patterns(model, is_expressible))


PYTHON: Final = PythonTarget()
