"""Markdown as markup, read as `renkei.wording.markdown` says: each author's characters stay visible.

So HTML is text, a link shows its target, an image is its address, and definitions of references are paragraphs.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup

from renkei.edges.view.prose.code import code_block
from renkei.edges.view.prose.links import linked, target_of
from renkei.wording.markdown import PARSER
from renkei.wording.visible import visible

ALIGNED = {"text-align:right": "right", "text-align:center": "center"}
"""The class of a cell by the style that the parser gives it: the page's policy allows no styles in markup."""

CHECKED: Mapping[object, str] = {True: "☑ ", False: "☐ "}

Tokens = Sequence[Token]


class Writer(RendererHTML):
    """Writes tokens as markup, by the type of each; all that an author wrote goes through `linked` or is escaped."""

    def renderToken(self, tokens: Tokens, idx: int, options: Any, env: Any) -> str:  # noqa: N802 – the library's name
        """Write the beginning or the end of an element; one at the top has the direction of its text.

        Without the library's line breaks, which would be seen: those of a text are kept.
        """
        token = tokens[idx]
        if token.block and token.level == 0 and token.nesting == 1:
            token.attrSet("dir", "auto")
        return super().renderToken(tokens, idx, options, env).strip("\n")

    def text(self, tokens: Tokens, idx: int, options: Any, env: Any) -> str:
        """Write words."""
        return linked(tokens[idx].content)

    def code_inline(self, tokens: Tokens, idx: int, options: Any, env: Any) -> str:
        """Write code among words."""
        return Markup("<code>{}</code>").format(visible(tokens[idx].content))

    def fence(self, tokens: Tokens, idx: int, options: Any, env: Any) -> str:
        """Write a block of code, with what its author says about it."""
        return code_block(tokens[idx].content, tokens[idx].info.strip())

    def code_block(self, tokens: Tokens, idx: int, options: Any, env: Any) -> str:
        """Write an indented block."""
        return code_block(tokens[idx].content)

    def heading_open(self, tokens: Tokens, idx: int, options: Any, env: Any) -> str:
        """Write a heading as a paragraph: the outline of a page is the view's."""
        return f'<p class="heading {tokens[idx].tag}" dir="auto">'

    def heading_close(self, tokens: Tokens, idx: int, options: Any, env: Any) -> str:
        """Write the end of a heading."""
        return "</p>"

    def table_open(self, tokens: Tokens, idx: int, options: Any, env: Any) -> str:
        """Write a table, which may be wider than its place."""
        return '<div class="scroll" tabindex="0"><table dir="auto">'

    def table_close(self, tokens: Tokens, idx: int, options: Any, env: Any) -> str:
        """Write the end of a table."""
        return "</table></div>"

    def th_open(self, tokens: Tokens, idx: int, options: Any, env: Any) -> str:
        """Write a cell of the head."""
        return _cell(tokens[idx], ' scope="col"')

    def td_open(self, tokens: Tokens, idx: int, options: Any, env: Any) -> str:
        """Write a cell."""
        return _cell(tokens[idx])

    def list_item_open(self, tokens: Tokens, idx: int, options: Any, env: Any) -> str:
        """Write an item; one of a list of tasks has a box."""
        return f"<li>{CHECKED.get(tokens[idx].meta.get('checked'), '')}"

    def link_open(self, tokens: Tokens, idx: int, options: Any, env: Any) -> str:
        """Write nothing: the words of a link are no link."""
        return ""

    def link_close(self, tokens: Tokens, idx: int, options: Any, env: Any) -> str:
        """Write where a link leads, unless its words said so."""
        start = next(one for one in range(idx, -1, -1) if tokens[one].type == "link_open")
        target = str(tokens[start].attrGet("href"))
        words = "".join(one.content for one in tokens[start + 1 : idx])
        return "" if words == target else target_of(target, tokens[start].attrGet("title"))

    def image(self, tokens: Tokens, idx: int, options: Any, env: Any) -> str:
        """Write where an image is: a page loads nothing that an author names. A card shows an artifact's."""
        token, image = tokens[idx], env.get("image")
        source = str(token.attrGet("src"))
        return linked(token.content) + (image(source) if image else target_of(source, token.attrGet("title")))

    def hardbreak(self, tokens: Tokens, idx: int, options: Any, env: Any) -> str:
        """Write a line break."""
        return "\n"


def _cell(token: Token, more: str = "") -> str:
    own = ALIGNED.get(str(token.attrGet("style")), "")
    return f"<{token.tag}{more}" + (f' class="{own}">' if own else ">")


def markup_of(tokens: Tokens, image: Callable[[str], Markup] | None = None) -> Markup:
    """Return the markup of tokens; `image` returns that of an image by its address."""
    return Markup(Writer().render(tokens, PARSER.options, {"image": image}))  # noqa: S704 – `Writer` escapes all texts
