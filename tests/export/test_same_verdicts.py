"""Exported files judge documents as `registry validate` does, whoever reads them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from accordant.conform import validate
from accordant.contract import Contract, Version
from accordant.export import Form, export_state
from accordant.registry.load import load
from accordant.schema.dialects import DRAFT_07, DRAFT_2020_12
from tests.conftest import PROJECT, cannot_run
from tests.export.mutations import mutated
from tests.export.validators import by_ajv, by_jsonschema, by_jsonschema_rs

MUTATIONS = 200
CONTRACTS = sorted(path.parent.name for path in PROJECT.glob("registry/*/contract.toml"))
DRAFTS = {"07": DRAFT_07, "2020-12": DRAFT_2020_12}


@dataclass
class Documents:
    """Documents of a schema and what `registry validate` says of each; those that only it can judge are left out."""

    version: Version
    schema: str
    documents: list[Any]
    verdicts: list[bool]


def judged(contract: Contract, version: Version, schema: str, documents: list[Any]) -> Documents:
    data = [(f"{index}.json", json.dumps(document).encode()) for index, document in enumerate(documents)]
    refused: dict[str, set[str]] = {}
    findings = validate(contract, data, version=version.name, schema=schema, as_="schema")
    for found in (finding for finding in findings if finding.severity == "error"):
        assert found.place is not None
        at = found.schema_place.pointer if found.schema_place else ""
        refused.setdefault(found.place.path, set()).add(at.rpartition("/")[2])
    beyond = {path for path, keywords in refused.items() if keywords == {"x-schema"}}
    kept = [(document, path not in refused) for document, (path, _) in zip(documents, data, strict=True)
            if path not in beyond]  # fmt: skip
    return Documents(version, schema, [document for document, _ in kept], [verdict for _, verdict in kept])


def examples(version: Version) -> dict[str, list[Any]]:
    """The examples of every schema; the lines of a stream are examples of its line schema."""
    found: dict[str, list[Any]] = {}
    for example in version.examples:
        schema = version.state.streams[example.subject].line if example.is_stream else example.subject
        found.setdefault(schema, []).extend(document.value for document in example.documents)
    return found


def near(found: dict[str, list[Any]], count: int, chance: random.Random) -> dict[str, list[Any]]:
    """Documents near the examples, so many together."""
    made: dict[str, list[Any]] = {schema: [] for schema in found}
    for _ in range(count):
        schema = chance.choice(sorted(found))
        made[schema].append(mutated(chance.choice(found[schema]), chance))
    return made


def all_documents(contract: Contract) -> Iterator[Documents]:
    chance = random.Random(7)
    for version in contract.versions:
        found = examples(version)
        changed = near(found, MUTATIONS, chance)
        for schema, documents in found.items():
            yield judged(contract, version, schema, documents + changed[schema])


@pytest.fixture(scope="module", params=CONTRACTS)
def subject(request: pytest.FixtureRequest) -> list[Documents]:
    [contract] = load(PROJECT / "registry", only=request.param).contracts
    return list(all_documents(contract))


def exported(subject: list[Documents], draft: str, *, plain: bool) -> list[tuple[Any, list[Any]]]:
    """Each schema and its documents, with the file read back from its text."""
    cases = []
    for part in subject:
        done = export_state(part.version.state, Form(DRAFTS[draft], plain=plain), part.schema)
        cases.append((json.loads(json.dumps(done.schemas[part.schema])), part.documents))
    return cases


@pytest.mark.slow
@pytest.mark.parametrize("plain", [False, True], ids=["kept", "plain"])
@pytest.mark.parametrize("draft", DRAFTS)
def test_python_validators_say_what_validate_says(subject: list[Documents], draft: str, plain: bool) -> None:
    cases = exported(subject, draft, plain=plain)
    expected = [part.verdicts for part in subject]
    assert any(True in verdicts for verdicts in expected)
    assert any(False in verdicts for verdicts in expected)
    assert by_jsonschema_rs(draft, cases) == expected
    assert by_jsonschema(draft, cases) == expected


@pytest.mark.parametrize("plain", [False, True], ids=["kept", "plain"])
@pytest.mark.parametrize("draft", DRAFTS)
def test_ajv_says_what_validate_says(
    subject: list[Documents], draft: str, plain: bool, needs: Callable[[str], str]
) -> None:
    require_ajv()
    cases = exported(subject, draft, plain=plain)
    assert by_ajv(draft, cases, needs("node"), strict=plain) == [part.verdicts for part in subject]


def require_ajv() -> None:
    if not Path(PROJECT / "tests/typescript/node_modules/ajv-8").exists():
        cannot_run("ajv is not installed: npm --prefix tests/typescript ci")
