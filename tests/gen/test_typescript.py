"""The generated TypeScript pleases the compiler, and its guards give the verdict of the schemas."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from accordant import generate
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of
from tests.conftest import PROJECT, cannot_run

from .conftest import VERSIONS, examples, generated, label
from .test_products import mutations

MODULES = PROJECT / "tests/typescript/node_modules"

USER = """
import { ERROR_CODES, type ErrorCode, type Envelope, assertEnvelope, isEnvelope } from "./meminit/v2.js";
import {
  type ErrorRecord, type LaterText, type Line, type LineOther, type Response,
  hasTag, isErrorRecordByKind, isLine, isResponseByCommand, readLine, readResponse,
} from "./cobre/v1.js";
import { type Envelope as Answer } from "./response-envelope/v1.js";
import { type Envelope as Pack, isEnvelopeByCommand } from "./agentpack/v1.js";

export function told(value: unknown): string {
  if (!isEnvelope(value)) return "no envelope";
  const envelope: Envelope = value;
  if (envelope.error !== undefined) {
    const code: ErrorCode | string = envelope.error.code;
    return code;
  }
  // @ts-expect-error  a misspelt member does not compile, and what came later has no type
  const text = String(envelope.sucess);
  return text;
}

export function exits(code: keyof typeof ERROR_CODES): number | undefined {
  return ERROR_CODES[code].exitCode;
}

export function progress(line: Line): string {
  return isLine(line) ? "line" : "none";
}

export function byFlag(answer: Answer<{ total: number }>): string {
  if (!answer.ok) return answer.error.code;
  const none: null = answer.error;
  return String(none ?? answer.data?.total);
}

export function byTag(record: ErrorRecord): string {
  if (isErrorRecordByKind(record, "MissingFile")) return record.context.file;
  // @ts-expect-error  a solver's failure names no file
  if (isErrorRecordByKind(record, "SolverFailure")) return record.context.file.trim();
  switch (record.kind) {
    case "ParseError":
      return "cannot be read";
    default: {
      const later: string = record.kind;
      return later;
    }
  }
}

export function switchOnKind(record: ErrorRecord): string {
  switch (record.kind) {
    case "MissingFile":
      return record.context.file;
    case "SolverFailure":
      // @ts-expect-error  a solver's failure names no file
      return record.context.file.trim();
    case "PhysicalConstraint":
      return record.message;
    default:
      return record.message;
  }
}

export function byTagOfLine(text: string): string {
  const line: Line = readLine(JSON.parse(text));
  if (hasTag(line, "type", "started")) return line.case;
  // @ts-expect-error  a terminated line names no case
  if (hasTag(line, "type", "terminated")) return line.case.trim();
  if (hasTag(line, "type", "progress") || hasTag(line, "type", "result")) return "known";
  const other: LineOther = line;
  // @ts-expect-error  no known line has this tag
  return hasTag(line, "type", "startd") ? "" : other.type;
}

export function switchOnLine(line: Line): string {
  switch (line.type) {
    case "started":
      return line.case;
    case "terminated":
      // @ts-expect-error  a terminated line names no case
      return line.case;
    case "progress":
    case "result":
      return "known";
    // @ts-expect-error  no known line has this tag, and later ones are told by default
    case "startd":
      return "";
    default: {
      const other: LineOther = line;
      return other.type;
    }
  }
}

export const later: Line = { type: "paused" as LaterText };
// @ts-expect-error  a known tag goes with its own members
export const halfKnown: Line = { type: "started" };

export function laterCommand(value: unknown): string {
  const response = readResponse(value);
  const command: "run" | "validate" | "report" | "compare" | "version" | (string & {}) = response.command;
  // @ts-expect-error  a command that came later is none of the known ones
  const known: "run" | "validate" | "report" | "compare" | "version" = response.command;
  return command + known;
}

export function payload(response: Response): number | null {
  if (isResponseByCommand(response, "run") && response.data) return response.data.training?.iterations ?? null;
  // @ts-expect-error  the other commands have other payloads
  return response.data.training;
}

export function firstError(pack: Pack): string {
  if (pack.ok && isEnvelopeByCommand(pack, "rollback")) return pack.data.rolled_back_to;
  // @ts-expect-error  nothing went wrong, so there is no error
  if (pack.ok) return pack.errors[0].code;
  return pack.errors[0].code;
}

