"""The functions that hold the rules of types: what the types themselves do not say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from accordant.gen.python.reports import Reports
from accordant.gen.python.template_files import template
from accordant.model.constraints import All, Call, Constraint, Members, Seen, both
from accordant.model.names import snake
from accordant.model.types import Record, Ref


def without_what_fields_read(rules: tuple[Constraint, ...], record: Record) -> tuple[Constraint, ...]:
    """The rules of a record, where those about all its members pass over fields whose type asks just the same.

    A member inside itself would be reported by each record around it otherwise.
    """
    read = {
        member.wire: member.type.shape.key
        for member in record.fields
        if isinstance(member.type.shape, Ref) and not member.type.rules
    }
    return tuple([_pass_over(rule, read) for rule in rules])


def _pass_over(rule: Constraint, read: Mapping[str, str]) -> Constraint:
    if not (isinstance(rule, Members) and isinstance(rule.then, Call) and not rule.then.exact):
        return rule
    names = [name for name, key in read.items() if key == rule.then.key]
    but = rule.but or Seen()
    return replace(rule, but=replace(but, names=tuple(dict.fromkeys([*but.names, *names])))) if names else rule


MOST_LINES: Final = 300
"""Longer functions about the rules of a record are split: type checkers give up on very long ones."""


@dataclass
class RuleFunctions:
    """Prints the functions of one module, and collects in ``used`` the names that their code imports."""

    reports: Reports
    two_readings: bool
    used: set[str]
    printed: list[str] = field(default_factory=list)
    names: set[str] = field(default_factory=set)

    def print_rules(self, rules: tuple[Constraint, ...], words: str) -> str:
        """The name of a new function about the rules of a part of a type."""
        self.used |= {"Any", "Callable", "Failure"}
        return self._print(words, "Any", "Rules beyond the type.", both(rules))

    def lines_of_record(self, type_name: str, rules: tuple[Constraint, ...]) -> list[str]:
        """Statements about the rules of a record; very many of them call functions about some rules each."""
        whole = both(rules)
        lines = self.reports.lines(whole, known="object")
        groups = list(self._group(whole.parts)) if len(lines) > MOST_LINES and isinstance(whole, All) else []
        if len(groups) < 2:
            return lines
        closed = ", closed" if self.two_readings else ""
        return [
            f"{self._print_some(type_name, number, group)}(value, fail{closed})"
            for number, group in enumerate(groups, 1)
        ]

    def _print_some(self, type_name: str, number: int, rules: tuple[Constraint, ...]) -> str:
        words, summary = f"{snake(type_name)}_{number}", f"Some of the rules of `{type_name}`."
        return self._print(words, "JsonObject", summary, All(rules), "object")

    def _print(self, words: str, kind: str, summary: str, rules: Constraint, known: str = "") -> str:
        name = self._name(words)
        view = ", closed: bool" if self.two_readings else ""
        signature = f"{name}(value: {kind}, fail: Callable[[Failure], None]{view}) -> None"
        body = self.reports.lines(rules, known=known)
        self.printed.append(template("function.py.jinja2").render(signature=signature, summary=summary, body=body))
        return name

    def _group(self, rules: Iterable[Constraint]) -> Iterator[tuple[Constraint, ...]]:
        """The rules in their order, as many at a time as make a function of the most lines."""
        group: list[Constraint] = []
        room = MOST_LINES
        for rule in rules:
            needed = len(self.reports.lines(rule, known="object"))
            if group and needed > room:
                yield tuple(group)
                group, room = [], MOST_LINES
            group.append(rule)
            room -= needed
        yield tuple(group)

    def _name(self, words: str) -> str:
        name = f"_rules_of_{words}"
        while name in self.names:
            name += "_"
        self.names.add(name)
        return name
