"""A loose schema comes with the files that it refers to, from its own folder or a given one, and from nowhere else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from accordant.errors import InputError
from accordant.registry import loose_schemas
from accordant.registry.loose_schemas import read_schema

ADDRESS = "https://example.org/a/b.json"
MONEY = {"$defs": {"Money": {"type": "object", "required": ["amount"], "properties": {"amount": {"$ref": "#/$defs/N"}}},
                   "N": {"type": "integer"}}}  # fmt: skip


def put(path: Path, value: Any) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value, indent=1), "utf-8")
    return str(path)


@pytest.fixture
def mirror(tmp_path: Path) -> Path:
    """Two schemas of example.org, the second behind a reference of the first, and a secret beside the folder."""
    put(tmp_path / "mirror/example.org/a/b.json", {"items": {"$ref": "c"}})
    put(tmp_path / "mirror/example.org/a/c.json", {"$ref": ADDRESS})
    put(tmp_path / "secret.json", {})
    return tmp_path / "mirror"


def files_of(path: str, resources: str = "") -> set[str]:
    """The names of the files that a schema consists of."""
    return {Path(document.path).name for document in read_schema(path, resources).documents.values()}


@pytest.mark.parametrize(
    ("identifier", "reference"),
    [
        ({}, "common.json#/$defs/Money"),
        ({}, "./common.json#/$defs/Money"),
        ({}, "defs/../common.json#/$defs/Money"),
        ({}, "common#/$defs/Money"),
        ({"$id": "order.json"}, "common.json#/$defs/Money"),
        ({"$id": "schemas/order.json"}, "common.json#/$defs/Money"),
        ({"$id": "urn:acme:order:v1"}, "common.json#/$defs/Money"),
        ({"$id": "https://acme.test/schemas/order.json"}, "common.json#/$defs/Money"),
        ({"$id": "https://acme.test/schemas/order.json"}, "https://acme.test/schemas/common.json#/$defs/Money"),
        ({"$id": "https://acme.test/schemas/"}, "/schemas/common.json#/$defs/Money"),
        ({"$schema": "http://json-schema.org/draft-07/schema#"}, "common.json#/$defs/Money"),
        ({"$schema": "http://json-schema.org/draft-04/schema#", "id": "urn:acme:o"}, "common.json#/$defs/Money"),
    ],
)  # fmt: skip
def test_a_reference_means_the_file_beside_it(tmp_path: Path, identifier: dict[str, str], reference: str) -> None:
    put(tmp_path / "common.json", MONEY)
    schema = read_schema(put(tmp_path / "order.json", {**identifier, "properties": {"total": {"$ref": reference}}}))
    assert len(schema.others) == 1
    (address,) = schema.others
    assert schema.value["properties"]["total"]["$ref"] == f"{address}#/$defs/Money"
    assert schema.place(address, "/$defs/N").line > 1
    assert str(tmp_path) not in json.dumps([schema.value, schema.others])


def test_files_in_subfolders_refer_to_each_other_and_back(tmp_path: Path) -> None:
    put(
        tmp_path / "defs/m.json",
        {"properties": {"n": {"$ref": "deep/n.json"}, "o": {"$ref": "../order.json#/$defs/S"}}},
    )
    put(tmp_path / "defs/deep/n.json", {"$ref": "../m2.json"})
    put(tmp_path / "defs/m2.yaml", "type: string\n")
    put(tmp_path / "defs/m2.json", {"type": "integer"})
    root = put(tmp_path / "order.json", {"$defs": {"S": {"type": "string"}}, "items": {"$ref": "defs/m.json"}})
    assert files_of(root) == {"order.json", "m.json", "n.json", "m2.json"}


def test_the_same_files_in_another_folder_have_the_same_addresses(tmp_path: Path) -> None:
    for folder in ("old", "new"):
        put(tmp_path / folder / "common.json", MONEY)
        put(tmp_path / folder / "order.json", {"$ref": "common.json#/$defs/Money"})
    old, new = (read_schema(str(tmp_path / folder / "order.json")) for folder in ("old", "new"))
    assert (old.value, old.others) == (new.value, new.others)


def test_a_shared_file_without_a_draft_has_that_of_the_schema(tmp_path: Path) -> None:
    put(tmp_path / "common.json", {"definitions": {"A": {"type": "integer"}}})
    draft = {"$schema": "http://json-schema.org/draft-04/schema#"}
    schema = read_schema(put(tmp_path / "order.json", {**draft, "items": {"$ref": "common.json#/definitions/A"}}))
    assert [value["$schema"] for value in schema.others.values()] == list(draft.values())


@pytest.mark.parametrize(
    "reference", ["none.json", "common.json#/$defs/Nope", "#/$defs/Nope", "https://acme.test/none.json", "urn:a:b",
                  "order.json#/$defs/Nope", "http://[", "file:///etc/passwd", "/common.json"]
)  # fmt: skip
def test_a_reference_that_leads_nowhere_is_refused_at_its_place(tmp_path: Path, reference: str) -> None:
    put(tmp_path / "common.json", MONEY)
    root = put(tmp_path / "order.json", {"properties": {"total": {"$ref": reference}}})
    with pytest.raises(InputError) as caught:
        read_schema(root)
    error = caught.value
    assert (error.rule, error.place.path, error.place.pointer) == ("ref-unresolved", root, "/properties/total/$ref")
    assert repr(reference) in error.reason
    assert error.place.line > 1
    assert error.next_step


def test_a_reference_that_leads_nowhere_in_a_shared_file_is_refused_where_it_is_used(tmp_path: Path) -> None:
    shared = {"$defs": {"A": {"items": {"$ref": "none.json"}}, "B": {"type": "string"}}}
    put(tmp_path / "common.json", shared)
    assert read_schema(put(tmp_path / "b.json", {"$ref": "common.json#/$defs/B"})).others
    with pytest.raises(InputError) as caught:
        read_schema(put(tmp_path / "a.json", {"$ref": "common.json#/$defs/A"}))
    assert (Path(caught.value.place.path).name, caught.value.place.pointer) == ("common.json", "/$defs/A/items/$ref")


@pytest.mark.parametrize("reference", ["../secret.json", "link.json", "x/../../secret.json", "%2e%2e/secret.json"])
def test_nothing_outside_of_the_folder_is_read(tmp_path: Path, reference: str) -> None:
    put(tmp_path / "secret.json", {"const": "the secret"})
    root = put(tmp_path / "home/order.json", {"$ref": reference})
    (tmp_path / "home/link.json").symlink_to(tmp_path / "secret.json")
    with pytest.raises(InputError) as caught:
        read_schema(root)
    assert (caught.value.rule, caught.value.place.pointer) == ("outside-registry", "/$ref")
    assert "--resources" in caught.value.next_step


def test_a_folder_that_holds_both_makes_it_readable(tmp_path: Path) -> None:
    put(tmp_path / "shared/common.json", MONEY)
    root = put(tmp_path / "home/order.json", {"$ref": "../shared/common.json#/$defs/Money"})
    assert files_of(root, str(tmp_path)) == {"order.json", "common.json"}
    plain = put(tmp_path / "home/plain.json", {"$ref": "common.json#/$defs/Money"})
    assert files_of(plain, str(tmp_path / "shared")) == {"plain.json", "common.json"}


def test_files_of_one_name_in_both_folders_are_two(tmp_path: Path) -> None:
    put(tmp_path / "home/defs/a.json", {"const": 1})
    put(tmp_path / "given/defs/a.json", {"const": 2})
    put(tmp_path / "given/b.json", {"$ref": "defs/a.json"})
    root = put(tmp_path / "home/order.json", {"items": {"$ref": "defs/a.json"}, "contains": {"$ref": "b.json"}})
    schema = read_schema(root, str(tmp_path / "given"))
    assert sorted(value["const"] for value in schema.others.values() if "const" in value) == [1, 2]


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": ADDRESS},
        {"$ref": f"{ADDRESS}#/items"},
        {"properties": {"p": {"$dynamicRef": ADDRESS}}},
        {"$id": "https://example.org/x/y.json", "not": {"$ref": "../a/b.json"}},
        {"$id": "https://example.org/", "$defs": {"d": {"$id": "a/", "$ref": "b.json"}}},
    ],
)
def test_every_schema_of_a_mirror_that_is_needed_is_found(mirror: Path, schema: Any) -> None:
    assert files_of(put(mirror.parent / "home/s.json", schema), str(mirror)) == {"s.json", "b.json", "c.json"}


@pytest.mark.parametrize("way", ["link", "..%2F..%2Fsecret.json", "%2e%2e/%2e%2e/secret.json", "a\\b"])
def test_no_address_leads_out_of_a_mirror(mirror: Path, way: str) -> None:
    (mirror / "example.org/link").symlink_to(mirror.parent / "secret.json")
    root = put(mirror.parent / "home/s.json", {"$ref": f"https://example.org/{way}"})
    with pytest.raises(InputError) as caught:
        read_schema(root, str(mirror))
    assert caught.value.rule == "outside-registry"


def test_a_fragment_that_a_mirrored_file_lacks_is_refused(mirror: Path) -> None:
    with pytest.raises(InputError, match="leads nowhere"):
        read_schema(put(mirror.parent / "home/s.json", {"$ref": f"{ADDRESS}#/none"}), str(mirror))


def test_too_many_files_are_refused(mirror: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loose_schemas, "MOST", 1)
    with pytest.raises(InputError, match="more than 1 files"):
        read_schema(put(mirror.parent / "home/s.json", {"$ref": ADDRESS}), str(mirror))


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is not a folder"):
        read_schema(put(tmp_path / "s.json", {}), str(tmp_path / "none"))
