"""Generated files are parsed before anybody writes them, whatever the registry holds."""

from __future__ import annotations

import ast
import json
import tomllib
from collections.abc import Callable, Mapping
from typing import Any, Final

from accordant.errors import InputError
from accordant.findings import Place
from accordant.gen.deep_types import too_deep
from accordant.outputs import Outputs

_PARSERS: Final[Mapping[str, Callable[[str], Any]]] = {".py": ast.parse, ".json": json.loads, ".toml": tomllib.loads}
"""By ending. TypeScript has no parser here; the tests compile it."""

_NESTED: Final = "too many nested parentheses"
"""What Python says of more than 200 brackets inside of each other, which types deep inside of each other have."""

MOST_CHARACTERS: Final = 6_000_000
"""The longest Python module: to parse one takes some 150 bytes of memory for each of its characters, here and wherever
it is imported, and no budget can end that."""


def require_parsed(files: Outputs) -> None:
    """Refuse files of which one is not of its language: the printer has a defect.

    Raises:
        InputError: the first such file, or one that is too long, or nested deeper than Python reads.
    """
    for name, text in files.items():
        if name.endswith(".py") and len(text) > MOST_CHARACTERS:
            raise InputError(
                f"the module would have {len(text) / 1e6:,.1f} million characters; nothing was written",
                Place(name),
                next_step="make the schema smaller: many alternatives that name each other's members grow fastest",
            )
        parse = next((parse for ending, parse in _PARSERS.items() if name.endswith(ending)), None)
        try:
            if parse is not None:
                parse(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError) as error:
            if _NESTED in str(error) or isinstance(error, RecursionError | MemoryError):
                raise too_deep() from error
            raise InputError(
                f"the generated text is not of its language ({str(error)[:200]}); nothing was written",
                Place(name),
                next_step="report the registry or the schema: this is a defect of the generator",
            ) from error
