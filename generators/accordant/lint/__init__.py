"""The rules that a registry must follow, judged on a folder whose problems were collected on loading.

    loader = load.loader(folder, shown="registry/", problems=[])      # registry.load; `only=` for one contract
    for finding in lint.lint(loader): ...

`lint` reads files only through the loader. A registry that cannot be used is a finding, not an exception. `RULES` are
all rules in report order; `rule(name)` looks one up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from accordant.contract import Registry
from accordant.errors import InputError
from accordant.findings import Finding, Rule
from accordant.lint import (
    addresses,
    behaviour,
    bindings,
    codes,
    examples,
    files,
    format,
    format_names,
    held,
    impossible,
    keywords,
    metaschema,
    modes,
    names,
    numbers,
    open_conditions,
    patterns,
    references,
    releases,
    sources,
    streams,
    values,
    versions,
)
from accordant.lint.settings import settings_of
from accordant.lint.severities import complaints, set_severity
from accordant.lint.subject import LintSubject
from accordant.registry.load import Loader

_CHAPTERS: Final[tuple[tuple[tuple[Rule, ...], Callable[[LintSubject], Iterator[Finding]]], ...]] = (
    (files.RULES, files.check),
    (format.RULES, format.check),
    (names.RULES, names.check),
    (versions.RULES, versions.check),
    (addresses.RULES, addresses.check),
    (metaschema.RULES, metaschema.check),
    (keywords.RULES, keywords.check),
    (references.RULES, references.check),
    (patterns.RULES, patterns.check),
    (format_names.RULES, format_names.check),
    (numbers.RULES, numbers.check),
    (values.RULES, values.check),
    (impossible.RULES, impossible.check),
    (open_conditions.RULES, open_conditions.check),
    (codes.RULES, codes.check),
    (sources.RULES, sources.check),
    (bindings.RULES, bindings.check),
    (streams.RULES, streams.check),
    (examples.RULES, examples.check),
    (behaviour.RULES, behaviour.check),
    (modes.RULES, modes.check),
    (held.RULES, held.check),
    (releases.RULES, releases.check),
)

RULES: Final[tuple[Rule, ...]] = tuple(rule for rules, _ in _CHAPTERS for rule in rules)

_BY_NAME: Final = {rule.name: rule for rule in RULES}


def rule(name: str) -> Rule | None:
    """The rule of that name."""
    return _BY_NAME.get(name)


def lint(loader: Loader) -> Iterator[Finding]:
    """Everything that is wrong with a registry, by file, line and column.

    Args:
        loader: a loader whose ``problems`` is a list (it is filled here).

    Raises:
        ValueError: the loader does not collect its problems.
    """
    if loader.problems is None:
        raise ValueError("lint needs a loader that collects problems")
    try:
        registry = loader.registry()
    except InputError as error:
        loader.problems.append(error)
        registry = Registry(name="")
    settings = settings_of(registry)
    subject = LintSubject(registry, loader, tuple(loader.problems), _BY_NAME, settings)
    for _, check in _CHAPTERS:
        for finding in check(subject):
            kept = set_severity(finding, subject.contract_of(finding), settings)
            if kept is not None:
                yield kept
    yield from complaints(registry, _BY_NAME, files.contract_names(loader))
