"""The judges of one contract: chooses the version, schema or stream that judges a document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from accordant.conform import parameters
from accordant.conform.judge import Judge
from accordant.conform.parameters import BoundSchema
from accordant.conform.readers import Role
from accordant.conform.rules import VERSION_UNKNOWN
from accordant.contract import Contract, ContractState, Stream, Version, version_field
from accordant.contract.validity import require_patterns, require_schemas_in
from accordant.errors import InputError
from accordant.findings import Finding, JsonValue, Place
from accordant.schema.error_messages import format_values
from accordant.schema.vocabulary import format_value


def version_unsaid(contract: Contract, place: Place) -> InputError:
    """The error about a document of which nothing says the version that it follows."""
    names = [f"{contract.name}/{version.name}" for version in contract.versions]
    if not names:
        return InputError(f"the contract {contract.name} has no version", place, next_step="run: registry lint")
    return InputError(
        f"documents of {contract.name} do not say which version they follow, and none is named",
        place,
        next_step=f"name it: {' or '.join(names)}; or set default-version in contract.toml",
        rule="usage",
    )


@dataclass
class Judges:
    """The judge of each version, and the names that the user gave; names that do not exist are refused at once."""

    contract: Contract
    version: str
    schema: str
    as_: Role
    bindings: Mapping[str, BoundSchema]
    formats: bool = False
    _judges: dict[str, Judge] = field(default_factory=dict)
    _matching: dict[str, list[Version]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.version and self.contract.version(self.version) is None:
            there = ", ".join(version.name for version in self.contract.versions) or "none"
            raise InputError(
                f"the contract {self.contract.name} has no version {self.version!r} (it has: {there})",
                self._place(),
                next_step=f"run: registry show {self.contract.name}",
            )
        if self._default is None:
            raise version_unsaid(self.contract, self._place())
        self._check_name(self._default.state)

    @property
    def is_stream(self) -> bool:
        """Whether a stream was asked for by name."""
        return bool(self.schema) and self._default is not None and self.schema in self._default.state.streams

    @property
    def takes_lines(self) -> bool:
        """Whether a text may be read line by line: by a stream, or each line by a schema that is named."""
        return bool(self.schema or self.streams)

    @property
    def streams(self) -> list[Stream]:
        """The streams of the versions that may judge a document; none where a schema was asked for by name."""
        if self.schema and not self.is_stream:
            return []
        versions = [version for version in self.contract.versions if self.version in ("", version.name)]
        return [stream for version in versions for stream in version.state.streams.values()]

    def judge_of(self, document: JsonValue) -> Judge | str:
        """The judge of a document, or a sentence that no version has the value of its version field."""
        version = self._default
        if self.asks_for_version and self.carries(document):
            match = version_field.told(self.contract, document) or self._carried(document)
            if isinstance(match, str):
                return match
            version = match
        assert version is not None  # refused in __post_init__
        return self._judge(version)

    @property
    def asks_for_version(self) -> bool:
        """Whether each document states itself which version judges it."""
        tells = bool(self.contract.carrier) or any(version.told_by for version in self.contract.versions)
        return tells and not self.version and len(self.contract.versions) > 1

    def carries(self, document: JsonValue) -> bool:
        """Whether a document states its version."""
        if not self.contract.carrier:
            return version_field.told(self.contract, document) is not None
        return version_field.read(document, self.contract.carrier)[0]

    def schema_name(self, state: ContractState) -> str:
        """The schema that judges documents.

        Raises:
            InputError: none was named, and the version has no default one.
        """
        if self.schema in state.streams:
            return state.streams[self.schema].line
        version = self.contract.version(state.version)
        name = self.schema or (version.default_schema if version else "")
        if not name or name not in state.schemas:
            there = ", ".join(sorted(state.schemas)) or "none"
            raise InputError(
                f"{state.contract}/{state.version} has no default schema, and none is named (it has: {there})",
                self._place(f"/versions/{state.version}"),
                next_step=f"write {state.contract}/{state.version}/SCHEMA, or set default-schema in contract.toml",
            )
        return name

    def stream_name(self, state: ContractState) -> str | None:
        """The stream that judges lines; None where each line is a document: of the schema that was named, or of the
        default one where the version has no stream.

        Raises:
            InputError: none was named, and the version has several.
        """
        if self.schema or not state.streams:
            return self.schema if self.schema in state.streams else None
        if len(state.streams) > 1:
            there = ", ".join(sorted(state.streams))
            raise InputError(
                f"no stream is named, and {state.contract}/{state.version} has several ({there})",
                self._place(f"/versions/{state.version}"),
                next_step=f"write {state.contract}/{state.version}/STREAM, or /SCHEMA to judge each line alone",
            )
        return next(iter(state.streams))

    def unknown_version(self, sentence: str, place: Place) -> Finding:
        """The finding about a document of a version that does not exist."""
        return VERSION_UNKNOWN.finding(sentence, place, subject=self.contract.name)

    @property
    def _default(self) -> Version | None:
        return self.contract.version(self.version) if self.version else self.contract.unsaid

    def _carried(self, document: JsonValue) -> Version | str:
        _, value = version_field.read(document, self.contract.carrier)
        key = version_field.text_of(value)
        if key not in self._matching:
            self._matching[key] = version_field.versions_with(self.contract, value)
        if self._matching[key]:
            return self._matching[key][0]
        carried = {
            version.name: version_field.values(version, self.contract.carrier) for version in self.contract.versions
        }
        if not any(carried.values()) and self._default is not None:
            return self._default
        there = "; ".join(f"{name} has {format_values(values)}" for name, values in carried.items() if values)
        carrier, name = self.contract.carrier, self.contract.name
        return f"{carrier} is {format_value(value)}, which no version of {name} has ({there})"

    def _judge(self, version: Version) -> Judge:
        if version.name not in self._judges:
            self._check_name(version.state)
            require_schemas_in(version.state)
            require_patterns(version.state)
            bound = parameters.roots(version.state, self.bindings)
            self._judges[version.name] = Judge(
                version.state, self.as_, bound, self.formats, self.bindings, version.default_schema
            )
        return self._judges[version.name]

    def _check_name(self, state: ContractState) -> None:
        if not self.schema or self.schema in state.schemas or self.schema in state.streams:
            return
        there = ", ".join(sorted([*state.schemas, *state.streams])) or "none"
        raise InputError(
            f"{state.contract}/{state.version} has no schema or stream {self.schema!r} (it has: {there})",
            self._place(f"/versions/{state.version}"),
            next_step=f"run: registry show {state.contract}",
        )

    def _place(self, pointer: str = "") -> Place:
        """A place in contract.toml."""
        return self.contract.document.place(pointer) if self.contract.document else Place("")
