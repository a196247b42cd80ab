"""Records by their code: known codes narrow to their context, later ones fall back, and checkers see omissions."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from pydantic import ValidationError

from accordant.contract import Version
from accordant.contract.doc_links import code_files, code_page, page_address
from accordant.model.contexts import Contexts, contexts_of
from tests.conftest import PROJECT, bundled

from .conftest import MODELS, VERSIONS, Built, Package, examples, generated, label

FOUND = {
    (model.contract.name, model.version.name): contexts
    for model in MODELS.values()
    if (contexts := contexts_of(model)) is not None
}
LISTS = [
    (version, codes)
    for version in VERSIONS
    for codes in getattr(FOUND.get((version.contract, version.name)), "lists", ())
]
EACH = pytest.mark.parametrize(
    ("version", "code_list"), LISTS, ids=[f"{label(v)}-{codes.codes.name}" for v, codes in LISTS]
)


def test_the_lists_whose_codes_travel_with_context_are_found() -> None:
    assert {
        (label(version), codes.codes.name, codes.identifier, codes.context, codes.is_needed) for version, codes in LISTS
    } == {
        ("cobre/v1", "error-kinds", "kind", "context", True),
        ("agentpack/v1", "error-codes", "code", "details", False),
        ("meminit/v2", "error-codes", "code", "details", False),
        ("meminit/v3", "error-codes", "code", "details", False),
    }


def module_of(version: Version) -> ModuleType:
    return importlib.import_module(f"accordant_contracts.{version.contract.replace('-', '_')}.{version.name}_codes")


def records(value: Any, code_list: Contexts) -> Iterator[dict[str, Any]]:
    """Every object in a document that carries a code of the list and a message."""
    if isinstance(value, dict):
        if value.get(code_list.identifier) in code_list.codes.values and "message" in value:
            yield value
        for inner in value.values():
            yield from records(inner, code_list)
    elif isinstance(value, list):
        for inner in value:
            yield from records(inner, code_list)


def given(version: Version, code_list: Contexts) -> list[dict[str, Any]]:
    """Records of valid examples, and those with a later code, without context, or with one that does not fit."""
    valid = [record for _, _, document in examples(version, valid=True) for record in records(document, code_list)]
    assert valid
    strange: list[dict[str, Any]] = []
    others: tuple[Any, ...] = ({}, {"file": 5, "path": 5, "hint": []}, [], "text")
    for record in valid[:25]:
        strange.append({**record, code_list.identifier: "LaterCode"})
        strange.append({key: value for key, value in record.items() if key != code_list.context})
        strange += [{**record, code_list.context: value} for value in others]
    return [*valid, *strange]


def in_python(version: Version, code_list: Contexts, record: dict[str, Any]) -> dict[str, Any]:
    module = module_of(version)
    case = getattr(module, code_list.function)(SimpleNamespace(**{code_list.context: None, **record}))
    known = not isinstance(case, getattr(module, f"Other{code_list.codes.type_name}"))
    context = case.context
    plain = context.model_dump(mode="json") if hasattr(context, "model_dump") else context
    return {"known": known, code_list.identifier: getattr(case, code_list.identifier), "context": plain}


@EACH
def test_a_record_of_a_valid_example_is_known_and_keeps_its_context(
    version: Version, code_list: Contexts, package: Package
) -> None:
    names = {case.id: case.name for case in code_list.cases}
    for _, _, document in examples(version, valid=True):
        for record in records(document, code_list):
            answer = in_python(version, code_list, record)
            assert answer == {
                "known": True,
                code_list.identifier: record[code_list.identifier],
                "context": record.get(code_list.context),
            }  # fmt: skip
            assert hasattr(module_of(version), names[record[code_list.identifier]])


@EACH
def test_both_languages_know_the_same_records(
    version: Version, code_list: Contexts, package: Package, built: Built
) -> None:
    asked = given(version, code_list)
    here = [in_python(version, code_list, record) for record in asked]
    words = code_list.function.split("_")
    name = words[0] + "".join(word.capitalize() for word in words[1:])
    there = [
        answer["value"] for answer in built.call(f"{label(version)}-codes", name, *((record,) for record in asked))
    ]
    assert [{"context": None, **answer} for answer in there] == here
    assert {answer["known"] for answer in here} == {True, False}


def test_a_code_whose_context_has_fields_that_are_always_there_needs_its_context(package: Package) -> None:
    [(version, code_list)] = [(v, codes) for v, codes in LISTS if label(v) == "agentpack/v1"]
    needed = {case.id: case.needs_context for case in code_list.cases}
    assert (needed["E_TTY_REQUIRED"], needed["E_CONFIRM_REQUIRED"]) == (True, False)
    for code in ("E_TTY_REQUIRED", "E_CONFIRM_REQUIRED"):
        record = {"code": code, "message": ""}
        assert in_python(version, code_list, record)["known"] is not needed[code]
        validate = package.adapter(version, "error-item").validate_python
        with pytest.raises(ValidationError, match="details") if needed[code] else nullcontext():
            validate(record)


def test_facts_say_where_a_code_is_documented(package: Package) -> None:
    for version in VERSIONS:
        module = package.module(version)
        for name, code_list in version.state.code_lists.items():
            constant = getattr(module, name.replace("-", "_").upper())
            files = code_files(entry.id for entry in code_list.entries)
            for entry in code_list.entries:
                page = code_page(version.contract, version.name, name, files[entry.id])
                assert constant[entry.id].docs == page_address(page, bundled().docs)
                assert (PROJECT / "site/reference" / page).is_file()
    page = code_page("cobre", "v1", "error-kinds", "MissingFile")
    served = page_address(page, "https://docs.example.org/")
    assert served == "https://docs.example.org/contracts/cobre/v1/codes/error-kinds/MissingFile/"


STRICT = ("_cases.py", "_interpret.py", "_reading.py", "_respond.py", "_response.py", "**/__init__.py",
          "**/*_behaviour.py", "**/*_codes.py", "**/*_lists.py")  # fmt: skip
"""What is held to the strictest settings."""

CASES = """
from __future__ import annotations

