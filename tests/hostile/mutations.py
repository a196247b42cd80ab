"""Mutates the files of a project, runs commands over them in this process, and keeps what crashed.

    python -m tests.hostile.mutations --seconds 600 --seed 1

A crash is an exit code that no command has, an exception, or generated text that is not of its language. It is
named with its seed, so that ``--seed N --runs 1 --show`` repeats it.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import re
import shutil
import sys
import tempfile
import time
import tomllib
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import tomlkit
import yaml

from accordant.cli import main
from accordant.registry import lock
from tests.lint.conftest import BASE

HERE: Final = Path(__file__).resolve().parent
PROPER: Final = (0, 1, 2, 3)
DOCUMENT: Final = "registry/acme/v1/examples/valid/order/done.json"
COMMANDS: Final[Sequence[Sequence[str]]] = (
    ("list",),
    ("list", "--format", "json"),
    ("show", "acme"),
    ("show", "acme/v1"),
    ("show", "acme/v1/order"),
    ("show", "acme/v1/kinds"),
    ("show", "acme/v1/run"),
    ("lint",),
    ("lint", "--format", "json"),
    ("lint", "--format", "sarif"),
    ("validate", "acme", DOCUMENT),
    ("validate", "acme/v1/order", DOCUMENT, "--as", "producer"),
    ("validate", "acme/v1/order", DOCUMENT, "--as", "consumer"),
    ("validate", "acme/v1/run", "registry/acme/v1/examples/valid/run/whole.jsonl"),
    ("check-compat",),
    ("check-compat", "--seconds", "1", "--format", "markdown"),
    ("check-compat", "--against", "./clean", "--seconds", "1"),
    ("ack", "list"),
    ("ack", "prune"),
    ("ack", "add", "90ce4c2708d3", "--reason", "why"),
    ("diff", "./clean", "./registry"),
    ("diff", "acme/v1@1.0", "acme/v1"),
    ("changelog", "acme"),
    ("release", "--dry-run"),
    ("release", "acme/v1"),
    ("bump", "acme"),
    ("gen",),
    ("gen", "--check"),
    ("gen", "python", "--out", "out/python"),
    ("gen", "ts", "--out", "out/ts"),
    ("gen", "model", "--out", "out/model"),
    ("gen", "llm-schema", "acme/v1/order", "--provider", "openai"),
    ("gen", "python", "--out", "out/single", "--schema", "registry/acme/v1/order.schema.json"),
    ("docs", "--out", "out/docs"),
    ("docs", "--check", "--out", "out/docs"),
    ("explain", "DISK_FULL"),
    ("init", "--registry", "out/new", "--from", "registry/acme/v1/error.schema.json"),
)

PARTS: Final = json.loads((HERE / "mutations.json").read_text("utf-8"))
WORDS: Final[Sequence[str]] = (*PARTS["words"], "9" * 5000, "a" * 3000)
TOKENS: Final[Sequence[str]] = (
    *PARTS["tokens"], "1" * 5000, "9" * 5000, "0x" + "f" * 5000, "0o" + "7" * 6000, "[" * 3000, '{"a":' * 3000,
)  # fmt: skip
"""Pieces of text, some of another language than the file's."""
NUMBERS: Final[Sequence[Any]] = (
    0, 1, -1, 2, 255, 0.5, -0.0, 1e308, 1e-320, 2**31, 2**53 + 1, 2**64, -(2**70), 10**400, 10**4000,
)  # fmt: skip


@dataclass(frozen=True)
class Crash:
    """A run that ended as none may."""

    seed: int
    arguments: Sequence[str]
    changes: Sequence[str]
    trace: str

    @property
    def kind(self) -> str:
        """The exception, and the line of the tool that raised it."""
        places = re.findall(r'File "[^"]*/accordant/([^"]+)", line (\d+), in (\S+)', self.trace)
        last = self.trace.strip().rpartition("\n")[2]
        return f"{last[:150]} ({' '.join(places[-1]) if places else 'no place'})"


