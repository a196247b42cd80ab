"""`registry conform` finds every fault of a program once, and nothing in a good one."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from accordant.conform.run_sentences import MOST_FOUND, quote_stderr
from accordant.errors import InputError
from accordant.run import Ended, Limits, Program, run_program
from tests.conftest import PROJECT, Outcome

PROGRAMS = Path(__file__).parent / "programs"
SOLVER = (sys.executable, str(PROGRAMS / "solver.py"))
ENVELOPE = (sys.executable, str(PROGRAMS / "envelope.py"))
CHECKER = (sys.executable, str(PROGRAMS / "checker.py"))
Run = Callable[..., Outcome]


def rules_of(outcome: Outcome) -> list[str]:
    """The rules of the errors and warnings of a JSON report."""
    report = json.loads(outcome.out)
    assert report["error"] is None, report["error"]
    assert outcome.code == int(any(finding["severity"] == "error" for finding in report["findings"]))
    return [finding["rule"] for finding in report["findings"]]


def conform(run: Run, contract: str, *options: str, program: tuple[str, ...], arguments: str = "") -> list[str]:
    words = (*options, "--registry", "bundled", "--format", "json", "--", *program, *arguments.split())
    return rules_of(run("conform", contract, *words))


@pytest.mark.parametrize("arguments", ["run one", "validate one", "validate broken"])
def test_a_good_program_passes_in_every_mode(arguments: str, run: Run) -> None:
    assert conform(run, "cobre/v1", "--modes", "--runs", "2", program=SOLVER, arguments=arguments) == []


FAULTS = [
    ("validate one --output-format json", "unknown-field", ["field-unknown"]),
    ("validate one --output-format json", "type", ["refused-by-schema"]),
    ("validate one --output-format json", "document-disagrees", ["exit-code-differs"] * 2),
    ("validate one --output-format json", "exit-unknown", ["exit-code-unknown", *["exit-code-differs"] * 2]),
    ("validate one --output-format json", "exit-disagrees", ["exit-code-differs"] * 2),
    ("validate one --output-format json", "silent", ["output-missing"]),
    ("validate one --output-format json", "text-before", ["not-json"]),
    ("validate one --output-format json", "text-after", ["not-json"]),
    ("validate one --output-format json", "half", ["not-json"]),
    ("validate one --output-format json", "terminal", ["terminal-differs"]),
    ("validate one --output-format json", "crash", ["program-killed"]),
    ("validate one --output-format json", "kill", ["program-killed"]),
    ("validate one --output-format json", "forks", ["processes-left"]),
    ("validate one --output-format json", "forks-away", ["processes-left"]),
    ("validate one --output-format json", "closes-stdout", []),
    ("validate one --output-format json", "stderr-between", []),
    ("validate one --output-format json --quiet", "quiet-talks", ["output-unexpected"]),
    ("run one --output-format json-lines", "order", ["stream-order"]),
    ("run one --output-format json-lines --no-progress", "progress-stays", ["mode-broken"]),
]


@pytest.mark.parametrize(("arguments", "fault", "expected"), FAULTS, ids=[fault for _, fault, _ in FAULTS])
def test_every_fault_of_a_program_is_found(arguments: str, fault: str, expected: list[str], run: Run) -> None:
    found = conform(run, "cobre/v1", program=SOLVER, arguments=f"{arguments} --fault {fault}")
    found = ["not-json" if rule == "extra-data" else rule for rule in found]  # text after a document
    assert sorted(found) == sorted(expected)


def test_a_program_that_never_ends_is_a_finding_and_its_document_is_still_judged(run: Run) -> None:
    arguments = "validate one --output-format json --fault never-ends"
    assert conform(run, "cobre/v1", "--seconds", "1", program=SOLVER, arguments=arguments) == ["program-too-slow"]


@pytest.mark.parametrize(
    ("after", "rule", "said"),
    [
        ("sys.exit(os.isatty(1))", "terminal-differs", "the program ended with 0 in a pipe, and with 1 on a terminal"),
        ("time.sleep(60 * os.isatty(1))", "program-too-slow", "on a terminal the program was ended after 1 s"),
        ("os.isatty(1) and os.kill(os.getpid(), 9)", "program-killed", "on a terminal SIGKILL ended the program"),
    ],
)
def test_a_program_that_ends_otherwise_on_a_terminal_is_a_finding(after: str, rule: str, said: str, run: Run) -> None:
    options = ("--terminal", "--seconds", "1", "--registry", "bundled", "--format", "json")
    [found] = json.loads(run("conform", "cobre/v1", *options, "--", *printing(RUN, after)).out)["findings"]
    assert (found["rule"], found["message"]) == (rule, said)


def test_a_folder_that_nobody_looked_at_is_said(run: Run, tmp_path: Path) -> None:
    call = ("--registry", "bundled", "--", "true", "deploy", "--apply", "--json")
    (skipped,) = [line for line in run("conform", "agentpack/v1", *call).out.splitlines() if line.startswith("skip")]
    assert "nothing may be written, and nobody looked" in skipped
    assert "skip" not in run("conform", "agentpack/v1", "--folder", str(tmp_path), *call).out


def test_a_contract_that_is_not_of_its_format_judges_no_program(bundled_copy: Path, run: Run) -> None:
    file = bundled_copy / "cobre/contract.toml"
    file.write_text(file.read_text("utf-8").replace("same-on-terminal = true", "same-on-terminals = true", 1), "utf-8")
    outcome = run("conform", "cobre/v1", "--", *printing(RUN))
    assert outcome.code == 2
    assert "same-on-terminals" in outcome.err


def test_output_without_end_is_a_finding(run: Run) -> None:
    arguments = "validate one --output-format json --fault endless-output"
    assert conform(run, "cobre/v1", "--max-output", "1", program=SOLVER, arguments=arguments) == ["output-too-long"]


def printing(text: bytes, after: str = "") -> tuple[str, ...]:
    """A program that prints some bytes, and then does something."""
    return (sys.executable, "-c", f"import os, sys, time\nout = os.write\nout(1, {text!r})\n{after}")


RUN = (PROJECT / "registry/cobre/v1/examples/valid/run/training-only.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (printing(RUN), []),
        (printing(RUN.removesuffix(b"\n")), ["no-final-newline"]),
        (printing(b"10 %\r20 %\r" + RUN), ["not-json"]),
        (printing(RUN + b"late\n"), ["not-json"]),
    ],
    ids=["whole", "without the last line end", "text before CR", "text behind it"],
)
def test_the_bytes_of_a_stream_are_judged_as_they_were_printed(
    program: tuple[str, ...], expected: list[str], run: Run
) -> None:
    found = conform(run, "cobre/v1", program=program)
    assert [rule.replace("glued-output", "not-json") for rule in found] == expected


def test_what_a_program_printed_before_its_output_was_too_long_is_judged(run: Run) -> None:
    started, progress, *_ = RUN.splitlines(keepends=True)
    program = printing(started, f"while out(1, {progress * 100!r}): pass")
    options = ("--max-output", "2", "--registry", "bundled", "--format", "json")
    report = json.loads(run("conform", "cobre/v1", *options, "--", *program).out)
    rules = [finding["rule"] for finding in report["findings"]]
    assert rules[:2] == ["output-too-long", "contract-rule"]  # the iteration does not go up
    assert len(rules) == MOST_FOUND + 2  # the length, and that there are more
    assert "more findings; the first 1,000 are told" in report["findings"][-1]["message"]


@pytest.mark.parametrize("after", ["os.close(1); time.sleep(0.2)", "sys.exit(0)"])
def test_a_stream_that_a_program_left_unfinished_is_no_pass(after: str, run: Run) -> None:
    program = printing(b"".join(RUN.splitlines(keepends=True)[:2]), after)
    outcome = run("conform", "cobre/v1", "--registry", "bundled", "--", *program)
    assert (outcome.code, "undecided stream-interrupted" in outcome.out) == (3, True)
    assert "\n0 of 1 case keeps cobre/v1\n" in outcome.out


def test_two_runs_that_differ_are_a_finding_with_both_values(run: Run) -> None:
    options = ("--registry", "bundled", "--runs", "2", "--format", "json")
    words = ["validate", "one", "--output-format", "json", "--fault", "random"]
    report = json.loads(run("conform", "cobre/v1", *options, "--", *SOLVER, *words).out)
    (finding,) = report["findings"]
    assert (finding["rule"], finding["place"]["pointer"]) == ("output-differs", "/cobre_version")
    assert finding["evidence"]["old"] != finding["evidence"]["new"]
    assert run("conform", "cobre/v1", "--volatile", "/cobre_version", *options, "--", *SOLVER, *words).code == 0


def test_a_mutating_command_asks_before_it_writes(run: Run, needs: Callable[[str], str], tmp_path: Path) -> None:
    packer = (needs("node"), str(PROGRAMS / "packer.mjs"))
    options = ("--modes", "--folder", str(tmp_path))
    assert conform(run, "agentpack", *options, program=packer, arguments="deploy --apply") == []
    assert conform(run, "agentpack", "--modes", program=packer, arguments="status") == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("deploy --apply --fault writes-unasked", {"folder-changed"}),
        ("deploy --apply --fault asks-nothing", {"mode-broken"}),
        ("deploy --apply --fault wrong-code", {"mode-broken"}),
        ("deploy --apply --fault always-zero", {"exit-code-differs"}),
        ("status --fault total-missing", {"mode-broken"}),
        ("status --fault total-unasked", {"mode-broken"}),
    ],
)
def test_faults_of_a_mutating_program_are_found(
    arguments: str, expected: set[str], run: Run, needs: Callable[[str], str], tmp_path: Path
) -> None:
    packer = (needs("node"), str(PROGRAMS / "packer.mjs"))
    found = conform(run, "agentpack", "--modes", "--folder", str(tmp_path), program=packer, arguments=arguments)
    assert set(found) == expected


def test_a_program_with_a_random_run_id_is_the_same_twice(run: Run) -> None:
    options = ("--runs", "3", "--modes")
    assert conform(run, "meminit", *options, program=CHECKER, arguments="check") == []
    assert (
        conform(run, "meminit", "--modes", program=CHECKER, arguments="check --fault timestamp") == ["mode-broken"] * 5
    )
    assert set(conform(run, "meminit", *options, program=CHECKER, arguments="check --fault unstable")) == {
        "output-differs"
    }


@pytest.mark.parametrize("way", ["success", "failure", "truncation", "cache-hit", "redirect"])
def test_every_way_to_end_agrees_with_its_exit_code(way: str, run: Run) -> None:
    assert conform(run, "response-envelope", "--runs", "2", program=ENVELOPE, arguments=way) == []


@pytest.mark.parametrize(
    ("way", "rules"),
    [("redirect-at-12", ["contract-rule", "exit-code-differs"]), ("ok-with-failing-exit", ["contract-rule"] * 2)],
)
def test_a_document_that_disagrees_with_the_exit_code_is_found(way: str, rules: list[str], run: Run) -> None:
    assert conform(run, "response-envelope", program=ENVELOPE, arguments=way) == rules


SUITE = """
contract = "response-envelope/v1"
runs = 2