from typing import assert_never

from pydantic import MISSING, BaseModel

from accordant_contracts import meminit
from accordant_contracts.agentpack.v1 import COMMANDS, Envelope, KnownCommand, envelope_data_by_command
from accordant_contracts.agentpack.v1_codes import EConfirmRequired, OtherErrorCode, by_error_code
from accordant_contracts.cobre.v1 import ERROR_KINDS, ErrorKind, ErrorRecord, Response
from accordant_contracts.cobre.v1_codes import {names}, ErrorKindRecord, OtherErrorKind, by_error_kind
from accordant_contracts.meminit import v1, v2, v3
from accordant_contracts.response_envelope.v1 import Envelope as Envelope_
from accordant_contracts.response_envelope.v1_behaviour import Action, Timer, interpret, respond


def file_of(record: ErrorRecord) -> str:
    match by_error_kind(record):
        case MissingFile(context=context):
            return context.file
        case OtherErrorKind(kind=kind):
            return kind
        case _:
            return ""


def all_of(response: Response) -> None:
    records: list[ErrorKindRecord] = [*response.errors, *response.warnings]
    for record in records:
        found = by_error_kind(record)
        match found:
            case {patterns}:
                print(found.context)
            case OtherErrorKind():
                print("later")
            case _:
                assert_never(found)


def forgets_one(record: ErrorRecord) -> None:
    found = by_error_kind(record)
    match found:
        case {patterns}:
            print(found.context)
        case _:
            assert_never(found)  # WRONG


def details(envelope: Envelope) -> str | None:
    found = by_error_code(envelope.errors[0])
    if isinstance(found, EConfirmRequired) and found.context is not None:
        return None if found.context.command is MISSING else found.context.command
    if isinstance(found, OtherErrorCode):
        return found.code
    return None


def exits(kind: ErrorKind, command: KnownCommand) -> tuple[str, object]:
    return ERROR_KINDS[kind].docs, COMMANDS[command].attributes["mutating"]


def read(text: str) -> v1.Envelope | v2.Envelope | v3.Envelope:
    return meminit.parse(text)


def advice(text: str) -> v2.Advice | v3.Advice:
    return meminit.parse(text, "advice")


def no_such_schema(text: str) -> object:
    return meminit.parse(text, "nothing")  # WRONG


