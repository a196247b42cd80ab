"""``registry docs``."""

from __future__ import annotations

import inspect
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from accordant import outputs
from accordant.cli import COMMANDS, docs_site, exits, unknown_draft
from accordant.cli.open_registry import Opened, find, relative_to_here
from accordant.cli.options import command_seconds_option, format_option, given_registry, registry_option
from accordant.cli.writing import write_outputs
from accordant.errors import InputError
from accordant.findings import Finding, Report
from accordant.outputs.check_cache import CleanCheck
from accordant.outputs.drift import RULES
from accordant.outputs.drift import finding as finding_of
from accordant.registry import layout

if TYPE_CHECKING:
    from accordant.cli.command import Command
    from accordant.cli.docs_memory import DocsMemory
    from accordant.contract import Registry
    from accordant.docs import CommandHelp
    from accordant.findings import Rule
    from accordant.outputs import Drift, Outputs

FOLDER = layout.PAGES


@click.command("docs", epilog="Example: registry docs --check")
@click.option("--check", is_flag=True, help="Write nothing; report pages that are modified, missing or left over.")
@click.option("--out", metavar="DIR", help=f"Where to write instead of {FOLDER} in the project.")
@click.option("--site", metavar="DIR", help="Write a whole project there, which mkdocs builds.")
@click.option("--title", metavar="TEXT", help="The name of the site; otherwise that of the registry.")
@click.option("--colour", metavar="#RRGGBB", help="The colour of its links and buttons.")
@click.option("--finish", metavar="BUILT", help="Write no pages; add to a built site what programs read there.")
@registry_option
@command_seconds_option
@format_option
def command(
    check: bool, out: str | None, site: str | None, title: str | None, colour: str | None, finish: str | None
) -> Report:
    """Write the reference pages: every contract, code, example, change and rule, as Markdown for MkDocs.

    With --site they come with all that a site needs. Once it is built, --finish puts the Markdown of each page beside
    it, and llms.txt with llms-full.txt at its top.
    """
    _require_consistent(out, site, title, colour, finish, check)
    opened = find()
    if finish is not None:
        return docs_site.finish(Path(finish), _pages_folder(opened, site), "" if site else FOLDER.partition("/")[2])
    folder = Path(site) if site is not None else _folder(opened, out)
    known = CleanCheck(
        ["docs", *(word or "" for word in (out, site, title, colour))], opened.folder, with_examples=True
    )
    if known.is_clean():
        return _report(len(outputs.generated_files(folder)), [], folder, check)
    from accordant.cli.docs_memory import DocsMemory

    memory = DocsMemory(opened, folder if site is None else _pages_folder(opened, site), known)
    registry = _read(opened, memory)
    name = "" if site is None else title or registry.name
    pages = _pages(registry, memory, name)
    if site is not None:
        pages = docs_site.whole(pages, name, colour, relative_to_here(folder), registry.docs)
    seen = memory.seen() if site is None else ()
    drift = outputs.check(pages, folder, seen=seen) if check else write_outputs(pages, folder, seen=seen)
    states = (version.state for entry in registry.contracts for version in entry.versions)
    report = _report(len(pages), drift, folder, check, unknown_draft.of_states(states))
    if not report.findings and (check or not outputs.has_left_over(pages, folder)):
        known.keep([folder], pages)
    return report


def _require_consistent(
    out: str | None, site: str | None, title: str | None, colour: str | None, finish: str | None, check: bool
) -> None:
    """Refuse options that do not go together."""
    if site is None and (title is not None or colour is not None):
        raise click.UsageError("--title and --colour belong to --site")
    if out is not None and (site is not None or finish is not None):
        raise click.UsageError("--out goes neither with --site nor with --finish")
    if finish is not None and check:
        raise click.UsageError("--finish checks nothing; leave --check out")


def _folder(opened: Opened, out: str | None) -> Path:
    """Where the pages go.

    Raises:
        InputError: the registry belongs to no project, and ``out`` names no folder.
    """
    if out is None and given_registry() == layout.BUNDLED:
        raise InputError(
            "the bundled registry belongs to no project, so nothing says where its pages go",
            next_step="give --out DIR",
            rule="usage",
        )
    return layout.inside_project(opened.folder, FOLDER) if out is None else Path(out)


