"""Another team's registry becomes a whole site in one command, with its name and colour."""

from __future__ import annotations

import html
import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import yaml

from accordant.docs import assets
from accordant.docs.stream_picture import COLOUR
from tests.conftest import copy_registry
from tests.docs.conftest import PROJECT
from tests.docs.test_site_places import list_what_404_lacks

TITLE = 'Acme: "JSON" <i>&'
ADDRESS = "https://acme.example/below/contracts/"
MAKE = ("docs", "--site", "pages", "--title", TITLE, "--colour", "#7a1fa2")


@pytest.fixture
def small_project(project: Path) -> Path:
    registry = copy_registry(project, ("cobre", "response-envelope"))
    settings = registry / "registry.toml"
    settings.write_text(f'docs = "{ADDRESS}"\n{settings.read_text("utf-8")}', "utf-8")
    return registry.parent


@pytest.fixture
def short_project(short_copy: Path) -> Path:
    return short_copy.parent


def settings(path: Path) -> dict[str, Any]:
    return dict(yaml.safe_load(path.read_text("utf-8").replace("!ENV ", "")))


@pytest.mark.slow
def test_a_site_builds_strictly_and_is_finished(
    small_project: Path, run: Callable[..., Any], mkdocs: Callable[[Path, Path], subprocess.CompletedProcess[str]]
) -> None:
    assert run(*MAKE).code == 0
    assert run(*MAKE, "--check").code == 0
    done = mkdocs(small_project / "pages/mkdocs.yml", small_project / "pages/built")
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    assert run("docs", "--site", "pages", "--finish", "pages/built").code == 0
    built = small_project / "pages/built"
    for page in (small_project / "pages/docs").rglob("*.md"):
        assert (built / page.relative_to(small_project / "pages/docs")).read_bytes() == page.read_bytes()
    assert [page for page in built.rglob("*/index.html") if not Path(f"{page.parent}.md").is_file()] == []
    assert list_dead_links(built) == []
    assert list_of_map(built) == addresses(small_project / "pages/docs")
    assert list_what_404_lacks(built, "/below/contracts/", "codes/") == []
    assert tags_of(built / "contracts/cobre/v1/index.html") >= {
        ("site_name", TITLE), ("title", "cobre/v1"), ("url", f"{ADDRESS}contracts/cobre/v1/")
    }  # fmt: skip
    assert followers(built) == ["codes/", "contracts/"], "codes first, then contracts, rules, commands"
    sidebar = (built / "contracts/cobre/v1/index.html").read_text("utf-8")
    assert re.search(r"<span class=\"?md-ellipsis\"?>\s*response-envelope\s*<", sidebar), "a contract has its own name"
    assert list_titles_as_markup(built) == []
    first = re.search(r"<h1[^>]*>(.*?)<a", (built / "index.html").read_text("utf-8"), re.DOTALL)
    assert first
    assert html.unescape(first[1]).strip() == "Acme: ″JSON″ ‹i›&"  # headings have look-alikes
    assert "--brand: #7a1fa2" in (built / "assets/brand.css").read_text("utf-8")
    drawn = (built / "contracts/cobre/v1/run.stream.svg").read_text("utf-8")
    assert ("#7a1fa2" in drawn, COLOUR in drawn) == (True, False), "pictures have the colour too"
    assert '"../../../assets/brand.css"' in (built / "try/cobre/v1/run.html").read_text("utf-8"), (
        "to try has the colour"
    )
    names = re.findall(r"<span class=\"?md-ellipsis\"?>\s*([^<]*?)\s*<", sidebar)
    assert {"Examples", "cobre/v1: examples"} & set(names) == {"Examples"}
    assert "<title>cobre/v1: examples" in (built / "contracts/cobre/v1/examples/index.html").read_text("utf-8")
    full = (built / "llms-full.txt").read_text("utf-8")
    assert "<!-- contracts/cobre/v1/index.md -->" in full
    for target in re.findall(r"\]\(([^)]*)\)", (built / "llms.txt").read_text("utf-8")):
        assert (built / target).is_file(), target


def list_of_map(built: Path) -> list[str]:
    """The addresses in the map of a site."""
    return sorted(re.findall("<loc>(.*?)</loc>", (built / "sitemap.xml").read_text("utf-8")))


def addresses(pages: Path) -> list[str]:
    """Where the pages of a folder are published."""
    paths = [path.relative_to(pages).as_posix() for path in pages.rglob("*.md")]
    return sorted(f"{ADDRESS}{quote(path.removesuffix('.md'))}/".removesuffix("index/") for path in paths)


def tags_of(page: Path) -> set[tuple[str, str]]:
    """What previews of links are told of a page."""
    found = re.findall(r'<meta property="?og:(\w+)"? content="([^"]*)"', page.read_text("utf-8"))
    return {(name, html.unescape(text)) for name, text in found}


