"""From a schema document to its type model: build, name, and give every named type its whole condition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from accordant.model.constraints import All, AnyOf, Call, Constraint, IsClosed, Items, Member, OneOf, When, both
from accordant.model.constraints import parts_of as inner
from accordant.model.endless import why_endless
from accordant.model.keywords import Compiler
from accordant.model.markup import LOOSE
from accordant.model.names import NameRequest, type_names
from accordant.model.reserved import TYPE_NAMES
from accordant.model.scoped_schema import Known, Places, ScopedSchema
from accordant.model.shaping.builder import Builder, Draft
from accordant.model.types import Codes, Model, NamedType, Source, Typed, Unhonoured, parts_of, type_parameters
from accordant.schema import pointers
from accordant.schema.addresses import path_of
from accordant.schema.references import Node
from accordant.schema.subschemas import DEFINITIONS


@dataclass(frozen=True, slots=True)
class Root:
    """A schema that gets an exported type, and the words for its name."""

    node: Node
    name: str
    as_written: bool = False
    """Whether it has one reading whatever its version has: its documents are read by whoever wrote the schema."""


def build(
    roots: list[Root], places: Places, lock: Mapping[str, str] | None = None, codes: Mapping[str, Codes] | None = None,
    enums: str = "", reserved: frozenset[str] = frozenset(), every_definition: bool = False,
) -> Model:  # fmt: skip
    """The model of some schemas that share their types; ``codes`` are the code lists that fields may be bound to.

    With ``enums`` (``open`` or ``marked``) types are those of the open reading, and conditions tell the readings apart.
    No type gets a name of ``reserved``. Definitions that nothing refers to get types where their root says nothing
    else, or with ``every_definition``.

    Raises:
        UnresolvableReference: a reference leads nowhere.
        InputError: the schemas have no end.
    """
    try:
        return _build(roots, places, lock, codes or {}, enums, reserved, every_definition)
    except RecursionError:
        raise why_endless([root.node for root in roots], places) from None


def _build(
    roots: list[Root], places: Places, lock: Mapping[str, str] | None, codes: Mapping[str, Codes], enums: str,
    reserved: frozenset[str], every_definition: bool,
) -> Model:  # fmt: skip
    compiler = Compiler(places, enums=enums)
    builder = Builder(places, compiler)
    known: Known = {}
    opened = _opened(roots, known, every_definition) if enums else frozenset()
    sites = [
        ScopedSchema.root(root.node, "open" if enums and not root.as_written else "", known, opened) for root in roots
    ]
    keys = [builder.document(site) for site in sites]
    for site in sites:
        for definition in _definitions(site, every_definition):
            builder.definition(definition)
    _build_payloads(builder, compiler)
    guards = _compile_guards(builder, compiler)
    wholes = {key: _whole_constraint(draft, guards) for key, draft in builder.drafts.items()}
    checks = {**compiler.definitions, **guards.definitions}
    requests = _name_requests(builder, {**compiler.sites, **guards.sites}, keys, roots)
    taken = {name for code_list in codes.values() for name in code_list.type_names} | (reserved - TYPE_NAMES)
    names = type_names(requests, lock, frozenset(taken))
    return Model(
        root=keys[0] if keys else "",
        types={key: _named_type(draft, names[key], wholes[key], places) for key, draft in builder.drafts.items()},
        checks=checks,
        check_names={key: names[key] for key in (*compiler.sites, *guards.sites)},
        unhonoured=tuple(dict.fromkeys([*compiler.unhonoured, *guards.unhonoured])),
        codes=codes,
        names={request.place: names[request.key] for request in requests if request.key in builder.drafts},
        two_readings=bool(enums),
        opening=_opening({**checks, **wholes}),
    )


def _opened(roots: Sequence[Root], known: Known, every_definition: bool) -> frozenset[Node]:
    """What schemas with two readings lead to, where others have one: it has both wherever it is reached from."""
    if not any(root.as_written for root in roots):
        return frozenset()
    growing = [ScopedSchema.root(root.node, "open", known) for root in roots if not root.as_written]
    todo = [*growing, *(definition for root in growing for definition in _definitions(root, every_definition))]
    opened: dict[str, Node] = {}
    while todo:
        site = todo.pop()
        if site.view == "open" and site.key not in opened:
            opened[site.key] = site.node
            todo += (inner for _, inner in site.applied)
    return frozenset(opened.values())


def _definitions(root: ScopedSchema, every: bool) -> Iterator[ScopedSchema]:
    """The definitions that get types though nothing may refer to them: all, or those of a root that says no more."""
    if every or not root.judging:
        yield from _definitions_inside(root)


def _definitions_inside(site: ScopedSchema) -> Iterator[ScopedSchema]:
    """What stands under ``$defs`` and ``definitions`` of a schema, and of these in turn."""
    for keyword in DEFINITIONS:
        definitions = site.schema.get(keyword) if isinstance(site.schema, dict) else None
        for name in definitions if isinstance(definitions, dict) else ():
            yield site.child(keyword, name)
            yield from _definitions_inside(site.child(keyword, name))


def _compile_guards(builder: Builder, compiler: Compiler) -> Compiler:
    """A compiler whose conditions call the named types."""
    return compiler.calling(
        frozenset(draft.site.key for draft in builder.drafts.values() if draft.key == draft.site.key)
    )


def _name_requests(
    builder: Builder, sites: Mapping[str, ScopedSchema], keys: list[str], roots: list[Root]
) -> list[NameRequest]:
    """The names that types and checks ask for, in the order in which they choose."""
    given = {key: root.name for key, root in zip(keys, roots, strict=True)}
    requests = [_name_request(draft, given, builder) for draft in builder.drafts.values()]
    return requests + [_check_name_request(key, site) for key, site in sites.items() if key not in builder.drafts]


def _named_type(draft: Draft, name: str, whole: Constraint, places: Places) -> NamedType:
    parameters = tuple(type_parameters(draft.type))
    return NamedType(
        draft.key, name, draft.type, draft.docs, draft.site.at(places), whole, parameters, tuple(_sources(draft))
    )


def _sources(draft: Draft) -> Iterator[Source]:
    """The schemas that a type was made of: the one at its place, or the parts of a conjunction."""
    if draft.key.removeprefix("root ").removesuffix(" object") == draft.site.key:
        yield Source(draft.site.node, draft.site.scope)
    else:
        for part in draft.flat:
            yield Source(part.site.node, part.site.scope, part.without)


def _build_payloads(builder: Builder, compiler: Compiler) -> None:
    """Also name the definitions that only conditions on members refer to."""
    seen = set(builder.drafts)
    while True:
        rules = [rule for draft in builder.drafts.values() for rule in _rules(draft.type)]
        keys = dict.fromkeys(key for rule in rules for key in _keys_of_parts(rule) if key not in seen)
        if not keys:
            return
        seen.update(keys)
        for key in keys:
            builder.definition(compiler.sites[key])


def _rules(typed: Typed) -> Iterator[Constraint]:
    yield from typed.rules
    for part in parts_of(typed.shape):
        yield from _rules(part)


def _keys_of_parts(rule: Constraint, inside: bool = False) -> Iterator[str]:
    """The keys of the schemas that members and items are asked to satisfy, be it under a condition."""
    match rule:
        case Call(key) if inside:
            yield key
        case Member(_, then) | Items(_, then, None):
            yield from _keys_of_parts(then, True)
        case All(parts) | AnyOf(parts) | OneOf(parts):
            for part in parts:
                yield from _keys_of_parts(part, inside)
        case When(_, then, otherwise):
            yield from _keys_of_parts(then, inside)
            yield from _keys_of_parts(otherwise, inside)


def _opening(definitions: Mapping[str, Constraint]) -> frozenset[str]:
    """The keys of the definitions in which the two readings differ, through calls too."""
    called_by: dict[str, list[str]] = {}
    todo: list[str] = []
    for key, condition in definitions.items():
        for leaf in _leaves(condition):
            if isinstance(leaf, IsClosed):
                todo.append(key)
            elif isinstance(leaf, Call) and not leaf.exact:
                called_by.setdefault(leaf.key, []).append(key)
    opening: set[str] = set()
    while todo:
        key = todo.pop()
        if key not in opening:
            opening.add(key)
            todo += called_by.get(key, ())
    return frozenset(opening)


def _leaves(condition: Constraint) -> Iterator[Constraint]:
    """The conditions in one that hold no others, itself if it is such."""
    todo = [condition]
    while todo:
        constraint = todo.pop()
        within = list(inner(constraint))
        todo += within
        if not within:
            yield constraint


def _whole_constraint(draft: Draft, compiler: Compiler) -> Constraint:
    """Everything that a named type's schemas ask."""
    if draft.key in (draft.site.key, f"root {draft.site.key}"):
        return compiler.inside(draft.site)
    constraints = [
        compiler.keyword(part.site, name)
        for part in draft.flat
        for name in compiler.judging(part.site)
        if name in part.members
    ]
    return both((*constraints, *draft.besides))


