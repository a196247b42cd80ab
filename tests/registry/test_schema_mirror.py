"""A mirror gives the schemas at network addresses from a folder, and never leaves that folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from accordant.errors import InputError
from accordant.registry import schema_mirror

ADDRESS = "https://example.org/a/b.json"


@pytest.fixture
def mirror(tmp_path: Path) -> Path:
    """Two schemas of example.org, the second behind a reference of the first, and a secret beside the folder."""
    base = tmp_path / "mirror/example.org/a"
    base.mkdir(parents=True)
    (base / "b.json").write_text(json.dumps({"items": {"$ref": "c"}}), "utf-8")
    (base / "c.json").write_text(json.dumps({"$ref": ADDRESS}), "utf-8")
    (tmp_path / "secret.json").write_text("{}", "utf-8")
    return tmp_path / "mirror"


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": ADDRESS},
        {"$ref": f"{ADDRESS}#/items"},
        {"properties": {"p": [{"$dynamicRef": ADDRESS}]}},
        {"$id": "https://example.org/x/y.json", "not": {"$ref": "../a/b.json"}},
        {"$id": "https://example.org/", "$defs": {"d": {"$id": "a/", "$ref": "b.json"}}},
        {"$schema": ADDRESS},
    ],
)
def test_every_schema_that_is_referred_to_is_found_with_those_that_it_needs(mirror: Path, schema: Any) -> None:
    addresses = {address.partition("#")[0] for address in schema_mirror.resources(schema, str(mirror))}
    assert addresses >= {ADDRESS, "https://example.org/a/c"}


@pytest.mark.parametrize("schema", [True, {}, {"$ref": "https://example.org/none.json"}, {"$ref": "urn:a:b"}])
def test_an_address_that_the_folder_lacks_is_left_to_the_resolver(mirror: Path, schema: Any) -> None:
    assert schema_mirror.resources(schema, str(mirror)) == {}


@pytest.mark.parametrize("way", ["link", "..%2F..%2Fsecret.json", "%2e%2e/%2e%2e/secret.json", "a\\b"])
def test_no_address_leads_out_of_the_folder(mirror: Path, way: str) -> None:
    (mirror / "example.org/link").symlink_to(mirror.parent / "secret.json")
    with pytest.raises(InputError) as caught:
        schema_mirror.resources({"$ref": f"https://example.org/{way}"}, str(mirror))
    assert caught.value.rule == "outside-registry"


def test_too_many_schemas_are_refused(mirror: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema_mirror, "MOST", 1)
    with pytest.raises(InputError, match="more than 1 files"):
        schema_mirror.resources({"$ref": ADDRESS}, str(mirror))


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is not a folder"):
        schema_mirror.resources({}, str(tmp_path / "none"))