class Project:
    """A project whose files can be mutated and restored."""

    def __init__(self, folder: Path) -> None:
        """Make it: the small registry, changed since its release, with its generated files and pages."""
        self.folder = folder
        shutil.copytree(BASE, folder / "clean")
        shutil.copytree(BASE, folder / "registry")
        order = folder / "registry/acme/v1/order.schema.json"
        order.write_text(order.read_text("utf-8").replace('["version", "ok"]', '["version"]'), "utf-8")
        with quiet():
            for words in (("gen",), ("gen", "python", "--out", "out/python"), ("docs", "--out", "out/docs"),
                          ("gen", "ts", "--out", "out/ts"), ("gen", "--check"), ("lint",)):  # fmt: skip
                main(words)
        found = self.report("check-compat", "--format", "json")
        self.report("ack", "add", fingerprint_in(found), "--reason", "nobody reads it", "--expires", "2099-01-01")
        self.files = dict(self.present())
        self.read = sorted(map(str, filter(self.is_read, self.files)))

    def report(self, *arguments: str) -> str:
        """What a command prints."""
        with quiet() as out:
            main(arguments)
        return out.getvalue()

    def is_read(self, name: str) -> bool:
        """Whether the tool reads the file; most generated ones are only compared."""
        kept = (".accordant-manifest.json", "names.lock.json", "registry.lock")
        return (
            name.startswith(("registry/", "cache/")) or name.endswith(kept) or name == "clean/acme/v1/releases/1.0.json"
        )

    def present(self) -> Iterator[tuple[str, bytes]]:
        """Every file with its bytes."""
        for base, _, names in os.walk(self.folder):
            for name in names:
                path = Path(base, name)
                yield str(path.relative_to(self.folder)), path.read_bytes()

    def restore(self) -> None:
        """Make the folder what it was."""
        now = dict(self.present())
        for name in now.keys() - self.files.keys():
            (self.folder / name).unlink()
        for name, data in self.files.items():
            if now.get(name) != data:
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                (self.folder / name).write_bytes(data)
        for base, _, _ in os.walk(self.folder, topdown=False):
            with contextlib.suppress(OSError):  # it holds something
                Path(base).rmdir()

    def put_back(self, name: str) -> None:
        """Make one file what it was."""
        if name in self.files:
            (self.folder / name).write_bytes(self.files[name])
        else:
            (self.folder / name).unlink(missing_ok=True)

    def mutate(self, chance: random.Random) -> list[str]:
        """Mutate one to three files; says which, and how."""
        said = []
        for _ in range(chance.choice((1, 1, 1, 2, 3))):
            name = chance.choice(self.read)
            data = (self.folder / name).read_bytes()
            changed, how = mutated(name, data, chance)
            (self.folder / name).write_bytes(changed)
            said.append(f"{name}: {how}")
        if chance.random() < 0.5:  # an edit of a release that fits the lock is read further
            self.lock_releases("registry")
            self.lock_releases("clean")
        return said

    def lock_releases(self, registry: str) -> None:
        """Enter the digests of the releases as they are now."""
        releases = sorted((self.folder / registry).glob("*/*/releases/*.json"))
        entries = {path.relative_to(self.folder / registry): sha256(path.read_bytes()) for path in releases}
        text = lock.render({path.as_posix(): digest.hexdigest() for path, digest in entries.items()})
        (self.folder / registry / "registry.lock").write_text(text, "utf-8")


def fingerprint_in(report: str) -> str:
    """A fingerprint of a finding of check-compat."""
    found = re.search(r"ack add ([0-9a-f]+)", report)
    assert found, report[:2000]
    return found[1]


def mutated(name: str, data: bytes, chance: random.Random) -> tuple[bytes, str]:
    """A mutation of a file: of its value, where it has one, else of its text."""
    load, dump = codec_of(name)
    if load is not None and chance.random() < 0.8:
        try:
            value = load(data)
            how = [mutate_value(value, chance) for _ in range(chance.choice((1, 1, 2)))]
            return dump(value), "; ".join(how)
        except (ValueError, TypeError, yaml.YAMLError, tomlkit.exceptions.TOMLKitError, RecursionError):
            pass
    return mutate_text(data, chance)


