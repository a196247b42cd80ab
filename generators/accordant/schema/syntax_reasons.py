"""What is wrong with the syntax of a YAML or TOML file in plain words, by what the parsers of others say about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_INDENT: Final = "the indent of this line fits neither the line before it nor any block around it: correct the indent"
_YAML: Final[Mapping[str, str]] = {
    "mapping values are not allowed": "a colon with a space after it is not allowed here: quote the value, or correct "
    "the indent",
    "did not find expected ',' or": "a comma or the closing bracket is expected here",
    "expected ',' or": "a comma or the closing bracket is expected here",
    "found character": "no value may begin with this character: quote it; and indent with spaces, not with tabs",
    "found unexpected end of stream": "a text in quotes has no closing quote",
    "did not find expected '-' indicator": _INDENT,
    "expected <block end>": _INDENT,
    "found unknown escape character": "no escape of YAML begins with this backslash",
    "did not find expected hexdecimal number": "an escape needs more hexadecimal digits",
    "did not find expected <document start>": "the document has ended before this text",
    "expected '<document start>'": "the document has ended before this text",
    "found unknown directive name": "no directive of YAML has this name",
    "found incompatible YAML document": "only YAML 1.1 and 1.2 are read",
    "did not find expected key": "a key is expected here: correct the indent, or quote the text",
    "could not find expected ':'": "a colon is expected after this key, on its line",
    "did not find expected comment or line break": "nothing may follow | or > on its line",
    "did not find the expected '>'": "a tag has no closing >",
    "did not find expected node content": "a value is expected here",
    "block sequence entries are not allowed": "no item of a list may begin here: correct the indent",
    "block mapping": _INDENT,
    "did not find expected alphabetic or numeric character": "an anchor or alias needs a name of letters and digits",
}
_TOML: Final[Mapping[str, str]] = {
    "Invalid value": "a value is expected here: text in quotes, a number, true or false, a date, a list or a table",
    "Unclosed array": "a comma or the closing bracket of a list is expected here",
    "Unclosed inline table": "a comma or the closing brace of a table is expected here",
    "Illegal character": "this character is not allowed here: close the quotes on the line, or write an escape",
    "Expected ']' at the end": "the header of a table has no closing bracket",
    "Expected ']]' at the end": "the header of a table has no closing brackets",
    "Expected newline or end of document": "the line must end here: a value, or the header of a table, is complete",
    "Unescaped '\\' in a string": "no escape of TOML begins with this backslash; write two, or single quotes",
    "Expected '=' after a key": "an equals sign is expected after the key",
    "Invalid statement": "a key or the header of a table is expected here",
    "Invalid initial character for a key part": "a key is expected here",
    "Expected \"'''\"": "a text in three quotes has no closing quotes",
    'Expected \'"""\'': "a text in three quotes has no closing quotes",
    "Unterminated string": "a text in quotes has no closing quote",
    "Cannot overwrite a value": "the key occurs twice, or is a value and a table",
    "Cannot declare": "the table occurs twice",
    "Cannot mutate immutable namespace": "an inline table cannot get more keys later",
    "Cannot redefine namespace": "the table occurs twice",
    "Duplicate inline table key": "the key occurs twice in one table",
    "Invalid hex value": "an escape needs more hexadecimal digits",
    "Escaped character is not a Unicode scalar value": "an escape names half of a surrogate pair",
    "Invalid date or datetime": "no such date",
}


def yaml_reason(problem: str) -> str:
    """What a YAML parser complains about."""
    return _reason(_YAML, problem)


def toml_reason(problem: str) -> str:
    """What a TOML parser complains about."""
    return _reason(_TOML, problem)


def _reason(reasons: Mapping[str, str], problem: str) -> str:
    return next((reason for start, reason in reasons.items() if problem.startswith(start)), "the syntax is wrong here")
