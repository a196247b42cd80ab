"""Lists of values that the newer schema no longer asks for, though it still shows them: other values may come.

Readers of an open list have a branch for values that they do not know, so that this breaks none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from accordant.algebra import Counterexample
from accordant.compat.causes import Causes
from accordant.compat.edits import Edit, Kind
from accordant.compat.explain import Explainer
from accordant.compat.narrowing import MOST_NOTES, NOTES_SECONDS, has_codes
from accordant.compat.sides import Exchange, Side
from accordant.compat.solving import Questions
from accordant.compat.tested import find_test
from accordant.findings import Finding, JsonValue, Severity
from accordant.schema import pointers
from accordant.schema.reader_copy import Readings

_LISTS: Final = frozenset(("enum", "const"))


def unlisted(
    exchange: Exchange, findings: Iterable[Finding], explainer: Explainer, all_: Questions
) -> Iterator[Finding]:
    """A note for each list of the older schema beside which the newer one, which writes, allows further values.

    Args:
        exchange: the newer schema as the writer, the older one as the reader.
        findings: what is reported already.
        explainer: makes the notes.
        all_: the questions about the pair; the notes take a part of their budget.
    """
    old, new = exchange.reader, exchange.writer
    questions = all_.within(NOTES_SECONDS)
    causes = Causes(old.root, new.root, Readings().read, questions.copies, questions.spend, questions.steps)
    broken = {finding.old_place for finding in findings if finding.severity == Severity.ERROR}
    loosened = [(edit, values) for edit in causes.open if (values := _list_values(edit, old, new)) is not None]
    for edit, values in loosened[:MOST_NOTES]:
        is_told = old.place(edit.reader) in broken or old.place(edit.reader.parent) in broken
        if not is_told and _lets_others_in(edit, causes, questions):
            yield explainer.unlisted(edit, values)


def _list_values(edit: Edit, old: Side, new: Side) -> list[JsonValue] | None:
    """The values that the older schema lists where an edit takes the list away, or adds an alternative that has none.

    None where both schemas bind the value to a code list, whose own comparison tells that it is open now.
    """
    is_dropped = edit.kind is Kind.KEYWORD and edit.name in _LISTS and edit.is_removed
    is_beside = edit.kind is Kind.ALTERNATIVE and edit.is_added and _LISTS.isdisjoint(_keywords(edit.written))
    if not (is_dropped or is_beside) or find_test(edit):
        return None
    holder = edit.reader.parent if is_dropped else edit.reader
    if has_codes(holder, old) and has_codes(edit.writer, new):
        return None
    listing = _keywords(pointers.follow(old.root.resources.root(holder.address).value, holder.pointer))
    values = listing.get("enum", [listing["const"]] if "const" in listing else None)
    return values if isinstance(values, list) else None


def _keywords(schema: JsonValue) -> Mapping[str, JsonValue]:
    return schema if isinstance(schema, dict) else {}


def _lets_others_in(edit: Edit, causes: Causes, questions: Questions) -> bool:
    """Whether the list, put back into the newer schema, refuses what may be written without it."""
    others = [other for other in causes.open if other is not edit]
    return isinstance(questions.check_containment(causes.writer, causes.make(*others)), Counterexample)
