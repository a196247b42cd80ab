"""Whether a member's name matches a pattern of ``patternProperties``: by automata, as the judge reads patterns too."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=4096)  # some names of some patterns: a stream asks the same question for every line
def pattern_matches(pattern: str, text: str) -> bool:
    """Whether a pattern matches somewhere in a text; one that no engine takes matches nothing."""
    # Only schemas with patterns need the automata, and loading them takes some milliseconds.
    from accordant.regex.automata import automaton
    from accordant.regex.errors import UnreadablePattern

    try:
        return automaton(pattern).accepts(text)
    except UnreadablePattern:
        return _validator_matches(pattern, text)


def _validator_matches(pattern: str, text: str) -> bool:
    """The same by the validator's engine, for patterns that no automaton decides: then names match as values do."""
    import jsonschema_rs

    try:
        return bool(jsonschema_rs.Draft202012Validator({"pattern": pattern}, offline=True).is_valid(text))
    except Exception:  # the library's own exceptions
        return False