[[cases]]
name = "it works"
arguments = ["success"]
expect = { exit-code = 0, requires = [{ at = "/data/id", is = 1 }] }

[[cases]]
name = "it fails"
arguments = ["failure"]
folder = ""
expect = { exit-code = [3, 8], folder = "unchanged", stderr = "nothing", omits = ["token"] }

[[cases]]
name = "later"
skip = "not written yet"
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    path = tmp_path / "suite.toml"
    path.write_text(SUITE, "utf-8")
    return path


def test_a_suite_says_which_ways_to_end_nobody_tries(suite: Path, run: Run) -> None:
    words = ("--suite", str(suite), "--registry", "bundled")
    report = json.loads(run("conform", *words, "--format", "json", "--", *ENVELOPE).out)
    assert [finding["rule"] for finding in report["findings"]] == ["path-untried"] * 3
    assert [case["name"] for case in report["data"]["cases"]] == ["it works", "it fails"]
    assert report["data"]["skipped"] == [{"name": "later", "reason": "not written yet"}]


def test_a_suite_reports_like_a_test_runner(suite: Path, run: Run) -> None:
    suite.write_text(SUITE.replace("is = 1", "is = 2").replace("[3, 8]", "3"), "utf-8")
    words = ("--suite", str(suite), "--registry", "bundled")
    outcome = run("conform", *words, "--format", "junit", "--", *ENVELOPE)
    tests = ElementTree.fromstring(outcome.out).findall(".//testcase")
    by_name = {test.get("name"): [child.tag for child in test] for test in tests}
    assert by_name["it works"] == by_name["it fails"] == ["failure"]
    assert by_name["later"] == ["skipped"]
    text = run("conform", *words, "--", *ENVELOPE)
    assert text.code == 1
    assert "FAIL  it works" in text.out
    assert "suite.toml:5:1: error expectation-missed" in text.out
    assert "0 of 2 cases keep response-envelope/v1" in text.out
    assert "::error file=" in run("conform", *words, "--format", "github", "--", *ENVELOPE).out


