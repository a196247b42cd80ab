"""A whole project for a site: the pages, and all that a builder needs, with a name and a colour."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Final

from accordant.docs.assets import BRAND, brand_of, darken
from accordant.docs.markdown import HEAD, visible
from accordant.docs.places import CODES
from accordant.docs.stream_picture import COLOUR, PICTURE
from accordant.outputs import Outputs

PAGES: Final = "docs"
"""The folder of the pages in the project."""

BUILT: Final = "built"
"""The folder that the builder makes."""

_HOOKS: Final = ("navigation.py", "search_index.py")
"""What the builder asks while it builds."""

_GENERATED: Final = "Written by 'registry docs --site'. Generated; do not edit."

_REQUIREMENTS: Final = f"""\
# {_GENERATED}
mkdocs>=1.6.1,<2
mkdocs-material>=9.7,<10
"""


def project(pages: Outputs, title: str, colour: str | None, folder: str, address: str = "") -> Outputs:
    """Every file of the project.

    Args:
        pages: those of the reference; the first of them is the first page of the site.
        title: the name of the site.
        colour: ``#rrggbb``, of links and buttons; None: that of the pages.
        folder: where the project stands, as its own files show it.
        address: where the site is published, as the registry says; "" where it does not.
    """
    made = {f"{PAGES}/{path}": text for path, text in pages.items()}
    if colour is not None:
        made |= {path: text.replace(COLOUR, darken(colour)) for path, text in made.items() if path.endswith(PICTURE)}
        made[f"{PAGES}/{BRAND}"] = brand_of(colour)
    made["mkdocs.yml"] = _fill("mkdocs.yml", title=json.dumps(visible(title)), address=json.dumps(address))
    made |= {name: f"# {_GENERATED}\n{_fill(name)}" for name in _HOOKS}
    lost = _fill("404.html")
    if CODES not in pages:
        lost = re.sub(r"<li>.*codes/.*\n", "", lost).replace(' data-codes="codes/"', "")
    made["theme/404.html"] = lost
    made["theme/main.html"] = _fill("main.html")
    made["publish.yml"] = _fill("publish.yml", folder=json.dumps(folder)[1:-1])
    made["requirements.txt"] = _REQUIREMENTS
    made["README.md"] = _readme(folder)
    made[".gitignore"] = f"# Generated; do not edit.\n/{BUILT}/\n"
    return made


def _fill(name: str, **values: str) -> str:
    text = files("accordant.docs.assets").joinpath(name).read_text("utf-8")
    for key, value in values.items():
        text = text.replace("{{ " + key + " }}", value)
    return text


def _readme(folder: str) -> str:
    return f"""\
# The site of a registry

{HEAD}

    pip install accordant --requirement {folder}/requirements.txt
    mkdocs build --strict --config-file {folder}/mkdocs.yml
    registry docs --site {folder} --finish {folder}/{BUILT}

The folder `{BUILT}` is the site: any host of static files serves it, from any path. `publish.yml` is a workflow that
publishes it on GitHub Pages. Write the address of the site into `registry.toml`, as `docs = "https://..."`: reports and
`registry explain` then print the addresses of rules and codes, and the site has a map of its pages and a page for
addresses that lead nowhere. `SITE_URL` in the environment of the builder says another address.

When the registry has changed, run the command again that made this folder; with `--check` it only says what is stale.
"""
