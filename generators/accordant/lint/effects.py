"""Effects of consumer rules, and the actions that they decide: readers must be able to carry out each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from accordant.contract import Version
from accordant.contract.behaviour import (
    ACTION,
    DECLARED,
    EFFECT_KEYS,
    EFFECTS,
    FROM,
    STORES,
    TRIES,
    Effect,
    Interpretation,
    effects,
    interpretation_of,
    interprets,
)
from accordant.findings import JsonValue
from accordant.lint.conditions import Complaint, Scope
from accordant.schema.error_messages import format_values
from accordant.schema.references import Resources
from accordant.schema.vocabulary import format_value

_TYPES: Final[Mapping[str, type | tuple[type, ...]]] = {"string": str, "number": (int, float), "strings": list}
_OWN = ("kind", "outcome", "rules", "exit-code")
"""The keys of every action, so no detail may have one of these names."""


def find_unknown_names(version: Version, resources: Resources) -> Iterator[Complaint]:
    """Kinds, details and places in effects and in the table of actions that do not exist."""
    if not interprets(version):
        return
    scope = Scope(version, resources, tuple(version.state.schemas.values()), for_readers=True)
    yield from _check_actions(scope)
    for effect, at in _all_effects(version):
        yield from scope.conditions(effect.given.get("when"), f"{at}/when")
        yield from _check_subject(scope, effect, at)
        for key, value in effect.given.items():
            is_place = key == "from" or (effect.kind == "decide" and key.endswith(FROM) and key in effect.details)
            if is_place and isinstance(value, str):
                yield from scope.place(value, f"{at}/{key}")


def find_malformed(version: Version) -> Iterator[Complaint]:
    """Effects that cannot be carried out as written, where the version says what a reader may do."""
    if interprets(version):
        for effect, at in _all_effects(version):
            yield from _check_shape(effect, interpretation_of(version), at)


def find_without_interpretation(version: Version) -> str | None:
    """The first effect of a version that has no table of what a reader may do."""
    return None if interprets(version) else next((at for _, at in _all_effects(version)), None)


def _all_effects(version: Version) -> Iterator[tuple[Effect, str]]:
    for index, rule in enumerate(version.behaviour.consumer_rules):
        for number, effect in enumerate(effects(rule.get("effects"))):
            yield effect, f"/consumer-rules/{index}/effects/{number}"


def _check_actions(scope: Scope) -> Iterator[Complaint]:
    actions = interpretation_of(scope.version)
    details = [detail.name for detail in actions.details]
    for outcome, name in (("success", actions.success), ("failure", actions.failure)):
        kinds = [kind.name for kind in actions.kinds if kind.outcome == outcome]
        yield from _require_known(name, kinds, f"kind of action for a {outcome}", f"/interpretation/{outcome}")
    yield from scope.place(actions.counted_by, "/interpretation/counted-by")
    for index, kind in enumerate(actions.kinds):
        for number, name in enumerate(kind.carries):
            yield from _require_known(name, details, "detail", f"/interpretation/kinds/{index}/carries/{number}")
    for index, detail in enumerate(actions.details):
        at = f"/interpretation/details/{index}"
        yield from scope.place(detail.source, f"{at}/from")
        if detail.name in (*_OWN, *EFFECT_KEYS) or detail.name in details[:index]:
            yield f"no detail can be called {format_value(detail.name)}: the name is taken", f"{at}/name"


def _check_subject(scope: Scope, effect: Effect, at: str) -> Iterator[Complaint]:
    """Check that the subject of an effect exists."""
    actions = interpretation_of(scope.version)
    details = [detail.name for detail in actions.details]
    at = f"{at}/{effect.kind}"
    match effect.kind:
        case "set" | "remove":
            yield from scope.place(effect.subject, at)
        case "decide":
            yield from _require_known(effect.subject, [kind.name for kind in actions.kinds], "kind of action", at)
        case "tell" | "back-off":
            yield from _require_known(effect.subject, details, "detail", at)
        case "memorize":
            yield from _require_known(effect.subject, list(STORES), "store", at)


def _require_known(name: str, names: list[str], kind: str, at: str) -> Iterator[Complaint]:
    if name not in names:
        yield f"there is no {kind} {format_value(name)} (known: {format_values(names)})", at


def _check_shape(effect: Effect, actions: Interpretation, at: str) -> Iterator[Complaint]:
    kind = EFFECTS.get(effect.kind)
    if kind is None:
        yield f"an effect has exactly one of the keys {format_values(list(EFFECTS))}", at
        return
    for keys in kind.keys:
        choices = keys.split("|")
        if sum(key in effect.given for key in choices) != 1:
            yield f"the effect {kind.name} needs {' or '.join(choices)}", at
    if effect.kind in ("set", "remove") and effect.subject.partition("/")[0] in (ACTION, TRIES, DECLARED):
        yield f"readers cannot {effect.kind} {format_value(effect.subject)}", f"{at}/{effect.kind}"
    types = {detail.name: detail.type for detail in actions.details}
    for key in effect.details:
        if effect.kind != "decide":
            yield f"the effect {kind.name} takes no key {format_value(key)}", f"{at}/{key}"
        elif key.removesuffix(FROM) not in types:
            yield (
                f"there is no detail {format_value(key.removesuffix(FROM))} (known: {format_values(list(types))})",
                f"{at}/{key}",
            )
    for key, name in _typed_keys(effect):
        if name in types and not _is_of(effect.given[key], types[name]):
            yield f"the detail {name} must be of the type {types[name]}", f"{at}/{key}"


def _typed_keys(effect: Effect) -> Iterator[tuple[str, str]]:
    """The keys whose values are details, with the name of the detail."""
    if effect.kind == "decide":
        yield from ((key, key) for key in effect.details if not key.endswith(FROM))
    elif effect.kind == "tell" and "value" in effect.given:
        yield "value", effect.subject
    elif effect.kind == "back-off":
        yield from ((key, effect.subject) for key in ("first", "most") if key in effect.given)


def _is_of(value: JsonValue, type_: str) -> bool:
    if isinstance(value, bool) or type_ == "boolean":
        return isinstance(value, bool) and type_ == "boolean"
    return isinstance(value, _TYPES.get(type_, object))
