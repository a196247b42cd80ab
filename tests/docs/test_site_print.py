"""What is printed can be read: light whatever the screen shows, as wide as the paper, without empty pages."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.docs.conftest import BROWSERS

pytestmark = pytest.mark.slow

PAPER = 695
"""The width of A4 without margins, in the pixels of a browser."""

PAGES = (
    "/reference/contracts/meminit/v3/",
    "/reference/contracts/agentpack/v1/",
    "/reference/codes/",
    "/guides/evolution/",
)

DRIVER = """<!doctype html><title>driver</title><body><script>
const seen = [];
const light = (colour) => {
  const parts = colour.match(/[\\d.]+/g).map(Number), scale = colour.startsWith("color(") ? 1 : 255;
  return parts.length > 3 && parts[3] === 0 ? null : (parts[0] + parts[1] + parts[2]) / 3 / scale;
};
function printed(rules) {  // the rules of a sheet as paper has them
  for (const rule of rules) {
    if (rule.media) {
      const asked = rule.media.mediaText;
      if (asked.includes("screen")) rule.media.mediaText = "not all";
      else if (asked.includes("print")) rule.media.mediaText = "all";
    }
    if (rule.cssRules) printed(rule.cssRules);
  }
}
async function look(page) {
  const frame = document.createElement("iframe");
  frame.src = page; frame.width = PAPER; frame.height = 800;
  const loaded = new Promise(done => frame.onload = done);
  document.body.append(frame);
  await loaded;
  const inside = frame.contentDocument, style = (part, of) => frame.contentWindow.getComputedStyle(part, of);
  inside.body.dataset.mdColorScheme = "slate";
  for (const sheet of inside.styleSheets) printed(sheet.cssRules);
  frame.contentWindow.dispatchEvent(new Event("beforeprint"));
  await inside.fonts.ready;
  await new Promise(done => setTimeout(done, 300));
  const ground = (part) => { for (let at = part; at; at = at.parentElement) {
    const shade = light(style(at).backgroundColor); if (shade !== null) return shade; } return 1; };
  const all = (parts) => [...inside.querySelectorAll(`article ${parts}`)];
  const named = (part) => part.outerHTML.slice(0, 90);
  const shown = all(":is(h1, h2, p, li, td, th, a, code, summary, pre span)")
    .filter((part) => [...part.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .filter((part) => part.checkVisibility());
  const faint = (part) => light(style(part).color) > 0.62 || ground(part) < 0.85;
  const wide = (table) => table.getBoundingClientRect().right > PAPER + 1;
  seen.push({page, shown: shown.length, tables: all("table").length,
    faint: shown.filter(faint).map(named), wide: all("table").filter(wide).map(named),
    alone: all(":is(h2, h3)").filter((part) => style(part).breakAfter !== "avoid").length,
    whole: all(":is(details, tr)").filter((part) => style(part).breakInside !== "auto").length,
  });
  frame.remove();
}
(async () => {
  for (const page of PAGES) await look(page);
  await fetch("/result", {method: "POST", body: JSON.stringify(seen)});
})();
</script></body>"""


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], int]:
    """``papers(page)``: how many sheets a browser prints of a file."""
    browser = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if browser is None:
        pytest.skip("no Chromium is installed")
    folder = tmp_path_factory.mktemp("printed")

    def count(page: Path) -> int:
        flags = ("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}")
        subprocess.run(
            [browser, *flags, f"--print-to-pdf={folder / 'page.pdf'}", page.as_uri()], check=True, timeout=120
        )
        return len(re.findall(rb"/Type\s*/Page\b", (folder / "page.pdf").read_bytes()))

    return count


@pytest.mark.enable_socket
@pytest.mark.timeout(600)
def test_paper_is_light_and_holds_every_column(own_site: Path, browse: Callable[[Path, str], str]) -> None:
    """Also where the screen was dark; no heading ends a page, and what is long goes on where a page ends."""
    driver = DRIVER.replace("PAGES", json.dumps(PAGES)).replace("PAPER", str(PAPER))
    (own_site / "driver.html").write_text(driver, "utf-8")
    views: list[dict[str, Any]] = json.loads(browse(own_site, "driver.html"))
    for view in views:
        assert view["shown"] > 50, view["page"]
        assert (view["faint"][:5], view["wide"], view["alone"], view["whole"]) == ([], [], 0, 0), view["page"]
    assert sum(view["tables"] for view in views) > 50


@pytest.mark.enable_socket
@pytest.mark.timeout(300)
def test_a_sheet_holds_many_codes(own_site: Path, papers: Callable[[Path], int]) -> None:
    page = own_site / "reference/codes/index.html"
    rows = page.read_text("utf-8").count("<tr>")
    assert papers(page) < rows / 12
