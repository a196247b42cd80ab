"""An entry of the list of commands."""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """A command: its name, the module that holds it as ``command``, and its line of help.

    The module is imported only when the command runs or its own help is shown.
    """

    name: str
    module: str
    help: str