def test_cases_that_pass_are_tests_too(suite: Path, run: Run) -> None:
    outcome = run("conform", "--suite", str(suite), "--registry", "bundled", "--format", "junit", "--", *ENVELOPE)
    suites = ElementTree.fromstring(outcome.out)
    assert (suites.get("failures"), suites.get("skipped")) == ("0", "1")
    assert [test.get("name") for test in suites.findall(".//testcase")][:3] == ["it works", "it fails", "later"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "it works"', 'name = "it fails"', "two cases are called"),
        ('folder = "unchanged"', 'folder = "changed"', "/cases/1/expect/folder"),
        ("exit-code = 0", "exit-code = 256", "256"),
        ('arguments = ["success"]', 'argument = ["success"]', "argument"),
        ("runs = 2", "runs = ", "suite.toml:3"),
        ('folder = ""', 'folder = "nowhere"', "nowhere"),
    ],
)
def test_a_suite_that_is_none_is_refused_with_its_place(old: str, new: str, said: str, suite: Path, run: Run) -> None:
    assert old in SUITE
    suite.write_text(SUITE.replace(old, new), "utf-8")
    outcome = run("conform", "--suite", str(suite), "--registry", "bundled", "--", *ENVELOPE)
    assert outcome.code == 2
    assert said in outcome.err


