"""What each kind of ``registry add`` makes, judged by lint and check-compat before it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import click

from accordant.cli.adopted_sources import adopt_sources, in_source
from accordant.cli.open_registry import Opened
from accordant.cli.samples import find_samples
from accordant.cli.selection import missing, parts, suggestion
from accordant.contract import Contract, Registry
from accordant.errors import InputError
from accordant.findings import Finding, Severity
from accordant.registry import add_codes, additions, layout, scaffolds
from accordant.registry.additions import Target
from accordant.registry.adopt import Adoption
from accordant.registry.changed_files import ChangedFiles
from accordant.registry.editor_formats import has_formats, with_schema_line
from accordant.registry.examples import REFUSED_BY
from accordant.registry.found_examples import find_examples
from accordant.registry.init import adopted_files


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the command."""

    sources: tuple[str, ...] = ()
    direction: str | None = None
    field: str | None = None
    no_field: bool = False
    invalid: bool = False


@dataclass(frozen=True, slots=True)
class Added:
    """What was added: where, its files, and what to do next."""

    contract: str
    version: str
    name: str
    files: ChangedFiles
    next_steps: tuple[str, ...]
    adoption: Adoption | None = None
    note: str = ""
    """What else is said about it."""


def _add_contract(opened: Opened, name: str, options: Options) -> Added:
    additions.require_new_contract([entry for entry, _ in layout.entries(opened.folder, "")], name, opened.shown)
    adoption = adopt_sources(options.sources, name) if options.sources else None
    if adoption is None:
        files = ChangedFiles(_for_editors(opened, scaffolds.contract_files(name), name))
    else:
        files = _with_found_examples(
            opened, ChangedFiles(_for_editors(opened, adopted_files(name, adoption), name)), name, adoption
        )
    version = adoption.version if adoption else "v1"
    _require_clean(opened, files, name, adoption)
    steps = (f"edit {opened.shown}{name}/{version}", f"registry release {name}/{version}: from then on it is promised")
    return Added(name, version, name, files, steps, adoption)


def _add_schema(opened: Opened, path: str, options: Options) -> Added:
    target, name = _find_target(opened, path)
    if options.sources:
        return _add_given_schema(opened, target, name, options)
    files = additions.add_schema(target, name, options.direction or "")
    return _describe_added(
        opened, target, name, files, f"edit {opened.shown}{target.base}/{name}.schema{target.suffix}"
    )


def _add_given_schema(opened: Opened, target: Target, name: str, options: Options) -> Added:
    """A schema from a file, and those that it refers to."""
    contract = target.contract.name
    adoption = adopt_sources(options.sources, contract, target.version.name, name)
    for file in adoption.files:
        target.require_free(file.name)
    made = {f"{target.base}/{file.file}": file.text for file in adoption.files}
    directions = {file.name: file.direction for file in adoption.files}
    directions[name] = options.direction or directions.get(name, "")
    files = ChangedFiles(made, additions.table_changes(target, directions))
    files = _with_found_examples(opened, files, contract, adoption)
    return _describe_added(opened, target, name, files, adoption=adoption)


def _for_editors(opened: Opened, files: dict[str, str], contract: str) -> dict[str, str]:
    """The files of a contract, which name their schemas where the registry has those beside it."""
    return with_schema_line(files, contract) if has_formats(opened.folder) else files


def _with_found_examples(opened: Opened, files: ChangedFiles, contract: str, adoption: Adoption) -> ChangedFiles:
    registry = files.loader(opened.folder, shown=opened.shown, only=contract).registry()
    names = {file.name for file in adoption.files}
    return files.joined(ChangedFiles(find_examples(registry, contract, find_samples, names)))


def _add_codes(opened: Opened, path: str, options: Options) -> Added:
    target, name = _find_target(opened, path)
    is_bound = not options.no_field and (options.field is not None or name not in (scaffolds.EXIT_CODES, "commands"))
    binding = add_codes.find_binding(target, name, options.field) if is_bound else None
    files = add_codes.add_codes(target, name, binding)
    if binding is not None:
        files = add_codes.with_examples(files, opened.folder, target, name, binding, find_samples)
    steps = [f"write the identifiers into {opened.shown}{target.base}/{name}.codes{target.suffix}"]
    note = ""
    if binding is not None:
        verb = "field added" if binding.declared is None else "field bound"
        note = f"{verb}: {binding.place} in documents of {binding.schema.name}"
    else:
        steps.append(f'bind it: "x-codes": "{name}" in the field that carries an identifier')
    return replace(_describe_added(opened, target, name, files, *steps), note=note)


def _add_stream(opened: Opened, path: str, options: Options) -> Added:
    target, name = _find_target(opened, path)
    files = additions.add_stream(target, name)
    folder = f"{opened.shown}{target.base}"
    step = f"edit {folder}/{name}-line.schema{target.suffix} and {folder}/{name}.stream{target.suffix}"
    return _describe_added(opened, target, name, files, step)


