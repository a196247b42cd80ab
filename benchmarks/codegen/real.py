"""Types for real schemas: how many, how good, how exact, how fast, beside other generators.

    python benchmarks/codegen/real.py FOLDER [--peers NODE_MODULES] [--only TOOL...] [--mutations 20] [--check]

FOLDER holds a folder for each schema: `NAME/schema.json`, and real documents in `NAME/documents/*.json`, as many as
there are. Nothing of it is ours, so none is kept here. Peers: datamodel-code-generator where it is installed, and
json-schema-to-typescript and quicktype where NODE_MODULES has them. Each tool makes each schema in a process of its
own. A verdict counts where jsonschema and jsonschema-rs agree on the document. `--check` asks the strict checkers too.
Run in the project's folder, with it on PYTHONPATH. Prints a table for Python and one for TypeScript, then what failed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import jsonschema
import jsonschema_rs
from checkers import checkers
from written import Written, written_in

from tests.gen.test_verdicts import linted

SECONDS = 150
MEMORY = 2 * 1024**3
"""What one tool may take of the processor and one module of the memory."""
JUDGES = Path(__file__).resolve().parent.parent.parent / "tests/gen"
MODULES = JUDGES.parent / "typescript/node_modules"
OTHERS: tuple[Any, ...] = (None, True, 1, 1.5, "other", [], {})
COMPILER = {
    "strict": True, "target": "es2022", "module": "nodenext", "moduleResolution": "nodenext", "skipLibCheck": True,
    "types": [], "lib": ["es2022"], "rootDir": ".", "outDir": "dist", "declaration": True, "isolatedDeclarations": True,
    "exactOptionalPropertyTypes": True, "noUncheckedIndexedAccess": True,
}  # fmt: skip


@dataclass(frozen=True)
class Schema:
    """A schema with documents and mutations of them, and the verdict on each; None where validators disagree."""

    name: str
    path: Path
    texts: tuple[str, ...]
    expected: tuple[bool | None, ...]


@dataclass(frozen=True)
class Tool:
    """A generator: the command that writes a file for a schema."""

    name: str
    language: str
    command: Callable[[Path, Path], list[str]]
    has_guards: bool = False


@dataclass
class Outcome:
    """What a tool made of all schemas."""

    seconds: list[float] = field(default_factory=list)
    megabytes: list[float] = field(default_factory=list)
    made: dict[str, Path] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    written: Written = field(default_factory=Written)
    imports: list[float] = field(default_factory=list)
    right: int = 0
    judged: int = 0
    kept: int = 0
    valid: int = 0


def tools(peers: Path | None) -> Iterator[Tool]:
    """Ours, and the peers that are installed."""
    ours = [sys.executable, "-m", "accordant", "gen"]
    yield Tool("ours", "py", lambda schema, out: [*ours, *_ours("python", schema, out)], has_guards=True)
    yield Tool("ours", "ts", lambda schema, out: [*ours, *_ours("ts", schema, out)], has_guards=True)
    dcg = Path(sys.executable).with_name("datamodel-codegen")
    if dcg.exists():
        yield Tool("datamodel-code-generator", "py", lambda schema, out: [
            str(dcg), "--input", str(schema), "--input-file-type", "jsonschema", "--class-name", "Root", "--output",
            str(out), "--output-model-type", "pydantic_v2.BaseModel", "--use-annotated", "--strict-nullable",
        ], has_guards=True)  # fmt: skip
    if peers and (bin_ := (peers / ".bin/json2ts").absolute()).exists():
        yield Tool("json-schema-to-typescript", "ts", lambda schema, out: [
            str(bin_), "-i", str(schema), "-o", str(out), "--unreachableDefinitions"
        ])  # fmt: skip
    if peers and (quick := (peers / ".bin/quicktype").absolute()).exists():
        yield Tool("quicktype", "ts", lambda schema, out: [
            str(quick), "-s", "schema", str(schema), "-o", str(out), "--lang", "ts", "--just-types", "--top-level",
            "Root",
        ])  # fmt: skip


def _ours(target: str, schema: Path, out: Path) -> list[str]:
    return [target, "--schema", str(schema), "--root", "Root", "--out", str(out.parent / out.stem)]


def read_schema(folder: Path, mutations: int) -> Schema:
    """A schema with its documents, and as many mutations of each."""
    path = folder / "schema.json"
    schema = json.loads(path.read_text("utf-8"))
    real = [json.loads(file.read_text("utf-8")) for file in sorted(folder.glob("documents/*.json"))]
    chance = random.Random(folder.name)
    documents = [*real, *(mutated(document, chance) for document in real for _ in range(mutations))]
    judge = jsonschema.validators.validator_for(schema, default=jsonschema.Draft7Validator)(schema)
    expected = tuple(_verdict(judge, schema, document) for document in documents)
    return Schema(folder.name, path, tuple(map(json.dumps, documents)), expected)


def _verdict(judge: Any, schema: Any, document: Any) -> bool | None:
    try:
        said = bool(judge.is_valid(document))
        return said if said == jsonschema_rs.validator_for(schema).is_valid(document) else None
    except Exception:  # a reference to elsewhere, a pattern that one of them does not know
        return None


def mutated(document: Any, chance: random.Random) -> Any:
    """The document with one part dropped, replaced or added; parts near the root are as likely as those below."""
    value = json.loads(json.dumps(document))
    spots = [(value, key) for key in _keys(value)]
    while spots and chance.random() < 0.7:
        holder, key = chance.choice(spots)
        inner = [(holder[key], other) for other in _keys(holder[key])]
        if not inner:
            break
        spots = inner
    if not spots:
        return chance.choice(OTHERS)
    holder, key = chance.choice(spots)
    match chance.randrange(3):
        case 0:
            del holder[key]
        case 1:
            holder[key] = chance.choice(OTHERS)
        case _ if isinstance(holder, dict):
            holder["x-other"] = chance.choice(OTHERS)
        case _:
            holder.append(chance.choice(OTHERS))
    return value


def _keys(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value)
    return list(range(len(value))) if isinstance(value, list) else []


def run(command: Sequence[str]) -> tuple[str, float, float]:
    """What the process says where it fails, its seconds of processor time, its most megabytes."""
    with tempfile.TemporaryFile("w+") as said:
        limited = ["prlimit", f"--cpu={SECONDS}", *command]
        process = subprocess.Popen(limited, stdout=said, stderr=said, start_new_session=True)
        end = time.monotonic() + 4 * SECONDS
        while (waited := os.wait4(process.pid, os.WNOHANG))[0] == 0:
            if time.monotonic() > end:
                process.kill()
            time.sleep(0.02)
        _, status, usage = waited
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        lines = said.read().strip().splitlines() or [f"exit {process.returncode}"]
    seconds = usage.ru_utime + usage.ru_stime
    problem = "" if process.returncode == 0 and seconds < SECONDS else lines[-1][:150]
    return problem, seconds, usage.ru_maxrss / 1024


def make(tool: Tool, schemas: list[Schema], folder: Path) -> Outcome:
    """The files of all schemas, and what they say about themselves."""
    outcome = Outcome()
    for number, schema in enumerate(schemas):
        out = folder / f"m{number:04}.{tool.language}"
        problem, seconds, megabytes = run(tool.command(schema.path.absolute(), out))
        for made in folder.glob(f"{out.stem}/[mt]*.{tool.language}"):
            made.rename(out)
            shutil.rmtree(made.parent)
        outcome.seconds.append(seconds)
        outcome.megabytes.append(megabytes)
        if problem or not out.exists():
            outcome.failed.append(f"{schema.name}: {problem or 'no one file'}")
        else:
            outcome.made[schema.name] = out
            outcome.written += written_in(out.read_text("utf-8"), tool.language)
    return outcome


def count(outcome: Outcome, schema: Schema, said: Sequence[bool | str]) -> None:
    """Count verdicts. What the judge calls changed is taken, and not kept."""
    for expected, verdict in zip(schema.expected, said, strict=True):
        if expected is None:
            continue
        taken = verdict is True or str(verdict).startswith("changed to")
        outcome.judged += 1
        outcome.right += (verdict is False or taken) and taken is expected
        outcome.valid += expected
        outcome.kept += expected and verdict is True


def ask(judge: list[str], questions: list[Any]) -> list[Any]:
    """The answers of a judge; empty where it dies, or takes too much time or memory."""
    limits = ["prlimit", f"--cpu={SECONDS}", *([f"--as={MEMORY}"] if judge[0] == sys.executable else [])]
    done = subprocess.run([*limits, *judge], input=json.dumps(questions), capture_output=True, text=True, check=False)
    return list(json.loads(done.stdout)) if done.returncode == 0 else []


def judge_python(outcome: Outcome, schemas: list[Schema]) -> None:
    """Import each module in a process of its own, then ask it about the documents."""
    for schema in schemas:
        path = outcome.made.get(schema.name)
        if path is None:
            count(outcome, schema, ["not generated"] * len(schema.texts))
            continue
        problem, seconds, _ = run([sys.executable, str(path)])
        if problem:
            outcome.failed.append(f"{schema.name}: import: {problem}")
        outcome.imports.append(seconds)
        question = {"module": str(path), "texts": schema.texts, "unset": False}
        said = ask([sys.executable, str(JUDGES / "judge.py")], [question]) or [["no answer in time and memory"]]
        said = said[0] if len(said[0]) == len(schema.texts) else said[0] * len(schema.texts)
        count(outcome, schema, said)
        outcome.failed += [f"{schema.name}: {answer[:150]}" for answer in set(said) if isinstance(answer, str)][:2]


def judge_typescript(outcome: Outcome, schemas: list[Schema], folder: Path) -> None:
    """Ask the compiled guards about the documents."""
    for schema in schemas:
        path = outcome.made.get(schema.name)
        if path is None:
            count(outcome, schema, ["not generated"] * len(schema.texts))
            continue
        module = str(folder / f"dist/{path.stem}.js")
        questions = [{"module": module, "guard": "Root", "text": text} for text in schema.texts]
        said = ask(["node", str(JUDGES / "judge.mjs")], questions)
        count(outcome, schema, said or ["no answer in time"] * len(schema.texts))


def findings_in_python(folder: Path) -> str:
    """The findings of ruff, mypy and pyright over all modules, and what the first ones are about."""
    (folder / "corpus/__init__.py").write_text("", "utf-8")
    numbers = []
    for name, command in checkers(folder, str(MODULES / ".bin/pyright")).items():
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        lines = [line for line in done.stdout.splitlines() if " error" in line or (name == "ruff" and ".py:" in line)]
        lines = [line for line in lines if not re.match(r"\d+ errors?, ", line)]
        numbers.append(str(len(lines)))
        print(*lines[:5], sep="\n", file=sys.stderr)
    return " / ".join(numbers)


def compile_all(folder: Path) -> int:
    """The findings of the TypeScript compiler; what it makes is in `dist`."""
    (folder / "package.json").write_text('{"type": "module"}', "utf-8")
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": COMPILER, "include": ["*.ts"]}), "utf-8")
    compiler = MODULES / "typescript-7/bin/tsc"
    done = subprocess.run([compiler, "-p", folder], capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if "error TS" in line]
    print(*lines[:5], sep="\n", file=sys.stderr)
    return len(lines)


def row(tool: Tool, outcome: Outcome, total: int, *measured: object) -> str:
    """A row of a table."""
    text = outcome.written
    exact = f"{outcome.right} of {outcome.judged} | {outcome.kept} of {outcome.valid}" if tool.has_guards else " | "
    cells = [
        tool.name, f"{len(outcome.made)} of {total}", f"{sum(outcome.seconds):.0f}, {max(outcome.seconds):.1f}",
        f"{max(outcome.megabytes):.0f}", f"{text.size / 1000:.0f}, {text.size_of_types / 1000:.0f}", text.types,
        f"{text.untyped} of {text.members}", text.digests, text.long_names, text.longest_line, exact, *measured,
    ]  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


COLUMNS = (
    "tool", "schemas", "s in all, most", "peak MB", "kB, of types", "types", "untyped members", "digest names",
    "names over 60", "longest line", "right verdicts", "written back alike",
)  # fmt: skip


def head(*measured: str) -> str:
    """The head of a table."""
    columns = [*COLUMNS, *measured]
    return f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}"


def measure(tool: Tool, schemas: list[Schema], *, check: bool) -> tuple[str, list[str]]:
    """The row of a tool, and what failed."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "corpus"
        folder.mkdir()
        outcome = make(tool, schemas, folder)
        if tool.language == "py":
            judge_python(outcome, schemas)
            imports = f"{median(outcome.imports):.2f}, {max(outcome.imports):.2f}"
            found = findings_in_python(folder.parent) if check else ""
            return row(tool, outcome, len(schemas), imports, found), outcome.failed
        complaints = compile_all(folder)
        if tool.has_guards:
            judge_typescript(outcome, schemas, folder)
        lint = len(linted(folder, "node", ["*.ts"])) if check else ""
        return row(tool, outcome, len(schemas), complaints, lint), outcome.failed


def main() -> int:
    """Measure each tool; fails where ours does not make a schema or gives a wrong verdict."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--peers", type=Path)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--mutations", type=int, default=20)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    folders = sorted(path.parent for path in options.folder.glob("*/schema.json"))
    schemas = [read_schema(folder, options.mutations) for folder in folders]
    failed: list[str] = []
    for language, measured in ("py", ("import s, most", "ruff / mypy / pyright")), ("ts", ("tsc", "eslint")):
        print(head(*measured), flush=True)
        for tool in tools(options.peers):
            if tool.language == language and (not options.only or tool.name in options.only):
                line, problems = measure(tool, schemas, check=options.check)
                print(line, flush=True)
                failed += [f"{tool.name} {language}: {problem}" for problem in problems]
        print()
    print("\n".join(failed))
    return int(any(line.startswith("ours ") for line in failed))


if __name__ == "__main__":
    sys.exit(main())
