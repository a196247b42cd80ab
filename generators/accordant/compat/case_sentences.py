"""The sentences about rules that hold in some cases, where an edit changed the cases."""

from __future__ import annotations

from accordant.compat.blame import Blame
from accordant.compat.clauses import describe_refused, in_text, place_of
from accordant.compat.edits import Edit, path_of
from accordant.compat.judgement import with_wildcards
from accordant.compat.located import Break
from accordant.compat.tested import tested_member
from accordant.schema import pointers
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
