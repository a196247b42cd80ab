"""Nothing is cut off at an edge, and what stands one below the other ends at one edge."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.docs.conftest import PROJECT

pytestmark = pytest.mark.slow

DRIVER = """<!doctype html><title>driver</title><body><script>
const seen = {};
async function look(page, width, ask) {
  const frame = document.createElement("iframe");
  frame.src = page; frame.width = width; frame.height = 900;
  const loaded = new Promise(done => frame.onload = done);
  document.body.append(frame);
  await loaded;
  await frame.contentDocument.fonts.ready;
  (seen[`${page} ${width}`] ??= {}).told = ask((parts) => [...frame.contentDocument.querySelectorAll(parts)]);
  frame.remove();
}
const box = (part) => part.getBoundingClientRect();
const cut = (parts) =>
  parts.filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.textContent.slice(0, 60));
const home = (all) => ({
  right: [...new Set(all("article > :is(.lead, .caught, h2, ol, .next)").map((part) => Math.round(box(part).right)))],
  search: 1280 - box(all(".md-search__form")[0]).right,
  groups: all(".next ul").map((list) => list.children.length),
});
const printed = (all) => cut(all(":is(.language-console, .language-text) pre > code"));
const settings = (all) => ({cut: cut(all(".language-toml pre > code")),
  left: [...new Set(all("article > .highlight").map((part) => box(part).left))], blocks: all(".language-toml").length});
const branch = (all) => {
  const names = all(".md-sidebar--primary .md-ellipsis");
  return {names: names.length, cut: cut(names), breaks: all(".md-sidebar--primary .md-ellipsis wbr").length};
};
(async () => {
  await look("/", 1280, home);
  for (const guide of GUIDES) await look(`/guides/${guide}`, 1280, printed);
  await look("/guides/registry-format/", 390, settings);
  await look("/reference/contracts/meminit/v3/codes/error-codes/CONFIG_MISSING/", 1280, branch);
  await fetch("/result", {method: "POST", body: JSON.stringify(seen)});
})();
</script></body>"""


@pytest.fixture(scope="session")
def kept() -> dict[str, Any]:
    """What the browser saw, which it is asked for once."""
    return {}


@pytest.fixture
def frames(own_site: Path, browse: Callable[[Path, str], str], kept: dict[str, Any]) -> dict[str, Any]:
    """What a browser says of pages, by page and width."""
    if not kept:
        guides = [f"{path.stem}/" for path in sorted((PROJECT / "site/guides").glob("*.md")) if path.stem != "index"]
        (own_site / "driver.html").write_text(DRIVER.replace("GUIDES", json.dumps(["", *guides])), "utf-8")
        kept.update(json.loads(browse(own_site, "driver.html")))
    return {page: view["told"] for page, view in kept.items()}


@pytest.mark.enable_socket
@pytest.mark.timeout(300)
def test_the_first_page_has_one_edge_and_short_lists_of_ways(frames: dict[str, Any]) -> None:
    home = frames["/ 1280"]
    assert len(home["right"]) == 1
    assert home["search"] >= 16, "the search ends where everything ends"
    assert (len(home["groups"]), max(home["groups"]) <= 5) == (4, True)


@pytest.mark.enable_socket
@pytest.mark.timeout(300)
def test_what_commands_print_is_read_whole(frames: dict[str, Any]) -> None:
    """Files scroll, since a line of them is one; output wraps."""
    printed = {page: told for page, told in frames.items() if page.startswith("/guides/") and page.endswith(" 1280")}
    assert (len(printed) > 10, {page: told for page, told in printed.items() if told}) == (True, {})


@pytest.mark.enable_socket
@pytest.mark.timeout(300)
def test_a_phone_shows_what_each_key_of_a_setting_means(frames: dict[str, Any]) -> None:
    told = frames["/guides/registry-format/ 390"]
    assert (told["cut"], told["left"], told["blocks"] > 3) == ([], [16], True)


@pytest.mark.enable_socket
@pytest.mark.timeout(300)
def test_long_names_in_the_navigation_go_on_in_the_next_line(frames: dict[str, Any]) -> None:
    """They were cut off, and looked alike; they break behind an underscore."""
    told = frames["/reference/contracts/meminit/v3/codes/error-codes/CONFIG_MISSING/ 1280"]
    assert (told["names"] > 50, told["cut"], told["breaks"] > 50) == (True, [], True)
