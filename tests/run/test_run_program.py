"""Programs are bounded in time and output, and nothing of them stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from accordant.errors import InputError
from accordant.run import Conversation, Ended, Limits, Program, Stopped, run_program
from accordant.run.capture import Reading
from tests.conftest import PROJECT

QUICK = Limits(seconds=10)


def run_python(source: str, limits: Limits = QUICK, **more: object) -> Ended:
    return run_program(Program((sys.executable, "-c", source), **more), limits)  # type: ignore[arg-type]


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def own_zombies() -> list[str]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text("utf-8", "replace").rpartition(")")[2].split()[:2]
        except (OSError, ValueError):
            continue
        if parent == str(os.getpid()) and state == "Z":
            found.append(stat.parent.name)
    return found


def test_a_program_gets_its_input_and_its_outputs_are_kept_apart() -> None:
    ended = run_python(
        "import os, sys; print(sys.stdin.read(), os.environ['COLOUR']); print('e', file=sys.stderr); sys.exit(3)",
        stdin=b"abc",
        environment={"COLOUR": "red"},
    )
    assert (ended.exit_code, ended.stdout, ended.stderr) == (3, b"abc red\n", b"e\n")
    assert (ended.stopped, ended.signal, ended.left_running) == (Stopped.NOT, "", 0)


def test_large_input_and_output_pass_at_the_same_time() -> None:
    data = bytes(range(256)) * 20_000
    ended = run_python("import sys, shutil; shutil.copyfileobj(sys.stdin.buffer, sys.stdout.buffer)", stdin=data)
    assert ended.stdout == data


def test_a_program_that_reads_no_input_is_no_error() -> None:
    assert run_python("print(1)", stdin=b"x" * 1_000_000).stdout == b"1\n"


def test_a_program_that_never_ends_is_ended_in_time() -> None:
    source = """import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print('a', flush=True)
time.sleep(20)
print('its own end', flush=True)"""
    ended = run_python(source, Limits(seconds=0.5))
    assert (ended.stopped, ended.stdout, ended.exit_code) == (Stopped.TIME, b"a\n", None)


def test_a_program_that_writes_without_end_is_ended_at_the_bound() -> None:
    ended = run_python("import os\nwhile True: os.write(1, b'x' * 65536)", Limits(seconds=20, output_bytes=1_000_000))
    assert (ended.stopped, len(ended.stdout)) == (Stopped.OUTPUT, 1_000_000)


def test_standard_error_without_end_is_read_and_dropped() -> None:
    ended = run_python("import os\nfor _ in range(100): os.write(2, b'x' * 65536)", Limits(error_bytes=1000))
    assert (ended.stopped, len(ended.stderr), ended.exit_code) == (Stopped.NOT, 1000, 0)


def test_a_file_without_end_stops_at_the_bound(tmp_path: Path) -> None:
    source = "f = open('big', 'wb', 0)\nwhile True: f.write(b'x' * 65536)"
    ended = run_python(source, Limits(seconds=20, file_bytes=300_000), folder=str(tmp_path))
    assert ended.exit_code != 0
    assert (tmp_path / "big").stat().st_size <= 300_000


def test_a_program_that_closes_its_output_early_is_waited_for() -> None:
    ended = run_python("import os, time; os.write(1, b'a'); os.close(1); time.sleep(0.3); os._exit(4)")
    assert (ended.exit_code, ended.stdout) == (4, b"a")


def test_a_signal_is_named() -> None:
    ended = run_python("import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    assert (ended.exit_code, ended.signal) == (None, "SIGKILL")


FORKS = """
import os, sys, time
said, say = os.pipe()
for kind in ("group", "session"):
    if os.fork() == 0:
        if kind == "session":
            os.setsid()
            if os.fork():
                os._exit(0)
        os.write(1, b"%d\\n" % os.getpid())  # at once: print writes the line feed by itself
        os.write(say, b".")
        time.sleep(60)
