"""Whatever texts a registry holds, in every place of its files: what is generated is of its language, and names are."""

from __future__ import annotations

import ast
import builtins
import copy
import io
import json
import shutil
import tokenize
import tomllib
import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import tomlkit

from accordant.errors import AccordantError, InputError
from accordant.gen.packages import generate_registry
from accordant.gen.parsed import MOST_CHARACTERS, require_parsed
from accordant.gen.printing.python_text import docstring, docstring_line
from accordant.gen.single_file import generate_schema
from accordant.registry.load import load
from accordant.schema.pointers import escape
from tests.lint.conftest import BASE

from .conftest import HERE

ENDS = [
    '"',
    '""',
    '"""',
    '""""',
    '"""""',
    '\\"',
    '\\"""',
    '"""\\',
    "x\\",
    '"x"',
    "'''",
    '\\\\"',
    "\\N{X}",
    "\\u",
    "\\x",
]
"""Texts that could end a literal, or begin an escape."""
TEXTS: list[str] = [*json.loads((HERE / "payloads.json").read_text("utf-8")), *ENDS]
FREE = {
    "title", "description", "owner", "says", "when", "then", "source", "reason", "question", "choice", "flags",
    "stdout", "paths", "writer", "reader", "homepage", "id", "meaning", "action", "category", "phase", "since",
    "retryable-text", "supported-until", "retired",
}  # fmt: skip
"""Keys whose strings are free text, or names that nothing restricts."""


def filled(value: Any, text: str) -> Any:
    """A value with a text in place of every free one."""
    if isinstance(value, dict):
        return {
            key: text if key in FREE and isinstance(part, str) else filled(part, text) for key, part in value.items()
        }
    return [filled(part, text) for part in value] if isinstance(value, list) else value


class Files:
    """The files of the small registry, each as a value to fill with a text."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.contract = tomllib.loads((BASE / "acme/contract.toml").read_text("utf-8"))
        self.registry = tomllib.loads((BASE / "registry.toml").read_text("utf-8"))
        self.order = json.loads((BASE / "acme/v1/order.schema.json").read_text("utf-8"))
        self.kinds = json.loads((BASE / "acme/v1/kinds.codes.json").read_text("utf-8"))
        self.version = self.contract["versions"]["v1"]

    def write(self) -> None:
        shutil.copytree(BASE, self.folder, dirs_exist_ok=True)
        (self.folder / "acme/contract.toml").write_text(tomlkit.dumps(self.contract), "utf-8")
        (self.folder / "registry.toml").write_text(tomlkit.dumps(self.registry), "utf-8")
        (self.folder / "acme/v1/order.schema.json").write_text(json.dumps(self.order), "utf-8")
        (self.folder / "acme/v1/kinds.codes.json").write_text(json.dumps(self.kinds), "utf-8")


def fill_texts(files: Files, text: str) -> None:
    files.contract.update(filled(copy.deepcopy(files.contract), text))
    ids = [entry["id"] for entry in files.kinds["entries"]]
    files.kinds = filled(files.kinds, text)
    for entry, own in zip(files.kinds["entries"], ids, strict=True):
        entry["id"] = own
    files.registry |= {"name": text or "x", "description": text}
    files.registry["targets"]["python"]["docs"] = text


def fill_pointers(files: Files, text: str) -> None:
    at = "/" + escape(text)
    files.order["properties"][text] = {"type": ["array", "boolean"], "items": {"type": "string"}, "description": text}
    files.version["derived"][0] |= {"field": at, "from": f"field:{at}"}
    files.version["counting"] = [{"field": at, "counts": at}, {"field": "/count", "counts": text}]
    files.version["serialisation"] = {"key-order": [text], "sort": [{"list": at, "keys": [text]}], "paths": text}
    files.version["interpretation"]["counted-by"] = at
    files.version["interpretation"]["details"].append({"name": "more", "type": "string", "from": at, "says": text})


def fill_rules(files: Files, text: str) -> None:
    at, word = "/" + escape(text), text or "x"
    rule = files.version["consumer-rules"][0]
    rule["match"] += [
        {"at": at, "is": text}, {"at": "/a", "is": {text: [text]}}, {"at": "/b", "contains-any": [word]},
        {"at": "/c", "in": [text]}, {"at": at, "same-as": at},
    ]  # fmt: skip
    rule["effects"] += [
        {"tell": "log", "value": text}, {"set": at, "value": {text: text}}, {"remove": at},
        {"decide": "wait", "seconds": text}, {"memorize": "planned", "from": at, "containing": [word]},
    ]  # fmt: skip
    files.version["rules"][1]["check"] = [{"when": [{"at": at, "is": text}], "then": [{"at": at, "is-not": text}]}]
    files.version["rules"][1]["id"] = rule["id"] = word
    files.version["scenarios"][0]["expect"] = {text: text}
    files.version["modes"][0] |= {"omits": [text], "says": text}


def fill_carrier(files: Files, text: str) -> None:
    files.contract["carrier"] = "/" + escape(text)
    files.order["properties"][text] = {"const": text}


def fill_file_names(files: Files, text: str) -> None:
    name = "".join(letter for letter in text if letter not in "/\0")[:60] or "x"
    version = files.folder / "acme/v1"
    version.mkdir(parents=True, exist_ok=True)
    (version / f"{name}.schema.json").write_text(json.dumps({"$id": f"urn:a:{name}", "type": "object"}), "utf-8")
    (version / f"{name}x.codes.json").write_text(json.dumps(files.kinds), "utf-8")
    files.version["default-schema"] = files.version["rules"][1]["schema"] = name
    files.version["derived"][0] |= {"schema": name, "field": ""}


FILLS: Mapping[str, Callable[[Files, str], None]] = {
    "texts": fill_texts,
    "pointers": fill_pointers,
    "rules": fill_rules,
    "the carrier": fill_carrier,
    "file names": fill_file_names,
}


@pytest.mark.slow
@pytest.mark.parametrize("fill", FILLS)
def test_generated_files_are_of_their_language(fill: str, tmp_path: Path) -> None:
    generated, refused = 0, list[str]()
    for number, text in enumerate(TEXTS):
        files = Files(tmp_path / str(number))
        FILLS[fill](files, text)
        files.write()
        try:
            package = generate_registry(load(files.folder, with_examples=False), "python")
        except AccordantError as error:
            refused.append(str(error))
            continue
        generated += 1
        assert_ascii_names(package, text)
    assert [reason for reason in refused if "defect of the generator" in reason] == []
    assert generated > len(TEXTS) * 2 // 3, "most of these texts are allowed"


def assert_ascii_names(files: Mapping[str, str], text: str) -> None:
    """Python reads identifiers in Unicode's form NFKC: names in ASCII are what they look like."""
    for name, code in files.items():
        if name.endswith(".py") and not code.isascii():
            for token in tokenize.generate_tokens(io.StringIO(code).readline):
                assert token.type != tokenize.NAME or token.string.isascii(), (name, token.string, text)


