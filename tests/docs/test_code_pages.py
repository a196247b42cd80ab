"""A code has a page of its own, at an address that stays; tools print it where the registry says where pages are."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accordant.contract import CodeList, Contract, ContractState, Entry, Registry, Schema, Version
from accordant.contract.doc_links import code_files, page_address
from accordant.docs import reference
from accordant.docs.document_places import document_places
from accordant.outputs import check
from accordant.registry.load import load
from tests.docs.conftest import PROJECT

SITE = "https://contracts.example.org/reference/"


@given(
    st.lists(
        st.one_of(st.text(max_size=8), st.integers(0, 20)), unique_by=lambda identifier: (type(identifier), identifier)
    )
)
def test_no_two_codes_share_a_page_on_any_system(identifiers: list[str | int]) -> None:
    files = code_files(identifiers)
    assert len({file.lower() for file in files.values()}) == len(identifiers)
    check({f"codes/{file}.md": "" for file in files.values()}, Path("no-such-folder"))  # refuses unsafe names


def test_a_code_keeps_its_page_when_others_come() -> None:
    before = code_files(["A_B", "deploy --apply", "a_b"])
    after = code_files(["A_B", "NEW", "deploy --apply", "a_b", "a b"])
    assert {code: after[code] for code in before} == before


def test_a_page_says_what_a_consumer_needs(pages: Mapping[str, str]) -> None:
    page = pages["contracts/cobre/v1/codes/error-kinds/MissingFile.md"]
    for part in (
        "# MissingFile\n",
        "The case directory lacks an input file",
        "> **What to do.** Look for the file",
        "- **Severity:** error",
        "| `file` | string | always |",
        '"kind": "MissingFile"',
        "../../examples.md#valid.error-record.missing-file",
        "../../index.md#field.response..errors.~.kind",
        "- Release `1.0`: listed for the first time.",
    ):
        assert part in page, part


def test_every_example_of_a_page_carries_the_code(pages: Mapping[str, str]) -> None:
    shown = 0
    for contract in load(PROJECT / "registry").contracts:
        for version in contract.versions:
            for name, listed in version.state.code_lists.items():
                shown += sum(_carries(pages, f"contracts/{contract.name}/{version.name}/codes/{name}", listed))
    assert shown > 200


def _carries(pages: Mapping[str, str], folder: str, listed: CodeList) -> list[bool]:
    files = code_files(entry.id for entry in listed.entries)
    return [_example_carries(pages[f"{folder}/{files[entry.id]}.md"], entry) for entry in listed.entries]


def _example_carries(page: str, entry: Entry) -> bool:
    """Whether a page has an example; the example must carry the code."""
    found = re.search(r"carries it, from the example .*?```json\n(.*?)\n```", page, re.DOTALL)
    assert found is None or json.dumps(entry.id, ensure_ascii=False) in found[1], entry.id
    return found is not None


def test_the_example_of_a_code_has_it_where_its_list_is_bound(pages: Mapping[str, str]) -> None:
    """MISSING_FIELD is a finding and an error of the same version: each page shows its own."""
    folder = "contracts/meminit/v3/codes"
    assert "examples.md#valid.issue." in pages[f"{folder}/finding-codes/MISSING_FIELD.md"]
    assert "examples.md#valid.operational-error." in pages[f"{folder}/error-codes/MISSING_FIELD.md"]


def test_a_code_of_a_definition_is_told_where_documents_have_it(pages: Mapping[str, str]) -> None:
    agentpack = pages["contracts/agentpack/v1/codes/error-codes/E_CONFIG_MISSING.md"]
    assert "- [`/errors/*/code`](../../index.md#field.error-item..code) of envelope\n" in agentpack
    nested = pages["contracts/response-envelope/v1/codes/error-codes/TOKEN_EXPIRED.md"]
    assert "- [`/error/code`](../../index.md#field.envelope.ErrorDetail..code) of envelope\n" in nested


def test_many_places_of_a_code_are_folded_and_those_of_the_default_schema_come_first(pages: Mapping[str, str]) -> None:
    folder = "contracts/agentpack/v1/codes/"
    long = [
        page for path, page in pages.items() if path.startswith(folder) and re.search(r"<summary.*> ?\d+ more<", page)
    ]
    assert long
    for page in long:
        told = page.split("## Where it appears")[1].split("<details")[0]
        assert [line.endswith(" of envelope") for line in re.findall(r"^- .*$", told, re.MULTILINE)] == [True] * 8


def test_a_definition_of_a_tree_is_told_with_its_shortest_places() -> None:
    node = {"$ref": "#/$defs/node"}
    members = {
        "left": node,
        "more": {"items": node},
        "not": {"not": node},
        "named": {"patternProperties": {"^a": node}},
    }
    tree = {"properties": {"root": node}, "$defs": {"node": {"properties": members}}}
    state = ContractState("acme", "v1", "additive", schemas={"tree": Schema("tree", "urn:tree", tree)})
    root = state.root("tree")
    (places,) = document_places(state, [root.child("$defs", "node")]).values()
    assert [place.pointer for place in places] == ["/root", "/root/left", "/root/more/*", "/root/named/…"]


def test_whether_to_retry_is_told_as_the_list_says_it(pages: Mapping[str, str]) -> None:
    page = pages["contracts/agentpack/v1/codes/error-codes/E_CONFIG_MISSING.md"]
    assert re.search(r"^- \*\*Retryable:\*\* yes$", page, re.MULTILINE)


def test_facts_have_short_labels_and_plain_values(pages: Mapping[str, str]) -> None:
    page = pages["contracts/meminit/v3/codes/error-codes/DUPLICATE_ID.md"]
    for line in (
        "- **Since:** release `3.0`",
        "- **Resolution type:** manual (how the failure is put right)",
        "- **Automatable:** yes (whether a program can put it right)",
        "- **Relevant commands:** `migrate-ids` (commands that help)",
        "Added by this registry, not stated by a source: what to do",
    ):
        assert f"{line}\n" in page, line


def test_every_since_of_a_release_is_told_alike(pages: Mapping[str, str]) -> None:
    since = {found for page in pages.values() for found in re.findall(r"^- \*\*Since:\*\* (.*)$", page, re.MULTILINE)}
    assert all(re.fullmatch(r"(release )?`\d+\.\d+`|not released yet", words) for words in since), since


def test_a_list_says_who_may_add_to_it(pages: Mapping[str, str]) -> None:
    assert (
        "- Programs write only identifiers of this list. A later release may add some.\n"
        in pages["contracts/cobre/v1/codes/error-kinds/index.md"]
    )
    assert (
        "- Programs may also write identifiers of their own.\n"
        in pages["contracts/response-envelope/v1/codes/error-codes/index.md"]
    )


def test_the_history_of_a_code_names_its_releases(short_copy: Path) -> None:
    listed = short_copy / "cobre/v1/error-kinds.codes.json"
    value = json.loads(listed.read_text("utf-8"))
    value["entries"][0]["meaning"] += " More."
    value["entries"].append({"id": "BrandNew", "severity": ["error"], "category": "validation", "meaning": "x"})
    listed.write_text(json.dumps(value), "utf-8")
    made = reference(load(short_copy))
    first = made[f"contracts/cobre/v1/codes/error-kinds/{value['entries'][0]['id']}.md"]
    assert "- Release `1.0`: listed for the first time.\n- Not released yet: meaning changed." in first
    brand_new = made["contracts/cobre/v1/codes/error-kinds/BrandNew.md"]
    assert "- **Since:** not released yet" in brand_new
    assert "- Not released yet: listed for the first time." in brand_new


def test_a_retired_code_keeps_its_page(short_copy: Path) -> None:
    listed = short_copy / "cobre/v1/error-kinds.codes.json"
    value = json.loads(listed.read_text("utf-8"))
    value["entries"][0]["retired"] = "1.1"
    listed.write_text(json.dumps(value), "utf-8")
    page = reference(load(short_copy))[f"contracts/cobre/v1/codes/error-kinds/{value['entries'][0]['id']}.md"]
    assert "> **Retired in 1.1.** It is no longer written." in page


def test_one_table_holds_the_codes_of_all_contracts(pages: Mapping[str, str]) -> None:
    for code in ("MissingFile", "E_CONFIRM_REQUIRED"):
        assert f"[`{code}`](contracts/" in pages["codes.md"]


def say_where_pages_are(registry: Path, address: str = SITE) -> None:
    config = registry / "registry.toml"
    config.write_text(f'docs = "{address}"\n' + config.read_text("utf-8"), "utf-8")


def test_explain_and_reports_print_the_address(short_copy: Path, run: Callable[..., Any]) -> None:
    assert "https://" not in run("explain", "MissingFile").out
    say_where_pages_are(short_copy)
    code = f"{SITE}contracts/cobre/v1/codes/error-kinds/MissingFile/"
    rule = f"{SITE}rules/check-compat/field-removed/"
    assert code in run("explain", "MissingFile").out
    assert rule in run("explain", "field-removed").out
    assert json.loads(run("explain", "MissingFile", "--format", "json").out)["data"]["codes"][0]["page"] == code
    schema = short_copy / "cobre/v1/response.schema.json"
    value = json.loads(schema.read_text("utf-8"))
    del value["properties"]["warnings"]
    value["required"].remove("warnings")
    schema.write_text(json.dumps(value), "utf-8")
    assert f"see {rule}" in run("check-compat").out
    assert f'"helpUri": "{rule}"' in run("check-compat", "--format", "sarif").out
    made = reference(load(short_copy))
    assert {code, rule} <= {page_address(page, SITE) for page in made}, "the addresses are those of pages"


def test_generated_facts_point_to_the_pages(short_copy: Path, run: Callable[..., Any]) -> None:
    say_where_pages_are(short_copy)
    generated = run("gen", "python", "--out", str(short_copy.parent / "made"))
    assert generated.code == 0, generated.err
    made = (short_copy.parent / "made/accordant_contracts").rglob("*.py")
    facts = "".join(path.read_text("utf-8") for path in made)
    assert f'docs="{SITE}contracts/cobre/v1/codes/error-kinds/MissingFile/"' in facts


@pytest.mark.parametrize("address", ["ftp://x/", "javascript:alert(1)", "example.org", "https://x/?q=1"])
def test_an_address_that_is_none_is_refused(address: str, short_copy: Path, run: Callable[..., Any]) -> None:
    say_where_pages_are(short_copy, address)
    outcome = run("docs", "--check")
    assert (outcome.code, "is not an address of pages" in outcome.err + outcome.out) == (2, True)


def test_the_page_of_an_exit_code_has_every_code_and_rule_that_names_it(pages: Mapping[str, str]) -> None:
    linked = 0
    for contract in load(PROJECT / "registry").contracts:
        for version in contract.versions:
            folder, lists = f"contracts/{contract.name}/{version.name}/codes", version.state.code_lists
            exits = next((listed for listed in lists.values() if listed.identifier == "exit-code"), None)
            for name, listed in lists.items() if exits is not None else ():
                files = code_files([entry.id for entry in listed.entries])
                for entry in listed.entries:
                    if exits is not None and entry.exit_code is not None and exits.entry(entry.exit_code):
                        page = pages[f"{folder}/{exits.name}/{entry.exit_code}.md"]
                        assert f"](../{name}/{files[entry.id]}.md)" in page.partition("## What goes with it")[2]
                        linked += 1
    assert linked > 50
    page = pages["contracts/meminit/v2/codes/exit-codes/66.md"]
    assert "- Rule [`exit-code-of-the-error`](../../index.md#rule.exit-code-of-the-error): " in page


def test_a_few_codes_are_shown_at_once_and_many_open_on_a_click(pages: Mapping[str, str]) -> None:
    folds = re.findall(r'<details markdown="1"( open)?>\n<summary markdown="span">[^<]*: (\d+)<', pages["codes.md"])
    assert (len(folds) > 10, {is_open for is_open, _ in folds}) == (True, {""})
    for lists, are_open in (
        ({"code": 40}, True),
        ({"code": 6, "command": 6}, True),
        ({"code": 7, "command": 6}, False),
    ):
        code_lists = {
            kind: CodeList(kind, identifier=kind, entries=tuple(Entry(f"{kind}_{index}") for index in range(number)))
            for kind, number in lists.items()
        }
        version = Version("acme", "v1", ContractState("acme", "v1", "additive", code_lists=code_lists))
        made = reference(Registry("acme", contracts=(Contract("acme", versions=(version,)),)))["codes.md"]
        assert made.count('<details markdown="1" open>') == are_open * len(lists)


def test_errors_come_before_exit_codes_and_commands_and_newer_versions_first(pages: Mapping[str, str]) -> None:
    page = pages["contracts/meminit/index.md"]
    assert page.index("v3/codes/error-codes/") < page.index("v3/codes/commands/")
    listed = pages["contracts/meminit/v3/codes/index.md"]
    assert listed.index("[error-codes]") < listed.index("[exit-codes]") < listed.index("[commands]")
    for of_contracts, start in (("contracts/meminit/index.md", "| [meminit/"), ("contracts/index.md", "| [meminit/")):
        rows = re.findall(rf"^{re.escape(start)}(v\d+)\]", pages[of_contracts], re.MULTILINE)
        assert rows == ["v3", "v2", "v1"]