export function payloadOfOpenTag(pack: Pack): string {
  if (isEnvelopeByCommand(pack, "rollback") && pack.ok) return pack.data.rolled_back_to;
  // @ts-expect-error  failed, or another command
  const nothing: string = pack.data["rolled_back_to"];
  return nothing;
}

export const failed: Response["exit_code"] = 1;
// @ts-expect-error  success with a failing exit code
export const wrong: Pick<Response, "success" | "exit_code"> & Response = { success: true, exit_code: 2 };

// @ts-expect-error  a required member is missing
export const lacking: Envelope = { success: true };
assertEnvelope;
"""


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, built by the compiler with everything strict."""
    compiler = MODULES / "typescript-7/bin/tsc"
    if not compiler.exists():
        cannot_run("TypeScript is not installed (npm --prefix tests/typescript ci)")
    folder = tmp_path_factory.mktemp("typescript")
    for name, text in generated("ts").items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (folder / "src/user.ts").write_text(USER, "utf-8")
    done = subprocess.run([compiler, "-p", folder], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[:3000]
    return folder


def test_declarations_of_a_module_are_told_by_that_module_alone(tmp_path: Path) -> None:
    compiler = MODULES / "typescript-7/bin/tsc"
    if not compiler.exists():
        cannot_run("TypeScript is not installed (npm --prefix tests/typescript ci)")
    for name, text in generated("ts").items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    command = [str(compiler), "-p", str(tmp_path), "--isolatedDeclarations", "--incremental"]
    assert subprocess.run(command, capture_output=True, text=True, check=False).stdout == ""
    (tmp_path / "src/untold.ts").write_text("export const sum = 1 + 2;\n", "utf-8")
    assert "TS9010" in subprocess.run(command, capture_output=True, text=True, check=False).stdout


def judged(compiled: Path, node: str, questions: list[dict[str, Any]]) -> list[bool]:
    asked = [{**question, "module": str(compiled / "dist" / f"{question['module']}.js")} for question in questions]
    done = subprocess.run(
        [node, Path(__file__).with_name("judge.mjs")],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    verdicts: list[bool] = json.loads(done.stdout)
    return verdicts


def guards(compiled: Path) -> dict[str, dict[str, str]]:
    names: dict[str, dict[str, str]] = json.loads((compiled / "names.lock.json").read_text("utf-8"))["names"]
    return names


def test_a_user_program_narrows_and_is_told_what_is_wrong(compiled: Path) -> None:
    assert (compiled / "dist/user.js").exists()
    assert (compiled / "dist/meminit/v2.d.ts").exists()


@pytest.mark.parametrize("version", VERSIONS, ids=label)
def test_guards_and_schemas_agree_on_examples_and_damaged_documents(
    version: Any, compiled: Path, needs: Callable[[str], str]
) -> None:
    resources = Resources(version.state.resources)
    names = guards(compiled)[label(version)]
    questions: list[dict[str, Any]] = []
    expected: list[bool] = []
    damaged: set[str] = set()
    for valid in (True, False):
        for _, schema, document in examples(version, valid=valid):
            uri = version.state.schemas[schema].uri
            judge = validator_of(resources.root(uri))
            documents = [document]
            if valid and schema not in damaged and isinstance(document, dict | list):
                damaged.add(schema)
                documents += mutations(document)
            for value in documents:
                questions.append({"module": label(version), "guard": names[f"{uri}#"], "text": json.dumps(value)})
                expected.append(judge.is_valid(value))
    verdicts = judged(compiled, needs("node"), questions)
    wrong = [
        (question["guard"], question["text"][:300], answer)
        for question, answer, right in zip(questions, verdicts, expected, strict=True)
        if answer is not right
    ]
    assert wrong == []
    assert True in expected
    assert False in expected


def test_members_that_objects_inherit_compile_beside_members_of_any_name(tmp_path: Path) -> None:
    schema = {
        "type": "object",
        "properties": {name: {"type": "integer"} for name in ("constructor", "toString", "hasOwnProperty")},
        "additionalProperties": {"type": "integer"},
    }
    for name, text in generate(schema, target="ts", root="Extra").items():
        (tmp_path / name).write_text(text, "utf-8")
    compiler = MODULES / "typescript-7/bin/tsc"
    if not compiler.exists():
        cannot_run("TypeScript is not installed (npm --prefix tests/typescript ci)")
    command = [str(compiler), "--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "types.ts"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, cwd=tmp_path)
    assert done.stdout == ""
