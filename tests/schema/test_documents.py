"""JSON, YAML and TOML are read within bounds, every value knows its place, and every refusal says where."""

from __future__ import annotations

import json

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accordant.errors import InputError
from accordant.schema import documents, json_positions, pointers

JSON = """{
  "a": {"b": [1,
    {"c/d": null}]},
  "e~": "x"
}"""
YAML = """a:
  b:
    - 1
    - c/d: null
e~: x
"""
TOML = """title = "x"

[a]
b = [1]
"c d" = 2

[[a.list]]
x = 1

[[a.list]]
x = 2

[v."1.0".deep]
y = 3
"""


@pytest.mark.parametrize(
    ("text", "path", "places"),
    [
        (JSON, "f.json", {"": (1, 1), "/a": (2, 3), "/a/b": (2, 9), "/a/b/0": (2, 15), "/a/b/1": (3, 5)}),
        (JSON, "f.json", {"/a/b/1/c~1d": (3, 6), "/e~0": (4, 3)}),
        (YAML, "f.yaml", {"": (1, 1), "/a": (1, 1), "/a/b": (2, 3), "/a/b/0": (3, 7), "/a/b/1": (4, 7)}),
        (YAML, "f.yml", {"/a/b/1/c~1d": (4, 7), "/e~0": (5, 1)}),
        (TOML, "f.toml", {"": (1, 1), "/title": (1, 1), "/a": (3, 1), "/a/b": (4, 1), "/a/c d": (5, 1)}),
        (TOML, "f.toml", {"/a/list/0/x": (8, 1), "/a/list/1/x": (11, 1), "/a/list/1": (10, 1)}),
        (TOML, "f.toml", {"/v": (13, 1), "/v/1.0": (13, 1), "/v/1.0/deep/y": (14, 1)}),
    ],
)
def test_values_know_their_line_and_column(text: str, path: str, places: dict[str, tuple[int, int]]) -> None:
    document = documents.parse(text, path)
    for pointer, position in places.items():
        place = document.place(pointer)
        assert (place.line, place.column) == position, pointer
        assert pointers.has(document.value, pointer)


@pytest.mark.parametrize(("text", "path"), [(JSON, "f.json"), (YAML, "f.yaml"), (TOML, "f.toml")])
def test_what_is_not_there_stands_at_its_nearest_parent(text: str, path: str) -> None:
    document = documents.parse(text, path)
    nearest, missing = document.place("/a"), document.place("/a/no/such/thing")
    assert (missing.line, missing.column) == (nearest.line, nearest.column)
    assert missing.pointer == "/a/no/such/thing"


def test_json_and_yaml_of_the_same_document_are_the_same_value() -> None:
    assert documents.parse(JSON, "f.json").value == documents.parse(YAML, "f.yaml").value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("true", True),
        ("~", None),
        ("", None),
        ("0o17", 15),
        ("017", 17),
        ("1e3", 1000.0),
        ("0x1F", 31),
        ("2026-01-01", "2026-01-01"),
        ("1:30", "1:30"),
        ("'1'", "1"),
        (".5", 0.5),
    ],
)
def test_yaml_scalars_follow_the_core_schema(text: str, value: object) -> None:
    read = documents.parse(f"a: {text}", "f.yaml").value["a"]
    assert read == value
    assert type(read) is type(value)


