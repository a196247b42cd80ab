"""What reading a document costs: generated models, plain pydantic models of the same schema, the jsonschema library.

    python benchmarks/codegen/validation.py [--runs 7] [--large 1000]

Every schema of the bundled registry that has valid examples is measured over all of them, JSON text in, verdict out.
Plain pydantic is what datamodel-code-generator makes of the same schema, unknown members kept. A row with `exact` is
about a schema whose types say everything; elsewhere rules look at the raw document too. The last rows are one large
document each.
"""

from __future__ import annotations

import argparse
import importlib
import json
import statistics
import sys
import tempfile
import time
import types
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from datamodel_code_generator import generate as plain_code
from datamodel_code_generator.config import GenerateConfig
from datamodel_code_generator.enums import DataModelType, InputFileType
from jsonschema.validators import validator_for
from pydantic import TypeAdapter
from referencing import Registry as Known
from referencing import Resource

import accordant
from accordant.gen import generate_registry
from accordant.model.types import Model, Ref, Typed, parts_of
from accordant.model.versions import models_of
from accordant.registry.layout import find_bundled_registry
from accordant.registry.load import load
from accordant.schema.references import Resources

LARGE: dict[str, Any] = {
    "exact": {
        "type": "object", "required": ["items"],
        "properties": {"items": {"type": "array", "items": {
            "type": "object", "required": ["id", "name", "tags"],
            "properties": {"id": {"type": "integer", "minimum": 0}, "name": {"type": "string"},
                           "tags": {"type": "array", "items": {"type": "string"}}, "ok": {"type": "boolean"}}}}},
    },
}  # fmt: skip
LARGE["rules"] = json.loads(json.dumps(LARGE["exact"]))
LARGE["rules"]["properties"]["items"]["items"] |= {
    "if": {"required": ["ok"], "properties": {"ok": {"const": True}}}, "then": {"required": ["name"]},
    "dependentRequired": {"ok": ["tags"]},
}  # fmt: skip


def exact(model: Model, key: str) -> bool:
    """Whether the types reachable from one have no rules beside them."""
    seen: set[str] = set()
    todo: list[Typed] = [Typed(Ref(key))]
    while todo:
        typed = todo.pop()
        if typed.rules:
            return False
        if isinstance(typed.shape, Ref) and typed.shape.key not in seen:
            seen.add(typed.shape.key)
            todo.append(model.types[typed.shape.key].type)
        todo += parts_of(typed.shape)
    return True


def plain(schema: Any, name: str) -> TypeAdapter[Any]:
    """The peer's models of a schema without references that leave it."""
    config = GenerateConfig(
        input_file_type=InputFileType.JsonSchema, output_model_type=DataModelType.PydanticV2BaseModel, formatters=[],
        extra_fields="allow", class_name="Root", use_annotated=True, disable_timestamp=True,
    )  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        text = plain_code(schema, config=config)
        module = types.ModuleType(name)
        sys.modules[name] = module
        exec(compile(str(text), name, "exec"), module.__dict__)
        return TypeAdapter(module.Root)


def bundle(resources: Resources, uri: str) -> Any:
    """A schema with everything that it refers to among its own definitions, references rewritten."""
    found: dict[str, Any] = {}

    def rewritten(node: Any, value: Any) -> Any:
        if isinstance(value, list):
            return [
                rewritten(node.child(index), part) if isinstance(part, dict | list) else part
                for index, part in enumerate(value)
            ]
        if not isinstance(value, dict):
            return value
        result = {}
        for key, part in value.items():
            if key == "$ref" and isinstance(part, str):
                target = node.resolve(part)
                name = f"D{abs(hash(target.location)):x}"
                if name not in found:
                    found[name] = None
                    found[name] = rewritten(target, target.value)
                result[key] = f"#/$defs/{name}"
            elif key not in ("$id", "$defs", "$schema"):
                result[key] = rewritten(node.child(key), part) if isinstance(part, dict | list) else part
        return result

    root = resources.root(uri)
    return {**rewritten(root, root.value), "$defs": found}


def cost(works: list[Callable[[], object] | None], runs: int) -> list[float]:
    """Microseconds of processor time of one call of each: the fastest run of some, in turn; 0 where there is none."""
    repeats = []
    for work in works:
        if work is not None:
            work()
        begin = time.process_time()
        if work is not None:
            work()
        repeats.append(max(1, int(0.01 / max(time.process_time() - begin, 1e-6))))
    best = [0.0] * len(works)
    for _ in range(runs):
        for index, work in enumerate(works):
            if work is None:
                continue
            begin = time.process_time()
            for _ in range(repeats[index]):
                work()
            spent = (time.process_time() - begin) / repeats[index] * 1e6
            best[index] = min(best[index] or spent, spent)
    return best


