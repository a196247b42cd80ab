"""The site builds strictly, and hostile text stays text in a real browser."""

from __future__ import annotations

import json
import os
import re
import shutil
import struct
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from accordant.docs import CommandHelp, reference
from tests.docs import hostile
from tests.docs.conftest import PROJECT
from tests.docs.pictures import FOLDER, PICTURES, Picture
from tests.docs.widest import stand_for_all

pytestmark = pytest.mark.slow

DRIVER = """<!doctype html><title>driver</title><body><script>
const pages = PAGES, seen = [];
async function look(page, index) {
  const frame = document.createElement("iframe");
  frame.src = page; frame.width = WIDTH; frame.height = 800;
  frame.style.display = "none";  // a page is laid out once, not after each of the buttons that its scripts add
  const loaded = new Promise(done => frame.onload = done);
  document.body.append(frame);
  await loaded;
  frame.style.display = "";
  const inside = frame.contentDocument;
  const found = () => inside.querySelectorAll(".md-search-result__item").length;
  for (let left = page.includes("?q=") ? 300 : 2; left > 0 && !found(); left--)
    await new Promise(done => setTimeout(done, 100));
  const all = [...inside.querySelectorAll("*")];
  seen[index] = {
    page,
    there: inside.querySelector("article h1") !== null,
    wide: inside.documentElement.scrollWidth - frame.width,
    hit: inside.body.dataset.hit ?? null,
    handlers: all.filter(element => [...element.attributes].some(a => a.name.startsWith("on"))).length,
    scripts: inside.querySelectorAll("article script, article iframe, article img:not([src$='.stream.svg'])").length,
    links: all.filter(link => /^\\s*javascript:/i.test(link.getAttribute("href") ?? "")).length,
    flags: inside.querySelectorAll("code .flag").length,
    torn: [...inside.querySelectorAll("code .flag")].filter(flag => flag.getClientRects().length > 1).length,
    words: inside.body.textContent.split("WORD").length - 1,
    results: found(),
  };
  frame.remove();
}
(async () => {
  const tasks = pages.entries();
  const worker = async () => { for (const [index, page] of tasks) await look(page, index); };
  await Promise.all(Array.from({length: 6}, worker));
  await fetch("/result", {method: "POST", body: JSON.stringify(seen)});
})();
</script></body>"""


def address(page: str) -> str:
    """Where the site has a page."""
    return f"/{page.removesuffix('.md')}/".removesuffix("index/")


def looked_at(browse: Callable[[Path, str], str], site: Path, pages: Sequence[str], width: int = 1200) -> list[Any]:
    """What a browser saw on each page."""
    driver = DRIVER.replace("PAGES", json.dumps(pages)).replace("WORD", hostile.WORD).replace("WIDTH", str(width))
    (site / "driver.html").write_text(driver, "utf-8")
    seen = json.loads(browse(site, "driver.html"))
    assert [view["page"] for view in seen if view["there"]] == list(pages)
    return list(seen)


def test_the_projects_own_site_has_every_page(own_site: Path) -> None:
    assert "mkdocs build --strict" in (PROJECT / ".ci/dist").read_text("utf-8")
    sources = {path.relative_to(PROJECT / "site").as_posix() for path in (PROJECT / "site").rglob("*.md")}
    assert [path for path in sources if not (own_site / f"{address(path)[1:]}index.html").exists()] == []


@pytest.mark.timeout(600)
def test_the_successor_of_the_builder_gives_every_page_the_same_address_and_anchors(
    own_site: Path, tmp_path: Path
) -> None:
    """Zensical reads the same folder and the same settings; it is no dependency, so that it may be missing."""
    builder = shutil.which("zensical")
    if builder is None:
        pytest.skip("zensical is not installed")
    shutil.copytree(PROJECT / "site", tmp_path / "site")
    shutil.copytree(PROJECT / "templates", tmp_path / "templates")
    shutil.copy(PROJECT / "mkdocs.yml", tmp_path)
    done = subprocess.run([builder, "build"], cwd=tmp_path, capture_output=True, text=True, timeout=500, check=False)
    said = done.stdout + done.stderr
    assert (done.returncode, "No issues found" in said) == (0, True), said
    assert anchors_of(tmp_path / "build/site") == anchors_of(own_site)


