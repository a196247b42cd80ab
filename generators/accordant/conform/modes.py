"""The modes of a version: which of them a call is in, what that asks of its output, and calls that try each one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from accordant.conform.cases import Case, Expectation, Prints
from accordant.contract import Version
from accordant.contract.behaviour import conditions
from accordant.findings import JsonValue


@dataclass(frozen=True, slots=True)
class Mode:
    """One row of the modes of a version."""

    flags: str
    commands: tuple[str, ...]
    without: tuple[str, ...]
    """Flags that take a call out of the row."""
    expectation: Expectation

    @property
    def words(self) -> tuple[str, ...]:
        """The words of its flags."""
        return tuple(self.flags.split())

    @property
    def can_be_tried(self) -> bool:
        """Whether its flags are complete: no value is left to the caller, and nothing but flags is named."""
        return self.flags.startswith("-") and not any(_is_placeholder(word) for word in self.words)

    def speaks_of(self, arguments: tuple[str, ...]) -> bool:
        """Whether a call has the flags, is of one of the commands, and has none of the flags that exclude it."""
        first = next((index for index, word in enumerate(self.words) if word.startswith("-")), len(self.words))
        has_flags = _has_words(arguments, self.words[:first]) and all(
            _has_option(arguments, option) for option in _options(self.words[first:])
        )
        return has_flags and self.is_of_command(arguments) and not any(flag in arguments for flag in self.without)

    def is_of_command(self, arguments: tuple[str, ...]) -> bool:
        """Whether a call is of one of the commands of the mode."""
        return not self.commands or any(_has_words(arguments, tuple(name.split())) for name in self.commands)


def modes(version: Version) -> list[Mode]:
    """The modes of a version, in their order."""
    return [_mode(row) for row in version.behaviour.modes]


def expectation_of(version: Version, arguments: tuple[str, ...]) -> Expectation:
    """What the modes of a version ask of the output of a call; a mode with more flags comes before one with fewer."""
    speaking = [mode for mode in modes(version) if mode.speaks_of(arguments)]
    heard = [mode for mode in speaking if not any(set(mode.words) < set(other.words) for other in speaking)]
    expectation = Expectation()
    for mode in heard:
        expectation = merge(expectation, mode.expectation)
    return expectation


def merge(expectation: Expectation, other: Expectation) -> Expectation:
    """Both expectations; where they cannot both hold, the first."""
    return Expectation(
        prints=expectation.prints or other.prints,
        subject=expectation.subject or other.subject,
        exit_codes=expectation.exit_codes or other.exit_codes,
        requires=(*expectation.requires, *other.requires),
        omits=tuple(dict.fromkeys([*expectation.omits, *other.omits])),
        folder_unchanged=expectation.folder_unchanged or other.folder_unchanged,
        stderr_empty=expectation.stderr_empty or other.stderr_empty,
        same_on_terminal=expectation.same_on_terminal or other.same_on_terminal,
    )


def cases_of(version: Version, base: Case) -> Iterator[Case]:
    """The call of a case in every mode of the version for its command: its own mode flags are left out."""
    plain = without_mode_flags(version, base.arguments)
    seen: set[tuple[str, ...]] = set()
    for mode in modes(version):
        arguments = (*plain, *mode.words)
        if mode.can_be_tried and mode.is_of_command(plain) and arguments not in seen:
            seen.add(arguments)
            name = f"{base.name} {mode.flags}".strip()
            yield replace(base, name=name, arguments=arguments, mode=mode.flags)


def untried(version: Version, arguments: tuple[str, ...]) -> list[str]:
    """The modes of a command whose flags leave a value to the caller, so that only a suite can try them."""
    flags = [mode.flags for mode in modes(version) if not mode.can_be_tried and mode.is_of_command(arguments)]
    return list(dict.fromkeys(flags))


def without_mode_flags(version: Version, arguments: tuple[str, ...]) -> tuple[str, ...]:
    """The arguments of a call without the options that modes of the version name."""
    options = {option[0]: len(option) for mode in modes(version) for option in _options(mode.words)}
    kept: list[str] = []
    skipped = 0
    for word in arguments:
        if skipped:
            skipped -= 1
        elif word in options:
            skipped = options[word] - 1
        elif word.partition("=")[0] not in options:
            kept.append(word)
    return tuple(kept)


def _mode(row: Mapping[str, JsonValue]) -> Mode:
    def words(key: str) -> tuple[str, ...]:
        value = row.get(key)
        return tuple(map(str, value)) if isinstance(value, list) else ()

    expectation = Expectation(
        prints=_prints(row),
        subject=str(row.get("stream", "")),
        requires=conditions(row.get("requires")),
        omits=words("omits"),
        folder_unchanged=row.get("writes") is False,
        same_on_terminal=row.get("same-on-terminal") is True,
    )
    return Mode(str(row.get("flags", "")), words("commands"), words("without"), expectation)


def _prints(row: Mapping[str, JsonValue]) -> Prints:
    if "prints" in row:
        return Prints(str(row["prints"]))
    if row.get("stdout") == "":
        return Prints.NOTHING
    return Prints.STREAM if row.get("stream") else Prints.ANYTHING


def _is_placeholder(word: str) -> bool:
    """Whether a word stands for a value that the caller chooses: CURSOR, PATH, json=FILE."""
    value = word.rpartition("=")[2]
    return value.isupper() and value.isalpha() and not value.startswith("-")


def _options(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The options among some words, each with its value where a word that is not an option follows it."""
    options: list[tuple[str, ...]] = []
    for word in words:
        if word.startswith("-"):
            options.append((word,))
        elif options and len(options[-1]) == 1:
            options[-1] = (*options[-1], word)
    return options


def _has_option(arguments: tuple[str, ...], option: tuple[str, ...]) -> bool:
    """Whether a call has an option, with its value after it or after an equals sign."""
    if len(option) == 1:
        return option[0] in arguments
    return "=".join(option) in arguments or any(
        arguments[index : index + 2] == option for index in range(len(arguments) - 1)
    )


def _has_words(arguments: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Whether a call has all words of a command, in their order."""
    rest = iter(arguments)
    return all(word in rest for word in words)
