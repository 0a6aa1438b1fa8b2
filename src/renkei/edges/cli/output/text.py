"""Text in styles. It becomes a text of rich where it is laid out: on a pipe nothing is, and rich is slow to import."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text as RichText

_DROPPED = dict.fromkeys(b"\a\b\v\f\r")
"""Control characters that rich drops as well."""


class Text:
    """A text with a style; what is appended may have another one."""

    __slots__ = ("_spans", "style")

    def __init__(self, text: str = "", style: str = "") -> None:
        self.style = style
        self._spans = [(text.translate(_DROPPED), "")]

    @classmethod
    def assemble(cls, *parts: str | tuple[str, str] | Text, style: str = "") -> Text:
        """Return parts as one text, each in its own style."""
        made = cls(style=style)
        for part in parts:
            if isinstance(part, Text):
                made._spans += [(text, f"{part.style} {own}".strip()) for text, own in part._spans]
            else:
                made.append(*((part,) if isinstance(part, str) else part))
        return made

    def append(self, text: str, style: str = "") -> None:
        """Add a text at the end."""
        self._spans.append((text.translate(_DROPPED), style))

    @property
    def plain(self) -> str:
        """The text without styles."""
        return "".join(text for text, _ in self._spans)

    def __str__(self) -> str:
        return self.plain

    def __rich__(self) -> RichText:
        from rich.text import Text as RichText

        made = RichText(style=self.style)
        for text, style in self._spans:
            made.append(text, style or None)
        return made
