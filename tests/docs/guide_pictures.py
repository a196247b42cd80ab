"""Draws the pictures of the guides: verdicts in them are the judge's, and modules those of CONTRIBUTING.md.

They are narrow, so that a phone shows them in their size; in the dark scheme the site turns them around.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from accordant import compare
from accordant.docs.stream_picture import COLOUR
from accordant.findings import Verdict

WIDTH: Final = 356
RED: Final = "#b3261e"
STYLE: Final = (
    f".box{{fill:#f2f6f6;stroke:{COLOUR};stroke-width:1.5}}.way{{fill:none;stroke:#5c6b70;stroke-width:1.5}}"
    "text{font:13px 'IBM Plex Sans',system-ui,sans-serif;fill:#10282b}"
    ".head{font-weight:600}.small{font-size:12px;fill:#43545a}"
    ".code{font:11px 'IBM Plex Mono',ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}"
    f".safe{{fill:{COLOUR};font-weight:600}}.breaks{{fill:{RED};font-weight:600}}.line{{stroke:#c8d3d3}}"
)
FACES: Final = (
    files("accordant.docs.assets").joinpath("stream-typeface.css"),
    Path(__file__).with_name("picture-typeface.css"),
)
"""Those of the site: a picture cannot ask the page for them."""

Schema = dict[str, Any]


def object_with(required: tuple[str, ...] = (), **fields: Any) -> Schema:
    return {"type": "object", "required": ["id", *required], "properties": {"id": {"type": "string"}, **fields}}


NUMBER: Final[Schema] = {"type": "integer", "minimum": 0}
OPTIONAL: Final = object_with(n=NUMBER)
REQUIRED: Final = object_with(("n",), n=NUMBER)
LIST: Final = object_with(n={"enum": ["a", "b"]})
LONGER: Final = object_with(n={"enum": ["a", "b", "c"]})
EDITS: Final = (
    ("optional field added", object_with(), OPTIONAL),
    ("required field added", object_with(), REQUIRED),
    ("optional becomes required", OPTIONAL, REQUIRED),
    ("required becomes optional", REQUIRED, OPTIONAL),
    ("field removed", OPTIONAL, object_with()),
    ("value added to an open list", LIST, LONGER),
    ("value removed from it", LONGER, LIST),
    ("bound loosened", OPTIONAL, object_with(n={"type": "integer"})),
    ("bound tightened", OPTIONAL, object_with(n={"type": "integer", "minimum": 5})),
    ("null allowed too", OPTIONAL, object_with(n={**NUMBER, "type": ["integer", "null"]})),
)
"""Edits with the schema before and after."""

STATES: Final = (
    ("not there", object_with()),
    ("optional", OPTIONAL),
    ("required", REQUIRED),
    ("deprecated, still written", object_with(("n",), n={**NUMBER, "deprecated": True})),
    ("gone", object_with()),
)
STEPS: Final = ("add it", "write it always", "name what replaces it", "remove it")

FLOW: Final = {
    "check-compat": (
        "compat/gate.py",
        "compat/versions.py",
        "compat/schemas.py",
        "algebra/contain.py",
        "schema/confirmation.py",
        "report/text.py",
    ),
    "gen": ("gen/packages.py", "model/versions.py", "model/build.py", "gen/python/printer.py", "outputs/__init__.py"),
    "docs": ("docs/__init__.py", "model/fields/reader.py", "docs/version.py", "docs/schemas.py", "outputs/__init__.py"),
}
ENDS: Final = ("a report", "packages", "pages")
LOADING: Final = ("registry/load.py", "contract/parse.py", "contract/expand.py")


def is_safe(old: Schema, new: Schema, direction: str) -> bool:
    """Whether the judge calls a step compatible under the promise ``additive``."""
    verdict = compare(old, new, direction=direction, promise="additive").verdict
    assert verdict in (Verdict.COMPATIBLE, Verdict.BREAKING)
    return verdict is Verdict.COMPATIBLE


def typeface() -> str:
    """The faces of the letters, inside of the picture."""
    return "\n".join(face.read_text("utf-8").rstrip() for face in FACES)


@dataclass(frozen=True)
class Drawing:
    """A picture: its title, its words for those who do not see it, and its shapes."""

    title: str
    words: str
    height: int
    shapes: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{self.height}"'
            f' viewBox="0 0 {WIDTH} {self.height}" role="img" aria-labelledby="title words">\n'
            "<!-- Drawn by tests/docs/guide_pictures.py; do not edit. -->\n"
            f'<title id="title">{self.title}</title><desc id="words">{html.escape(self.words)}</desc>\n'
            f"<style>{typeface()}{STYLE}</style>\n"
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
            '<path d="M0 0L8 4L0 8z" fill="#5c6b70"/></marker></defs>\n'
            f'<rect width="100%" height="100%" rx="8" fill="#ffffff"/>\n{chr(10).join(self.shapes)}\n</svg>\n'
        )


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{kind}" text-anchor="{anchor}">{html.escape(words)}</text>'


def box(x: float, y: float, width: float, height: float) -> str:
    return f'<rect class="box" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6"/>'


def way(path: str) -> str:
    return f'<path class="way" d="{path}" marker-end="url(#tip)"/>'


def verdict(x: float, y: float, safe: bool) -> str:
    return text(x, y, "✓ safe" if safe else "✗ breaks", "safe" if safe else "breaks", "middle")


def edits() -> Drawing:
    """Which edit is safe: one row each, for documents that the program writes and for those that it reads."""
    judged = [(words, is_safe(old, new, "output"), is_safe(old, new, "input")) for words, old, new in EDITS]
    said = {True: "safe", False: "breaks"}
    words = "; ".join(
        f"{edit}: {said[out]} in what you write, {said[into]} in what you read" for edit, out, into in judged
    )
    shapes = [
        *lane(14, "your new program", "readers of 1.0", "you write"),
        *lane(62, "writers of 1.0", "your new program", "you read"),
    ]
    shapes += [
        text(12, 134, "edit", "head"),
        text(232, 134, "you write", "head", "middle"),
        text(310, 134, "you read", "head", "middle"),
    ]
    for row, (edit, out, into) in enumerate(judged):
        y = 160 + 28 * row
        shapes += [
            f'<path class="line" d="M12 {y - 18}H344"/>',
            text(12, y, edit),
            verdict(232, y, out),
            verdict(310, y, into),
        ]
    return Drawing("Which edit is safe", words, 160 + 28 * len(judged) - 10, tuple(shapes))


def lane(y: int, writer: str, reader: str, name: str) -> Iterator[str]:
    """One writes, another reads."""
    yield from (box(12, y, 130, 34), text(77, y + 22, writer, "", "middle"))
    yield from (box(214, y, 130, 34), text(279, y + 22, reader, "", "middle"))
    yield from (way(f"M144 {y + 17}H212"), text(178, y + 11, name, "small", "middle"))


def way_of_a_field() -> Drawing:
    """The states of a field one below the other, with the verdict of each step, and of one step back."""
    shapes = [stated(14, STATES[0][0])]
    told = []
    for place, (step, before, (state, after)) in enumerate(zip(STEPS, STATES, STATES[1:], strict=False)):
        safe = is_safe(before[1], after, "output")
        when = "in the next release" if safe else "in the next major version"
        y = 98 + 84 * place
        shapes += [stated(y, state), way(f"M120 {y - 50}V{y - 2}"), text(132, y - 29, step)]
        shapes.append(text(132, y - 12, f"✓ {when}" if safe else f"✗ {when}", "safe" if safe else "breaks"))
        told.append(f"{step}: {state}, {when}")
    assert not is_safe(REQUIRED, OPTIONAL, "output")
    shapes += [way("M220 200H336V116H222"), text(330, 154, "✗ breaks", "breaks", "end")]
    back = "a required field that becomes optional breaks readers"
    return Drawing("The way of a field", "; ".join([*told, back]), 398, tuple(shapes))


def stated(y: int, state: str) -> str:
    return box(20, y, 200, 34) + text(120, y + 22, state, "head", "middle")


def flow() -> Drawing:
    """A schema on its way through three commands: loaded once, then a column for each."""
    shapes = [box(108, 14, 140, 34), text(178, 36, "registry/", "code", "middle"), way("M178 48V70")]
    shapes += [box(12, 72, 332, 76), text(178, 90, "loading, for all commands", "small", "middle")]
    shapes += [text(178, 106 + 15 * row, module, "code", "middle") for row, module in enumerate(LOADING)]
    for number, (command, modules) in enumerate(FLOW.items()):
        shapes += column(64 + 114 * number, command, modules, ENDS[number])
    words = "; ".join(f"{command}: {', then '.join(modules)}" for command, modules in FLOW.items())
    return Drawing("The flow of a schema", f"Loading: {', '.join(LOADING)}. {words}.", 630, tuple(shapes))


def column(middle: int, command: str, modules: tuple[str, ...], end: str) -> Iterator[str]:
    """The modules of a command one below the other, and what comes out."""
    yield from (way(f"M{middle} 148V172"), text(middle, 188, command, "head", "middle"))
    for row, module in enumerate(modules):
        y = 198 + 62 * row
        room, _, file = module.rpartition("/")
        yield from (box(middle - 52, y, 104, 42), text(middle, y + 17, f"{room}/", "small", "middle"))
        following = y + 60 if row + 1 < len(modules) else 568
        yield from (text(middle, y + 33, file, "code", "middle"), way(f"M{middle} {y + 42}V{following}"))
    yield from (box(middle - 52, 570, 104, 42), text(middle, 596, end, "head", "middle"))


PICTURES: Final = {"edits.svg": edits, "way-of-a-field.svg": way_of_a_field, "flow.svg": flow}
