"""What generated code says about itself: its types, their members, and how they are named."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass, fields

_DIGEST = re.compile(r"(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{6,}")
_ANYTHING = {"Any", "object", "JsonObject", "unknown", "any"}
_AROUND = {"Annotated", "Optional", "Union", "None", "MISSING", "Field", "null", "undefined"}
_TYPE = re.compile(r"^export (?:declare )?(?:interface|type|class|enum) (\w+)")
_OPEN_OBJECT = re.compile(r"\{\s*\n\s*(\[\w+: string\]: (?:unknown|any));?\s*\n\s*\}")
_MEMBER = re.compile(r"""^\s+(?:"(?:[^"\\]|\\.)+"|'[^']+'|[\w$]+)\??: *(.+?)[;,]?$""")


@dataclass
class Written:
    """Counts over the text of a module, or of several."""

    size: int = 0
    size_of_types: int = 0
    """The bytes without checks, helpers and comments on their own lines."""
    types: int = 0
    members: int = 0
    untyped: int = 0
    """Members of which the code says at most that they are an object or a list."""
    digests: int = 0
    long_names: int = 0
    longest_line: int = 0

    def __add__(self, other: Written) -> Written:
        """The sums, and the longest line of both."""
        sums = {each.name: getattr(self, each.name) + getattr(other, each.name) for each in fields(self)}
        return Written(**{**sums, "longest_line": max(self.longest_line, other.longest_line)})


def written_in(text: str, language: str) -> Written:
    """The counts of a module in Python (`py`) or TypeScript (`ts`).

    >>> written_in("class Order(Model):\\n    id: str\\n    rest: dict[str, Any]", "py").untyped
    1
    """
    names, members, own = _python(text) if language == "py" else _typescript(text)
    return Written(
        size=len(text.encode()),
        size_of_types=own,
        types=len(names),
        members=len(members),
        untyped=sum(map(_says_nothing, members)),
        digests=sum(any(map(_DIGEST.fullmatch, re.findall(r"[A-Z]?[a-z0-9]+", name))) for name in names),
        long_names=sum(len(name) > 60 for name in names),
        longest_line=max(map(len, text.splitlines()), default=0),
    )


def _says_nothing(annotation: str) -> bool:
    plain = re.sub(r"\[\w+: string\]|(?:dict|Dict)\[str, |Record<string, |(?:list|List|Array)[<\[]", " ", annotation)
    words = set(re.findall(r"[A-Za-z_]\w*", plain))
    return bool(words & _ANYTHING) and words <= _ANYTHING | _AROUND and '"' not in plain


def _python(text: str) -> tuple[list[str], list[str], int]:
    classes = [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]
    records = [node for node in classes if _annotated(node.body)]
    members = [ast.unparse(each.annotation) for node in records for each in _annotated(node.body)]
    lines = text.splitlines()
    own = sum(len("\n".join(lines[node.lineno - 1 : node.end_lineno]).encode()) for node in records)
    return [node.name for node in records], members, own


def _annotated(body: Iterable[ast.stmt]) -> list[ast.AnnAssign]:
    return [each for each in body if isinstance(each, ast.AnnAssign) and "ClassVar" not in ast.unparse(each.annotation)]


def _typescript(text: str) -> tuple[list[str], list[str], int]:
    names: list[str] = []
    members: list[str] = []
    size, comment, inside = 0, 0, False
    for line in _OPEN_OBJECT.sub(r"{ \1 }", text).splitlines():
        length = len(line.encode()) + 1
        if line.startswith(("/*", " *")):
            comment += length
            inside = False
            continue
        if line and not line.startswith((" ", "}", ")", "|", "&")):
            inside = bool(found := _TYPE.match(line))
            names += [found[1]] if found else []
            size += comment if inside else 0
            comment = 0
        size += length if inside else 0
        member = _MEMBER.match(line) if inside else None
        members += [member[1]] if member and not member[1].endswith("{") else []
    return names, members, size
