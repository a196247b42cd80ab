"""Records by their code, with the context that belongs to the code."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import MISSING

from accordant.gen.python.open_runtime import OPEN
from accordant.gen.python.runtime import plain


def case_of(cases: Mapping[str, tuple[Any, Any, bool]], code: str, context: Any) -> Any:
    """The case of a code, its context as the type that belongs to it; None where code or context are not known.

    The last part of an entry says whether a record with the code needs its context; without one its case has None.
    """
    case, model, needed = cases.get(code, (None, None, False))
    if case is None:
        return None
    if context is MISSING or context is None:
        return None if needed else case(None)
    if model is None:
        return case(context) if isinstance(context, dict) else None
    try:
        return case(model.model_validate_json(json.dumps(plain(context)), context=OPEN))
    except (ValueError, TypeError, RecursionError):  # a context that is another one, or no JSON
        return None
