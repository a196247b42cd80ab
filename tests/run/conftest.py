"""Programs begin here as the tool starts them."""

from __future__ import annotations

import pytest

from accordant.run import capture
from accordant.run.family import end_with_parent


@pytest.fixture(autouse=True)
def programs_end_with_this_process(programs_begin_as_no_copy: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests elsewhere leave that out."""
    monkeypatch.setattr(capture, "end_with_parent", end_with_parent)
