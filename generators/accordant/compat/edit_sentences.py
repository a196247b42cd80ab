"""The sentences about edits that break a reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from accordant.compat import case_sentences
from accordant.compat.clauses import describe_item, describe_refused, in_text, place_of
from accordant.compat.edits import MISSING, Edit, Kind, path_of
from accordant.compat.judgement import is_null, types_added, types_of, values_added, values_of, with_wildcards
from accordant.compat.located import Break
from accordant.compat.named_keys import named_and_refused
from accordant.compat.rules import refusals
from accordant.compat.tested import CONDITIONS, find_case, find_test
from accordant.compat.unread import find_unread
from accordant.compat.wording import listed, starting, with_types
from accordant.findings import JsonValue, Rule
from accordant.schema import pointers
from accordant.schema.copy_origins import without_marks
from accordant.schema.dialects import dialect_named
from accordant.schema.json_values import json_type
from accordant.schema.vocabulary import enumeration, format_value

_MOST_PLACES: Final = 3


def of_break(refusal: Break, rule: Rule, edit: Edit) -> str:
    """What the edit lets writers write that the reader refuses."""
    if find_unread(refusal.exchange, edit) is not None:
        return f"{describe_unread(refusal, edit)}: {describe_refused(refusal)}."
    if test := find_test(edit):
        return case_sentences.of_break(refusal, edit, test)
    if edit.path and edit.path[-1] is None and edit.kind is Kind.KEYWORD and edit.read is not MISSING:
        asked = format_value(without_marks(edit.read))
        return f"{place_of(edit.path)} may be what the reader's `{edit.name}: {asked}` refuses."
    if rule.name == "carrier-changed":
        return _carrier(refusal, edit)
    if edit.kind in _BY_KIND:
        return _BY_KIND[edit.kind](refusal, edit)
    if edit.name in ("const", "enum"):
        return _listed_values(refusal, edit)
    if edit.name == "type":
        return (_fraction if rule in (refusals.FRACTION.loosened, refusals.FRACTION.tightened) else _types)(
            refusal, edit
        )
    kind = refusals.BY_KEYWORD.get(edit.name)
    if kind is None or rule not in (kind.loosened, kind.tightened):
        return _value_refused(refusal, edit)
    return _BY_REFUSAL.get(kind.loosened.name, _value_refused)(refusal, edit)


def places(edits: Sequence[Edit]) -> str:
    """Where edits are, each place once."""
    paths = list(dict.fromkeys(in_text(edit.path) for edit in edits))
    return enumeration(paths) if len(paths) <= _MOST_PLACES else f"{', '.join(paths[:_MOST_PLACES])} or another place"


def _draft(refusal: Break, edit: Edit) -> str:
    old, new = (_draft_name(value) for value in _old_and_new(refusal, edit))
    return f"The draft changed from {old} to {new}, and with it what keywords say: {describe_refused(refusal)}."


def describe_unread(refusal: Break, edit: Edit) -> str:
    """A keyword beside `$ref`, which only one of the two drafts reads."""
    exchange, where = refusal.exchange, in_text(edit.path)
    old, new = (exchange.writer, exchange.reader) if exchange.newer_reads else (exchange.reader, exchange.writer)
    change = "counts now" if edit.is_removed is exchange.newer_reads else "no longer counts"
    drafts = f"The draft changed from {old.root.dialect} to {new.root.dialect}"
    return f"{drafts}, where `{edit.name}` of {where} {change} beside `$ref`"


def _draft_name(address: JsonValue) -> str:
    dialect = dialect_named(address) if isinstance(address, str) else None
    return str(dialect) if dialect is not None else format_value(address)


def _old_and_new(refusal: Break, edit: Edit) -> tuple[JsonValue, JsonValue]:
    return (edit.written, edit.read) if refusal.exchange.newer_reads else (edit.read, edit.written)


def _describe_required(refusal: Break, edit: Edit) -> str:
    return f"The field `{path_of((*edit.path, edit.name))}` may be missing; the reader requires it."


def _property(refusal: Break, edit: Edit) -> str:
    where = place_of(edit.path)
    if edit.is_required and refusal.exchange.newer_reads:
        return f"The field {where} may be missing; the reader requires it."
    if edit.is_removed and refusal.exchange.newer_reads:
        if edit.read is False:
            return f"{where} is refused as a key now; old writers may write it."
        return f"{where} is declared now; old writers may have written anything there{_example(refusal)}."
    if edit.is_removed and (case := find_case(edit.way)) in CONDITIONS:
        return f"{where} is no longer declared by `{case}`: {describe_refused(refusal)}."
    if edit.is_moved:
        what = f"is declared by `{edit.case}` only" if edit.case else "has another schema"
        return f"{where} {what}: {describe_refused(refusal)}."
    if edit.is_removed:
        or_nothing = " or nothing" if edit.is_required else ""
        return f"{where} is no longer declared: anything{or_nothing} may stand there."
    if refusal.detail == edit.name and refusal.detail is not None:
        around = place_of(edit.path[:-1])
        return f"{around} may carry the key `{edit.name}`; the reader refuses keys that it does not name."
    reason = describe_refused(refusal)
    if refusal.exchange.newer_reads:
        return f"{where} is no longer declared: {reason}."
    if refusal.blame is None or with_wildcards(refusal.blame.instance) != path_of(edit.path):
        return f"{where} was added: {reason}."
    return f"{where} was added, and the reader's rule for keys that it does not name refuses it: {reason}."


def _rename(refusal: Break, edit: Edit) -> str:
    old, new = _old_and_new(refusal, edit)
    if (case := find_case(edit.way)) in CONDITIONS:
        return f"`{case}` has its schema for `{path_of((*edit.path[:-1], old))}` under the name `{new}` now."
    return f"The field `{path_of((*edit.path[:-1], old))}` is gone; `{new}`, which was added, has the same schema."


def _alternatives(refusal: Break, edit: Edit) -> str:
    where = place_of(edit.path)
    if edit.is_removed:
        return f"{where} may fit more than one of the reader's alternatives, which exclude each other."
    if refusal.exchange.newer_reads:
        return f"{where} has lost the alternative {name_alternative(refusal)}; old writers may write such a shape."
    if is_null(edit.written):
        return f"{where} may be null, an alternative of its own; the reader does not expect it."
    return f"{where} has one more alternative: {name_alternative(refusal)}; the reader knows no such shape."


def name_alternative(refusal: Break) -> str:
    """The name of an alternative: ``anyOf/1``."""
    tokens = pointers.split(refusal.writer.pointer) if refusal.writer else []
    return f"`{pointers.write(tokens[-2:])[1:]}`"


def _exclusion(refusal: Break, edit: Edit) -> str:
    where = place_of(edit.path)
    return f"{where} may fit more than one of the reader's alternatives, which exclude each other."


def _schema(refusal: Break, edit: Edit) -> str:
    where = place_of(edit.path)
    if edit.read is False:
        return f"{where} may be there; the reader refuses the key."
    return f"{where} has another schema: {describe_refused(refusal)}."


def _member(refusal: Break, edit: Edit) -> str:
    where, keyword = in_text(edit.path), member_keyword(refusal)
    if keyword == "patternProperties":
        around = in_text(edit.path[:-1])
        if edit.is_removed and not refusal.exchange.newer_reads:
            return f"The keys of {around} that match `{edit.name}` are no longer declared: anything may stand there."
        return f"The rule of {around} for keys that match `{edit.name}` changed: {describe_refused(refusal)}."
    if keyword in ("prefixItems", "items"):
        if edit.is_removed and not refusal.exchange.newer_reads:
            return f"{starting(where)} is no longer declared: anything may stand there."
        if edit.is_removed:
            return f"{starting(where)} is declared now; old writers may have written anything there{_example(refusal)}."
        if refusal.exchange.newer_reads:
            return f"{starting(where)} is no longer a position of its own: {describe_item(refusal, edit.path)}."
        return f"{starting(where)} is a position of its own now: {describe_item(refusal, edit.path)}."
    return _rule_changed(where, pointers.join(keyword, edit.name), refusal, edit)


def member_keyword(refusal: Break) -> str:
    """The keyword whose member was edited, such as ``patternProperties``; empty where it is none of those."""
    spots = [spot for spot in (refusal.reader, refusal.writer) if spot is not None]
    tokens = [token for spot in spots for token in pointers.split(spot.pointer)]
    known = ("patternProperties", "prefixItems", "dependentRequired", "dependentSchemas", "dependencies", "items")
    return next((word for word in known if word in tokens[-2:] or word in tokens), "")


def _rule_changed(where: str, name: str, refusal: Break, edit: Edit) -> str:
    if edit.is_removed and refusal.exchange.newer_reads:
        return f"The new reader has the rule `{name}` for {where}; old writers need not keep it."
    if edit.is_removed:
        return f"The rule `{name}` for {where} is gone; the reader still follows it."
    return f"The rule `{name}` for {where} changed: {describe_refused(refusal)}."


def _condition(refusal: Break, edit: Edit) -> str:
    return _rule_changed(in_text(edit.path), edit.name, refusal, edit)


def _conjunct(refusal: Break, edit: Edit) -> str:
    if edit.is_removed and case_sentences.is_kept_in_other_cases(refusal, edit):
        is_new = refusal.exchange.newer_reads
        loss = ", in which old writers need not keep it" if is_new else "; the reader still follows the old ones"
        return f"A rule of `allOf` for {in_text(edit.path)} holds in other cases now{loss}."
    return _rule_changed(in_text(edit.path), "allOf", refusal, edit)


def _types(refusal: Break, edit: Edit) -> str:
    if edit.read is MISSING and refusal.blame:  # the reader says no type, and refuses this one by another keyword
        return f"{place_of(edit.path)} may be {with_types([json_type(refusal.blame.value)])}; the reader refuses it."
    added = types_added(edit.read, edit.written)
    may_be = with_types(added) if added else "of any type"
    return f"{place_of(edit.path)} may be {may_be}; the reader expects {with_types(types_of({'type': edit.read}))}."


def _fraction(refusal: Break, edit: Edit) -> str:
    return f"{place_of(edit.path)} may have a fraction; the reader expects an integer."


def _listed_values(refusal: Break, edit: Edit) -> str:
    if not values_added(edit):  # the reader lists more, and several alternatives accept a value
        return _value_refused(refusal, edit)
    mine, _ = values_of(edit)
    reader = f"the reader expects {format_value(mine[0])}" if len(mine) == 1 else "the reader's list is closed"
    return f"{place_of(edit.path)} may be {_values(refusal, edit)}; {reader}."


def _carrier(refusal: Break, edit: Edit) -> str:
    return f"{place_of(edit.path)} says the version and may be {_values(refusal, edit)}; the reader refuses it."


def _values(refusal: Break, edit: Edit) -> str:
    """The values that only the writer lists; where it lists none, the one that was refused."""
    return listed(values_added(edit) or [refusal.blame.value if refusal.blame else None], "or")


def _keys(refusal: Break, edit: Edit) -> str:
    where, keys = place_of(edit.path), _named_keys(refusal)
    if edit.name == "propertyNames" and keys:
        return f"{where} may carry {keys}, which the reader's `propertyNames` refuses."
    if edit.name == "propertyNames":
        return f"{where} may carry keys that the reader's `propertyNames` refuses."
    if refusal.blame is not None and refusal.blame.is_of_key:  # one by which it knows another alternative
        return f"{where} may carry the key `{refusal.blame.keyword}` now, which the reader refuses there."
    return f"{where} may carry {keys or 'further keys'}; the reader refuses keys that it does not name."


def _named_keys(refusal: Break) -> str:
    """The keys that a new reader refuses and the old schema names, as in a list of required ones; empty for none."""
    if refusal.blame is None or not refusal.exchange.newer_reads:
        return ""
    sides = refusal.exchange.writer.root, refusal.exchange.reader.root
    keys = named_and_refused(*sides, refusal.document, refusal.blame)
    word = "key" if len(keys) == 1 else "keys"
    return f"the {word} {enumeration([f'`{key}`' for key in keys], 'and')}" if keys else ""


def _value_refused(refusal: Break, edit: Edit) -> str:
    """What changed, where no rule has words of its own."""
    where = in_text(edit.path)
    if not edit.name:
        return f"{place_of(edit.path)} changed: {describe_refused(refusal)}."
    is_gone, is_new = (edit.is_removed, edit.is_added)[:: -1 if refusal.exchange.newer_reads else 1]
    change = "is gone" if is_gone else "was added" if is_new else "changed"
    return f"`{edit.name}` of {where} {change}: {describe_refused(refusal)}."


def _describe_bound(refusal: Break, edit: Edit) -> str:
    blame = refusal.blame
    if blame is None or edit.read is MISSING or blame.keyword != edit.name:
        return _value_refused(refusal, edit)
    rule = f"`{edit.name}: {format_value(without_marks(edit.read))}`"
    is_inside = with_wildcards(pointers.parent(blame.instance)) == path_of(edit.path) and blame.instance != ""
    value = pointers.follow(refusal.document, pointers.parent(blame.instance)) if is_inside else blame.value
    return f"{place_of(edit.path)} may be {format_value(value)}; the reader's {rule} refuses it."


def _example(refusal: Break) -> str:
    return f": {describe_refused(refusal)}" if refusal.blame is not None else ""


_Sentence = Callable[[Break, Edit], str]
_BY_KIND: Final[Mapping[Kind, _Sentence]] = {
    Kind.DRAFT: _draft,
    Kind.REQUIRED: _describe_required,
    Kind.PROPERTY: _property,
    Kind.RENAME: _rename,
    Kind.ALTERNATIVE: _alternatives,
    Kind.EXCLUSION: _exclusion,
    Kind.SCHEMA: _schema,
    Kind.MEMBER: _member,
    Kind.CONJUNCT: _conjunct,
}
_BY_REFUSAL: Final[Mapping[str, _Sentence]] = {
    refusals.KEY.loosened.name: _keys,
    refusals.BOUND.loosened.name: _describe_bound,
    refusals.PATTERN.loosened.name: _describe_bound,
    refusals.CONDITION.loosened.name: _condition,
}
"""The sentence for a keyword of a kind of refusal, by the name of the kind's first rule."""
