"""One contract version as a type model: all its schemas share their types, its code lists give names to fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from accordant import work
from accordant.contract import CodeList, Contract, ContractState, Entry, Registry, Version
from accordant.contract.doc_links import code_files, code_page, page_address
from accordant.contract.source_pointers import place_in_schema
from accordant.errors import InputError
from accordant.findings import Place
from accordant.model.build import Root, build
from accordant.model.codes import codes_of
from accordant.model.derived_fields import computed_places, read_only_places
from accordant.model.names import pascal
from accordant.model.origin import Origin, digest_of
from accordant.model.reserved import PYTHON_KEYWORDS
from accordant.model.scoped_schema import ScopedSchema
from accordant.model.types import Model


@dataclass(frozen=True, eq=False)  # no slots: weakly referenced; every target asks for the same contexts
class VersionModel:
    """A version ready for printing."""

    contract: Contract
    version: Version
    model: Model
    origin: Origin
    roots: Mapping[str, str]
    """Schema name to the name of its type."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Names that types had in earlier packages, each with the name that it stands for."""
    _files: dict[str, Mapping[str | int, str]] = field(default_factory=dict)

    @property
    def code_lists(self) -> list[CodeList]:
        """The version's code lists, by name."""
        return [self.version.state.code_lists[name] for name in sorted(self.version.state.code_lists)]

    def docs(self, code_list: CodeList, entry: Entry, site: str = "") -> str:
        """Where an entry of a code list is documented: under the address ``site``, or among the pages."""
        file = self._code_files(code_list.name)[entry.id]
        return page_address(code_page(self.contract.name, self.version.name, code_list.name, file), site)

    def _code_files(self, name: str) -> Mapping[str | int, str]:
        """The names of the pages of a list's codes."""
        if name not in self._files:
            entries = self.version.state.code_lists[name].entries
            self._files[name] = code_files(entry.id for entry in entries)
        return self._files[name]

    @property
    def module(self) -> str:
        """The version's place in packages: ``cobre/v1``, hyphens as underscores."""
        return f"{module_of(self.contract.name)}/{self.version.name}"


def module_of(contract: str) -> str:
    """The name of a contract as a Python module: hyphens as underscores."""
    name = contract.replace("-", "_")
    return f"_{name}" if name[0].isdigit() else f"{name}_" if name in PYTHON_KEYWORDS else name


def models_of(
    registry: Registry, lock: Mapping[str, Mapping[str, str]] | None = None, reserved: frozenset[str] = frozenset()
) -> list[VersionModel]:
    """The model of every version of every contract, in order; ``lock`` has the names that earlier runs chose.

    No type gets a name of ``reserved``.

    Raises:
        UnresolvableReference: a reference leads nowhere.
    """
    models: list[VersionModel] = []
    for contract in sorted(registry.contracts, key=lambda version: version.name):
        for version in contract.versions:
            if contract.document is not None:
                work.begin(partial(contract.document.place, f"/versions/{version.name}"))
            kept = (lock or {}).get(f"{contract.name}/{version.name}")
            models.append(model_of_version(contract, version, kept, reserved))
    return models


def model_of_version(
    contract: Contract, version: Version, lock: Mapping[str, str] | None = None, reserved: frozenset[str] = frozenset()
) -> VersionModel:
    """The model of one version; the default schema comes first. An additive promise gives it two readings.

    Raises:
        UnresolvableReference: a reference leads nowhere.
        InputError: the schemas have no end.
    """
    state = version.state
    first = [version.default_schema] if version.default_schema in state.schemas else []
    names = [*first, *sorted(name for name in state.schemas if name not in first)]
    roots = [Root(state.root(name), pascal(name), state.schemas[name].direction == "input") for name in names]
    places = {state.schemas[name].uri: f"{name}.schema.json" for name in names}
    codes = {code_list.name: codes_of(code_list) for code_list in state.code_lists.values()}
    derived = frozenset(ScopedSchema.root(node).at(places) for node in read_only_places(version))
    computed = frozenset(ScopedSchema.root(node).at(places) for node in computed_places(version))
    enums = state.enums if state.promise == "additive" else ""
    try:
        built = build(roots, places, lock, codes, enums, reserved)
    except InputError as error:
        error.place = _in_file(state, error.place)
        raise
    model = replace(built, derived=derived, computed=computed)
    sources = [
        (f"{contract.name}/{version.name}/{name}.schema.json", digest_of(state.schemas[name].value)) for name in names
    ]
    sources += [
        (f"{contract.name}/{version.name}/{name}.codes.json", digest_of(state.code_lists[name].raw))
        for name in sorted(state.code_lists)
    ]
    by_place = {model.types[key].at: model.types[key].name for key in model.types}
    return VersionModel(
        contract,
        version,
        model,
        Origin(f"{contract.name} {version.name}", tuple(sources)),
        {name: by_place[f"{name}.schema.json#"] for name in names},
    )


def _in_file(state: ContractState, place: Place) -> Place:
    """A place in a schema of the model, in the file that it was written in."""
    schema = state.schemas.get(place.path.removesuffix(".schema.json"))
    return (place_in_schema(schema, place.pointer) if schema else None) or place
