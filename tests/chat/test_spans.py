"""What agents write in Markdown shows as they meant it in each chat, and no markup of theirs is trusted."""

import json
import re

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from chatting import HeardChat, bridged
from renkei import Freeform, Outgoing
from renkei.edges.chat.bridge.splitting import closed, split
from renkei.edges.chat.matrix.content import content_of, html_of
from renkei.edges.chat.mattermost.text import markdown_of
from renkei.edges.chat.slack.text import blocks_of as slack_blocks
from renkei.edges.chat.spans import Code, Listed, Quote, Span, Words, blocks_of, plain_of, with_heading

TEXT = """\
A **bold *and italic*** word, `x = "a  b"`, ~~gone~~ and [docs](https://ex.org/a).

```py
def f():
    return "<b>"
```

> said **before**

1. first
2. second
   - inner

- [x] done

| a | b |
|---|---|
| 1 | 2 |
"""

BOLD, ITALIC = frozenset({"bold"}), frozenset({"bold", "italic"})

MARKS = st.text(alphabet="ab _*`~[]()<>|#@\\!\n-+.:/1", max_size=60)


def test_markdown_becomes_blocks_of_words_code_quotes_and_lists() -> None:
    words, code, quote, numbered, tasks, table = blocks_of(TEXT)
    assert isinstance(words, Words)
    assert words.spans[1:4] == (Span("bold ", BOLD), Span("and italic", ITALIC), Span(" word, "))
    assert words.spans[4] == Span('x = "a  b"', frozenset({"code"}))
    assert plain_of([words]).endswith("docs (https://ex.org/a).")
    assert code == Code('def f():\n    return "<b>"', "py")
    assert quote == Quote((Words((Span("said "), Span("before", BOLD))),))
    assert isinstance(numbered, Listed)
    assert (numbered.start, plain_of([numbered])) == (1, "first\nsecond\ninner")
    assert plain_of([tasks]) == "☑ done"
    assert table == Code("| a | b |\n|---|---|\n| 1 | 2 |")


def test_what_is_no_markdown_stays_as_it_was_written() -> None:
    for text in (
        "snake_case_name",
        "2 * 3 < 4",
        "<script>x</script>",
        "a\n  b   c",
        "[x]: http://y.z",
        "C:\\temp",
        "**",
    ):
        assert plain_of(blocks_of(text)) == text


@given(MARKS)
def test_no_letter_of_an_author_is_lost(text: str) -> None:
    shown = "".join(
        f"{one.language} {plain_of([one])}" if isinstance(one, Code) else plain_of([one]) for one in blocks_of(text)
    )
    assert sorted(re.findall("[ab]", shown)) == sorted(re.findall("[ab]", text))


def test_matrix_shows_blocks_as_elements_and_escapes_all_words() -> None:
    shown = html_of(blocks_of(TEXT))
    assert '<pre><code class="language-py">def f():\n    return &quot;&lt;b&gt;&quot;\n</code></pre>' in shown
    assert "<strong>bold </strong><strong><em>and italic</em></strong>" in shown
    assert "<code>x = &quot;a  b&quot;</code>, <del>gone</del> and docs (https://ex.org/a)." in shown
    assert "<blockquote>said <strong>before</strong></blockquote>" in shown
    assert "<ol><li>first</li><li><p>second</p><ul><li>inner</li></ul></li></ol><ul><li>☑ done</li></ul>" in shown
    hostile = html_of(blocks_of('```x" onclick="y\n</code>\n```\n[a](javascript:x) <b onclick=x> `<i>` @room'))
    assert not re.search(r"<(?!/?(?:p|pre|code)\b)|<\w+ ", hostile)
    assert "@room" not in content_of(Outgoing("k", "@room", blocks=blocks_of("**@room**")), "")["formatted_body"]


@given(MARKS)
def test_matrix_has_no_element_but_its_own(text: str) -> None:
    shown = html_of(blocks_of(text))
    allowed = r"p|br|strong|em|del|code|pre|blockquote|ul|li|ol|code class=\"language-[\w+#.-]+\"|ol start=\"\d+\""
    assert not re.search(rf"<(?!/?(?:{allowed})>)", shown)


