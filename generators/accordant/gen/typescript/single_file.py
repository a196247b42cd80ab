"""One TypeScript file for one schema outside a registry."""

from __future__ import annotations

from accordant.gen.printing.header import header_comment
from accordant.gen.typescript.printer import print_types, render_module
from accordant.gen.typescript.runtime_source import excerpt
from accordant.gen.typescript.text import comment
from accordant.model.origin import Origin
from accordant.model.types import Model


def module(model: Model, origin: Origin, *, open_index: bool = False) -> str:
    """The text of ``types.ts``; ``open_index`` gives open objects an index signature."""
    printed = print_types(model, open_index=open_index)
    return render_module(
        "module.ts.jinja2",
        header=header_comment(origin, comment).rstrip("\n"),
        imports=[],
        blocks=[*printed.blocks, *excerpt(printed.used)],
    )
