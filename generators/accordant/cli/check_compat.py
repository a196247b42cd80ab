"""``registry check-compat``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from accordant.cli import exits
from accordant.cli.open_registry import find
from accordant.cli.options import format_option, registry_option
from accordant.errors import InputError
from accordant.findings import Finding, JsonValue, Place, Report, Severity
from accordant.registry.loose_files import read, schema_file

if TYPE_CHECKING:
    from accordant.compat import Answer
    from accordant.contract import Registry
    from accordant.schema.documents import Document

_EXITS = {"compatible": exits.FINE, "breaking": exits.FINDINGS, "undecided": exits.UNDECIDED}


def _exit(verdict: str, fail_on: str) -> int:
    return exits.FINE if (verdict, fail_on) == ("undecided", "breaking") else _EXITS[verdict]


@click.command(
    "check-compat",
    epilog="Examples: registry check-compat --against origin/main    "
    "registry check-compat --old old.json --new new.json --direction input",
)
@click.option(
    "--against",
    metavar="REF|FOLDER|ARCHIVE",
    help="Compare with this state too: a git ref ('merge-base' finds where the branch began), a registry folder "
    "(a path that contains / and exists, or starts with a dot), or an archive of one (.zip, .tar.gz).",
)
@click.option("--old", metavar="FILE", help="Judge two loose schema files: the older one.")
@click.option("--new", metavar="FILE", help="Judge two loose schema files: the newer one.")
@click.option(
    "--direction",
    type=click.Choice(["output", "input", "full"]),
    default=None,
    help="For loose files: output (old readers, new documents; the default), input (new reader, old documents), full.",
)
@click.option(
    "--promise",
    type=click.Choice(["strict", "additive"]),
    default=None,
    help="For loose files: strict containment (the default), or the additive promise.",
)
@click.option(
    "--blueprint",
    is_flag=True,
    help="The loose files are agent blueprints: their parameters_schema is judged as input, their output_schema as "
    "output (draft-07 where they declare no draft; null, {} and absence mean no schema).",
)
@click.option(
    "--fail-on",
    type=click.Choice(["breaking", "undecided"]),
    default="undecided",
    show_default=True,
    help="With 'breaking', an undecided answer is shown and fails nothing.",
)
@registry_option
@format_option
def command(
    against: str | None,
    old: str | None,
    new: str | None,
    direction: str | None,
    promise: str | None,
    blueprint: bool,
    fail_on: str,
) -> Report:
    """Say whether a change breaks a consumer, and show the document that breaks.

    Every version is compared with every release of it. A break is fine in a new major version: registry bump.
    """
    if old is not None or new is not None:
        if old is None or new is None or against is not None:
            raise click.UsageError("--old and --new go together, and without --against")
        if blueprint:
            if direction is not None:
                raise click.UsageError("--blueprint says the direction of each schema itself")
            return _blueprint(old, new, promise or "strict", fail_on)
        return _loose(old, new, direction or "output", promise or "strict", fail_on)
    if direction is not None or promise is not None or blueprint:
        raise click.UsageError(
            "--direction, --promise and --blueprint are for --old and --new; a contract says its own"
        )
    return _registry(against, fail_on)


def _registry(against: str | None, fail_on: str) -> Report:
    from accordant.cli import acknowledged
    from accordant.cli.operands import registry_at
    from accordant.compat import check

    opened = find()
    registry = opened.load()
    base = None if against is None else registry_at(against, opened)
    outcome = check(registry, base, against or "", opened.shown)
    outcome = replace(outcome, findings=acknowledged.load(opened, registry, base).applied(outcome.findings))
    summary = _summary(outcome.answers, outcome.findings, registry)
    return Report(
        "check-compat",
        _exit(outcome.verdict, fail_on),
        outcome.findings,
        {"verdict": outcome.verdict, "comparisons": [_answer(one) for one in outcome.answers]},
        summary,
    )


def _loose(old: str, new: str, direction: str, promise: str, fail_on: str) -> Report:
    before, after = schema_file(old), schema_file(new)
    return _compared([_Part(before, after, "", direction)], promise, fail_on)


BLUEPRINT = (("parameters_schema", "input"), ("output_schema", "output"))
"""The schemas of an agent blueprint, and who writes their documents: callers write parameters, agents write output."""


def _blueprint(old: str, new: str, promise: str, fail_on: str) -> Report:
    from accordant.schema import documents

    before, after = (documents.parse(read(path), path) for path in (old, new))
    for document in (before, after):
        if not isinstance(document.value, dict):
            raise InputError("a blueprint is an object", Place(document.path, 1, 1))
        for key, _ in BLUEPRINT:
            if not isinstance(document.value.get(key, {}), dict | type(None)):
                where = document.place(f"/{key}")
                raise InputError("a schema of a blueprint is an object or null", where)
    return _compared([_Part(before, after, f"/{key}", direction) for key, direction in BLUEPRINT], promise, fail_on)


@dataclass(frozen=True, slots=True)
class _Part:
    """A schema in two loose files: the whole file, or what stands at ``base``."""

    before: Document
    after: Document
    base: str
    direction: str

    def places(self, document: Document) -> Callable[[str, str], Place]:
        """Where a pointer of the schema stands in its file."""
        return lambda _, pointer: document.place(self.base + pointer)

    def schema(self, document: Document) -> JsonValue:
        """The schema itself; a blueprint's is draft-07 unless it says otherwise, or accepts all."""
        if not self.base:
            return document.value
        schema = document.value.get(self.base[1:]) or {}
        return schema if "$schema" in schema else {"$schema": "http://json-schema.org/draft-07/schema#", **schema}