@pytest.mark.parametrize(
    "text", [*TEXTS, "T = 0\nimport os\nx", "T> { } globalThis.PWNED = 1; interface X<Y", "eval", "Any", "ｅｖａｌ"]
)
def test_a_type_parameter_is_a_name_and_nothing_else(text: str) -> None:
    schema = {"title": "Box", "type": "object", "properties": {"data": {"x-type-parameter": text}}}
    (python,) = generate_schema(schema, target="python").values()
    made = [node for node in ast.parse(python).body if isinstance(node, ast.Assign) and "TypeVar" in ast.unparse(node)]
    (parameter,) = (ast.unparse(node.targets[0]) for node in made)
    assert parameter.isascii()
    assert parameter.isidentifier()
    assert parameter not in dir(builtins)
    assert "import os" not in [line.strip() for line in python.splitlines()]
    (typescript,) = generate_schema(schema, target="ts").values()
    assert f"export interface Box<{parameter} = unknown> {{\n" in typescript


FOLDED = [
    "ｅｖａｌ",
    "ᵉval",
    "__ｉmport__",
    "ﬁeld",
    "ｔｙｐｉｎｇ",
    "ｃｌａｓｓ",
    "ſtr",
    "ＴypedDict",
    "ｓｔｒ",
    "ｓelf",
    "𝐞𝐯𝐚𝐥",
    "µ",
]


@pytest.mark.parametrize("target", ["python", "dataclass", "typeddict", "msgspec"])
@pytest.mark.parametrize("name", FOLDED)
def test_no_name_becomes_another_one_when_python_folds_it(name: str, target: str) -> None:
    pytest.importorskip("datamodel_code_generator")
    plain = unicodedata.normalize("NFKC", name)
    schema = {
        "title": name, "type": "object", "required": [name],
        "properties": {name: {"type": "string"}, plain: {"type": "integer"}, "other": {"$ref": f"#/$defs/{name}"}},
        "$defs": {name: {"type": "object", "title": name, "properties": {name: {"enum": [name, "b"]}}}},
    }  # fmt: skip
    (text,) = generate_schema(schema, target=target).values()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NAME:
            assert unicodedata.normalize("NFKC", token.string) == token.string
    classes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef)]
    for names in ([node.name for node in classes], *map(_fields, classes)):
        assert len(set(names)) == len(names)


def _fields(node: ast.ClassDef) -> list[str]:
    parts = [part.target for part in node.body if isinstance(part, ast.AnnAssign)]
    return [target.id for target in parts if isinstance(target, ast.Name)]


@pytest.mark.parametrize("text", [*ENDS, "", "x"])
def test_a_docstring_holds_its_text(text: str) -> None:
    for lines in ([text], [text, "more"], ["more", text], [text, text]):
        kept = "\n".join(lines).strip("\n")
        written = docstring(lines, "")
        assert not kept or ast.literal_eval(written).strip("\n") == kept
    assert ast.literal_eval(f'"""a {docstring_line(text)} b"""') == f"a {text} b"


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.py", 'x = "'), ("a.py", "x = \0"), ("a.json", "{"), ("pyproject.toml", 'a = "\\x"')],
)
def test_a_file_that_is_not_of_its_language_is_refused(name: str, text: str) -> None:
    with pytest.raises(InputError, match="defect of the generator"):
        require_parsed({"fine.py": "x = 1\n", name: text})


def test_a_module_with_more_brackets_inside_of_each_other_than_python_reads_is_refused_in_words() -> None:
    with pytest.raises(InputError, match="types lie too deep inside of each other"):
        require_parsed({"a.py": "(" * 5000})


def test_a_module_that_python_could_not_read_in_its_memory_is_refused_before_it_is_parsed() -> None:
    text = "x = 1\n" * (MOST_CHARACTERS // 6 + 1)
    with pytest.raises(InputError, match=r"6\.0 million characters"):
        require_parsed({"huge.py": text})
    require_parsed({"huge.ts": text})
