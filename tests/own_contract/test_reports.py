"""What every command prints with ``--format json`` keeps the tool's own contract, on good and on bad input."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from accordant.cli import COMMANDS
from accordant.conform import Session, open_session
from accordant.contract import Contract
from accordant.oci.client import Client
from accordant.registry.load import load
from tests.conftest import PROJECT, Outcome, Run

SMALL = {
    "registry.toml": 'name = "acme"\npromise = "additive"\n[targets.python]\nout = "generated/python"\n'
    'distribution = "acme-contracts"\npackage = "acme_contracts"\n',
    "order/contract.toml": 'title = "Orders"\n[versions.v1]\nstatus = "current"\ndefault-schema = "answer"\n',
    "order/v1/answer.schema.json": json.dumps(
        {
            "$id": "urn:order:answer:v1",
            "title": "Answer",
            "description": "An answer.",
            "type": "object",
            "required": ["ok", "code"],
            "properties": {
                "ok": {"description": "Whether it worked.", "type": "boolean"},
                "code": {"description": "Why not.", "type": "string", "x-codes": "codes"},
            },
        },
        indent=2,
    ),
    "order/v1/codes.codes.json": json.dumps(
        {
            "title": "Codes",
            "identifier": "code",
            "entries": [
                {"id": "NONE", "meaning": "All went well.", "action": "Go on."},
                {
                    "id": "FULL",
                    "name": "DISK_FULL",
                    "severity": ["error"],
                    "meaning": "No room.",
                    "action": "Make room.",
                    "exit-code": 3,
                    "context": {"path": {"schema": {"type": "string"}, "always": True, "description": "Where."}},
                    "replaces": ["NO_SPACE"],
                    "deprecated": {"since": "1.0", "reason": "old", "use": "NONE"},
                },
            ],
        }
    ),
    "order/v1/line.schema.json": json.dumps(
        {
            "$id": "urn:order:line:v1",
            "type": "object",
            "required": ["type"],
            "properties": {"type": {"type": "string", "enum": ["started", "result"]}},
        }
    ),
    "order/v1/run.stream.json": json.dumps(
        {
            "title": "Run",
            "discriminator": "/type",
            "line": "line",
            "grammar": [{"line": "started"}, {"line": "result", "terminal": True}],
        }
    ),
    "order/v1/examples/valid/answer/fine.json": '{"ok": true, "code": "NONE"}\n',
}


PUBLISHED = "oci://registry.example.org/acme/contracts"


@dataclass(frozen=True, slots=True)
class Case:
    """A run of the command line: its arguments, and the exit code that it must have."""

    code: int
    arguments: str
    prepare: str = ""
    """What is done to the project before: words that :func:`prepared` knows."""


GOOD: dict[str, list[Case]] = {
    "init": [Case(0, "init", "empty"), Case(0, "init --from good.json --contract mine", "empty"),
             Case(0, "init --ci gitlab")],
    "add": [
        Case(0, "add contract parcel"), Case(0, "add version order", "release"), Case(0, "add schema order/parcel"),
        Case(0, "add schema order/parcel --from old.json"),
        Case(0, "add contract parcel --from old.json --from new.json"),
        Case(0, "add codes order/v1/reasons"), Case(0, "add stream parcels --dry-run"),
        Case(0, "add example answer/full --from good.json", "release"),
    ],
    "list": [Case(0, "list"), Case(0, "list --registry bundled"), Case(0, "list", "depends")],
    "show": [
        Case(0, f"show {path}")
        for path in (
            "order", "order/v1", "order/v1/answer", "order/v1/line", "order/v1/codes", "order/v1/run",
            "order/v1/codes/FULL", "order/v1/codes/NONE",
        )
    ] + [
        Case(0, "show cobre --registry bundled"), Case(0, "show response-envelope/v1/exit-codes/11 --registry bundled"),
    ],
    "lint": [Case(0, "lint"), Case(0, "lint --registry bundled")],
    "validate": [Case(0, "validate order/v1 good.json"), Case(0, "validate order/v1 good.json --as producer"),
                 Case(0, "validate order good.json --as consumer"), Case(0, "validate order/v1/run lines.jsonl"),
                 Case(0, "validate answer.json lines.jsonl")],
    "format": [Case(0, "format order/v1 good.json")],
    "conform": [
        Case(0, "conform order/v1 -- PYTHON good.py"), Case(0, "conform order/v1 --modes -- PYTHON good.py"),
        Case(0, "conform --suite suite.toml -- PYTHON"),
    ],
    "enforce": [
        Case(0, "enforce --schema answer.json --prompt Why -- PYTHON good.py"),
        Case(0, "enforce --blueprint blueprint.json --prompt Why -- PYTHON good.py"),
    ],
    "check-compat": [
        Case(0, "check-compat"), Case(0, "check-compat", "release"), Case(0, "check-compat", "release add"),
        Case(0, "check-compat", "release remove accept"), Case(0, "check-compat", "release remove accept restore"),
        Case(0, "check-compat --old riddle.json --new riddle2.json --fail-on breaking"),
        Case(0, "check-compat --old old.json --new old.json"), Case(0, "check-compat --registry bundled"),
    ],
    "ack": [
        Case(0, "ack list"), Case(0, "ack add MARK --reason why --by us --expires 2099-12-31", "release remove"),
        Case(0, "ack list", "release remove accept"), Case(0, "ack prune", "release remove accept"),
        Case(0, "ack list", "release remove accept restore"), Case(0, "ack prune", "release remove accept restore"),
    ],
    "diff": [
        Case(0, "diff order/v1@1.0 order/v1", "release remove"), Case(0, "diff ./registry"),
        Case(0, "diff order/v1@1.0", "release codes add"), Case(0, "diff old.json new.json"),
        Case(0, "diff order/v1@1.0 order/v1", "release remove accept"), Case(0, "diff riddle.json riddle2.json"),
    ],
    "changelog": [
        Case(0, "changelog order"), Case(0, "changelog order/v1 1.0..", "release add"),
        Case(0, "changelog order", "release remove accept"), Case(0, "changelog meminit --registry bundled"),
    ],
    "release": [Case(0, "release --dry-run"), Case(0, "release order/v1"), Case(0, "release", "release")],
    "bump": [Case(0, "bump order", "release"), Case(0, "bump order --suggest", "release add")],
    "gen": [Case(0, "gen python"), Case(0, "gen"), Case(0, "gen --check", "gen"),
            Case(0, "gen llm-schema order --provider openai"),
            Case(0, "gen llm-schema order/answer --provider generic --out made"),
            Case(0, "gen llm-schema order --provider openai --answer good.json"),
            Case(0, "gen conformance order --out made"),
            Case(0, "gen ts --schema response-envelope --data-schema old.json --out made --registry bundled")],
    "export": [Case(0, "export order --schema answer"),
               Case(0, "export order/v1@1.0 --draft draft-07 --out made", "release"),
               Case(0, "export agent-output --draft draft-07 --out made --registry bundled")],
    "push": [Case(0, f"push {PUBLISHED}", "release")],
    "pull": [Case(0, f"pull {PUBLISHED} --out made", "release publish"),
             Case(0, "pull", "release publish depends"), Case(0, "pull --locked", "release publish depends pull")],
    "docs": [Case(0, "docs"), Case(0, "docs --check", "docs")],
    "explain": [Case(0, "explain --all"), Case(0, "explain field-removed"),
                Case(0, "explain FULL"), Case(0, "explain NO_SPACE"),
                Case(0, "explain code-reused"), Case(0, "explain MissingFile --registry bundled")],
}  # fmt: skip

BAD: dict[str, list[Case]] = {
    "init": [Case(2, "init --contract UPPER", "empty"), Case(2, "init"), Case(2, "init --from broken.json", "empty")],
    "add": [
        Case(2, "add"), Case(2, "add shcema x"), Case(2, "add schema Parcel"), Case(2, "add schema oder/parcel"),
        Case(2, "add codes order/codes"), Case(2, "add example answer/x --from good.json --invalid"),
        Case(2, "add version order"), Case(2, "add schema x --registry bundled"),
    ],
    "list": [Case(2, "list --registry nowhere"), Case(2, "list", "broken-config"), Case(2, "list --colour")],
    "show": [Case(2, "show oder"), Case(2, "show order/v1/answer/NONE"), Case(2, "show")],
    "lint": [Case(1, "lint", "broken-config"), Case(1, "lint", "broken-schema"),
             Case(1, "lint", "release edit-release"), Case(1, "lint", "misspelt"), Case(2, "lint nothing")],
    "validate": [
        Case(1, "validate order/v1 bad.json good.json"), Case(1, "validate order/v1 broken.json"),
        Case(1, "validate order/v1 extra.json --as producer"), Case(1, "validate order/v1/run wrong.jsonl"),
        Case(2, "validate order/v1 nothing.json"), Case(2, "validate order/v9 good.json"),
        Case(2, "validate order/v1 good.json --data-schema old.json"),
    ],
    "format": [Case(1, "format order/v1 bad.json --check"), Case(2, "format order/v1 nothing.json")],
    "conform": [
        Case(1, "conform order/v1 --runs 2 -- PYTHON bad.py"), Case(1, "conform order/v1 -- PYTHON nothing.py"),
        Case(2, "conform order/v1"), Case(2, "conform order/v1 -- ./nothing"),
        Case(2, "conform --suite broken.json -- PYTHON"), Case(2, "conform -- PYTHON"),
    ],
    "enforce": [
        Case(1, "enforce --schema answer.json --prompt Why -- PYTHON bad.py"), Case(2, "enforce -- PYTHON good.py"),
        Case(1, "enforce --schema answer.json --prompt Why -- PYTHON nothing"),
        Case(2, "enforce --schema broken.json --prompt Why -- PYTHON good.py"),
        Case(2, "enforce --blueprint blueprint.json --parameters good.json -- PYTHON good.py"),
    ],
    "check-compat": [
        Case(1, "check-compat", "release remove"), Case(1, "check-compat", "release codes"),
        Case(1, "check-compat", "release edit-release"), Case(1, "check-compat", "release delete-version"),
        Case(1, "check-compat", "release stream"), Case(2, "check-compat", "broken-acks"),
        Case(1, "check-compat --old old.json --new new.json"),
        Case(3, "check-compat --old riddle.json --new riddle2.json"), Case(2, "check-compat --against nowhere"),
        Case(2, "check-compat --against ./nowhere"), Case(2, "check-compat --old old.json"),
        Case(2, "check-compat --old broken.json --new new.json"), Case(2, "check-compat", "broken-schema"),
    ],
    "ack": [
        Case(2, "ack add 0123456789ab --reason why"), Case(2, "ack add"), Case(2, "ack list", "broken-acks"),
        Case(2, "ack prune --against nowhere"), Case(2, "ack add MARK", "release remove"),
    ],
    "diff": [
        Case(2, "diff order/v1@1.7 order/v1"), Case(2, "diff nowhere"), Case(2, "diff old.json order/v1"),
        Case(2, "diff broken.json old.json"), Case(2, "diff ./nowhere"),
    ],
    "changelog": [
        Case(2, "changelog oder"), Case(2, "changelog order 1.0", "release"),
        Case(2, "changelog order 9.0..", "release"),
    ],
    "release": [Case(1, "release order/v1", "release remove"), Case(2, "release order"), Case(2, "release order/v7")],
    "bump": [Case(2, "bump oder"), Case(2, "bump")],
    "gen": [
        Case(1, "gen python --check"), Case(1, "gen --check", "gen spoil"), Case(2, "gen cobol"), Case(2, "gen ts"),
        Case(1, "gen llm-schema order --provider openai --answer bad.json"), Case(2, "gen llm-schema order"),
        Case(2, "gen llm-schema order/nothing --provider openai"), Case(2, "gen conformance order"),
        Case(2, "gen ts order"),
    ],
    "export": [
        Case(2, "export oder"), Case(2, "export order"), Case(2, "export order/v1@7.0"),
        Case(1, "export agent-output --strict --out made --registry bundled"),
        Case(2, "export order --schema nothing"), Case(2, "export order", "broken-schema"),
    ],
    "push": [
        Case(2, f"push {PUBLISHED}"), Case(2, "push nowhere", "release"), Case(2, f"push {PUBLISHED}@sha256:12"),
        Case(2, f"push {PUBLISHED}", "release publish add forget release"),
    ],
    "pull": [
        Case(2, f"pull {PUBLISHED} --out made"), Case(2, f"pull {PUBLISHED}"), Case(2, "pull nowhere --out made"),
        Case(2, "pull"), Case(2, "pull", "depends"), Case(2, "pull --locked", "release publish depends"),
    ],
    "docs": [Case(1, "docs --check"), Case(2, "docs --registry bundled"), Case(2, "docs --colour")],
    "explain": [Case(2, "explain field-remvoed"), Case(2, "explain")],
}  # fmt: skip


def cases(table: dict[str, list[Case]]) -> list[object]:
    return [pytest.param(case, id=f"{case.arguments} ({case.prepare})") for listed in table.values() for case in listed]


@pytest.fixture(scope="module")
def contract() -> Contract:
    """The tool's own contract, from the registry that is bundled with it."""
    contract = load(PROJECT / "registry", only="accordant", with_examples=False).contract("accordant")
    assert contract is not None
    return contract


