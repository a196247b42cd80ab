"""A contract has a page of its changes, and one for each step: verdict, evidence, rules, code before and after."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from accordant.docs import reference
from accordant.docs.change_groups import is_told
from accordant.docs.change_links import ChangeLinks
from accordant.docs.change_values import Change, ReleaseStep
from accordant.docs.changes import _changelog
from accordant.docs.markdown import prose
from accordant.registry.load import load
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


def test_every_link_from_a_change_leads_to_a_row_or_a_heading() -> None:
    lost, followed = [], 0
    for page in REFERENCE.glob("*/changes/*.md"):
        for target, anchor in re.findall(r"\]\(([^)#]*\.md)#([^)]+)\)", page.read_text("utf-8")):
            followed += 1
            text = (page.parent / target).resolve().read_text("utf-8")
            if f'<a id="{anchor}"></a>' not in text:
                lost.append((page.name, target, anchor))
    assert lost == []
    assert followed > 100


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
    assert "The field [`/brand_new`](../v1/index.md#field.response..brand_new) was added." in page
    assert "**Compatible.** Proved: whoever reads" in page
    assert run("docs", "--check").code == 0, "what is remembered gives the same pages"
    assert run("release", "cobre/v1").code == 0
    run("docs")
    assert sorted(path.name for path in folder.iterdir()) == ["1.0-to-1.1.md", "index.md"]


MEMINIT = ReleaseStep(
    "meminit",
    ("v1", "1.0"),
    ("v2", "2.0"),
    "breaking",
    (
        *(
            Change(
                "break", "code-removed", "meminit/v2/commands", f"`{command}` is no longer in `commands`.", old=command
            )
            for command in ("doctor", "fix", "scan")
        ),
        *(
            Change("break", "producer-rule-removed", "meminit/v2/behaviour", f"The rule `{rule_id}` is gone.", old=rule)
            for rule_id, rule in (("one", {"id": "one", "says": "A."}), ("two", {"id": "two", "says": "B."}))
        ),
        Change("break", "field-removed", "meminit/v2/envelope", "The field `/status` is gone.", document={"a": 1}),
        Change("break", "field-removed", "meminit/v2/envelope", "The field `/report` is gone.", document={"b": 1}),
        *(
            Change("addition", "field-added", "meminit/v2/envelope", f"The field `{field}` was added.")
            for field in ("/files_checked", "/of_no_schema")
        ),
        Change("note", "text-changed", "meminit/v2/envelope", "`title` of `/data` changed."),
        Change("note", "text-changed", "meminit/v2/envelope", "`title` of `/root` changed."),
    ),
)


@pytest.fixture(scope="module")
def pages_of_a_step() -> dict[str, str]:
    bundled = load(PROJECT / "registry")
    meminit = tuple(contract for contract in bundled.contracts if contract.name == "meminit")
    return dict(reference(replace(bundled, contracts=meminit), steps=lambda _: [MEMINIT]))


@pytest.fixture
def step_page(pages_of_a_step: dict[str, str]) -> str:
    return pages_of_a_step["contracts/meminit/changes/1.0-to-2.0.md"]


def test_changes_that_are_alike_are_told_once_with_links_to_what_they_name(step_page: str) -> None:
    code = "../v1/codes/commands"
    assert f"**[`doctor`]({code}/doctor.md), [`fix`]({code}/fix.md) and [`scan`]({code}/scan.md) are no " in step_page
    assert "`code-removed`" in step_page.partition("are no longer in `commands`.**")[2].partition("\n")[0]
    assert 'json\n"doctor"' not in step_page, "the sentence says it"
    assert (
        "The fields [`/files_checked`](../v2/index.md#field.envelope..files_checked) and `/of_no_schema` were added. | "
        "[`meminit/v2/envelope`](../v2/index.md#schema.envelope)"
    ) in step_page
    assert re.search(r"`title` of \[`/data`\]\(\S+\) changed. The same is true of \[`/root`\]", step_page)


def test_breaks_with_evidence_of_their_own_stand_alone(step_page: str) -> None:
    assert len(re.findall(r"^\*\*The field .* is gone\.\*\*", step_page, re.MULTILINE)) == 2


def test_rules_that_are_gone_are_told_in_words(step_page: str) -> None:
    assert "**The rules `one` and `two` are gone.**" in step_page
    assert "- `one`: A.\n- `two`: B." in step_page


def test_a_move_to_a_new_version_says_first_what_to_do(pages_of_a_step: dict[str, str], step_page: str) -> None:
    assert 0 < step_page.index("| What broke | What to do |") < step_page.index("## Breaks")
    assert "](../changes/1.0-to-2.0.md)" in pages_of_a_step["contracts/meminit/v2/index.md"]


def test_a_value_that_changed_is_no_lost_name() -> None:
    before = (REFERENCE / "meminit/changes/1.0-to-2.0.md").read_text("utf-8")
    changed = before.partition('changed from "1.0" to "2.0"')[2].partition(", refused at")[0]
    assert changed.endswith("A document that follows the older side")


def test_hostile_changes_stay_text() -> None:
    changes = [
        Change(kind, "field-removed", text, text, text, [text], "A document", {"a": text}, text, text, text)
        for kind in ("break", "addition")
        for text in hostile.texts()
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
        assert not [attribute for attribute in seen.attributes if attribute.startswith("on")]


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("The field `/a` is gone.", "The field `/a` is gone."),
        ("`a`, `b`", "`a`, `b`"),
        ("`a``b`", "<code>a</code><code>b</code>"),
        ("- x `<b>`", "\\- x <code>&lt;b></code>"),
        ("one ` alone", "one \\` alone"),
    ],
)
def test_backticks_of_a_sentence_become_code(sentence: str, shown: str) -> None:
    assert prose(sentence) == shown


def test_the_part_in_which_several_lines_stand_is_named_once() -> None:
    step = ReleaseStep("acme", ("v1", "1.0"), ("v1", "1.1"), "compatible", tuple(map(_added, ("schema", "stream"))))
    shown = "\n".join(_changelog("", [step], ChangeLinks([])))
    assert (
        "- In `acme/v1` ([`added`](../../../rules/check-compat/added.md)):\n    - The schema `x` was added.\n" in shown
    )
    assert shown.count("`acme/v1`") == 1
    alone = "\n".join(_changelog("", [replace(step, changes=step.changes[:1])], ChangeLinks([])))
    assert "- The schema `x` was added. ([`added`](../../../rules/check-compat/added.md) in `acme/v1`)" in alone


def _added(noun: str) -> Change:
    return Change("addition", "added", "acme/v1", f"The {noun} `x` was added.")


def test_a_name_with_a_slash_is_told_where_its_pointer_is() -> None:
    assert is_told("a/b", "The field `/a~1b` is gone.")
    assert not is_told("a", "The field `/a~1b` is gone.")


def test_a_release_without_a_day_says_so() -> None:
    first = ReleaseStep("acme", None, ("v1", "1.0"), date="2026-02-03")
    second = ReleaseStep("acme", ("v1", "1.0"), ("v1", "1.1"))
    begun = ReleaseStep("acme", ("v1", "1.1"), ("v1", "unreleased"))
    shown = "\n".join(_changelog("", [first, second, begun], ChangeLinks([])))
    assert "*2026-02-03.* The first release." in shown
    assert "*Date not recorded.* No change [since 1" in shown
    assert shown.count("Date not recorded") == 1
    assert "Any other two" not in shown, "the one comparison of two releases is there"


def test_the_command_that_compares_any_other_two_releases_works(run: Callable[..., Any]) -> None:
    steps = [ReleaseStep("meminit", None, ("v1", "1.0")), MEMINIT, ReleaseStep("meminit", ("v2", "2.0"), ("v2", "2.1"))]
    page = "\n".join(_changelog("", steps, ChangeLinks([])))
    (command,) = re.findall(r"Any other two: `registry (diff meminit/v1@1\.0 meminit/v2@2\.1)`", page)
    outcome = run(*command.split(), "--registry", str(PROJECT / "registry"))
    assert (outcome.code, outcome.err) == (0, "")
    assert "carrier-changed" in outcome.out


def test_no_other_field_is_offered_for_one_whose_place_people_noted(pages_of_renames: str) -> None:
    assert "**The field `/meta/cursor` is gone.** [`field-renamed`]" in pages_of_renames
    assert "`_cmd`" not in pages_of_renames
    assert "`/other` is gone; `b`, which was added, has the same schema." in pages_of_renames


@pytest.fixture(scope="module")
def pages_of_renames() -> str:
    """The move to a version that notes what became of `/meta/cursor`."""
    bundled = load(PROJECT / "registry")
    envelope = tuple(one for one in bundled.contracts if one.name == "response-envelope")
    said = "The field `{}` is gone; `{}`, which was added, has the same schema."
    changes = tuple(
        Change("break", "field-renamed", "response-envelope/v2/envelope", said.format(*names), *names)
        for names in (("/meta/cursor", "_cmd"), ("/other", "b"))
    )
    step = ReleaseStep("response-envelope", ("v1", "1.0"), ("v2", "2.0"), "breaking", changes)
    pages = reference(replace(bundled, contracts=envelope), steps=lambda _: [step])
    return pages["contracts/response-envelope/changes/1.0-to-2.0.md"].partition("## Breaks")[2]


def test_a_name_that_is_no_longer_required_is_shown_as_a_schema_says_it() -> None:
    page = (REFERENCE / "meminit/changes/2.2-to-3.0.md").read_text("utf-8")
    section = page.partition("`/root`](")[2].partition("A document")[0]
    before = 'Before:\n\n```json\n{\n  "required": [\n    "root"\n  ]\n}\n```\n\nAfter: not required.\n\n'
    assert section.endswith(before)
    wrong = re.compile('^  "required": "', re.MULTILINE)
    assert not [path for path in REFERENCE.glob("*/changes/*.md") if wrong.search(path.read_text("utf-8"))]
