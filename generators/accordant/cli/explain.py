"""``registry explain``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import click

from accordant.cli import exits
from accordant.cli.judges import rules
from accordant.cli.open_registry import find
from accordant.cli.options import format_option, given_registry, registry_option
from accordant.cli.selection import suggestion
from accordant.cli.show import entry_facts, entry_text, table_text, tables_of
from accordant.cli.tables import facts
from accordant.conform.contract_rules import implied_rules
from accordant.contract.doc_links import code_files, code_page, page_address, rule_page
from accordant.errors import InputError
from accordant.findings import JsonValue, Report, Rule, Severity

if TYPE_CHECKING:
    from accordant.contract import CodeList, Entry, Registry


@dataclass(frozen=True, slots=True)
class _FoundCode:
    """A code, its list, and the address of its page; "" where the registry says no address."""

    where: str
    code_list: CodeList
    entry: Entry
    page: str


_Behaviour: TypeAlias = tuple[str, Mapping[str, JsonValue]]


@click.command("explain", epilog="Example: registry explain field-removed   or: registry explain MissingFile")
@click.argument("word", metavar="[RULE|CODE]", required=False)
@click.option("--all", "every", is_flag=True, help="Explain every rule, in the order of reports.")
@registry_option
@format_option
def command(word: str | None, every: bool) -> Report:
    """Explain what a rule finds, what a code of a contract means and what to do about it, or what a contract demands.

    Codes and ids of behaviour (rules for producers and readers, scenarios, decisions) are looked up in the registry at
    hand, then in the tool's own contract; the rules of the commands need no registry. A path such as
    cobre/v1/error-kinds/MissingFile names the one that is meant.
    """
    known_rules = list(rules())
    if (not word) is not every:
        raise click.UsageError("name a rule or a code, or give --all")
    matching = [(judge, rule) for judge, rule in known_rules if every or rule.name == word]
    names = [rule.name for _, rule in known_rules]
    codes, behaviour = ([], []) if word is None else _look_up(word, names, is_found=bool(matching))
    site = _pages_address()
    text = [_rule_text(judge, rule, _rule_page(judge, rule, site)) for judge, rule in matching]
    text += [f"{code.where}\n{entry_text(code.entry, code.code_list, code.page)}" for code in codes]
    text += [f"{where}\n{table_text(table)}" for where, table in behaviour]
    data = {
        "rules": [
            {"judge": judge, **rule_facts(rule), **_page_member(_rule_page(judge, rule, site))}
            for judge, rule in matching
        ],
        "codes": [{"where": code.where, **entry_facts(code.entry), **_page_member(code.page)} for code in codes],
        "behaviour": [{"where": where, "table": dict(table)} for where, table in behaviour],
    }
    return Report("explain", exits.FINE, data=data, text="\n\n".join(text))


def rule_facts(rule: Rule) -> dict[str, JsonValue]:
    """A rule as JSON values."""
    return {
        "name": rule.name,
        "severity": str(rule.severity),
        "says": rule.says,
        "why": rule.why,
        "way_out": rule.way_out,
        "breaking": rule.breaking,
        "fine": rule.fine,
        **({"verdicts": verdicts} if (verdicts := _verdicts(rule)) else {}),
    }


def _rule_text(judge: str, rule: Rule, page: str) -> str:
    return facts(
        [
            ("rule", f"{rule.name} ({judge}, {rule.severity})"),
            ("finds", rule.says),
            ("matters", rule.why),
            ("next step", rule.way_out),
            ("breaks" if rule.severity == Severity.ERROR else "found", rule.breaking),
            ("passes" if rule.severity == Severity.ERROR else "not found", rule.fine),
            *(
                (promise, ", ".join(f"{direction} {verdict}" for direction, verdict in by_direction.items()))
                for promise, by_direction in _verdicts(rule).items()
            ),
            ("page", page),
        ]
    )


def _verdicts(rule: Rule) -> dict[str, dict[str, str]]:
    """The verdict of each promise and direction on the breaking example of a rule of check-compat."""
    from accordant.compat.examples import verdicts
    from accordant.compat.rules import BY_NAME

    return verdicts(rule) if BY_NAME.get(rule.name) is rule else {}


def _pages_address() -> str:
    """The address of the pages of the current registry; "" where there is no registry, or it says none."""
    registry = _nearest_registry()
    return registry.docs if registry else ""


def _rule_page(judge: str, rule: Rule, site: str) -> str:
    return page_address(rule_page(judge, rule.name), site) if site else ""


def _page_member(page: str) -> dict[str, JsonValue]:
    return {"page": page} if page else {}


def _look_up(word: str, rule_names: list[str], *, is_found: bool) -> tuple[list[_FoundCode], list[_Behaviour]]:
    """The codes and the behaviour of that name, in the first registry that has any.

    Raises:
        InputError: there is none, and no rule of that name either.
    """
    names = rule_names
    for registry in (_nearest_registry(), None if is_found else _own_registry()):
        codes = [] if is_found or registry is None else list(_find_codes(registry, word))
        behaviour = [part for part in _behaviour(registry) if _names(word, part[0], str(part[1].get("id")))]
        if codes or behaviour:
            return codes, behaviour
        names = names + [str(code.entry.id) for code in _entries(registry)]
        names += [str(table.get("id")) for _, table in _behaviour(registry)]
    if is_found:
        return [], []
    next_step = suggestion(word, names, otherwise="run: registry explain --all")
    raise InputError(f"there is no rule or code {word!r}", next_step=next_step, rule="usage")


def _behaviour(registry: Registry | None) -> Iterator[_Behaviour]:
    """Every table with an id, and every rule that another table implies, with the place where it stands."""
    for contract in registry.contracts if registry else ():
        for version in contract.versions:
            for name, value in version.behaviour.shown().items():
                for table in tables_of(value) if isinstance(value, list) else ():
                    if "id" in table:
                        yield f"{contract.name}/{version.name}/{name}", table
            for name, table in implied_rules(version):
                yield f"{contract.name}/{version.name}/{name}", table


def _nearest_registry() -> Registry | None:
    """The registry that ``--registry`` names, else the nearest; None where there is none."""
    try:
        return find().load()
    except InputError:
        if given_registry() is not None:
            raise
    return None


def _own_registry() -> Registry:
    """The contract of the tool itself, which lists its error codes."""
    from accordant.registry import layout
    from accordant.registry.load import load

    return load(layout.find_bundled_registry(), shown="bundled/", only="accordant", with_examples=False)


def _entries(registry: Registry | None) -> Iterator[_FoundCode]:
    for contract in registry.contracts if registry else ():
        for version in contract.versions:
            for code_list in version.state.code_lists.values():
                yield from _entries_of(registry, (contract.name, version.name), code_list)


def _entries_of(registry: Registry | None, version: tuple[str, str], code_list: CodeList) -> Iterator[_FoundCode]:
    site = registry.docs if registry else ""
    files = code_files(entry.id for entry in code_list.entries) if site else {}
    for entry in code_list.entries:
        page = page_address(code_page(*version, code_list.name, files[entry.id]), site) if site else ""
        yield _FoundCode("/".join((*version, code_list.name)), code_list, entry, page)


def _find_codes(registry: Registry, word: str) -> Iterator[_FoundCode]:
    for code in _entries(registry):
        if _names(word, code.where, str(code.entry.id), code.entry.name, *code.entry.replaces):
            yield code


def _names(word: str, where: str, *names: str) -> bool:
    """Whether a word is one of the names, or a path to it: the place where it stands, from its start or to its end."""
    place, _, name = word.rpartition("/")
    is_path = f"/{where}".endswith(f"/{place}") or f"{where}/".startswith(f"{place}/")
    return word in names or (name in names and bool(place) and is_path)
