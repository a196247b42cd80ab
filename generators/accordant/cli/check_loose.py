"""``registry check-compat --old --new``: two schema files, or two agent blueprints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from accordant.cli import unknown_draft
from accordant.cli.comparisons import data, exit_code
from accordant.compat import Comparison, blueprint, compare
from accordant.compat.blueprint import SchemaPart
from accordant.compat.comparison import PAIR_SECONDS
from accordant.contract.coverage import Coverage, coverage_of
from accordant.errors import InputError
from accordant.findings import Finding, Place, Report, Verdict
from accordant.registry.loose_files import read
from accordant.registry.loose_schemas import LooseSchema, read_schema
from accordant.schema import documents
from accordant.schema.addresses import ANONYMOUS
from accordant.schema.references import Resources


def schemas(
    old: str, new: str, resources: Sequence[str], direction: str, promise: str, fail_on: str, every: bool,
    seconds: float | None = None,
) -> Report:  # fmt: skip
    """Judge two schema files, with the files that they refer to.

    Raises:
        InputError: a file cannot be read, or is not a schema, or a reference leads nowhere.
    """
    before, after = read_schema(old, resources), read_schema(new, resources)
    return _report(before, after, [SchemaPart("", direction)], promise, fail_on, every, seconds)


def blueprints(old: str, new: str, promise: str, fail_on: str, every: bool, seconds: float | None = None) -> Report:
    """Judge the schemas of two agent blueprints.

    Raises:
        InputError: a file cannot be read, or is not a blueprint.
    """
    return _report(_blueprint(old), _blueprint(new), blueprint.SCHEMAS, promise, fail_on, every, seconds)


def _blueprint(path: str) -> LooseSchema:
    document = documents.parse(read(path), path)
    for pointer, reason in blueprint.complaints(document.value):
        place = document.place(pointer) if pointer else Place(document.path, 1, 1)
        raise InputError(reason, place, next_step="correct the blueprint, or leave --blueprint out")
    return LooseSchema(ANONYMOUS, {ANONYMOUS: document.value}, {ANONYMOUS: document})


def _report(
    before: LooseSchema,
    after: LooseSchema,
    parts: Iterable[SchemaPart],
    promise: str,
    fail_on: str,
    every: bool,
    seconds: float | None,
) -> Report:
    parts = list(parts)
    comparisons = [_compare(before, after, part, promise, every, seconds) for part in parts]
    findings = tuple(finding for comparison in comparisons for finding in comparison.findings)
    lines: list[str] = []
    for part, comparison in zip(parts, comparisons, strict=True):
        differs = f"; strict reading: {comparison.strict}" if comparison.strict != comparison.verdict else ""
        readings = f"{part.direction}, {promise}{differs}"
        lines.append(f"{comparison.baseline} -> {comparison.subject}: {comparison.verdict} ({readings})")
    files = [document for side in (before, after) for document in side.documents.values()]
    findings += tuple(finding for document in files for finding in unknown_draft.of_document(document))
    guarded = _coverage(before, parts)
    lines.append(f"guarded: {guarded.sentence}")
    verdict = Verdict.of(findings)
    code = exit_code(verdict, fail_on)
    return Report("check-compat", code, findings, data(verdict, comparisons, guarded), "\n".join(lines))


def _coverage(before: LooseSchema, parts: Iterable[SchemaPart]) -> Coverage:
    """What the older schemas promise."""
    pointers = {part.pointer: part for part in parts}
    if "" in pointers:
        return before.coverage()
    return coverage_of(
        {before.document.path + at: Resources.of(part.schema(before.value)) for at, part in pointers.items()}
    )


def _compare(
    before: LooseSchema, after: LooseSchema, part: SchemaPart, promise: str, every: bool, seconds: float | None
) -> Comparison:
    judged = compare(
        part.schema(before.value),
        part.schema(after.value),
        direction=part.direction,
        promise=promise,
        seconds=seconds or PAIR_SECONDS,
        every=every,
        old_resources=before.others,
        new_resources=after.others,
        old_place=_places(before, part),
        new_place=_places(after, part),
    )
    fragment = f"#{part.pointer}" if part.pointer else ""
    findings = tuple(_without_command(finding) for finding in judged.findings)
    return replace(
        judged, findings=findings, subject=after.document.path + fragment, baseline=before.document.path + fragment
    )


def _without_command(finding: Finding) -> Finding:
    """The finding, whose next step names no command: the commands of next steps need a registry."""
    return replace(finding, way_out=finding.way_out.partition(": registry ")[0])


def _places(schema: LooseSchema, part: SchemaPart) -> Callable[[str, str], Place]:
    """The place in its file of a pointer of one of the schemas."""
    return lambda address, pointer: schema.place(address, part.pointer + pointer)
