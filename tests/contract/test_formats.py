"""The published schemas of our own files accept what loading accepts, and are themselves sound."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from accordant.contract import formats
from accordant.registry import layout
from accordant.schema import documents
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of

PROJECT = Path(__file__).resolve().parents[2]
REGISTRY = PROJECT / "registry"


def format_of(path: Path) -> str | None:
    if path.name in (layout.CONFIG, layout.CONTRACT, "acknowledgements.toml"):
        return path.stem
    kind = layout.kind_of(path.name)
    return kind[0] if kind and kind[0] in formats.NAMES else None


FILES = [path for path in sorted(REGISTRY.rglob("*")) if path.is_file() and "releases" not in path.parts]
OURS = [(path, name) for path in FILES if (name := format_of(path)) is not None]


@pytest.mark.parametrize(("path", "name"), OURS, ids=[str(path.relative_to(REGISTRY)) for path, _ in OURS])
def test_every_file_of_the_bundled_registry_has_its_format(path: Path, name: str) -> None:
    document = documents.parse(path.read_bytes(), path.name)
    assert validator_of(Resources.of(formats.schema_of(name))).problems(document.value) == []


@pytest.mark.parametrize("name", formats.NAMES)
def test_a_format_is_a_schema_of_its_draft(name: str) -> None:
    schema = formats.schema_of(name)
    meta = Resources({}).resolve(Resources.of({}), schema["$schema"])
    assert validator_of(meta).is_valid(schema)


@pytest.mark.parametrize("name", formats.NAMES)
def test_a_format_refuses_a_field_that_it_does_not_have(name: str) -> None:
    assert not validator_of(Resources.of(formats.schema_of(name))).is_valid({"no-such-field": 1})


def test_the_examples_of_the_guide_have_their_format() -> None:
    guide = (PROJECT / "site/guides/registry-format.md").read_text("utf-8")
    blocks = guide.split("```")[1::2]
    toml = [block.removeprefix("toml\n") for block in blocks if block.startswith("toml\n")]
    first_line, registry, severities, *contracts = toml[:6]
    of_contracts = [("contract", text) for text in contracts]
    for name, text in (("registry", f"{first_line}{registry}\n{severities}"), *of_contracts):
        document = documents.parse(text, "guide.toml")
        assert validator_of(Resources.of(formats.schema_of(name))).problems(document.value) == [], text
    values = [json.loads(block.removeprefix("json\n")) for block in blocks if block.startswith("json\n")]
    assert len(values) == 2
    for name, value in zip(("codes", "stream"), values, strict=True):
        assert validator_of(Resources.of(formats.schema_of(name))).problems(value) == []
