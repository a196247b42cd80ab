"""Edits of the bundled contracts' behaviour: each breaks the release, once, with both facts; its twin does not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from accordant.compat import check
from accordant.compat.behaviour import judge
from accordant.contract import Behaviour
from accordant.findings import Facts, Finding, JsonValue, Severity
from accordant.registry import layout
from accordant.registry.load import load
from accordant.registry.release import freeze

EDITS = {
    "producer-rule-removed": ("meminit", 'id = "timestamp-on-request"', 'id = "timestamp-sometimes"'),
    "producer-rule-weakened": (
        "response-envelope",
        'then = [{ at = "/error/phase", is-not = "validation" }]',
        'then = [{ at = "/error/phase", is-not = "cleanup" }]',
    ),
    "rule-demanded": (
        "agent-output",
        "[[versions.v1.derived]]",
        '[[versions.v1.rules]]\nid = "polite"\nsays = "Please."\nschema = "run-request"\n\n[[versions.v1.derived]]',
    ),
    "derived-changed": ("cobre", 'says = "upper_bound minus lower_bound,', 'says = "lower_bound minus upper_bound,'),
    "counting-changed": ("meminit", "files that have at least one warning", "files that have warnings only"),
    "serialisation-changed": ("meminit", "single-line = true", "single-line = false"),
    "key-order-changed": (
        "meminit",
        '"output_schema_version", "success", "command",',
        '"success", "output_schema_version", "command",',
    ),
    "sort-order-changed": (
        "meminit",
        'keys = ["path", "line", "code", "message"]',
        'keys = ["line", "path", "code", "message"]',
    ),
    "mode-changed": ("cobre", 'stdout = "the stream without progress lines"', 'stdout = "the stream"'),
    "consumer-rule-changed": ("agentpack", 'effects = [{ decide = "escalate" }]', 'effects = [{ decide = "act" }]'),
    "interpretation-changed": ("response-envelope", 'failure = "escalate"', 'failure = "retry"'),
    "scenario-changed": ("response-envelope", "exit-code = 13", "exit-code = 12"),
    "meaning-changed": ("agentpack", 'says = "', 'says = "Not so: '),
}
"""By rule: the contract, and the text of contract.toml whose first place is replaced."""


@pytest.fixture
def registry(tmp_path: Path) -> Path:
    """An empty registry with the settings of the bundled one."""
    (tmp_path / "registry").mkdir()
    shutil.copy(layout.find_bundled_registry() / "registry.toml", tmp_path / "registry")
    return tmp_path / "registry"


def release(registry: Path, contract: str) -> str:
    """Only this contract, without its examples, with each version released anew; the text of its contract.toml."""
    others = shutil.ignore_patterns("releases", "examples")
    shutil.copytree(layout.find_bundled_registry() / contract, registry / contract, ignore=others)
    for version in (registry / contract).glob("v*"):
        freeze(registry, contract, version.name)
    return (registry / contract / "contract.toml").read_text("utf-8")


def breaks(registry: Path) -> list[Finding]:
    return [finding for finding in check(load(registry)).findings if finding.severity == Severity.ERROR]


@pytest.mark.parametrize("rule", EDITS)
def test_an_edit_of_behaviour_breaks_the_release_with_both_facts(rule: str, registry: Path) -> None:
    contract, before, after = EDITS[rule]
    text = release(registry, contract)
    assert breaks(registry) == []
    assert before in text
    (registry / contract / "contract.toml").write_text(text.replace(before, after, 1), "utf-8")
    found = breaks(registry)
    assert [finding.rule for finding in found] == [rule], found
    assert isinstance(found[0].evidence, Facts)
    assert found[0].evidence.old != found[0].evidence.new
    assert found[0].place is not None
    assert found[0].place.line > 0


def test_a_scenario_is_told_with_the_keys_that_changed(registry: Path) -> None:
    text = release(registry, "response-envelope")
    changed = text.replace("exit-code = 13", "exit-code = 12", 1)
    (registry / "response-envelope/contract.toml").write_text(changed, "utf-8")
    (found,) = breaks(registry)
    assert found.message.startswith("The scenario `")
    assert found.message.endswith("` has another `exit-code`.")


def test_a_release_holds_the_behaviour_and_no_decisions(registry: Path) -> None:
    release(registry, "cobre")
    version = load(registry).contracts[0].versions[0]
    frozen = version.releases[-1].read().behaviour
    assert frozen.tables() == version.behaviour.tables()
    assert frozen.rules
    assert frozen.decisions == ()
    assert version.behaviour.decisions


def test_a_meaning_is_a_note_unless_meanings_are_frozen(registry: Path) -> None:
    text = release(registry, "meminit")
    changed = text.replace('says = "Every document has', 'says = "No document has', 1)
    (registry / "meminit/contract.toml").write_text(changed, "utf-8")
    assert breaks(registry) == []
    assert "text-changed" in {finding.rule for finding in check(load(registry)).findings}


def test_frozen_meanings_hold_for_codes_and_descriptions_too(registry: Path) -> None:
    release(registry, "agentpack")
    for name, old, new in (
        ("error-codes.codes.json", '"meaning": "', '"meaning": "Never: '),
        ("envelope.schema.json", '"description": "', '"description": "Never: '),
    ):
        path = registry / "agentpack/v1" / name
        text = path.read_text("utf-8")
        path.write_text(text.replace(old, new, 1), "utf-8")
        assert {finding.rule for finding in breaks(registry)} == {"meaning-changed"}, name
        path.write_text(text, "utf-8")


def test_capitals_and_full_stops_change_no_meaning(registry: Path) -> None:
    text = release(registry, "agentpack")
    first = text.index('says = "') + len('says = "')
    changed = text[:first] + text[first].swapcase() + text[first + 1 :]
    (registry / "agentpack/contract.toml").write_text(changed, "utf-8")
    assert breaks(registry) == []


def test_meanings_that_are_no_longer_frozen_weaken_the_promise(registry: Path) -> None:
    text = release(registry, "agentpack")
    changed = text.replace('meanings = "frozen"', 'meanings = "noted"', 1)
    (registry / "agentpack/contract.toml").write_text(changed, "utf-8")
    assert [finding.rule for finding in breaks(registry)] == ["promise-weakened"]


@pytest.mark.parametrize("odd", [{"a": 1}, ["a"], None])
def test_lists_whose_members_are_no_texts_are_compared_like_others(odd: JsonValue) -> None:
    mode: dict[str, JsonValue] = {"flags": "--quiet", "commands": ["run", odd]}
    failure: dict[str, JsonValue] = {"kinds": [{"name": "late", "carries": [odd]}]}
    old = Behaviour(modes=(mode,), interpretation=failure)
    assert judge(old, old) == []
    fewer = judge(old, Behaviour(modes=({**mode, "commands": ["run"]},), interpretation=failure))
    assert [finding.rule for finding in fewer] == ["mode-changed"]
