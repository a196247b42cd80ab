"""Words stay whole, tables fit, a phone has the way through a long page, and landmarks are told apart."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from accordant.contract import Choice, Line, Stream
from accordant.docs.stream_picture import picture

pytestmark = pytest.mark.slow

PAGES = (
    "/reference/contracts/cobre/v1/",
    "/reference/contracts/agentpack/v1/",
    "/reference/contracts/meminit/v3/",
    "/reference/contracts/response-envelope/changes/1.0-to-2.0/",
    "/reference/codes/",
)
WIDTHS = (390, 768, 1280)

DRIVER = """<!doctype html><title>driver</title><body><script>
const seen = [];
const texts = (part) => {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT), found = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  return found;
};
const torn = (inside) => [...inside.querySelectorAll("article td")].flatMap(texts).flatMap((text) =>
  [...text.data.matchAll(/[A-Za-z]{4,}/g)].filter(({0: word, index}) => {
    const range = inside.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({top}) => top)).size > 1;
  }).map(([word]) => word));
const wide = (inside) => [...inside.querySelectorAll("article table")].map((table) =>
  table.scrollWidth - (table.closest(".md-typeset__scrollwrap") ?? table.parentElement).clientWidth);
const isCut = (inside, cell) => texts(cell).some((text) => {
  const range = inside.createRange();
  range.selectNodeContents(text.parentElement);
  return new Set([...range.getClientRects()].map(({top}) => top)).size > 1;
});
const cut = (inside) => [...inside.querySelectorAll("td:first-child a > code")]
  .filter((name) => /^[A-Za-z0-9_]{1,24}$/.test(name.textContent) && isCut(inside, name))
  .map((name) => name.textContent);
const described = (inside) => Math.min(...[...inside.querySelectorAll("td[data-label=Description]")]
  .map((cell) => cell.clientWidth));
const labelled = (inside, frame) => [...inside.querySelectorAll("td.alone")]
  .map((cell) => frame.contentWindow.getComputedStyle(cell, "::before").content);
const landmarks = (inside) => [...inside.querySelectorAll("nav:not([role=none])")]
  .filter((nav) => nav.checkVisibility()).map((nav) => nav.ariaLabel);
