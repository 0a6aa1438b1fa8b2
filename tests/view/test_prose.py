"""Texts of messages as people read them: Markdown, code and tables, without markup of their authors."""

import html
import re

import pytest

from renkei.edges.view.prose.reading import LONGEST, SHOWN, SHOWN_LINES, prose, reading
from renkei.protocol.payloads import Freeform
from renkei.wording.markdown import DEEPEST, MOST_SIGNS
from team import small_team
from viewing import page

ALLOWED = frozenset(
    """
    a blockquote br code del div em hr li ol p pre s span strong table tbody td th thead tr ul
    """.split()  # noqa: SIM905 – words read better than a list of quotes
)
"""The elements that a text can become."""

ATTRIBUTES = {"class", "dir", "href", "rel", "scope", "start", "tabindex", "target"}

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "<b>x</b> <!-- --> <![CDATA[x]]> <?x?>",
    "[a](javascript:alert(1)) [b](data:text/html,x) [c](vbscript:x) [d](\x01javascript:x)",
    "![x](https://a.example/x.png 'onload=alert(1)')",
    "[x](https://a.example/\"onclick=alert(1))",
    "<javascript:alert(1)> <https://a.example/'onclick=alert(1)>",
    "```\"><script>alert(1)</script>\n</code></pre><script>alert(2)</script>\n```",
    "`</code><script>alert(1)</script>`",
    "| <script> |\n|:-:|\n| <img src=x> |",
    "# <script>alert(1)</script>",
    "[x]: javascript:alert(1)\n[x]",
    "&#60;script&#62; &lt;script&gt; \u202e \x01contract:TC-1\x02",
    "1. <style>*{}</style>\n   <iframe>\n> <base>",
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("around", ["{}", "*{}*", "- {}", "> {}", "a\n\n{}\n\nb", "| a | b |\n|---|---|\n| {} | x |"])
def test_no_author_adds_an_element_or_an_attribute(text: str, around: str) -> None:
    markup = str(prose(around.format(text)))
    assert {name.lower() for name in re.findall(r"</?([A-Za-z][^\s>/]*)", markup)} <= ALLOWED
    for tag in re.findall(r"<[a-z][^<>]*>", markup):
        assert set(re.findall(r'\s([^\s=<>]+)="[^"]*"', tag)) <= ATTRIBUTES
        assert re.fullmatch(r'<[a-z]+[0-9]?(\s[^\s=<>"]+="[^"]*")*>', tag)
    assert all(one.startswith(("http://", "https://")) for one in re.findall(r'href="([^"]*)"', markup))
    assert not re.search("[\x00-\x08\u202e]", markup)


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        ("**b** and *i* and ~~s~~", "<strong>b</strong> and <em>i</em> and <s>s</s>"),
        ("call `f(<x>)`", "call <code>f(&lt;x&gt;)</code>"),
        ("- a\n- b", "<li>a</li><li>b</li>"),
        ("- [x] a\n- [ ] b", "<li>☑ a</li><li>☐ b</li>"),
        ("3. a", '<ol start="3" dir="auto"><li>a</li>'),
        ("> q", '<blockquote dir="auto"><p>q</p>'),
        ("# A plan", '<p class="heading h1" dir="auto">A plan</p>'),
        ("| a | b |\n|---|--:|\n| 1 | 2 |", '<td>1</td><td class="right">2</td>'),
        ("[the docs](https://a.example/x)", 'the docs (<a href="https://a.example/x"'),
        ("![a plan](plan.png 'of ours')", "a plan (plan.png “of ours”)"),
    ],
)
def test_markdown_is_markup(text: str, markup: str) -> None:
    assert markup in str(prose(text))


@pytest.mark.parametrize(
    "text",
    ["Fix __init__.py in src/** now", "a_b_c and *not closed", "path C:\\dir\\file \\d+", "x\n   indented\n\nnext",
     "[x]: https://a.example next", "&lt; &copy;", "1 < 2 > 0", "[a](b", "[*" * MOST_SIGNS],
)  # fmt: skip
def test_what_is_no_formatting_stays_as_it_was_written(text: str) -> None:
    assert html.unescape(re.sub(r"<[^>]*>", "", str(prose(text)))) == text


def test_the_definition_of_a_reference_is_shown() -> None:
    assert "[x]: " in prose("[x]: https://a.example\n\nnext")


def test_between_blocks_are_no_line_breaks_which_would_be_seen() -> None:
    text = "# a\n\n- b\n  - c\n\n    d\n- e\n\n> f\n\n| g |\n|---|\n| h |\n\n```\ni\n```\n\n---\n\nj"
    assert "\n" not in prose(text)


def test_a_text_of_deep_levels_loses_nothing() -> None:
    text = "\n".join(f"{'  ' * level}- word{level}" for level in range(2 * DEEPEST))
    assert all(f"word{level}" in prose(text) for level in range(2 * DEEPEST))


def test_code_has_the_colours_of_its_language() -> None:
    markup = str(prose("```python\ndef f():\n    return 1\n```"))
    assert '<p class="language">python</p><pre class="code" dir="ltr"><code>' in markup
    assert '<span class="k">def</span> <span class="f">f</span>' in markup
    assert '<span class="k">' not in prose("```\ndef f()\n```")


@pytest.mark.parametrize("text", ["```diff\n-old\n+new\n```", "```\n--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n```"])
def test_changed_lines_of_a_diff_are_marked(text: str) -> None:
    assert '<span class="del">-old</span>\n<span class="add">+new</span>' in prose(text)


def test_each_block_has_the_direction_of_its_own_text() -> None:
    assert str(prose("**שלום**")) == '<span class="text" dir="auto"><strong>שלום</strong></span>'
    assert str(prose("# שלום\n\nhello")).count('dir="auto"') == 2


def test_a_long_text_shows_its_first_blocks_and_folds_the_rest() -> None:
    read = reading("First.\n\n- a\n- b\n\n```\n" + "line\n" * 40 + "```\n\nLast.")
    assert "First." in read.shown
    assert "<li>b</li>" in read.shown
    assert "line" not in read.shown
    assert read.more.count("line\n") >= 39
    assert "Last." in read.more


@pytest.mark.parametrize("text", ["```\n" + "line\n" * 40 + "```", "- " + "word " * 300])
def test_a_long_first_block_is_shown_in_words_until_it_is_opened(text: str) -> None:
    read = reading(text)
    assert read.hides
    assert len(read.shown) < SHOWN + 200
    assert read.shown.count("\n") <= SHOWN_LINES
    assert ("<pre" in read.more) == ("```" in text)


def test_a_plain_text_is_folded_between_words_and_nothing_is_lost() -> None:
    text = "word " * 400
    read = reading(text)
    assert (read.shown.striptags() + " " + read.more.striptags()).split() == text.split()
    assert not read.hides


def test_what_a_page_does_not_have_is_counted() -> None:
    assert reading("x" * (LONGEST + 7)).cut == 7
    assert reading("**x** " * 4000).cut == 24_000 - LONGEST


def test_a_card_shows_markdown_of_its_message() -> None:
    project = small_team()
    note = Freeform(intent_hint="NOTE", body="**Done**\n\n- one\n- two", requires_response=False, urgency="normal")
    project.send(project.message("ann", note, "bob"))
    assert "<strong>Done</strong>" in page(project)
    assert "<li>two</li>" in page(project)
