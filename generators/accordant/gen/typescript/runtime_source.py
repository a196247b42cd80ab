"""The source text of the runtime: whole for a package, or the part that one module needs."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files


@lru_cache(maxsize=4)
def shared_module(name: str) -> str:
    """The text of a shared module of generated packages, by its file here."""
    return files("accordant.gen.typescript").joinpath(name).read_text("utf-8")


def text() -> str:
    """The whole runtime."""
    return shared_module("runtime.ts")


@lru_cache(maxsize=1)
def definitions() -> dict[str, tuple[str, frozenset[str]]]:
    """Each top-level declaration with its text and the other declarations that it uses."""
    blocks: dict[str, str] = {}
    for block in re.split(r"\n\n(?=/\*\*|export|const|let|function)", text().strip()):
        name = re.search(r"^(?:export )?(?:function|const|let|class|interface|type) (\w+)", block, re.MULTILINE)
        if name:
            blocks[name.group(1)] = block
    words = {
        name: set(re.findall(r"\b[A-Za-z]\w*\b", re.sub(r"/\*\*.*?\*/", "", body, flags=re.DOTALL)))
        for name, body in blocks.items()
    }
    return {name: (body, frozenset((words[name] & blocks.keys()) - {name})) for name, body in blocks.items()}


@lru_cache(maxsize=512)
def excerpt(names: frozenset[str]) -> tuple[str, ...]:
    """The texts of the declarations that some names need, in order."""
    known = definitions()
    needed: set[str] = set()
    todo = [name for name in names if name in known]
    while todo:
        name = todo.pop()
        if name not in needed:
            needed.add(name)
            todo.extend(known[name][1])
    return tuple(body for name, (body, _) in known.items() if name in needed)


@lru_cache(maxsize=1)
def types() -> frozenset[str]:
    """The names that are types only."""
    return frozenset(
        name
        for name, (body, _) in definitions().items()
        if re.search(rf"^export (?:type|interface) {name}\b", body, re.MULTILINE)
    )
