"""The default schema is promised: where another one takes its place, what names no schema is about other documents."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from accordant.compat import check
from accordant.findings import Facts, Finding, Severity
from accordant.registry.load import load
from accordant.registry.release import freeze

RULE = """
[[versions.v1.rules]]
id = "named"
says = "Every document has a name."
holds = [{ then = [{ at = "/name", present = true }] }]
"""
TABLES = {
    "producer-rule-weakened": RULE,
    "derived-changed": '[[versions.v1.derived]]\nfield = "/name"\nfrom = "clock"\nsays = "Its name."\n',
    "counting-changed": '[[versions.v1.counting]]\nfield = "/name"\ncounts = "things"\n',
    "serialisation-changed": "[versions.v1.serialisation]\nsingle-line = true\n",
    "interpretation-changed": '[versions.v1.interpretation]\nsuccess = "act"\nfailure = "escalate"\n'
    'kinds = [{ name = "act", outcome = "success", says = "Act." }]\n',
    "mode-changed": """
[[versions.v1.modes]]
flags = "--json"
prints = "document"
requires = [{ at = "/name", present = true }]
""",
    "consumer-rule-changed": '[[versions.v1.consumer-rules]]\nid = "act"\nthen = "Act."\n',
}
"""By the rule that tells the move: the tables of a version that name no schema."""


def contract(direction: str, tables: str = "", default: str = 'default-schema = "order"') -> str:
    directions = "".join(f'[schemas.{name}]\ndirection = "{direction}"\n' for name in ("order", "receipt"))
    return f'[versions.v1]\nstatus = "current"\n{default}\n{tables}\n{directions}'


def write(root: Path, text: str) -> None:
    folder = root / "registry/shop"
    (folder / "v1").mkdir(parents=True, exist_ok=True)
    (root / "registry/registry.toml").write_text('name = "shop"\nbase-uri = "https://shop.example/"\n', "utf-8")
    (folder / "contract.toml").write_text(text, "utf-8")
    for name in ("order", "receipt"):
        schema = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": f"https://shop.example/shop/v1/{name}.json",
            "type": "object",
            "properties": {"name": {"type": "string"}},
        }
        (folder / f"v1/{name}.schema.json").write_text(json.dumps(schema), "utf-8")


def findings(root: Path, before: str, after: str) -> list[Finding]:
    """What is found where the release is of one text of ``contract.toml`` and the working state of another."""
    write(root, before)
    freeze(root / "registry", "shop", "v1")
    write(root, after)
    return list(check(load(root / "registry")).findings)


def breaks(found: list[Finding]) -> list[Finding]:
    return [finding for finding in found if finding.severity == Severity.ERROR]


def receipt(text: str) -> str:
    return text.replace('default-schema = "order"', 'default-schema = "receipt"')


def test_another_default_schema_is_told(tmp_path: Path) -> None:
    before = contract("output")
    (finding,) = findings(tmp_path, before, receipt(before))
    assert finding.rule == "behaviour-changed"
    assert finding.message == "The default schema is `receipt` now; before, it was `order`."
    assert finding.place is not None
    assert finding.place.pointer == "/versions/v1/default-schema"


@pytest.mark.parametrize("rule", TABLES)
def test_what_names_no_schema_breaks_readers_of_the_schema_that_was_the_default(rule: str, tmp_path: Path) -> None:
    before = contract("output", TABLES[rule])
    found = breaks(findings(tmp_path, before, receipt(before)))
    assert [finding.rule for finding in found] == [rule]
    assert isinstance(found[0].evidence, Facts)


@pytest.mark.parametrize("rule", ["producer-rule-weakened", "derived-changed", "serialisation-changed"])
def test_what_names_no_schema_is_demanded_of_callers_of_the_new_default(rule: str, tmp_path: Path) -> None:
    before = contract("input", TABLES[rule])
    assert "rule-demanded" in {finding.rule for finding in breaks(findings(tmp_path, before, receipt(before)))}


def without_default(text: str) -> str:
    return text.replace('default-schema = "order"', "")


@pytest.mark.parametrize("rule", TABLES)
def test_what_names_no_schema_breaks_readers_where_none_is_the_default_any_more(rule: str, tmp_path: Path) -> None:
    before = contract("output", TABLES[rule])
    found = findings(tmp_path, before, without_default(before))
    assert [finding.rule for finding in breaks(found)] == [rule]
    assert found[0].message == "There is no default schema now; before, it was `order`."
    assert (found[0].old, found[0].new) == ("order", None)
    assert freeze(tmp_path / "registry", "shop", "v1") == "1.1", "what changed is released"


def test_a_rule_is_about_no_documents_where_no_schema_is_the_default_any_more(tmp_path: Path) -> None:
    before = contract("output", RULE)
    (finding,) = breaks(findings(tmp_path, before, without_default(before)))
    assert finding.message == "The rule `named` is about no documents."


def test_callers_are_asked_for_nothing_where_no_schema_is_the_default_any_more(tmp_path: Path) -> None:
    before = contract("input", RULE)
    found = findings(tmp_path, before, without_default(before))
    assert {finding.rule for finding in found} == {"behaviour-changed"}


@pytest.mark.parametrize("rule", ["producer-rule-weakened", "derived-changed", "serialisation-changed"])
def test_callers_are_asked_for_more_where_a_schema_becomes_the_default(rule: str, tmp_path: Path) -> None:
    after = contract("input", TABLES[rule])
    found = breaks(findings(tmp_path, without_default(after), after))
    assert "rule-demanded" in {finding.rule for finding in found}


def test_a_rule_that_names_no_schema_any_more_and_has_no_default_breaks(tmp_path: Path) -> None:
    named = without_default(contract("output", RULE.replace('id = "named"', 'id = "named"\nschema = "order"')))
    found = breaks(findings(tmp_path, named, without_default(contract("output", RULE))))
    assert [finding.rule for finding in found] == ["producer-rule-weakened"]


def test_a_table_that_names_its_schema_stays_where_it_is(tmp_path: Path) -> None:
    named = RULE.replace('id = "named"', 'id = "named"\nschema = "order"')
    before = contract("output", named)
    assert breaks(findings(tmp_path, before, receipt(before))) == []


MODE = '[[versions.v1.modes]]\nflags = "--json"\n'


@pytest.mark.parametrize("table", ['prints = "document"', 'says = "It prints."\nprints = "document"\nomits = ["id"]'])
def test_a_mode_that_prints_a_document_prints_one_of_another_schema(table: str, tmp_path: Path) -> None:
    before = contract("output", f"{MODE}{table}\n")
    (finding,) = breaks(findings(tmp_path, before, receipt(before)))
    assert finding.rule == "mode-changed"
    assert finding.message == "The modes print documents of `receipt` now; before, of `order`."
    assert isinstance(finding.evidence, Facts)


def test_a_mode_that_prints_a_document_prints_one_of_no_schema_where_none_is_the_default(tmp_path: Path) -> None:
    before = contract("output", f'{MODE}prints = "document"\n')
    (finding,) = breaks(findings(tmp_path, before, without_default(before)))
    assert finding.message == "The modes print documents of no schema now; before, of `order`."


@pytest.mark.parametrize("table", ['prints = "text"', 'prints = "nothing"', 'prints = "stream"', 'stdout = "words"'])
def test_a_mode_that_prints_no_document_stays(table: str, tmp_path: Path) -> None:
    before = contract("output", f"{MODE}{table}\n")
    assert breaks(findings(tmp_path, before, receipt(before))) == []


@pytest.mark.parametrize("direction", ["output", "input"])
@pytest.mark.parametrize("rule", ["derived-changed", "counting-changed"])
def test_a_table_may_name_the_schema_that_is_the_default(rule: str, direction: str, tmp_path: Path) -> None:
    plain = contract(direction, TABLES[rule])
    named = plain.replace('field = "/name"', 'schema = "order"\nfield = "/name"')
    assert breaks(findings(tmp_path, plain, named)) == []
    write(tmp_path, named)
    freeze(tmp_path / "registry", "shop", "v1")
    write(tmp_path, plain)
    assert breaks(list(check(load(tmp_path / "registry")).findings)) == []


def test_a_table_may_name_the_schema_that_was_the_default(tmp_path: Path) -> None:
    named = RULE.replace('id = "named"', 'id = "named"\nschema = "order"')
    found = findings(tmp_path, contract("output", RULE), receipt(contract("output", named)))
    assert breaks(found) == []
    assert [finding.rule for finding in found] == ["behaviour-changed"]


def test_a_release_of_before_says_no_default_schema_and_nothing_is_told(tmp_path: Path) -> None:
    before = contract("output", RULE)
    write(tmp_path, before)
    freeze(tmp_path / "registry", "shop", "v1")
    forget_default(tmp_path / "registry")
    assert list(check(load(tmp_path / "registry")).findings) == []
    assert freeze(tmp_path / "registry", "shop", "v1") is None, "nothing changed"
    write(tmp_path, receipt(before))
    assert list(check(load(tmp_path / "registry")).findings) == []


def forget_default(registry: Path) -> None:
    """Make the release one of before: without the default schema, and locked so."""
    path = registry / "shop/v1/releases/1.0.json"
    value = json.loads(path.read_text("utf-8"))
    assert value.pop("default-schema") == "order"
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", "utf-8")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    (registry / "registry.lock").write_text(f"{digest}  shop/v1/releases/1.0.json\n", "utf-8")
