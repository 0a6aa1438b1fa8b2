"""Blocks of code in messages: in the colours of their language, and changed lines marked in a diff."""

import re

from markupsafe import Markup, escape

from renkei.edges.view.diffs.colours import coloured
from renkei.wording.visible import visible

MOST_COLOURED = 20_000
"""Characters of a block that has colours at most."""

NAMES = {"c++": "cpp", "console": "bash", "golang": "go", "python3": "python", "shell": "bash", "zsh": "bash"}
"""Languages by another name than a file's ending."""

DIFF = re.compile(r"^(diff --git .*|--- .*\n\+\+\+ .*|@@ -\d.*)$", re.MULTILINE)
"""A line that only a diff has."""

MARKS = {"+": "add", "-": "del", "@": "place"}
"""The class of a line of a diff, by its first character."""


def code_block(text: str, about: str = "") -> Markup:
    """Return a block of code; `about` is what its author says of it, first the language."""
    text = text.removesuffix("\n")
    language = about.partition(" ")[0].lower()
    label = Markup('<p class="language">{}</p>').format(visible(about)) if about else Markup()
    lines = _diff(text) if language in ("diff", "patch") or DIFF.search(text) else _lines(text, language)
    return Markup('{}<pre class="code" dir="ltr"><code>{}</code></pre>').format(label, lines)


def _diff(text: str) -> Markup:
    line = Markup('<span class="{}">{}</span>')
    return Markup("\n").join(
        line.format(own, visible(one)) if (own := MARKS.get(one[:1])) else escape(visible(one))
        for one in text.split("\n")
    )


def _lines(text: str, language: str) -> Markup:
    if not language or len(text) > MOST_COLOURED:
        return escape(visible(text))
    (found,) = coloured([(f"code.{NAMES.get(language, language)}", tuple(text.split("\n")))])
    return Markup("\n").join(found)
