"""The sentences about breaks, narrowings and changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from accordant.compat import edit_sentences, narrowing_sentences
from accordant.compat.blame import CLOSING, Blame
from accordant.compat.changes import Change
from accordant.compat.clauses import describe_refused
from accordant.compat.document_clauses import clause_of
from accordant.compat.judgement import is_about_spelling, types_of, with_wildcards
from accordant.compat.located import Break
from accordant.compat.rules import refusals
from accordant.compat.tested import find_case
from accordant.compat.wording import listed, newly_required, with_types
from accordant.findings import JsonValue, Rule
from accordant.schema import pointers
from accordant.schema.references import Node
from accordant.schema.tags import Tags
from accordant.schema.vocabulary import format_value, with_article


def of_break(refusal: Break, rule: Rule) -> str:
    """What may be written that the reader refuses, in the words of the rule."""
    blame = refusal.blame
    if blame is not None and is_about_spelling(refusal):
        return _fraction(refusal, blame, name_place(blame.instance))
    if refusal.edit is not None:
        return edit_sentences.of_break(refusal, rule, refusal.edit)
    if blame is None:
        return "A document may be written that the reader refuses."
    return _BY_RULE.get(rule.name, _other)(refusal, blame, name_place(blame.instance))


def _missing(refusal: Break, blame: Blame, where: str) -> str:
    return f"{_field(blame.instance, refusal.detail)} may be missing; the reader requires it."


def _null(refusal: Break, blame: Blame, where: str) -> str:
    return f"{where} may be null; the reader expects {_types(refusal.refused_by)}."


def _fraction(refusal: Break, blame: Blame, where: str) -> str:
    if is_about_spelling(refusal):
        return (
            f"{where} may be {format_value(blame.value)}; the reader's draft-04 has no integer spelt with a fraction."
        )
    return f"{where} may have a fraction; the reader expects an integer."


def _type(refusal: Break, blame: Blame, where: str) -> str:
    return f"{where} may be {with_article(str(refusal.detail))}; the reader expects {_types(refusal.refused_by)}."


def _carrier(refusal: Break, blame: Blame, where: str) -> str:
    return f"{where} says the version and may be {format_value(blame.value)}; the reader refuses it."


def _value(refusal: Break, blame: Blame, where: str) -> str:
    return f"{where} may be {format_value(blame.value)}; the reader's list is closed."


def _key(refusal: Break, blame: Blame, where: str) -> str:
    if "propertyNames" in pointers.split(blame.schema) or blame.keyword == "propertyNames":
        return f"{where} may carry keys that the reader's `propertyNames` refuses."
    if blame.keyword == "false":
        return f"{where} may be there; the reader refuses it."
    key = f"the key `{refusal.detail}`" if refusal.detail is not None else "a further key"
    return f"{where} may carry {key}; the reader refuses keys that it does not name."


def _bound_sentence(refusal: Break, blame: Blame, where: str) -> str:
    return f"{where} may be {format_value(blame.value)}; the reader's {_keyword(refusal.refused_by)} refuses it."


def _branch(refusal: Break, blame: Blame, where: str) -> str:
    if blame.stands_for == "more than one":
        return f"{where} may fit more than one of the reader's alternatives, which exclude each other."
    return f"{where} may have a shape that none of the reader's alternatives fits."


def _condition(refusal: Break, blame: Blame, where: str) -> str:
    if refusal.refused_by is None:  # the copy asks it, no keyword that anybody wrote
        return f"{where} may be {format_value(blame.value)}; the reader refuses it."
    return f"{where} may fail the reader's condition `{blame.keyword}`."


def _other(refusal: Break, blame: Blame, where: str) -> str:
    return f"{where} may be {format_value(blame.value)}; the reader's `{blame.keyword}` refuses it."


_BY_KIND: Final = (
    (refusals.TYPE, _type),
    (refusals.FRACTION, _fraction),
    (refusals.NULL, _null),
    (refusals.PRESENCE, _missing),
    (refusals.VALUE, _value),
    (refusals.KEY, _key),
    (refusals.BOUND, _bound_sentence),
    (refusals.PATTERN, _bound_sentence),
    (refusals.BRANCH, _branch),
    (refusals.CONDITION, _condition),
)
_BY_RULE: Final[Mapping[str, Callable[[Break, Blame, str], str]]] = {
    "carrier-changed": _carrier,
    **{rule.name: sentence for kind, sentence in _BY_KIND for rule in (kind.loosened, kind.tightened)},
}


def of_narrowing(refusal: Break, blame: Blame) -> str:
    """What is no longer written."""
    if refusal.edit is not None:
        return narrowing_sentences.of_narrowing(refusal, refusal.edit)
    where = name_place(blame.instance)
    if blame.keyword == "required":
        case = find_case(tuple(pointers.split(refusal.reader.pointer))) if refusal.reader else ""
        return newly_required(_member(blame.instance, refusal.detail), case)
    if blame.keyword == "type":
        return f"{where} is never {with_article(str(refusal.detail))} any more."
    if blame.keyword in ("enum", "const"):
        return f"{where} is never {format_value(blame.value)} any more."
    if refusals.BY_KEYWORD.get(blame.keyword) is refusals.KEY:
        return f"{where} is closed now: keys that the schema does not name are no longer written."
    if blame.stands_for == "more than one":
        return f"{where} is never {format_value(blame.value)} any more: it would fit more than one alternative."
    return f"{where} is narrower now: `{blame.stands_for or blame.keyword}` refuses {format_value(blame.value)}."


def of_closing(refusal: Break, blame: Blame) -> str:
    """The sentence that a new reader refuses keys which old writers presumably do not write."""
    refused_by = refusal.refused_by if isinstance(refusal.refused_by, dict) else {}
    if blame.keyword in CLOSING and False in refused_by.values():
        return f"{name_place(blame.instance)} is closed now: keys that nothing names are refused."
    if refusal.reader is not None and "propertyNames" in pointers.split(refusal.reader.pointer):
        return (
            f"{name_place(blame.instance)} has a rule for the names of keys now, which refuses some that nothing names."
        )
    return f"Keys that nothing names have a rule now: {describe_refused(refusal)}."


def of_change(change: Change) -> str:
    """The difference in what is declared."""
    where = f"`{change.path}`" if change.path else "the document"
    start = where[:1].upper() + where[1:]
    old, new = format_value(change.old), format_value(change.new)
    is_pattern = bool(change.steps) and change.steps[-1].token == "+"
    by_pattern = f"keys {where} that match `{change.name}`" if is_pattern and change.name else ""
    values = listed(change.old if isinstance(change.old, list) else [change.old])
    cases, moved = _cases(change, [change.lost]), _cases(change, change.gained)
    gone = f"is gone{cases}{f', and new{moved}' if moved else ''}"
    are_gone = "are gone"
    if change.is_forbidden:
        stays = "declared" if change.rule == "field-removed" else "listed"
        gone = f"is still {stays}{cases}, but no document can carry it any more"
        are_gone = "are still declared, but no document can carry them any more"
    documents = "" if change.is_forbidden else clause_of(change.documents)
    sentences = {
        "field-removed": f"The field {where} {gone}." if not by_pattern else f"The {by_pattern} {are_gone}.",
        "field-renamed": f"The field {where} {gone}; `{change.new}`, which was added, has the same schema.",
        "field-added": f"The field {where} was added{cases}." if not by_pattern else f"The {by_pattern} were added.",
        "enum-value-removed": f"The value {old} at {where} {gone}.",
        "enum-value-added": f"The value {new} at {where} was added.",
        "enum-dropped": f"{start} no longer lists its values ({values}).",
        "const-changed": f"The fixed value at {where} changed from {old} to {new}.",
        "carrier-changed": f"The carrier {where} changed from {old} to {new}.",
        "unit-changed": f"The unit of {where}{documents} {_how(change)}.",
        "unit-added": f"The unit of {where} is now stated: {new}.",
        "default-changed": f"The default of {where} {_how(change)}.",
        "format-changed": f"`{change.keyword}` of {where} {_how(change)}.",
        "access-changed": f"`{change.keyword}` of {where} {_how(change)}.",
        "deprecation-changed": f"`deprecated` of {where} {_how(change)}.",
        "text-changed": f"`{change.keyword}` of {where} changed.",
    }
    return sentences[change.rule]


def _cases(change: Change, cases: Sequence[Tags]) -> str:
    """The documents that some tags select, as a clause; empty where no tag does."""
    around = pointers.parent(change.path)
    if not all(cases):
        return ""
    names = {name for tags in cases for name in tags}
    if len(names) == 1:
        cases = [{name: frozenset(value for tags in cases for value in tags[name]) for name in names}]
    texts = [
        " and ".join(
            f"`{name if change.is_forbidden else pointers.join(around, name)}` is {listed(sorted(values), 'or')}"
            for name, values in sorted(tags.items())
        )
        for tags in cases
    ]
    return f" where {' or where '.join(texts)}" if texts else ""


def _how(change: Change) -> str:
    """How a stated fact changed; null is a value of a default, and what is missing is none."""
    old, new = format_value(change.old), format_value(change.new)
    if not _states(change.old_node, change.keyword):
        return f"is now stated: {new}"
    if not _states(change.new_node, change.keyword):
        return f"is no longer stated; it was {old}"
    return f"changed from {old} to {new}"


def _states(node: Node, keyword: str) -> bool:
    return isinstance(node.value, dict) and keyword in node.value


def name_place(instance: str) -> str:
    """A place in documents, for people."""
    path = with_wildcards(instance)
    return f"`{path}`" if path else "The document"


def _field(instance: str, name: JsonValue) -> str:
    return f"The field `{_member(instance, name)}`"


def _member(instance: str, name: JsonValue) -> str:
    return pointers.join(with_wildcards(instance), str(name))


def _keyword(refused_by: JsonValue) -> str:
    if isinstance(refused_by, dict) and refused_by:
        key, value = next(iter(refused_by.items()))
        return f"`{key}: {format_value(value)}`"
    return "schema"


def _types(refused_by: JsonValue) -> str:
    return with_types(types_of(refused_by))
