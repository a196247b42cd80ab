"""Rules about behaviour: what a release promises beyond shapes and codes stays as it is."""

from __future__ import annotations

from typing import Final

from accordant.compat.rules.severities import breaking, note
from accordant.findings import Rule

RULES: Final[tuple[Rule, ...]] = (
    breaking(
        "producer-rule-removed",
        "A rule for producers is no longer in the contract.",
        "Readers count on what it says, and nothing holds producers to it any more.",
        "the rule type-comes-first is deleted",
        "the rule stays",
    ),
    breaking(
        "producer-rule-weakened",
        "A rule for producers asks for less: of other documents, under more conditions, or nobody judges it.",
        "Documents that the release refuses pass from now on, and its readers meet them.",
        'then = [{ at = "/data", is-null = true }] -> then = []',
        "a further implication stands beside the others",
    ),
    breaking(
        "rule-demanded",
        "A rule for documents that callers write was added, or asks for more.",
        "Callers that follow the release are refused.",
        "a rule for a schema of direction input is added",
        "a rule for a schema of direction output is added",
        "state it as advice in the description, or make it in a new major version: registry bump CONTRACT",
    ),
    breaking(
        "derived-changed",
        "A derived field is computed in another way, or no longer.",
        "The number keeps its name and means something else.",
        'says = "upper minus lower" -> says = "lower minus upper"',
        "a field that is computed was added",
    ),
    breaking(
        "counting-changed",
        "A counter counts something else, or nothing says any more what it counts.",
        "Readers compare counters over time, and pipelines pass or fail by them.",
        'counts = "files that were read" -> counts = "files that were found"',
        "what a further counter counts was added",
    ),
    breaking(
        "serialisation-changed",
        "The bytes of a document are promised less: its lines, the end of it, the form of paths.",
        "Readers that read line by line, or compare bytes, fail.",
        "single-line = true -> single-line = false",
        'trailing-newline = "optional" -> trailing-newline = "required"',
    ),
    breaking(
        "key-order-changed",
        "Keys stand in another order than the release promises.",
        "Two outputs of the same state differ, and a reader that dispatches on the first key fails.",
        'key-order = ["type", "code"] -> key-order = ["code", "type"]',
        'key-order = ["type", "code"] -> key-order = ["type", "since", "code"]',
    ),
    breaking(
        "sort-order-changed",
        "A list is sorted by other keys, or no longer.",
        "Two outputs of the same state differ, and readers that merge sorted lists fail.",
        'keys = ["path", "line"] -> keys = ["line", "path"]',
        'keys = ["path", "line"] -> keys = ["path", "line", "code"]',
    ),
    breaking(
        "mode-changed",
        "A mode prints something else, or is gone.",
        "Programs call with its flags and read what the release says they get.",
        '{ flags = "--quiet", stdout = "nothing" } -> { flags = "--quiet", stdout = "one envelope" }',
        "a mode was added",
    ),
    breaking(
        "consumer-rule-changed",
        "A rule for readers decides otherwise, is gone, or is asked in another order.",
        "Readers of both versions react in two ways to one document.",
        "effects = [{ decide = 'retry' }] -> effects = [{ decide = 'escalate' }]",
        "a rule for readers was added",
    ),
    breaking(
        "interpretation-changed",
        "An action of readers answers another outcome, carries less, or is gone.",
        "Programs branch on its kind and take its details without asking.",
        '{ name = "wait", carries = ["seconds"] } -> { name = "wait" }',
        "a kind of action was added",
    ),
    breaking(
        "scenario-changed",
        "A scenario of the release ends otherwise, or is gone.",
        "It says what a reader makes of a document: tests of readers are made from it.",
        'expect = { outcome = "failure" } -> expect = { outcome = "success" }',
        "a scenario was added",
    ),
    breaking(
        "meaning-changed",
        "A meaning, description or action changed in substance, and the contract says that meanings are frozen.",
        "Programs that follow the old text do something else than those that follow the new one.",
        'meaning = "The file is missing." -> meaning = "The file is empty."',
        'meaning = "The file is missing." -> meaning = "the file is missing"',
        "restore the text, or make the change in a new major version: registry bump CONTRACT",
    ),
    note(
        "behaviour-added",
        "The version promises behaviour that the release does not mention.",
        "Readers may rely on it from the next release on; documents of older programs may not follow it.",
        "a rule, a counter, a mode, a rule for readers or a scenario is added",
        "nothing was added",
    ),
    note(
        "behaviour-changed",
        "A part of the behaviour changed, and nobody who follows the release loses by it.",
        "Readers or callers may get by with less from the next release on; a release freezes it.",
        "a rule for documents that callers write is gone, or a further key stands in the order",
        "it stays",
    ),
)
