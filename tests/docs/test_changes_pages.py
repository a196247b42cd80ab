"""A contract has a page of its changes, and one for each step: verdict, evidence, rules, code before and after."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from accordant.docs import reference
from accordant.docs.change_values import Change, ReleaseStep
from accordant.docs.markdown import prose
from tests.docs import hostile
from tests.docs.conftest import PROJECT
from tests.docs.test_docs_markdown import rendered

REFERENCE = PROJECT / "site/reference/contracts"


def test_a_new_major_says_what_broke_with_a_document() -> None:
    page = (REFERENCE / "meminit/changes/1.0-to-2.0.md").read_text("utf-8")
    assert "# meminit: move from v1 to v2" in page
    assert "**Breaking.** Old readers break." in page
    assert "](../../../rules/check-compat/carrier-changed.md)" in page
    assert re.search(r'After:\n\n```json\n\{\n  "const": "2.0"\n\}\n```', page)
    assert "A document that the newer side may write and readers of the older one refuse" in page
    assert "[changes](index.md)" in page


def test_a_changelog_has_every_release_newest_first() -> None:
    page = (REFERENCE / "accordant/changes/index.md").read_text("utf-8")
    names = re.findall(r"^## (\S+)", page, re.MULTILINE)
    released = [name for name in names if name != "v1"]
    assert released == sorted(released, key=lambda name: [int(part) for part in name.split(".")], reverse=True)
    assert {"1.0", "1.1", "1.2"} <= set(released)
    assert "](1.1-to-1.2.md), *compatible*." in page


@pytest.fixture
def cobre_alone(project: Path) -> Path:
    """A registry with one contract, whose pages are made in little time."""
    registry = project / "registry"
    shutil.copytree(PROJECT / "registry/cobre", registry / "cobre")
    shutil.copy(PROJECT / "registry/registry.toml", registry)
    locked = (PROJECT / "registry/registry.lock").read_text("utf-8").splitlines(keepends=True)
    (registry / "registry.lock").write_text("".join(line for line in locked if "cobre/" in line), "utf-8")
    return registry


def test_an_edit_stands_on_the_page_until_it_is_released(cobre_alone: Path, run: Callable[..., Any]) -> None:
    schema = cobre_alone / "cobre/v1/response.schema.json"
    value = json.loads(schema.read_text("utf-8"))
    value["properties"]["brand_new"] = {"type": "string"}
    schema.write_text(json.dumps(value, indent=2), "utf-8")
    assert run("docs").code == 0
    folder = cobre_alone.parent / "site/reference/contracts/cobre/changes"
    page = (folder / "1.0-to-unreleased.md").read_text("utf-8")
    assert "The field `/brand_new` was added." in page
    assert "**Compatible.** Proved: whoever reads" in page
    assert run("docs", "--check").code == 0, "what is remembered gives the same pages"
    assert run("release", "cobre/v1").code == 0
    run("docs")
    assert sorted(path.name for path in folder.iterdir()) == ["1.0-to-1.1.md", "index.md"]


def test_hostile_changes_stay_text() -> None:
    changes = [
        Change(kind, "field-removed", one, one, one, [one], "A document", {"a": one}, one, one, one)
        for kind in ("break", "addition")
        for one in hostile.texts()
    ]
    contract = hostile.registry().contracts[0].name
    steps = [
        ReleaseStep(contract, None, ("v1", "1.0")),
        ReleaseStep(contract, ("v1", "1.0"), ("v1", "1.1"), "breaking", tuple(changes)),
    ]
    made = reference(hostile.registry(), steps=lambda _: steps)
    for name in ("index", "1.0-to-1.1"):
        seen = rendered(made[f"contracts/{contract}/changes/{name}.md"])
        assert not {"script", "img", "svg", "iframe"} & set(seen.tags)
        assert not [one for one in seen.attributes if one.startswith("on")]


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("The field `/a` is gone.", "The field `/a` is gone."),
        ("`a`, `b`", "`a`, `b`"),
        ("`a``b`", "<code>a</code><code>b</code>"),
        ("- x `<b>`", "&#45; x <code>&#60;b&#62;</code>"),
        ("one ` alone", "one &#96; alone"),
    ],
)
def test_backticks_of_a_sentence_become_code(sentence: str, shown: str) -> None:
    assert prose(sentence) == shown