BAD = [
    ("syntax", b'{"a" 1}', "f.json", 1, 6),
    ("syntax", b"[1,\n 2,,]", "f.json", 2, 4),
    ("syntax", b'{"a": NaN}', "f.json", 1, 7),
    ("syntax", b'{"a": "NaN", "b":\n Infinity}', "f.json", 2, 2),
    ("syntax", b"[1, -1e400]", "f.json", 1, 5),
    ("syntax", b"[" + b"9" * 5000 + b"]", "f.json", 1, 2),
    ("syntax", b"", "f.json", 1, 1),
    ("duplicate-key", b'{"a": 1,\n "b": {"c": 1, "c": 2}}', "f.json", 2, 16),
    ("duplicate-key", b'{"a": 1, "\\u0061": 2}', "f.json", 1, 10),
    ("too-deep", b"[" * 129 + b"]" * 129, "f.json", 1, 129),
    ("too-deep", b"[\n" * 100_000, "f.json", 129, 1),
    ("too-deep", b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "f.json", 1, 641),
    ("lone-surrogate", b'{"a": ["\\udc00"]}', "f.json", 1, 8),
    ("lone-surrogate", b'{"a": {"\\ud800": 1}}', "f.json", 1, 2),
    ("encoding", b'{\n"a": "\xe4"}', "f.json", 2, 7),
    ("encoding", b"\xef\xbb\xbf{}", "f.json", 1, 1),
    ("encoding", b"\xff\xfe{\x00}\x00", "f.json", 1, 1),
    ("syntax", b"a: [1", "f.yaml", 2, 1),
    ("syntax", b"a: 1\n---\nb: 2", "f.yaml", 2, 1),
    ("syntax", b"a: !!python/object/apply:os.system [x]", "f.yaml", 1, 4),
    ("syntax", b"a: !custom 1", "f.yaml", 1, 4),
    ("syntax", b"? [a]\n: 1", "f.yaml", 1, 3),
    ("syntax", b"a: 1e999", "f.yaml", 1, 4),
    ("alias", b"a: &x 1\nb: *x", "f.yaml", 2, 4),
    ("duplicate-key", b"a: 1\nb: 2\na: 3", "f.yaml", 3, 1),
    ("too-deep", b"[" * 500 + b"]" * 500, "f.yaml", 1, 129),
    ("syntax", b"a = ", "f.toml", 1, 5),
    ("duplicate-key", b"a = 1\na = 2", "f.toml", 2, 6),
    ("duplicate-key", b"[t]\na = 1\n[t]\nb = 1", "f.toml", 3, 3),
    ("too-deep", b"a" + b".a" * 20_000 + b" = 1", "f.toml", 1, 256),
    ("too-deep", b"a = 1\nb" + b" . 'b.c'" * 20_000 + b" = 1", "f.toml", 2, 1019),
    ("too-deep", b"[a" + b".a" * 20_000 + b"]", "f.toml", 1, 257),
    ("too-deep", b"[[a" + b'."a"' * 20_000 + b"]]", "f.toml", 1, 512),
    ("too-deep", b'x = """\na." """\na = ' + b"{a = " * 20_000, "f.toml", 3, 645),
    ("too-deep", b"x = {a" + b".a" * 20_000 + b" = 1}", "f.toml", 1, 261),
    ("too-deep", b"a = [\n" + b"[\n" * 20_000, "f.toml", 129, 1),
    ("too-deep", b"[a" + b".a" * 99 + b"]\nx = 1\nb" + b".b" * 99 + b" = 1", "f.toml", 3, 1),
    ("too-deep", b"a = 1\nb = " + (b"{a" + b".a" * 99 + b" = ") * 99 + b"1" + b"}" * 99, "f.toml", 2, 1),
    ("too-deep", b"[[a]]\n[a.b]\n[a" + b".a" * 125 + b"]\nx = []", "f.toml", 4, 1),
]


@pytest.mark.parametrize(("rule", "data", "path", "line", "column"), BAD, ids=range(len(BAD)))
def test_what_cannot_be_used_is_refused_with_its_place(
    rule: str, data: bytes, path: str, line: int, column: int
) -> None:
    with pytest.raises(InputError) as caught:
        documents.parse(data, path)
    error = caught.value
    assert (error.rule, error.place.path, error.place.line, error.place.column) == (rule, path, line, column), error


def test_a_file_beyond_the_bound_is_refused_before_it_is_read() -> None:
    with pytest.raises(InputError, match="more than") as caught:
        documents.parse(b" " * (documents.MAX_BYTES + 1), "f.json")
    assert caught.value.rule == "too-large"


