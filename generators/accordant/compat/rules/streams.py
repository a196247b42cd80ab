"""Rules about streams: line types stay, and lines keep their order."""

from __future__ import annotations

from typing import Final

from accordant.compat.rules.severities import breaking
from accordant.findings import Rule

RULES: Final[tuple[Rule, ...]] = (
    breaking(
        "stream-removed",
        "A stream of the release is gone.",
        "Readers of the stream find nothing.",
        "run.stream.json is deleted",
        "a stream is added",
    ),
    breaking(
        "line-type-removed",
        "A line type that the release declares is no longer in the grammar.",
        "Readers wait for it.",
        "started, progress*, result -> started, result",
        "started, result -> started, progress*, result",
    ),
    breaking(
        "line-after-terminal",
        "A line may follow the one that the release calls the last.",
        "Readers stop at the terminal line and lose what follows.",
        "..., result -> ..., result, footer",
        "the new line type stands before the terminal one",
    ),
    breaking(
        "line-order-changed",
        "Lines may come in an order or number that the release does not allow.",
        "Readers rely on the order.",
        "started, progress*, terminated -> progress*, started, terminated",
        "a line type that the release does not know, anywhere before the terminal line",
    ),
    breaking(
        "stream-tag-changed",
        "The place where a line says its type, or the schema of its lines, changed.",
        "Readers cannot tell lines apart.",
        '{"discriminator": "/type"} -> {"discriminator": "/event"}',
        "the discriminator stays",
    ),
    breaking(
        "stream-end-changed",
        "What the last line of a failed run holds changed.",
        "Readers take a failed run for a complete one.",
        '{"failure": {"/success": false}} -> {"failure": {"/exit_code": 1}}',
        "a stream that did not say how runs fail says it",
    ),
)