def test_slack_shows_blocks_as_rich_text_in_which_nothing_is_markup() -> None:
    (rich,) = slack_blocks(Outgoing("k", TEXT, mentions=("U1",), blocks=with_heading("be → all\n", blocks_of(TEXT))))
    kinds = [one["type"].removeprefix("rich_text_") for one in rich["elements"]]
    assert kinds == ["section", "preformatted", "quote", *["list"] * 4, "preformatted"]
    section, code, _, first, second, inner, *_ = rich["elements"]
    assert section["elements"][0] == {"type": "user", "user_id": "U1"}
    assert {"type": "text", "text": "and italic", "style": {"bold": True, "italic": True}} in section["elements"]
    assert {"type": "link", "url": "https://ex.org/a"} in section["elements"]
    assert code["elements"] == [{"type": "text", "text": 'def f():\n    return "<b>"'}]
    assert [(one["style"], one["indent"], one.get("offset")) for one in (first, second, inner)] == [
        ("ordered", 0, 0),
        ("ordered", 0, 1),
        ("bullet", 1, None),
    ]


@given(MARKS)
def test_slack_has_every_word_in_a_literal_element(text: str) -> None:
    (rich,) = slack_blocks(Outgoing("k", text, blocks=blocks_of(text)))
    found = re.findall(r'"(?:text|url)": ("(?:[^"\\]|\\.)*")', json.dumps(rich))
    said = "".join(json.loads(one) for one in found)
    assert sorted(re.findall("[ab]", said)) == sorted(re.findall("[ab]", plain_of(blocks_of(text))))


def test_mattermost_gets_markdown_that_shows_the_same_blocks() -> None:
    again = blocks_of(markdown_of(blocks_of(TEXT)))
    assert plain_of(again) == plain_of(blocks_of(TEXT))
    assert again[1] == blocks_of(TEXT)[1]
    assert markdown_of([Code("a ``` b", 'x"')]) == "````\na ``` b\n````"
    assert markdown_of(blocks_of("`` a`b ``, **x** @all `@channel`")) == (
        "`` a`b ``, **x** @\u200ball `@\u200bchannel`"
    )


@given(MARKS)
def test_mattermost_has_no_link_image_or_element_of_an_author(text: str) -> None:
    written = markdown_of(blocks_of(text))
    shown = MarkdownIt("commonmark", {"html": True}).enable(["strikethrough", "table"]).render(written)
    allowed = "p|ul|ol|li|hr|br|pre|code|strong|em|s|blockquote|h[1-6]"
    assert not re.search(rf"<(?!/?(?:{allowed})\b)", shown)
    assert not re.search("@(?:channel|all|here)", written)


def test_a_block_of_code_that_is_split_ends_in_its_part_and_begins_again_in_the_next() -> None:
    code = "\n".join(f"line {number} of the code" for number in range(40))
    parts = split(f"before\n```py\n{code}\n```\nafter", 400, fences=True)
    shown = [blocks_of(one.partition(") ")[2]) for one in parts]
    assert len(parts) > 2
    assert all(len(one.encode()) <= 400 for one in parts)
    assert all(one.language == "py" for part in shown for one in part if isinstance(one, Code))
    assert "\n".join(one.text for part in shown for one in part if isinstance(one, Code)) == code
    assert closed("a\n~~~\nb") == "a\n~~~\nb\n~~~"
    assert closed("```\nb\n```") == "```\nb\n```"


def test_a_message_is_posted_with_its_formatting_and_its_heading_as_written() -> None:
    class Formatted(HeardChat):
        shows_blocks = True

    body = Freeform(intent_hint="NOTE", body="**look**\n```\nx = 1", requires_response=False, urgency="normal")
    with bridged(Formatted()) as room:
        room.project.send(room.project.message("ann", body, "all"))
        (post,) = room.posts()
        assert post.text == "ann → all\n**look**\n```\nx = 1\n```"
        first = Words((Span("ann", BOLD), Span(" → all\n"), Span("look", BOLD)))
        assert post.blocks == (first, Code("x = 1"))
        room.chat.say("U1", "/help")
        assert room.posts()[-1].blocks == ()


def test_a_long_text_stands_in_the_thread_of_its_first_part() -> None:
    body = Freeform(intent_hint="NOTE", body="word " * 3000, requires_response=False, urgency="normal")
    with bridged() as room:
        room.project.send(room.project.message("ann", body, "all"))
        posts = room.posts()
        assert len(posts) > 2
        assert [one.reply_to for one in posts] == ["", *[room.chat.posts[0][2]] * (len(posts) - 1)]
