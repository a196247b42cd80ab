"""The rules for the bytes of documents and streams: what a reader of JSON would trip over."""

from __future__ import annotations

import json
from typing import Final

from accordant.errors import InputError
from accordant.findings import Rule, Severity
from accordant.schema.documents import NumberError

NOT_JSON: Final = Rule(
    "not-json",
    Severity.ERROR,
    "The document, or a line of a stream, is not JSON.",
    "A reader that meets a syntax error reads something different, or nothing.",
    "Write the document with a JSON library; print nothing else to the same stream.",
    '{"success": true,}',
    '{"success": true}',
)
EXTRA_DATA: Final = Rule(
    "extra-data",
    Severity.ERROR,
    "Something follows a value: a second value, or text. The line counts for nothing.",
    "Readers drop what follows, or the whole line; each does something else.",
    "End each value with LF, and print nothing else to the same stream.",
    '{"type": "progress"}{"type": "result"}',
    '{"type": "progress"} and {"type": "result"}, each on its line',
)
GLUED_OUTPUT: Final = Rule(
    "glued-output",
    Severity.ERROR,
    "Text stands before a value on the same line.",
    "The line is not JSON, so that its value is lost to every reader.",
    "Send text to stderr, or end it with LF; better, print no text to the stream.",
    '10 % done{"type": "progress"}',
    '{"type": "progress"}',
)
NOT_A_NUMBER: Final = Rule(
    "not-a-number",
    Severity.ERROR,
    "NaN or Infinity stands where a value is expected.",
    "JSON has no such number: many readers refuse the whole text.",
    "Write null, or leave the field out, as the contract says.",
    '{"gap": NaN}',
    '{"gap": null}',
)
NUMBER_OUT_OF_RANGE: Final = Rule(
    "number-out-of-range",
    Severity.WARNING,
    "A number is larger than a double can hold.",
    "It is JSON, but most readers make infinity of it, silently, and generated ones refuse the text. Judged by the "
    "schema alone it is the number that it is, and this a warning, unless it has thousands of digits.",
    "Write a smaller number, or a string.",
    '{"value": 1e999}',
    '{"value": 1e308}',
    also=(Severity.ERROR,),
)
DUPLICATE_KEY: Final = Rule(
    "duplicate-key",
    Severity.ERROR,
    "A key occurs twice in one object, however it is spelt.",
    "Some readers keep the first value, some the last, so that they read different documents.",
    "Write each key once.",
    '{"code": "FULL", "co\\u0064e": "NONE"}',
    '{"code": "FULL"}',
)
LONE_SURROGATE: Final = Rule(
    "lone-surrogate",
    Severity.ERROR,
    "A string holds half of a surrogate pair.",
    "No encoding can write it, so that readers fail or replace it.",
    "Write the whole character or its full pair.",
    '"\\ud83d"',
    '"\\ud83d\\ude00"',
)
ENCODING_WRONG: Final = Rule(
    "encoding-wrong",
    Severity.ERROR,
    "The bytes are not UTF-8.",
    "JSON between programs is UTF-8 (RFC 8259, section 8.1); a reader replaces the byte or stops.",
    "Write the text as UTF-8.",
    'the byte FC in "Zürich"',
    'the bytes C3 BC in "Zürich"',
)
BYTE_ORDER_MARK: Final = Rule(
    "byte-order-mark",
    Severity.ERROR,
    "A document or stream begins with a byte order mark.",
    "A writer must not add one (RFC 8259, section 8.1); many readers take it for text. For the consumer of a stream, "
    "which may pass over it, this is a warning.",
    "Write UTF-8 without the mark.",
    "EF BB BF before the first value",
    "the first value",
    also=(Severity.WARNING,),
)
TOO_DEEP: Final = Rule(
    "too-deep",
    Severity.ERROR,
    "The document is nested more deeply than documents are read.",
    "Readers run out of stack.",
    "Nest less deeply.",
    "129 brackets inside each other",
    "128 brackets inside each other",
)
TOO_LARGE: Final = Rule(
    "too-large",
    Severity.ERROR,
    "A document, or one line of a stream, is larger than what is read; nothing of it was judged.",
    "A part of a document says nothing about the whole.",
    "Split it, or write it as a stream.",
    "a line of 5 MiB",
    "a line of 1 MiB",
)
CRLF: Final = Rule(
    "crlf",
    Severity.WARNING,
    "A line of a stream ends with CR and LF.",
    "Only LF ends a line; readers that split there keep the CR. For the producer this is an error, for a consumer a "
    "note.",
    "Open the stream in binary mode, or without translation of line ends.",
    "CR LF",
    "LF",
    also=(Severity.ERROR, Severity.NOTE),
)
BLANK_LINE: Final = Rule(
    "blank-line",
    Severity.WARNING,
    "A line of a stream holds nothing but white space; it is passed over, and still counted.",
    "A reader that parses each line fails there. For the producer this is an error, for a consumer a note.",
    "Write one value on each line, and nothing between them.",
    "LF LF",
    "LF",
    also=(Severity.ERROR, Severity.NOTE),
)
NO_FINAL_NEWLINE: Final = Rule(
    "no-final-newline",
    Severity.NOTE,
    "The last line of a stream is whole and no LF ends it; it counts.",
    "A reader that waits for the LF never sees the line. For the producer this is an error, as it is where the "
    "contract requires the line end.",
    "End every line with LF, the last one too.",
    '{"type": "result"}',
    '{"type": "result"} and LF',
    also=(Severity.ERROR,),
)

BYTE_RULES: Final = (
    NOT_JSON,
    EXTRA_DATA,
    GLUED_OUTPUT,
    NOT_A_NUMBER,
    NUMBER_OUT_OF_RANGE,
    DUPLICATE_KEY,
    LONE_SURROGATE,
    ENCODING_WRONG,
    BYTE_ORDER_MARK,
    TOO_DEEP,
    TOO_LARGE,
    CRLF,
    BLANK_LINE,
    NO_FINAL_NEWLINE,
)

_BY_ERROR: Final = {
    "duplicate-key": DUPLICATE_KEY,
    "lone-surrogate": LONE_SURROGATE,
    "too-deep": TOO_DEEP,
    "too-large": TOO_LARGE,
}


def rule_of(error: InputError) -> Rule:
    """The rule that an error of :func:`accordant.schema.documents.parse` falls under."""
    cause = error.__cause__
    if isinstance(cause, NumberError):
        return NUMBER_OUT_OF_RANGE if cause.is_number else NOT_A_NUMBER
    if isinstance(cause, json.JSONDecodeError):
        return EXTRA_DATA if cause.msg == "Extra data" else NOT_JSON
    if error.rule == "encoding":
        return ENCODING_WRONG if isinstance(cause, UnicodeDecodeError) else BYTE_ORDER_MARK
    return _BY_ERROR.get(error.rule, NOT_JSON)
