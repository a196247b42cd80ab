"""Texts as Python values, by their format. `format` is an annotation, so a text may not parse."""

from __future__ import annotations

import datetime as datetime_
import ipaddress as ipaddress_
import re
import urllib.parse as parse_
import uuid as uuid_
from typing import Final

_DATE: Final = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_TIME: Final = r"[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:[Zz]|[+-][0-9]{2}:[0-9]{2})"
_UUID: Final = r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_DURATION: Final = r"P(?=[0-9T])(?:([0-9]+)D)?(?:T(?=[0-9])(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+)S)?)?|P([0-9]+)W"


def as_datetime(text: str) -> datetime_.datetime:
    """A date-time of RFC 3339. Digits beyond microseconds are cut.

    Raises:
        ValueError: the text is not one, or is a leap second, for which Python has no value.
    """
    return datetime_.datetime.fromisoformat(_of_form(f"{_DATE}[Tt ]{_TIME}", text, "date-time").upper())


def as_date(text: str) -> datetime_.date:
    """A full-date of RFC 3339.

    Raises:
        ValueError: the text is not one.
    """
    return datetime_.date.fromisoformat(_of_form(_DATE, text, "date"))


def as_time(text: str) -> datetime_.time:
    """A full-time of RFC 3339. Digits beyond microseconds are cut.

    Raises:
        ValueError: the text is not one, or is a leap second, for which Python has no value.
    """
    return datetime_.time.fromisoformat(_of_form(_TIME, text, "time").upper())


def as_timedelta(text: str) -> datetime_.timedelta:
    """A duration of ISO 8601 in weeks, or in days, hours, minutes and seconds.

    Raises:
        ValueError: the text is not one, or it counts years or months, which have no fixed length.
    """
    matched = re.fullmatch(_DURATION, text)
    if matched is None:
        raise ValueError(f"{text!r} is not a duration of weeks, or of days, hours, minutes and seconds")
    days, hours, minutes, seconds, weeks = (int(digits or 0) for digits in matched.groups())
    try:
        return datetime_.timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds, weeks=weeks)
    except OverflowError:
        raise ValueError(f"{text!r} is longer than Python can say") from None


def as_uuid(text: str) -> uuid_.UUID:
    """A UUID of RFC 9562.

    Raises:
        ValueError: the text is not one.
    """
    return uuid_.UUID(_of_form(_UUID, text, "uuid"))


def as_ipv4(text: str) -> ipaddress_.IPv4Address:
    """An IPv4 address.

    Raises:
        ValueError: the text is not one.
    """
    return ipaddress_.IPv4Address(text)


def as_ipv6(text: str) -> ipaddress_.IPv6Address:
    """An IPv6 address.

    Raises:
        ValueError: the text is not one, or has a zone, which RFC 4291 does not know.
    """
    return ipaddress_.IPv6Address(_of_form(r"[0-9A-Fa-f:.]+", text, "ipv6"))


def as_url(text: str) -> parse_.SplitResult:
    """The parts of a URI or of a reference.

    Raises:
        ValueError: the text is not one.
    """
    return parse_.urlsplit(_of_form(r"[^\s\x00-\x20]*", text, "uri"))


def _of_form(pattern: str, text: str, form: str) -> str:
    if re.fullmatch(pattern, text) is None:
        raise ValueError(f"{text!r} is not a valid {form}")
    return text
