"""``registry`` as a program for scripts that do not look at how it starts: what it loads, one process has loaded.

Called as a program with the path of a socket, it is that process. Each call that comes in is run by a fork, which has
the arguments, the variables, the folder and the three streams of the caller, and nothing of the calls before it.
"""

from __future__ import annotations

import array
import gc
import importlib
import json
import os
import pkgutil
import select
import shlex
import socket
import sys
import tempfile
import traceback
from functools import cache
from pathlib import Path

CALLER = """
import array, json, os, socket, sys
with socket.socket(socket.AF_UNIX) as server:
    server.connect(sys.argv[1])
    call = json.dumps([sys.argv[2:], dict(os.environ)]).encode()
    given = array.array("i", [0, 1, 2, os.open(".", os.O_RDONLY)])
    server.sendmsg([len(call).to_bytes(8, "big")], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, given)])
    server.sendall(call)
    code = server.recv(1)
    sys.exit(code[0] if code else "the process that runs registry has died")
"""


def registry() -> str:
    """A script of ``sh`` that is the command line under test: by its streams and its exit code it is the same."""
    place = _serving()
    return f'#!/bin/sh\nexec {shlex.join([sys.executable, "-I", "-S", "-c", CALLER, place])} "$@"\n'


@cache
def _serving() -> str:
    """The socket of a process that serves until this one ends."""
    from tests.staying import staying

    place = str(Path(tempfile.mkdtemp(prefix="registry-")) / "socket")
    assert staying(sys.executable, Path(__file__).resolve(), place).ask(None) == "ready"
    return place


def _serve(place: str) -> None:
    """Answer one line of stdin once the socket can be called; go when stdin ends."""
    import accordant

    for module in pkgutil.walk_packages(accordant.__path__, "accordant."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    gc.freeze()  # no fork copies what all of them share
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(place)
        server.listen()
        sys.stdin.readline()
        print(json.dumps("ready"), flush=True)
        while server in select.select([server, sys.stdin], [], [])[0]:
            _answer(server.accept()[0])
    Path(place).unlink()
    Path(place).parent.rmdir()


def _answer(caller: socket.socket) -> None:
    """Run a call to its end, and tell the caller its exit code."""
    with caller:
        length, ((_, _, data), *_), *_ = caller.recvmsg(8, socket.CMSG_SPACE(16))
        given = array.array("i", data)
        with caller.makefile("rb") as stream:
            arguments, environment = json.loads(stream.read(int.from_bytes(length, "big")))
        child = os.fork()
        if child == 0:
            _be(arguments, environment, list(given))
        for descriptor in given:
            os.close(descriptor)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        caller.sendall(bytes([code if code >= 0 else 128 - code]))


def _be(arguments: list[str], environment: dict[str, str], given: list[int]) -> None:
    """Be the program that was called; whatever happens, the process ends here."""
    from accordant.cli import main

    code = 99
    try:
        for number, descriptor in enumerate(given[:3]):
            os.dup2(descriptor, number)
        sys.stdin, sys.stdout = os.fdopen(0, closefd=False), os.fdopen(1, "w", closefd=False)
        sys.stderr = os.fdopen(2, "w", errors="backslashreplace", closefd=False)
        os.fchdir(given[3])
        os.environ.clear()
        os.environ.update(environment)
        sys.argv[1:] = arguments
        code = main()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    _serve(sys.argv[1])