def _pages_folder(opened: Opened, site: str | None) -> Path:
    """The folder from which the site was built."""
    from accordant.docs.project import PAGES

    return _folder(opened, None).parent if site is None else Path(site) / PAGES


def _read(opened: Opened, memory: DocsMemory) -> Registry:
    """The registry, and whether pages can be made of it; what is remembered was found to be fine when it was made."""
    from accordant.contract.validity import require_schemas

    registry = opened.load(with_examples=True, is_settled=memory.has_pages)
    unknown = tuple(contract for contract in registry.contracts if not memory.has_pages(contract.name))
    require_schemas(replace(registry, contracts=unknown))
    memory.take(registry)
    return registry


def _pages(registry: Registry, memory: DocsMemory, title: str) -> Outputs:
    """The pages; those that are remembered are taken from the folder."""
    from accordant.docs import JudgingCommand, reference

    judges = (
        JudgingCommand("gen", "The rules of gen and docs about generated files.", _gen_rules),
        JudgingCommand("export", "What exported schemas do not say.", _export_rules),
    )
    pages = reference(
        registry, _Commands(), judges, _verdicts, memory.steps, memory.recall, title,
        remember=memory.remember, remember_files=memory.remember_files,
    )  # fmt: skip
    memory.save()
    return pages


def _gen_rules() -> tuple[Rule, ...]:
    from accordant.gen.providers.rules import RULES as PROVIDER_RULES
    from accordant.gen.unhonoured import RULES as GEN_RULES

    return (*RULES, *GEN_RULES, *PROVIDER_RULES)


def _export_rules() -> tuple[Rule, ...]:
    from accordant.export.rules import RULES as EXPORT_RULES

    return EXPORT_RULES


def _report(
    count: int, drift: Iterable[Drift], folder: Path, check: bool, findings: tuple[Finding, ...] = ()
) -> Report:
    """The report about this many pages."""
    shown = relative_to_here(folder)
    stale = (finding_of(difference, shown, "registry docs", "docs") for difference in drift if check)
    changes = [{"path": f"{shown}/{difference.path}", "change": difference.kind} for difference in drift]
    text = "" if check else f"{count} pages in {shown}, {len(changes)} changed"
    findings = (*stale, *findings)
    return Report("docs", exits.of(findings), findings, {"changes": changes}, text)


def _verdicts() -> dict[str, dict[str, dict[str, str]]]:
    """The verdict of each promise and direction on the breaking example of each rule of check-compat."""
    from accordant.compat.examples import verdicts
    from accordant.compat.rules import BY_NAME

    return {name: of_rule for name, rule in BY_NAME.items() if (of_rule := verdicts(rule))}


class _Commands(Collection["CommandHelp"]):
    """Every command with its help, which is loaded when it is needed: each command is a module."""

    def __len__(self) -> int:
        return len(COMMANDS)

    def __iter__(self) -> Iterator[CommandHelp]:
        return map(_help_of, COMMANDS)

    def __contains__(self, command: object) -> bool:
        return any(command == help_entry for help_entry in self)


def _help_of(entry: Command) -> CommandHelp:
    from accordant.docs import CommandHelp

    command: click.Command = import_module(f"accordant.cli.{entry.module}").command
    names = ["-h", "--help"]
    context = click.Context(command, info_name=f"registry {entry.name}", help_option_names=names)
    options = [record for parameter in command.get_params(context) if (record := parameter.get_help_record(context))]
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    about = inspect.cleandoc(command.help or "").partition("\f")[0]
    examples, exit_codes = tuple(_examples(command.epilog or "")), tuple(exits.MEANINGS.items())
    return CommandHelp(entry.name, entry.help, about, usage, tuple(options), examples, exit_codes)


def _examples(epilog: str) -> Iterator[str]:
    """The commands that the end of a help shows side by side; words between them become comments."""
    _, _, shown = epilog.partition(": ")
    for part in re.split(r"\s{2,}(?:or: )?|; ", shown):
        if part:
            yield f"# {part}" if part.startswith("then ") else part
