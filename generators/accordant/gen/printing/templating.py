"""The Jinja2 templates of the printers, which see encoded text only."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment, Template


@lru_cache(maxsize=64)
def template(package: str, name: str) -> Template:
    """A template of a printer's package, by its file in the folder ``templates``."""
    return _environment(package).get_template(name)


def render_module(package: str, name: str, /, **values: object) -> str:
    """The text of a module: a template of a printer's package, filled in. It ends with a line feed."""
    return template(package, name).render(values) + "\n"


@lru_cache(maxsize=8)
def _environment(package: str) -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader(package, "templates"),
        autoescape=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )
    environment.globals.clear()  # no template calls one, and each rendering copies them
    return environment
