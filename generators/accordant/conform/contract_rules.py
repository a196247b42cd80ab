"""Judges documents and streams by the contract's own rules: those of contract.toml that a document shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from accordant.conform.rules import CONTRACT_RULE
from accordant.contract import ContractState, Version
from accordant.contract.held_rules import Breach, LineRules, find_breaches
from accordant.contract.holding import HeldRule, Table, held_rules, rules_of
from accordant.findings import Finding, JsonValue, Place, Severity

Locate = Callable[[str], Place]


@dataclass(frozen=True)  # no slots: the rules are kept
class ContractRules:
    """The rules of a version; without a default schema, those that name none are about no document."""

    state: ContractState
    default_schema: str = ""

    @cached_property
    def _rules(self) -> list[HeldRule]:
        return held_rules(self.state, self.default_schema)

    @cached_property
    def _by_id(self) -> dict[str, HeldRule]:
        return {str(rule.table["id"]): rule for rule in self._rules}

    @cached_property
    def _tables(self) -> dict[str, list[Table]]:
        names = {name for rule in self._rules for name in rule.schemas}
        return {name: rules_of(self._rules, name) for name in names}

    def are_about(self, name: str) -> bool:
        """Whether there are rules about the documents of a schema, or the lines of a stream."""
        return name in self._tables

    def of_document(
        self, schema: str, value: JsonValue, locate: Locate, refused: Iterable[str] = ()
    ) -> Iterator[Finding]:
        """The rules that a document breaks; those about a place that the schema refuses are left out."""
        places = tuple(refused)
        for breach in find_breaches(self._tables.get(schema, ()), value):
            if not any(f"{breach.pointer}/".startswith(f"{place}/") for place in places):
                yield self._finding(breach, locate(breach.pointer))

    def of_text(self, schema: str, text: str, locate: Locate) -> Iterator[Finding]:
        """What in the text of a document of the default schema breaks the serialisation: its lines and its end."""
        serialisation = self.state.behaviour.serialisation if schema == self.default_schema else {}
        for key, message in text_problems(serialisation, text):
            yield CONTRACT_RULE.finding(
                f"{message} ({key})",
                locate(""),
                way_out=_way_out(key),
                subject=f"{self.state.contract}/{self.state.version}/serialisation",
                schema_place=self._place(f"/serialisation/{key}"),
            )

    def with_exit_code(
        self,
        version: Version,
        schema: str,
        code: int,
        value: JsonValue,
        locate: Locate,
        said: Mapping[str, str],
    ) -> Iterator[tuple[str, Finding]]:
        """The rules about the exit code that a document breaks, its process having ended with a code, and where.

        What was already said about a place becomes part of the rule's finding.
        """
        from accordant.contract.ended import rules_with_exit_code

        for breach in find_breaches(rules_with_exit_code(version, schema, code), value):
            index = next(i for i, rule in enumerate(version.behaviour.rules) if rule["id"] == breach.rule)
            ended = said.get(breach.pointer, f"the program ended with exit code {code}")
            finding = CONTRACT_RULE.finding(
                f"{breach.message.rstrip('.')}; {ended} ({breach.rule})",
                locate(breach.pointer),
                way_out=_way_out(breach.rule),
                subject=f"{self.state.contract}/{self.state.version}/rules/{breach.rule}",
                schema_place=self._place(f"/rules/{index}"),
            )
            yield breach.pointer, finding

    def of_stream(self, name: str) -> LineRules:
        """The rules about the lines of a stream, which are given to it one after another."""
        return LineRules(self._tables.get(name, ()))

    def of_line(self, rules: LineRules, value: JsonValue, locate: Locate) -> Iterator[Finding]:
        """The rules that the next line of a stream breaks."""
        yield from (self._finding(breach, locate(breach.pointer)) for breach in rules.feed(value))

    def about(self, name: str) -> list[Table]:
        """The rules about the documents of a schema, or the lines of a stream."""
        return self._tables.get(name, [])

    def _finding(self, breach: Breach, place: Place) -> Finding:
        rule = self._by_id[breach.rule]
        where = f"rules/{breach.rule}" if not rule.is_implied else rule.pointer.split("/")[1]
        where = breach.rule if where == "derived" else where
        finding = CONTRACT_RULE.finding(
            f"{breach.message.rstrip('.')} ({breach.rule})",
            place,
            way_out=_way_out(breach.rule),
            subject=f"{self.state.contract}/{self.state.version}/{where}",
            schema_place=self._place(rule.pointer),
        )
        return replace(finding, severity=Severity.WARNING) if rule.is_warning else finding

    def _place(self, pointer: str) -> Place | None:
        behaviour = self.state.behaviour
        return behaviour.document.place(behaviour.base + pointer) if behaviour.document else None


def _way_out(rule: str) -> str:
    return f"let the program keep the rule; to see it, run: registry explain {rule}"


_ENDS: Final = {
    "required": "the document must end with one line feed, and nothing else after it",
    "forbidden": "the document must end without a line feed, and with nothing else after it",
    "optional": "nothing but one line feed may follow the document",
}


_ONE_LINE: Final = "the document must be on one line"


def implied_rules(version: Version) -> Iterator[tuple[str, Table]]:
    """The rules that no table of `rules` states: the table that implies each, and its `id` and what it `says`."""
    for rule in held_rules(version.state, version.default_schema):
        if rule.is_implied:
            yield rule.pointer.split("/")[1], {"id": rule.table["id"], "says": rule.table["says"]}
    serialisation = version.behaviour.serialisation
    for key, says in (
        ("single-line", _ONE_LINE),
        ("trailing-newline", _ENDS.get(str(serialisation.get("trailing-newline")))),
    ):
        if says and serialisation.get(key):
            yield "serialisation", {"id": key, "says": f"{says[0].upper()}{says[1:]}.", "judged": "as a producer"}


def text_problems(serialisation: Table, text: str) -> Iterator[tuple[str, str]]:
    """How a text breaks a serialisation: the key of the rule, and a sentence."""
    if serialisation.get("single-line") is True and not {"\r", "\n"}.isdisjoint(text.strip()):
        yield "single-line", f"{_ONE_LINE}; it is on several"
    end = text[len(text.rstrip()) :]
    allowed = {"required": ("\n",), "forbidden": ("",), "optional": ("", "\n")}
    form = serialisation.get("trailing-newline")
    if isinstance(form, str) and end not in allowed[form]:
        yield "trailing-newline", _ENDS[form]
