"""The target ``ts``: TypeScript types and guards."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from accordant.gen.target import Option, Options
from accordant.model.reserved import TYPE_NAMES, TYPESCRIPT_KEYWORDS

if TYPE_CHECKING:
    from accordant.contract import Registry
    from accordant.model.origin import Origin
    from accordant.model.types import Model, Unhonoured
    from accordant.model.versions import VersionModel
    from accordant.outputs import Outputs

_PACKAGE_NAME: Final = re.compile(r"(@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*")
"""The names that npm takes for new packages: https://docs.npmjs.com/cli/configuring-npm/package-json#name."""


@dataclass(frozen=True, slots=True)
class TypeScriptTarget:
    """Generates an npm package."""

    name: str = "ts"
    says: str = "TypeScript types and guards"
    single_file: str = "types.ts"
    options: tuple[Option, ...] = (
        Option("package", str),
        Option("docs", str),
        Option("open-index", bool, for_one_schema=True),
        Option("version", str),
        Option("license", str),
        Option("license-file", str),
        Option("repository", str),
        Option("homepage", str),
        Option("names", str),
    )
    prints_behaviour: bool = True
    reserved: frozenset[str] = TYPE_NAMES | TYPESCRIPT_KEYWORDS

    def module(self, model: Model, origin: Origin, options: Options) -> str:
        """The text of ``types.ts``."""
        from accordant.gen.typescript.single_file import module

        return module(model, origin, open_index=options.get("open-index") is True)

    def package(self, registry: Registry, versions: list[VersionModel], options: Options) -> Outputs:
        """Every file of the package, by path."""
        from accordant.gen.typescript.package import package

        return package(registry, versions, options)

    def package_name_problem(self, name: str) -> str:
        """A package has a name that npm takes."""
        return "" if _PACKAGE_NAME.fullmatch(name) else 'use a name such as "@acme/contracts"'

    def list_unhonoured(self, model: Model) -> tuple[Unhonoured, ...]:
        """The keywords that no target honours, patterns that the engines cannot run, spellings and sizes of numbers."""
        from accordant.gen.typescript.patterns import is_expressible
        from accordant.gen.typescript.rounded_numbers import find_rounded_numbers
        from accordant.model import patterns

        unseen = patterns.find_unhonoured_patterns(model, is_expressible, sees_spelling=False)
        return (*model.unhonoured, *unseen, *find_rounded_numbers(model))


TYPESCRIPT: Final = TypeScriptTarget()
