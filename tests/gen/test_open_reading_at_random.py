"""Random contracts: what is generated for them reads exactly and openly as the schema and the judge do."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from accordant.contract import Contract
from accordant.gen import generate_registry
from accordant.model.cases.analysis import cases
from accordant.model.cases.shape_claims import claims_of
from accordant.model.types import Record
from accordant.model.versions import models_of
from accordant.schema.reader_copy import as_node, open_reading
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of
from tests.conftest import cannot_run

from .random_contracts import Documents, contract, registry
from .test_cases import satisfies
from .test_open_reading import outcome
from .test_products import same
from .test_typescript import MODULES, judged

pytestmark = pytest.mark.slow

SCHEMAS, DOCUMENTS = 12, 20


def questions(made: Contract, seed: int) -> Iterator[tuple[str, Any, bool, bool]]:
    """(type, document, whether the schema takes it, whether its open reading does)."""
    version = made.versions[0]
    resources = Resources(version.state.resources)
    roots = models_of(registry(made))[0].roots
    for name, schema in version.state.schemas.items():
        root = resources.root(schema.uri)
        exact, openly = validator_of(root), validator_of(as_node(open_reading(root, version.state.enums)))
        openly = exact if schema.direction == "input" else openly
        documents = Documents(seed, version.state.schemas)
        for _ in range(DOCUMENTS):
            document = documents.of(schema)
            yield roots[name], document, exact.is_valid(document), openly.is_valid(document)


@pytest.fixture
def printed(tmp_path: Path) -> Iterator[Callable[[Contract], Any]]:
    """Writes a contract's Python package and imports its module."""

    def write(made: Contract) -> Any:
        for name, text in generate_registry(registry(made), "python").items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text, "utf-8")
        importlib.invalidate_caches()
        return importlib.import_module("random_contracts.random.v1")

    sys.path.insert(0, str(tmp_path))
    yield write
    sys.path.remove(str(tmp_path))
    for name in [module for module in sys.modules if module.partition(".")[0] == "random_contracts"]:
        del sys.modules[name]


@pytest.mark.parametrize("seed", range(16))
def test_models_read_as_the_schema_and_as_the_judge(seed: int, printed: Callable[[Contract], Any]) -> None:
    made = contract(seed, SCHEMAS)
    module = printed(made)
    openly = sys.modules["random_contracts._open"].OPEN
    differ = 0
    for name, document, exact, opened in questions(made, seed):
        assert opened or not exact, "the open reading takes what the schema takes"
        adapter = TypeAdapter(getattr(module, name))
        for context, right in ((None, exact), (openly, opened)):
            read, back = outcome(adapter, document, context)
            assert read is right, (name, document, context)
            assert not read or same(back, document), (name, document)
        differ += exact is not opened
    assert differ > 0


@pytest.mark.parametrize("seed", range(1000, 1003))
def test_guards_read_as_the_schema_and_as_the_judge(seed: int, tmp_path: Path, needs: Callable[[str], str]) -> None:
    compiler = MODULES / "typescript-7/bin/tsc"
    if not compiler.exists():
        cannot_run("TypeScript is not installed (npm --prefix tests/typescript ci)")
    made = contract(seed, SCHEMAS)
    for name, text in generate_registry(registry(made), "ts").items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    done = subprocess.run([compiler, "-p", tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[:2000]
    asked = [
        ({"module": "random/v1", "guard": name, "text": json.dumps(document), "reading": reading}, right)
        for name, document, exact, opened in questions(made, seed)
        for reading, right in (("exact", exact), ("open", opened))
    ]
    verdicts = judged(tmp_path, needs("node"), [question for question, _ in asked])
    assert [question for (question, right), got in zip(asked, verdicts, strict=True) if got is not right] == []


def test_the_cases_of_types_are_never_narrower_than_the_open_reading() -> None:
    checked = sum(cases_that_hold(seed) for seed in range(2000, 2020))
    assert checked > 100


def cases_that_hold(seed: int) -> int:
    made = contract(seed, SCHEMAS)
    version = models_of(registry(made))[0]
    by_name = {named.name: named.type for named in version.model.types.values()}
    claims = claims_of(version.model)
    checked = 0
    for name, document, _, opened in questions(made, seed):
        shape = by_name[name].shape
        if not opened or not isinstance(shape, Record) or not isinstance(document, dict):
            continue
        declared = claims.declared(shape)
        for rule in by_name[name].rules:
            cases_ = cases(rule, declared, claims.named)
            assert any(satisfies(document, case) for case in cases_), (seed, name, document)
            checked += 1
    return checked
