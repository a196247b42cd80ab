"""The rule about what an exported schema does not say."""

from __future__ import annotations

from typing import Final

from accordant.findings import Rule, Severity

NOT_EXPORTED: Final = Rule(
    "keyword-not-exported",
    Severity.WARNING,
    "An exported schema does not say what a keyword demands.",
    "Documents that `registry validate` refuses pass the exported schema, or the other way round, and nobody notices.",
    "export in 2020-12, write the schema without the keyword, or let `registry validate` judge where it matters",
    '`"minContains": 2` in draft-07, which has no such keyword',
    '`"dependentRequired"` in draft-07, which says it with `dependencies`',
)
RULES: Final = (NOT_EXPORTED,)