@pytest.fixture(scope="module")
def judges(contract: Contract) -> Sequence[Session]:
    """They judge by this contract, the closed view of a producer included."""
    return open_session(contract, as_="schema"), open_session(contract, as_="producer")


@pytest.fixture(autouse=True)
def server(monkeypatch: pytest.MonkeyPatch) -> None:
    """An OCI registry in memory: reports are judged here; ``tests/oci`` speaks to a real one."""
    manifests: dict[str, bytes] = {}
    blobs: dict[str, bytes] = {}
    monkeypatch.setattr(Client, "manifest", lambda self, name: manifests.get(name))
    monkeypatch.setattr(Client, "find_blob", lambda self, digest: blobs.get(digest))
    monkeypatch.setattr(Client, "upload", lambda self, digest, data: blobs.setdefault(digest, data) is data)
    monkeypatch.setattr(Client, "publish", lambda self, tag, manifest: manifests.__setitem__(tag, manifest))


@pytest.fixture
def small(project: Path) -> Path:
    """A project with a small registry and some loose files."""
    for name, text in SMALL.items():
        path = project / "registry" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    for name, text in {
        "good.json": '{"ok": true, "code": "NONE"}',
        "bad.json": '{"ok": "yes", "code": "NONE"}',
        "extra.json": '{"ok": true, "code": "NONE", "more": 1}',
        "broken.json": '{"ok": true,',
        "lines.jsonl": '{"type": "started"}\n{"type": "result"}\n',
        "wrong.jsonl": '{"type": "result"}\n{"type": "started"}\nnothing\n',
        "old.json": '{"type": "string"}',
        "new.json": '{"type": ["string", "null"]}',
        "riddle.json": '{"type": "string", "pattern": "^(.+)\\\\1$"}',
        "good.py": 'print(\'{"ok": true, "code": "NONE"}\')',
        "answer.json": '{"type": "object", "properties": {"ok": {"type": "boolean"}}}',
        "blueprint.json": '{"name": "talker"}',
        "nothing": "",
        "bad.py": 'import os\nprint(\'{"ok": \' + str(os.getpid()) + \', "code": "NONE"}\')',
        "suite.toml": 'contract = "order"\n[[cases]]\nname = "good"\narguments = ["good.py"]\n'
        '[[cases]]\nname = "later"\nskip = "not yet"\n',
        "riddle2.json": '{"type": "string", "pattern": "^(.*)x\\\\1$"}',
    }.items():
        (project / name).write_text(text, "utf-8")
    return project


