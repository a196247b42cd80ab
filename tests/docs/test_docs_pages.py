"""Pages are whole, current, and addressable: every code, field and rule has an anchor that stays."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from accordant.contract import Registry
from accordant.contract.doc_links import code_anchor
from accordant.docs import OF_CONTRACT, OF_REGISTRY, OF_TOOL, reference
from accordant.docs.places import Book
from accordant.docs.rules import JUDGES
from accordant.registry.load import load
from tests.conftest import Run
from tests.docs.conftest import PROJECT

ANCHOR = re.compile(r"<a id=\"([^\"]+)\"")


def anchors(text: str) -> list[str]:
    return ANCHOR.findall(text)


def made(folder: Path) -> dict[str, str]:
    return dict(reference(load(folder / "registry")))


def change(path: Path, edit: Callable[[Any], None]) -> None:
    value = json.loads(path.read_text("utf-8"))
    edit(value)
    path.write_text(json.dumps(value, indent=2), "utf-8")


def links(page: str) -> set[str]:
    return set(re.findall(r"\([^()\s]+\)", page))


def test_every_kind_of_page_is_made(registry: Registry, pages: Mapping[str, str]) -> None:
    for book in (Book(contract, version) for contract in registry.contracts for version in contract.versions):
        assert book.index in pages
        assert (book.examples in pages) == bool(book.version.examples)
        for name, listed in book.version.state.code_lists.items():
            assert {book.codes(name), *(book.code(name, entry.id) for entry in listed.entries)} <= set(pages)
        assert f"({book.index})" in pages["index.md"]
    for judge in JUDGES:
        assert {f"rules/{judge.name}/{page}.md" for page in ("index", *(rule.name for rule in judge.rules))} <= set(
            pages
        )
    for folder in {f"{path.rpartition('/')[0]}" for path in pages if path.endswith(".md")}:
        while folder:
            assert f"{folder}/index.md" in pages, "each folder of pages has its own"
            folder = folder.rpartition("/")[0]
    assert {f"({contract.name}/index.md)" for contract in registry.contracts} <= links(pages["contracts/index.md"])
    for judge in JUDGES:
        rules = {f"({judge.name}/{rule.name}.md)" for rule in judge.rules}
        assert rules <= links(pages["rules/index.md"])
    assert len({*OF_TOOL, *OF_CONTRACT, *OF_REGISTRY}) == 14


def test_the_list_of_contracts_has_one_home_and_every_address_of_the_other_stays(
    registry: Registry, pages: Mapping[str, str]
) -> None:
    home, short = pages["contracts/index.md"], pages["index.md"]
    assert "[All contracts](contracts/index.md)" in short
    assert {f"contract.{contract.name}" for contract in registry.contracts} <= {*anchors(home)} & {*anchors(short)}
    lines = {line for line in home.splitlines() if line.startswith(("|", "- "))}
    assert not lines & {line.replace("contracts/", "") for line in short.splitlines()}


def test_every_code_and_every_rule_has_an_anchor(registry: Registry, pages: Mapping[str, str]) -> None:
    for contract in registry.contracts:
        for version in contract.versions:
            for name, listed in version.state.code_lists.items():
                there = anchors(pages[Book(contract, version).codes(name)])
                assert {code_anchor(entry.id) for entry in listed.entries} <= set(there), (contract.name, name)
    for judge in JUDGES:
        assert {rule.name for rule in judge.rules} <= set(anchors(pages[f"rules/{judge.name}/index.md"]))


@pytest.mark.parametrize("kind", ["real", "hostile"])
def test_no_anchor_stands_twice_on_a_page(
    kind: str, pages: Mapping[str, str], hostile_pages: Mapping[str, str]
) -> None:
    for path, text in (pages if kind == "real" else hostile_pages).items():
        repeated = [anchor for anchor, times in Counter(anchors(text)).items() if times > 1]
        assert repeated == [], path


def test_no_page_leaves_out_a_level_of_headings(pages: Mapping[str, str], hostile_pages: Mapping[str, str]) -> None:
    written = {path.name: path.read_text("utf-8") for path in (PROJECT / "site").glob("[!r]*/*.md")}
    home = {"index.md": (PROJECT / "site/index.md").read_text("utf-8")}
    for path, text in [part for made in (pages, hostile_pages, written, home) for part in made.items()]:
        prose = re.sub(r"^(`{3,}|~{3,}).*?^\1", "", text, flags=re.MULTILINE | re.DOTALL)
        levels = [len(marks) for marks in re.findall("^(#+) ", prose, re.MULTILINE)] if path.endswith(".md") else []
        assert [pair for pair in pairwise([0, *levels]) if pair[1] > pair[0] + 1] == [], path


def test_every_declared_field_of_a_schema_has_a_row(registry: Registry, pages: Mapping[str, str]) -> None:
    page = anchors(pages["contracts/cobre/v1/index.md"])
    expected = ["response..errors", "response..errors.~.kind", "line.ProgressLine..type", "run-summary..total_time_ms"]
    assert {f"field.{anchor}" for anchor in expected} <= set(page)
    for contract in registry.contracts:
        for version in contract.versions:
            text = pages[Book(contract, version).index]
            for name, schema in version.state.schemas.items():
                properties = schema.value.get("properties", {}) if isinstance(schema.value, dict) else {}
                rows = [
                    anchor
                    for anchor in anchors(text)
                    if anchor.startswith(f"field.{name}..") and anchor.count(".") == 3
                ]
                assert len(rows) >= len(properties), (contract.name, name)


def test_an_addition_moves_no_anchor(short_copy: Path) -> None:
    before = {path: set(anchors(text)) for path, text in made(short_copy.parent).items()}

    def add(schema: Any) -> None:
        schema["properties"] = {"aaa": {"type": "string"}, **schema["properties"]}
        schema["allOf"] = [{"if": True, "then": True}, *schema["allOf"]]

    change(short_copy / "cobre/v1/response.schema.json", add)
    first = {"id": "AaaFirst", "severity": ["error"], "category": "validation", "meaning": "x"}
    change(short_copy / "cobre/v1/error-kinds.codes.json", lambda listed: listed["entries"].insert(0, first))
    after = {path: set(anchors(text)) for path, text in made(short_copy.parent).items()}
    assert {path: lost for path, there in before.items() if (lost := there - after[path])} == {}
    assert "AaaFirst" in after["contracts/cobre/v1/codes/error-kinds/index.md"]
    assert "field.response..aaa" in after["contracts/cobre/v1/index.md"]


def test_pages_are_the_same_from_run_to_run(pages: Mapping[str, str]) -> None:
    assert dict(reference(load(PROJECT / "registry"))) == pages


def test_no_page_says_where_it_was_made(pages: Mapping[str, str]) -> None:
    assert [path for path, text in pages.items() if str(PROJECT) in text] == []


def test_conditions_read_as_sentences(pages: Mapping[str, str]) -> None:
    page = pages["contracts/cobre/v1/index.md"]
    sentence = (
        "If `/success` is `false`, `/errors` must have at least 1 item and "
        "`/exit_code` must not be `0`. (`/allOf/0/if`)"
    )
    assert sentence in page
    assert "any number of `progress` lines" in page


def test_an_invalid_example_names_what_refuses_it(pages: Mapping[str, str]) -> None:
    text = pages["contracts/cobre/v1/examples.md"]
    assert "Refused by [response](index.md#schema.response) at `/allOf/0/then/properties/errors`" in text
    assert "(index.md#rule.failure-has-errors)" in text
    refused = text.count("(invalid)</summary>")
    assert refused > 50
    assert text.count("\nRefused by ") == refused


def test_check_says_what_is_modified_missing_and_left_over(short_copy: Path, run: Callable[..., Any]) -> None:
    assert run("docs").code == 0
    assert run("docs", "--check").code == 0
    folder = short_copy.parent / "site/reference"
    changed = folder / "index.md"
    changed.write_text(changed.read_text("utf-8") + "more\n", "utf-8")
    (folder / "rules/lint/index.md").unlink()
    (folder / "contracts/cobre/v1/codes/error-kinds/old.md").write_text("# old\n", "utf-8")
    before = sorted((path, path.read_bytes()) for path in folder.rglob("*") if path.is_file())
    outcome = run("docs", "--check", "--format", "json")
    assert outcome.code == 1
    report = json.loads(outcome.out)
    assert [(finding["rule"], finding["place"]["path"]) for finding in report["findings"]] == [
        ("generated-left-over", "site/reference/contracts/cobre/v1/codes/error-kinds/old.md"),
        ("generated-modified", "site/reference/index.md"),
        ("generated-missing", "site/reference/rules/lint/index.md"),
    ]
    assert sorted((path, path.read_bytes()) for path in folder.rglob("*") if path.is_file()) == before


def test_a_page_of_a_contract_that_is_gone_is_removed(short_copy: Path, run: Callable[..., Any]) -> None:
    run("docs")
    shutil.rmtree(short_copy / "agent-output")
    outcome = run("docs", "--check", "--format", "json")
    assert {finding["rule"] for finding in json.loads(outcome.out)["findings"]} == {
        "generated-left-over",
        "generated-modified",
    }
    run("docs")
    assert not list((short_copy.parent / "site/reference/contracts/agent-output").rglob("*.md"))


def test_out_leads_elsewhere_and_the_bundled_registry_needs_it(
    short_copy: Path, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    bundled = short_copy.rename("bundled-with-the-tool").resolve()
    monkeypatch.setattr("accordant.registry.layout.find_bundled_registry", lambda: bundled)
    outcome = run("docs", "--registry", "bundled")
    assert (outcome.code, "give --out DIR" in outcome.err) == (2, True)
    assert run("docs", "--registry", "bundled", "--out", "pages").code == 0
    assert Path("pages/contracts/cobre/v1/index.md").exists()


def test_the_page_of_a_file_of_definitions_says_that_they_are_guarded(project: Path, run: Run) -> None:
    (project / "common.json").write_text('{"$defs": {"Money": {"type": "integer"}}}', "utf-8")
    (project / "order.json").write_text('{"type": "object", "$defs": {"Money": {"type": "integer"}}}', "utf-8")
    assert run("init", "--contract", "order", "--from", "common.json", "order.json").code == 0
    (page,) = [text for path, text in made(project).items() if path.endswith("order/v1/index.md")]
    assert page.count("Definitions guarded") == 1


def test_each_option_of_a_command_can_be_linked_and_each_example_stands_alone() -> None:
    page = (PROJECT / "site/reference/commands/check-compat.md").read_text("utf-8")
    assert '| <a id="option.against-ref"></a>`--against-ref REF` | The same, and always a git ref' in page
    examples = page.partition("```sh\n")[2].partition("\n```")[0].splitlines()
    assert len(examples) > 1
    assert [example for example in examples if example.count("registry check-compat") != 1] == []


def test_a_page_of_a_rule_among_the_codes_leads_to_the_rule_and_a_search_finds_one_of_them() -> None:
    copy = (PROJECT / "site/reference/contracts/accordant/v1/codes/rules/field-removed.md").read_text("utf-8")
    assert "](../../../../../rules/check-compat/field-removed.md)" in copy
    assert "search:\n  exclude: true\n" in copy
    assert "exclude" not in (PROJECT / "site/reference/rules/check-compat/field-removed.md").read_text("utf-8")


def test_codes_of_all_contracts_stand_by_kind_numbers_in_their_order_and_the_newest_version_first() -> None:
    page = (PROJECT / "site/reference/codes.md").read_text("utf-8")
    titles = re.findall(r"^## (.*)", page, re.MULTILINE)
    assert titles == ["Errors and other codes", "Exit codes", "Commands", "Rules"]
    for folded in page.split("<details")[1:]:  # a contract each
        numbers = [int(number) for number in re.findall(r"^\| \[`(\d+)`\]", folded, re.MULTILINE)]
        assert numbers == sorted(numbers)
    versions = re.findall(r"^\| \[`BROKEN_LINK`\]\S+ \| \[meminit/v(\d)\]", page, re.MULTILINE)
    assert versions == ["3", "2"]


def test_a_long_document_of_a_rule_stands_over_several_lines(pages: Mapping[str, str]) -> None:
    shown = [(path, line) for path, page in pages.items() if path.startswith("rules/") for line in page.split("\n")]
    assert [path for path, line in shown if re.fullmatch(r"\{\".{72,}\}", line) and _is_json(line)] == []
    assert '{\n  "id": "DISK_FULL",\n' in pages["rules/lint/code-undocumented.md"]


def _is_json(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def test_advice_is_called_the_same_on_the_pages_of_rules_and_of_codes(pages: Mapping[str, str]) -> None:
    advice = re.compile(r"^> \*\*([^*]+)\.\*\* ", re.MULTILINE)
    of_rules = {title for path, page in pages.items() if path.startswith("rules/") for title in advice.findall(page)}
    assert of_rules == {"What to do"}
    assert "> **What to do.** " in pages["contracts/cobre/v1/codes/error-kinds/MissingFile.md"]
