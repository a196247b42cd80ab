"""Patterns mean in generated Python and TypeScript what they mean in ECMA-262, or are reported as not honoured."""

from __future__ import annotations

import json
import re
import sys
import types
from typing import Any

import jsonschema_rs
import pytest
import regress
from pydantic import TypeAdapter
from pydantic_core import SchemaValidator, core_schema

from accordant.gen import generate_schema, list_unhonoured, model_of
from accordant.gen.python.patterns import translate
from accordant.gen.typescript import patterns as typescript

TEXTS = [
    "", "a", "A", "b", "ab", "aa", "aab", "bc", "bbc", "xy", "k", "_", "-", "]", "{", "}", "^", "/", "a-9", "z", "x{2}",
    ".", "-a", "\u00e9", "\u0661", "\u00a0", "\u2028", "a\nb", "a\n", "\ufeff", "\u212a", "\u017f", "\u03b1", "\x00",
    "\x08", "-\U0001f600", "{\U0001f600", "]\U0001f600", "_\U0001f600", "\U0001f600",
]  # fmt: skip
PATTERNS = [
    # classes and anchors: never those of Python
    r"^\d$", r"^\w+$", r"\s", r"^\S$", r"^.$", r"a$", r"\bx", r"\Ba", r"[\b]", r"^[^a]$", r"[]", r"[^]", r"^[a&&b]$",
    r"\0", r"\cA",
    # Unicode
    r"^\p{L}+$", r"\P{L}", r"\p{Script=Greek}", r"\p{gc=Lu}", r"\p{Emoji_Presentation}", r"[\p{L}\d]", r"\u{1F600}",
    r"\ud83d\ude00", r"^[\ud83d\ude00-\ud83d\ude4f]$",
    # spellings that only the old syntax knows
    r"^\-.$", r"^{.$", r"^}?.$", r"^].$", r"^\_.$", r"^[\w-.]+$", r"^[.-\d].?$", r"[\w-\d]", r"^[\d-]$", r"x{2}",
    r"x\{2\}", r"a{,2}", r"[a-z-9]$", r"^[\]]$", r"^[\[{]$", r"^[\.\-\_]$", r"\/", r"\é",
    # groups that have not matched, or not yet
    r"\1(a)", r"(a)\1", r"(a\1)b", r"(a)|\1b", r"(?:(a)|b)\1c", r"(?<n>a)|\k<n>b", r"\k<n>(?<n>a)", r"(?!(a))b\1",
    # looking around
    r"(?=a)", r"(?!a)", r"(?<=a)b", r"(?<=a|bb)c", r"(?<!a|bb)c", r"(?<!x|k)y", r"^(?:a|b)(?<=b)$",
    # counts
    r"^a{2}$", r"^a{1,2}?$", r"a{0}b", r"(?:(?:a{10}){10}){10}", r"((\S{100}){100}){100}",
]  # fmt: skip
NO_PATTERNS = [
    "[", "(", "a)", "a**", "a{2}{3}", "x{2,1}", r"\b*", "*", r"\2(a)", r"(?<n>a)(?<n>b)", r"\p{foo}", r"\p{lu}",
    r"\p{Greek}", r"\p{Script=Nowhere}", r"\p{Ll=Lu}", "(?i)a", "(?>a)", r"[b-a]", r"\u{110000}", r"\Z",
]  # fmt: skip
"""Nothing that ECMA-262 gives a meaning."""
NOT_IN_PYTHON = [
    r"(?<=a+)b", r"(?<=(a)\1)b", r"(?:\p{L}{100}){10}", r"a\p{L}(?=b)", "a{99999999999}", r"\p{Cs}",
    r"^(?=.*\p{Lu})\p{L}+$", r"(?:(a)|b\1)+c",
]  # fmt: skip
"""Patterns that no engine of generated Python can express, and JavaScript can."""


def in_typescript(pattern: str) -> str:
    translated = typescript.translate(pattern)
    assert translated is not None
    return translated


def python_finds(pattern: str, text: str) -> bool:
    translated = translate(pattern)
    assert translated is not None
    if translated.linear:
        return bool(SchemaValidator(core_schema.str_schema(pattern=translated.text)).isinstance_python(text))
    return re.compile(translated.text, re.ASCII).search(text) is not None


