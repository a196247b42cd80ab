"""The sentences about rules that hold in some cases, where an edit changed the cases."""

from __future__ import annotations

from accordant.compat.blame import Blame
from accordant.compat.clauses import describe_refused, in_text, place_of
from accordant.compat.edits import Edit, path_of
from accordant.compat.judgement import with_wildcards
from accordant.compat.located import Break
from accordant.compat.sides import Side, Spot
from accordant.compat.tested import tested_member
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.json_values import fingerprint
from accordant.schema.vocabulary import format_value


def of_break(refusal: Break, edit: Edit, test: str) -> str:
    """An edit of what a rule depends on: what the reader's rule refuses of a document that it is about."""
    case = _case(refusal, edit)
    if not case:
        return f"The rule `{test}` for {in_text(edit.path)} changed: {describe_refused(refusal)}."
    blame = refusal.blame
    if blame is not None and blame.keyword == "required":
        lacking = f"`{_lacking(blame)}`"
        return f"Where {case}, {lacking} may be missing; the reader requires it."
    return f"Where {case}, {describe_refused(refusal)}."


def of_narrowing(refusal: Break, edit: Edit) -> str:
    """The same where the newer schema refuses what an older writer could write."""
    blame, case = refusal.blame, _case(refusal, edit)
    where = place_of(edit.path)
    if blame is None:
        return f"{where} is narrower now."
    about = f"Where {case}, " if case else f"{where} is narrower now: "
    if blame.keyword == "required":
        return f"{about}`{_lacking(blame)}` is always there from now on."
    place = with_wildcards(blame.instance)
    inner = f"`{place}`" if place else "the document"
    return f"{about}{inner} is never {format_value(blame.value)} any more."


def is_kept_in_other_cases(refusal: Break, edit: Edit) -> bool:
    """Whether the writer's schema has the rule that is gone from ``allOf`` under another condition."""
    rule, others = _part(refusal.exchange.reader, edit.reader), _part(refusal.exchange.writer, edit.writer)
    if not isinstance(rule, dict) or "if" not in rule or not isinstance(others, list):
        return False
    return any(isinstance(other, dict) and "if" in other and _asked(other) == _asked(rule) for other in others)


def _asked(rule: dict[str, JsonValue]) -> str:
    """What a rule asks for where its condition holds, and where it does not."""
    return fingerprint({key: value for key, value in rule.items() if key in ("then", "else")})


def _part(side: Side, spot: Spot) -> JsonValue:
    """What the schemas of a side have at a place; None where nothing stands there."""
    return pointers.follow(side.root.resources.root(spot.address).value, spot.pointer) if side.has(spot) else None


def _case(refusal: Break, edit: Edit) -> str:
    """What the tested member is in the document; empty where the edit is of anything else."""
    member, depth = tested_member(edit), len(edit.path) - 1
    if member is None or refusal.blame is None:
        return ""
    around = pointers.split(refusal.blame.instance)[:depth]
    if len(around) < depth or with_wildcards(pointers.write(around)) != path_of(edit.path[:-1]):
        return ""
    place = pointers.write([*around, member])
    if not pointers.has(refusal.document, place):
        return f"`{with_wildcards(place)}` is missing"
    return f"`{with_wildcards(place)}` is {format_value(pointers.follow(refusal.document, place))}"


def _lacking(blame: Blame) -> str:
    return pointers.join(with_wildcards(blame.instance), next(iter(blame.names), ""))
