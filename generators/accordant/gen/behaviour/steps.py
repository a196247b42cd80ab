"""Consumer rules as steps of `interpret`: tests and effects."""

from __future__ import annotations

from dataclasses import dataclass

from accordant.contract.behaviour import (
    DETAIL_TYPES,
    EFFECTS,
    FROM,
    STORES,
    ConsumerRule,
    Effect,
    Interpretation,
    interpretation_of,
)
from accordant.findings import JsonValue
from accordant.gen.behaviour.calls import (
    Argument,
    Call,
    Details,
    TextsWith,
    ValueAt,
    ValuesAt,
    questions,
    unknown_word,
)
from accordant.model.versions import VersionModel


@dataclass(frozen=True, slots=True)
class StepEffect:
    """An effect of a rule: its own tests, and the call."""

    asks: tuple[Call, ...]
    call: Call


@dataclass(frozen=True, slots=True)
class Step:
    """A consumer rule: its tests, and its effects in order."""

    rule: ConsumerRule
    asks: tuple[Call, ...]
    effects: tuple[StepEffect, ...]


def actions_of(version: VersionModel) -> Interpretation:
    """The actions that `interpret` of a version may return.

    Raises:
        InputError: the version lacks a kind or a detail that it names, or code lacks the type of a detail.
    """
    actions = interpretation_of(version.version)
    outcomes = {kind.name: kind.outcome for kind in actions.kinds}
    for outcome, name in (("success", actions.success), ("failure", actions.failure)):
        if outcomes.get(name) != outcome:
            raise unknown_word(version, f"{name!r} is not a kind of action for a {outcome}")
    details = {detail.name for detail in actions.details}
    for kind in actions.kinds:
        if not details.issuperset(kind.carries):
            raise unknown_word(version, f"the action {kind.name!r} carries a detail that the version does not list")
    for detail in actions.details:
        if detail.type not in DETAIL_TYPES:
            raise unknown_word(version, f"the detail {detail.name!r} has the type {detail.type!r}, which code lacks")
    return actions


def step_of(version: VersionModel, rule: ConsumerRule) -> Step:
    """A consumer rule as a step.

    Raises:
        InputError: it uses a word that generated code does not know.
    """
    asks = tuple(call for condition in rule.match for call in questions(version, condition))
    return Step(rule, asks, tuple(_step_effect(version, rule, effect) for effect in rule.effects))


def _step_effect(version: VersionModel, rule: ConsumerRule, effect: Effect) -> StepEffect:
    asks = tuple(call for condition in effect.when for call in questions(version, condition))
    _require_known(version, rule, effect)
    arguments: list[Argument] = [effect.subject]
    match effect.kind:
        case "decide":
            details = tuple((key.removesuffix(FROM), _detail(key, value)) for key, value in effect.details.items())
            arguments += [Details(details)] if details else []
        case "back-off":
            arguments += [effect.given["first"], effect.given["most"]]
        case "set" | "tell" | "memorize":
            arguments.append(_value(effect))
    return StepEffect(asks, Call("put" if effect.kind == "set" else effect.kind, tuple(arguments)))


def _require_known(version: VersionModel, rule: ConsumerRule, effect: Effect) -> None:
    """Refuse an effect that generated code does not know; lint reports it with its place."""
    kind = EFFECTS.get(effect.kind)
    if kind is None:
        raise unknown_word(version, f"the consumer rule {rule.id} has an effect that readers do not know")
    says = f"the consumer rule {rule.id} says {effect.kind}"
    for keys in kind.keys:
        if not any(key in effect.given for key in keys.split("|")):
            raise unknown_word(version, f"{says} and lacks {keys.replace('|', ' or ')}")
    actions = interpretation_of(version.version)
    known = {
        "decide": [kind.name for kind in actions.kinds],
        "tell": [detail.name for detail in actions.details],
        "back-off": [detail.name for detail in actions.details],
        "memorize": STORES,
    }.get(effect.kind, (effect.subject,))
    details = [key.removesuffix(FROM) for key in effect.details] if effect.kind == "decide" else []
    if effect.subject not in known or not set(details) <= {detail.name for detail in actions.details}:
        raise unknown_word(
            version, f"the consumer rule {rule.id} says {effect.kind} with a word that the version does not list"
        )


def _detail(key: str, value: JsonValue) -> Argument:
    return ValueAt(str(value)) if key.endswith(FROM) else value


def _value(effect: Effect) -> Argument:
    """The value of an effect: a literal, or read from a place."""
    if "value" in effect.given:
        return effect.given["value"]
    place, words = str(effect.given["from"]), effect.given.get("containing")
    if isinstance(words, list):
        return TextsWith(place, tuple(map(str, words)))
    return ValuesAt(place) if "*" in place.split("/") else ValueAt(place)