def anchors_of(site: Path) -> dict[str, set[str]]:
    """What can be linked to on each page of a built site; the parts of the theme are left out."""
    found = {}
    for path in site.rglob("*.html"):
        article = re.search("<article.*</article>", path.read_text("utf-8"), re.DOTALL)
        names = set(re.findall(r'\bid="?([^" >]+)', article[0])) if article else set()
        found[path.relative_to(site).as_posix()] = {name for name in names if not name.startswith("__")}
    return {name: anchors for name, anchors in found.items() if name != "driver.html"}


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.file)
def test_a_picture_of_the_site_is_there_in_its_size_and_small(picture: Picture) -> None:
    data = (FOLDER / picture.file).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (picture.width, picture.height)
    assert len(data) < 150_000


def test_pages_follow_each_other_as_they_are_read(own_site: Path) -> None:
    home = (own_site / "index.html").read_text("utf-8")
    tabs = re.findall(r'<a href="?([^" >]*)"? class="?md-tabs__link', home)
    assert tabs == ["./", "guides/", "reference/", "decisions/"] or tabs == [".", "guides/", "reference/", "decisions/"]
    assert re.findall(r'href="?([^" >]*)"? class="?md-footer__link md-footer__link--next', home) == ["guides/"]


def test_a_site_that_does_not_know_its_address_claims_none(own_site: Path) -> None:
    """What an address that leads nowhere shows stands alone, since it is shown at any depth; there is no empty map."""
    page = (own_site / "404.html").read_text("utf-8")
    assert "<h1>There is no page at this address</h1>" in page
    asked = re.findall(r"\b(?:href|src)=\"?([^\" >]*)", page)
    assert asked == [f"{'../' * depth}reference/assets/lost.js" for depth in range(10)], "a script looks for the site"
    assert list(own_site.glob("sitemap.xml*")) == []


LOST = """<!doctype html><title>driver</title><body><script>
(async () => {
  const frame = document.createElement("iframe");
  frame.src = "/below/reference/contracts/cobre/v9/codes/MISSINGFILE/";
  const loaded = new Promise(done => frame.onload = done);
  document.body.append(frame);
  await loaded;
  const inside = frame.contentDocument, links = [...inside.querySelectorAll("main a")];
  await fetch("/result", {method: "POST", body: JSON.stringify({
    ways: links.map((link) => [link.textContent, link.href.slice(location.origin.length)]),
    told: inside.getElementById("lost").textContent, home: inside.querySelector("header a").pathname})});
})();
</script></body>"""