def next_step(action: Action) -> str:
    match action.kind:
        case "act" | "use-cache" | "page" | "retry" | "wait" | "redirect" | "fix" | "escalate":
            return "on"
        case "refresh-credentials" | "acquire-credentials":
            return "credentials"
        case _:
            assert_never(action.kind)


def handled(timer: Timer) -> bool:
    action, memory = interpret(respond(exit_code=0, timer=timer, data={{}}).model_dump_json(), 0)
    return action.kind == "act" and not memory.tries


def restored(envelope: Envelope) -> str:
    data = envelope_data_by_command(envelope, "rollback")
    if data is None:
        plan = envelope_data_by_command(envelope, "plan") or envelope_data_by_command(envelope, "diff")
        return "" if plan is None else str(plan.changes)
    return data.rolled_back_to


def restored_from_another(envelope: Envelope) -> str:
    data = envelope_data_by_command(envelope, "plan")
    return data.rolled_back_to if data else ""  # WRONG


class Deploy(BaseModel):
    id: int


def deployed(timer: Timer) -> int:
    made = respond(exit_code=0, timer=timer, data=Deploy(id=7))
    several = respond(exit_code=0, timer=timer, data=[Deploy(id=8)])
    failed: Envelope_ = respond(exit_code=5, timer=timer)
    assert made.data is not None and several.data is not None and failed.data is None
    return made.data.id + several.data[0].id


def another_type(timer: Timer) -> str:
    made = respond(exit_code=0, timer=timer, data=Deploy(id=7))
    return made.data.name if made.data else ""  # WRONG


def sets_what_is_derived(timer: Timer) -> object:
    return respond(exit_code=0, timer=timer, ok=True)  # WRONG


def ends_with_a_code_of_its_own(timer: Timer) -> object:
    return respond(exit_code=90, timer=timer, declared={{"90": {{}}}})


def ends_with_a_code_that_nobody_declares(timer: Timer) -> object:
    return respond(exit_code=90, timer=timer)  # WRONG
"""


def program(package: Package) -> tuple[Path, list[int]]:
    (code_list,) = FOUND["cobre", "v1"].lists
    names = [case.name for case in code_list.cases]
    text = CASES.format(names=", ".join(names), patterns=" | ".join(f"{name}()" for name in names))
    path = package.folder / "codes_program.py"
    path.write_text(text, "utf-8")
    return path, [number for number, line in enumerate(text.splitlines(), 1) if "# WRONG" in line]


SCRIPT = """
import { parse } from "./meminit/index.js";
import type { v1, v2, v3 } from "./meminit/index.js";
import { COMMANDS, type KnownCommand } from "./agentpack/v1.js";
import { byErrorKind, type ErrorKindRecord } from "./cobre/v1-codes.js";
import { assertEnvelope, isEnvelope, readEnvelope } from "./response-envelope/v1.js";
import { interpret, respond, Timer, type Action } from "./response-envelope/v1-behaviour.js";

function assertNever(value: never): never {
  throw new Error(JSON.stringify(value));
}

export function fileOf(record: ErrorKindRecord): string {
  const found = byErrorKind(record);
  if (!found.known) return found.kind;
  switch (found.kind) {
    case "MissingFile":
      return found.context.file;
    case "CheckpointFailed": {
      const operation: "read" | "write" | (string & {}) | undefined = found.context.operation;
      return operation ?? "";
    }
{cases}
      return "";
    default:
      return assertNever(found);
  }
}

export function forgetsOne(record: ErrorKindRecord): string {
  const found = byErrorKind(record);
  if (!found.known) return found.kind;
  switch (found.kind) {
{cases}
      return "";
    default:
      // @ts-expect-error  MissingFile and CheckpointFailed are forgotten
      return assertNever(found);
  }
}

export function nextStep(action: Action): string {
  switch (action.kind) {
    case "act": case "use-cache": case "page": case "retry": case "wait": case "redirect": case "fix": case "escalate":
      return "on";
    case "refresh-credentials": case "acquire-credentials":
      return "credentials";
    default:
      return assertNever(action);
  }
}

export function pause(action: Action): number {
  // @ts-expect-error  only some kinds have a command to run
  const run: string = action.command;
  return action.kind === "wait" ? action.seconds : action.kind === "redirect" ? action.command.length : run.length;
}

