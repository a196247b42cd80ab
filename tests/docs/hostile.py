"""A registry in which every text tries to act in the reader's browser."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from accordant.contract import (
    Behaviour,
    CodeList,
    ContextField,
    Contract,
    ContractState,
    Entry,
    Example,
    Line,
    Refusal,
    Registry,
    Schema,
    Stream,
    Version,
)
from accordant.schema.documents import Document

ACT = "document.body.dataset.hit=1"
WORD = "zebrafinch"
"""Stands in every payload, so that a search finds all of them."""

PAYLOADS = (
    f"<script>{ACT}</script>",
    f'<img src=x onerror="{ACT}">',
    f"</code></pre></td></details><svg onload={ACT}>",
    f'"><img src=x onerror={ACT}>',
    f"&lt;img src=x onerror={ACT}&gt;",
    f"&amp;lt;img src=x onerror={ACT}&amp;gt;",
    f"[{WORD}](javascript:{ACT})",
    f"[{WORD}]: javascript:{ACT}",
    f"<javascript:{ACT}>",
    f"\n\n<script>{ACT}</script>\n\n",
    f"\n```\n\n<img src=x onerror={ACT}>\n\n````\n<img src=x onerror={ACT}>\n",
    f"`` ` </code><img src=x onerror={ACT}>",
    f"{{: onmouseover={ACT} onfocus={ACT} tabindex=1 autofocus }}",
    f"{{ #page.version onclick={ACT} }}",
    f"| x | <img src=x onerror={ACT}> |",
    f"\u2028<img src=x onerror={ACT}>\u2029\x0b\x0c\x85",
    f"\r\n    <img src=x onerror={ACT}>",
    f"--><img src=x onerror={ACT}><!--",
    f"<![CDATA[<img src=x onerror={ACT}>]]>",
    f'??? note "<img src=x onerror={ACT}>"\n    <img src=x onerror={ACT}>',
    "{{ config.items() }}{% raw %}",
    f"<details open ontoggle={ACT}>",
    f"\\<img src=x onerror={ACT}>",
    f"![x](x){{ onerror={ACT} }}",
)
ALL = WORD + " " + " ".join(PAYLOADS)


def texts() -> tuple[str, ...]:
    """The payloads, each with the word, and all in one."""
    return (*(f"{WORD} {payload}" for payload in PAYLOADS), *PAYLOADS, ALL)


def schema_value() -> dict[str, Any]:
    """A schema that is hostile wherever it may hold text: names of fields and definitions, values, patterns."""
    fields: dict[str, Any] = {
        text: {"type": ["string", ALL], "title": text, "description": text, "const": text} for text in texts()
    }
    fields["list"] = {
        "description": ALL,
        "items": {
            "enum": list(texts()),
            "pattern": ALL,
            "format": ALL,
            "default": ALL,
            "x-unit": ALL,
            "description": ALL,
        },
    }
    fields["forms"] = {
        "oneOf": [
            {"$ref": ALL},
            {"properties": {ALL: {"x-codes": {"list": ALL, "where": {ALL: ALL}}}}},
            {"x-codes": "codes"},
        ],
        "patternProperties": {ALL: {"description": ALL}},
        "additionalProperties": {"x-type-parameter": ALL, "type": "string", "description": ALL},
    }
    return {
        "title": ALL,
        "description": ALL,
        "type": "object",
        "properties": fields,
        "required": [ALL],
        "allOf": [{"if": {"properties": {ALL: {"const": ALL}}}, "then": {"required": [ALL, *PAYLOADS]}, "else": False}],
        "dependentRequired": {ALL: [ALL]},
        "anyOf": [{"$ref": "#/$defs/nowhere"}, {"$ref": "#/properties"}, {"$ref": "other.schema.json#/$defs/x"}],
        "not": {"properties": {ALL: {"pattern": ALL}}},
        "$defs": {text: {"description": text, "properties": {text: {"$ref": "#/$defs/" + text}}} for text in PAYLOADS},
    }


def entries() -> tuple[Entry, ...]:
    """Hostile codes: one for each payload, with every fact hostile."""
    return tuple(
        Entry(
            id=text,
            name=text,
            category=text,
            severity=(text,),
            meaning=text,
            action=text,
            context=(
                ContextField(text, {"type": text, "enum": [text]}, True, text),
                ContextField("b", {"$ref": "#/$defs/b"}),
            ),
            commands=(text,),
            retryable=text,
            retryable_text=text,
            phase=text,
            side_effects=text,
            since=text,
            deprecated={"since": text, "reason": text, "use": text},
            retired=text,
            replaces=(text,),
            attributes={text: text, "more": {text: [text]}},
            example={text: text},
            source=text,
        )
        for text in texts()
    )


def behaviour() -> Behaviour:
    """Tables of ``contract.toml`` with nothing but hostile values."""
    keys = ["id", "says", "schema", "enforced-by", "source", "field", "from", "counts", "flags", "stdout", "when"]
    keys += ["then", "document", "question", "choice", "reason"]
    tables = tuple(
        {
            **dict.fromkeys(keys, text),
            "commands": [text],
            "omits": [text],
            "readings": [text],
            "expect": {text: text},
            text: {text: text},
        }
        for text in texts()
    )
    serialisation = {"key-order": [ALL], "paths": ALL, "trailing-newline": ALL, "source": ALL, "single-line": True}
    sort = [{"list": ALL, "keys": [ALL], "missing": ALL, "source": ALL}]
    return Behaviour(
        rules=tables,
        derived=tables,
        counting=tables,
        serialisation={**serialisation, "sort": sort},
        modes=tables,
        consumer_rules=tables,
        scenarios=tables,
        decisions=tables,
    )


def examples() -> tuple[Example, ...]:
    """Documents, notes and lines of streams that are hostile."""
    document = Document("x.json", {text: [text] for text in texts()}, ALL)
    refusal = Refusal("order.schema.json", ALL)
    return (
        *(Example("order", f"case-{index}", True, (document,), "x", note=text) for index, text in enumerate(texts())),
        Example("order", "case", False, (document,), "x", refused_by=refusal),
        Example("run", "whole", True, (document, document), "x", is_stream=True),
    )


def registry() -> Registry:
    """The whole registry; only names that the loader restricts to harmless letters are harmless."""
    document = Document("order.schema.json", schema_value())
    schema = Schema("order", ALL, schema_value(), direction=ALL, writer=ALL, reader=ALL, document=document)
    codes = CodeList("codes", ALL, ALL, ALL, ALL, ALL, True, ALL, {ALL: {"title": ALL}}, (ALL,), entries())
    exits = CodeList("exits", identifier="exit-code", entries=(Entry(0, ALL, meaning=ALL),))
    stream = Stream("run", ALL, ALL, ALL, ALL, ALL, (ALL,), (Line(ALL),), ({"missing": ALL, "means": ALL},))
    state = ContractState(
        "acme", "v1", ALL, ALL, ALL, {"order": schema}, {"codes": codes, "exits": exits}, {"run": stream}
    )
    version = Version("acme", "v1", replace(state, behaviour=behaviour()), ALL, ALL, ALL, ALL, (), examples())
    contract = Contract("acme", ALL, ALL, ALL, sources=texts(), versions=(version,))
    return Registry(ALL, contracts=(contract,))
