"""Long lines of generated code are broken without a change of meaning; long lists of rules are cut."""

from __future__ import annotations

import ast
import re
from typing import Any

import pytest

from accordant.gen import generate_schema
from accordant.gen.printing.wrapping import PYTHON, TYPESCRIPT, WIDTH, wrap_code, wrap_words

from .conftest import generated

STATEMENTS = [
    'if "identifier" not in value or "region" not in value or "default_region" not in value:',
    'return is_object(value) and "Subject" in value and all(x for x in value["Adjective"])',
    'fail((("failure", k0), "must be one of \\"a, b\\", (c) or d", "#/properties/failure/items/anyOf/0"))',
    "configuration: Annotated[dict[str, Annotated[int, Field(ge=1), JsonInteger]], Rules(_rules)] | None",
    'preferred_install: JsonObject | str | MISSING = Field(default=MISSING, validation_alias="preferred")',
    "Alternatives: TypeAlias = FirstAlternativeOfMany | SecondAlternativeOfMany | ThirdAlternative",
    "for first in value['some member that has a long name'] if is_list(value) else value['another one']:",
]


@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_long_statement_of_python_is_broken_and_means_the_same(statement: str) -> None:
    code = f"def f(value):\n{' ' * 44}{statement}" + (f"\n{' ' * 48}pass" if statement.endswith(":") else "")
    wrapped = wrap_code(code, PYTHON)
    assert ast.dump(ast.parse(wrapped)) == ast.dump(ast.parse(code))
    assert wrapped != code
    assert max(map(len, wrapped.split("\n"))) <= WIDTH


def test_parameters_in_one_long_line_are_given_a_line_each() -> None:
    code = f'def f(\n    document: str, schema: Literal["{"x" * 80}"], *, version: str = ""\n) -> None: ...'
    wrapped = wrap_code(code, PYTHON)
    assert ast.dump(ast.parse(wrapped)) == ast.dump(ast.parse(code))
    assert wrapped.split("\n")[1:5] == [
        "    document: str,", f'    schema: Literal["{"x" * 80}"],', "    *,", '    version: str = ""'
    ]  # fmt: skip


def test_texts_comments_and_short_lines_stay_as_they_are() -> None:
    long = "word (a, b) and " * 12
    code = f'x = 1\n"""{long}\n{long}\n"""\n# {long}\nname = "{long}"'
    assert wrap_code(code, PYTHON) == code
    script = f"/**\n * {long}\n */\n// {long}\nconst x = (1);"
    assert wrap_code(script, TYPESCRIPT) == script


def test_a_long_statement_of_typescript_is_broken_at_its_brackets_and_operators() -> None:
    place = f"#/{'properties/' * 4}type"
    code = f'      if (!aString(x0)) report(issues, p0, "must be a string (or `x, y`)", "{place}");'
    assert wrap_code(code, TYPESCRIPT).split("\n") == [
        "      if (!aString(x0)) report(",
        f'        issues, p0, "must be a string (or `x, y`)", "{place}"',
        "      );",
    ]
    words = " | ".join(f'"word \\"{number}\\": x"' for number in range(9))
    assert wrap_code(f'  "a\\": b"?: {words};', TYPESCRIPT).split("\n")[:3] == [
        '  "a\\": b"?:', '    "word \\"0\\": x"', '    | "word \\"1\\": x"'
    ]  # fmt: skip


@pytest.mark.parametrize("target", ["python", "ts"])
def test_no_line_of_the_bundled_packages_is_too_long_but_for_texts(target: str) -> None:
    ending = ".py" if target == "python" else ".ts"
    long = [
        line
        for name, text in generated(target).items()
        if name.endswith(ending)
        for line in text.split("\n")
        if len(line) > WIDTH and not re.fullmatch(r' *(\w+=|\w+: )?r?(".*"|`.*`)[,;]?| +\* @pattern .*', line)
    ]
    assert long == []


def test_prose_is_broken_at_words_and_items_of_lists_stay_items() -> None:
    assert wrap_words("* one two three", 9) == ["* one two", "  three"]
    assert wrap_words("a-very-long-word and", 8) == ["a-very-long-word", "and"]
    assert wrap_words("    code = [1, 2, 3]", 8) == ["    code = [1, 2, 3]"]


def test_a_word_that_starts_a_line_of_a_comment_by_breaking_is_no_tag() -> None:
    schema = {"type": "string", "description": "a " * 56 + "@deprecated words"}
    assert "\n * \\@deprecated words" in generate_schema(schema, target="ts")["types.ts"]


@pytest.mark.parametrize(("target", "name"), [("python", "model.py"), ("ts", "types.ts")])
def test_a_type_says_five_rules_by_pointers_and_how_many_more_there_are(target: str, name: str) -> None:
    def rule(index: int) -> dict[str, Any]:
        test = {"properties": {"kind": {"const": index}}, "required": ["kind"]}
        then = {"properties": {"errors": {"items": {"properties": {"kind": {"minLength": index}}}}}}
        return {"if": test, "then": then}

    schema = {"$id": "https://example.com/s", "type": "object", "properties": {"kind": {"type": "integer"}}}
    text = generate_schema({**schema, "allOf": [rule(index) for index in range(1, 9)]}, target=target)[name]
    assert len(re.findall(r"\* If `/kind` is \d, `/errors/\*\\?/kind` must have at least \d characters?\.", text)) == 5
    assert "* And 3 more: see the schema." in text
    assert "* `#" not in text
