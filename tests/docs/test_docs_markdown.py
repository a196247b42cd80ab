"""Text that passes through a slot comes out of the renderer as the same text, and as nothing else."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from html.parser import HTMLParser
from importlib.util import find_spec

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accordant.contract import doc_links
from accordant.docs import markdown
from accordant.schema.vocabulary import enumeration
from tests.conftest import cannot_run

EXTENSIONS = ["admonition", "attr_list", "md_in_html", "tables", "toc", "pymdownx.details", "pymdownx.superfences"]
PIECES = st.sampled_from(
    [
        "<script>", "</code>", "<img src=x onerror=alert(1)>", "javascript:x", "[a](b)", "![a](b)", "[a]: b", "[^1]",
        "`", "``", "```", "~~~", "|", "\\", "\\|", "*", "**", "_", "__", "#", "{#a}", "{: onclick=x}", "{{ 1 }}",
        "{% x %}", "&lt;", "&#60;", "&", "\n", "\n\n", "    ", "\t", "- ", "1. ", "2) ", "> ", "!!! note",
        '??? x "y"', "===", "---", ":::", "$x$", "^x^", "==x==", "--8<--", "\u2028", "\x02wzxhzdk:0\x03",
        "klzzwxh:0", "\u202e", "\r", "\x0b", "<!--", "-->", "<![CDATA[", "<?x", "http://a.b", "<http://a.b>",
        "a@b.c", "'", '"', "é", "日",
    ]
)  # fmt: skip
HOSTILE = st.lists(PIECES | st.text(max_size=4), max_size=6).map("".join)


@pytest.fixture(autouse=True)
def renderer_is_here() -> None:
    if find_spec("markdown") is None or find_spec("pymdownx") is None:
        cannot_run("the Markdown renderer of MkDocs is not installed")


class Seen(HTMLParser):
    """Every tag and all text of a piece of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[str] = []
        self.targets: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]
        self.targets += [value or "" for name, value in attrs if name == "href"]

    def handle_data(self, data: str) -> None:
        self.text += data


def rendered(source: str) -> Seen:
    import markdown as renderer

    return Seen(renderer.markdown(source, extensions=EXTENSIONS))


def visible(text: str) -> str:
    """What a reader should see of a text: one line, unseen letters spelled out."""
    return spelled(" ".join(text.split()))


def spelled(text: str) -> str:
    return "".join(character if character.isprintable() else f"\\u{ord(character):04x}" for character in text)


@settings(max_examples=400, deadline=None)
@given(HOSTILE)
def test_text_at_the_start_of_a_paragraph_is_that_text_and_no_markup(text: str) -> None:
    seen = rendered(markdown.text(text))
    assert set(seen.tags) <= {"p"}
    assert seen.text == visible(text)


@settings(max_examples=400, deadline=None)
@given(HOSTILE)
def test_text_in_a_list_a_sentence_and_a_cell_is_that_text_and_no_markup(text: str) -> None:
    slot = markdown.text(text)
    source = (
        f"{markdown.bullets([f'x{slot}x'])}\n\n**a:** x{slot}x\n\n{markdown.table(('A', 'B'), [('x', f'x{slot}x')])}"
    )
    seen = rendered(source)
    assert seen.tags == ["ul", "li", "p", "strong", "table", "thead", "tr", "th", "th", "tbody", "tr", "td", "td"]
    assert seen.attributes == []
    assert seen.text.count(f"x{visible(text)}x") >= 3


@settings(max_examples=400, deadline=None)
@given(HOSTILE)
def test_code_shows_every_letter_and_no_markup(text: str) -> None:
    seen = rendered(f"a {markdown.code(text)} b")
    shown = text.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
    assert seen.tags == ["p", "code"]
    assert seen.text == f"a {spelled(shown)} b"


@settings(max_examples=200, deadline=None)
@given(HOSTILE)
def test_a_heading_keeps_its_anchor_and_has_no_markup(text: str) -> None:
    seen = rendered(markdown.heading(2, f"a{text}", "page.x"))
    assert seen.tags == ["p", "a", "h2"]
    assert seen.attributes == ["id", "id"]
    assert not set(seen.text) & set("<>\"'")
    assert html.unescape(seen.text) == seen.text, "who reads entities once more reads the same"


@settings(max_examples=300, deadline=None)
@given(HOSTILE)
def test_a_block_of_code_cannot_be_closed_from_inside(text: str) -> None:
    seen = rendered(f"{markdown.fence(text)}\n\nafter")
    assert set(seen.tags) <= {"div", "pre", "code", "span", "p", "a"}
    assert "script" not in seen.tags
    assert seen.tags[-1] == "p", "what follows stands outside"
    assert seen.text.strip().endswith("after")


@settings(max_examples=300, deadline=None)
@given(HOSTILE, HOSTILE)
def test_a_block_that_opens_holds_its_title_and_its_code(title: str, body: str) -> None:
    source = markdown.details(
        f"x{markdown.text(title)}x", [markdown.text(f"x{body}"), markdown.json_block({"a": body})]
    )
    seen = rendered(f"{source}\n\nafter")
    assert seen.tags[:2] == ["details", "summary"]
    assert set(seen.tags) <= {"details", "summary", "div", "pre", "code", "span", "p", "a"}
    assert f"x{visible(title)}x" in seen.text


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=6), st.text(max_size=6))
def test_two_names_never_share_an_anchor(name: str, other: str) -> None:
    first, second = doc_links.encode_anchor(name), doc_links.encode_anchor(other)
    assert (first == second) == (name == other)
    assert "." not in first
    assert first


