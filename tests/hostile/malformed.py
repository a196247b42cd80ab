"""Every change of a file that makes it malformed: made from the schemas of the formats, one for each key and type.

    python -m tests.hostile.malformed     # every change and every command; some minutes

A file of each kind with all of its tables is at hand. In each table each required key is left out, each key gets a
value of every other JSON type, and each pointer loses its slash.
"""

from __future__ import annotations

import copy
import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any, Final

from accordant.contract import formats
from accordant.contract.formats.complaints import complaints
from accordant.schema import documents, pointers
from tests.hostile.mutations import Project, entered_project, run_commands
from tests.lint.conftest import BASE

CONTRACT: Final = "registry/acme/contract.toml"
COMMANDS: Final[Sequence[Sequence[str]]] = (
    ("check-compat",),
    ("release", "--dry-run"),
    ("validate", "acme", "registry/acme/v1/examples/valid/order/done.json"),
    ("format", "acme", "registry/acme/v1/examples/valid/order/done.json", "--check"),
    ("gen", "--check"),
    ("gen", "llm-schema", "acme/v1/order", "--provider", "generic"),
    ("docs", "--out", "out/docs"),
    ("gen", "conformance", "acme", "--out", "out/conformance"),
    ("list",),
    ("show", "acme/v1"),
    ("changelog", "acme"),
    ("diff", "acme/v1@1.0", "acme/v1"),
    ("bump", "acme"),
    ("ack", "list"),
    ("export", "acme", "--out", "out/export"),
)
"""Commands that act on a contract; lint, which acts on all of a file, is asked apart."""

OTHER_TYPES: Final[Sequence[Any]] = (True, 7, 1.5, "a text", {"a": 1}, ["a", []], None)
ADDED: Final = """
[versions.v2]
status = "draft"
description = "The next one."
supported-until = "2099-01-01"
default-schema = "order"
told-by = "/ok"
sources = ["order.md"]
commands = ["run"]

[[versions.v2.rules]]
id = "all"
says = "All of it holds."
schema = "order"
enforced-by = ""
also = []
severity = "warning"
judged-by = "a test of two runs"
observable = true
reason = "It shows."
source = "order.md"
ours = false
check = [{ when = [{ at = "exit-code", is = 0 }], then = [{ at = "/ok", is = true }] }]
paths = [{ id = "fine", says = "It ends well.", when = [{ at = "exit-code", is = 0 }] }]
holds = [
  { each = "", when = [{ at = "/ok", present = true }], then = [
    { at = "/version", is-not = 2, in = ["1"], min = 0, max = 9, outside = [1, 2], absent = false, is-null = false },
    { at = "/error", not-empty = true, contains-any = ["a"], same-as = "/ok", type = "object", declared = true },
    { at = "/error/kind", not-in = ["A"], in-list = { list = "kinds", take = "id" }, not-in-list = { list = "kinds" } },
    { at = "/count", counts = { of = ["/items/*"], where = [{ at = "/ok", present = true }], distinct = true } },
    { at = "/count", sum-of = ["/items/*/size"], result-of = { of = ["add", 1, "/ok"], within = 0.1 } },
    { at = "/count", follows = { than = "/ok", by = 1 }, path = "absolute", slashes-of = "/path", format = "date" },
    { at = "/items", sorted-by = { keys = ["/id"], missing = "last", instead = { "/id" = "" } }, distinct = true },
    { at = "/error", keys-in-order = ["a"], first-key = "a", keys-sorted = true, companions = "_path" },
  ] },
]
lines = [{ earlier = [{ at = "/a", is = 1 }], line = [{ at = "/a", is = 2 }], then = [{ at = "/b", is = 1 }] }]

[[versions.v2.derived]]
schema = "order"
field = "/count"
from = "clock"
says = "how many"
format = "date-time"
count = ["/items/*"]
distinct = true
beside = "/ok"
always = true
source = "order.md"

[[versions.v2.counting]]
schema = "order"
field = "/count"
counts = "items"
source = "order.md"

[versions.v2.serialisation]
single-line = true
trailing-newline = "required"
key-order = ["version", "ok"]
key-order-stable = true
paths = "relative"
advised = ["sort"]
varies = ["/count"]
source = "order.md"
sort = [{ list = "/items", keys = ["/id"], missing = "last", instead = { "/id" = "" }, source = "order.md" }]

[[versions.v2.modes]]
flags = "--json"
commands = ["run"]
stdout = "the order"
omits = ["ok"]
prints = "document"
without = ["--stream"]
requires = [{ at = "/ok", is = true }]
writes = false
same-on-terminal = true
says = "It prints."
source = "order.md"

[versions.v2.interpretation]
success = "act"
failure = "stop"
counted-by = "/version"
kinds = [{ name = "act", outcome = "success", says = "use it.", carries = ["seconds"], repeats = true },
         { name = "stop", outcome = "failure", says = "stop." }]
details = [{ name = "seconds", type = "number", from = "exit-code/severity", says = "how long" }]

[[versions.v2.consumer-rules]]
id = "wait"
when = "it fails"
then = "wait"
match = [{ at = "exit-code", is = 3 }]
effects = [{ when = [{ at = "tries", max = 2 }], decide = "act" }, { tell = "seconds", value = 1 },
           { set = "/ok", from = "/version", containing = ["a"] }, { remove = "/ok" },
           { back-off = "seconds", first = 1, most = 8 }, { memorize = "planned", value = "a" }]
gives = "label"
as = "json"
value-from = "/ok"
source = "order.md"

[[versions.v2.scenarios]]
id = "fine"
document = "examples/valid/order/done.json"
exit-code = 0
expect = { action = "act" }
rules = ["wait"]
path = "examples/valid/order/done.json"
source = "order.md"

[[versions.v2.decisions]]
id = "why"
question = "Why?"
readings = ["one"]
choice = "this"
reason = "so"
path = "order.md"
source = "order.md"

[[versions.v2.moves]]
id = "moved"
rule = "required-removed"
about = "ok"
broke = "It broke."
do = "Move."
source = "order.md"
"""
"""A version with every table and key, as the schema of the format has them."""


