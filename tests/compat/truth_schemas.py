"""Schemas as people write them, for edits whose finding follows from the edit."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
MONEY: Schema = {"type": "number", "minimum": 0, "maximum": 1000000}
CODE: Schema = {"type": "string", "pattern": "^[A-Z]{3}$"}
NAME: Schema = {"type": "string", "minLength": 1, "maxLength": 80}


def record(*required: str, **properties: Schema) -> Schema:
    """An object that may have further keys."""
    return {"type": "object", "required": list(required), "properties": properties}


def closed(*required: str, **properties: Schema) -> Schema:
    """An object that may not."""
    return {**record(*required, **properties), "additionalProperties": False}


def many(items: Schema, **more: Any) -> Schema:
    return {"type": "array", "items": items, **more}


def one_of(*values: str) -> Schema:
    return {"type": "string", "enum": list(values)}


def tagged(tag: str, **properties: Schema) -> Schema:
    return record("kind", *properties, kind={"const": tag}, **properties)


def ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def root(schema: Schema, **definitions: Schema) -> Schema:
    return {"$schema": DRAFT, **schema, **({"$defs": definitions} if definitions else {})}


SCHEMAS: dict[str, Schema] = {
    "order": root(
        closed("id", "lines", id=NAME, lines=many(ref("line"), minItems=1, maxItems=50), currency=CODE, note=TEXT),
        line=closed("sku", "count", sku=NAME, count={"type": "integer", "minimum": 1, "maximum": 99}, price=MONEY),
    ),
    "address book": root(
        record("people", people=many(ref("person"))),
        person=record("name", "email", name=NAME, email=TEXT, phones=many(TEXT, uniqueItems=True), home=ref("address")),
        address=closed("street", "city", street=TEXT, city=TEXT, zip={"type": "string", "pattern": "^[0-9]{5}$"}),
    ),
    "feature flags": root(
        record("flags", flags={"type": "object", "additionalProperties": ref("flag")}),
        flag=closed("on", on={"type": "boolean"}, share={"type": "number", "maximum": 100}, stage=one_of("beta", "ga")),
    ),
    "build": root(
        record("steps", "image", steps=many({"anyOf": [
            record("run", run=TEXT, shell=one_of("sh", "bash")), record("use", "with", use=NAME, **{"with": WHOLE})]}),
            image=TEXT, timeout={"type": "integer", "minimum": 1}),
    ),
    "webhook": root(
        closed("event", "at", event={"oneOf": [tagged("push", branch=TEXT), tagged("star", count=WHOLE)]}, at=TEXT),
    ),
    "reading": root(
        record("sensor", "value", sensor=CODE, value={"type": "number", "minimum": -90, "maximum": 90}, unit=one_of(
            "celsius", "kelvin"), position={"type": "array", "prefixItems": [MONEY, MONEY, WHOLE], "items": False}),
    ),
    "log line": root(
        record("level", "text", level=one_of("info", "warn", "error"), text=NAME, tags={"type": "object",
               "additionalProperties": TEXT, "propertyNames": {"pattern": "^[a-z]+$"}}, error=ref("error")),
        error=record("code", code=WHOLE, cause={"anyOf": [TEXT, {"type": "boolean"}]}),
    ),
    "manifest": root(
        closed("name", "version", name=NAME, version={"type": "string", "pattern": "^[0-9]+[.][0-9]+$"},
               scripts={"type": "object", "patternProperties": {"^x-": TEXT, "^y-": WHOLE}},
               license={"anyOf": [one_of("MIT", "BSD"), WHOLE]}),
    ),
    "menu": root(
        record("dishes", dishes=many(closed("name", "price", name=NAME, price=MONEY, hot={"type": "boolean"}))),
    ),
    "booking": root(
        {**record("from", "to", to=TEXT, guests={"type": "integer", "minimum": 1, "maximum": 8}, card=TEXT,
                  **{"from": TEXT}), "dependentRequired": {"card": ["guests"]}},
    ),
    "playlist": root(
        record("tracks", tracks=many({"allOf": [record("title", title=NAME), record("seconds", seconds=WHOLE)]})),
    ),
    "survey": root(
        record("answers", answers={"type": "object", "additionalProperties": {"anyOf": [TEXT, many(WHOLE)]}}),
    ),
    "ticket": root(
        {**record("state", "title", state=one_of("open", "closed"), title=NAME, closer=TEXT),
         "if": {"required": ["state"], "properties": {"state": {"const": "closed"}}}, "then": {"required": ["closer"]}},
    ),
    "deployment": root(
        closed("service", "replicas", service=CODE, replicas={"type": "integer", "minimum": 0}, ports=many(
            {"type": "integer", "maximum": 65535}, maxItems=10, uniqueItems=True), limits=ref("limits")),
        limits=closed("cpu", cpu=MONEY, memory=TEXT),
    ),
    "place": root(
        record("kind", "at", kind={"const": "point"}, at={"type": "array", "prefixItems": [
            {"type": "number"}, {"type": "number"}], "minItems": 2, "items": False}),
    ),
    "payment": root(
        record("amount", "by", amount=MONEY, by={"oneOf": [
            tagged("card", number={"type": "string", "pattern": "^[0-9]{16}$"}), tagged("cash", till=WHOLE)]}),
    ),
    "issue": root(
        {**record("title", "number", title=NAME, number=WHOLE, labels=many(one_of("bug", "idea"), uniqueItems=True),
                  secret=TEXT), "not": {"required": ["secret", "labels"]}},
    ),
    "message": root(
        record("from", "body", body={"anyOf": [NAME, closed("html", html=TEXT)]}, replies=many({"$ref": "#"}),
               **{"from": ref("person")}),
        person=closed("id", id=WHOLE, nick=NAME),
    ),
    "inventory": root(
        record("items", items={"type": "object", "patternProperties": {"^[A-Z]+$": closed("count", count=WHOLE)}}),
    ),
    "result": root(
        {"type": "object", "required": ["ok"], "properties": {"ok": {"type": "boolean"}, "data": ref("data")},
         "allOf": [{"properties": {"data": {"maxProperties": 5}}}]},
        data=record("rows", rows=many(many(WHOLE, maxItems=9)), next={"type": "string", "maxLength": 64}),
    ),
}  # fmt: skip
"""Each by its name."""