@pytest.mark.parametrize("pattern", PATTERNS)
def test_both_languages_find_what_ecma_finds(pattern: str) -> None:
    new = regress.Regex(in_typescript(pattern), "u")
    for text in TEXTS:
        assert python_finds(pattern, text) is (new.find(text) is not None), text


@pytest.mark.parametrize(
    "pattern",
    [pattern for pattern in PATTERNS if "{L" not in pattern and r"\p" not in pattern and r"\u" not in pattern],
)
def test_the_new_spelling_means_what_the_old_one_means(pattern: str) -> None:
    old, new = regress.Regex(pattern), regress.Regex(in_typescript(pattern), "u")
    for text in TEXTS:
        if text.isascii():
            assert (old.find(text) is None) is (new.find(text) is None), text


@pytest.mark.parametrize("pattern", NO_PATTERNS)
def test_what_is_no_pattern_is_reported_for_every_target_and_never_written(pattern: str) -> None:
    assert translate(pattern) is None
    assert typescript.translate(pattern) is None
    model = model_of({"type": "string", "pattern": pattern})
    for target in ("python", "ts", "model"):
        assert [(loss.keyword, loss.at) for loss in list_unhonoured(model, target)] == [("pattern", "#/pattern")]


@pytest.mark.parametrize("pattern", NOT_IN_PYTHON)
def test_a_pattern_that_only_javascript_has_is_reported_for_python_alone(pattern: str) -> None:
    assert translate(pattern) is None
    model = model_of({"type": "string", "pattern": pattern})
    assert [(loss.keyword, loss.at) for loss in list_unhonoured(model, "python")] == [("pattern", "#/pattern")]
    assert list_unhonoured(model, "ts") == ()
    assert json.dumps(pattern) in generate_schema({"type": "string", "pattern": pattern}, target="ts")["types.ts"]


@pytest.mark.parametrize(
    ("schema", "at"),
    [
        ({"patternProperties": {"(?<=a+)b": {"type": "string"}}}, "#/patternProperties/(?<=a+)b"),
        ({"patternProperties": {"(?<=a+)b": True}, "additionalProperties": False}, "#/patternProperties/(?<=a+)b"),
        ({"properties": {"x": {"not": {"pattern": "(?<=a+)b"}}}}, "#/properties/x/not/pattern"),
        ({"oneOf": [{"pattern": "(?<=a+)b"}, {"maxLength": 1}]}, "#/oneOf/0/pattern"),
        ({"if": {"pattern": "(?<=a+)b"}, "then": {"maxLength": 2}}, "#/if/pattern"),
        ({"contains": {"pattern": "(?<=a+)b"}, "maxContains": 1}, "#/contains/pattern"),
        ({"$ref": "#/$defs/x", "$defs": {"x": {"not": {"pattern": "(?<=a+)b"}}}}, "#/$defs/x/not/pattern"),
    ],
)
@pytest.mark.parametrize("value", ["aab", "b", {"aab": 1}, {"aab": "x"}, {"x": "b"}, ["aab", "aab"], 7])
def test_what_python_cannot_look_for_refuses_nothing_that_the_schema_allows(
    schema: Any, at: str, value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert at in {loss.at for loss in list_unhonoured(model_of(schema), "python")}
    module = types.ModuleType("patterns_model")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(generate_schema(schema, target="python", root="Root")["model.py"], module.__dict__)
    if jsonschema_rs.Draft202012Validator(schema).is_valid(value):
        TypeAdapter(module.Root).validate_python(value)


@pytest.mark.parametrize(
    "pattern", [r"\p{Alphabetic}{99}", r"\S{2300}", "a{59999}", r"[\p{L}\p{N}\p{M}]{33}", r"[^\p{Ll}]{95}"]
)
def test_what_is_given_to_the_linear_engine_fits_into_it(pattern: str) -> None:
    translated = translate(pattern)
    assert translated is not None
    assert translated.linear
    SchemaValidator(core_schema.str_schema(pattern=translated.text))
