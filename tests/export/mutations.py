"""Documents near a document: one or a few small changes, each as a program could make it by mistake."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

_OTHERS = [None, True, False, 0, 1, -1, 2.5, "", "a", "2.0", [], {}, ["a"], {"a": 1}]


def mutated(document: Any, chance: random.Random) -> Any:
    """A copy with one to three changes: a value of another kind, a member gone or too many, an item doubled."""
    changed = copy.deepcopy(document)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        places = list(_places(changed))
        if not places:
            return chance.choice(_OTHERS)
        _change(*chance.choice(places), chance)
    return changed


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container and a key in it."""
    todo = [value]
    while todo:
        here = todo.pop()
        pairs = here.items() if isinstance(here, dict) else enumerate(here) if isinstance(here, list) else ()
        for key, part in pairs:
            yield here, key
            todo.append(part)


def _change(holder: Any, key: Any, chance: random.Random) -> None:
    kind = chance.randrange(4)
    if kind == 0:
        del holder[key]
    elif kind == 1 and isinstance(holder, dict):
        holder[chance.choice(["extra", key + "x", key.upper()])] = holder[key]
    elif kind == 1:
        holder.append(copy.deepcopy(holder[key]))
    elif kind == 2 and isinstance(holder[key], str):
        holder[key] += chance.choice(["x", " ", "\u00e9", "0"])
    elif kind == 2 and isinstance(holder[key], int | float) and not isinstance(holder[key], bool):
        holder[key] = chance.choice([-holder[key], holder[key] + 0.5, holder[key] * 1000])
    else:
        holder[key] = copy.deepcopy(chance.choice(_OTHERS))
