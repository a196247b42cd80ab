"""Rules about code lists: identifiers stay, with the facts that readers act on."""

from __future__ import annotations

from typing import Final

from accordant.compat.rules.severities import breaking
from accordant.findings import Rule

RULES: Final[tuple[Rule, ...]] = (
    breaking(
        "code-removed",
        "An identifier is no longer in the code list.",
        "Readers have a branch for it and documents that explain it; the name must never mean something else.",
        "the entry is deleted",
        'the entry stays and gets "retired"',
        "keep the entry; mark it deprecated or retired",
    ),
    breaking(
        "code-renamed",
        "An identifier is gone and an entry with the same facts stands under another name.",
        "Readers dispatch on the old name.",
        '{"id": "MissingFile"} -> {"id": "FileMissing"}',
        "both entries stand; the old one is deprecated and names the new one in use",
        "keep the old entry (deprecated, with use), add the new one",
    ),
    breaking(
        "code-reused",
        "A retired identifier is in use again.",
        "Old documents and old readers give it its old meaning.",
        '{"id": "X", "retired": "1.1"} -> {"id": "X"}',
        "a new identifier",
        "choose a new identifier",
    ),
    breaking(
        "code-fact-changed",
        "A fact that readers act on changed: severity, exit code, retryability, side effects, phase, commands, name.",
        "Readers retry, stop or escalate by it.",
        '{"id": "X", "exit-code": 3} -> {"id": "X", "exit-code": 4}',
        "a new identifier with the other facts",
        "keep the fact; add a new identifier for the other case",
    ),
    breaking(
        "code-meaning-swapped",
        "Two identifiers exchanged their meanings.",
        "Every reader goes on without an error and does the wrong thing.",
        "2 means usage and 3 means partial -> 2 means partial and 3 means usage",
        "the wording of a meaning is improved",
        "keep the meanings",
    ),
    breaking(
        "context-field-removed",
        "A context field that an identifier carries is no longer declared.",
        "Readers take it to locate the problem.",
        'MissingFile {"file"} -> MissingFile {}',
        'MissingFile {"file"} -> MissingFile {"file", "line"}',
    ),
    breaking(
        "context-field-sometimes",
        "A context field that was always there is there sometimes.",
        "Readers take it without asking.",
        '{"file": {"always": true}} -> {"file": {"always": false}}',
        '{"file": {"always": false}} -> {"file": {"always": true}}',
    ),
    breaking(
        "code-list-removed",
        "A code list of the release is gone.",
        "Its identifiers are no longer promised.",
        "error-kinds.codes.json is deleted",
        "a code list is added",
    ),
    breaking(
        "code-list-closed",
        "A list that programs may extend no longer can be, or the spelling of identifiers changed.",
        "Programs that added identifiers of their own are no longer covered.",
        '{"extensible": true} -> {"extensible": false}',
        '{"extensible": false} -> {"extensible": true}',
    ),
)
