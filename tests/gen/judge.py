"""Reads [{module, texts, unset}] from standard input, writes for each what the model ``Root`` of the module says.

True, false, ``changed to ...`` where something else is written back, or what is raised besides a refusal.
"""

from __future__ import annotations

import importlib.util
import json
import sys
import warnings
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError


def adapter(path: str) -> TypeAdapter[Any]:
    """The reader of a module's root type."""
    spec = importlib.util.spec_from_file_location(f"judged_{Path(path).stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return TypeAdapter(module.Root)


def verdict(reader: TypeAdapter[Any], text: str, *, unset: bool = True) -> bool | str:
    """What the model says of one text; `unset`: whether members that the text does not have are written too."""
    try:
        value = reader.validate_json(text)
        written = json.loads(reader.dump_json(value, by_alias=True, exclude_unset=not unset))
    except ValidationError:
        return False
    except Exception as error:  # an answer of its own: the caller counts it
        return f"{type(error).__name__}: {error}"
    kept = repr_of(written) == repr_of(json.loads(text))
    return kept or f"changed to {json.dumps(written)}"


def repr_of(value: Any) -> str:
    """A text that equal JSON values share."""
    return json.dumps(json.loads(json.dumps(value), parse_float=whole), sort_keys=True)


def whole(text: str) -> int | float:
    """A number as an integer where it is one."""
    number = float(text)
    return int(number) if number.is_integer() else number


def verdicts(module: str, texts: list[str], *, unset: bool = True) -> list[bool | str]:
    """What the model says of each text."""
    try:
        reader = adapter(module)
    except Exception as error:  # an answer of its own: the caller counts it
        return [f"{type(error).__name__}: {error}"] * len(texts)
    return [verdict(reader, text, unset=unset) for text in texts]


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    answers = [verdicts(**question) for question in json.load(sys.stdin)]
    json.dump(answers, sys.stdout)
