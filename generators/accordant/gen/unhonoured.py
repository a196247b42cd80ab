"""The keywords that generated code does not honour, and the rule about them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from accordant.contract import Stream
from accordant.findings import Finding, Place, Rule, Severity
from accordant.gen.behaviour.streams import MOST_STATES, streams_without_table
from accordant.gen.kept_names import NAME_GONE
from accordant.gen.target import Target
from accordant.gen.targets import target_named
from accordant.model.contexts import contexts_of
from accordant.model.types import Model, Unhonoured
from accordant.model.versions import VersionModel
from accordant.schema import pointers

NOT_HONOURED: Final = Rule(
    "keyword-not-honoured",
    Severity.WARNING,
    "Generated code does not check a keyword of the schema.",
    "Documents that the schema refuses pass the generated types, and nobody notices.",
    "Validate documents against the schema where it matters, or generate a target that checks the keyword.",
    "`minimum` in a dataclass, which has no place for it",
    "`minimum` in a Pydantic model, which checks it",
)
RULES: Final = (NOT_HONOURED, NAME_GONE)


def list_unhonoured(model: Model, target: str) -> tuple[Unhonoured, ...]:
    """The keywords that a target's code does not honour; empty where all are honoured.

    Raises:
        InputError: there is no such target.
    """
    return target_named(target).list_unhonoured(model)


def list_unhonoured_of_version(version: VersionModel, target: Target) -> tuple[Unhonoured, ...]:
    """The keywords of a version that a target's package does not honour, those of code lists and streams included.

    Raises:
        UnresolvableReference: a reference in the context of a code leads nowhere.
    """
    contexts = contexts_of(version) if target.prints_behaviour else None
    in_contexts = target.list_unhonoured(contexts.model) if contexts else ()
    keywords = [
        *target.list_unhonoured(version.model),
        *(_in_its_code_list(version, keyword) for keyword in in_contexts),
        *(_of_stream(stream) for stream in (streams_without_table(version) if target.prints_behaviour else ())),
    ]
    return tuple(dict.fromkeys(keywords))


def _of_stream(stream: Stream) -> Unhonoured:
    reason = f"it has more than {MOST_STATES:,} states, so that there is no reader and no writer of the stream"
    return Unhonoured("grammar", f"{stream.name}.stream.json#/grammar", reason)


def _in_its_code_list(version: VersionModel, keyword: Unhonoured) -> Unhonoured:
    """A keyword with its place in the file of its code list; one behind a reference stands in a schema already.

    The model says ``jobs.codes.json, FULL#/properties/path/pattern``, the file has the context of each of its entries:
    ``jobs.codes.json#/entries/0/context/path/schema/pattern``.
    """
    for code_list in version.code_lists:
        file = f"{code_list.name}.codes.json"
        for entry in code_list.entries:
            before = f"{file}, {entry.id}#/properties/"
            if keyword.at.startswith(before):
                name, *rest = pointers.split("/" + keyword.at.removeprefix(before))
                context = code_list.pointer(entry.id, "context")
                return replace(keyword, at=f"{file}#{pointers.join(context, name, 'schema', *rest)}")
    return keyword


def not_honoured(keyword: Unhonoured, place: Place, target: str, subject: str) -> Finding:
    """The finding about a keyword that the code of a target does not honour."""
    return NOT_HONOURED.finding(f"{target} does not honour {keyword.keyword}: {keyword.reason}", place, subject=subject)
