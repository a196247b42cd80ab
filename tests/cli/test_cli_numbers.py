"""Options that are numbers take those that mean something, and refuse the others in words."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import click
import pytest

from accordant.cli import COMMANDS
from tests.conftest import Run

ABSURD = ("nan", "-nan", "inf", "-inf", "-1", "1e400", "9" * 400, "9" * 5000, "", "one")


def numbers_of(command: click.Command) -> Iterator[str]:
    for option in command.params:
        if isinstance(option.type, click.types.FloatParamType | click.types.IntParamType):
            yield option.opts[0]


NUMBERS = [
    (entry.name, option)
    for entry in COMMANDS
    for option in numbers_of(import_module(f"accordant.cli.{entry.module}").command)
]


@pytest.mark.parametrize(("name", "option"), NUMBERS)
def test_a_number_that_means_nothing_is_refused(run: Run, name: str, option: str) -> None:
    for value in ABSURD:
        outcome = run(name, option, value)
        assert outcome.code == 2, value
        assert "Invalid value" in outcome.err, value
        assert option in outcome.err


def test_the_options_that_are_numbers_are_found() -> None:
    assert ("check-compat", "--seconds") in NUMBERS
    assert ("conform", "--max-output") in NUMBERS
    assert len(NUMBERS) > 15
