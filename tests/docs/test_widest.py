"""Pages that stand for all are found by what they hold: none is named anywhere."""

from __future__ import annotations

from tests.docs.widest import kind_of, stand_for_all


def page(text: str) -> str:
    return f"<html><article class='x'>{text}</article><footer>{text}</footer></html>"


SHORT, LONG = page("<p>a word</p>"), page("<p>a longer word</p>")


def test_of_pages_of_one_kind_the_widest_is_chosen_and_a_new_kind_by_itself() -> None:
    codes = {f"/contracts/acme/v1/codes/kinds/{name}/": SHORT for name in "abc"}
    texts = {**codes, "/contracts/other/v2/codes/more/d/": LONG, "/news/": SHORT, "/news/first/": SHORT}
    assert stand_for_all(texts) == ["/contracts/other/v2/codes/more/d/", "/news/", "/news/first/"]


def test_a_part_that_stands_on_one_page_alone_is_chosen_with_it() -> None:
    texts = {"/decisions/a/": page("<p>a <em>b</em></p>"), "/decisions/b/": LONG, "/decisions/c/": SHORT}
    assert stand_for_all(texts) == ["/decisions/a/", "/decisions/b/"]


def test_a_picture_is_a_part() -> None:
    texts = {"/decisions/a/": LONG, "/decisions/b/": page("<p>a <img src='a.svg'></p>")}
    assert stand_for_all(texts) == ["/decisions/a/", "/decisions/b/"]


def test_cells_of_a_row_stand_beside_each_other() -> None:
    below = page("<table><tr><td>123456</td></tr><tr><td>123456</td></tr></table>")
    beside = page("<table><tr><td>12345</td><td>12345</td></tr></table>")
    texts = {"/rules/gen/a/": page("<table><tr><td>1</td></tr></table>"), "/rules/gen/b/": below}
    assert stand_for_all(texts) == ["/rules/gen/b/"]
    assert stand_for_all({**texts, "/rules/gen/c/": beside}) == ["/rules/gen/b/", "/rules/gen/c/"]


def test_indexes_and_hand_written_pages_are_kinds_of_their_own() -> None:
    pages = ["/decisions/", "/decisions/a/", "/reference/rules/lint/", "/reference/rules/lint/x/", "/guides/ci/"]
    assert [kind_of(address) for address in pages] == [
        "/decisions/", "/decisions/*/", "/reference/rules/*/", "/reference/rules/*/*/", "/guides/ci/",
    ]  # fmt: skip
