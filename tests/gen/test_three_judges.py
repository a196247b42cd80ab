"""One verdict: `validate`, generated Python and generated TypeScript agree on each example and on many mutations."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from accordant.conform import Session, open_session
from accordant.contract import Contract, Version
from accordant.findings import Severity
from tests.export.mutations import mutated

from .conftest import BUNDLED, Built, Package, examples, label
from .test_typescript import guards, judged

MUTATIONS = 500
"""For each contract, over all its versions and schemas."""


def asked(contract: Contract) -> Iterator[tuple[Version, str, Any, bool]]:
    """(version, schema, document, whether it is a mutation) of everything that is compared."""
    pools: list[tuple[Version, str, list[Any]]] = []
    for version in contract.versions:
        by_schema: dict[str, list[Any]] = {}
        for valid in (True, False):
            for _, schema, document in examples(version, valid=valid):
                yield version, schema, document, False
                by_schema.setdefault(schema, []).extend([document] if valid else [])
        pools += [(version, schema, found) for schema, found in by_schema.items() if found]
    chance = random.Random(contract.name)
    for index in range(MUTATIONS):
        version, schema, found = pools[index % len(pools)]
        yield version, schema, mutated(chance.choice(found), chance), True


def by_the_tool(session: Session, document: Any) -> bool:
    """What only `x-schema` refuses counts for nothing here: the tool alone judges schemas inside documents."""
    found = session.document("x.json", json.dumps(document).encode())
    places = [
        finding.schema_place.pointer if finding.schema_place else ""
        for finding in found
        if finding.severity is Severity.ERROR
    ]
    return all(place.endswith("/x-schema") for place in places)


def by_python(adapter: TypeAdapter[Any], document: Any) -> bool:
    try:
        adapter.validate_json(json.dumps(document))
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize("contract", BUNDLED.contracts, ids=lambda contract: contract.name)
def test_three_judges_give_one_verdict(
    contract: Contract, package: Package, built: Built, capsys: pytest.CaptureFixture[str]
) -> None:
    @cache
    def session(version: str, schema: str) -> Session:
        return open_session(contract, version=version, schema=schema, as_="schema")

    pool, names = list(asked(contract)), guards(built.folder)
    questions, said = [], []
    for version, schema, document, _ in pool:
        guard = names[label(version)][f"{version.state.schemas[schema].uri}#"]
        questions.append({"module": label(version), "guard": guard, "text": json.dumps(document)})
        said.append(
            (
                by_the_tool(session(version.name, schema), document),
                by_python(package.adapter(version, schema), document),
            )
        )
    third = judged(built.folder, built.node, questions)
    apart = [
        (question["module"], question["guard"], question["text"][:300], *two, verdict)
        for question, two, verdict in zip(questions, said, third, strict=True)
        if {*two, verdict} not in ({True}, {False})
    ]
    assert apart == []
    refused = sum(not verdict for verdict in third)
    assert 0 < refused < len(pool)
    mutations = sum(row[3] for row in pool)
    with capsys.disabled():
        print(f"\n{contract.name}: {len(pool) - mutations} examples, {mutations} mutations, {refused} refused, 0 apart")