def prepare(words: str, project: Path, run: Callable[..., Outcome]) -> None:
    registry = project / "registry"
    answer = registry / "order/v1/answer.schema.json"
    for word in words.split():
        schema = json.loads(SMALL["order/v1/answer.schema.json"])
        codes = json.loads(SMALL["order/v1/codes.codes.json"])
        if word == "empty":
            shutil.rmtree(registry)
        elif word == "release":
            assert run("release", "order/v1").code == 0
        elif word == "publish":
            assert run("push", PUBLISHED).code == 0
        elif word == "forget":
            shutil.rmtree(registry / "order/v1/releases")
            (registry / "registry.lock").unlink()
        elif word == "depends":
            shutil.rmtree(registry / "order")
            with (registry / "registry.toml").open("a") as config:
                config.write(f'\n[depends.order]\nfrom = "{PUBLISHED}"\nrelease = "1.0"\n')
        elif word in ("gen", "docs", "pull"):
            assert run(word).code == 0
        elif word == "spoil":
            next(iter((project / "generated/python").rglob("*.py"))).write_text("spoilt\n")
        elif word == "add":
            schema["properties"]["more"] = {"description": "More.", "type": "integer"}
            answer.write_text(json.dumps(schema))
        elif word == "remove":
            del schema["properties"]["ok"]
            answer.write_text(json.dumps(schema))
        elif word == "restore":
            answer.write_text(json.dumps(schema))
        elif word == "accept":
            assert run("ack", "add", mark_of(run), "--reason", "why").code == 0
        elif word == "broken-acks":
            (registry / "acknowledgements.toml").write_text('[[acknowledgement]]\nrule = "a"\n')
        elif word == "codes":
            (registry / "order/v1/codes.codes.json").write_text(json.dumps({**codes, "entries": codes["entries"][:1]}))
        elif word == "stream":
            (registry / "order/v1/run.stream.json").write_text(
                SMALL["order/v1/run.stream.json"].replace('{"line": "started"}, ', "")
            )
        elif word == "edit-release":
            release = registry / "order/v1/releases/1.0.json"
            release.write_text(release.read_text().replace("Answer", "Answers"))
        elif word == "delete-version":
            shutil.rmtree(registry / "order/v1")
        elif word == "broken-config":
            (registry / "registry.toml").write_text("name = \n")
        elif word == "broken-schema":
            answer.write_text('{"type": "object",\n')
        elif word == "misspelt":
            answer.write_text(json.dumps({**schema, "requierd": ["ok"], "type": "objct"}))
        else:
            raise AssertionError(word)