@pytest.mark.parametrize(
    "words",
    [("cobre/v1",), ("cobre/v1", "--"), ("--", "true"), ("cobre/v7", "--", "true"), ("cobre", "--", "/no/such")],
)
def test_what_cannot_be_run_is_refused(words: tuple[str, ...], run: Run) -> None:
    assert run("conform", "--registry", "bundled", *words).code == 2


@pytest.mark.parametrize(
    ("expect", "rule"),
    [
        ("exit-code = 4", "exit-code-unexpected"),
        ('stderr = "nothing"', "stderr-unexpected"),
        ('prints = "nothing"', "output-unexpected"),
        ('requires = [{ at = "/summary/error_count", min = 1 }]', "expectation-missed"),
        ('omits = ["summary"]', "expectation-missed"),
        ('schema = "validate-data"', "refused-by-schema"),
        ("exit-code = [0, 3]", ""),
        ('requires = [{ at = "/errors", not-empty = false }, { at = "exit-code", is = 0 }]', ""),
    ],
)
def test_each_expectation_of_a_case_is_held(expect: str, rule: str, run: Run, tmp_path: Path) -> None:
    suite = tmp_path / "suite.toml"
    case = f'name = "one"\narguments = ["validate", "one", "--output-format", "json"]\nexpect = {{ {expect} }}\n'
    suite.write_text(f'contract = "cobre/v1"\n[[cases]]\n{case}', "utf-8")
    outcome = run("conform", "--suite", str(suite), "--registry", "bundled", "--format", "json", "--", *SOLVER)
    assert (rules_of(outcome)[:1] or [""]) == [rule]


