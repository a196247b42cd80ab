"""Edits to a copy of the bundled registry: the exit code that check-compat must give, and the edit itself."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from accordant.registry.bump import bump


@dataclass(frozen=True)
class Copy:
    """A registry folder that may be edited."""

    folder: Path

    def json(self, path: str, edit: Callable[[Any], Any]) -> None:
        """Edit a JSON file in place (or replace its value by what ``edit`` returns)."""
        file = self.folder / path
        value = json.loads(file.read_text("utf-8"))
        changed = edit(value)
        file.write_text(json.dumps(value if changed is None else changed, indent=2, ensure_ascii=False) + "\n", "utf-8")

    def text(self, path: str, old: str, new: str) -> None:
        """Replace a text that must be there."""
        file = self.folder / path
        text = file.read_text("utf-8")
        assert old in text, f"{old!r} is not in {path}"
        file.write_text(text.replace(old, new), "utf-8")


Edit = Callable[[Copy], None]
RESPONSE = "cobre/v1/response.schema.json"
LINE = "cobre/v1/line.schema.json"
RUN_DATA = "cobre/v1/run-data.schema.json"
KINDS = "cobre/v1/error-kinds.codes.json"
EXITS = "cobre/v1/exit-codes.codes.json"
COMMANDS = "cobre/v1/commands.codes.json"
STREAM = "cobre/v1/run.stream.json"
ENVELOPE = "meminit/v2/envelope.schema.json"
RELEASE = "cobre/v1/releases/1.0.json"

BREAKING: dict[str, Edit] = {}
PASSING: dict[str, Edit] = {}


def breaking(edit: Edit) -> Edit:
    BREAKING[edit.__name__.replace("_", "-")] = edit
    return edit


def passing(edit: Edit) -> Edit:
    PASSING[edit.__name__.replace("_", "-")] = edit
    return edit


def training(value: Any) -> Any:
    """The training part of run's data."""
    schema = value["properties"]["training"]
    while "properties" not in schema:
        if "$ref" in schema:
            schema = value["$defs"][schema["$ref"].rpartition("/")[2]]
        else:
            schema = next(branch for branch in schema.get("anyOf", schema.get("oneOf")) if branch.get("type") != "null")
    return schema


def entry(value: Any, identifier: Any) -> Any:
    return next(entry for entry in value["entries"] if entry["id"] == identifier)


def rename(properties: Any, old: str, new: str) -> None:
    items = [(new if key == old else key, item) for key, item in properties.items()]
    properties.clear()
    properties.update(items)


@breaking
def remove_a_field(copy: Copy) -> None:
    copy.json("meminit/v2/advice.schema.json", lambda value: value["properties"].pop("details") and None)


@breaking
def remove_a_required_field(copy: Copy) -> None:
    def edit(value: Any) -> None:
        del training(value)["properties"]["total_cuts"]
        training(value)["required"].remove("total_cuts")

    copy.json(RUN_DATA, edit)


@breaking
def rename_a_field(copy: Copy) -> None:
    copy.json("meminit/v2/issue.schema.json", lambda value: rename(value["properties"], "line", "row"))


@breaking
def change_a_type(copy: Copy) -> None:
    copy.json(ENVELOPE, lambda value: value["properties"]["checked_paths"].update(type="string"))


@breaking
def integer_to_number(copy: Copy) -> None:
    copy.json(RUN_DATA, lambda value: training(value)["properties"]["iterations"].update(type="number"))


@breaking
def required_to_optional(copy: Copy) -> None:
    copy.json(ENVELOPE, lambda value: value["required"].remove("root"))


@breaking
def null_added(copy: Copy) -> None:
    copy.json(
        "meminit/v2/issue.schema.json", lambda value: value["properties"]["line"].update(type=["integer", "null"])
    )


@breaking
def remove_an_enum_value(copy: Copy) -> None:
    copy.json("cobre/v1/report-data.schema.json", lambda value: value["properties"]["status"]["enum"].remove("partial"))


