"""What is misspelt is found, whatever it is, and the word that is meant is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Run

CONFIG, CONTRACT = "registry/registry.toml", "registry/output/contract.toml"

TABLES = """
[[versions.v1.rules]]
id = "a"
says = "b"

[[versions.v1.consumer-rules]]
id = "c"
when = "d"
then = "e"

[versions.v1.serialisation]
single-line = true

[[versions.v1.decisions]]
id = "f"
choice = "g"
"""


@pytest.fixture
def begun(project: Path, run: Run) -> Path:
    assert run("init").code == 0
    path = Path(CONTRACT)
    path.write_text(path.read_text() + TABLES)
    assert run("lint").out == "lint: nothing to report\n"
    return project


@pytest.mark.parametrize(
    ("file", "right", "wrong"),
    [
        (CONFIG, "promise =", "promis ="),
        (CONFIG, "[targets.python]", "[targets.pyhton]"),
        (CONFIG, "distribution =", "distributoin ="),
        (CONTRACT, "description =", "descrption ="),
        (CONTRACT, "default-schema =", "defualt-schema ="),
        (CONTRACT, "says =", "sais ="),
        (CONTRACT, "single-line =", "singel-line ="),
        (CONTRACT, "when =", "whn ="),
        (CONTRACT, "choice =", "chioce ="),
    ],
)
def test_a_misspelt_key_is_a_finding_at_its_place(begun: Path, run: Run, file: str, right: str, wrong: str) -> None:
    text = Path(file).read_text()
    assert right in text
    Path(file).write_text(text.replace(right, wrong, 1))
    line = text[: text.index(right)].count("\n") + 1
    outcome = run("lint")
    assert outcome.code == 1
    assert f"{file}:{line}:1: error format" in outcome.out
    meant = right.strip("[] =").rpartition(".")[2]
    assert f"mean {meant}?" in outcome.out or f"nearly {meant}" in outcome.out


def test_a_fact_of_a_rule_that_is_nearly_one_of_others_is_found(begun: Path, run: Run) -> None:
    rules = [f'\n[[versions.v1.consumer-rules]]\nid = "{word}"\nwhen = "d"\nthen = "e"\n' for word in "xyz"]
    path = Path(CONTRACT)
    text = path.read_text()
    path.write_text(f"{text}{rules[0]}inspect = true\n{rules[1]}inspect = true\n{rules[2]}inspct = true\n")
    outcome = run("lint")
    assert outcome.code == 1
    assert 'the field "inspct" is nearly inspect: is that meant?' in outcome.out


def test_every_misspelt_key_is_found_at_once(begun: Path, run: Run) -> None:
    for file, right, wrong in ((CONFIG, "promise =", "promis ="), (CONTRACT, "description =", "descrption =")):
        Path(file).write_text(Path(file).read_text().replace(right, wrong, 1))
    out = run("lint").out
    assert "did you mean promise?" in out
    assert "did you mean description?" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("chek-compat",), "Did you mean check-compat?"),
        (("lint", "--strct"), "--strict"),
        (("lint", "--format", "jsn"), "Did you mean json?"),
        (("add", "shcema", "x"), "Did you mean schema?"),
        (("ack", "prnue"), "Did you mean prune?"),
        (("gen", "pyhton"), "python"),
        (("explain", "field-remvoed"), "did you mean field-removed"),
        (("explain", "FIELD-REMOVED"), "did you mean field-removed"),
        (("show", "outptu"), "did you mean output?"),
        (("show", "output/v1/reslut"), "did you mean result?"),
        (("lint", "outptu"), "did you mean output?"),
        (("bump", "outptu"), "did you mean output?"),
        (("release", "outptu/v1"), "did you mean output?"),
        (("changelog", "outptu"), "did you mean output?"),
        (("validate", "outptu", "x.json"), "did you mean output?"),
        (("diff", "outptu/v1@1.0"), "did you mean output?"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_misspelt_word_of_the_command_line_names_the_right_one(
    begun: Path, run: Run, arguments: tuple[str, ...], says: str
) -> None:
    outcome = run(*arguments)
    assert outcome.code == 2
    assert says in outcome.err
