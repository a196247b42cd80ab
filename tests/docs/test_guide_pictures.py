"""The pictures of the guides show what the judge says and what CONTRIBUTING.md lists, and say it in words, too."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.conftest import PROJECT
from tests.docs.guide_pictures import EDITS, FLOW, LOADING, PICTURES, WIDTH, is_safe

GUIDES = PROJECT / "site/guides"
MAP = (PROJECT / "CONTRIBUTING.md").read_text("utf-8").partition("## The way of a schema")[2]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_the_one_that_is_drawn_from_the_facts(name: str, golden: Callable[[Path, str], None]) -> None:
    golden(PROJECT / "site/pictures" / name, str(PICTURES[name]()))


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_fits_a_phone_and_stays_inside_its_frame(name: str) -> None:
    root = ElementTree.fromstring(str(PICTURES[name]()))
    assert int(root.attrib["width"]) == WIDTH <= 358
    for rect in root.iter(f"{SVG}rect"):
        if "x" in rect.attrib:
            assert float(rect.attrib["x"]) + float(rect.attrib["width"]) <= WIDTH
    assert root.findtext(f"{SVG}title")
    assert len(root.findtext(f"{SVG}desc") or "") > 100


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_brings_the_faces_of_the_site_with_all_of_its_letters(name: str) -> None:
    drawn = str(PICTURES[name]())
    faces = re.findall(
        r'@font-face\{font-family:"([^"]+)";(?:font-weight:(\d+);)?src:url\(data:font/woff2;base64,', drawn
    )
    assert faces == [("IBM Plex Mono", ""), ("IBM Plex Sans", "400"), ("IBM Plex Sans", "600")]
    asked = re.findall(r"font:\d+px '([^']+)'", drawn)
    assert (set(asked), len(drawn) < 40_000) == ({"IBM Plex Sans", "IBM Plex Mono"}, True)
    shown = "".join(part.text or "" for part in ElementTree.fromstring(drawn).iter(f"{SVG}text"))
    assert set(re.sub("[ -~]", "", shown)) <= set("✓✗"), "the faces hold the letters of ASCII"


def test_every_picture_of_a_guide_has_words_for_those_who_do_not_see_it() -> None:
    shown = [
        (Path(target).name, words)
        for path in GUIDES.glob("*.md")
        for words, target in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", path.read_text("utf-8"))
    ]
    assert {name for name, _ in shown} == set(PICTURES)
    assert all(len(words) > 30 for _, words in shown)


def test_the_words_beside_the_picture_of_edits_name_those_that_break() -> None:
    told = " ".join((GUIDES / "evolution.md").read_text("utf-8").split())
    for direction, words in (("output", "break readers: "), ("input", "break writers: ")):
        broken = [edit for edit, old, new in EDITS if not is_safe(old, new, direction)]
        assert f"{words}{', '.join(broken)}." in told


def listed(heading: str) -> list[str]:
    """The modules in the table of CONTRIBUTING.md below a heading, in their order."""
    rows = MAP.partition(heading)[2].partition("\n\n|")[2].partition("\n\n")[0]
    return re.findall(r"`([\w/]+\.py)`", "".join(row.partition(" | ")[0] + "\n" for row in rows.splitlines()))


@pytest.mark.parametrize(
    ("heading", "modules"),
    [("Loading a registry", LOADING), *((f"`registry {command}`:", modules) for command, modules in FLOW.items())],
)
def test_the_flow_names_modules_in_the_order_of_the_map(heading: str, modules: tuple[str, ...]) -> None:
    order = listed(heading)
    assert [module for module in order if module in modules] == list(modules)
