"""Schemas that stand alone: one JSON Schema document for each schema of a version, with nothing to be looked up.

    exported = export_state(state, Form(DRAFT_07, plain=True))
    exported.schemas["envelope"]       # the document
    exported.findings                  # what the draft cannot say

For 2020-12 the schemas that a schema refers to are embedded with their addresses (Core 9.3). For draft-07, and where
schemas of other drafts take part, they are copied into ``definitions`` or ``$defs``, in the words of the draft.
``RULES`` are all rules in report order.
"""

from __future__ import annotations

from accordant.export.forms import Exported, Form
from accordant.export.rules import RULES
from accordant.export.states import export_state

__all__ = ["RULES", "Exported", "Form", "export_state"]
