"""The generated Python models of the bundled contracts accept what the schemas accept, and give it back."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from accordant.contract import Version
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of

from .conftest import VERSIONS, Package, examples, label

OTHER_VALUES: tuple[Any, ...] = (None, True, 1, 1.5, "other", [], {}, ...)
ALL = pytest.mark.parametrize("version", VERSIONS, ids=label)


def dump(adapter: Any, value: Any) -> Any:
    return json.loads(adapter.dump_json(value, by_alias=True))


def same(value: Any, other: Any) -> bool:
    """JSON equality: 1 is 1.0 and not true."""
    if isinstance(value, bool) or isinstance(other, bool):
        return value is other
    if isinstance(value, dict) and isinstance(other, dict):
        return value.keys() == other.keys() and all(same(value[key], other[key]) for key in value)
    if isinstance(value, list) and isinstance(other, list):
        return len(value) == len(other) and all(same(left, right) for left, right in zip(value, other, strict=True))
    return bool(value == other)


@ALL
def test_every_valid_example_parses_and_writes_back_the_same_json(version: Version, package: Package) -> None:
    count = 0
    for example, schema, document in examples(version, valid=True):
        adapter = package.adapter(version, schema)
        parsed = adapter.validate_json(json.dumps(document))
        assert same(dump(adapter, parsed), document), example.path
        count += 1
    assert count > 0


@ALL
def test_every_invalid_example_is_refused(version: Version, package: Package) -> None:
    for example, schema, document in examples(version, valid=False):
        adapter = package.adapter(version, schema)
        try:
            adapter.validate_json(json.dumps(document))
        except ValidationError:
            continue
        pytest.fail(f"{example.path} is accepted")


@ALL
def test_members_that_a_contract_does_not_name_are_kept_where_it_is_open(version: Version, package: Package) -> None:
    resources = Resources(version.state.resources)
    kept = 0
    for example, schema, document in examples(version, valid=True):
        if not isinstance(document, dict):
            continue
        changed = {**document, "x-later": {"a": [1, None]}}
        adapter = package.adapter(version, schema)
        if validator_of(resources.root(version.state.schemas[schema].uri)).is_valid(changed):
            assert same(dump(adapter, adapter.validate_json(json.dumps(changed))), changed), example.path
            kept += 1
        else:
            with pytest.raises(ValidationError):
                adapter.validate_json(json.dumps(changed))
    assert kept > 0 or label(version) == "response-envelope/v1"


def mutations(document: Any) -> Iterator[Any]:
    """The document with one part dropped, set to null, or set to a value of another type, near the root and below."""
    spots: list[tuple[Any, ...]] = []
    todo: list[tuple[tuple[Any, ...], Any]] = [((), document)]
    while todo and len(spots) < 40:
        path, value = todo.pop(0)
        keys: list[Any] = list(value) if isinstance(value, dict) else list(range(min(len(value), 2)))
        for key in keys:
            spots.append((*path, key))
            if isinstance(value[key], dict | list):
                todo.append(((*path, key), value[key]))
    for spot in spots:
        for new in OTHER_VALUES:
            changed = copy.deepcopy(document)
            parent = changed
            for key in spot[:-1]:
                parent = parent[key]
            if new is ...:
                del parent[spot[-1]]
            else:
                parent[spot[-1]] = new
            yield changed


@ALL
def test_models_and_schemas_agree_on_damaged_documents(version: Version, package: Package) -> None:
    resources = Resources(version.state.resources)
    seen: set[str] = set()
    checked = 0
    for example, schema, document in examples(version, valid=True):
        if schema in seen or not isinstance(document, dict | list):
            continue
        seen.add(schema)
        judge = validator_of(resources.root(version.state.schemas[schema].uri))
        adapter = package.adapter(version, schema)
        for changed in mutations(document):
            text = json.dumps(changed)
            try:
                parsed = adapter.validate_json(text)
            except ValidationError:
                assert not judge.is_valid(changed), f"{example.path}: refused, and valid: {text}"
            else:
                assert judge.is_valid(changed), f"{example.path}: accepted, and invalid: {text}"
                assert same(dump(adapter, parsed), changed), example.path
            checked += 1
    assert checked > 20


@ALL
def test_code_lists_carry_every_fact(version: Version, package: Package) -> None:
    module = package.module(version)
    for name, code_list in version.state.code_lists.items():
        constant = getattr(module, name.replace("-", "_").upper())
        assert list(constant) == [entry.id for entry in code_list.entries]
        for entry in code_list.entries:
            facts = constant[entry.id]
            for fact in ("id", "name", "category", "meaning", "action", "retryable", "phase", "side_effects", "since"):
                value = getattr(facts, fact)
                assert ("" if value is None else value) == getattr(entry, fact), (name, entry.id, fact)
            assert facts.exit_code == entry.exit_code
            assert tuple(facts.severity) == entry.severity
            assert [(field.name, field.always) for field in facts.context] == [
                (field.name, field.always) for field in entry.context
            ]
            assert dict(facts.attributes) == dict(entry.attributes)
