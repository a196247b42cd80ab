"""Keywords that combine schemas, conditions, and references (Core 2020-12, 8.2.3, 10.2)."""

from __future__ import annotations

from collections.abc import Callable

from accordant.model.constraint_queries import speaks_of
from accordant.model.constraint_types import Kinds
from accordant.model.constraints import AnyOf, Constraint, Fail, OneOf, Pass, When, both, negate
from accordant.model.json_equality import ATOMS, atoms
from accordant.model.keywords import arrays, objects
from accordant.model.keywords.subschemas import Subschemas
from accordant.model.scoped_schema import ScopedSchema


def ref(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``$ref``."""
    return _reference(site, compiler, "$ref")


def dynamic_ref(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``$dynamicRef``: its meaning is fixed by the site's scope."""
    return _reference(site, compiler, "$dynamicRef")


def recursive_ref(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``$recursiveRef`` (2019-09)."""
    return _reference(site, compiler, "$recursiveRef")


def all_of(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``allOf``."""
    return both(_branches(site, compiler, "allOf"), site.at(compiler.root, "allOf"))


def any_of(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``anyOf``."""
    return at_least_one(_branches(site, compiler, "anyOf"), site.at(compiler.root, "anyOf"))


def at_least_one(branches: tuple[Constraint, ...], at: str) -> Constraint:
    """The disjunction in its smallest form."""
    if any(isinstance(branch, Pass) for branch in branches):
        return Pass(at)
    left = tuple(branch for branch in branches if not isinstance(branch, Fail))
    if not left:
        return Fail(at)
    return left[0] if len(left) == 1 else AnyOf(left, at)


def one_of(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``oneOf``."""
    return exactly_one(_branches(site, compiler, "oneOf"), site.at(compiler.root, "oneOf"))


def exactly_one(branches: tuple[Constraint, ...], at: str) -> Constraint:
    """The exclusive disjunction in its smallest form."""
    left = tuple(branch for branch in branches if not isinstance(branch, Fail))
    if not left:
        return Fail(at)
    return left[0] if len(left) == 1 else OneOf(left, at)


def not_(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``not``."""
    return negate(compiler.test(site, "not"), site.at(compiler.root, "not"))


def if_(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``if`` with ``then`` and ``else``; alone it asks nothing.

    What a branch says about types of which its values cannot be is left out.
    """
    at = site.at(compiler.root, "if")
    then = compiler.beside(site, "then") if "then" in site.members else Pass()
    otherwise = compiler.otherwise(site) if "else" in site.members else Pass()
    if isinstance(then, Pass) and isinstance(otherwise, Pass):
        return Pass(at)
    test = compiler.test(site, "if")
    if isinstance(test, Pass):
        return then
    if isinstance(test, Fail):
        return otherwise
    if not speaks_of(then, atoms(Kinds({}).of(test))):
        then = Pass()
    if not speaks_of(otherwise, frozenset(name for name in ATOMS if speaks_of(test, frozenset({name})))):
        otherwise = Pass()
    return Pass(at) if isinstance(then, Pass) and isinstance(otherwise, Pass) else When(test, then, otherwise, at)


def _branches(site: ScopedSchema, compiler: Subschemas, keyword: str) -> tuple[Constraint, ...]:
    return tuple(compiler.beside(site, keyword, index) for index in range(len(site.members[keyword])))


def _reference(site: ScopedSchema, compiler: Subschemas, keyword: str) -> Constraint:
    return compiler.call(site.target(keyword), site.at(compiler.root, keyword))


KEYWORDS: dict[str, Callable[[ScopedSchema, Subschemas], Constraint]] = {
    "$ref": ref,
    "$dynamicRef": dynamic_ref,
    "$recursiveRef": recursive_ref,
    "allOf": all_of,
    "anyOf": any_of,
    "oneOf": one_of,
    "not": not_,
    "if": if_,
    **arrays.LAST,
    **objects.LAST,
}