@dataclass(frozen=True)
class Change:
    """A value at a place of a file; without ``has_value`` nothing stands there any longer."""

    name: str
    pointer: str
    value: Any = None
    has_value: bool = True

    def __str__(self) -> str:
        what = json.dumps(self.value) if self.has_value else "nothing"
        return f"{self.name}: {what} at {self.pointer}"

    def made(self, whole: Any) -> Any:
        """The file with the change."""
        changed = copy.deepcopy(whole)
        holder, key = pointers.follow(changed, pointers.parent(self.pointer)), pointers.split(self.pointer)[-1]
        if self.has_value:
            holder[int(key) if isinstance(holder, list) else key] = self.value
        else:
            del holder[key]
        return changed


@cache
def whole(name: str) -> Any:
    """A file of the format with all of its tables."""
    version = BASE / "acme/v1"
    if name == "contract":
        return documents.parse((BASE / "acme/contract.toml").read_text("utf-8") + ADDED, "contract.toml").value
    if name == "codes":
        return documents.parse((version / "kinds.codes.json").read_bytes(), "kinds.codes.json").value
    if name == "stream":
        return documents.parse((version / "run.stream.json").read_bytes(), "run.stream.json").value
    texts = {
        "registry": '{"name": "acme", "targets": {"python": {"out": "a"}}, "lint": {"rules": {"format": "error"}, '
        '"contracts": {"acme": {"keywords": ["x"]}}}, "check-compat": {"rules": {"x": "error"}}, '
        '"depends": {"other": {"from": "oci://a.example/b:c", "release": "1.0"}}}',
        "acknowledgements": '{"acknowledgement": [{"rule": "x", "subject": "acme/v1/order", "reason": "why"}]}',
        "suite": '{"contract": "acme", "cases": [{"name": "a", "expect": {"requires": [{"at": "/ok", "is": 1}]}}]}',
    }
    return json.loads(texts[name])


def changes_of(name: str) -> Iterator[Change]:
    """Every change of a file of a format, those that leave it well-formed too."""
    seen: set[int] = set()
    for pointer, table, schema in tables(formats.schema_of(name), whole(name)):
        if id(schema) not in seen:
            seen.add(id(schema))
            yield from _changes_of_table(name, pointer, table, schema)


def _changes_of_table(name: str, pointer: str, table: Any, schema: Any) -> Iterator[Change]:
    for key in schema.get("required", ()):
        yield Change(name, pointers.join(pointer, key), has_value=False)
    for key in schema.get("properties", {}):
        at = pointers.join(pointer, key)
        for value in OTHER_TYPES:
            yield Change(name, at, value)
        now = table.get(key)
        if isinstance(now, str) and now.startswith("/"):
            yield Change(name, at, now[1:])
        if isinstance(now, list):
            yield from (Change(name, f"{at}/0", value) for value in OTHER_TYPES if now)


