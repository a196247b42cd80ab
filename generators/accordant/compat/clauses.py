"""The parts of sentences about edits: places in documents, and what a reader refuses."""

from __future__ import annotations

from accordant.compat.blame import Blame
from accordant.compat.edits import Path, path_of
from accordant.compat.judgement import with_wildcards
from accordant.compat.located import Break
from accordant.schema import pointers
from accordant.schema.vocabulary import format_value


def place_of(path: Path) -> str:
    """A place in documents, at the start of a sentence."""
    text = in_text(path)
    return f"{text[0].upper()}{text[1:]}"


def in_text(path: Path) -> str:
    """A place in documents, within a sentence."""
    if path and path[-1] is None:
        return f"a key of {in_text(path[:-1])}"
    return f"`{path_of(path)}`" if path else "the document"


def describe_refused(refusal: Break) -> str:
    """The refused part and the keyword, after a colon."""
    blame = refusal.blame
    if blame is None:
        return "the reader refuses what it may be now"
    path = with_wildcards(blame.instance)
    where = f"`{path}`" if path else "the document"
    if blame.key is not None:
        return f"the key {format_value(blame.key)} may be there, and the reader refuses it"
    if blame.keyword == "false" or blame.is_of_key:
        return f"{where} may be there, and the reader refuses it"
    if blame.stands_for == "more than one":
        return f"{where} may fit more than one of the reader's alternatives"
    return f"{where} may be {format_value(blame.value)}, which the reader's `{blame.spelling}` refuses"


def describe_item(refusal: Break, path: Path) -> str:
    """The same where a position is the subject of the sentence: it is refused itself, or the tuple around it."""
    blame = refusal.blame
    if blame is None or not is_at(blame, path):
        return describe_refused(refusal)
    return f"it may be {format_value(blame.value)}, which the reader's `{blame.spelling}` refuses"


def is_at(blame: Blame, path: Path) -> bool:
    """Whether the refused part of a document is at a place; a position counts as itself and as any item."""
    return with_wildcards(blame.instance) == with_wildcards(path_of(path)) and (
        not path or path[-1] in ("*", None) or str(path[-1]) == pointers.split(blame.instance)[-1]
    )