def test_a_yaml_bomb_is_refused_at_its_first_alias() -> None:
    bomb = "a: &a [x,x]\n" + "".join(
        f"{new}: &{new} [*{old},*{old}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
    )
    with pytest.raises(InputError) as caught:
        documents.parse(bomb, "f.yaml")
    assert (caught.value.rule, caught.value.place.line) == ("alias", 2)


def test_depth_at_the_bound_is_read() -> None:
    assert documents.parse(b"[" * 128 + b"]" * 128, "f.json").value
    assert documents.parse(b"[" * 128 + b"]" * 128, "f.yaml").value


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


def every(value: object, pointer: str = "") -> list[str]:
    below: list[str] = []
    if isinstance(value, dict):
        below = [place for key, inner in value.items() for place in every(inner, pointers.join(pointer, key))]
    elif isinstance(value, list):
        below = [place for index, inner in enumerate(value) for place in every(inner, pointers.join(pointer, index))]
    return [pointer, *below]


@settings(suppress_health_check=[HealthCheck.too_slow])  # a busy machine makes values slowly
@given(values, st.sampled_from([None, 1, 4]), st.booleans())
def test_every_value_of_any_json_has_a_place_that_starts_it(value: object, indent: int | None, ascii_: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_)
    document = documents.parse(text, "f.json")
    assert document.value == value
    lines = text.split("\n")
    for pointer in every(value):
        place = document.place(pointer)
        starts = lines[place.line - 1][place.column - 1]
        assert starts not in " ,:]}", (pointer, place)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(values, st.sampled_from([None, 1, 4]), st.booleans())
def test_a_place_that_is_looked_for_alone_is_the_same(value: object, indent: int | None, ascii_: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_)
    positions, _ = json_positions.read(text)
    assert {pointer: json_positions.find(text, pointer) for pointer in positions} == positions
    assert json_positions.find(text, "/no/such") is None


def test_long_numbers_and_controls_in_texts_are_passed_over() -> None:
    text = '{"a": [' + "9" * 5_000 + ', 1e999, "\\u0000\\""], "b": {"c": -0.0}}'
    assert json_positions.find(text, "/b/c") == (1, text.index('"c"') + 1)


class Quoted(yaml.SafeDumper):
    """Writes every text in quotes: PyYAML leaves out those that only YAML 1.1 can spare (``0E0``)."""


Quoted.add_representer(str, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"'))


@given(values)
def test_yaml_of_any_value_reads_back(value: object) -> None:
    text = yaml.dump(value, Dumper=Quoted, allow_unicode=False)
    assert documents.parse(text, "f.yaml").value == value


@pytest.mark.parametrize(
    ("text", "reason", "column"),
    [
        ("", "the file is empty", 1),
        (" \n", "the file is empty", 1),
        ("[1,]", "not JSON: a value is expected here", 4),
        ('{"a" 1}', "not JSON: a colon is expected here, between key and value", 6),
        ("{a: 1}", "not JSON: a key in double quotes is expected here", 2),
        ("[1 2]", "not JSON: a comma or the end of the object or array is expected here", 4),
        ("{} {}", "not JSON: the document has ended before this text", 4),
        ('["a', "not JSON: the string that begins here has no closing quote", 2),
        (r'["\x"]', "not JSON: no escape of JSON begins with this backslash", 3),
        (r'["\u12"]', "not JSON: \\u needs four hexadecimal digits", 4),
        ('["\t"]', "not JSON: a control character in a string must be written as an escape", 3),
    ],
)
def test_a_syntax_error_is_said_in_plain_words_with_its_column(text: str, reason: str, column: int) -> None:
    with pytest.raises(InputError) as caught:
        documents.parse(text, "a.json")
    assert (caught.value.reason, caught.value.place.column) == (reason, column)
    assert caught.value.next_step