def _name_request(draft: Draft, given: Mapping[str, str], builder: Builder) -> NameRequest:
    named = draft.key == draft.site.key and draft.site.view != "exact"
    place = draft.site.node.location if named else draft.key
    if draft.key in given:
        return NameRequest(draft.key, place, "", (given[draft.key],), is_root=True)
    if draft.definition:
        return NameRequest(draft.key, place, "", (_definition_word(draft.site),), path=_path_words(draft.site))
    path = builder.path_to(draft)
    return NameRequest(draft.key, place, path.owner, path.words, draft.docs.title, _path_words(draft.site))


def _check_name_request(key: str, site: ScopedSchema) -> NameRequest:
    tokens = pointers.split(site.node.pointer)
    is_definition = not tokens or (len(tokens) > 1 and tokens[-2] in DEFINITIONS)
    words = (_definition_word(site),) if is_definition else tuple(_telling(tokens))
    return NameRequest(key, f"check {key}", "", words, path=_path_words(site))


def _definition_word(site: ScopedSchema) -> str:
    """The word by which a definition is known: its key, its title, or the last part of its address."""
    tokens = pointers.split(site.node.pointer)
    if tokens:
        return tokens[-1] if not tokens[-1].isdigit() else "".join(tokens[-2:])
    title = site.schema.get("title") if isinstance(site.schema, dict) else None
    return title if isinstance(title, str) and title else _document_word(site) or "root"


def _document_word(site: ScopedSchema) -> str:
    return path_of(site.node.document).rsplit("/", 1)[-1].rsplit(":", 1)[-1].split(".")[0]


def _path_words(site: ScopedSchema) -> tuple[str, ...]:
    """All the words for where a schema stands."""
    document = () if site.node.document == LOOSE else (_document_word(site),)
    return (*document, *_telling(pointers.split(site.node.pointer)))


def _telling(tokens: Sequence[str]) -> list[str]:
    """The parts of a pointer that say more than that members or definitions stand there."""
    return [token for token in tokens if token not in ("properties", *DEFINITIONS)]


__all__ = ["Model", "Root", "Unhonoured", "build"]
