"""Keywords that open reading loosens: one constraint serves the open and the closed reading."""

from __future__ import annotations

from accordant.model.constraints import (
    All,
    AnyOf,
    Carries,
    Constraint,
    Fail,
    Has,
    IsClosed,
    IsOneOf,
    IsType,
    Member,
    OneOf,
    Pass,
    When,
    both,
    in_closed_view,
    negate,
)
from accordant.model.keywords import logic, objects, values
from accordant.model.keywords.subschemas import Subschemas
from accordant.model.scoped_schema import ScopedSchema
from accordant.schema.json_values import fingerprint
from accordant.schema.open_reading import (
    Branches,
    Dropped,
    EscapingElse,
    Loosened,
    OpenEnum,
    TagDispatch,
    described_constants,
)


def condition(site: ScopedSchema, compiler: Subschemas, keyword: str, loosened: Loosened) -> Constraint:
    """What a loosened keyword asks: in the closed reading all that it says, in the open reading what remains of it."""
    at = site.at(compiler.root, keyword)
    match loosened:
        case Dropped():
            return in_closed_view({**objects.KEYWORDS, **objects.LAST}[keyword](site, compiler))
        case OpenEnum(kinds, rest):
            read: Constraint = IsType(kinds, at)
            if rest:
                read = AnyOf((read, IsOneOf(rest, at)), at)
            elif "type" in site.members:
                read = Pass(at)
            return both((read, in_closed_view(_compile_list(site, compiler, keyword))), at)
        case TagDispatch():
            return _dispatch_by_tag(site, compiler, keyword, loosened, at)
        case Branches(barred, exclusive):
            return _loosen_branches(site, compiler, keyword, barred, exclusive)
        case EscapingElse():
            return logic.KEYWORDS[keyword](site, compiler)


def _compile_list(site: ScopedSchema, compiler: Subschemas, keyword: str) -> Constraint:
    """What a list of values asks; alternatives that are constants, each of its own, are such a list."""
    if keyword == "enum":
        return values.enum(site, compiler)
    constants = described_constants(site.node, keyword) or []
    if len({fingerprint(value) for value in constants}) == len(constants):
        return IsOneOf(tuple(constants), site.at(compiler.root, keyword))
    return logic.KEYWORDS[keyword](site, compiler)


def escape_else(asked: Constraint, escapes: EscapingElse) -> Constraint:
    """``else``, of which the open reading asks nothing where a tag is unknown."""
    if isinstance(asked, Pass):
        return asked
    unknown = tuple(
        both((Has((tag,)), Member(tag, both((IsType(("string",)), negate(IsOneOf(tuple(sorted(values)))))))))
        for tag, values in escapes.known.items()
    )
    return AnyOf((asked, *(All((negate(IsClosed()), key)) for key in unknown)), asked.at)


def others(tag: str, known: tuple[str, ...], at: str) -> tuple[Constraint, Constraint]:
    """What a value asks that no branch of a dispatch reads, an object with an unknown tag, and what the tag does."""
    unknown = Member(tag, both((negate(IsOneOf(known, at), at), in_closed_view(IsOneOf(known, at)))), at)
    there = (IsType(("object",), at), Has((tag,), at), Member(tag, IsType(("string",), at), at))
    return both((*there, unknown), at), unknown


def _dispatch_by_tag(
    site: ScopedSchema, compiler: Subschemas, keyword: str, dispatch: TagDispatch, at: str
) -> Constraint:
    """A known tag is judged by its own branch; an unknown one is refused in the closed reading only."""
    tag = dispatch.tag
    known = tuple(value for _, selecting in dispatch.tagged for value in sorted(selecting))
    read = both((IsType(("string",), at), in_closed_view(IsOneOf(known, at))), at)
    parts: list[Constraint] = [IsType(("object",), at), Has((tag,), at), Member(tag, read, at)]
    for index, selecting in dispatch.tagged:
        carried = Carries(tag, tuple(sorted(selecting)))
        parts.append(
            When(carried, compiler.beside(site, keyword, index), Pass(), site.at(compiler.root, keyword, index))
        )
    chosen = both(tuple(parts), at)
    if not dispatch.others and dispatch.objects_only:
        return chosen
    plain = tuple(compiler.beside(site, keyword, index) for index in dispatch.others)
    if dispatch.objects_only and (keyword == "anyOf" or len(plain) == 1):
        return AnyOf((chosen, *plain), at)
    # What is no object is judged by all branches: it may satisfy two of them.
    unbarred = (frozenset[str](),) * len(site.members[keyword])
    unread = _loosen_branches(site, compiler, keyword, unbarred, keyword == "oneOf")
    return When(IsType(("object",), at), chosen, unread, at)


def _loosen_branches(
    site: ScopedSchema, compiler: Subschemas, keyword: str, barred: tuple[frozenset[str], ...], exclusive: bool
) -> Constraint:
    """At least one branch in the current reading, without the keys barred to it; if exclusive, not two exactly."""
    at = site.at(compiler.root, keyword)
    branches = (compiler.beside(site, keyword, index) for index in range(len(barred)))
    parts = tuple(_without(branch, keys, at) for branch, keys in zip(branches, barred, strict=True))
    if keyword == "anyOf":
        return logic.at_least_one(parts, at)
    some = logic.exactly_one(parts, at)
    if not exclusive or not isinstance(some, OneOf):
        return some
    with compiler.exactly():
        exact = logic.one_of(site, compiler)
    return OneOf(some.parts, at, exact.parts) if isinstance(exact, OneOf) else some


def _without(condition: Constraint, keys: frozenset[str], at: str) -> Constraint:
    """The condition, and no object with one of the keys, which the closed reading refuses anyway."""
    if not keys or isinstance(condition, Fail):
        return condition
    none = both(tuple(negate(Has((key,), at), at) for key in sorted(keys)), at)
    return both((condition, When(IsType(("object",), at), none, Pass(), at)), at)
