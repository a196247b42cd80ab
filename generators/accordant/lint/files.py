"""Files that cannot be read, files that no command reads, and keys that occur twice."""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Iterator
from typing import Final

from accordant.contract import Registry
from accordant.contract.names import VERSION
from accordant.errors import InputError
from accordant.findings import Finding, Place, Rule, Severity
from accordant.lint import format
from accordant.lint.subject import LintSubject
from accordant.registry import layout
from accordant.registry.load import Loader

_E = Severity.ERROR

_STRAY: Final = Rule(
    "stray-file",
    Severity.WARNING,
    "A file or folder has a name or a place that no command reads.",
    "A schema under a wrong name is neither checked nor generated, and nobody notices.",
    "Rename it (NAME.schema.json, NAME.codes.json, NAME.stream.json, v1, v2), or move it out of the registry.",
    "v1/order.json",
    "v1/order.schema.json",
)
_UNUSABLE: Final = Rule(
    "input-unusable",
    _E,
    "A part of the registry cannot be used.",
    "A part that cannot be used is not checked.",
    "Correct what the finding says.",
    "a schema file that holds a list",
    "a schema file that holds an object",
)

RULES: Final = (
    Rule(
        "unreadable",
        _E,
        "A file or folder of the registry cannot be read.",
        "A file that cannot be read is not checked, so it promises nothing.",
        "Correct its permissions, or remove it.",
        "a schema without read permission",
        "a plain file",
    ),
    Rule(
        "outside-registry",
        _E,
        "A symbolic link or special file leads out of the registry folder.",
        "A pull request must not be able to reveal files of the machine that checks it.",
        "Copy the file into the registry.",
        "v1/order.schema.json -> /etc/passwd",
        "v1/order.schema.json, a plain file",
    ),
    Rule(
        "too-large",
        _E,
        "A file is larger than 4 MiB.",
        "Every reader of the registry, and every check of a pull request, pays for it.",
        "Split the file.",
        "a schema of 5 MB",
        "several schemas that refer to each other",
    ),
    Rule(
        "encoding",
        _E,
        "A file is not UTF-8, or starts with a byte order mark.",
        "JSON is UTF-8 (RFC 8259, 8.1); readers that assume another encoding see other characters.",
        "Save the file as UTF-8 without a byte order mark.",
        "a schema saved as Latin-1",
        "the same saved as UTF-8",
    ),
    Rule(
        "syntax",
        _E,
        "A file is not JSON, YAML or TOML.",
        "None of it is checked.",
        "Correct the syntax; the finding points to where parsing stopped.",
        '{"type": "object",}',
        '{"type": "object"}',
    ),
    Rule(
        "too-deep",
        _E,
        "A document is nested deeper than 128 levels.",
        "Readers in other languages stop earlier, some of them with a crash.",
        "Name the inner parts in $defs and refer to them.",
        '{"not": {"not": {"not": ...}}}',
        '{"$ref": "#/$defs/inner"}',
    ),
    Rule(
        "duplicate-key",
        _E,
        "A key occurs twice in one object.",
        "Some readers keep the first value, some the last: the file has two meanings (RFC 8259, 4).",
        "Remove one of the two.",
        '{"type": "string", "type": "integer"}',
        '{"type": "integer"}',
    ),
    Rule(
        "alias",
        _E,
        "A YAML file uses an alias.",
        "A few bytes of aliases expand to gigabytes, and JSON has nothing like them.",
        "Write the value out, or name it in $defs and refer to it.",
        "a: &x 1\nb: *x",
        "a: 1\nb: 1",
    ),
    Rule(
        "lone-surrogate",
        _E,
        "A string or key holds half a surrogate pair.",
        "It is not valid Unicode: readers refuse it, replace it, or crash.",
        "Write the character itself or its full surrogate pair.",
        r'{"title": "\ud83d"}',
        r'{"title": "\ud83d\ude00"}',
    ),
    Rule(
        "duplicate-name",
        _E,
        "Two files of a version have the same name.",
        "Examples, bindings and commands refer to a schema, a code list or a stream by its name alone.",
        "Rename one of them.",
        "order.schema.json and order.codes.json",
        "order.schema.json and order-states.codes.json",
    ),
    _STRAY,
    _UNUSABLE,
)


def check(subject: LintSubject) -> Iterator[Finding]:
    """The problems of loading, as findings, without those of formats and without consequences of another problem."""
    broken = {_relative(subject, problem) for problem in subject.problems}
    for problem in subject.problems:
        if problem.rule != format.FORMAT.name and not _follows(subject, problem, broken):
            yield problem.finding(subject.rules.get(problem.rule, _UNUSABLE))
    for path in _find_strays(subject.loader, _written_folders(subject.registry)):
        yield _STRAY.finding(f"Nothing reads {path}.", Place(subject.path(path)))


def _written_folders(registry: Registry) -> set[str]:
    """The folders beside ``registry.toml`` into which ``gen`` and ``docs`` write, where that is the project's top."""
    return {posixpath.normpath(out).partition("/")[0] for out in (*(to.out for to in registry.targets), layout.PAGES)}


def _find_strays(loader: Loader, written: Collection[str]) -> Iterator[str]:
    """Files and folders that no command reads; Markdown files about the rest may stand anywhere."""
    for name, is_folder in loader.list_(""):
        if not is_folder or not layout.NAME.fullmatch(name) or loader.only not in (None, name):
            continue
        inside = _listing(loader, name)
        if (layout.CONTRACT, False) not in inside:
            if name not in written and (layout.CONFIG, False) not in inside:  # another registry, such as one pulled
                yield name
            continue
        for entry, folder in inside:
            if folder and VERSION.fullmatch(entry):
                yield from _find_strays_in_version(loader, f"{name}/{entry}")
            elif folder or not (entry == layout.CONTRACT or entry.endswith(".md")):
                yield f"{name}/{entry}"


def contract_names(loader: Loader) -> list[str]:
    """The names of the contracts that a registry keeps, whether they can be used or not."""
    folders = (name for name, is_folder in _listing(loader, "") if is_folder)
    return [name for name in folders if (layout.CONTRACT, False) in _listing(loader, name)]


def _listing(loader: Loader, base: str) -> list[tuple[str, bool]]:
    """The entries of a folder; none where it cannot be listed, which loading has reported."""
    try:
        return loader.list_(base)
    except InputError:
        return []


def _find_strays_in_version(loader: Loader, base: str) -> Iterator[str]:
    for entry, folder in _listing(loader, base):
        known = entry in (layout.EXAMPLES, layout.RELEASES) if folder else layout.kind_of(entry) is not None
        if not known and not entry.endswith(".md"):
            yield f"{base}/{entry}"


def _relative(subject: LintSubject, problem: InputError) -> str:
    return problem.place.path.removeprefix(subject.loader.shown)


def _follows(subject: LintSubject, problem: InputError, broken: set[str]) -> bool:
    """Whether a problem is only a consequence of a schema, list or stream of the version that could not be read."""
    parts = _relative(subject, problem).split("/")
    others = [path.split("/") for path in broken if path != _relative(subject, problem)]
    files = {(path[0], path[1], *(layout.kind_of(path[2]) or ("", ""))) for path in others if len(path) == 3}
    if problem.rule == "example-of-nothing" and len(parts) > 4:
        return any((parts[0], parts[1], kind, parts[4]) in files for kind in ("schema", "stream"))
    if problem.rule == "codes-binding" and len(parts) == 3:
        named = [name for contract, version, kind, name in files if (contract, version, kind) == (*parts[:2], "codes")]
        return any(repr(name) in problem.reason for name in named)
    return False