@breaking
def value_added_to_a_closed_enum(copy: Copy) -> None:
    copy.json("closed/v1/answer.schema.json", lambda value: value["properties"]["level"]["enum"].append("fatal"))


@breaking
def remove_a_kind(copy: Copy) -> None:
    copy.json(KINDS, lambda value: value["entries"].remove(entry(value, "StageMismatch")))


@breaking
def rename_a_kind(copy: Copy) -> None:
    copy.json(KINDS, lambda value: entry(value, "DuplicateId").update(id="RepeatedId"))


@breaking
def remove_a_context_field(copy: Copy) -> None:
    copy.json(KINDS, lambda value: entry(value, "SolverFailure")["context"].pop("opening") and None)


@breaking
def context_field_becomes_sometimes(copy: Copy) -> None:
    copy.json(KINDS, lambda value: entry(value, "MissingFile")["context"]["file"].update(always=False))


@breaking
def swap_the_meaning_of_two_exit_codes(copy: Copy) -> None:
    def edit(value: Any) -> None:
        first, second = entry(value, 2), entry(value, 3)
        for key in ("name", "meaning", "action"):
            if key in first and key in second:
                first[key], second[key] = second[key], first[key]

    copy.json(EXITS, edit)


@breaking
def seconds_to_milliseconds_under_the_same_name(copy: Copy) -> None:
    copy.json(RUN_DATA, lambda value: training(value)["properties"]["wall_time_ms"].update({"x-unit": "s"}))


@breaking
def seconds_to_milliseconds_under_a_new_name(copy: Copy) -> None:
    def edit(value: Any) -> None:
        part = training(value)
        rename(part["properties"], "wall_time_ms", "wall_time_s")
        part["properties"]["wall_time_s"]["x-unit"] = "s"
        part["required"] = [name.replace("wall_time_ms", "wall_time_s") for name in part["required"]]

    copy.json(RUN_DATA, edit)


@breaking
def remove_a_line_type(copy: Copy) -> None:
    copy.json(STREAM, lambda value: value["grammar"].pop(2) and None)


@breaking
def a_line_after_the_terminal_one(copy: Copy) -> None:
    copy.json(STREAM, lambda value: value["grammar"].append({"line": "footer", "min": 0}))


@breaking
def change_the_carriers_urn(copy: Copy) -> None:
    copy.json(RESPONSE, lambda value: value["properties"]["$schema"].update(const="urn:cobre:response:v1.1"))


@breaking
def change_a_codes_severity(copy: Copy) -> None:
    copy.json(KINDS, lambda value: entry(value, "OutOfRange").update(severity=["error", "warning"]))


@breaking
def change_a_codes_exit_code(copy: Copy) -> None:
    def edit(value: Any) -> None:
        changed = next(entry for entry in value["entries"] if "exit-code" in entry)
        changed["exit-code"] = 1 if changed["exit-code"] != 1 else 65

    copy.json("meminit/v2/error-codes.codes.json", edit)


@breaking
def edit_a_frozen_release(copy: Copy) -> None:
    copy.text(RELEASE, '"promise": "additive"', '"promise":  "additive"')


@breaking
def delete_v1(copy: Copy) -> None:
    shutil.rmtree(copy.folder / "cobre" / "v1")


@breaking
def weaken_the_promise(copy: Copy) -> None:
    copy.text("closed/contract.toml", 'promise = "strict"', 'promise = "additive"')


@passing
def add_an_optional_field(copy: Copy) -> None:
    copy.json(RUN_DATA, lambda value: training(value)["properties"].update(seed={"type": "integer"}))


@passing
def add_a_required_field(copy: Copy) -> None:
    def edit(value: Any) -> None:
        value["properties"]["host"] = {"type": "string", "description": "The machine."}
        value["required"].append("host")

    copy.json(RESPONSE, edit)


@passing
def add_a_field_where_the_release_is_closed(copy: Copy) -> None:
    copy.json("shut/v1/answer.schema.json", lambda value: value["properties"].update(extra={"type": "string"}))


