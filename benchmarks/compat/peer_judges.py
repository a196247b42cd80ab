"""What other tools answer, as judges for the public corpora: `measure.py --call peer_judges:NAME --no-verify`.

Install the peer first: `jsonschema-rs`, `jsoncompat` (0.5 needs Python 3.12) and `jsonsubschema` with pip,
`json-schema-diff` with npm in a folder that the environment variable PEERS_NODE names. A peer's exception is left
to the harness, which counts a crash; an answer of "I do not know" is undecided.
"""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from functools import cache
from typing import Any


@dataclass
class Answer:
    """What the harness reads."""

    verdict: str
    witness: Any = None


def _sides(old: Any, new: Any, direction: str) -> tuple[Any, Any]:
    """Writer and reader."""
    return (new, old) if direction == "output" else (old, new)


def jsonschema_rs(old: Any, new: Any, *, direction: str) -> Answer:
    """`covers` of the canonical algebra, then what is left of the writer without the reader."""
    import jsonschema_rs as rs
    from jsonschema_rs.canonical import Containment, Satisfiability

    try:
        writer, reader = (
            rs.canonicalize(side, offline=True, validate_formats=False) for side in _sides(old, new, direction)
        )
        answer = reader.covers(writer)
        if answer in (Containment.YES, Containment.NO):
            return Answer("compatible" if answer == Containment.YES else "breaking")
        rest = writer.subtract(reader).satisfiability()
    except Exception:  # it refuses: two drafts, remote references, raw operands
        return Answer("undecided")
    return Answer({Satisfiability.NO: "compatible", Satisfiability.YES: "breaking"}.get(rest, "undecided"))


def jsoncompat(old: Any, new: Any, *, direction: str) -> Answer:
    """`analyze_compat`; a serializer writes output, a deserializer reads input."""
    from jsoncompat import analyze_compat

    role = "serializer" if direction == "output" else "deserializer"
    try:
        answer = analyze_compat(json.dumps(old), json.dumps(new), role)
    except ValueError:  # it refuses every draft but 2020-12
        return Answer("undecided")
    verdicts = {"compatible": "compatible", "incompatible": "breaking"}
    return Answer(verdicts.get(answer["status"], "undecided"), answer.get("counterexample"))


def jsonsubschema(old: Any, new: Any, *, direction: str) -> Answer:
    """`isSubschema`, which answers yes or no only."""
    from jsonsubschema import isSubschema

    writer, reader = _sides(old, new, direction)
    return Answer("compatible" if isSubschema(writer, reader) else "breaking")


_NODE = """
const { diffSchemas } = require("json-schema-diff");
require("readline").createInterface({ input: process.stdin }).on("line", async line => {
  const [sourceSchema, destinationSchema] = JSON.parse(line);
  try {
    const answer = await diffSchemas({ sourceSchema, destinationSchema });
    console.log(JSON.stringify({ added: answer.additionsFound }));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error).slice(0, 200) }));
  }
});
"""


@cache
def _node() -> subprocess.Popen[str]:
    return subprocess.Popen(
        ["setpriv", "--pdeathsig", "KILL", "node", "-e", _NODE],
        cwd=os.environ["PEERS_NODE"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def json_schema_diff(old: Any, new: Any, *, direction: str) -> Answer:
    """Whether the writer's schema adds documents to the reader's."""
    writer, reader = _sides(old, new, direction)
    node = _node()
    assert node.stdin is not None
    assert node.stdout is not None
    node.stdin.write(json.dumps([reader, writer]) + "\n")
    node.stdin.flush()
    answer = json.loads(node.stdout.readline())
    if "error" in answer:
        raise RuntimeError(answer["error"])
    return Answer("breaking" if answer["added"] else "compatible")
