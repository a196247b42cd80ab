"""Rules about what a reader refuses: each kind of refusal is one rule for new writers and one for new readers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from accordant.compat.rules.severities import breaking
from accordant.findings import Rule

_OLD_WRITERS_REFUSED: Final = "Documents of writers that have not changed are refused."


@dataclass(frozen=True, slots=True)
class RefusalKind:
    """One kind of refusal, by the side that changed."""

    loosened: Rule
    """The newer side writes (output): it may write more than the reader takes."""
    tightened: Rule
    """The newer side reads (input): it takes less than the writer may write."""

    def rule(self, *, newer_reads: bool) -> Rule:
        """The rule for the side that changed."""
        return self.tightened if newer_reads else self.loosened


def _kind(
    loosened: tuple[str, str, str],
    tightened: tuple[str, str],
    tight: str,
    loose: str,
    *,
    fine: str = "",
    breaking_input: str = "",
    fine_input: str = "",
) -> RefusalKind:
    """A pair of rules whose examples mirror each other, unless an example is given.

    Args:
        loosened: name, what it finds, why it matters.
        tightened: name, what it finds.
        tight: the schema of the example that takes less.
        loose: the schema of the example that takes more.
        fine: the example of an edit that ``loosened`` does not find.
        breaking_input: the example of an edit that ``tightened`` finds.
        fine_input: the example of an edit that ``tightened`` does not find.
    """
    return RefusalKind(
        breaking(*loosened, f"{tight} -> {loose}", fine or f"{loose} -> {tight}"),
        breaking(
            *tightened,
            _OLD_WRITERS_REFUSED,
            breaking_input or f"{loose} -> {tight}, input",
            fine_input or f"{tight} -> {loose}, input",
        ),
    )


TYPE: Final = _kind(
    ("type-changed", "A value may have a JSON type that the reader refuses.", "Readers convert and compare by type."),
    ("type-refused", "Old writers may write a JSON type that the new reader refuses."),
    '{"type": "string"}',
    '{"type": ["string", "array"]}',
)
FRACTION: Final = _kind(
    (
        "integer-to-number",
        "An integer may now have a fraction.",
        "Readers that store integers fail or cut the fraction off.",
    ),
    ("number-to-integer", "Old writers may write a fraction where the new reader takes integers only."),
    '{"type": "integer"}',
    '{"type": "number"}',
)
NULL: Final = _kind(
    ("null-added", "A value may now be null.", "Readers that call a method on the value fail."),
    ("null-refused", "Old writers may write null where the new reader refuses it."),
    '{"type": "string"}',
    '{"type": ["string", "null"]}',
)
PRESENCE: Final = _kind(
    ("field-became-optional", "A field that was always there may be missing.", "Readers take it without asking."),
    ("field-became-required", "The new reader requires a field that old writers may leave out."),
    '{"required": ["a"]}',
    '{"required": []}',
)
VALUE: Final = _kind(
    (
        "closed-enum-value-added",
        "A value is added to a list that is closed.",
        "Readers of a closed list have a branch for each member and none for others.",
    ),
    ("enum-value-refused", "Old writers may write a value that the new reader's list does not hold."),
    '{"enum": ["a"], "x-closed": true}',
    '{"enum": ["a", "b"], "x-closed": true}',
    fine="the same edit where the enum is open",
    breaking_input='{"enum": ["a", "b"]} -> {"enum": ["a"]}, input',
    fine_input='{"enum": ["a"]} -> {"enum": ["a", "b"]}, input',
)
KEY: Final = _kind(
    (
        "closed-object-opened",
        "An object may carry a key that the reader refuses.",
        "The reader was told that there are no other keys. Where the promise is additive, an opened object is a note.",
    ),
    ("object-closed", "Old writers may write a key that the new reader refuses."),
    '{"additionalProperties": false}',
    "{}, read strictly",
    fine="the same edit under the additive promise",
    breaking_input='{"properties": {"a": {}}} -> {"properties": {"a": {}}, "additionalProperties": false}, input, '
    "read strictly",
    fine_input="the same edit under the additive promise, where writers write only keys that their schema names",
)
BOUND: Final = _kind(
    (
        "bound-loosened",
        "A number, length or count may lie outside the reader's bounds.",
        "Readers size columns and buffers by them.",
    ),
    ("bound-tightened", "Old writers may write a number, length or count outside the new reader's bounds."),
    '{"maximum": 10}',
    '{"maximum": 20}',
)
PATTERN: Final = _kind(
    (
        "pattern-loosened",
        "A string may have a form that the reader refuses.",
        "Readers take the string apart by its form.",
    ),
    ("pattern-tightened", "Old writers may write a string of a form that the new reader refuses."),
    '{"pattern": "^[a-z]+$"}',
    '{"pattern": "^[a-z0-9]+$"}',
)
BRANCH: Final = _kind(
    (
        "branch-added",
        "A value may match none of the alternatives that the reader knows, and no tag tells them apart.",
        "Readers try the known shapes and fail.",
    ),
    (
        "branch-removed",
        "Old writers may write a shape that none of the new reader's alternatives (or more than one) fits.",
    ),
    '{"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}',
    '{"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}',
    fine="a further alternative that a required key with a new value selects",
)
CONDITION: Final = _kind(
    (
        "condition-loosened",
        "A rule that the older schema states no longer holds for every document.",
        "Readers rely on the rule: that an error is there when success is false, for example.",
    ),
    ("condition-tightened", "The new reader has a rule that old writers need not keep."),
    '{"if": {"required": ["a"]}, "then": {"not": {"required": ["b"]}}}',
    "{}",
)

REFUSALS: Final = (TYPE, FRACTION, NULL, PRESENCE, VALUE, KEY, BOUND, PATTERN, BRANCH, CONDITION)

OTHER: Final = breaking(
    "reader-refuses",
    "A document may be written that the reader refuses.",
    "The reader fails on it.",
    "any edit that lets more documents in",
    "any edit that lets fewer documents in",
)
"""For what no other rule names, whichever side changed."""

DRAFT: Final = breaking(
    "draft-changed",
    "The schema changed its draft, and a keyword says something else there.",
    "The reader goes by its own draft, and refuses a document that the other draft accepts.",
    '{"$schema": "https://json-schema.org/draft/2020-12/schema", "dependentRequired": {"a": ["b"]}} -> '
    '{"$schema": "http://json-schema.org/draft-07/schema#", "dependentRequired": {"a": ["b"]}}',
    '{"$schema": "http://json-schema.org/draft-07/schema#", "required": ["a"]} -> '
    '{"$schema": "https://json-schema.org/draft/2020-12/schema", "required": ["a"]}',
)
"""For an edit of the draft, whichever side changed."""

BY_KEYWORD: Final[Mapping[str, RefusalKind]] = {
    "type": TYPE,
    "required": PRESENCE,
    **dict.fromkeys(("enum", "const"), VALUE),
    **dict.fromkeys(("additionalProperties", "unevaluatedProperties", "propertyNames", "false"), KEY),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"), BOUND),
    **dict.fromkeys(("minLength", "maxLength", "minProperties", "maxProperties"), BOUND),
    **dict.fromkeys(("minItems", "maxItems", "uniqueItems", "contains", "minContains", "maxContains"), BOUND),
    **dict.fromkeys(("items", "additionalItems", "unevaluatedItems"), BOUND),
    "pattern": PATTERN,
    **dict.fromkeys(("anyOf", "oneOf"), BRANCH),
    **dict.fromkeys(("not", "if", "then", "else"), CONDITION),
    **dict.fromkeys(("dependentRequired", "dependentSchemas", "dependencies"), CONDITION),
}
"""The kind of refusal by the keyword that refuses; ``false`` stands for the schema ``false``."""

RULES: Final[tuple[Rule, ...]] = (
    *(refusal.loosened for refusal in REFUSALS),
    OTHER,
    DRAFT,
    *(refusal.tightened for refusal in REFUSALS),
)