os.read(said, 1), os.read(said, 1)
time.sleep(0.3)
"""


def test_children_are_ended_those_too_that_left_the_group() -> None:
    ended = run_python(FORKS)
    processes = [int(word) for word in ended.stdout.split()]
    assert len(processes) == 2
    assert ended.left_running == 2
    assert not any(is_running(process) for process in processes)
    assert own_zombies() == []


def test_children_of_a_program_that_never_ends_are_ended_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its time is up once both children are there, however long that takes."""
    exceeded = Reading.exceeded

    def when_all_run(self: Reading, deadline: float) -> Stopped:
        return exceeded(self, 0.0 if self.stdout.count(b"\n") == 2 else deadline)

    monkeypatch.setattr(Reading, "exceeded", when_all_run)
    ended = run_python(FORKS.replace("time.sleep(0.3)", "time.sleep(60)"), Limits(seconds=50))
    processes = [int(word) for word in ended.stdout.split()]
    assert (len(processes), ended.stopped) == (2, Stopped.TIME)
    assert not any(is_running(process) for process in processes)
    assert own_zombies() == []


ORPHAN = "import os, time\nif os.fork() == 0:\n    time.sleep(0.5)\n    os._exit(0)"


def orphans_come_here() -> bool:
    """Whether the child of a child that ended, started beside the tool, becomes one of this process."""
    subprocess.run([sys.executable, "-c", ORPHAN], check=True)
    time.sleep(1)
    return own_zombies() != []


def test_orphans_of_other_programs_are_not_adopted_afterwards() -> None:
    run_python("pass")
    with pytest.raises(InputError):
        run_program(Program(("/nowhere/at-all",)), QUICK)
    with Conversation(Program((sys.executable, "-c", STAYS)), QUICK) as conversation:
        run_python("pass")
        assert conversation.ask(b"a") == b"0 a"
    assert not orphans_come_here()


def test_a_terminal_is_one_and_changes_no_byte() -> None:
    source = "import sys; print(sys.stdout.isatty(), sys.stderr.isatty()); sys.stdout.write('x' * 100_000)"
    assert run_python(source, terminal=True).stdout == b"True False\n" + b"x" * 100_000
    assert run_python(source).stdout.startswith(b"False False\n")


def test_a_program_that_is_not_there_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        run_program(Program(("/nowhere/at-all",)), QUICK)
    assert caught.value.rule == "program-unusable"


def test_no_shell_reads_the_words() -> None:
    ended = run_program(Program((sys.executable, "-c", "import sys; print(sys.argv[1:])", "$HOME; echo", "a b")), QUICK)
    assert ended.stdout == b"['$HOME; echo', 'a b']\n"


STAYS = "import sys\nfor n, line in enumerate(sys.stdin): print(n, line.strip(), flush=True)"


def test_a_conversation_asks_one_process_again_and_again() -> None:
    with Conversation(Program((sys.executable, "-c", STAYS)), QUICK) as conversation:
        assert [conversation.ask(word) for word in (b"a", b"b", b"c")] == [b"0 a", b"1 b", b"2 c"]
    assert own_zombies() == []


@pytest.mark.parametrize("source", ["import sys; sys.exit(3)", "import time; time.sleep(60)"])
def test_a_conversation_without_an_answer_is_an_error(source: str) -> None:
    program = Program((sys.executable, "-c", source))
    with Conversation(program, Limits(seconds=1)) as conversation, pytest.raises(InputError) as caught:
        conversation.ask(b"a")
    assert caught.value.rule == "program-failed"


WAITS = "import os, time; open('started', 'w').write(str(os.getpid())); time.sleep(60)"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
def test_the_program_ends_with_the_command_that_runs_it(number: signal.Signals, tmp_path: Path) -> None:
    words = ["conform", "cobre/v1", "--registry", "bundled", "--", sys.executable, "-c", WAITS]
    environment = {**os.environ, "PYTHONPATH": str(PROJECT / "generators")}
    asked = [sys.executable, "-m", "accordant", *words]
    command = subprocess.Popen(asked, cwd=tmp_path, env=environment, preexec_fn=heed_interrupts)
    started = tmp_path / "started"
    wait_until(lambda: started.exists() and started.read_text("utf-8") != "")
    program = int(started.read_text("utf-8"))
    command.send_signal(number)
    code = command.wait()
    assert code == (-number if number is signal.SIGKILL else 130)
    wait_until(lambda: not is_running(program) or is_zombie(program))


def heed_interrupts() -> None:
    """Take SIGINT as at a terminal: what is started in the background may have been told to ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_until(holds: Callable[[], bool]) -> None:
    while not holds():  # a hang is ended with the test
        time.sleep(0.02)


def is_zombie(process: int) -> bool:
    """Whether a process has ended, though nobody may have asked for its end yet."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text("utf-8", "replace")
    except OSError:
        return True
    return stat.rpartition(")")[2].split()[0] == "Z"
