"""A case: one call of a program, and what is expected of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from accordant.contract.behaviour import Condition
from accordant.findings import Place
from accordant.run import Ended


class Prints(StrEnum):
    """What standard output holds."""

    ANYTHING = ""
    """Not stated: a stream where the first line is one of a stream, else a document."""
    DOCUMENT = "document"
    STREAM = "stream"
    TEXT = "text"
    """For people; it is not judged."""
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a case expects besides what the contract promises for every call."""

    prints: Prints = Prints.ANYTHING
    subject: str = ""
    """The schema or stream; empty for the default one."""
    exit_codes: tuple[int, ...] = ()
    """One of them; empty where the case does not say."""
    requires: tuple[Condition, ...] = ()
    """What must hold for the document, or for the last line of the stream."""
    omits: tuple[str, ...] = ()
    """Types of lines of a stream, or members of a document, that must not be there."""
    folder_unchanged: bool = False
    stderr_empty: bool = False
    same_on_terminal: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    """One call of a program."""

    name: str
    arguments: tuple[str, ...] = ()
    stdin: bytes = b""
    environment: Mapping[str, str] = field(default_factory=dict)
    folder: str | None = None
    """The program works in a copy of this folder; empty: in an empty one; None: where the tool does."""
    runs: int = 1
    terminal: bool = False
    volatile: tuple[str, ...] = ()
    """Pointers that may differ from run to run; ``*`` is any step."""
    expectation: Expectation = field(default_factory=Expectation)
    mode: str = ""
    """The flags of the mode of the contract that the case tries."""
    place: Place = field(default_factory=lambda: Place(""))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the runs of a case left: at least one."""

    runs: tuple[Ended, ...]
    on_terminal: Ended | None = None
    changed: tuple[str, ...] = ()
    """Files that the first run made, changed or removed in its folder."""
