"""The rules for real output."""

from __future__ import annotations

from typing import Final

from accordant.conform.byte_rules import BYTE_RULES
from accordant.findings import Rule, Severity

VERSION_UNKNOWN: Final = Rule(
    "version-unknown",
    Severity.ERROR,
    "The document names a version that the contract does not have.",
    "A reader picks its code by that value, compared exactly: `v10` is not `v1`.",
    "Write the value of a version that exists, or add the version to the registry first.",
    '{"$schema": "urn:acme:order:v10"}',
    '{"$schema": "urn:acme:order:v1"}',
)
REFUSED: Final = Rule(
    "refused-by-schema",
    Severity.ERROR,
    "The schema, exactly as written, refuses the document.",
    "Readers were promised documents that this schema accepts.",
    "Correct the program that writes the document. If the document is right and the schema too narrow, change the "
    "schema and run check-compat on the change.",
    '{"exit_code": "3"}',
    '{"exit_code": 3}',
)
STREAM_INTERRUPTED: Final = Rule(
    "stream-interrupted",
    Severity.UNDECIDED,
    "A stream ends before its last line, and what there is of it is right.",
    "The program was killed, or crashed: what it would have said is not known. With `--allow interrupted` this is a "
    "note.",
    "Run the program again, or let the reader take the last progress as the best-known state: --allow interrupted.",
    "started, progress",
    "started, progress, terminated, result",
    also=(Severity.NOTE,),
)
STREAM_CUT: Final = Rule(
    "stream-cut",
    Severity.UNDECIDED,
    "The last line of a stream was cut in its middle, and what comes before it is right.",
    "The program was killed while it wrote, or the disk was full. With `--allow cut` this is a note.",
    "Run the program again; write each line with one call, and flush it.",
    '{"type": "prog',
    '{"type": "progress"} and LF',
    also=(Severity.NOTE,),
)
STREAM_FAILED: Final = Rule(
    "stream-failed",
    Severity.NOTE,
    "A stream is whole, and its last line says that the program failed.",
    "The stream keeps its contract; what it reports is a failure. With `--fail-on failed` this is an error.",
    "Read the errors of the last line.",
    '{"type": "result", "success": false}',
    '{"type": "result", "success": true}',
    also=(Severity.ERROR,),
)
STREAM_END: Final = Rule(
    "stream-end-unexpected",
    Severity.ERROR,
    "A stream ended otherwise than `--expect` says.",
    "The end is what is asked for: a test of a program that fails has to see the failure, and not a crash.",
    "Find out why the program ended so, or expect another end.",
    "interrupted, with --expect failed",
    "failed, with --expect failed",
)
STREAM_ORDER: Final = Rule(
    "stream-order",
    Severity.ERROR,
    "A line of a stream comes where its grammar admits no such line.",
    "Readers wait for the terminal line, and read the first line as the grammar says.",
    "Emit the lines in the order of the grammar, and nothing after the terminal line.",
    "result, progress",
    "progress, result",
)
FIELD_UNKNOWN: Final = Rule(
    "field-unknown",
    Severity.ERROR,
    "A producer writes a field that no schema declares.",
    "Readers skip it. Once somebody reads it, it is a promise that nobody made.",
    "Declare the field in the schema, or do not write it.",
    '{"sucess": true, "success": true}',
    '{"success": true}',
)
CODE_UNREGISTERED: Final = Rule(
    "code-unregistered",
    Severity.ERROR,
    "A producer writes an identifier that its code list does not have.",
    "An open list may grow, but the registry must have the new identifier first: readers look up there what to do.",
    "Add an entry to the code list, or write a listed identifier.",
    '{"code": "DISK_FUL"}',
    '{"code": "DISK_FULL"}',
)
CODE_RETIRED: Final = Rule(
    "code-retired",
    Severity.ERROR,
    "A producer writes an identifier that is retired.",
    "Readers were told that it no longer occurs.",
    "Write the identifier that replaces it.",
    'an entry with "retired": "1.2", and a document with its id',
    "a document with an id that is not retired",
)
EXIT_CODE_DIFFERS: Final = Rule(
    "exit-code-differs",
    Severity.ERROR,
    "A document, or a code in it, says another exit code or another success than the process that printed it had.",
    "Scripts go by the exit code and agents by the document: they take the same run for different things.",
    "Set the exit code and the document from one value.",
    '{"exit_code": 0}, and the process ended with 3',
    '{"exit_code": 3}, and the process ended with 3',
)
EXIT_CODE_UNKNOWN: Final = Rule(
    "exit-code-unknown",
    Severity.ERROR,
    "The process ended with an exit code that the contract does not list, or that is retired.",
    "Readers look up there what it means and what to do.",
    "End with a listed exit code, or add an entry to the code list.",
    "exit code 42",
    "exit code 3, which the code list has",
)
FORMAT_DIFFERS: Final = Rule(
    "format-differs",
    Severity.ERROR,
    "A document is not in the canonical form of its contract (`registry format --check`).",
    "Golden files and recorded answers differ from run to run, though nothing has changed.",
    "Run registry format without --check.",
    '{"success": true, "output_schema_version": "2.0"}',
    '{"output_schema_version":"2.0","success":true}',
)

CONTRACT_RULE: Final = Rule(
    "contract-rule",
    Severity.ERROR,
    "A document or stream breaks a rule of its contract that no schema can hold; the finding names the rule.",
    "Readers rely on it as on the shape: they compare counters, dispatch on the first key, merge sorted lists.",
    "Let the program keep the rule; `registry explain` shows it by its name.",
    'a rule with holds = [{ then = [{ at = "/count", counts = ["/items/*"] }] }], and {"count": 2, "items": [1]}',
    '{"count": 1, "items": [1]}',
)

RULES: Final = (
    *BYTE_RULES,
    VERSION_UNKNOWN,
    REFUSED,
    STREAM_ORDER,
    STREAM_INTERRUPTED,
    STREAM_CUT,
    STREAM_FAILED,
    STREAM_END,
    FIELD_UNKNOWN,
    CODE_UNREGISTERED,
    CODE_RETIRED,
    CONTRACT_RULE,
    EXIT_CODE_DIFFERS,
    EXIT_CODE_UNKNOWN,
    FORMAT_DIFFERS,
)
