"""How fast and in how much memory a stream, a large document and a small file are judged, beside others.

    python benchmarks/streams/speed.py [--lines 1000000] [--megabytes 100]

Each row is a whole process, one after the other. Its rate counts processor time, so that other work on the machine does
not count. What does less is marked: orjson parses only; the jsonschema library judges each line by the schema and has
no grammar, and sees a fiftieth of the lines; check-jsonschema judges documents only, so that it is given the large one.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

BENCHMARK: Final = Path(__file__).parent
REGISTRY: Final = BENCHMARK.parent.parent / "registry"
SHARE: Final = 50
"""jsonschema sees one line in so many."""

_LOOP = """
import sys, orjson
with open(sys.argv[1], "rb") as file:
    for line in file:
        orjson.loads(line)
"""
_JSONSCHEMA = """
import json, sys
from pathlib import Path
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from accordant.registry.load import load
state = load(Path(sys.argv[2]), shown="", only="cobre").contract("cobre").version("v1").state
registry = Registry().with_resources((uri, Resource.from_contents(value)) for uri, value in state.resources.items())
validator = Draft202012Validator(state.resources["urn:cobre:line:v1"], registry=registry)
with open(sys.argv[1], "rb") as file:
    assert all(validator.is_valid(json.loads(line)) for line in file)
"""


@dataclass(frozen=True, slots=True)
class Run:
    """What a process took."""

    seconds: float
    """Processor time."""
    megabytes: float
    """Most memory."""
    code: int


def run(*arguments: str) -> Run:
    """Run a process to its end; its output is thrown away."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    process = os.posix_spawn(arguments[0], arguments, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, nothing, 1)])
    os.close(nothing)
    _, status, usage = os.wait4(process, 0)
    code = os.waitstatus_to_exitcode(status)
    return Run(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, code)


def row(name: str, done: Run, count: int = 0) -> str:
    """A row of the table."""
    rate = f"{count / done.seconds:,.0f}" if count else ""
    return f"| {name} | {done.seconds:.2f} | {rate} | {done.megabytes:.0f} | {done.code} |"


def stream_rows(folder: Path, count: int) -> list[str]:
    """The rows about streams."""
    rows = []
    for name, options in (("compact", ()), ("spaced", ("--spaced",))):
        path = folder / f"{name}.jsonl"
        _write(path, "--lines", str(count), *options)
        rows.append(row(f"registry validate, {name}", run(*_registry("cobre/v1", str(path))), count))
        producer = run(*_registry("cobre/v1", str(path)), "--as", "producer")
        rows.append(row(f"registry validate --as producer, {name}", producer, count))
        rows.append(row(f"orjson loop, {name} (parses only)", run(sys.executable, "-c", _LOOP, str(path)), count))
    few = folder / "few.jsonl"
    _write(few, "--lines", str(count // SHARE))
    judged = run(sys.executable, "-c", _JSONSCHEMA, str(few), str(REGISTRY))
    return [*rows, row("jsonschema, compact (no grammar)", judged, count // SHARE)]


def document_rows(folder: Path, megabytes: int) -> list[str]:
    """The rows about documents, by a schema file that both tools take."""
    schema, small, large = folder / "schema.json", folder / "small.json", folder / "large.json"
    item = {"type": "object", "required": ["id", "name"], "properties": {"id": {"type": "integer"}}}
    schema.write_text(json.dumps({"type": "array", "items": item}))
    value = {"id": 1, "name": "n" * 40, "tags": ["a", "b"], "at": 1.5}
    small.write_text(json.dumps([value]))
    text = json.dumps(value)
    with large.open("w") as file:
        file.write("[")
        file.writelines([f"{text}, "] * (megabytes * 1_000_000 // (len(text) + 2)))
        file.write(f"{text}]")
    rows = []
    for path in (small, large):
        rows.append(row(f"registry validate, {path.stem} document", run(*_registry(str(schema), str(path)))))
        peer = shutil.which("check-jsonschema") or shutil.which("check-jsonschema", path=Path(sys.executable).parent)
        if peer:
            done = run(peer, "--schemafile", str(schema), str(path))
            rows.append(row(f"check-jsonschema, {path.stem} document", done))
    return rows


def _registry(subject: str, path: str) -> list[str]:
    registry = Path(sys.executable).with_name("registry")
    return [str(registry), "validate", subject, path, "--registry", str(REGISTRY), "--seconds", "120"]


def _write(path: Path, *arguments: str) -> None:
    output = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    command = [sys.executable, str(BENCHMARK / "make.py"), *arguments]
    process = os.posix_spawn(command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, output, 1)])
    os.waitpid(process, 0)
    os.close(output)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--megabytes", type=int, default=100)
    arguments = parser.parse_args()
    print("| process | processor seconds | lines a second | most memory, MB | exit code |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for line in stream_rows(Path(folder), arguments.lines) + document_rows(Path(folder), arguments.megabytes):
            print(line, flush=True)


if __name__ == "__main__":
    main()
