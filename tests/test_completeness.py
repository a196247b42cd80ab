"""What a new command, report format, rule or target still lacks, each by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from accordant import conform, gen, lint
from accordant.cli import COMMANDS, main
from accordant.compat import RULES as COMPAT_RULES
from accordant.conform.program_rules import RULES as PROGRAM_RULES
from accordant.enforce.rules import RULES as ENFORCE_RULES
from accordant.findings import Rule
from accordant.report import FORMATS

PROJECT = Path(__file__).resolve().parent.parent
TESTS = PROJECT / "tests"
GUIDE = PROJECT / "site/guides/json-output.md"


def rules() -> Iterator[tuple[str, Rule]]:
    """Every rule with the room whose judge uses it."""
    for room, listed in (
        ("lint", lint.RULES),
        ("compat", COMPAT_RULES),
        ("conform", conform.RULES),
        ("conform", PROGRAM_RULES),
        ("enforce", ENFORCE_RULES),
    ):
        for entry in listed:
            yield room, entry if isinstance(entry, Rule) else entry.rule


def is_tested(word: str, *folders: str) -> bool:
    """Whether a test or a case file of these folders has the word, as its name or in its text."""
    quoted = (f'"{word}"', f"'{word}'", f" {word}\n", f" {word} ", f"[{word}]", f"({word}", f"/{word}")
    return any(
        path.stem == word or word in path.parts or any(part in text for part in quoted)
        for folder in folders
        for path, text in texts(TESTS / folder)
    )


_TEXTS: dict[Path, list[tuple[Path, str]]] = {}


def texts(folder: Path) -> list[tuple[Path, str]]:
    if folder not in _TEXTS:
        files = [path for path in folder.rglob("*") if path.is_file() and "node_modules" not in path.parts]
        kept = [path for path in files if path.suffix in (".py", ".json", ".toml", ".txt", ".md", ".ts", ".yaml")]
        _TEXTS[folder] = [(path, path.read_text("utf-8", "replace")) for path in kept]
    return _TEXTS[folder]


def lacking(things: Iterable[tuple[str, list[tuple[str, bool]]]]) -> list[str]:
    return [f"{name} lacks {part}" for name, parts in things for part, there in parts if not there]


def test_no_command_lacks_anything(capsys: pytest.CaptureFixture[str]) -> None:
    readme = (PROJECT / "README.md").read_text("utf-8")

    def parts(name: str, module: str, says: str) -> list[tuple[str, bool]]:
        capsys.readouterr()
        code = main([name, "--help"])
        shown = capsys.readouterr().out
        return [
            ("a help page", code == 0),
            ("an example in its help", "Example: " in shown or "Examples: " in shown),
            ("--registry", "--registry PATH" in shown),
            ("--format", f"[{'|'.join(form.name for form in FORMATS)}]" in shown.replace("\n", "").replace(" ", "")),
            ("a line in the list of commands", says.endswith(".")),
            ("a row in the README", f"registry {name}" in readme),
            ("a section in the guide on JSON output", f"### {name}" in GUIDE.read_text("utf-8")),
            (
                "a test",
                is_tested(name, "cli", "compat", "lint", "gen", "registry", "conform", "enforce", "oci"),
            ),
        ]

    assert lacking((f"command {command.name}", parts(*command)) for command in COMMANDS) == []


def test_no_report_format_lacks_anything() -> None:
    def parts(name: str, says: str) -> list[tuple[str, bool]]:
        return [
            ("a sentence that says who it is for", bool(says)),
            *((f"the golden {name}{kind}.txt", golden(f"{name}{kind}")) for kind in ("", "-error", "-empty")),
            ("a line in the guide on JSON output", f"`{name}`" in GUIDE.read_text("utf-8")),
        ]

    def golden(stem: str) -> bool:
        return (TESTS / "report/goldens" / f"{stem}.txt").exists()

    assert lacking((f"format {form.name}", parts(form.name, form.says)) for form in FORMATS) == []


def test_no_rule_lacks_anything() -> None:
    def parts(room: str, rule: Rule) -> list[tuple[str, bool]]:
        return [
            ("what it finds", rule.says.endswith(".")),
            ("why it matters", bool(rule.why)),
            ("a next step", bool(rule.way_out)),
            ("an example that it finds", bool(rule.breaking)),
            ("an example that it passes", bool(rule.fine)),
            ("a case or a test", is_tested(rule.name, room, "cli")),
        ]

    assert lacking((f"{room} rule {rule.name}", parts(room, rule)) for room, rule in rules()) == []


def test_no_two_rules_of_a_judge_share_a_word() -> None:
    names = [(room, rule.name) for room, rule in rules()]
    assert sorted(name for name in names if names.count(name) > 1) == []


def test_no_target_lacks_anything() -> None:
    readme = (PROJECT / "README.md").read_text("utf-8")

    def parts(name: str) -> list[tuple[str, bool]]:
        return [
            ("a word in the README", f"registry gen {name}" in readme or f"|{name}]" in readme),
            ("a test", is_tested(name, "gen", "cli")),
        ]

    assert lacking((f"target {target.name}", parts(target.name)) for target in gen.TARGETS) == []
