"""Child processes: started without a shell, bounded in time and output, and ended with everything that they started.

    ended = run_program(Program(("mytool", "--json")), Limits(seconds=10))
    ended.exit_code, ended.stdout, ended.stderr

Programs run under Linux and other systems with process groups; under Windows they are refused.
"""

from accordant.run.capture import run_program
from accordant.run.conversation import Conversation
from accordant.run.folders import list_changes, take_snapshot, working_copy
from accordant.run.programs import Ended, Limits, Program, Stopped

__all__ = [
    "Conversation",
    "Ended",
    "Limits",
    "Program",
    "Stopped",
    "list_changes",
    "run_program",
    "take_snapshot",
    "working_copy",
]