def mark_of(run: Callable[..., Outcome]) -> str:
    """The fingerprint of the first break that check-compat shows."""
    return run("check-compat").out.partition("registry ack add ")[2].split()[0]


def words_of(case: Case, run: Callable[..., Outcome]) -> list[str]:
    return [{"MARK": lambda: mark_of(run), "PYTHON": lambda: sys.executable}.get(word, lambda word=word: word)()
            for word in case.arguments.split()]  # fmt: skip


def assert_keeps_contract(judges: Sequence[Session], text: str, name: str) -> None:
    """The text is what the contract promises."""
    for session in judges:
        judge = session.stream if name.endswith(".jsonl") else session.document
        assert list(judge(name, text.encode())) == [], text


@pytest.mark.parametrize("case", [*cases(GOOD), *cases(BAD)])
def test_a_report_and_its_lines_keep_the_contract(case: Case, small: Path, run: Run, judges: Sequence[Session]) -> None:
    prepare(case.prepare, small, run)
    command, dashes, program = " ".join(words_of(case, run)).partition(" -- ")
    program_words = ["--", *program.split()] if dashes else []
    outcome = run(*command.split(), "--format", "json", "-o", "jsonl=report.jsonl", *program_words)
    assert_keeps_contract(judges, outcome.out, "report.json")
    assert_keeps_contract(judges, (small / "report.jsonl").read_text("utf-8"), "report.jsonl")
    report = json.loads(outcome.out)
    assert (outcome.code, report["exit_code"]) == (case.code, case.code), outcome.out + outcome.err
    assert report["command"] == case.arguments.split()[0]


