"""What programs read: schemas at addresses that stay, a catalogue with digests, a guide for language models."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping

import jsonschema_rs

from accordant.contract import Registry


def test_every_schema_of_every_release_has_its_file(registry: Registry, pages: Mapping[str, str]) -> None:
    for contract in registry.contracts:
        for version in contract.versions:
            for release in version.releases:
                for name, schema in release.read().schemas.items():
                    text = pages[f"schemas/{contract.name}/{release.name}/{name}.json"]
                    assert json.loads(text) == schema.value


def test_a_bundle_alone_judges_the_examples(registry: Registry, pages: Mapping[str, str]) -> None:
    judged = 0
    for contract in registry.contracts:
        for version in contract.versions:
            for name in version.state.schemas:
                path = f"schemas/{contract.name}/{version.name}/{name}"
                text = pages.get(f"{path}.bundle.json")
                if text is None:
                    continue
                judge = jsonschema_rs.validator_for(json.loads(text), offline=True)
                for example in version.examples:
                    if example.subject == name and not example.is_stream and len(example.documents) == 1:
                        assert judge.is_valid(example.documents[0].value) == example.valid, example.path
                        judged += 1
    assert judged > 100


def test_the_catalogue_names_every_schema_file_with_its_digest(pages: Mapping[str, str]) -> None:
    named = re.findall(r'"path": "([^"]*)",\s*"sha256": "([0-9a-f]{64})"', pages["index.json"])
    assert {path for path, _ in named} == {path for path in pages if path.startswith("schemas/")}
    for path, digest in named:
        assert hashlib.sha256(pages[path].encode()).hexdigest() == digest


def test_every_link_of_the_guide_leads_to_a_page(pages: Mapping[str, str]) -> None:
    targets = re.findall(r"\]\(([^)]*)\)", pages["llms.txt"])
    assert len(targets) > 20
    assert set(targets) <= {*pages, "commands/index.md"}
    assert pages["llms.txt"].startswith("# accordant\n\n> ")