export const read: (text: string) => v1.Envelope | v2.Envelope | v3.Envelope = (text) => parse(text);
export const advice: (text: string) => v2.Advice | v3.Advice = (text) => parse(text, "advice");
// @ts-expect-error  no version has this schema
export const none = (text: string): unknown => parse(text, "nothing");
export const mutating = (command: KnownCommand): unknown => COMMANDS[command].attributes?.["mutating"];
export const kind = interpret(respond({ data: {} }, { exitCode: 0, timer: new Timer() }), 0).action.kind;

interface Deploy { id: number; [key: string]: unknown }
const deploy: Deploy = { id: 7 };
const isDeploy = (value: unknown): value is Deploy => typeof value === "object" && value !== null && "id" in value;
const deployed = respond({ data: deploy }, { exitCode: 0, timer: new Timer() });
export function idOf(value: unknown): number | undefined {
  if (isEnvelope(value, isDeploy) && value.ok) return value.data?.id;
  // @ts-expect-error  without a guard the data is any object or list
  if (isEnvelope(value) && value.ok) return value.data?.id;
  assertEnvelope(value, isDeploy);
  return readEnvelope(value, isDeploy).data?.id;
}
export const id: number | undefined = deployed.data?.id;
// @ts-expect-error  the data has another type
export const name: string | undefined = deployed.data?.id;
// @ts-expect-error  what is derived is not given
export const set = (): unknown => respond({ data: {}, ok: true }, { exitCode: 0, timer: new Timer() });
"""


def test_the_typescript_compiler_narrows_by_code_and_sees_what_is_forgotten(built: Built) -> None:
    (code_list,) = FOUND["cobre", "v1"].lists
    others = [case.id for case in code_list.cases if case.id not in ("MissingFile", "CheckpointFailed")]
    cases = "\n".join(f'    case "{id_}":' for id_ in others)
    script = built.folder / "src/codes-program.ts"
    script.write_text(SCRIPT.replace("{cases}", cases), "utf-8")
    assert built.compile() == ""
    missing = {"kind": "MissingFile", "context": {"file": "system/hydros.json"}}
    answers = built.call("codes-program", "fileOf", (missing,), ({"kind": "Later", "context": {}},))
    assert answers == [{"value": "system/hydros.json"}, {"value": "Later"}]


def test_a_guard_of_the_users_says_what_a_type_parameter_is(built: Built) -> None:
    script = built.folder / "src/generic-program.ts"
    script.write_text(
        """
        import { isEnvelope, readEnvelope } from "./response-envelope/v1.js";
        interface Deploy { id: number }
        const isDeploy = (value: unknown): value is Deploy =>
          typeof value === "object" && value !== null && "id" in value && typeof value.id === "number";
        export const verdict = (value: unknown): boolean => isEnvelope(value, isDeploy);
        export const id = (value: unknown): number | undefined => readEnvelope(value, isDeploy).data?.id;
        """,
        "utf-8",
    )
    assert built.compile() == ""
    good = {"ok": True, "data": {"id": 1}, "error": None, "warnings": [], "meta": {"duration_ms": 1}}
    cached = {**good, "data": None, "meta": {"duration_ms": 1, "not_modified": True}}
    wrong = {**good, "data": {"id": "1"}}
    verdicts = [
        answer["value"] for answer in built.call("generic-program", "verdict", (good,), (cached,), (wrong,), ({},))
    ]
    assert verdicts == [True, True, False, False]
    answers = built.call("generic-program", "id", (good,), (wrong,))
    assert [answers[0].get("value"), answers[1].get("thrown")] == [1, "ContractError"]


def test_members_bound_to_a_list_name_its_type() -> None:
    python, script = generated("python"), generated("ts")
    types, lists = (script[f"src/agentpack/v1-{kind}.ts"] for kind in ("types", "lists"))
    assert "  code: ErrorCode | (string & {});" in types
    assert "Readonly<Record<ErrorCode, CodeFacts>>" in lists
    assert (types + lists).count('"E_CONFIRM_TOKEN_MISMATCH"\n') == 1, "the union of the list is written once"
    assert "code: Annotated[ErrorCode | str, OpenLiteral]" in python["accordant_contracts/agentpack/v1.py"]
    envelope = script["src/response-envelope/v1-lists.ts"]
    assert "Readonly<Record<KnownErrorCode, CodeFacts>>" in envelope