def tables(schema: Any, value: Any) -> Iterator[tuple[str, Any, Any]]:
    """Every object of a file with its pointer and a schema for it that names keys."""
    root = schema
    todo = [("", value, schema)]
    while todo:
        pointer, value, schema = todo.pop()
        if not isinstance(schema, dict):
            continue
        if "$ref" in schema:
            todo.append((pointer, value, pointers.follow(root, schema["$ref"].removeprefix("#"))))
        todo += [(pointer, value, part) for key in ("oneOf", "anyOf") for part in schema.get(key, ())]
        todo += [(pointer, value, schema[key]) for key in ("then", "else") if key in schema]
        if isinstance(value, dict):
            if "properties" in schema:
                yield pointer, value, schema
            other = schema.get("additionalProperties")
            parts = schema.get("properties", {})
            todo += [(pointers.join(pointer, key), item, parts.get(key, other)) for key, item in value.items()]
        elif isinstance(value, list):
            todo += [(f"{pointer}/{index}", item, schema.get("items")) for index, item in enumerate(value)]


def few_changes_of(name: str) -> Iterator[Change]:
    """Of each key its lack, its lost slash, and a value of one other type: by turns of each type."""
    groups = groupby(changes_of(name), lambda change: (change.pointer, change.has_value))
    for turns, ((_, has_value), group) in enumerate(groups):
        changes = list(group)
        others = [change for change in changes if not (has_value and isinstance(change.value, str))]
        yield others[turns % len(others)]
        yield from (change for change in changes if change not in others and change.value != OTHER_TYPES[3])


def malformed(name: str, changes: Iterable[Change]) -> Iterator[tuple[Change, list[str]]]:
    """The changes that a file of the format does not take, with the pointers at which it is refused."""
    for change in changes:
        places = [pointer for pointer, _ in complaints(name, change.made(whole(name)))]
        if places and (name not in IN_TOML or None not in _scalars(change.value)):
            yield change, places


IN_TOML: Final = ("contract", "registry", "acknowledgements", "suite")
SUITE: Final = "suite"
"""The format of a file that the registry does not hold."""
FILES: Final = {
    "contract": CONTRACT,
    "codes": "registry/acme/v1/kinds.codes.json",
    "stream": "registry/acme/v1/run.stream.json",
    "registry": "registry/registry.toml",
    "acknowledgements": "registry/acknowledgements.toml",
}


def _scalars(value: Any) -> list[Any]:
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return [value] if items is None else [scalar for item in items for scalar in _scalars(item)]


def write(project: Project, change: Change) -> None:
    """Make a change in the project."""
    value = change.made(whole(change.name))
    text = toml(value) if change.name in IN_TOML else json.dumps(value)
    (project.folder / FILES[change.name]).write_text(text, "utf-8")


def toml(table: Any) -> str:
    """A table as TOML, with a line for each key: tomlkit takes twenty times as long."""
    return "".join(f"{json.dumps(key)} = {_inline(value)}\n" for key, value in table.items())


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_inline(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return json.dumps(value)


def prepare(project: Project) -> None:
    """Give the project a version with every table."""
    older, newer = project.folder / "registry/acme/v1", project.folder / "registry/acme/v2"
    for path in (*older.glob("*.*"), *older.glob("examples/*/*/*")):
        copied = newer / path.relative_to(older)
        copied.parent.mkdir(parents=True, exist_ok=True)
        copied.write_text(re.sub("(acme:[a-z]+):v1", r"\1:v2", path.read_text("utf-8")), "utf-8")
    (project.folder / CONTRACT).write_text(toml(whole("contract")), "utf-8")
    project.files = dict(project.present())


def main() -> int:
    """Try every change with every command; prints what crashed."""
    crashes = 0
    with entered_project() as project:
        prepare(project)
        for name in sys.argv[1:] or FILES:
            for change, _ in malformed(name, changes_of(name)):
                write(project, change)
                for run in run_commands((("lint",), *COMMANDS)):
                    if run.trace:
                        crashes += 1
                        print(change, " ".join(run.arguments), run.trace.strip().splitlines()[-3:])
                project.restore()
    return crashes


if __name__ == "__main__":
    sys.exit(min(main(), 1))
