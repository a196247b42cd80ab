"""Types inside of each other: as deep as a document may be nested they are generated, beyond that refused in words."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest

from accordant import generate
from accordant.errors import InputError

Wrap = Callable[[Any], dict[str, Any]]

ONE_LEVEL: Final[dict[str, Wrap]] = {
    "items": lambda inner: {"items": inner},
    "array": lambda inner: {"type": "array", "items": inner},
    "additionalProperties": lambda inner: {"additionalProperties": inner},
    "map": lambda inner: {"type": "object", "additionalProperties": inner},
    "not": lambda inner: {"not": inner},
    "if": lambda inner: {"if": inner},
    "contains": lambda inner: {"contains": inner},
}
"""Keywords whose schema lies one level deeper in the document."""
TWO_LEVELS: Final[dict[str, Wrap]] = {
    "properties": lambda inner: {"type": "object", "properties": {"a": inner}},
    "patternProperties": lambda inner: {"patternProperties": {"^a": inner}},
    "anyOf": lambda inner: {"anyOf": [inner, {"type": "integer"}]},
    "allOf": lambda inner: {"allOf": [inner]},
    "prefixItems": lambda inner: {"prefixItems": [inner]},
}
"""Keywords whose schemas lie two levels deeper."""
NESTED: Final = [
    *(pytest.param(wrap, 126, id=name) for name, wrap in ONE_LEVEL.items()),
    *(pytest.param(wrap, 63, id=name) for name, wrap in TWO_LEVELS.items()),
]
LINKS: Final[dict[str, Wrap]] = {
    "a list": lambda following: {"items": following},
    "a list of at least one": lambda following: {"items": {**following, "minItems": 1}},
    "a list that adds to it": lambda following: {"items": {"allOf": [following, {"minItems": 0}]}},
    "a map of it or null": lambda following: {"additionalProperties": {"anyOf": [following, {"type": "null"}]}},
    "a member": lambda following: {"type": "object", "properties": {"a": following}},
}
"""What a definition makes of the one that follows it."""
PRINTED: Final = ("python", "ts", "model")
DOUBLING: Final = {("a list of at least one", "ts")}
"""What has a text that doubles with each definition: the budget of a command ends that."""


@pytest.mark.parametrize("target", PRINTED)
@pytest.mark.parametrize(("wrap", "levels"), NESTED)
def test_what_may_be_nested_in_a_document_is_generated(tmp_path: Path, wrap: Wrap, levels: int, target: str) -> None:
    schema: Any = {"enum": ["x"]}
    for _ in range(levels):
        schema = wrap(schema)
    before = sys.getrecursionlimit()
    [(name, text)] = generate(schema, target=target, root="Root").items()
    assert sys.getrecursionlimit() == before
    assert "Root" in text
    if target == "python":
        (tmp_path / name).write_text(text, "utf-8")
        loading = [sys.executable, "-W", "error", "-c", "import model; model.Root"]
        done = subprocess.run(loading, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == 0, done.stderr[-1000:]


@pytest.mark.parametrize("length", [100, 128, 1000])
@pytest.mark.parametrize(("link", "target"), sorted({*product(LINKS, PRINTED)} - DOUBLING))
def test_a_chain_of_definitions_is_generated_or_refused_in_words(link: str, length: int, target: str) -> None:
    definitions: dict[str, Any] = {
        f"d{index}": LINKS[link]({"$ref": f"#/$defs/d{index + 1}"}) for index in range(length)
    }
    schema = {"$defs": {**definitions, f"d{length}": {"enum": ["x"]}}, "$ref": "#/$defs/d0"}
    refused = refusal(schema, target)
    if refused is not None:
        assert re.search("inside of each other|too deep", refused.reason)
        assert refused.next_step


@pytest.mark.parametrize("target", PRINTED)
def test_lists_with_rules_that_python_has_too_few_brackets_for_are_refused_in_words(target: str) -> None:
    schema: Any = {"enum": ["x"]}
    for _ in range(126):
        schema = {"type": "array", "uniqueItems": True, "items": schema}
    refused = refusal(schema, target)
    assert (refused is None) == (target != "python")
    assert refused is None or "inside of each other" in refused.reason


def refusal(schema: Any, target: str) -> InputError | None:
    """Why a target cannot be generated; None where it is."""
    try:
        generate(schema, target=target, root="Root")
    except InputError as error:
        return error
    return None