def test_a_pattern_stands_between_backticks_where_no_template_could_begin_in_it() -> None:
    assert markdown.code("^E_[A-Z]{2}$") == "`^E_[A-Z]{2}$`"
    assert [markdown.code(text)[0] for text in ("{{ x }}", "{% x %}", "{# x #}", "a|b")] == ["<"] * 4


def test_a_list_of_words_reads_like_a_sentence() -> None:
    assert [enumeration(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a or b",
        "a, b or c",
    ]


def test_columns_without_content_are_left_out() -> None:
    assert markdown.table(("A", "B"), [("1", ""), ("2", "")]) == "| A |\n| --- |\n| 1 |\n| 2 |"


@settings(max_examples=500, deadline=None)
@given(HOSTILE)
def test_a_description_holds_code_emphasis_and_links_to_https_and_nothing_else(text: str) -> None:
    seen = rendered(f"x {markdown.rich(text)} x\n\n{markdown.table(('A', 'B'), [('x', f'x{markdown.rich(text)}x')])}")
    assert set(seen.tags) <= {"p", "code", "em", "strong", "a", "table", "thead", "tbody", "tr", "th", "td"}
    assert set(seen.attributes) <= {"href"}
    assert all(target.startswith("https://") for target in seen.targets)


@settings(max_examples=500, deadline=None)
@given(st.lists(HOSTILE, max_size=4).map("\n- ".join))
def test_a_description_of_several_lines_holds_lists_and_paragraphs_besides(text: str) -> None:
    seen = rendered(f"{markdown.titled('T', text)}\n\nafter")
    assert set(seen.tags) <= {"p", "code", "em", "strong", "a", "ul", "ol", "li"}
    assert set(seen.attributes) <= {"href"}
    assert all(target.startswith("https://") for target in seen.targets)
    assert seen.tags[-1] == "p", "what follows stands outside"


def test_the_items_of_a_description_are_a_list() -> None:
    seen = rendered(
        markdown.titled("Mode", "What counts:\n- the `exit` code\n  of the run\n- lines\n\nAnd:\n1. x\n2. y")
    )
    assert seen.tags == ["p", "strong", "ul", "li", "code", "li", "p", "ol", "li", "li"]
    assert "the exit code of the run" in seen.text


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("the `id` here", "the <code>id</code> here"),
        ("**bold** and *em*", "<strong>bold</strong> and <em>em</em>"),
        ("see [the spec](https://example.org/a_b?c=1).", 'see <a href="https://example.org/a_b?c=1">the spec</a>.'),
        ("[x](javascript:alert)", "[x](javascript:alert)"),
        ("/errors/* and /warnings/*", "/errors/* and /warnings/*"),
        ("a * b * c, 2*3*4, ** x **", "a * b * c, 2*3*4, ** x **"),
        ("<b>`<b>`", "&lt;b&gt;<code>&lt;b&gt;</code>"),
        ("`unclosed", "`unclosed"),
    ],
)
def test_a_description_reads_as_it_was_meant(text: str, html: str) -> None:
    import markdown as renderer

    shown = renderer.markdown(markdown.rich(text), extensions=EXTENSIONS)
    assert shown == f"<p>{html}</p>"


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("$ref and $id of FILE#POINTER, since 1.8", "$ref and $id of FILE#POINTER, since 1.8"),
        ("snake_case, __init__, [x] of `y`", "snake_case, \\_\\_init\\_\\_, \\[x\\] of \\`y\\`"),
        ("0<=x<=255, a & b, R&D of <b>", "0<=x<=255, a & b, R&amp;D of &lt;b>"),
        ("1. one", "1\\. one"),
        ("--format json | {{ x }}", "\\--format json \\| \\{\\{ x \\}\\}"),
        ("/detail/error", "/detail/error"),
    ],
)
def test_only_what_could_be_markup_is_escaped(text: str, source: str) -> None:
    assert markdown.text(text) == source
    assert rendered(source).text == text


def test_no_entity_stands_in_an_identifier(pages: Mapping[str, str]) -> None:
    """Outside of blocks of code, and of HTML of ours, entities are of letters that no identifier has."""
    known = set[str]()
    for path, page in pages.items():
        if path.endswith(".md"):
            without_blocks = re.sub(r"^(`{3,}).*?^\1$|^<div.*?</div>$", "", page, flags=re.DOTALL | re.MULTILINE)
            known |= set(re.findall(r"&#?\w+;", without_blocks))
    assert known <= {"&lt;", "&amp;", "&#32;", "&#36;", "&#37;", "&#126;"}


def test_no_page_of_a_rule_or_of_examples_shows_a_backtick(pages: Mapping[str, str]) -> None:
    shown = [path for path in pages if re.match(r"rules/.*\.md|contracts/.*/examples\.md", path)]
    assert len(shown) > 150
    assert [path for path in shown if "\\`" in pages[path]] == []
    assert "A schema gets its first `$id`." in pages["rules/check-compat/address-changed.md"]