def codec_of(name: str) -> tuple[Callable[[bytes], Any] | None, Callable[[Any], bytes]]:
    """How a file is parsed and written."""
    if name.endswith(".toml"):
        return lambda data: tomllib.loads(data.decode()), lambda value: tomlkit.dumps(value).encode()
    if name.endswith((".yaml", ".yml")):
        return yaml.safe_load, lambda value: yaml.safe_dump(value, allow_unicode=True).encode()
    if name.endswith(".jsonl"):
        return (
            lambda data: [json.loads(line) for line in data.decode().splitlines()],
            lambda value: "".join(json.dumps(line) + "\n" for line in value).encode(),
        )
    if name.endswith(".json") or name.startswith("cache/"):
        return json.loads, lambda value: json.dumps(value).encode()
    return None, lambda value: b""


def containers(value: Any) -> list[Any]:
    """Every object and array in a value that is not empty."""
    found, todo = [], [value]
    while todo:
        item = todo.pop()
        if isinstance(item, dict | list) and item:
            found.append(item)
            todo += item.values() if isinstance(item, dict) else item
    return found


def mutate_value(value: Any, chance: random.Random) -> str:
    """Change one place of a value; says how."""
    everywhere = containers(value)
    if not everywhere:
        raise ValueError("nothing to change")
    holder = chance.choice(everywhere)
    key = chance.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    way = chance.choice(
        ("replace", "replace", "replace", "remove", "add", "rename", "move", "wrap", "repeat", "edit", "edit")
    )
    if way == "remove":
        del holder[key]
    elif way == "add" or (way == "rename" and isinstance(holder, list)):
        new = any_value(chance)
        if isinstance(holder, dict):
            holder[chance.choice((*PARTS["keys"], *WORDS))] = new
        else:
            holder.insert(key, new)
    elif way == "rename":
        holder[chance.choice((*PARTS["keys"], *WORDS))] = holder.pop(key)
    elif way == "move":
        other = chance.choice(everywhere)
        holder[key] = json.loads(json.dumps(chance.choice(list(other.values()) if isinstance(other, dict) else other)))
    elif way == "wrap":
        holder[key] = chance.choice(([holder[key]], {"a": holder[key]}, [holder[key]] * 2))
    elif way == "repeat" and isinstance(holder, list):
        holder.append(holder[key])
    else:
        new = edited_text(holder[key], chance) if isinstance(holder[key], str) and way == "edit" else any_value(chance)
        way += f" by {json.dumps(new)[:60]}"
        holder[key] = new
    return f"{way} at {str(key)[:40]!r}"


def edited_text(text: str, chance: random.Random) -> str:
    """A text that nearly is what it was: a number in it is long or no digit, a part of it is gone or comes again."""
    at = chance.randrange(len(text) + 1)
    digits = chance.choice(("9" * 5000, "0", "00", "-1", "²", "١", "1e5", ""))
    ways = (
        re.sub(r"[0-9]+", digits, text, count=chance.choice((0, 1))), text + digits, text[:at], text[at:],
        text[:at] + chance.choice("/.@#*~ \n\\%") + text[at:], text.upper(), text * 2, "",
    )  # fmt: skip
    return chance.choice(ways)


def any_value(chance: random.Random) -> Any:
    """A value that may be wrong where it comes to stand."""
    kind = chance.randrange(6)
    if kind < 2:
        return chance.choice(WORDS)
    if kind == 2:
        return chance.choice(NUMBERS)
    if kind == 3:
        return json.loads(json.dumps(chance.choice(PARTS["schemas"])))
    if kind == 4:
        return chance.choice((None, True, False, [], {}, [[]], [{}], {"": ""}, [None], ["x", "x"], {"a": {"a": {}}}))
    deep: Any = chance.choice(WORDS)
    for _ in range(chance.choice((3, 60, 150, 600))):
        deep = {"properties": {"a": deep}} if kind == 5 and isinstance(deep, dict) else {"items": deep}
    return deep


