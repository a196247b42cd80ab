"""Whatever stands in the files of a registry, lint answers with findings."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from accordant.lint import RULES, lint
from accordant.registry import load
from accordant.registry.files import mapping_reader

from .conftest import BASE

FILES = {str(path.relative_to(BASE)): path.read_bytes() for path in sorted(BASE.rglob("*")) if path.is_file()}
NAMES = {rule.name for rule in RULES}
STRANGE: list[Any] = [
    None, True, False, 0, -1, 1.5, 2**70, "", "x", "#", "#/", "/a", "~", "\u0000", "\u202e", "((", "a" * 300,
    [], [[]], [None], [1, "x"], {}, {"": {}}, {"$ref": "#"}, {"$ref": 1}, {"list": 1}, {"id": []}, {"line": "x"},
    "http://127.0.0.1:9/x", "../x", "urn:acme:order:v1", "order.schema.json", "1.0", "v1",
]  # fmt: skip


def places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    below: list[tuple[str | int, ...]] = [path]
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        below += places(member, (*path, key))
    return below


def mutate(value: Any, chance: random.Random) -> Any:
    """The value with one part replaced, removed, renamed or doubled."""
    value = copy.deepcopy(value)
    path = chance.choice(places(value))
    if not path:
        return chance.choice(STRANGE)
    parent = value
    for key in path[:-1]:
        parent = parent[key]
    kind = chance.randrange(4)
    if kind == 0:
        del parent[path[-1]]
    elif kind == 1 and isinstance(parent, dict):
        parent[chance.choice(["x", "", "$ref", "$id", "$schema", "x-codes", "enum", "items", "id"])] = parent.pop(
            path[-1]
        )
    elif kind == 2:
        parent[path[-1]] = [parent[path[-1]], parent[path[-1]]]
    else:
        parent[path[-1]] = chance.choice(STRANGE)
    return value


@pytest.mark.parametrize("seed", range(40))
def test_lint_answers_whatever_a_json_file_holds(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(5):
        files = dict(FILES)
        for name in chance.sample([name for name in FILES if name.endswith(".json")], chance.choice([1, 1, 2])):
            files[name] = json.dumps(mutate(json.loads(files[name]), chance)).encode()
        read, list_ = mapping_reader(files)
        for finding in lint(load.Loader(read=read, list_=list_, problems=[])):
            assert finding.rule in NAMES
            assert finding.place is not None, finding
            assert finding.message


@pytest.mark.parametrize("seed", range(20))
def test_lint_answers_whatever_text_is_damaged(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(5):
        files = dict(FILES)
        name = chance.choice(list(FILES))
        data = bytearray(files[name])
        for _ in range(chance.choice([1, 3, 20])):
            at = chance.randrange(len(data) + 1)
            data[at : at + chance.randrange(4)] = chance.choice(
                [b"", b'"', b"{", b"]", b"\n", b"\xff", b"=", b"&a ", b"\\"]
            )
        files[name] = bytes(data)
        read, list_ = mapping_reader(files)
        findings = list(lint(load.Loader(read=read, list_=list_, problems=[])))
        assert {finding.rule for finding in findings} <= NAMES
        assert [finding for finding in findings if finding.place is None] == []


@pytest.mark.parametrize(
    "name", [name for name in FILES if name.endswith((".json", ".yaml", ".toml", ".jsonl", ".lock"))]
)
@pytest.mark.parametrize("data", [b"", b"\x00", b"null", b"[]", b"{}", b'"x"', b"7"], ids=repr)
def test_lint_answers_when_a_file_holds_something_else(name: str, data: bytes) -> None:
    read, list_ = mapping_reader({**FILES, name: data})
    findings = list(lint(load.Loader(read=read, list_=list_, problems=[])))
    assert {finding.rule for finding in findings} <= NAMES
    harmless = Path(name).suffix == ".lock" or name.endswith(("refused-by.toml", "after-result.jsonl"))
    assert harmless or findings != []
