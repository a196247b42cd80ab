"""An agent that needs two tries: it keeps its sessions in files, and answers the second prompt only where it knows the
first. `--as KIND` chooses how it is asked: told the session, staying, or neither.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

BAD = 'Here it is:\n```json\n{"files": "many", "severity": "critical"}\n```\n'
GOOD = '{"files": 3, "severity": "high"}'


def answer(seen: list[str]) -> str:
    """Bad at first; good where the first prompt is remembered and the second one names the error."""
    if len(seen) == 1:
        return BAD
    knows = "Count the files" in seen[0] and "<output-validation-error>" in seen[-1] and "$.files" in seen[-1]
    return GOOD if knows else '{"files": "still wrong"}'


def stay() -> None:
    seen: list[str] = []
    for line in sys.stdin:
        seen.append(json.loads(line)["prompt"])
        print(json.dumps({"text": answer(seen), "finish_reason": "stop"}), flush=True)


def called_with_session(session: str, folder: str) -> None:
    file = Path(folder) / f"{session}.json"
    seen = json.loads(file.read_text("utf-8")) if file.exists() else []
    seen.append(sys.stdin.read())
    file.write_text(json.dumps(seen), "utf-8")
    print(answer(seen))


def called_with_everything() -> None:
    text = sys.stdin.read()
    first, error, _ = text.partition("<output-validation-error>")
    print(answer([first, text] if error else [text]))


if __name__ == "__main__":
    kind, *more = sys.argv[1:]
    ways: dict[str, Callable[..., None]]
    ways = {"stays": stay, "session": called_with_session, "alone": called_with_everything}
    ways[kind](*more)
