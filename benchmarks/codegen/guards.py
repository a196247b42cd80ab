"""Do generated TypeScript guards give the verdict of generated Python? ``guards.py TSC RESOURCES CASES...``

Every schema of the case files (JSON lines with ``id``, ``draft``, ``schema`` and ``tests`` of ``data`` and ``valid``)
becomes a module of either language; ``isRoot``, ``checkRoot`` and the Standard Schema object must agree among
themselves and with the Pydantic model on every test. Prints what the compiler says, each test on which they differ, and
a table; exits 1 unless the compiler is silent and there is no difference.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from py_accordant import served
from pydantic import TypeAdapter, ValidationError

import accordant

JUDGE = Path(__file__).resolve().parent.parent.parent / "tests/gen/judge.mjs"
COMPILER = {
    "strict": True, "target": "es2022", "module": "nodenext", "moduleResolution": "nodenext", "skipLibCheck": True,
    "types": [], "lib": ["es2022"], "rootDir": ".", "outDir": "dist",
}  # fmt: skip


def cases_of(paths: list[str]) -> list[dict[str, Any]]:
    """The cases of every file, each with the file's name as ``corpus``."""
    return [
        {**json.loads(line), "corpus": Path(path).stem}
        for path in paths
        for line in Path(path).read_text("utf-8").splitlines()
    ]


def write(folder: Path, cases: list[dict[str, Any]], resources: dict[str, Any]) -> None:
    """``root<N>/types.ts`` and ``root<N>/model.py`` for every case, and the TypeScript compiled to ``dist``."""
    for number, case in enumerate(cases):
        for target in ("ts", "python"):
            for name, text in accordant.generate(
                case["schema"], target=target, root="Root", resources=resources
            ).items():
                path = folder / f"root{number}" / name
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, "utf-8")
    (folder / "package.json").write_text('{"type": "module"}', "utf-8")
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": COMPILER, "include": ["root*/*.ts"]}), "utf-8")


def python_verdicts(path: Path, texts: list[str]) -> Iterator[bool | str]:
    """Whether the model takes each text; what is raised besides a refusal is an answer of its own."""
    try:
        adapter = _adapter(path)
    except Exception as error:  # counted as a difference, not hidden
        yield from [f"{type(error).__name__}: {error}"] * len(texts)
        return
    for text in texts:
        try:
            adapter.validate_json(text)
            yield True
        except ValidationError:
            yield False
        except Exception as error:  # counted as a difference, not hidden
            yield f"{type(error).__name__}: {error}"


def _adapter(path: Path) -> TypeAdapter[Any]:
    spec = importlib.util.spec_from_file_location(path.parent.name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        spec.loader.exec_module(module)
        return TypeAdapter(module.Root)


def main() -> int:
    """Generate, compile, ask both sides and tell where they differ."""
    compiler, folder_of_resources, *paths = sys.argv[1:]
    cases = cases_of(paths)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        write(folder, cases, served(folder_of_resources))
        silent = subprocess.run([compiler, "-p", folder], check=False).returncode == 0
        questions = [
            {"module": str(folder / f"dist/root{number}/types.js"), "guard": "Root", "text": test["data"]}
            for number, case in enumerate(cases)
            for test in case["tests"]
        ]
        told = subprocess.run(["node", JUDGE], input=json.dumps(questions), capture_output=True, text=True, check=True)
        guards = iter(json.loads(told.stdout))
        counts: Counter[tuple[str, str]] = Counter()
        for number, case in enumerate(cases):
            texts = [test["data"] for test in case["tests"]]
            models = python_verdicts(folder / f"root{number}/model.py", texts)
            for test, model in zip(case["tests"], models, strict=True):
                guard = next(guards)
                counts[case["corpus"], "tests"] += 1
                counts[case["corpus"], "guard right"] += guard == test["valid"]
                counts[case["corpus"], "model right"] += model == test["valid"]
                counts[case["corpus"], "same"] += guard == model
                if guard != model:
                    print(f"{case['id']}: guard {guard}, model {model}, expected {test['valid']}: {test['data'][:200]}")
    columns = ("tests", "guard right", "model right", "same")
    print(f"| corpus | {' | '.join(columns)} |\n|---|{'---|' * len(columns)}")
    for corpus in dict.fromkeys(case["corpus"] for case in cases):
        print(f"| {corpus} | {' | '.join(str(counts[corpus, column]) for column in columns)} |")
    same = sum(count for (_, name), count in counts.items() if name == "same")
    return 0 if silent and same == len(questions) else 1


if __name__ == "__main__":
    sys.exit(main())
