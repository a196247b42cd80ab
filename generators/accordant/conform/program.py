"""Judges runs of a program: what it printed, how it ended, and what the case and the modes of the contract ask."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from accordant.conform import sniffing, validate
from accordant.conform.cases import Case, Expectation, Outcome, Prints
from accordant.conform.conditions import Seen, describe
from accordant.conform.differences import find_difference, volatile_fields
from accordant.conform.exit_codes import judge_agreement, judge_exit_code
from accordant.conform.judges import version_unsaid
from accordant.conform.modes import expectation_of, merge
from accordant.conform.parameters import BoundSchema
from accordant.conform.printed import STDOUT, Printed, members_of, read_output, readable_lines, type_of
from accordant.conform.program_rules import (
    DIFFERS,
    EXIT_UNEXPECTED,
    EXPECTATION_MISSED,
    FOLDER_CHANGED,
    KILLED,
    LEFT_RUNNING,
    MODE_BROKEN,
    OUTPUT_MISSING,
    OUTPUT_UNEXPECTED,
    PATH_UNTRIED,
    STDERR_UNEXPECTED,
    TERMINAL_DIFFERS,
    TOO_LONG,
    TOO_MUCH,
)
from accordant.conform.readers import Role, holds_rules
from accordant.conform.run_sentences import differing, end_finding, first_of, list_names, quote_beginning, quote_stderr
from accordant.contract import Contract, Stream, Version, version_field
from accordant.contract.behaviour import conditions, tables
from accordant.contract.behaviour import exit_codes as exit_code_list
from accordant.errors import InputError
from accordant.findings import Facts, Finding, JsonValue, Place
from accordant.run import Ended, Limits, Stopped
from accordant.schema import pointers
from accordant.schema.vocabulary import format_value

STDERR = "stderr"


@dataclass
class ProgramJudge:
    """Judges the runs of a program by a contract; use one for all of its cases."""

    contract: Contract
    version: str = ""
    """Empty: each document names its own."""
    as_: Role = "producer"
    bindings: Mapping[str, BoundSchema] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)

    def judge(self, case: Case, outcome: Outcome) -> list[Finding]:
        """Everything that is wrong with the runs of a case, each thing once.

        Raises:
            InputError: the contract cannot be used to judge it.
        """
        findings = [finding for ended in outcome.runs for finding in self._run(case, ended)]
        findings += self._compare(case, outcome)
        if outcome.changed and self.expectation(case).folder_unchanged:
            findings.append(
                FOLDER_CHANGED.finding(f"the program changed {list_names(outcome.changed)}", Place("folder"))
            )
        return _each_once([_place(case, finding) for finding in findings])

    def expectation(self, case: Case) -> Expectation:
        """What a case asks for: what it says itself, then what the modes of its flags say."""
        return merge(case.expectation, expectation_of(self.default, case.arguments))

    def read(self, case: Case, ended: Ended) -> Printed:
        """What a run printed, as far as it can be read."""
        expectation = self.expectation(case)
        document, lines = read_output(ended.stdout)
        last = lines[-1] if lines else document
        version = self._version_of(last)
        prints = expectation.prints or self._guess(version, ended.stdout)
        stream = self._stream(version, expectation) if prints is Prints.STREAM else None
        if stream is not None and lines is not None:
            return Printed(version, prints, stream.line, last, bool(lines))
        schema = expectation.subject if expectation.subject in version.state.schemas else version.default_schema
        return Printed(version, prints, schema, document, document is not None)

    def see(self, case: Case, outcome: Outcome) -> Seen | None:
        """The document of the first run with its exit code; None where it cannot be read."""
        printed = self.read(case, outcome.runs[0])
        if not printed.is_read:
            return None
        return Seen(printed.document, outcome.runs[0].exit_code, exit_code_list(printed.version))

    def find_untried(self, seen: list[Seen], place: Place) -> Iterator[Finding]:
        """The ways to end that the contract requires to be proved and that no run has taken."""
        version = self.default
        for rule in version.behaviour.rules:
            for path in tables(rule.get("paths")):
                if not any(all(map(sight.holds, conditions(path["when"]))) for sight in seen):
                    says = f" ({path['says']})" if path.get("says") else ""
                    message = f"no case ends in the way {path['id']}{says}"
                    subject = f"{version.contract}/{version.name}"
                    yield PATH_UNTRIED.finding(message, place, subject=subject)

    @property
    def default(self) -> Version:
        """The version that judges where no document names another.

        Raises:
            InputError: the contract has none.
        """
        version = self.contract.version(self.version) if self.version else self.contract.unsaid
        if version is None and self.version:
            reason = f"the contract {self.contract.name} has no version {self.version}"
            raise InputError(reason, next_step=f"run: registry show {self.contract.name}", rule="usage")
        if version is None:
            raise version_unsaid(self.contract, Place(""))
        return version

    def _run(self, case: Case, ended: Ended) -> Iterator[Finding]:
        yield from self._end(ended)
        if ended.stopped is not Stopped.OUTPUT or self.read(case, ended).prints is Prints.STREAM:
            yield from self._output(case, ended)
        expected = case.expectation.exit_codes
        if expected and ended.exit_code is not None and ended.exit_code not in expected:
            wanted = " or ".join(map(str, expected))
            yield end_finding(EXIT_UNEXPECTED, f"the process ended with {ended.exit_code}; {wanted} is expected", ended)
        if ended.stderr and self.expectation(case).stderr_empty:
            yield STDERR_UNEXPECTED.finding(f"standard error is not empty{quote_stderr(ended)}", Place(STDERR, 1, 1))

    def _end(self, ended: Ended) -> Iterator[Finding]:
        if ended.stopped is Stopped.TIME:
            yield end_finding(TOO_LONG, f"the program was ended after {self.limits.seconds:g} s", ended)
        elif ended.stopped is Stopped.OUTPUT:
            yield end_finding(TOO_MUCH, f"the program was ended at {self.limits.output_bytes:,} bytes of output", ended)
        elif ended.signal:
            yield end_finding(KILLED, f"{ended.signal} ended the program", ended)
        if ended.left_running:
            count = f"{ended.left_running} process{'es' if ended.left_running > 1 else ''}"
            yield LEFT_RUNNING.finding(f"{count} of the program still ran after it, and had to be ended")

    def _output(self, case: Case, ended: Ended) -> Iterator[Finding]:
        printed = self.read(case, ended)
        expectation = self.expectation(case)
        if printed.prints is Prints.NOTHING and ended.stdout:
            message = f"standard output must be empty{_of_mode(case)}; it begins with {quote_beginning(ended.stdout)}"
            yield OUTPUT_UNEXPECTED.finding(message, Place(STDOUT, 1, 1))
        if ended.exit_code is not None:
            yield from self._exit_code(printed, ended.exit_code)
        if printed.prints in (Prints.NOTHING, Prints.TEXT):
            return
        if not ended.stdout.strip():
            if not self._prints_nothing(printed.version, ended):
                yield end_finding(OUTPUT_MISSING, f"standard output is empty, and {self._due(printed)} is due", ended)
            return
        yield from self._valid(printed, expectation, ended)
        yield from self._check_demands(case, printed, expectation, ended)

    def _valid(self, printed: Printed, expectation: Expectation, ended: Ended) -> Iterator[Finding]:
        """What is wrong with the document or stream by the contract."""
        stream = self._stream(printed.version, expectation) if printed.prints is Prints.STREAM else None
        name = stream.name if stream else printed.schema
        findings = validate(
            self.contract,
            [(STDOUT, ended.stdout if stream is None else io.BytesIO(ended.stdout))],
            version=printed.version.name if self.version or stream else "",
            schema="" if name == printed.version.default_schema else name,
            as_=self.as_,
            bindings=self.bindings,
        )
        yield from first_of(findings, is_whole=ended.stopped is not Stopped.OUTPUT)

    def _exit_code(self, printed: Printed, code: int) -> Iterator[Finding]:
        yield from judge_exit_code(printed.version, code, STDOUT)
        if printed.is_read:
            yield from judge_agreement(
                printed.version,
                {printed.schema},
                code,
                printed.document,
                lambda at: Place(STDOUT, pointer=at),
                by_rules=holds_rules(self.as_),
            )

    def _check_demands(self, case: Case, printed: Printed, expectation: Expectation, ended: Ended) -> Iterator[Finding]:
        """What the case and the mode ask of the output beyond the schema."""
        seen = Seen(printed.document, ended.exit_code, exit_code_list(printed.version))
        for condition in expectation.requires if printed.is_read else ():
            if not seen.holds(condition):
                asked = EXPECTATION_MISSED if condition in case.expectation.requires else MODE_BROKEN
                yield asked.finding(describe(condition, seen), Place(STDOUT, pointer=_pointer(condition.at)))
        for name, place in self._present(printed, expectation, ended):
            rule = EXPECTATION_MISSED if name in case.expectation.omits else MODE_BROKEN
            yield rule.finding(f"{format_value(name)} must not be there{_of_mode(case)}", place)

    def _present(self, printed: Printed, expectation: Expectation, ended: Ended) -> Iterator[tuple[str, Place]]:
        """The names that must be left out and are there: types of lines, or members at the top or one level below."""
        omits = set(expectation.omits)
        stream = self._stream(printed.version, expectation) if printed.prints is Prints.STREAM else None
        if stream is not None:
            for number, line in enumerate(readable_lines(ended.stdout) if omits else (), start=1):
                type_ = type_of(stream, line)
                if type_ in omits:
                    yield type_, Place(STDOUT, number, 1, stream.discriminator)
                    return
            return
        for at, members in members_of(printed.document):
            for name in omits & members.keys():
                yield name, Place(STDOUT, pointer=pointers.join(at, name))

    def _compare(self, case: Case, outcome: Outcome) -> Iterator[Finding]:
        volatile = (*case.volatile, *volatile_fields(self.default))
        first = outcome.runs[0]
        if first.stopped:
            return
        for other in outcome.runs[1:]:
            if other.code != first.code:
                message = f"one run ended with {first.code}, another with {other.code}"
                yield DIFFERS.finding(message, Place(STDOUT), evidence=Facts(first.code, other.code))
                return
            difference = find_difference(first.stdout, other.stdout, volatile)
            if difference is not None:
                yield differing(DIFFERS, "two runs differ", difference)
                return
        if outcome.on_terminal is not None:
            yield from self._compare_with_terminal(first, outcome.on_terminal, volatile)

    def _compare_with_terminal(self, first: Ended, other: Ended, volatile: tuple[str, ...]) -> Iterator[Finding]:
        """What is different on a terminal: how the program ends, else what it prints."""
        ends = [replace(finding, message=f"on a terminal {finding.message}") for finding in self._end(other)]
        if (other.stopped, other.signal) != (first.stopped, first.signal):
            yield from ends
        elif other.code != first.code:
            message = f"the program ended with {first.code} in a pipe, and with {other.code} on a terminal"
            yield TERMINAL_DIFFERS.finding(message, Place(STDOUT), evidence=Facts(first.code, other.code))
        else:
            difference = find_difference(first.stdout, other.stdout, volatile)
            if difference is not None:
                yield differing(TERMINAL_DIFFERS, "a pipe and a terminal get different output", difference)

    def _version_of(self, document: JsonValue) -> Version:
        """The version that judges a document; the default one where it names none or an unknown one."""
        if self.version or not self.contract.carrier:
            return (None if self.version else version_field.told(self.contract, document)) or self.default
        is_there, value = version_field.read(document, self.contract.carrier)
        matching = version_field.versions_with(self.contract, value) if is_there else []
        return matching[0] if matching else self.default

    def _guess(self, version: Version, stdout: bytes) -> Prints:
        """A stream where one of the first lines is a line of one, else a document."""
        stream = self._stream(version, Expectation())
        is_stream = stream is not None and sniffing.has_line_of(stdout[: sniffing.HEAD], [stream])
        return Prints.STREAM if is_stream else Prints.DOCUMENT

    def _stream(self, version: Version, expectation: Expectation) -> Stream | None:
        streams = version.state.streams
        if expectation.subject in streams:
            return streams[expectation.subject]
        return next(iter(streams.values())) if len(streams) == 1 else None

    def _prints_nothing(self, version: Version, ended: Ended) -> bool:
        """Whether the list of exit codes says that nothing is printed with this one."""
        listed = exit_code_list(version)
        entry = listed.entry(ended.exit_code) if listed and ended.exit_code is not None else None
        return entry is not None and entry.attributes.get("prints") == Prints.NOTHING

    def _due(self, printed: Printed) -> str:
        if printed.prints is Prints.STREAM:
            return "a stream"
        return f"a document of {printed.version.contract}/{printed.version.name}/{printed.schema}"


def _pointer(at: str) -> str:
    return at if at.startswith("/") else ""


def _of_mode(case: Case) -> str:
    return f" with {case.mode}" if case.mode else ""


def _each_once(findings: list[Finding]) -> list[Finding]:
    """The findings without repetitions: evidence may be a value that cannot be hashed."""
    once: list[Finding] = []
    for finding in findings:
        if finding not in once:
            once.append(finding)
    return once


def _place(case: Case, finding: Finding) -> Finding:
    """The finding with the name of its case, and at the case's place where it stands in a suite."""
    if not case.place.path:
        return finding if not case.mode else replace(finding, message=f"with {case.mode}: {finding.message}")
    at = finding.place
    where = "" if at is None else f"{at} {at.pointer}".strip()
    message = ": ".join(part for part in (case.name, where, finding.message) if part)
    return replace(finding, place=case.place, message=message)
