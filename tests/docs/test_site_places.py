"""The same pages below a path of an address, and in a folder that a browser reads without a server."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
import yaml

from accordant.docs.project import project
from tests.docs.conftest import PROJECT

pytestmark = pytest.mark.slow

PROBE = """<script>
const failed = [];
addEventListener("error", ({message, target}) => failed.push(message ?? target.src ?? target.href), true);
addEventListener("load", async () => {
  const asked = new URLSearchParams(location.search);
  const result = () => document.querySelector(".md-search-result__item a");
  if (asked.has("to")) {
    window.name = asked.get("to");
    document.querySelector("article p a[href^=reference]").click();
  } else if (asked.has("q")) {
    for (let left = 300; left > 0 && !result(); left--) await new Promise(done => setTimeout(done, 100));
    const seen = {failed, at: location.pathname, found: result()?.pathname,
                  shown: getComputedStyle(document.querySelector("article h1")).fontFamily};
    await fetch(window.name, {method: "POST", mode: "no-cors", body: JSON.stringify(seen)});
  } else location.search = "?q=walrus";
});
</script>"""


@pytest.fixture
def few_pages(all_pages: Mapping[str, str]) -> Mapping[str, str]:
    """A home page and two more, with what every page loads."""
    assets = {path: text for path, text in all_pages.items() if path.startswith("assets/")}
    told = {"index.md": "# Home\n\n[Codes](reference/codes.md)\n", "reference/index.md": "# Reference\n"}
    return {**assets, **told, "reference/codes.md": "# Codes\n\nOf the walrus.\n"}


def test_a_site_that_knows_its_address_has_a_map_a_404_page_and_whole_previews(
    few_pages: Mapping[str, str], site_of: Callable[[Mapping[str, str]], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITE_URL", "https://pages.example/below")
    built = site_of(few_pages)
    loc = re.findall("<loc>(.*?)</loc>", (built / "sitemap.xml").read_text("utf-8"))
    below = "https://pages.example/below/"
    assert sorted(loc) == [below, f"{below}reference/", f"{below}reference/codes/"]
    ways = ("reference/codes/", "reference/", "index.html")
    assert list_what_404_lacks(built, "/below/", *ways) == []
    codes = (built / "reference/codes/index.html").read_text("utf-8")
    assert f'og:image" content="{below}pictures/preview.png"' in codes
    assert f'og:url" content="{below}reference/codes/"' in codes


def list_what_404_lacks(built: Path, below: str, *ways: str) -> list[str]:
    """What the page for addresses that lead nowhere links or loads, and finds at no depth; the ways it shows on."""
    page = (built / "404.html").read_text("utf-8")
    targets = [target.partition("#")[0] for target in re.findall(r'\b(?:href|src)="?([^" >]*)', page)]
    ours = [target for target in targets if target and ":" not in target]
    assert {f"{below}{way}" for way in ways} <= set(ours)
    return [
        target for target in ours if not (target.startswith(below) and (built / target.removeprefix(below)).exists())
    ]


@pytest.mark.enable_socket
@pytest.mark.timeout(300)
def test_a_site_without_a_server_is_followed_and_searched(
    few_pages: Mapping[str, str],
    site_of: Callable[[Mapping[str, str]], Path],
    browse: Callable[[Path, str], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A browser opens the home page by file:, follows a link, and searches; nothing comes from elsewhere."""
    monkeypatch.setenv("OFFLINE", "true")
    built = site_of(few_pages)
    for page in built.rglob("*.html"):
        text = page.read_text("utf-8")
        assert re.findall(r'<(?:script|link)[^>]* (?:src|href)="?https?://[^" >]*', text) == []
        page.write_text(text.replace("<head>", f"<head>{PROBE}", 1), "utf-8")
    seen = json.loads(browse(built, f"{(built / 'index.html').as_uri()}?to=SERVER"))
    assert seen["failed"] == []
    assert [Path(seen["at"]), Path(seen["found"])] == [built / "reference/codes.html"] * 2
    assert "IBM Plex Sans" in seen["shown"]


def test_both_workflows_that_publish_ask_for_the_address() -> None:
    release = yaml.safe_load((PROJECT / ".github/workflows/release.yml").read_text("utf-8"))["jobs"]
    pages = yaml.safe_load(project({}, "Acme", None, "site")["publish.yml"])["jobs"]
    for job in (release["address"], pages["publish"]):
        assert [step["id"] for step in job["steps"] if "configure-pages" in step.get("uses", "")] == ["pages"]
    assert release["address"]["outputs"] == {"site": "${{ steps.pages.outputs.base_url }}"}
    given = {"needs.address.outputs.site": release["build"], "steps.pages.outputs.base_url": pages["publish"]}
    for address, job in given.items():
        builds = [step for step in job["steps"] if re.search("make dist|mkdocs build", step.get("run", ""))]
        assert [step["env"] for step in builds] == [{"SITE_URL": f"${{{{ {address} }}}}"}]
    assert "address" in release["build"]["needs"]
