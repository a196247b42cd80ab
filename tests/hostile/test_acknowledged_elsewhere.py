"""What was accepted in one place, of one content, at one time, accepts no other break."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from accordant.compat.document_places import MOST_PLACES
from tests.compat.states import breaks
from tests.conftest import PROJECT, Run

from .acknowledged_states import ARRAY, CHANGED, KEPT, MUST, NULLABLE, PLAIN, ZIP, I, S, States, fields, obj

Schema = dict[str, Any]
STRING: Schema = {"type": "string"}
ADDRESS: Schema = {"type": "object", "properties": {"zip": STRING, "city": STRING}}
HERE: Schema = {"$ref": "#/$defs/Address"}
WITHOUT_ZIP: Schema = {"type": "object", "properties": {"city": STRING}}
INTEGER_ZIP: Schema = {"type": "object", "properties": {"zip": {"type": "integer"}, "city": STRING}}
FRUITS: Schema = {"enum": ["apple", "pear"]}


@pytest.fixture
def write(project: Path, run: Run) -> Callable[..., None]:
    """Writes the schemas of a contract; the first time it is begun, and its first release frozen."""
    folder = project / "registry/order/v1"

    def put(**schemas: Schema) -> None:
        is_new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        for name, schema in schemas.items():
            whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"urn:order:{name}", **schema}
            (folder / f"{name}.schema.json").write_text(json.dumps(whole, indent=2), "utf-8")
        if is_new:
            (project / "registry/registry.toml").write_text('name = "acme"\npromise = "additive"\n', "utf-8")
            table = f'title = "Order"\n[versions.v1]\nstatus = "current"\ndefault-schema = "{min(schemas)}"\n'
            (project / "registry/order/contract.toml").write_text(table, "utf-8")
            assert run("release").code == 0

    return put


def accept(run: Run) -> None:
    """Accept every break that is there."""
    for mark in re.findall(r"ack add ([0-9a-f]+)", run("check-compat").out):
        assert run("ack", "add", mark, "--reason", "nobody minds").code == 0
    assert run("check-compat").code == 0


def uses(*places: Schema, **definitions: Schema) -> Schema:
    properties = dict(zip(("billing", "shipping"), places, strict=False))
    return {"type": "object", "properties": properties, "$defs": definitions}


def shapes(*payloads: Schema, **definitions: Schema) -> Schema:
    """An event of a shape that its tag selects, each with its payload."""
    options = [
        {"type": "object", "required": ["k"], "properties": {"k": {"const": tag}, "payload": payload}}
        for tag, payload in zip("AB", payloads, strict=True)
    ]
    return {"type": "object", "properties": {"event": {"oneOf": options}}, "$defs": definitions}


def itself(top: Schema, items: Schema | None) -> Schema:
    children = {"type": "array"} if items is None else {"type": "array", "items": items}
    return {"type": "object", "properties": {**top, "children": children}}


def alternative(kind: Schema, **definitions: Schema) -> Schema:
    options = [STRING, {"type": "integer"}, {"$ref": "#/$defs/More"}]
    return {"type": "object", "properties": {"a": {"anyOf": options}}, "$defs": {"More": kind, **definitions}}


OF_OBJECTS: Schema = {"type": "object", "properties": {"w": {"type": "integer"}}, "required": ["w"]}
REQUIRED: Schema = {**ADDRESS, "required": ["zip"]}
NULL_ZIP: Schema = {"type": "object", "properties": {"zip": {"type": ["string", "null"]}, "city": STRING}}
TWICE: Schema = uses(HERE, HERE, Address=ADDRESS)
LESS: Schema = uses(WITHOUT_ZIP, HERE, Address=ADDRESS)
OTHER: Schema = uses(INTEGER_ZIP, HERE, Address=ADDRESS)
TREE: Schema = itself({"n": STRING}, {"$ref": "#"})

ELSEWHERE: dict[str, tuple[Schema, Schema, Schema]] = {
    "a field of another use": (TWICE, LESS, uses(WITHOUT_ZIP, HERE, Address=WITHOUT_ZIP)),
    "a field of all uses": (TWICE, LESS, uses(HERE, HERE, Address=WITHOUT_ZIP)),
    "a type of another use": (TWICE, OTHER, uses(INTEGER_ZIP, HERE, Address=INTEGER_ZIP)),
    "a type of all uses": (TWICE, OTHER, uses(HERE, HERE, Address=INTEGER_ZIP)),
    "a type of a copied definition": (
        TWICE,
        uses({"$ref": "#/$defs/Copy"}, HERE, Address=ADDRESS, Copy=INTEGER_ZIP),
        uses(HERE, HERE, Address=INTEGER_ZIP),
    ),
    "a required field of all uses": (
        uses(HERE, HERE, Address=REQUIRED),
        uses(HERE, {"$ref": "#/$defs/Copy"}, Address=ADDRESS, Copy=REQUIRED),
        uses(HERE, HERE, Address=ADDRESS),
    ),
    "null in a field of all uses": (TWICE, uses(HERE, ADDRESS, Address=NULL_ZIP), uses(HERE, HERE, Address=NULL_ZIP)),
    "null in a field of two shapes": (
        shapes(HERE, HERE, Address=ADDRESS),
        shapes(HERE, ADDRESS, Address=NULL_ZIP),
        shapes(HERE, HERE, Address=NULL_ZIP),
    ),
    "a field of what holds itself": (TREE, itself({"n": STRING}, None), itself({}, None)),
    "the content of an alternative": (
        {"type": "object", "properties": {"a": {"anyOf": [STRING, {"type": "integer"}]}}},
        alternative(OF_OBJECTS),
        alternative({"type": ["array", "null", "boolean"]}),
    ),
    "the content of what an alternative refers to": (
        {"type": "object", "properties": {"a": {"anyOf": [STRING, {"type": "integer"}]}}},
        alternative({"type": "object", "properties": {"w": {"$ref": "#/$defs/Inner"}}}, Inner={"type": "integer"}),
        alternative({"type": "object", "properties": {"w": {"$ref": "#/$defs/Inner"}}}, Inner={"type": "string"}),
    ),
}  # fmt: skip
"""What was released, what was accepted, and what comes then."""


@pytest.mark.parametrize(("released", "accepted", "later"), ELSEWHERE.values(), ids=ELSEWHERE)
def test_what_is_accepted_in_one_place_is_not_accepted_in_another(
    write: Callable[..., None], run: Run, released: Schema, accepted: Schema, later: Schema
) -> None:
    write(answer=released)
    write(answer=accepted)
    assert run("check-compat").code == 1
    accept(run)
    write(answer=later)
    assert run("check-compat").code == 1
    accept(run)


@pytest.mark.parametrize("states", CHANGED.values(), ids=CHANGED)
def test_an_acknowledgement_ends_with_the_break_that_it_accepts(states: States) -> None:
    released, accepted, later = states
    known, now = breaks(released, accepted), breaks(released, later)
    assert known
    assert set(now) - set(known)


@pytest.mark.parametrize("states", KEPT.values(), ids=KEPT)
def test_an_acknowledgement_outlives_what_does_not_touch_its_break(states: States) -> None:
    released, accepted, later = states
    known, now = breaks(released, accepted), breaks(released, later)
    assert known
    assert set(now) <= set(known)


def test_a_further_value_that_is_lost_is_accepted_for_itself() -> None:
    released, less, least = (obj(a={"enum": list(values)}) for values in ("xyz", "xy", "x"))
    first, both = set(breaks(released, less)), set(breaks(released, least))
    assert first < both
    assert len(both) == 2


def test_the_content_of_a_key_that_was_let_in_is_part_of_what_is_accepted() -> None:
    closed, schema, other = (
        {**obj(id=S, **more), "additionalProperties": False} for more in ({}, {"note": S}, {"note": NULLABLE})
    )
    known, now = (breaks(closed, schema, "strict") for schema in (schema, other))
    assert known
    assert set(now) - set(known)


def test_a_definition_in_another_file_is_accepted_with_all_its_uses() -> None:
    reference, other = ({"$ref": f"urn:acme:common#/$defs/{name}"} for name in "PQ")
    whole, less = ({"$defs": {"P": part, "Q": MUST}} for part in (MUST, ZIP))

    def marks(*uses: Schema) -> set[str]:
        return set(
            breaks(
                fields(reference, reference), fields(*uses), old_others={"common": whole}, new_others={"common": less}
            )
        )

    assert marks(reference, other)
    assert marks(reference, reference) - marks(reference, other)


def test_a_field_elsewhere_ends_no_acknowledgement_of_what_refers_to_another_file() -> None:
    at = {"anyOf": [S, I, {"$ref": "urn:acme:common#/$defs/More"}]}
    others = {"common": {"$defs": {"More": ARRAY}}}
    known, now = (
        breaks(PLAIN, new, old_others=others, new_others=others) for new in (obj(x=at), obj(x=at, y=S))
    )  # fmt: skip
    assert set(now) == set(known) != set()


def test_what_one_schema_loses_of_a_shared_definition_is_not_accepted_for_another(
    write: Callable[..., None], run: Run
) -> None:
    shared = {"$ref": "urn:order:common#/$defs/Address"}
    users = {name: {"type": "object", "properties": {"at": shared}} for name in ("answer", "line")}
    write(common={"$defs": {"Address": ADDRESS}}, **users)
    write(answer={"type": "object", "properties": {"at": WITHOUT_ZIP}})
    accept(run)
    write(common={"$defs": {"Address": WITHOUT_ZIP}})
    outcome = run("check-compat")
    assert outcome.code == 1
    assert "zip` is gone" in outcome.out


def test_a_field_that_a_later_release_promises_anew_is_not_given_up_by_what_was_accepted_before(
    write: Callable[..., None], run: Run
) -> None:
    whole = {"type": "object", "properties": {"id": STRING, "note": STRING}}
    less = {"type": "object", "properties": {"id": STRING}}
    write(answer=whole)
    for _ in range(2):
        write(answer=less)
        assert run("check-compat").code == 1
        assert run("release").code == 1
        accept(run)
        assert run("release").code == 0
        write(answer=whole)
        assert run("release").code == 0
    assert (Path("registry/acknowledgements.toml").read_text("utf-8")).count("[[acknowledgement]]") == 1


def test_of_alternatives_that_change_their_order_another_one_loses_nothing_by_what_was_accepted(
    write: Callable[..., None], run: Run
) -> None:
    def shape(kind: str, *more: str) -> Schema:
        properties = {"k": {"const": kind}} | dict.fromkeys(more, STRING)
        return {"type": "object", "properties": properties, "required": ["k"]}

    write(answer={"oneOf": [shape("A", "x"), shape("B")]})
    write(answer={"oneOf": [shape("A"), shape("B")]})
    accept(run)
    assert run("release").code == 0
    write(answer={"oneOf": [shape("B", "x"), shape("A")]})
    assert run("release").code == 0
    write(answer={"oneOf": [shape("B"), shape("A")]})
    assert run("check-compat").code == 1


@pytest.mark.parametrize("release", ["1", "v1", "1.x", "01.0", "1.0 ", "1.1", "2.0"])
def test_a_newest_release_that_is_none_is_refused(write: Callable[..., None], run: Run, release: str) -> None:
    write(answer={"type": "object", "properties": {"id": FRUITS}})
    table = (
        f'[[acknowledgement]]\nrule = "r"\nsubject = "order/v1/answer"\nreason = "x"\nnewest-release = "{release}"\n'
    )
    Path("registry/acknowledgements.toml").write_text(table, "utf-8")
    outcome = run("check-compat")
    assert outcome.code == 2
    assert "newest-release" in outcome.err
    assert outcome.err.startswith("registry: registry/acknowledgements.toml:")


def test_a_registry_can_demand_that_no_acknowledgement_is_left_over(write: Callable[..., None], run: Run) -> None:
    write(answer={"type": "object", "properties": {"id": FRUITS}})
    table = "[[acknowledgement]]\nrule = 'field-removed'\nsubject = 'order/v1/answer'\nreason = 'x'\n"
    Path("registry/acknowledgements.toml").write_text(table, "utf-8")
    assert run("check-compat").code == 0
    with Path("registry/registry.toml").open("a", encoding="utf-8") as settings:
        settings.write('[check-compat]\nrules = {acknowledgement-unused = "error"}\n')
    assert run("check-compat").code == 1


def test_the_guide_says_how_many_places_are_told_apart() -> None:
    guide = (PROJECT / "site/guides/registry-format.md").read_text("utf-8")
    assert f"judges more than {MOST_PLACES} places" in guide