def list_titles_as_markup(built: Path) -> list[str]:
    """The pages whose name of the site is not the text that was given, or is markup somewhere."""
    texts = {path: path.read_text("utf-8") for path in built.rglob("*.html") if "try" not in path.parts}
    wrong = []
    for path, text in texts.items():
        labels = re.findall(r'<a [^>]*class="md-header__button md-logo"[^>]*>', text)
        given = [re.findall(r'(?:title|aria-label)="([^"]*)"', label) for label in labels]
        if "<i>" in text or [[*map(html.unescape, words)] for words in given] != [[TITLE, TITLE]]:
            wrong.append(path.relative_to(built).as_posix())
    assert len(texts) > 100
    return wrong


def followers(built: Path) -> list[str]:
    """The two pages that follow on the first page of a site."""
    found, at = [], built
    for _ in range(2):
        page = (at / "index.html").read_text("utf-8")
        (target,) = re.findall(r'href="?([^" >]*)"? class="?md-footer__link md-footer__link--next', page)
        at = (at / target).resolve()
        found.append(f"{at.relative_to(built.resolve()).as_posix()}/")
    return found


def list_dead_links(built: Path) -> list[str]:
    """The links of the files for programs that lead to no file; code holds none."""
    dead = []
    for file in (*built.rglob("*.md"), *built.glob("*.txt")):
        text = re.sub(r"^(`{3,}).*?^\1|`[^`\n]+`", "", file.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r'(?:\]\(|href=")([^)#":\s]*)(?:#[^)"\s]*)?[)"]', text):
            if not (file.parent / target if target else file).is_file() or (not target and file.suffix == ".txt"):
                dead.append(f"{file.relative_to(built)}: {target}")
    return dead


def test_the_settings_of_a_site_are_those_of_our_own(short_project: Path, run: Callable[..., Any]) -> None:
    run(*MAKE)
    ours, made = settings(PROJECT / "mkdocs.yml"), settings(short_project / "pages/mkdocs.yml")
    del ours["theme"]["custom_dir"], made["theme"]["custom_dir"]  # ours has the preview picture too
    assert made["site_name"] == TITLE
    for part in ("theme", "plugins", "markdown_extensions", "validation", "strict", "use_directory_urls"):
        assert made[part] == ours[part], part
    own_files = [name.removeprefix("reference/") for name in (*ours["extra_css"], *ours["extra_javascript"])]
    assert [*made["extra_css"], *made["extra_javascript"]] == own_files


def test_a_finished_project_of_ours_has_its_guides_in_the_guide_for_models(
    short_project: Path, run: Callable[..., Any]
) -> None:
    run("docs")
    site = short_project / "site"
    (site / "index.md").write_text("# Home\n", "utf-8")
    (short_project / "built").mkdir()
    (short_project / "built/index.html").write_text("<p>", "utf-8")
    assert run("docs", "--finish", "built").code == 0
    assert "](reference/contracts/cobre/v1/index.md)" in (short_project / "built/llms.txt").read_text("utf-8")
    assert (short_project / "built/reference/contracts/cobre/v1/index.md").is_file()


@pytest.mark.parametrize("colour", ["#ffff00", "#ffb300", "#ffffff", "#7a1fa2", "#0000ff", "#000000", "#808080"])
def test_links_can_be_read_in_any_colour(colour: str) -> None:
    style = assets.brand_of(colour)
    light, dark = re.findall(r"--brand(?:-on-dark)?: (#[0-9a-f]{6});", style)
    assert assets.contrast(light, assets.LIGHT_GROUND) >= 4.5
    assert assets.contrast(dark, assets.DARK_GROUND) >= 4.5
    (line,) = re.findall(rf"\.md-header {{ box-shadow: inset 0 (\d+)px {colour}; }}", style)
    told = (PROJECT / "site/guides/site.md").read_text("utf-8")
    assert f"A line of {line} pixels along the top of the header has your colour as it is" in told
    assert "background" not in style, "the header itself stays as it is"
    if assets.contrast(colour, assets.LIGHT_GROUND) >= 4.5:
        assert light == colour


def test_contrast_is_counted_as_wcag_says() -> None:
    assert assets.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert assets.contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
    grounds = (PROJECT / "generators/accordant/docs/assets/site.css").read_text("utf-8")
    assert re.findall(r"--md-code-bg-color: (#[0-9a-f]{6});", grounds) == [assets.LIGHT_GROUND, assets.DARK_GROUND]


def test_stale_files_of_a_site_are_found(short_project: Path, run: Callable[..., Any]) -> None:
    run(*MAKE)
    (short_project / "pages/mkdocs.yml").write_text("site_name: x\n", "utf-8")
    outcome = run(*MAKE, "--check", "--format", "json")
    assert [finding["place"]["path"] for finding in json.loads(outcome.out)["findings"]] == ["pages/mkdocs.yml"]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--site", "pages", "--colour", "red"), "is not a colour"),
        (("--colour", "#000000"), "belong to --site"),
        (("--site", "pages", "--out", "x"), "goes neither with --site"),
        (("--finish", "nowhere"), "there is no index.html here"),
        (("--finish", "x", "--check"), "checks nothing"),
    ],
)
def test_options_that_say_nothing_together_are_refused(
    options: tuple[str, ...], reason: str, short_project: Path, run: Callable[..., Any]
) -> None:
    outcome = run("docs", *options)
    assert (outcome.code, reason in outcome.err + outcome.out) == (2, True)