@passing
def add_an_open_enum_value(copy: Copy) -> None:
    copy.json("cobre/v1/report-data.schema.json", lambda value: value["properties"]["status"]["enum"].append("aborted"))


@passing
def add_a_kind(copy: Copy) -> None:
    new = {
        "id": "LicenseMissing",
        "category": "runtime",
        "severity": ["error"],
        "meaning": "The solver has no licence.",
        "action": "Install one.",
        "context": {"solver": {"schema": {"type": "string"}, "always": True, "description": "Which solver."}},
        "commands": ["run"],
        "since": "1.1",
    }
    copy.json(KINDS, lambda value: value["entries"].append(new))


@passing
def add_a_context_field(copy: Copy) -> None:
    field = {"schema": {"type": "integer"}, "always": False, "description": "How many."}
    copy.json(KINDS, lambda value: entry(value, "MissingFile")["context"].update(count=field))


@passing
def add_a_line_type(copy: Copy) -> None:
    copy.json(STREAM, lambda value: value["grammar"].insert(1, {"line": "heartbeat", "min": 0, "max": None}))

    def edit(value: Any) -> None:
        key = "oneOf" if "oneOf" in value else "anyOf"
        value[key].append(
            {
                "type": "object",
                "required": ["type", "at"],
                "properties": {"type": {"const": "heartbeat"}, "at": {"type": "string"}},
            }
        )

    copy.json(LINE, edit)


@passing
def add_a_command_with_its_data(copy: Copy) -> None:
    copy.json(COMMANDS, lambda value: value["entries"].append({"id": "serve", "meaning": "Answers over a socket."}))
    branch = {
        "if": {"required": ["command"], "properties": {"command": {"const": "serve"}}},
        "then": {"properties": {"data": {"type": ["object", "null"], "properties": {"port": {"type": "integer"}}}}},
    }
    copy.json(RESPONSE, lambda value: value["allOf"].append(branch))


@passing
def close_an_object(copy: Copy) -> None:
    copy.json("meminit/v2/advice.schema.json", lambda value: value.update(additionalProperties=False))


@passing
def reorder(copy: Copy) -> None:
    def edit(value: Any) -> Any:
        value["required"].reverse()
        value["properties"] = dict(reversed(value["properties"].items()))
        return dict(reversed(value.items()))

    copy.json(RESPONSE, edit)


@passing
def reformat(copy: Copy) -> None:
    file = copy.folder / RESPONSE
    file.write_text(json.dumps(json.loads(file.read_text("utf-8"))), "utf-8")


@passing
def move_to_defs(copy: Copy) -> None:
    def edit(value: Any) -> None:
        value["$defs"] = {"Flag": value["properties"]["success"]}
        value["properties"]["success"] = {"$ref": "#/$defs/Flag"}

    copy.json(ENVELOPE, edit)


@passing
def change_a_description(copy: Copy) -> None:
    copy.json(RESPONSE, lambda value: value.update(description="Said in other words."))


@passing
def the_same_breaks_in_a_new_v2(copy: Copy) -> None:
    bump(copy.folder, "cobre")
    moved = {path: re.sub("/v1/", "/v2/", path) for path in (RUN_DATA, KINDS)}

    def edit(value: Any) -> None:
        del training(value)["properties"]["total_cuts"]
        training(value)["required"].remove("total_cuts")

    copy.json(moved[RUN_DATA], edit)
    copy.json(moved[KINDS], lambda value: value["entries"].remove(entry(value, "StageMismatch")))


def edit_a_release_and_its_lock_line(copy: Copy) -> None:
    """Hides a break from the lock alone; seen with --against."""
    edit_a_frozen_release(copy)
    digest = hashlib.sha256((copy.folder / RELEASE).read_bytes()).hexdigest()
    lock = copy.folder / "registry.lock"
    lines = [
        f"{digest}  {RELEASE}" if line.endswith(f"  {RELEASE}") else line
        for line in lock.read_text("utf-8").splitlines()
    ]
    lock.write_text("\n".join(lines) + "\n", "utf-8")
