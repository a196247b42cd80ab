"""Keywords that judge objects (Core 2020-12, 10.3.2; Validation, 6.5)."""

from __future__ import annotations

from collections.abc import Callable

from accordant.model.constraints import Constraint, Has, Member, Members, Names, Pass, Size, When, both
from accordant.model.keywords import seen
from accordant.model.keywords.subschemas import Subschemas
from accordant.model.scoped_schema import ScopedSchema
from accordant.model.simplify import among


def required(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``required`` (draft-03 booleans are not read)."""
    names = site.members["required"]
    at = site.at(compiler.root, "required")
    return Has(tuple(dict.fromkeys(names)), at) if isinstance(names, list) and names else Pass(at)


def min_properties(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``minProperties``."""
    least = int(site.members["minProperties"])
    at = site.at(compiler.root, "minProperties")
    return Size(least, None, at) if least else Pass(at)


def max_properties(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``maxProperties``."""
    return Size(0, int(site.members["maxProperties"]), site.at(compiler.root, "maxProperties"))


def properties(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``properties``: a schema for each named member."""
    constraints: list[Constraint] = []
    for name in site.members["properties"]:
        then = compiler.below(site, "properties", name)
        if not isinstance(then, Pass):
            constraints.append(Member(name, then, site.at(compiler.root, "properties", name)))
    return both(tuple(constraints), site.at(compiler.root, "properties"))


def pattern_properties(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``patternProperties``: a schema for the members whose names match."""
    constraints: list[Constraint] = []
    for pattern in site.members["patternProperties"]:
        then = compiler.below(site, "patternProperties", pattern)
        at = site.at(compiler.root, "patternProperties", pattern)
        if not isinstance(then, Pass) and compiler.is_pattern(pattern, at):
            constraints.append(Members(then, pattern, None, at))
    return both(tuple(constraints), site.at(compiler.root, "patternProperties"))


def additional_properties(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``additionalProperties``: the members that the two keywords beside it do not name."""
    then = compiler.below(site, "additionalProperties")
    at = site.at(compiler.root, "additionalProperties")
    if isinstance(then, Pass):
        return Pass(at)
    named = seen.before_members(site, compiler, "additionalProperties")
    return Members(then, None, None if named.nothing else named, at)


def property_names(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``propertyNames``."""
    then = among(compiler.below(site, "propertyNames"), frozenset({"string"}))
    at = site.at(compiler.root, "propertyNames")
    return Pass(at) if isinstance(then, Pass) else Names(then, at)


def dependent_required(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``dependentRequired``: members that must come along with a member."""
    return _dependencies(site, compiler, "dependentRequired")


def dependent_schemas(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``dependentSchemas``: what an object must be when it has a member."""
    return _dependencies(site, compiler, "dependentSchemas")


def dependencies(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``dependencies`` (before 2019-09): both of the above."""
    return _dependencies(site, compiler, "dependencies")


def unevaluated_properties(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``unevaluatedProperties``: the members that no other keyword has looked at."""
    then = compiler.below(site, "unevaluatedProperties")
    already = seen.before_members(site, compiler, "unevaluatedProperties")
    at = site.at(compiler.root, "unevaluatedProperties")
    if isinstance(then, Pass) or already.everything:
        return Pass(at)
    return Members(then, None, None if already.nothing else already, at)


def _dependencies(site: ScopedSchema, compiler: Subschemas, keyword: str) -> Constraint:
    constraints: list[Constraint] = []
    for name, needed in site.members[keyword].items():
        at = site.at(compiler.root, keyword, name)
        if isinstance(needed, list):
            then: Constraint = Has(tuple(needed), at) if needed else Pass(at)
        else:
            then = compiler.beside(site, keyword, name)
        if not isinstance(then, Pass):
            # An object only: ``Has`` alone would hold for every other type of value, and so would the branch.
            constraints.append(When(both((seen.IS_OBJECT, Has((name,)))), then, Pass(), at))
    return both(tuple(constraints), site.at(compiler.root, keyword))


KEYWORDS: dict[str, Callable[[ScopedSchema, Subschemas], Constraint]] = {
    "required": required,
    "minProperties": min_properties,
    "maxProperties": max_properties,
    "properties": properties,
    "patternProperties": pattern_properties,
    "additionalProperties": additional_properties,
    "propertyNames": property_names,
    "dependentRequired": dependent_required,
    "dependentSchemas": dependent_schemas,
    "dependencies": dependencies,
}

LAST: dict[str, Callable[[ScopedSchema, Subschemas], Constraint]] = {"unevaluatedProperties": unevaluated_properties}