async function look(page, width) {
  const frame = document.createElement("iframe");
  frame.src = page; frame.width = width; frame.height = 800;
  const loaded = new Promise(done => frame.onload = done);
  document.body.append(frame);
  await loaded;
  const inside = frame.contentDocument, fold = inside.querySelector(".on-this-page");
  await inside.fonts.ready;
  inside.querySelectorAll("details").forEach((part) => { if (part !== fold) part.open = true; });
  const shown = fold?.checkVisibility(), folded = fold && !fold.open;
  fold?.querySelector("summary").click();
  seen.push({page, width, torn: torn(inside), wide: wide(inside).filter((more) => more > 1),
    landmarks: landmarks(inside), cut: cut(inside), described: described(inside), labelled: labelled(inside, frame),
    shown, folded, focus: fold?.querySelector("summary").tabIndex, open: fold?.open,
    ways: [...fold?.querySelectorAll("nav a") ?? []].map((link) => decodeURIComponent(link.hash.slice(1)))
      .map((id) => Boolean(inside.getElementById(id))),
    headings: inside.querySelectorAll("article :is(h2, h3)").length});
  if (inside.getElementById("typescript")) {
    frame.contentWindow.location.hash = "typescript";
    await new Promise(done => setTimeout(done, 200));
    seen.at(-1).tab = inside.getElementById("typescript").getBoundingClientRect().top;
  }
  frame.remove();
}
(async () => {
  for (const width of WIDTHS) for (const page of PAGES) await look(page, width);
  await fetch("/result", {method: "POST", body: JSON.stringify(seen)});
})();
</script></body>"""


@pytest.fixture(scope="session")
def remembered() -> dict[str, list[Any]]:
    """What the browser saw, which it is asked for once."""
    return {}


@pytest.fixture
def views(own_site: Path, browse: Callable[[Path, str], str], remembered: dict[str, list[Any]]) -> list[Any]:
    """How each page looks in each width."""
    if "views" not in remembered:
        driver = DRIVER.replace("PAGES", json.dumps(PAGES)).replace("WIDTHS", json.dumps(WIDTHS))
        (own_site / "driver.html").write_text(driver, "utf-8")
        remembered["views"] = json.loads(browse(own_site, "driver.html"))
    return remembered["views"]


@pytest.mark.enable_socket
@pytest.mark.timeout(600)
def test_no_word_in_a_table_is_torn_and_no_table_is_wider_than_its_box(views: list[Any]) -> None:
    assert len(views) == len(PAGES) * len(WIDTHS)
    torn = [(view["page"], view["width"], view["torn"][:9]) for view in views if view["torn"]]
    assert torn == []
    assert [(view["page"], view["width"], view["wide"]) for view in views if view["wide"]] == []


@pytest.mark.enable_socket
@pytest.mark.timeout(600)
def test_tables_give_room_to_names_and_descriptions(views: list[Any]) -> None:
    """Names stay whole where the screen is wide; on a phone what stands alone beside a name has no title."""
    wide = [view for view in views if view["width"] == 1280]
    assert [(view["page"], view["cut"]) for view in wide if view["cut"]] == []
    described = [view["described"] for view in wide if view["described"] is not None]  # none: no description
    assert (len(described) > 0, [width for width in described if width < 170]) == (True, [])
    labels = [label for view in views if view["width"] == 390 for label in view["labelled"]]
    assert (len(labels) > 0, set(labels)) == (True, {"none"})


@pytest.mark.enable_socket
@pytest.mark.timeout(600)
def test_a_long_page_has_its_contents_at_the_top_where_none_stand_beside_it(views: list[Any]) -> None:
    """Folded, opened by a key or a touch, with a way to every heading."""
    long = [view for view in views if view["headings"] > 8]
    assert {view["width"]: view["shown"] for view in long} == {390: True, 768: True, 1280: False}
    for view in (view for view in long if view["shown"]):
        assert (view["folded"], view["focus"], view["open"]) == (True, 0, True), view["page"]
        assert (len(view["ways"]), all(view["ways"])) == (view["headings"], True), view["page"]


@pytest.mark.enable_socket
@pytest.mark.timeout(600)
def test_a_link_to_what_a_tab_hides_shows_it(views: list[Any]) -> None:
    tops = [view["tab"] for view in views if "tab" in view]
    assert (len(tops) >= len(WIDTHS), [top for top in tops if not 0 < top < 800]) == (True, [])


@pytest.mark.enable_socket
@pytest.mark.timeout(600)
def test_the_landmarks_of_a_page_have_names_of_their_own(views: list[Any]) -> None:
    for view in views:
        names = view["landmarks"]
        assert (None in names, len(set(names))) == (False, len(names)), view["page"]


def test_the_navigation_calls_the_rules_of_a_command_as_the_command(own_site: Path) -> None:
    page = (own_site / "reference/rules/index.html").read_text("utf-8")
    names = re.findall(r'<span class="?md-ellipsis"?>\s*([^<]*?)\s*<', page)
    assert "check-compat" in names
    assert "Check compat" not in names


def test_every_page_to_try_has_its_main_part(all_pages: Mapping[str, str]) -> None:
    tried = [text for path, text in all_pages.items() if path.startswith("try/")]
    assert [text.count("<main>") + text.count("</main>") for text in tried] == [2] * len(tried)
    assert tried


def test_a_picture_of_a_stream_brings_its_letters() -> None:
    drawn = picture(Stream("run", title="Run", grammar=(Line("row"),)), "words")
    assert re.search(r'@font-face\{font-family:"IBM Plex Mono";src:url\(data:font/woff2;base64,', drawn)
    assert re.search(r'text\{font:[^;]*"IBM Plex Mono"', drawn)


@pytest.mark.parametrize(
    ("middle", "tips"),
    [(Line("row"), 1), (Line("row", 0, None), 2), (Choice((Line("row"), Line("note"))), 2)],
    ids=["once", "repeated", "chosen"],
)
def test_each_box_of_a_stream_has_one_tip_above_it_and_each_way_back_has_one(middle: Line | Choice, tips: int) -> None:
    drawn = picture(Stream("run", title="Run", grammar=(Line("begun"), middle, Line("result"))), "words")
    others = 3  # above the boxes before and after, and above the end
    assert drawn.count("marker-end") == others + tips
