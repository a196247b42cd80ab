"""The sentences about edits after which less is written: what old documents could be, and new ones are not."""

from __future__ import annotations

from accordant.compat import case_sentences
from accordant.compat.blame import Blame
from accordant.compat.clauses import in_text, is_at, place_of
from accordant.compat.edit_sentences import describe_unread, member_keyword, name_alternative
from accordant.compat.edits import MISSING, Edit, Kind, path_of
from accordant.compat.judgement import types_added, types_of, values_added, with_wildcards
from accordant.compat.located import Break
from accordant.compat.rules import refusals
from accordant.compat.tested import find_case, find_test
from accordant.compat.unread import find_unread
from accordant.compat.wording import listed, newly_required, with_types
from accordant.schema import pointers
from accordant.schema.copy_origins import without_marks
from accordant.schema.vocabulary import format_value


def of_narrowing(refusal: Break, edit: Edit) -> str:
    """What is no longer written, now that the newer schema reads what the older one writes."""
    if find_unread(refusal.exchange, edit) is not None:
        return f"{describe_unread(refusal, edit)}."
    if find_test(edit):
        return case_sentences.of_narrowing(refusal, edit)
    where = place_of(edit.path)
    if edit.kind is Kind.REQUIRED:
        return newly_required(path_of((*edit.path, edit.name)), find_case(edit.way))
    if edit.kind is Kind.ALTERNATIVE and edit.is_added:
        return f"{where} has one alternative fewer: {name_alternative(refusal)}."
    if edit.kind is Kind.KEYWORD and edit.name == "type":
        if edit.written is MISSING:
            return f"{where} is always {with_types(types_of({'type': edit.read}))} now."
        return f"{where} is never {with_types(types_added(edit.read, edit.written))} any more."
    if edit.kind is Kind.KEYWORD and edit.name in ("enum", "const") and values_added(edit):
        return f"{where} is never {listed(values_added(edit), 'or')} any more."
    if edit.kind is Kind.KEYWORD and refusals.BY_KEYWORD.get(edit.name) is refusals.KEY:
        if edit.name == "propertyNames":
            return f"{where} has fewer keys now: `propertyNames` refuses some."
        if edit.read is False:
            return f"{where} is closed now: keys that the schema does not name are no longer written."
    if edit.kind is Kind.KEYWORD and isinstance(edit.read, int | float | str):
        now = format_value(edit.read)
        if edit.written is MISSING:
            return f"{where} is narrower now: `{edit.name}: {now}` is new."
        return f"{where} is narrower now: `{edit.name}` is {now}, was {format_value(without_marks(edit.written))}."
    if refusal.blame is None:
        return f"{where} is narrower now."
    blame = refusal.blame
    if blame.keyword == "required" and blame.names and (case := find_case(tuple(pointers.split(blame.schema)))):
        return newly_required(pointers.join(with_wildcards(blame.instance), blame.names[0]), case)
    could_be, keyword = format_value(refusal.blame.value), refusal.blame.spelling
    example = f"{_subject(refusal.blame, edit)} could be {could_be}, which `{keyword}` refuses"
    if refusal.blame.is_of_key:
        example = f"{_subject(refusal.blame, edit)} could be there, and is refused now"
    if edit.kind is Kind.MEMBER and edit.is_added and member_keyword(refusal) in ("prefixItems", "items"):
        return f"{where} is no longer a position of its own: {example}."
    return f"{where} is narrower now: {example}."


def _subject(blame: Blame, edit: Edit) -> str:
    """The refused part of a document, after its place was named."""
    if is_at(blame, edit.path):
        return "it"
    return in_text(tuple(pointers.split(with_wildcards(blame.instance))))
