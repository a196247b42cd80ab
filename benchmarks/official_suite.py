"""Asks the engine of `registry validate` every test of the official JSON Schema test suite.

    python benchmarks/official_suite.py SUITE [--optional]

SUITE is a folder with `tests` and `remotes`, such as `json` in the source distribution of jsonschema. Prints a row for
each draft, and every test whose answer is another one than the suite's.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from accordant.schema.dialects import draft_called, in_draft
from accordant.schema.problems import UnusableSchema
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of

DRAFTS: Final = {
    "draft4": "draft-04",
    "draft6": "draft-06",
    "draft7": "draft-07",
    "draft2019-09": "2019-09",
    "draft2020-12": "2020-12",
}
"""The folders of the suite, and the names of their drafts."""

OPTIONAL: Final = ("ecmascript-regex", "non-bmp-regex", "bignum", "float-overflow", "zeroTerminatedFloats")
"""The optional files about what every validator here does; the others are about choices of a validator."""


class Answer(NamedTuple):
    """The answer to one test: None where the engine cannot judge."""

    name: str
    expected: bool
    given: bool | None


def remotes(folder: Path, draft: str) -> dict[str, Any]:
    """The schemas that tests refer to, by address, in the draft of the tests where they declare none."""
    found = {}
    for path in sorted(folder.rglob("*.json")):
        name = path.relative_to(folder).as_posix()
        if not name.startswith("draft") or name.partition("/")[0] == draft:
            schema = json.loads(path.read_text("utf-8"))
            found[f"http://localhost:1234/{name}"] = in_draft(schema, draft_called(DRAFTS[draft]))
    return found


def ask(path: Path, draft: str, others: dict[str, Any]) -> Iterator[Answer]:
    """The answers to the tests of one file."""
    formats = "format" in path.parts
    for group in json.loads(path.read_text("utf-8")):
        schema = in_draft(group["schema"], draft_called(DRAFTS[draft]))
        validator = validator_of(Resources.of(schema, others), formats=formats)
        for test in group["tests"]:
            try:
                given = validator.is_valid(test["data"])
            except UnusableSchema:
                given = None
            yield Answer(f"{path.name}: {group['description']}: {test['description']}", test["valid"], given)


def main() -> None:
    """Ask, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--optional", action="store_true", help="the optional files instead of the required ones")
    arguments = parser.parse_args()
    print("| draft | tests | right | wrong | cannot judge |", "|---|---|---|---|---|", sep="\n")
    missed: list[str] = []
    for draft in DRAFTS:
        folder = arguments.suite / "tests" / draft
        files = (
            [folder / "optional" / f"{name}.json" for name in OPTIONAL] if arguments.optional else folder.glob("*.json")
        )
        others = remotes(arguments.suite / "remotes", draft)
        answers = [answer for path in sorted(files) if path.exists() for answer in ask(path, draft, others)]
        right = [answer for answer in answers if answer.given is answer.expected]
        unjudged = [answer for answer in answers if answer.given is None]
        wrong = len(answers) - len(right) - len(unjudged)
        print(f"| {DRAFTS[draft]} | {len(answers)} | {len(right)} | {wrong} | {len(unjudged)} |")
        missed += [
            f"{DRAFTS[draft]} {a.name}: {a.given} for {a.expected}" for a in answers if a.given is not a.expected
        ]
    print(*missed, sep="\n")


if __name__ == "__main__":
    main()
