"""schema_of: the JSON Schema of a Pydantic model, as the guide shows it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pydantic
import pytest

import accordant

GUIDE = Path(__file__).resolve().parents[2] / "site/guides/schemas-you-have.md"


class Order(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(json_schema_serialization_defaults_required=True)

    number: int = pydantic.Field(ge=1)
    note: str = "none"


@dataclass
class Part:
    size: float


def test_a_model_has_a_schema_for_each_direction() -> None:
    output, reads = accordant.schema_of(Order), accordant.schema_of(Order, direction="input")
    assert next(iter(output)) == "$schema"
    assert output["required"] == ["number", "note"]
    assert reads["required"] == ["number"]


def test_types_that_are_no_models_have_one_too() -> None:
    assert accordant.schema_of(Part)["properties"]["size"]["type"] == "number"
    assert accordant.schema_of(list[Order])["items"] == {"$ref": "#/$defs/Order"}


def test_a_field_that_is_taken_away_is_a_break() -> None:
    old = accordant.schema_of(Order)
    assert accordant.compare(old, old, promise="additive").verdict == "compatible"
    new = {**old, "properties": {"number": old["properties"]["number"]}, "required": ["number"]}
    assert accordant.compare(old, new, promise="additive").verdict == "breaking"


@pytest.mark.parametrize("model", [Order(number=1), 5, "Order"])
def test_what_is_no_type_is_refused(model: object) -> None:
    with pytest.raises(TypeError):
        accordant.schema_of(model if not isinstance(model, Order) else model.number)


def test_another_direction_is_refused() -> None:
    with pytest.raises(ValueError, match="output or input"):
        accordant.schema_of(Order, direction="full")


def test_the_program_of_the_guide_writes_a_schema(tmp_path: Path) -> None:
    (program,) = re.findall(r"```python title=\"order.py\"\n(.*?)```", GUIDE.read_text("utf-8"), flags=re.S)
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True, capture_output=True)
    assert json.loads((tmp_path / "order.json").read_text())["required"] == ["number", "note"]
