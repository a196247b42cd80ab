"""One Python file for one schema outside a registry: types, rules, and the part of the runtime that they need."""

from __future__ import annotations

from accordant.gen.printing.encoding import lines_of
from accordant.gen.printing.header import header_comment
from accordant.gen.printing.python_text import comment, docstring, literal
from accordant.gen.python.field_options import FieldOptions
from accordant.gen.python.imports import statements
from accordant.gen.python.printer import print_types
from accordant.gen.python.runtime_source import excerpt, exported_names, runtimes
from accordant.gen.python.schemas import as_text, stated_schemas
from accordant.gen.python.template_files import render_module
from accordant.model.origin import Origin
from accordant.model.types import Model


def module(model: Model, origin: Origin, options: FieldOptions) -> str:
    """The text of ``model.py``."""
    printed = print_types(model, options=options)
    exported = (exported_names(source) for source in runtimes())
    stated = f"\nstate_schemas(__name__, {as_text(stated_schemas(model))})"
    needed = {"state_schemas"} | printed.used & frozenset().union(*exported)
    texts, used = excerpt(frozenset(needed))
    first = f"Types of {lines_of(origin.title)[0] or 'a schema'}. Generated; do not edit."
    return render_module(
        "module.py.jinja2",
        header=header_comment(origin, comment).rstrip("\n"),
        docstring=docstring([first], ""),
        imports=statements(printed.used | used),
        blocks=[*texts, *("\n" + block for block in printed.blocks), stated],
        all_names=[literal(name) for name in sorted([*printed.types, *printed.payloads])],
    )
