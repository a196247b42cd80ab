"""The rules for strict variants of schemas."""

from __future__ import annotations

from typing import Final

from accordant.findings import Rule, Severity

KEYWORD_LOST: Final = Rule(
    "keyword-lost",
    Severity.WARNING,
    "The strict schema for a provider does not hold a keyword of the contract, or holds it otherwise.",
    "The model may write what the contract refuses.",
    "Validate each answer against the contract: --answer takes it back and does so.",
    "`oneOf` whose alternatives a value may fit together, written as `anyOf`",
    "`oneOf` whose alternatives differ in a required tag",
)
LIMIT_EXCEEDED: Final = Rule(
    "provider-limit-exceeded",
    Severity.ERROR,
    "The strict schema is larger than the provider takes.",
    "The service refuses every request with it.",
    "Choose a part of the contract (CONTRACT/VERSION/SCHEMA), or split the answer into several.",
    "5,200 properties where 5,000 are taken",
    "the schema of one command's data",
)

RULES: Final = (KEYWORD_LOST, LIMIT_EXCEEDED)
