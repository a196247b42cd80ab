"""Programs of users narrow generated types by flag, tag, command and presence; wrong ones do not compile.

Each good line must compile, and each line under ``@ts-expect-error`` must not: the compiler complains about an
expected error that does not come. Both versions of the compiler read every program.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

import accordant
from accordant.cli import main
from tests.conftest import PROJECT, cannot_run

MODULES: Final = PROJECT / "tests/typescript/node_modules"
STRICT: Final = {
    "strict": True, "exactOptionalPropertyTypes": True, "noUncheckedIndexedAccess": True, "noUnusedLocals": True,
    "noPropertyAccessFromIndexSignature": True, "noUnusedParameters": True, "target": "es2022", "lib": ["es2022"],
    "types": [], "module": "nodenext", "moduleResolution": "nodenext", "noEmit": True,
}  # fmt: skip


def record(properties: dict[str, Any], required: str, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required.split(), **more}


def when(member: str, value: Any, then: Any) -> dict[str, Any]:
    return {"if": {"properties": {member: {"const": value}}, "required": [member]}, "then": then}


TEXT, COUNT, FLAG, NULL = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}, {"type": "null"}

ENVELOPE = record(
    {
        "ok": FLAG,
        "data": {"anyOf": [{"x-type-parameter": "T", "type": "object"}, NULL]},
        "error": {"anyOf": [record({"code": TEXT}, "code"), NULL]},
    },
    "ok data error",
    allOf=[
        when("ok", True, {"properties": {"error": NULL}}),
        when("ok", False, {"properties": {"data": NULL, "error": {"type": "object"}}}),
    ],
)
RUN, LIST = record({"exit_code": COUNT}, "exit_code"), record({"names": {"type": "array", "items": TEXT}}, "names")
COMMANDS = record(
    {"command": {"enum": ["run", "list", "stop", "version"]}, "data": {"type": "object"}},
    "command data",
    allOf=[
        when("command", "run", {"properties": {"data": {"$ref": "#/$defs/RunData"}}}),
        when("command", "list", {"properties": {"data": {"$ref": "#/$defs/ListData"}}}),
        when("command", "stop", {"properties": {"data": record({"stopped": FLAG}, "stopped")}}),
        when("command", "version", {"properties": {"data": record({"version": TEXT}, "version")}}),
    ],
    **{"$defs": {"RunData": RUN, "ListData": LIST}},
)
SHAPES = {
    "oneOf": [
        record({"kind": {"const": "circle"}, "radius": {"type": "number"}}, "kind radius", additionalProperties=False),
        record({"kind": {"const": "square"}, "side": {"type": "number"}}, "kind side", additionalProperties=False),
    ]
}
SOURCE = record(
    {"path": TEXT, "url": TEXT},
    "",
    oneOf=[{"required": ["path"]}, {"required": ["url"]}],
    additionalProperties=False,
)
PAGE = record(
    {"has_next": FLAG, "cursor": TEXT},
    "has_next",
    **{**when("has_next", True, {"required": ["cursor"]}), "else": {"not": {"required": ["cursor"]}}},
)
FIXED = record({"limits": {"const": {"depth": 2, "names": ["a", None]}}, "rate": {"enum": [0.5, 1.5]}}, "limits rate")

WITH_A, WITH_B, WITH_C = (record({name: COUNT}, name) for name in "abc")

PROGRAMS: dict[str, tuple[Any, str]] = {
    "flag": (
        ENVELOPE,
        """
        import { type Root, isRoot } from "./types.js";

        export function total(answer: Root<{ total: number }>): string | number | null {
          if (!answer.ok) {
            const none: null = answer.data;
            return none ?? answer.error.code;
          }
          // @ts-expect-error  an answer that is ok has no error
          answer.error.code;
          return answer.data?.total ?? answer.error;
        }

        export function unread(value: unknown): boolean {
          // @ts-expect-error  not known to be an answer yet
          value.ok;
          return isRoot(value) && value.ok;
        }

        export const good: Root = { ok: false, data: null, error: { code: "E" } };
        // @ts-expect-error  a failure has an error
        export const silent: Root = { ok: false, data: null, error: null };
        // @ts-expect-error  the keys are always there
        export const short: Root = { ok: true, data: {} };
        """,
    ),
    "command": (
        COMMANDS,
        """
        import type { Root, RootByCommand } from "./types.js";

        export function told(answer: Root): string | number | boolean {
          switch (answer.command) {
            case "run":
              // @ts-expect-error  another command's payload
              answer.data.names;
              return answer.data.exit_code;
            case "list":
              return answer.data.names.join();
            case "stop":
              return answer.data.stopped;
            case "version":
              return answer.data.version;
            default: {
              const nothing: never = answer;
              return nothing;
            }
          }
        }

        export const payload: RootByCommand["run"]["data"] = { exit_code: 0 };
        // @ts-expect-error  no such command
        export type Missing = RootByCommand["other"];
        export const good: Root = { command: "list", data: { names: [] } };
        // @ts-expect-error  the payload of another command
        export const mixed: Root = { command: "stop", data: { names: [] } };
        """,
    ),
    "tag": (
        SHAPES,
        """
        import type { Root } from "./types.js";

        export function area(shape: Root): number {
          if (shape.kind === "circle") return shape.radius ** 2 * 3;
          // @ts-expect-error  a square has no radius
          shape.radius;
          // @ts-expect-error  there is no such kind
          if (shape.kind === "triangle") return 0;
          return shape.side ** 2;
        }

        export const good: Root = { kind: "square", side: 2 };
        // @ts-expect-error  the member of another kind
        export const mixed: Root = { kind: "square", radius: 2 };
        """,
    ),
    "presence": (
        SOURCE,
        """
        import type { Root } from "./types.js";

        export function place(source: Root): string {
          if (source.path !== undefined) {
            // @ts-expect-error  never both
            source.url.trim();
            return source.path;
          }
          return source.url;
        }

        export const good: Root = { url: "u" };
        // @ts-expect-error  exactly one of them
        export const both: Root = { path: "p", url: "u" };
        // @ts-expect-error  one of them
        export const none: Root = {};
        """,
    ),
    "flag that brings a member": (
        PAGE,
        """
        import type { Root } from "./types.js";

        export function next(page: Root): string | undefined {
          if (page.has_next) return page.cursor;
          const none: undefined = page.cursor;
          return none;
        }

        export const good: Root = { has_next: true, cursor: "c" };
        // @ts-expect-error  a page with a next one says where it starts
        export const lost: Root = { has_next: true };
        // @ts-expect-error  the last page has no cursor
        export const last: Root = { has_next: false, cursor: "c" };
        """,
    ),
    "fixed values": (
        FIXED,
        """
        import type { Root } from "./types.js";

        export const good: Root = { limits: { depth: 2, names: ["a", null] }, rate: 1.5 };
        // @ts-expect-error  another depth
        export const deep: Root = { limits: { depth: 3, names: ["a", null] }, rate: 1.5 };
        // @ts-expect-error  a longer list
        export const long: Root = { limits: { depth: 2, names: ["a", null, "b"] }, rate: 1.5 };
        // @ts-expect-error  another rate
        export const fast: Root = { limits: { depth: 2, names: ["a", null] }, rate: 2.5 };
        export const half: 0.5 | 1.5 = good.rate;
        """,
    ),
    "closed object": (
        record({"status": TEXT}, "status", additionalProperties=False),
        """
        import type { Root } from "./types.js";

        export function read(order: Root): string {
          // @ts-expect-error  misspelt
          return order.status + order.stauts;
        }
        """,
    ),
    "open object": (
        record({"status": TEXT, "parts": {"type": "array", "items": record({"name": TEXT}, "name")}}, "status parts"),
        """
        import { type Root, isRoot } from "./types.js";

        export function read(order: Root): string {
          for (const part of order.parts) {
            // @ts-expect-error  misspelt inside
            if (part.nmae) return part.name;
          }
          // @ts-expect-error  misspelt
          return order.status + order.stauts;
        }

        const stored = { status: "new", parts: [], later: 1 };
        export const more: Root = stored;
        export const kept: boolean = isRoot(stored) && stored.later === 1;
        """,
    ),
    "object with typed others": (
        record({"status": TEXT}, "status", additionalProperties=TEXT),
        """
        import type { Root } from "./types.js";

        export function read(order: Root): string {
          return order.status + (order["note"] ?? "");
        }
        """,
    ),
    "open alternatives": (
        {"oneOf": [WITH_A, WITH_B]},
        """
        import { isRoot, isRootWithA } from "./types.js";

        export function read(value: unknown): number {
          if (!isRoot(value)) return 0;
          // @ts-expect-error  the one with b may have an a that is no number
          if ("a" in value) return value.a;
          return isRootWithA(value) ? value.a : 1;
        }
        """,
    ),
    "open alternatives beside a union with a name": (
        {"anyOf": [{"$ref": "#/$defs/Some"}, WITH_C, TEXT], "$defs": {"Some": {"anyOf": [WITH_A, WITH_B]}}},
        """
        import type { Root } from "./types.js";

        export function read(value: Root): number {
          if (typeof value === "string") return 0;
          // @ts-expect-error  the one with c may have any a
          if ("a" in value) return value.a;
          // @ts-expect-error  the one with a may have any c
          return "c" in value ? value.c : 1;
        }
        """,
    ),
    "an open and a closed alternative": (
        {"anyOf": [WITH_A, {**WITH_B, "additionalProperties": False}]},
        """
        import type { Root } from "./types.js";

        export function read(value: Root): number {
          // @ts-expect-error  the one with a may have any b
          if ("b" in value) return value.b;
          return value.a;
        }
        """,
    ),
    "open cases of a condition": (
        record({"m": TEXT}, "", **{"if": WITH_A, "then": WITH_B, "else": WITH_C}),
        """
        import type { Root } from "./types.js";

        export function read(value: Root): number {
          // @ts-expect-error  where a is no integer, b may be anything
          if ("b" in value) return value.b;
          return 0;
        }
        """,
    ),
    "open index": (
        record({"status": TEXT}, "status"),
        """
        import type { Root } from "./types.js";

        export function read(order: Root): string {
          // @ts-expect-error  unknown, not any
          const text: string = order["later"];
          return order.status + text;
        }
        """,
    ),
}

OPTIONS: Final = {"open index": {"open-index": True}}


@pytest.mark.parametrize("compiler", ["typescript-7", "typescript"])
def test_programs_narrow_and_wrong_ones_do_not_compile(compiler: str, tmp_path: Path) -> None:
    command = MODULES / compiler / "bin/tsc"
    if not command.exists():
        cannot_run("TypeScript is not installed (npm --prefix tests/typescript ci)")
    for name, (schema, program) in PROGRAMS.items():
        folder = tmp_path / name.replace(" ", "-")
        folder.mkdir()
        for file, text in accordant.generate(schema, target="ts", root="Root", options=OPTIONS.get(name, {})).items():
            (folder / file).write_text(text, "utf-8")
        (folder / "program.ts").write_text(program, "utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}', "utf-8")
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": STRICT}), "utf-8")
    done = subprocess.run([command, "-p", tmp_path], capture_output=True, text=True, check=False)
    assert done.stdout == ""
    assert done.returncode == 0


def test_an_index_signature_is_written_on_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "order.json", tmp_path / "out"
    file.write_text(json.dumps(PROGRAMS["open index"][0]), "utf-8")
    for options, count in ([], 0), (["--open-index"], 1):
        assert main(["gen", "ts", "--schema", str(file), *options, "--out", str(out)]) == 0
        assert (out / "types.ts").read_text("utf-8").count("[key: string]: unknown") == count
    assert main(["gen", "python", "--schema", str(file), "--open-index", "--out", str(out)]) == 2
    assert "--open-index is for the target ts" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["flag", "command"])
def test_an_envelope_stays_one_name(name: str) -> None:
    text = accordant.generate(PROGRAMS[name][0], target="ts", root="Root")["types.ts"]
    exported = {line.split()[2].rstrip("{<") for line in text.splitlines() if line.startswith("export type ")}
    assert not [name for name in exported if "Success" in name or "Fail" in name or "Ok" in name]
    assert "export type Root" in text


def test_rules_that_each_know_one_text_give_one_map_where_the_list_may_grow() -> None:
    rules = [
        {
            "if": {"properties": {"command": {"const": letter}, "ok": {"const": True}}, "required": ["command", "ok"]},
            "then": {"properties": {"data": {"$ref": f"#/$defs/D{letter}"}}},
        }
        for letter in "abc"
    ]
    properties = {"command": {"type": "string"}, "ok": {"type": "boolean"}, "data": {"type": ["object", "null"]}}
    schema: dict[str, Any] = {
        "title": "R", "type": "object", "required": ["command", "ok", "data"], "allOf": rules,
        "properties": properties,
        "$defs": {f"D{letter}": {"type": "object", "properties": {letter: {"type": "string"}}} for letter in "abc"},
    }  # fmt: skip
    text = accordant.generate(schema, target="ts")["types.ts"]
    assert "  a: { ok: true; data: Da } | { ok: false };" in text
    assert "export function isRByCommand<Tag extends keyof RByCommand>" in text
    closed = {**schema, "properties": {**properties, "command": {"enum": ["a", "b", "c"]}}}
    assert "RByCommand" not in accordant.generate(closed, target="ts")["types.ts"]
