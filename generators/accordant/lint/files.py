"""Files that cannot be read, and files that say a thing twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.errors import InputError
from accordant.findings import Finding, Place, Rule, Severity
from accordant.lint import format
from accordant.lint.subject import Subject
from accordant.registry import layout
from accordant.registry.load import Loader

_E = Severity.ERROR

RULES: Final = (
    Rule(
        "unreadable",
        _E,
        "A file or folder of the registry cannot be read.",
        "What cannot be read is not judged, and not promised.",
        "Correct its permissions, or remove it.",
        "a schema without read permission",
        "a plain file",
    ),
    Rule(
        "outside-registry",
        _E,
        "A symbolic link or special file leads out of the registry folder.",
        "A pull request must not be able to show files of the machine that judges it.",
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
        "JSON is UTF-8 (RFC 8259, 8.1); other readers see other letters.",
        "Save the file as UTF-8 without a byte order mark.",
        "a schema saved as Latin-1",
        "the same saved as UTF-8",
    ),
    Rule(
        "syntax",
        _E,
        "A file is not JSON, YAML or TOML.",
        "Nothing of it is judged.",
        "Mend the syntax; the place is where reading stopped.",
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
        "A key stands twice in one object.",
        "Some readers keep the first, some the last: the same file says two things (RFC 8259, 4).",
        "Remove one of the two.",
        '{"type": "string", "type": "integer"}',
        '{"type": "integer"}',
    ),
    Rule(
        "alias",
        _E,
        "A YAML file uses an alias.",
        "A few bytes of aliases expand to gigabytes, and JSON has no word for them.",
        "Write the value out, or name it in $defs and refer to it.",
        "a: &x 1\nb: *x",
        "a: 1\nb: 1",
    ),
    Rule(
        "lone-surrogate",
        _E,
        "A string or key holds half a surrogate pair.",
        "It is no text: readers refuse it, replace it, or crash.",
        "Write the whole character or its full surrogate pair.",
        r'{"title": "\ud83d"}',
        r'{"title": "\ud83d\ude00"}',
    ),
    Rule(
        "duplicate-name",
        _E,
        "Two files of a version go by the same name.",
        "Examples, bindings and commands name things by one word.",
        "Rename one of them.",
        "order.schema.json and order.codes.json",
        "order.schema.json and order-states.codes.json",
    ),
    Rule(
        "stray-file",
        Severity.WARNING,
        "A file or folder stands where nothing reads it.",
        "A schema under a wrong name is neither judged nor generated, and nobody notices.",
        "Rename it (NAME.schema.json, NAME.codes.json, NAME.stream.json, v1, v2), or move it out of the registry.",
        "v1/order.json",
        "v1/order.schema.json",
    ),
    Rule(
        "input-unusable",
        _E,
        "A part of the registry cannot be used.",
        "What cannot be used is not judged.",
        "Correct what the finding says.",
        "a schema file that holds a list",
        "a schema file that holds an object",
    ),
)


def check(subject: Subject) -> Iterator[Finding]:
    """The problems of loading, as findings; what merely follows from another problem is left out."""
    broken = {_relative(subject, one) for one in subject.problems}
    shaped = format.shaped(subject)
    for problem in subject.problems:
        said = problem.rule == format.FORMAT.name and problem.place.path in shaped
        if not said and not _follows(subject, problem, broken):
            yield of_problem(problem)
    rule = next(one for one in RULES if one.name == "stray-file")
    for path in _strays(subject.loader):
        place = Place(subject.loader.shown + path)
        yield Finding(rule.name, rule.severity, f"Nothing reads {path}.", place, way_out=rule.way_out)


def _strays(loader: Loader) -> Iterator[str]:
    """Files and folders that have no meaning where they stand; words about the rest (Markdown) may stand anywhere."""
    for name, is_folder in loader.list_(""):
        if not is_folder or not layout.NAME.fullmatch(name) or loader.only not in (None, name):
            continue
        inside = _listed(loader, name)
        if (layout.CONTRACT, False) not in inside:
            yield name
            continue
        for entry, folder in inside:
            if folder and layout.VERSION.fullmatch(entry):
                yield from _stray_in_version(loader, f"{name}/{entry}")
            elif folder or not (entry == layout.CONTRACT or entry.endswith(".md")):
                yield f"{name}/{entry}"


def _listed(loader: Loader, base: str) -> list[tuple[str, bool]]:
    """What a folder holds; nothing where it cannot be listed, which loading has said already."""
    try:
        return loader.list_(base)
    except InputError:
        return []


def _stray_in_version(loader: Loader, base: str) -> Iterator[str]:
    for entry, folder in _listed(loader, base):
        known = entry in (layout.EXAMPLES, layout.RELEASES) if folder else layout.kind_of(entry) is not None
        if not known and not entry.endswith(".md"):
            yield f"{base}/{entry}"


def of_problem(problem: InputError) -> Finding:
    """A problem of loading as a finding."""
    way_out = problem.next_step or _way_out(problem.rule)
    return Finding(problem.rule, _E, problem.reason, problem.place, way_out=way_out)


def _way_out(name: str) -> str:
    return next((one.way_out for one in (*RULES, *format.RULES) if one.name == name), "Correct what the finding says.")


def _relative(subject: Subject, problem: InputError) -> str:
    return problem.place.path.removeprefix(subject.loader.shown)


def _follows(subject: Subject, problem: InputError, broken: set[str]) -> bool:
    """Whether a problem is there only because a schema, list or stream of the same version could not be read."""
    parts = _relative(subject, problem).split("/")
    unread = [one.split("/") for one in broken if one != _relative(subject, problem)]
    files = {(one[0], one[1], *(layout.kind_of(one[2]) or ("", ""))) for one in unread if len(one) == 3}
    if problem.rule == "example-of-nothing" and len(parts) > 4:
        return any((parts[0], parts[1], kind, parts[4]) in files for kind in ("schema", "stream"))
    if problem.rule == "codes-binding" and len(parts) == 3:
        named = [name for contract, version, kind, name in files if (contract, version, kind) == (*parts[:2], "codes")]
        return any(repr(name) in problem.reason for name in named)
    return False
