"""Rules about releases, promises and the files that the gate itself rests on."""

from __future__ import annotations

from typing import Final

from accordant.compat.rules.severities import breaking
from accordant.findings import Rule

RULES: Final[tuple[Rule, ...]] = (
    breaking(
        "schema-removed",
        "A schema of the release is gone.",
        "Documents of that kind are no longer promised.",
        "response.schema.json is deleted",
        "a schema is added",
    ),
    breaking(
        "definition-removed",
        "A definition is gone from a schema that only holds definitions.",
        "Other schemas refer to it by its name.",
        '{"$defs": {"Money": {"type": "integer"}}} -> {"$defs": {}}',
        '{"type": "string", "$defs": {"Money": {"type": "integer"}}} -> {"type": "string"}',
    ),
    breaking(
        "address-changed",
        "The `$id` of a released schema changed.",
        "Whoever refers to the schema by its address finds nothing, or another schema. Between two versions "
        "whose addresses name them, it is a note.",
        'response.schema.json: {"$id": "urn:x:response:v1"} -> {"$id": "urn:x:answer:v1"}',
        "a schema gets its first `$id`",
    ),
    breaking(
        "promise-weakened",
        "The version promises less than its release: a weaker promise, opened enums, or another direction.",
        "Readers built on the stronger promise.",
        'promise = "strict" -> promise = "additive"',
        'promise = "additive" -> promise = "strict"',
        "keep the promise; a weaker one needs a new major version",
    ),
    breaking(
        "release-edited",
        "A frozen release file does not have the digest that registry.lock says.",
        "Everything is compared with releases; an edited one hides every break behind it.",
        "a character in releases/1.0.json changes",
        "registry release writes releases/1.1.json",
        "restore the file from version control",
    ),
    breaking(
        "release-missing",
        "A release that registry.lock names is gone.",
        "Nothing is left to compare with.",
        "releases/1.0.json is deleted",
        "a release is added",
        "restore the file from version control",
    ),
    breaking(
        "release-unlocked",
        "A release file has no line in registry.lock.",
        "Without a digest nobody notices when it is edited.",
        "releases/1.1.json is written by hand",
        "registry release writes file and line",
        "run: registry release (it completes one that was broken off); where it refuses, remove the file first",
    ),
    breaking(
        "lock-changed",
        "A line of registry.lock that stands in the base was changed or removed.",
        "An edited release and an edited lock line together would hide a break.",
        "the digest of 1.0 is replaced",
        "a line is added for 1.1",
        "restore both files from the base",
    ),
    breaking(
        "version-removed",
        "A version that is still supported is gone.",
        "Readers of that version have no contract any more.",
        "the folder v1 is deleted",
        "v2 is added beside v1",
        'restore the folder; a version may go when contract.toml says status = "retired" for it',
    ),
    breaking(
        "contract-removed",
        "A contract with releases is gone.",
        "Its readers have no contract any more.",
        "the folder of the contract is deleted",
        "a contract is added",
        "restore the folder",
    ),
)
