"""Typed views of formats: properties on request, beside fields that stay texts and are written back as they came."""

from __future__ import annotations

import importlib
import json
import sys
from datetime import UTC, date, datetime, time, timedelta, timezone
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from pydantic import MISSING

from accordant import generate
from accordant.cli import main
from accordant.gen.python.views_runtime import (
    as_date,
    as_datetime,
    as_ipv4,
    as_ipv6,
    as_time,
    as_timedelta,
    as_url,
    as_uuid,
)

WEST = timezone(timedelta(hours=-8))
READ: list[tuple[Any, str, Any]] = [
    (as_datetime, "2026-11-28T09:35:57Z", datetime(2026, 11, 28, 9, 35, 57, tzinfo=UTC)),
    (as_datetime, "2026-11-28t09:35:57.123456789-08:00", datetime(2026, 11, 28, 9, 35, 57, 123456, tzinfo=WEST)),
    (as_datetime, "2026-11-28 09:35:57.5z", datetime(2026, 11, 28, 9, 35, 57, 500000, tzinfo=UTC)),
    (as_date, "2028-02-29", date(2028, 2, 29)),
    (as_time, "23:59:59+00:00", time(23, 59, 59, tzinfo=UTC)),
    (as_timedelta, "P1DT2H3M4S", timedelta(days=1, hours=2, minutes=3, seconds=4)),
    (as_timedelta, "P3W", timedelta(weeks=3)),
    (as_timedelta, "PT0S", timedelta()),
    (as_uuid, "123E4567-e89b-42d3-a456-426614174000", UUID("123e4567-e89b-42d3-a456-426614174000")),
    (as_ipv4, "192.0.2.1", IPv4Address("192.0.2.1")),
    (as_ipv6, "2001:db8::1", IPv6Address("2001:db8::1")),
]
REFUSED: list[tuple[Any, list[str]]] = [
    (as_datetime, ["", "2026-11-28", "2026-11-28T09:35:57", "20261128T093557Z", "2026-W01-1T00:00:00Z",
                   "2026-02-30T00:00:00Z", "2026-11-28T23:59:60Z", "2026-11-28T09:35:57Z\n", "٢٠٢٦-11-28T09:35:57Z",
                   "2026-11-28T09:35:57+24:00"]),
    (as_date, ["2026-02-29", "20260228", "2026-W01-1", "2026-02-28 "]),
    (as_time, ["09:35", "24:00:00Z", "09:35:57", "T09:35:57Z"]),
    (as_timedelta, ["P", "PT", "P1Y", "P1M", "1D", "P1D2H", "P1W1D", "PT1.5S", f"P{'9' * 12}D", f"P{'9' * 5000}D"]),
    (as_uuid, ["123e4567e89b42d3a456426614174000", "{123e4567-e89b-42d3-a456-426614174000}", "urn:uuid:1", ""]),
    (as_ipv4, ["192.0.2.01", "192.0.2", "1", " 192.0.2.1"]),
    (as_ipv6, ["fe80::1%eth0", "::1 ", "12345::", ""]),
    (as_url, ["http://a b/", "http://[::1", "\nhttp://a/"]),
]  # fmt: skip


@pytest.mark.parametrize(("read", "text", "value"), READ)
def test_a_text_of_the_format_is_read(read: Any, text: str, value: Any) -> None:
    assert read(text) == value
    assert getattr(read(text), "tzinfo", None) == getattr(value, "tzinfo", None)


@pytest.mark.parametrize(("read", "text"), [(read, text) for read, texts in REFUSED for text in texts])
def test_any_other_text_is_a_value_error(read: Any, text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read(text)


def test_an_address_is_read_in_parts() -> None:
    assert as_url("https://user@example.org:8080/a?b=c#d").hostname == "example.org"
    assert as_url("../x").path == "../x"


SCHEMA: dict[str, Any] = {
    "title": "Event",
    "type": "object",
    "required": ["at", "date", "ended"],
    "properties": {
        "at": {"type": "string", "format": "date-time"},
        "date": {"type": "string", "format": "date"},
        "ended": {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "null"}]},
        "datetime": {"type": "string", "format": "time"},
        "uuid": {"$ref": "#/$defs/Id"},
        "at_as_datetime": {"type": "string"},
        "mixed": {"type": ["string", "integer"], "format": "date"},
        "name": {"type": "string", "format": "email"},
    },
    "$defs": {"Id": {"type": "string", "format": "uuid"}},
}
DOCUMENT: dict[str, Any] = {
    "at": "2026-11-28T09:35:57-08:00", "date": "2026-11-28", "ended": None, "datetime": "soon",
    "uuid": "123E4567-e89b-42d3-a456-426614174000", "at_as_datetime": "x", "mixed": 1,
}  # fmt: skip


TEXT = generate(SCHEMA, target="python", options={"format-views": True})["model.py"]


@pytest.fixture
def event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    (tmp_path / "model_with_views.py").write_text(TEXT, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("model_with_views")
    monkeypatch.delitem(sys.modules, "model_with_views")
    return module.Event


def test_fields_stay_texts_and_views_stand_beside_them(event: Any) -> None:
    record = event.model_validate_json(json.dumps(DOCUMENT))
    assert json.loads(record.model_dump_json()) == DOCUMENT
    assert record.at_as_datetime == "x"
    assert record.at_as_datetime_ == datetime(2026, 11, 28, 9, 35, 57, tzinfo=WEST)
    assert record.date_as_date == date(2026, 11, 28)
    assert record.ended_as_datetime is None
    assert record.uuid_as_uuid == UUID(DOCUMENT["uuid"])
    assert event.model_validate({**DOCUMENT, "ended": "2026-11-28T09:35:57Z"}).ended_as_datetime.tzinfo is UTC
    with pytest.raises(ValueError, match="soon"):
        _ = record.datetime_as_time
    without = event.model_validate({name: value for name, value in DOCUMENT.items() if name != "uuid"})
    assert without.uuid_as_uuid is MISSING
    assert not {"mixed_as_date", "name_as_email"} & set(dir(event))


def test_without_the_request_there_are_no_views() -> None:
    assert "_as_" not in generate({**SCHEMA, "properties": {"at": SCHEMA["properties"]["at"]}, "required": []},
                                  target="python")["model.py"]  # fmt: skip


USE = """def use(one: Event) -> tuple[datetime_.datetime, datetime_.date, datetime_.datetime | None]:
    return one.at_as_datetime_, one.date_as_date, one.ended_as_datetime
"""
"""What strict checkers accept below the module: they know the types of views. ``test_checkers`` asks them."""


def test_the_command_line_gives_views_on_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "event.json"
    file.write_text(json.dumps(SCHEMA), "utf-8")
    out = tmp_path / "out"
    assert main(["gen", "python", "--schema", str(file), "--format-views", "--out", str(out)]) == 0
    assert (out / "model.py").read_text("utf-8").count("@property") == 5
    assert main(["gen", "ts", "--schema", str(file), "--format-views", "--out", str(out)]) == 2
    assert "--format-views" in capsys.readouterr().err