def _compared(parts: list[_Part], promise: str, fail_on: str) -> Report:
    from accordant.compat import compare

    findings: list[Finding] = []
    comparisons: list[JsonValue] = []
    lines: list[str] = []
    for part in parts:
        result = compare(
            part.schema(part.before),
            part.schema(part.after),
            direction=part.direction,
            promise=promise,
            old_place=part.places(part.before),
            new_place=part.places(part.after),
        )
        findings += result.findings
        subject, baseline = (f"{one.path}{'#' * bool(part.base)}{part.base}" for one in (part.after, part.before))
        comparisons.append(
            {
                "subject": subject,
                "baseline": baseline,
                "verdict": result.verdict,
                "strict": result.strict,
                "decided_by": result.decided_by,
            }
        )
        lines += filter(None, map(_unknown_draft, (part.before, part.after)))
        read = f"{part.direction}, {promise}; read strictly: {result.strict}"
        lines.append(f"{baseline} -> {subject}: {result.verdict} ({read})")
    verdict = next(
        (one for one in ("breaking", "undecided") if any(each["verdict"] == one for each in comparisons)), "compatible"
    )
    data = {"verdict": verdict, "comparisons": comparisons}
    return Report("check-compat", _exit(verdict, fail_on), tuple(findings), data, "\n".join(lines))


def _unknown_draft(document: Document) -> str:
    """A remark about a `$schema` that is none of the drafts; "" where there is nothing to remark."""
    from accordant.schema.dialects import dialect_named

    named = document.value.get("$schema") if isinstance(document.value, dict) else None
    if not isinstance(named, str) or dialect_named(named) is not None:
        return ""
    return f"{document.path}: $schema {named!r} is no draft from 04 to 2020-12; it is read as 2020-12"


def _answer(one: Answer) -> JsonValue:
    return {
        "subject": one.subject,
        "baseline": one.baseline,
        "verdict": one.verdict,
        "strict": one.strict,
        "decided_by": one.decided_by,
    }


def _summary(answers: tuple[Answer, ...], findings: tuple[Finding, ...], registry: Registry) -> str:
    lines = []
    versions = sum(len(contract.versions) for contract in registry.contracts)
    breaks = sum(one.severity == Severity.ERROR for one in findings)
    open_ = sum(one.severity == Severity.UNDECIDED for one in findings)
    changed = [one for one in answers if one.verdict != "compatible" or one.strict != "compatible"]
    lines += [
        f"{one.subject} against {one.baseline}: {one.verdict} (read strictly: {one.strict}; {one.decided_by} decided)"
        for one in changed
    ]
    what = f"{versions} version{'s' if versions != 1 else ''} checked"
    lines.append(f"{what}: {breaks} break{'' if breaks == 1 else 's'}, {open_} undecided")
    return "\n".join(lines)