def test_a_report_in_a_file_is_the_one_on_stdout(small: Path, run: Run) -> None:
    outcome = run("list", "-o", "json=a.json", "-o", "jsonl=b/c.jsonl")
    assert outcome.out == run("list").out
    assert (small / "a.json").read_text() == run("list", "--format", "json").out
    assert (small / "b/c.jsonl").read_text() == run("list", "--format", "jsonl").out


def test_a_word_that_is_no_command_keeps_the_contract(small: Path, run: Run, judges: Sequence[Session]) -> None:
    outcome = run("chek", "--format", "json")
    assert_keeps_contract(judges, outcome.out, "report.json")
    assert json.loads(outcome.out)["command"] == ""


def test_a_bug_keeps_the_contract(
    small: Path, run: Run, judges: Sequence[Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accordant.cli.list_._data", lambda registry: registry.nothing)
    outcome = run("list", "--format", "json")
    assert outcome.code == 70
    assert_keeps_contract(judges, outcome.out, "report.json")


def test_every_command_has_cases_with_good_and_with_bad_input() -> None:
    names = {command.name for command in COMMANDS}
    assert set(GOOD) == names
    assert set(BAD) == names


def test_a_report_that_does_not_keep_the_contract_is_noticed(small: Path, run: Run, judges: Sequence[Session]) -> None:
    report = json.loads(run("list", "--format", "json").out)
    report["data"]["contracts"][0]["colour"] = "red"
    _, as_producer = judges
    found = list(as_producer.document("report.json", json.dumps(report).encode()))
    assert "field-unknown" in {finding.rule for finding in found if finding.severity == "error"}
    assert list(as_producer.document("report.json", run("list", "--format", "json").out.encode())) == []
