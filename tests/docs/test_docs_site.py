"""The site builds strictly, and hostile text stays text in a real browser."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from accordant.docs import CommandHelp, reference
from tests.docs import hostile
from tests.docs.conftest import PROJECT

DRIVER = """<!doctype html><title>driver</title><body><script>
const pages = PAGES, seen = [];
async function look(page) {
  const frame = document.createElement("iframe");
  frame.src = page; frame.width = 1200; frame.height = 800;
  const loaded = new Promise(done => frame.onload = done);
  document.body.append(frame);
  await loaded;
  const inside = frame.contentDocument;
  const found = () => inside.querySelectorAll(".md-search-result__item").length;
  for (let left = page.includes("?q=") ? 300 : 2; left > 0 && !found(); left--)
    await new Promise(done => setTimeout(done, 100));
  const all = [...inside.querySelectorAll("*")];
  seen.push({
    page,
    hit: inside.body.dataset.hit ?? null,
    handlers: all.filter(one => [...one.attributes].some(a => a.name.startsWith("on"))).length,
    scripts: inside.querySelectorAll("article script, article iframe, article img").length,
    links: all.filter(one => /^\\s*javascript:/i.test(one.getAttribute("href") ?? "")).length,
    words: inside.body.textContent.split("WORD").length - 1,
    results: found(),
  });
  frame.remove();
}
(async () => {
  for (const page of pages) await look(page);
  await fetch("/result", {method: "POST", body: JSON.stringify(seen)});
})();
</script></body>"""


def test_the_projects_own_site_builds_strictly(
    mkdocs: Callable[[Path, Path], subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    """Strictly: every link and anchor leads somewhere, and every page stands in the navigation."""
    done = mkdocs(PROJECT / "mkdocs.yml", tmp_path / "site")
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    built = {path.relative_to(tmp_path / "site").as_posix() for path in (tmp_path / "site").rglob("*.html")}
    sources = {path.relative_to(PROJECT / "site").as_posix() for path in (PROJECT / "site").rglob("*.md")}
    expected = {re.sub(r"(^|/)index/index\\.html$", r"\\1index.html", f"{one[:-3]}/index.html") for one in sources}
    assert {one.replace("index/index.html", "index.html") for one in expected} == built - {"404.html"}


def test_nothing_of_the_site_comes_from_elsewhere(
    mkdocs: Callable[[Path, Path], subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    mkdocs(PROJECT / "mkdocs.yml", tmp_path / "site")
    loaded = re.compile(
        r"<(?:script|img|iframe|source)[^>]*\bsrc=\"?(https?:)?//|<link[^>]*rel=\"?stylesheet[^>]*href=\"?(https?:)?//"
    )
    found = [path.name for path in (tmp_path / "site").rglob("*.html") if loaded.search(path.read_text("utf-8"))]
    assert found == []


@pytest.mark.enable_socket
@pytest.mark.timeout(600)
def test_hostile_text_stays_text_in_a_browser(
    site_of: Callable[[Mapping[str, str]], Path], browse: Callable[[Path, str], str]
) -> None:
    """No text of a registry acts: not on a page, not in the navigation, not among the results of a search."""
    help_ = tuple(CommandHelp(f"command-{index}", one, one) for index, one in enumerate(hostile.texts()))
    made = reference(hostile.registry(), help_)
    site = site_of(made)
    pages = [re.sub(r"(^|/)index\.md$", r"\1", one).removesuffix(".md") + "/" for one in sorted(made)]
    pages = [one.replace("//", "/").lstrip("/") or "index.html" for one in pages]
    searches = [f"/?q={word}" for word in (hostile.WORD, "onerror")]
    driver = DRIVER.replace("PAGES", json.dumps([*pages, *searches])).replace("WORD", hostile.WORD)
    (site / "driver.html").write_text(driver, "utf-8")
    seen = json.loads(browse(site, "driver.html"))
    assert len(seen) == len(pages) + len(searches)
    acted = [one for one in seen if one["hit"] or one["handlers"] or one["scripts"] or one["links"]]
    assert acted == []
    assert sum(one["words"] for one in seen) > 1000, "the texts are there, as text"
    assert [one["page"] for one in seen[len(pages) :] if not one["results"]] == [], "a search found nothing"