def row(
    name: str, ours: TypeAdapter[Any], peer: TypeAdapter[Any] | None, judge: Any, texts: list[str], runs: int
) -> list[float]:
    """Microseconds of each, over all the texts; the peer only where it takes them."""
    if peer is not None:
        try:
            for text in texts:
                peer.validate_json(text)
        except ValueError:
            peer = None
    known = peer
    return cost(
        [
            lambda: [ours.validate_json(text) for text in texts],
            (lambda: [known.validate_json(text) for text in texts]) if known is not None else None,
            lambda: [judge.is_valid(json.loads(text)) for text in texts],
        ],
        runs,
    )


def registry_rows(folder: str) -> Iterator[tuple[str, bool, TypeAdapter[Any], TypeAdapter[Any] | None, Any, list[str]]]:
    """Each schema of the bundled registry that has valid examples."""
    registry = load(find_bundled_registry())
    outputs = generate_registry(registry, "python")
    for name, text in outputs.items():
        path = Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    sys.path.insert(0, folder)
    names = json.loads(outputs["names.lock.json"])["names"]
    for made in models_of(registry):
        version = made.version
        label = f"{made.contract.name}/{version.name}"
        resources = Resources(version.state.resources)
        known = Known().with_resources(
            (uri, Resource.from_contents(contents)) for uri, contents in version.state.resources.items()
        )
        module = importlib.import_module(f"accordant_contracts.{made.module.replace('/', '.')}")
        for schema in version.state.schemas.values():
            texts = [
                json.dumps(document.value)
                for example in version.examples
                if example.valid and example.subject == schema.name
                for document in example.documents
            ]
            if not texts:
                continue
            name = names[label][f"{schema.uri}#"]
            key = next(type_.key for type_ in made.model.types.values() if type_.name == name)
            try:
                peer = plain(bundle(resources, schema.uri), f"plain_{len(sys.modules)}")
            except Exception as error:  # shown in the table as a missing figure
                print(f"{label}/{schema.name}: the peer fails: {type(error).__name__}", file=sys.stderr)
                peer = None
            judge = validator_for(schema.value)(schema.value, registry=known)
            yield (
                f"{label}/{schema.name}",
                exact(made.model, key),
                TypeAdapter(getattr(module, name)),
                peer,
                judge,
                texts,
            )


def large_rows(count: int) -> Iterator[tuple[str, bool, TypeAdapter[Any], TypeAdapter[Any] | None, Any, list[str]]]:
    """One large document, under types that say everything and under rules on each item."""
    document = {"items": [{"id": n, "name": f"name {n}", "tags": ["a", "b"], "ok": n % 2 == 0} for n in range(count)]}
    for name, schema in LARGE.items():
        module = types.ModuleType(f"large_{name}")
        sys.modules[module.__name__] = module
        text = accordant.generate(schema, target="python", root="Root")["model.py"]
        exec(compile(text, "model.py", "exec"), module.__dict__)
        judge = validator_for(
            schema, default=validator_for({"$schema": "https://json-schema.org/draft/2020-12/schema"})
        )(schema)
        yield (
            f"{count} items, {name}", name == "exact", TypeAdapter(module.Root), plain(schema, f"peer_{name}"), judge,
            [json.dumps(document)],
        )  # fmt: skip


def main() -> None:
    """Print the table and the worst ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--large", type=int, default=1000)
    options = parser.parse_args()
    print("| schema | types | documents | kB | ours us | plain us | jsonschema us | ours / plain | jsonschema / ours |")
    print("|---|---|---|---|---|---|---|---|---|")
    ratios: dict[str, list[tuple[float, float]]] = {"exact": [], "rules": []}
    with tempfile.TemporaryDirectory() as folder:
        for name, is_exact, ours, peer, judge, texts in [*registry_rows(folder), *large_rows(options.large)]:
            mine, theirs, library = row(name, ours, peer, judge, texts, options.runs)
            kind = "exact" if is_exact else "rules"
            size = sum(map(len, texts)) / 1000
            ratio = f"{mine / theirs:.2f}" if theirs else ""
            ratios[kind].append((mine / theirs if theirs else 0, library / mine))
            shown = f"{mine:.0f} | {theirs:.0f} | {library:.0f}" if theirs else f"{mine:.0f} | | {library:.0f}"
            print(f"| {name} | {kind} | {len(texts)} | {size:.1f} | {shown} | {ratio} | {library / mine:.0f} |")
    print("\n| types | schemas | ours / plain: median, worst | jsonschema / ours: median, least |\n|---|---|---|---|")
    for kind, found in ratios.items():
        against = [slowdown for slowdown, _ in found if slowdown]
        faster = [speedup for _, speedup in found]
        middle = (statistics.median(against), max(against), statistics.median(faster), min(faster))
        print(f"| {kind} | {len(found)} | {middle[0]:.2f}, {middle[1]:.2f} | {middle[2]:.0f}, {middle[3]:.0f} |")


if __name__ == "__main__":
    main()