def test_the_program_finds_its_folder_and_leaves_the_fixture_alone(run: Run, tmp_path: Path) -> None:
    (tmp_path / "fixture").mkdir()
    (tmp_path / "fixture" / "a.txt").write_text("a", "utf-8")
    works = "print(os.listdir('.'), os.path.samefile('.', sys.argv[1]), file=sys.stderr)"
    source = f"import os, sys; {works}; open('b', 'w'); os.remove('a.txt')"
    options = ("--folder", str(tmp_path / "fixture"), "--registry", "bundled", "--format", "json")
    outcome = run("conform", "meminit", *options, "--", sys.executable, "-c", source, "{folder}")
    (case,) = json.loads(outcome.out)["data"]["cases"]
    assert case["stderr"] == "['a.txt'] True\n"
    assert [path.name for path in (tmp_path / "fixture").iterdir()] == ["a.txt"]


@pytest.mark.parametrize(
    "line",
    ['folder = "../outside"', 'folder = "/etc"', 'folder = "link"', 'stdin-file = "../outside/secret"',
     'stdin-file = "/etc/passwd"', 'stdin-file = "link/secret"', 'stdin-file = "nothing"'],
)  # fmt: skip
def test_a_suite_names_nothing_outside_of_its_folder(line: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/secret").write_text("secret", "utf-8")
    folder = tmp_path / "suite"
    folder.mkdir()
    (folder / "link").symlink_to(tmp_path / "outside")
    (folder / "suite.toml").write_text(f'contract = "cobre/v1"\n[[cases]]\nname = "one"\n{line}\n', "utf-8")
    source = "import sys; sys.stdout.write(sys.stdin.read())"
    words = ("conform", "--suite", str(folder / "suite.toml"), "--registry", "bundled")
    outcome = run(*words, "--", sys.executable, "-c", source)
    assert outcome.code == 2
    assert "secret" not in outcome.out


def test_a_file_beside_the_suite_is_standard_input(run: Run, tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_text("hello", "utf-8")
    case = '[[cases]]\nname = "one"\nstdin-file = "input.txt"\nexpect = { prints = "text", exit-code = 5 }\n'
    (tmp_path / "suite.toml").write_text(f'contract = "cobre/v1"\n{case}', "utf-8")
    source = "import sys; sys.exit(len(sys.stdin.read()))"
    words = ("conform", "--suite", str(tmp_path / "suite.toml"), "--registry", "bundled")
    assert run(*words, "--", sys.executable, "-c", source).code == 0


def test_modes_that_cannot_be_tried_are_named(run: Run) -> None:
    words = ("conform", "meminit", "--modes", "--registry", "bundled", "--", *CHECKER, "check")
    outcome = run(*words)
    assert outcome.code == 0
    assert "skip  --format json --output PATH: it leaves a value or a command to the caller" in outcome.out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('  File "p.py", line 4\n    raise it\nValueError: not there: HOME\n', "ValueError: not there: HOME"),
        ("file:///p.mjs:3\n\nError: no password\n    at g (p.mjs:3:9)\n\nNode.js v20\n", "Error: no password"),
        ("starting\nfatal: cannot reach db\n", "fatal: cannot reach db"),
    ],
)  # fmt: skip
def test_the_line_of_standard_error_that_says_why_is_quoted_whole(text: str, said: str) -> None:
    assert quote_stderr(Ended(1, b"", text.encode())) == f'; standard error says "{said}"'
    assert quote_stderr(Ended(1, b"", b" \n")) == ""


def test_of_a_file_that_may_not_be_run_the_next_step_says_how_it_may(tmp_path: Path) -> None:
    """The mode is what stops it, and not its name."""
    (tmp_path / "tool").write_text("#!/bin/sh\n")
    (tmp_path / "tool").chmod(0o644)
    with pytest.raises(InputError, match="Permission denied") as caught:
        run_program(Program((str(tmp_path / "tool"),)), Limits())
    assert "chmod +x" in caught.value.next_step