def _add_example(opened: Opened, path: str, options: Options) -> Added:
    from accordant.cli.added_examples import find_example

    words = parts(path, 4, "[CONTRACT/[VERSION/]]SCHEMA/NAME")
    if len(words) < 2:
        raise click.UsageError(f"{path!r} names no schema: write SCHEMA/NAME")
    target, case = _find_target(opened, "/".join([*words[:-2], words[-1]]), with_examples=True)
    subject = words[-2]
    state = target.version.state
    if len(words) == 2 and subject == target.contract.name and case in {**state.schemas, **state.streams}:
        reason, step = f"{path!r} names no example", f"name it: registry add example {path}/NAME"
        raise InputError(reason, next_step=step, rule="usage")
    if subject not in {**state.schemas, **state.streams}:
        raise missing("schema or stream", subject, [*state.schemas, *state.streams], f" in {target.base}")
    lines, refused_by = find_example(target, subject, options.sources, options.invalid)
    files = additions.add_example(target, subject, case, lines, refused_by)
    if refused_by:
        below = f"{target.base}/{layout.EXAMPLES}/invalid/{subject}"
        files = additions.with_refusals(files, below, _text(opened.folder / below / REFUSED_BY), {case: refused_by})
    return replace(_describe_added(opened, target, case, files), next_steps=())  # examples are no part of a release


ADDERS: Final[Mapping[str, Callable[[Opened, str, Options], Added]]] = {
    "contract": _add_contract,
    "schema": _add_schema,
    "codes": _add_codes,
    "stream": _add_stream,
    "example": _add_example,
}


def _find_target(opened: Opened, path: str, *, with_examples: bool = True) -> tuple[Target, str]:
    """The version that a path names, and the last word of the path.

    Raises:
        InputError: there is no such contract or version, or several contracts and none is named.
    """
    words = parts(path, 3, "[CONTRACT/[VERSION/]]NAME")
    registry = opened.load(with_examples=with_examples)
    contract = _find_contract(registry, words[0] if len(words) > 1 else None, words[-1])
    version = contract.version(words[1]) if len(words) > 2 else contract.current
    if version is None:
        wanted = words[1] if len(words) > 2 else "v1"
        raise missing("version", wanted, [version.name for version in contract.versions], f" in {contract.name}")
    return Target(contract, version), words[-1]


def _find_contract(registry: Registry, named: str | None, name: str) -> Contract:
    names = [contract.name for contract in registry.contracts]
    if named is None and len(registry.contracts) == 1:
        return registry.contracts[0]
    contract = registry.contract(named or "")
    if contract is not None:
        return contract
    if named is not None:
        raise missing("contract", named, names)
    step = f"write CONTRACT/{name}: {suggestion(name, names)}" if names else "run: registry add contract NAME"
    raise InputError("the registry has several contracts, or none", next_step=step, rule="usage")


def _describe_added(
    opened: Opened, target: Target, name: str, files: ChangedFiles, *steps: str, adoption: Adoption | None = None
) -> Added:
    _require_clean(opened, files, target.contract.name, adoption)
    last = f"registry release {target.base}: from then on it is promised"
    return Added(target.contract.name, target.version.name, name, files, (*steps, last), adoption)


def _require_clean(opened: Opened, files: ChangedFiles, contract: str, adoption: Adoption | None) -> None:
    """Require that lint and check-compat have no error that they did not have before.

    Raises:
        InputError: the first one.
    """
    before = {_key(finding) for finding in _find_errors(opened, ChangedFiles(), contract)}
    for finding in _find_errors(opened, files, contract):
        if _key(finding) not in before:
            raise InputError(
                f"nothing was changed, since {finding.rule} would have found: {finding.message}",
                in_source(finding.place, adoption),
                next_step=finding.way_out or f"registry explain {finding.rule}",
                rule="law-broken",
            )


def _find_errors(opened: Opened, files: ChangedFiles, contract: str) -> Iterator[Finding]:
    """What fails lint or check-compat in a contract, as the registry will be."""
    from accordant.compat import check
    from accordant.lint import lint

    for finding in lint(files.loader(opened.folder, shown=opened.shown, problems=[], only=contract)):
        if finding.severity == Severity.ERROR:
            yield finding
    registry = files.loader(opened.folder, shown=opened.shown, only=contract).registry()
    for finding in check(registry, prefix=opened.shown).findings:
        if finding.severity in (Severity.ERROR, Severity.UNDECIDED):
            yield finding


def _key(finding: Finding) -> tuple[str, str, str]:
    return finding.rule, finding.subject, finding.message


def _text(path: Path) -> str | None:
    return path.read_text("utf-8") if path.is_file() else None
