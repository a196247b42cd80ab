"""The rules for programs that are run: how they end, what they print in which mode, and what they must not change."""

from __future__ import annotations

from typing import Final

from accordant.findings import Rule, Severity

TOO_LONG: Final = Rule(
    "program-too-slow",
    Severity.ERROR,
    "The program did not end in the time that it had.",
    "Whoever waits for it waits for ever.",
    "Make the program end, or allow more time with --seconds.",
    "a program that waits for an answer on its standard input",
    "the same program, told what to do by its arguments",
)
TOO_MUCH: Final = Rule(
    "output-too-long",
    Severity.ERROR,
    "The program wrote more to standard output than it may, and was ended.",
    "Readers have a bound, too, and what comes after it is not judged.",
    "Write less, or allow more with --max-output.",
    "a program that prints in a loop without end",
    "a program that prints its document and ends",
)
KILLED: Final = Rule(
    "program-killed",
    Severity.ERROR,
    "A signal ended the program.",
    "A program that crashes has no exit code of its own, and its output may be half of what it had to say.",
    "Find the crash; catch the error and answer with a failure of the contract.",
    "the process ends with SIGSEGV",
    "the process ends with an exit code of the contract",
)
LEFT_RUNNING: Final = Rule(
    "processes-left",
    Severity.WARNING,
    "The program has ended, and processes that it started still ran.",
    "They may write into output that somebody else reads by then.",
    "Wait for the processes before the program ends.",
    "sh -c 'sleep 60 &'",
    "sh -c 'sleep 1 & wait'",
)
OUTPUT_MISSING: Final = Rule(
    "output-missing",
    Severity.ERROR,
    "Standard output is empty where a document or a stream is due.",
    "A reader gets nothing, and cannot tell a failure from a success.",
    "Write the document on every way out, on failures too.",
    "a program that prints its error to standard error alone",
    "a program that prints a failed envelope to standard output",
)
OUTPUT_UNEXPECTED: Final = Rule(
    "output-unexpected",
    Severity.ERROR,
    "The program printed something where the mode promises silence.",
    "Scripts that asked for silence take whatever comes as a sign that something is wrong.",
    "Print nothing to standard output in this mode.",
    "--quiet prints 'done'",
    "--quiet prints nothing",
)
EXIT_UNEXPECTED: Final = Rule(
    "exit-code-unexpected",
    Severity.ERROR,
    "The case of the suite expects another exit code.",
    "The case says what callers were promised for this call.",
    "Correct the program; if it is right, correct the case.",
    "exit-code = 3 in the case, and the process ends with 0",
    "exit-code = 3 in the case, and the process ends with 3",
)
DIFFERS: Final = Rule(
    "output-differs",
    Severity.ERROR,
    "Two runs of the same call printed different things, besides what may vary.",
    "Tests, caches and reviews compare outputs byte by byte.",
    "Sort what has no order, leave out clocks and random values, or declare the field as computed from the clock.",
    "two runs list the same files in different orders",
    "two runs print the same bytes",
)
TERMINAL_DIFFERS: Final = Rule(
    "terminal-differs",
    Severity.ERROR,
    "The program prints something else when standard output is a terminal.",
    "What a person sees is then not what a pipe gets.",
    "Let the flags alone decide about the format, colours included.",
    "colours in JSON on a terminal",
    "the same bytes in a pipe and on a terminal",
)
MODE_BROKEN: Final = Rule(
    "mode-broken",
    Severity.ERROR,
    "The output is not what the contract says about the flags that were given.",
    "Callers give the flag because of what it promises.",
    "Print what the mode states; the page of the version lists the modes.",
    "--no-progress, and the stream has progress lines",
    "--no-progress, and the stream has none",
)
EXPECTATION_MISSED: Final = Rule(
    "expectation-missed",
    Severity.ERROR,
    "A condition of the case does not hold for the output.",
    "The case says what callers were promised for this call.",
    "Correct the program; if it is right, correct the case.",
    '{at = "/error/code", is = "NOT_FOUND"}, and the document has OTHER there',
    "the document has NOT_FOUND there",
)
FOLDER_CHANGED: Final = Rule(
    "folder-changed",
    Severity.ERROR,
    "The program changed files where it had to leave them as they were.",
    "A call that only asks must not write.",
    "Write only after the confirmation, and only where the call says so.",
    "deploy --json without --yes writes a file",
    "deploy --json without --yes answers E_CONFIRM_REQUIRED and writes nothing",
)
STDERR_UNEXPECTED: Final = Rule(
    "stderr-unexpected",
    Severity.ERROR,
    "The program wrote to standard error where the case expects silence.",
    "Schedulers send mail about every line.",
    "Write nothing there on success, or take the expectation out of the case.",
    'stderr = "nothing", and the program logs a line',
    "the program logs nothing",
)
PATH_UNTRIED: Final = Rule(
    "path-untried",
    Severity.WARNING,
    "No case of the suite ends in a way that the contract asks to be proved.",
    "The ways that nobody tries are those that break.",
    "Add a case whose call ends that way.",
    "a suite without a call that fails",
    "a suite with one case for each way",
)

RULES: Final = (
    TOO_LONG,
    TOO_MUCH,
    KILLED,
    OUTPUT_MISSING,
    OUTPUT_UNEXPECTED,
    EXIT_UNEXPECTED,
    MODE_BROKEN,
    EXPECTATION_MISSED,
    DIFFERS,
    TERMINAL_DIFFERS,
    FOLDER_CHANGED,
    STDERR_UNEXPECTED,
    LEFT_RUNNING,
    PATH_UNTRIED,
)
