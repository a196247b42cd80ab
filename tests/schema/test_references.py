"""References mean what the drafts say, within the given schemas only."""

from __future__ import annotations

import pytest

from accordant.schema.dialects import DRAFT_04, DRAFT_07, DRAFT_2020_12
from accordant.schema.dynamic_references import resolve_dynamic
from accordant.schema.lost_references import AmbiguousReference, UnresolvableReference
from accordant.schema.references import Resources

WHOLE = {
    "$id": "https://x.example/a.json",
    "properties": {"p": {"$ref": "b.json#q"}},
    "$defs": {
        "b": {"$id": "b.json", "$anchor": "q", "type": "string", "$defs": {"odd/na~me": {"type": "null"}}},
        "old": {"$schema": "http://json-schema.org/draft-07/schema#", "$id": "old.json", "items": [{}]},
    },
}


def test_an_embedded_resource_is_found_by_its_address_and_its_anchor() -> None:
    place = Resources.of(WHOLE).child("properties", "p")
    for ref in ("b.json", "b.json#q", "https://x.example/b.json#", "#/$defs/b"):
        assert place.resolve(ref).value["type"] == "string"
    assert place.resolve("b.json#/$defs/odd~1na~0me").value == {"type": "null"}
    assert place.resolve("#/$defs/b/$defs/odd~1na~0me").base == "https://x.example/b.json"


def test_the_same_place_is_the_same_node_however_it_is_reached() -> None:
    root = Resources.of(WHOLE)
    assert root.resolve("b.json") == root.child("$defs", "b")
    assert hash(root.resolve("b.json")) == hash(root.child("$defs", "b"))
    assert root != Resources.of(WHOLE)


def test_an_embedded_resource_may_have_its_own_draft() -> None:
    root = Resources.of(WHOLE)
    assert root.dialect is DRAFT_2020_12
    assert root.resolve("old.json").child("items", 0).dialect is DRAFT_07


def test_urns_refer_to_each_other() -> None:
    resources = Resources({"urn:x:one": {"$ref": "urn:x:two#/$defs/d"}, "urn:x:two": {"$defs": {"d": {"const": 1}}}})
    first = resources.root("urn:x:one")
    assert first.resolve("urn:x:two#/$defs/d").value == {"const": 1}
    assert first.resolve("#").value == first.value


@pytest.mark.parametrize(
    "ref", ["c.json", "#/$defs/none", "#none", "#/properties/p/0", "http://127.0.0.1/x", "file:///etc/passwd"]
)
def test_what_leads_nowhere_says_so(ref: str) -> None:
    with pytest.raises(UnresolvableReference) as caught:
        Resources.of(WHOLE).child("properties", "p").resolve(ref)
    assert caught.value.ref == ref
    assert caught.value.base == "https://x.example/a.json"
    assert caught.value.pointer == "/properties/p"


@pytest.mark.parametrize(
    "uri",
    [
        "https://json-schema.org/draft/2020-12/schema",
        "https://json-schema.org/draft/2020-12/meta/core",
        "http://json-schema.org/draft-04/schema#",
    ],
)
def test_metaschemas_are_at_hand(uri: str) -> None:
    assert isinstance(Resources.of({}).resolve(uri).value, dict)


def test_draft_04_spells_addresses_without_a_dollar() -> None:
    schema = {"$schema": DRAFT_04.uri, "definitions": {"d": {"id": "urn:y", "type": "null"}, "e": {"id": "#name"}}}
    root = Resources.of(schema)
    assert root.resolve("urn:y").value["type"] == "null"
    assert root.resolve("#name").pointer == "/definitions/e"


def test_beside_a_reference_an_address_means_nothing_up_to_draft_07() -> None:
    schema = {"$schema": DRAFT_07.uri, "definitions": {"d": {"$id": "urn:y", "$ref": "#/definitions/e"}, "e": {}}}
    with pytest.raises(UnresolvableReference):
        Resources.of(schema).resolve("urn:y")


def test_a_dynamic_reference_goes_to_the_outermost_anchor() -> None:
    schema = {
        "$id": "urn:outer",
        "$dynamicAnchor": "n",
        "$defs": {"inner": {"$id": "urn:inner", "$dynamicAnchor": "n", "items": {"$dynamicRef": "#n"}}},
    }
    root = Resources.of(schema)
    inner = root.resolve("urn:inner")
    place, resources = inner.child("items"), root.resources
    assert resolve_dynamic(place, "#n", ()) == inner
    scope = resources.enter(inner, resources.enter(root, ()))
    assert resolve_dynamic(place, "#n", scope) == root


def test_data_in_a_schema_opens_no_resource() -> None:
    root = Resources.of({"const": {"$id": "urn:data"}, "enum": [{"$anchor": "a"}]})
    for ref in ("urn:data", "#a"):
        with pytest.raises(UnresolvableReference):
            root.resolve(ref)


TWICE = {
    "$defs": {
        "a": {
            "$id": "urn:t",
            "$anchor": "x",
            "properties": {"i": {"$ref": "#/$defs/i"}},
            "$defs": {"i": {"type": "null"}},
        },
        "b": {"$id": "urn:t", "$defs": {"i": {"type": "string", "$anchor": "x"}}, "$ref": "#x"},
    },
    "properties": {"both": {"$ref": "urn:t"}, "inner": {"$ref": "urn:t#/$defs/i"}},
}


def test_a_local_reference_stays_in_the_resource_that_encloses_it() -> None:
    root = Resources.of(TWICE)
    assert root.child("$defs", "a", "properties", "i").resolve("#/$defs/i") == root.child("$defs", "a", "$defs", "i")
    assert root.child("$defs", "b").resolve("#/$defs/i") == root.child("$defs", "b", "$defs", "i")
    assert root.child("$defs", "a").resolve("#x") == root.child("$defs", "a")
    assert root.child("$defs", "b").resolve("#x") == root.child("$defs", "b", "$defs", "i")
    assert root.child("$defs", "b", "$defs", "i").resolve("#") == root.child("$defs", "b")


@pytest.mark.parametrize("ref", ["urn:t", "urn:t#", "urn:t#/$defs/i", "urn:t#x"])
def test_a_reference_to_the_address_of_several_resources_means_none_of_them(ref: str) -> None:
    root = Resources.of(TWICE)
    assert list(root.resources.doubled) == ["urn:t"]
    with pytest.raises(AmbiguousReference) as raised:
        root.child("properties", "both").resolve(ref)
    assert f"the reference {ref!r} may mean several schemas" in str(raised.value)


def test_equal_resources_may_share_an_address() -> None:
    resource = {"$id": "urn:t", "type": "null"}
    root = Resources.of({"$defs": {"a": resource, "b": dict(resource)}})
    assert root.resolve("urn:t") == root.child("$defs", "a")
    assert root.resources.doubled == {}


def test_an_embedded_resource_may_not_have_the_address_of_a_given_schema() -> None:
    root = Resources.of({"$defs": {"a": {"$id": "urn:t", "type": "null"}}}, {"urn:t": {"type": "string"}})
    with pytest.raises(AmbiguousReference):
        root.resolve("urn:t")
