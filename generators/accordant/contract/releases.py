"""A state as the text of a release file, and back."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from accordant.contract import behaviour, parse
from accordant.contract.contracts import ContractState, Schema
from accordant.contract.fields import Fields
from accordant.contract.formats import BEHAVIOUR
from accordant.contract.formats.required import require
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.documents import Document
from accordant.schema.json_values import canonical
from accordant.schema.subschemas import sort_sets

DIRECTIONS = ("output", "input", "full")
PROMISES = ("additive", "strict")
ENUMS = ("open", "marked")
MEANINGS = ("noted", "frozen")


def content(state: ContractState) -> dict[str, JsonValue]:
    """What a release of this state holds, apart from its own name."""
    return {
        "contract": state.contract,
        "version": state.version,
        "promise": state.promise,
        "enums": state.enums,
        "carrier": state.carrier,
        "schemas": {
            name: {
                "uri": schema.uri,
                "direction": schema.direction,
                "writer": schema.writer,
                "reader": schema.reader,
                "schema": schema.value,
            }
            for name, schema in sorted(state.schemas.items())
        },
        "code-lists": {name: item.raw for name, item in sorted(state.code_lists.items())},
        "streams": {name: item.raw for name, item in sorted(state.streams.items())},
        **({"meanings": state.meanings} if state.meanings != MEANINGS[0] else {}),
        **({} if (default := state.behaviour.default_schema) is None else {"default-schema": default}),
        **({"behaviour": tables} if (tables := state.behaviour.tables()) else {}),
    }


def sources(state: ContractState) -> list[list[str]]:
    """The path and the text of each file that the state was read from, a file once."""
    documents = [
        *(schema.document for schema in state.schemas.values()),
        *(codes.document for codes in state.code_lists.values()),
        *(stream.document for stream in state.streams.values()),
        state.behaviour.document,
    ]
    texts = {document.path: document.text for document in documents if document is not None}
    return [[path, text] for path, text in sorted(texts.items())]


def render(
    state: ContractState,
    release: str,
    date: str = "",
    accepted: Sequence[Mapping[str, JsonValue]] = (),
    follows: str = "",
) -> str:
    """The bytes of the release file, in the one fixed form.

    Args:
        state: what is promised.
        release: its name.
        date: the day of the release (``2026-11-29``); left out where it is empty.
        accepted: the breaks since the release before that were accepted, with their reasons; left out without any.
        follows: of the first release of a version, the last one of the version before; left out where it is empty.
    """
    said = {"date": date, "follows": follows}
    head: dict[str, JsonValue] = {
        "format": 1,
        "release": release,
        **{key: value for key, value in said.items() if value},
    }
    reasons = {"accepted": list(accepted)} if accepted else {}
    return json.dumps({**head, **reasons, **content(state)}, indent=2, ensure_ascii=False) + "\n"


def date_of(document: Document) -> str:
    """The day on which a release was frozen; empty where its file does not say.

    Raises:
        InputError: it is not a day of the calendar.
    """
    fields = Fields.of(document.value, document)
    date = fields.text("date", "")
    if date and not is_date(date):
        fields.refuse("date", f"{date!r} is not a date such as 2026-11-29", "restore the file from version control")
    return date


def followed(document: Document) -> str:
    """The release of an older version that the first release of a version came after; empty where it does not say.

    Raises:
        InputError: it is not text.
    """
    return Fields.of(document.value, document).text("follows", "")


def accepted_in(document: Document) -> list[Mapping[str, JsonValue]]:
    """The breaks that a release was accepted with: the identity of each, the reason, and perhaps who accepted it.

    Raises:
        InputError: a field is missing, unknown or malformed.
    """
    entries: list[Mapping[str, JsonValue]] = []
    for entry in Fields.of(document.value, document).mappings("accepted"):
        entry.only("rule", "subject", "pointer", "old", "new", "reason", "by")
        for key in ("rule", "subject", "pointer", "reason"):
            entry.text(key)
        entry.text("by", "")
        entries.append(entry.value)
    return entries


def is_date(text: str) -> bool:
    """Whether a text is a day of the calendar, such as 2026-11-29."""
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def same(first: ContractState, second: ContractState) -> bool:
    """Whether two states promise the same, spelling included (the order of keys and of words in a set aside)."""
    data, other = contents(first, second)
    schemas, others = data.pop("schemas"), other.pop("schemas")
    return (
        _same_text(data, other)
        and schemas.keys() == others.keys()
        and all(_same_schema(schemas[name], others[name]) for name in schemas)
    )


def _same_schema(value: JsonValue, other: JsonValue) -> bool:
    return _same_text(value, other) or _same_text(_without_order(value), _without_order(other))


def _same_text(value: JsonValue, other: JsonValue) -> bool:
    return value == other and canonical(value) == canonical(other)  # the first is quick, but takes 1 for true


def contents(first: ContractState, second: ContractState) -> tuple[dict[str, JsonValue], dict[str, JsonValue]]:
    """What releases of two states hold, to be compared: a release from before it said the default schema says none."""
    data, other = content(first), content(second)
    if "default-schema" not in data or "default-schema" not in other:
        data.pop("default-schema", None)
        other.pop("default-schema", None)
    return data, other


def _without_order(entry: JsonValue) -> JsonValue:
    """A copy of what a release holds of a schema, in which the lists that are sets are sorted."""
    copy: dict[str, JsonValue] = json.loads(json.dumps(entry))
    sort_sets(copy["schema"])
    return copy


def misnamed(document: Document, path: str) -> Iterator[tuple[str, str]]:
    """The members of a release file that contradict its path in the registry, and a sentence about each."""
    contract, version, _, file = path.split("/")
    for key, expected in (("contract", contract), ("version", version), ("release", file.removesuffix(".json"))):
        if document.value.get(key) != expected:
            yield key, f"{key} is {document.value.get(key)!r}, its path says {expected!r}"


def read_at(document: Document, path: str) -> ContractState:
    """The state that a release file holds, which has to be what its path in the registry says.

    Raises:
        InputError: it is not a release file, or one of another contract, version or name.
    """
    state = read(document)
    for key, reason in misnamed(document, path):
        Fields.of(document.value, document).refuse(key, reason, "restore the file from version control")
    return state


def read(document: Document) -> ContractState:
    """The state that a release file holds.

    Raises:
        InputError: it is not a release file.
    """
    fields = Fields.of(document.value, document)
    fields.only(
        "format",
        "release",
        "date",
        "follows",
        "accepted",
        "contract",
        "version",
        "promise",
        "enums",
        "carrier",
        "schemas",
        "code-lists",
        "streams",
        "meanings",
        "default-schema",
        "behaviour",
    )
    if fields.value.get("format") != 1:
        key = "format" if "format" in fields.value else ""
        fields.refuse(key, "not a release file of format 1", "restore the file from version control")
    date_of(document)
    followed(document)
    schemas = fields.mapping("schemas")
    lists = fields.mapping("code-lists")
    streams = fields.mapping("streams")
    state = ContractState(
        contract=fields.text("contract"),
        version=fields.text("version"),
        promise=fields.choice("promise", "additive", *PROMISES),
        enums=fields.choice("enums", "open", *ENUMS),
        carrier=fields.pointer_in("carrier", ""),
        schemas={name: _schema(name, schemas.mapping(name)) for name in schemas.value},
        code_lists={
            name: parse.code_list(name, item, document, pointers.join("/code-lists", name))
            for name, item in lists.value.items()
        },
        streams={
            name: parse.stream(name, item, document, pointers.join("/streams", name))
            for name, item in streams.value.items()
        },
        meanings=fields.choice("meanings", MEANINGS[0], *MEANINGS),
        behaviour=replace(
            behaviour.read(fields.mapping("behaviour")),
            default_schema=fields.text("default-schema") if "default-schema" in fields.value else None,
        ),
    )
    _require_formats(document, lists, streams)
    return state


def _require_formats(document: Document, lists: Fields, streams: Fields) -> None:
    named = [("codes", pointers.join(lists.pointer, name)) for name in lists.value]
    named += [("stream", pointers.join(streams.pointer, name)) for name in streams.value]
    named += [(BEHAVIOUR, "/behaviour")] if "behaviour" in document.value else []
    for name, pointer in named:
        require(name, document, pointer, "restore the file from version control")


def _schema(name: str, fields: Fields) -> Schema:
    value = fields.value.get("schema")
    if not isinstance(value, dict | bool):
        fields.refuse("schema" if "schema" in fields.value else "", "must be a schema")
    return Schema(
        name=name,
        uri=fields.text("uri"),
        value=value,
        direction=fields.choice("direction", "output", *DIRECTIONS),
        writer=fields.text("writer", ""),
        reader=fields.text("reader", ""),
        document=fields.document,
        base=f"{fields.pointer}/schema",
    )
