"""The rules for answers of agents."""

from __future__ import annotations

from typing import Final

from accordant.findings import Rule, Severity

ANSWER_REFUSED: Final = Rule(
    "answer-refused",
    Severity.ERROR,
    "The last answer of the agent does not conform to the schema.",
    "A result that does not conform is never handed over; whoever asked gets the errors instead.",
    "Read the errors; make the schema clearer to the agent (descriptions, fewer alternatives), or ask a better agent.",
    '{"severity": "critical"} where the schema lists low, medium and high',
    '{"severity": "high"}',
)
ANSWER_CUT: Final = Rule(
    "answer-cut",
    Severity.ERROR,
    "The answer was cut at the limit of its length. The agent is not asked again: it would be cut again.",
    "A list that was cut and closed by somebody else looks complete.",
    "Allow longer answers, or ask for less; --accept-truncated takes an answer that is complete JSON all the same.",
    '{"tags": ["a", "b"   and the reason length',
    '{"tags": ["a", "b"]} and the reason stop',
)

RULES: Final = (ANSWER_REFUSED, ANSWER_CUT)