def mutate_text(data: bytes, chance: random.Random) -> tuple[bytes, str]:
    """Change the bytes of a file; says how."""
    text = data.decode("utf-8", "surrogateescape")
    at, end = sorted((chance.randrange(len(text) + 1), chance.randrange(len(text) + 1)))
    token = chance.choice((*TOKENS, *WORDS))
    way = chance.randrange(6)
    if way == 0:
        text = text[:at]
    elif way == 1:
        text = text[:at] + token + text[at:]
    elif way == 2:
        text = text[:at] + text[min(end, at + 40) :]
    elif way == 3:
        text = text[:at] + text[at:end] + text[at:]
    else:
        spots = list(re.finditer(r'"[^"\n]*"|-?\d+(\.\d+)?|true|false|null', text))
        if spots:
            spot = chance.choice(spots)
            text = text[: spot.start()] + token + text[spot.end() :]
        else:
            text = token
    if way == 5 and chance.random() < 0.3:
        return b"\xff\xfe" + text.encode("utf-8", "replace"), "no UTF-8"
    return text.encode(
        "utf-8", "surrogatepass" if "\ud800" in text else "surrogateescape"
    ), f"text, way {way}, {token[:20]!r}"


@contextlib.contextmanager
def quiet() -> Iterator[io.StringIO]:
    """Nothing is printed; the text is kept."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        yield out


@dataclass(frozen=True)
class Run:
    """What a command did: what it printed, and its end where that is a crash."""

    arguments: Sequence[str]
    text: str
    trace: str


def run_commands(commands: Iterable[Sequence[str]]) -> list[Run]:
    """Run commands in this process."""
    return [run_command(arguments) for arguments in commands]


def run_command(arguments: Sequence[str]) -> Run:
    """Run one command."""
    with quiet() as out:
        try:
            code = main(list(arguments))
        except Exception:
            return Run(arguments, out.getvalue(), traceback.format_exc())
    text = out.getvalue()
    is_proper = code in PROPER and "defect of the generator" not in text
    return Run(arguments, text, "" if is_proper else f"exit {code}\n{text[:300]}")


def run_once(project: Project, seed: int, commands: int = 3) -> list[Crash]:
    """Mutate the project by this seed, and run some commands over it."""
    chance = random.Random(seed)
    changes = project.mutate(chance)
    runs = run_commands(chance.sample(COMMANDS, commands))
    project.restore()
    return [Crash(seed, run.arguments, changes, run.trace) for run in runs if run.trace]


@contextlib.contextmanager
def entered_project() -> Iterator[Project]:
    """A project in a temporary folder, which is the working directory; a bug raises its exception."""
    here, before = Path.cwd(), dict(os.environ)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ |= {"XDG_CACHE_HOME": f"{folder}/cache", "ACCORDANT_DEBUG": "1"}
        os.environ.pop("GITHUB_ACTIONS", None)
        try:
            yield Project(Path(folder))
        finally:
            os.chdir(here)
            os.environ.clear()
            os.environ.update(before)


def run_all(options: argparse.Namespace) -> int:
    """Run until the time or the number of runs is reached; print each kind of crash once."""
    kinds: Counter[str] = Counter()
    runs = 0
    with entered_project() as project:
        while runs < options.runs and time.process_time() < options.seconds:
            started = time.process_time()
            for crash in run_once(project, options.seed + runs):
                kinds[crash.kind] += 1
                if kinds[crash.kind] == 1 or options.show:
                    trace = crash.trace if options.show else ""
                    print(crash.kind, f"\n   seed {crash.seed} {' '.join(crash.arguments)}: {crash.changes}", trace)
            if time.process_time() - started > 20:
                print(f"slow: seed {options.seed + runs}: {time.process_time() - started:.0f} s")
            runs += 1
            if runs % 500 == 0:
                print(f"{runs} mutated projects so far")
            sys.stdout.flush()
    print(f"{runs} mutated projects, {3 * runs} commands, {kinds.total()} crashes of {len(kinds)} kinds")
    return int(bool(kinds))


def parse_options() -> argparse.Namespace:
    """The options of this script."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="processor time")
    parser.add_argument("--runs", type=int, default=10**9)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", action="store_true", help="print every crash with its traceback")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(run_all(parse_options()))