@pytest.mark.enable_socket
def test_an_address_that_leads_nowhere_shows_ways_at_any_depth_though_no_address_was_told(
    own_site: Path, browse: Callable[[Path, str], str], tmp_path: Path
) -> None:
    """Below a path, under a strict policy. The table of codes finds what was meant, however it is spelled."""
    policy = """<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'">"""
    page = (own_site / "404.html").read_text("utf-8").replace("<head>", f"<head>{policy}")
    site = tmp_path / "served"
    for file in ("reference/assets/lost.js", "reference/codes/index.html"):
        (site / "below" / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(own_site / file, site / "below" / file)
    there = site / "below/reference/contracts/cobre/v9/codes/MISSINGFILE/index.html"
    there.parent.mkdir(parents=True)
    there.write_text(page, "utf-8")
    (site / "driver.html").write_text(LOST, "utf-8")
    seen = json.loads(browse(site, "driver.html"))
    assert [way for _, way in seen["ways"]] == [
        "/below/reference/codes/?rows=MISSINGFILE", "/below/?q=MISSINGFILE", "/below/reference/codes/", "/below/"
    ]  # fmt: skip
    assert (seen["told"].endswith("Go on from here:"), seen["home"]) == (True, "/below/")


def test_every_page_of_a_code_is_described_by_its_meaning(own_site: Path) -> None:
    page = "reference/contracts/cobre/v1/codes/error-kinds/MissingFile/index.html"
    told = re.findall(
        r'<meta (?:name|property)="?(?:og:)?description"? content="?([^">]*)',
        (own_site / page).read_text("utf-8"),
    )
    assert told == ["The case directory lacks an input file that is required."] * 2


def test_every_page_names_the_picture_that_previews_of_links_show(own_site: Path) -> None:
    for page in ("", "reference/codes/"):
        text = (own_site / page / "index.html").read_text("utf-8")
        (picture,) = re.findall(r'og:image"? content="?([^" >]+)', text)
        assert (own_site / page / picture).resolve() == (own_site / "pictures/preview.png").resolve()


def test_nothing_of_the_site_comes_from_elsewhere(own_site: Path) -> None:
    loaded = re.compile(
        r"<(?:script|img|iframe|source)[^>]*\bsrc=\"?(https?:)?//|<link[^>]*rel=\"?stylesheet[^>]*href=\"?(https?:)?//"
    )
    found = [path.name for path in own_site.rglob("*.html") if loaded.search(path.read_text("utf-8"))]
    assert found == []


@pytest.mark.enable_socket
@pytest.mark.timeout(600)
def test_hostile_text_stays_text_in_a_browser(
    site_of: Callable[[Mapping[str, str]], Path], browse: Callable[[Path, str], str]
) -> None:
    """No text of a registry acts: not on a page, not in the navigation, not among the results of a search."""
    help_ = tuple(CommandHelp(f"command-{index}", text, text) for index, text in enumerate(hostile.texts()))
    made = reference(hostile.registry(), help_)
    codes = [path for path in made if "/codes/codes/" in path and not path.endswith("index.md")]
    assert len(codes) == len(hostile.texts()), "every hostile code has its page"
    site = site_of(made)
    told = [path for path in sorted(made) if path.endswith(".md") and not path.startswith("rules/")]  # rules are ours
    pages = [address(path) for path in told]
    searches = [f"/?q={word}" for word in (hostile.WORD, "onerror")]
    seen = looked_at(browse, site, [*pages, *searches])
    acted = [view for view in seen if view["hit"] or view["handlers"] or view["scripts"] or view["links"]]
    assert acted == []
    assert sum(view["words"] for view in seen) > 1000, "the texts are there, as text"
    assert [view["page"] for view in seen[len(pages) :] if not view["results"]] == [], "a search found nothing"


@pytest.mark.enable_socket
@pytest.mark.timeout(600)
def test_no_page_is_wider_than_a_phone(own_site: Path, browse: Callable[[Path, str], str]) -> None:
    """What is wide, code, scrolls inside of the page. Of all pages, those are looked at that stand for all."""
    pages = [address(path.relative_to(PROJECT / "site").as_posix()) for path in (PROJECT / "site").rglob("*.md")]
    chosen = stand_for_all({page: (own_site / page[1:] / "index.html").read_text("utf-8") for page in pages})
    seen = looked_at(browse, own_site, chosen, width=390)
    assert [(view["page"], view["wide"]) for view in seen if view["wide"] > 0] == []
    assert [(view["page"], view["torn"]) for view in seen if view["torn"]] == [], "no line ends within a flag"
    assert sum(view["flags"] for view in seen) > 100


FILTER = """<!doctype html><title>driver</title><body><script>
(async () => {
  const frame = document.createElement("iframe");
  frame.src = "/reference/codes/"; frame.width = WIDTH; frame.height = 800;
  const loaded = new Promise(done => frame.onload = done);
  document.body.append(frame);
  await loaded;
  const inside = frame.contentDocument, input = inside.querySelector("article input[type=search]");
  const rows = [...inside.querySelectorAll("article tbody tr")], tall = inside.documentElement.scrollHeight;
  frame.contentWindow.dispatchEvent(new Event("beforeprint"));
  const printed = rows.filter(row => row.getBoundingClientRect().height > 0).length;
  frame.contentWindow.dispatchEvent(new Event("afterprint"));
  input.value = "missingfile cobre";
  input.dispatchEvent(new Event("input"));
  const shown = rows.filter(row => row.getBoundingClientRect().height > 0);
  const cell = shown[0].children[1], titles = () =>
    [...inside.querySelectorAll("article :is(h2, summary, th)")].filter(box => box.getBoundingClientRect().height > 1);
  const folds = titles().filter(title => title.tagName === "SUMMARY").map(title => title.textContent.trim());
  const status = inside.querySelector("article [role=status]").textContent, sections = titles().length;
  const asked = frame.contentWindow.location.search;
  input.value = "zzzz";
  input.dispatchEvent(new Event("input"));
  await fetch("/result", {method: "POST", body: JSON.stringify({
    tall, printed, rows: rows.length, shown: shown.length, words: shown[0].textContent,
    folds, status, sections, asked, left: titles().length,
    none: inside.querySelector("article [role=status]").textContent,
    display: frame.contentWindow.getComputedStyle(cell).display,
    label: frame.contentWindow.getComputedStyle(cell, "::before").content,
    face: [...inside.fonts].filter(face => face.status === "loaded").map(face => face.family).sort(),
  })});
})();
</script></body>"""


@pytest.mark.enable_socket
@pytest.mark.parametrize(("width", "display", "label"), [(1200, "table-cell", "none"), (390, "block", '"Contract: "')])
def test_codes_are_found_by_typing_and_read_on_a_phone(
    width: int, display: str, label: str, own_site: Path, browse: Callable[[Path, str], str]
) -> None:
    """Codes are folded by contract, narrow while one types, and are printed; under 600 px rows are blocks."""
    (own_site / "driver.html").write_text(FILTER.replace("WIDTH", str(width)), "utf-8")
    seen = json.loads(browse(own_site, "driver.html"))
    assert (seen["tall"] < 3000, seen["printed"]) == (True, seen["rows"])
    assert (seen["shown"], seen["status"]) == (1, f"1 of {seen['rows']}")
    assert [re.sub("[0-9]+$", "N", fold) for fold in seen["folds"]] == ["cobre: 1 of N"], "a fold counts what it shows"
    assert seen["asked"] == "?rows=missingfile+cobre", "what was typed can be sent to somebody"
    assert seen["none"].startswith(f"0 of {seen['rows']}: no row has all of these words."), seen["none"]
    assert (seen["sections"] > 0, seen["left"]) == (True, 0), "no heading is left over nothing"
    assert "MissingFile" in seen["words"]
    assert (seen["display"], seen["label"].replace('" "', "")) == (display, label)
    assert any("IBM Plex Sans" in face for face in seen["face"]), "the typeface came with the site"


def test_no_stop_of_the_tabulator_is_unseen(own_site: Path) -> None:
    """The sign behind a heading appears under a mouse alone."""
    for page in ("index.html", "guides/index.html", "reference/contracts/meminit/v3/index.html"):
        signs = re.findall(r'<a [^>]*class="?headerlink[^>]*>', (own_site / page).read_text("utf-8"))
        assert (len(signs) > 3, [sign for sign in signs if "tabindex" not in sign]) == (True, []), page


def test_the_navigation_is_derived_and_leads_to_every_page(own_site: Path) -> None:
    """A page shows its own branch of the navigation; from page to page, it leads everywhere."""
    todo, seen = [own_site / "reference"], set()
    while todo:
        page = todo.pop()
        if page not in seen and (page / "index.html").exists():
            seen.add(page)
            todo += linked_in_navigation(page)
    pages = {path.parent for path in (own_site / "reference").rglob("index.html")}
    assert [str(page) for page in sorted(pages - seen)] == []
    assert len(pages) > 500


def linked_in_navigation(page: Path) -> list[Path]:
    """The folders of the pages that the navigation of a page links."""
    tags = re.findall(r"<a ([^>]*md-nav__link[^>]*)>", (page / "index.html").read_text("utf-8"))
    found = [target for tag in tags for target in re.findall(r'href="?([^" >]*)', tag)]
    return [Path(os.path.normpath(page / unquote(target.partition("#")[0]))) for target in found]
