"""Records that carry a code of a list with context: for each code the type of its context."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from weakref import WeakKeyDictionary

from accordant.contract import CodeList, Entry, Version
from accordant.findings import JsonValue
from accordant.model.build import Root, build
from accordant.model.names import pascal, snake
from accordant.model.origin import digest_of
from accordant.model.reserved import TYPE_NAMES
from accordant.model.types import Codes, Model
from accordant.model.versions import VersionModel
from accordant.schema.bindings import binding_of, context_binding_of
from accordant.schema.references import Resources
from accordant.schema.subschemas import keyword_objects


@dataclass(frozen=True, slots=True)
class Case:
    """A code of the list, the name of the class that stands for it, and the type of its context ("" without any)."""

    id: str
    name: str
    meaning: str
    context: str
    needs_context: bool
    """Whether a record with the code has a context in any case."""


@dataclass(frozen=True, slots=True)
class _Carrier:
    """The members of a record that carry the code and the context."""

    identifier: str
    context: str
    is_needed: bool
    """Whether every record carries a context that is an object."""
    is_bound: bool
    """Whether the schema demands the context of each code, as ``x-code-context`` does."""

    def is_needed_with(self, entry: Entry) -> bool:
        """Whether a record with a code carries a context."""
        return self.is_needed or (self.is_bound and any(field.always for field in entry.context))


@dataclass(frozen=True, slots=True)
class Contexts:
    """A code list with context, and the members of records that carry the code and the context."""

    codes: Codes
    identifier: str
    context: str
    is_needed: bool
    """Whether every record carries a context that is an object."""
    cases: tuple[Case, ...]

    @property
    def function(self) -> str:
        """What turns a record into a case."""
        return f"by_{snake(self.codes.type_name)}"


@dataclass(frozen=True, slots=True)
class VersionContexts:
    """All of a version, and the types of the contexts."""

    lists: tuple[Contexts, ...]
    model: Model


_CONTEXTS: Final[WeakKeyDictionary[VersionModel, VersionContexts | None]] = WeakKeyDictionary()


def contexts_of(version: VersionModel) -> VersionContexts | None:
    """What a version has of them; None where it has nothing. Worked out once, since every target asks.

    Raises:
        UnresolvableReference: a reference in a context leads nowhere.
    """
    if version not in _CONTEXTS:
        _CONTEXTS[version] = _contexts(version)
    return _CONTEXTS[version]


def _contexts(version_model: VersionModel) -> VersionContexts | None:
    state = version_model.version.state
    carriers: dict[str, _Carrier] = {}
    for name in sorted(state.schemas):
        for listed, place in _carriers(version_model.version, state.schemas[name].value):
            if any(not entry.retired for entry in state.code_lists[listed].entries):
                carriers.setdefault(listed, place)
    if not carriers:
        return None
    named = {name: _classes(version_model, state.code_lists[name]) for name in sorted(carriers)}
    schemas = {
        (name, entry.id): _schema(entry)
        for name in named
        for entry in state.code_lists[name].entries
        if entry.context and not entry.retired
    }
    uris = {
        key: f"urn:accordant-context:{version_model.contract.name}:{version_model.version.name}:{key[0]}:{key[1]}"
        for key in schemas
    }
    resources = Resources({**state.resources, **{uris[key]: schemas[key] for key in schemas}})
    roots = [Root(resources.root(uris[key]), f"{named[key[0]][key[1]]}Context") for key in schemas]
    places = {schema.uri: f"{name}.schema.json" for name, schema in state.schemas.items()}
    places |= {uris[key]: f"{key[0]}.codes.json, {key[1]}" for key in schemas}
    taken = {name: Codes(name, name, name, ()) for classes in named.values() for name in classes.values()}
    model = build(roots, places, codes=taken, enums=state.enums if version_model.model.two_readings else "")
    types = {type_.at: type_.name for type_ in model.types.values()}
    lists = tuple(
        Contexts(
            version_model.model.codes[name],
            carriers[name].identifier,
            carriers[name].context,
            carriers[name].is_needed,
            tuple(
                Case(
                    str(entry.id),
                    named[name][entry.id],
                    entry.meaning,
                    types.get(f"{name}.codes.json, {entry.id}#", ""),
                    carriers[name].is_needed_with(entry),
                )
                for entry in state.code_lists[name].entries
                if not entry.retired
            ),
        )
        for name in named
    )
    return VersionContexts(lists, model)


def _carriers(version: Version, schema: JsonValue) -> Iterator[tuple[str, _Carrier]]:
    """Code lists with context, and the members of a record that carry code and context.

    `x-code-context` names them. Without it, the context is the only object without declared members beside a member
    that is bound to the list. A record that declares fields of the context beside the code has no such member.
    """
    for _, keywords in keyword_objects(schema):
        properties = keywords.get("properties")
        if not isinstance(properties, dict):
            continue
        binding = context_binding_of(keywords)
        if binding is not None:
            needed = _is_needed(keywords, binding.context)
            yield binding.list_name, _Carrier(binding.identifier, binding.context, needed, True)
            continue
        free = [name for name, member in properties.items() if _is_free(member)]
        for name, member in properties.items():
            code_list = _list_of(version, member)
            travelling = {field.name for entry in code_list.entries for field in entry.context} if code_list else set()
            if code_list is not None and travelling and len(free) == 1 and not travelling & set(properties):
                yield code_list.name, _Carrier(name, free[0], _is_needed(keywords, free[0]), False)


def _is_needed(keywords: Mapping[str, JsonValue], name: str) -> bool:
    properties, required = keywords["properties"], keywords.get("required")
    member = properties.get(name)
    return (
        isinstance(required, list) and name in required and isinstance(member, dict) and member.get("type") == "object"
    )


def _is_free(member: JsonValue) -> bool:
    return isinstance(member, dict) and member.get("type") == "object" and not {"properties", "$ref"} & set(member)


def _list_of(version: Version, member: JsonValue) -> CodeList | None:
    binding = binding_of(member)
    return version.state.code_lists.get(binding.list_name) if binding is not None else None


def _schema(entry: Entry) -> dict[str, JsonValue]:
    about = f"What travels with `{entry.id}`."
    described = {
        field.name: {**field.schema, "description": field.description}
        if field.description and isinstance(field.schema, dict) and "description" not in field.schema
        else field.schema
        for field in entry.context
    }
    required = [field.name for field in entry.context if field.always]
    return {"type": "object", "description": about, "properties": described, "required": required}


def _classes(model: VersionModel, code_list: CodeList) -> dict[str | int, str]:
    """A name for each code of a list: `MissingFile`, and `EConfirmRequired` for `E_CONFIRM_REQUIRED`."""
    busy = TYPE_NAMES | {name for codes in model.model.codes.values() for name in codes.type_names}
    names: dict[str | int, str] = {}
    for entry in code_list.entries:
        text = str(entry.id)
        name = pascal(re.sub(r"[A-Z]+", lambda word: word[0].capitalize(), text) if text.isupper() else text)
        if name in names.values() or name in busy:
            name += digest_of(text)[:6].capitalize()
        names[entry.id] = name
    return names
