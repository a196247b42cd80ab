"""``registry gen``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from accordant import outputs
from accordant.cli import exits, gen_names, unknown_draft
from accordant.cli.gen_file import SHAPE, GeneratedFile, generate_bound, generate_loose, place_of
from accordant.cli.gen_folders import license_files, target_folders, without_license_files
from accordant.cli.gen_usage import require_taken, require_usable, written_call
from accordant.cli.open_registry import Opened, find, relative_to_here
from accordant.cli.options import (
    command_seconds_option,
    data_schema_option,
    format_option,
    given_registry,
    registry_option,
    resources_option,
)
from accordant.cli.writing import write_outputs
from accordant.contract.coverage import Coverage, coverage_of_states
from accordant.disk.reading import find_file
from accordant.errors import InputError
from accordant.findings import Finding, JsonValue, Place, Report
from accordant.outputs import Drift, Outputs
from accordant.outputs.check_cache import CleanCheck
from accordant.outputs.drift import finding as finding_of
from accordant.registry import layout

if TYPE_CHECKING:
    from accordant.gen import Generator

EXAMPLES = (
    "Examples: registry gen python --check",
    "registry gen ts --schema order.schema.json --root Order --out src/generated",
    "registry gen model --out build/model",
    "registry gen llm-schema order/v1 --provider openai",
    "registry gen conformance order --out tests/conformance",
)


FOR_ONE_CONTRACT = ("llm-schema", "conformance")
"""What is generated for one contract, and is not a target."""


class TargetArgument(click.Argument):
    """The target, which help shows as a choice of all targets."""

    def make_metavar(self, ctx: click.Context) -> str:
        """The targets, loaded when help is shown."""
        from accordant.gen import TARGETS

        return f"[{'|'.join([*(target.name for target in TARGETS), *FOR_ONE_CONTRACT])}]"


@click.command("gen", epilog="\n\n".join(EXAMPLES))
@click.argument("target", required=False, cls=TargetArgument)
@click.argument("path", required=False, metavar="[CONTRACT[/VERSION[/SCHEMA]]]")
@click.option("--provider", type=click.Choice(["openai", "anthropic", "generic"]), help="With llm-schema: whose subset "
    "of JSON Schema is written.")  # fmt: skip
@click.option("--answer", metavar="FILE|-", help="With llm-schema: take this answer back to the form of the contract, "
    "and validate it.")  # fmt: skip
@click.option("--check", is_flag=True, help="Write nothing; report files that are modified, missing or left over.")
@click.option("--diff", is_flag=True, help="Like --check, and show what would change.")
@click.option("--strict", is_flag=True, help="A keyword of a schema that the target does not honour fails too.")
@click.option("--out", metavar="DIR", help="Where to write instead of the target's folder in registry.toml.")
@click.option("--schema", metavar="FILE", help="Generate for this one file, with no registry; with --data-schema: "
    f"the schema of the registry to generate, as {SHAPE}.")  # fmt: skip
@click.option("--root", metavar="NAME", default="", help="The name of the file's type. Default: from its title.")
@resources_option
@click.option("--definitions", type=click.Choice(["used", "all"]), default="used", help="all: with --schema FILE, "
    "definitions that nothing refers to get types too, as they do where the file says nothing else.")  # fmt: skip
@click.option("--assume-type", is_flag=True, help="With --schema FILE, what speaks of members alone is an object, "
    "though the schema does not say so; the header of the file does.")  # fmt: skip
@click.option("--format-views", is_flag=True, help="With --schema FILE, Python models get properties that give texts "
    "of a known format as datetime, UUID and so on; a package gets them by format-views in registry.toml.")  # fmt: skip
@click.option("--defaults", is_flag=True, help="With --schema FILE, optional fields of Python models have the schema's "
    "default instead of MISSING, and are written with it; a package gets them by defaults in "
    "registry.toml.")  # fmt: skip
@click.option("--absent", type=click.Choice(["missing", "none"]), help="none: with --schema FILE, "
    "absent members are None in Python models instead of MISSING; a package gets it by absent in "
    "registry.toml.")  # fmt: skip
@click.option("--open-index", is_flag=True, help="With --schema FILE, TypeScript objects that may have any other "
    "members have an index signature; a package gets them by open-index in registry.toml.")  # fmt: skip
@data_schema_option
@registry_option
@command_seconds_option
@format_option
def command(
    target: str | None, path: str | None, provider: str | None, answer: str | None, check: bool, diff: bool,
    strict: bool, out: str | None, schema: str | None, root: str, resources: tuple[str, ...], definitions: str,
    assume_type: bool, format_views: bool, defaults: bool, absent: str | None, open_index: bool,
    bound: tuple[str, ...],
) -> Report:  # fmt: skip
    """Generate the packages of one target, or of every target that registry.toml names.

    With --schema FILE one file is generated instead, model.py, types.ts or model.json, and no registry is needed. With
    --schema and --data-schema it is made of a generic schema of the registry with its type parameters bound, such as an
    envelope around one kind of data.

    The targets dataclass, typeddict and msgspec are printed by datamodel-code-generator (pip install
    'accordant[models]') and hold types alone: what they do not honour is reported, and fails with --strict.

    Two more words are for one contract: llm-schema writes the strict variant of a schema that a model's provider takes,
    and says what is lost; conformance writes a suite for registry conform, with the tests that run it.
    """
    if target in FOR_ONE_CONTRACT:
        if schema is not None:
            shape = SHAPE if target == "llm-schema" else "CONTRACT[/VERSION]"
            raise click.UsageError(f"{target} takes no --schema FILE: name what the registry has, as {shape}")
        return _generate_for_contract(target, path, provider, answer, out)
    if target is not None:
        _require_target(target)
    if path is not None or provider is not None or answer is not None:
        raise click.UsageError(f"a contract, --provider and --answer are for {' and '.join(FOR_ONE_CONTRACT)}")
    asked = (("format-views", format_views), ("defaults", defaults), ("open-index", open_index), ("absent", absent))
    options: dict[str, JsonValue] = {name: value for name, value in asked if value}
    is_loose = bool(root or (resources and not bound) or options or assume_type or definitions == "all")
    require_usable(target, out, schema, bound, loose_only=is_loose)
    require_taken(target, options)
    flags = [name for name, value in (*options.items(), ("assume-type", assume_type)) if value is True]
    files = [*(("data-schema", path) for path in bound), *(("resources", path) for path in resources)]
    command_line = partial(
        written_call, out=out, schema=schema, root=root, files=files, definitions=definitions, absent=absent,
        flags=flags,
    )  # fmt: skip
    if target is not None and out is not None and schema is not None and not bound:
        generated = generate_loose(
            target, schema, root, resources, options, every_definition=definitions == "all", assume_type=assume_type
        )
        if not (check or diff):
            _refuse_another(generated.files, Path(out), Path(schema).name)
        job = _Job(target, Path(out), generated, command_line(target), beside=True)
        report = _run([job], check=check or diff, diff=diff, strict=strict)
        return report if check or diff else _with_coverage(report, generated.coverage)
    return _generate_for_registry(
        target, out, schema, bound, resources, command_line, check=check, diff=diff, strict=strict
    )


def _require_target(name: str) -> None:
    """Require that a word is a target; the next step names all words that may stand there."""
    from accordant.gen import TARGETS
    from accordant.misspelt import asking_first

    words = [*(target.name for target in TARGETS), *FOR_ONE_CONTRACT]
    if name not in words:
        step = asking_first(name, words, f"there are: {', '.join(words)}")
        raise InputError(f"no target is called {name!r}", next_step=step, rule="usage")


def _generate_for_registry(
    target: str | None, out: str | None, schema: str | None, bound: Sequence[str], resources: Sequence[str],
    command_line: Callable[[str], str], *, check: bool, diff: bool, strict: bool,
) -> Report:  # fmt: skip
    """Generate the packages of the registry, or one generic schema of it with its parameters bound."""
    opened = find()
    cache = CleanCheck(["gen", target or "", out or ""], opened.folder) if check and not (diff or schema) else None
    if cache is not None and cache.is_clean():
        return Report("gen", exits.FINE, (), {"changes": []}, "")
    generator = _generator(opened)
    folders = list(target_folders(generator.registry, opened.folder, target, out))
    bound_file = partial(generate_bound, generator.registry, path=schema or "", bound=bound, resources=resources)
    jobs = (
        _Job(name, folder, bound_file(name), command_line(name), beside=True)
        if schema
        else _Job(name, folder, _generate_packages(generator, name, folder, opened), command_line(name))
        for name, folder in folders
    )
    report = _run(jobs, check=check or diff, diff=diff, strict=strict)
    states = [version.state for contract in generator.registry.contracts for version in contract.versions]
    report = replace(report, findings=report.findings + unknown_draft.of_states(states))
    report = report if check or diff or schema else _with_coverage(report, coverage_of_states(states))
    if cache is not None and not report.findings:
        cache.keep(folder for _, folder in folders)
    return report


def _with_coverage(report: Report, coverage: Coverage) -> Report:
    """The report, which also says how much the generated files hold."""
    text = f"{report.text}\ngenerated from {coverage.sentence}"
    return replace(report, data={**report.data, "guarded": coverage.data()}, text=text)


def _generate_for_contract(
    word: str, path: str | None, provider: str | None, answer: str | None, out: str | None
) -> Report:
    if word == "conformance":
        from accordant.cli.gen_conformance import generate_conformance

        if path is None or out is None or provider is not None or answer is not None:
            raise click.UsageError("write it as: registry gen conformance CONTRACT[/VERSION] --out DIR")
        return generate_conformance(path, out)
    from accordant.cli.gen_llm import generate_llm_schema

    if provider is None:
        raise click.UsageError("--provider is missing: openai, anthropic or generic")
    return generate_llm_schema(path, provider, out, answer)


def _generator(opened: Opened) -> Generator:
    from accordant.contract.validity import require_schemas
    from accordant.gen import Generator

    registry = opened.load_with_pinned()
    require_schemas(registry)
    return Generator(without_license_files(registry) if given_registry() == layout.BUNDLED else registry)


@dataclass(frozen=True, slots=True)
class _Job:
    """The files that belong in a folder."""

    target: str
    folder: Path
    generated: GeneratedFile
    command_line: str
    """The command that writes them."""
    beside: bool = False
    """Whether the folder may hold other generated files too."""


def _refuse_another(files: Outputs, folder: Path, source: str) -> None:
    """Refuse to overwrite a file that was generated from another schema file."""
    from accordant.gen.printing.header import source_in

    for name in files:
        before = source_in((find_file(folder, name) or b"").decode("utf-8", "replace")[:2000])
        if before not in ("", source):
            raise InputError(
                f"was generated from {before}",
                Place(str(folder / name)),
                next_step="give each schema file an --out of its own",
            )


def _run(jobs: Iterable[_Job], *, check: bool, diff: bool, strict: bool) -> Report:
    """Write each folder, or say how it differs."""
    findings: list[Finding] = []
    lines: list[str] = []
    changes = []
    for job in jobs:
        files, shown = job.generated.files, relative_to_here(job.folder)
        if check:
            drift = outputs.check(files, job.folder, beside=job.beside)
            findings += (finding_of(change, shown, job.command_line, job.target) for change in drift)
            lines += (line for change in drift for line in _diff(change, files, job.folder, shown)) if diff else ()
        else:
            drift = write_outputs(files, job.folder, beside=job.beside)
            lines.append(f"{job.target}: {len(files)} file{'s' * (len(files) != 1)} in {shown}, {len(drift)} changed")
        lines += job.generated.notes
        findings += job.generated.findings
        changes += [{"target": job.target, "path": f"{shown}/{change.path}", "change": change.kind} for change in drift]
    code = exits.of(findings)
    if strict and code == exits.FINE and findings:
        code = exits.FINDINGS
    return Report("gen", code, tuple(findings), {"changes": changes}, "\n".join(lines))


def _generate_packages(generator: Generator, target: str, folder: Path, opened: Opened) -> GeneratedFile:
    """Every file of a target; types keep the names that an earlier run gave them."""
    from accordant.gen import NAMES_LOCK, VERSION_LOCK, not_honoured

    names, state = ((find_file(folder, lock) or b"").decode("utf-8", "replace") for lock in (NAMES_LOCK, VERSION_LOCK))
    package = generator.generate(target, names, state)
    findings = [
        not_honoured(keyword, place_of(generator.registry, version, keyword.at, opened.shown), target, version)
        for version, keywords in package.unhonoured.items()
        for keyword in keywords
    ]
    findings += gen_names.findings(generator.registry, target, package, f"{relative_to_here(folder)}/{NAMES_LOCK}")
    return GeneratedFile({**package.files, **license_files(generator.registry, target, opened.folder)}, tuple(findings))


def _diff(change: Drift, files: Outputs, folder: Path, shown: str) -> Iterator[str]:
    import difflib

    before = (find_file(folder, change.path) or b"").decode("utf-8", "replace").splitlines()
    after = outputs.text_of(change.path, files).splitlines()
    name = f"{shown}/{change.path}"
    yield from difflib.unified_diff(before, after, f"{name} (there)", f"{name} (from the registry)", lineterm="")
