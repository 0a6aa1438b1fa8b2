r"""Makes hidden characters visible, so that no text of a participant controls a terminal or hides what it says.

Hidden are control characters other than tab and line feed, line separators, bidirectional controls, zero-width and
other default-ignorable characters (Unicode, DerivedCoreProperties), and lone surrogates. Each is written as an escape
such as `\u202e`. Three are kept where writing needs them:

- a joiner (U+200C, U+200D) between two letters of Arabic script, or after a virama, as RFC 5892 (appendix A) allows;
- U+200D between two emoji;
- one variation selector after an emoji, a symbol or a Han character, or before a keycap.

Tag characters are always escaped: they can hold a whole hidden text. So the flags of England, Scotland and Wales appear
as a black flag with escapes.
"""

import re
from collections.abc import Callable
from unicodedata import bidirectional, category, combining

IGNORABLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Characters that show nothing, or that change what others show, for a character class of a regular expression."""

_HIDDEN = re.compile(f"[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\ud800-\\udfff\\ufdd0-\\ufdef\\ufffe\\uffff{IGNORABLE}]")
_INVISIBLE = re.compile(f"[{IGNORABLE}]")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_JOINERS = "\u200c\u200d"
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_EMOJI_SELECTORS = "\ufe0e\ufe0f"
_VIRAMA = 9
_KEYCAP = "\u20e3"

LINE_BREAK = "⏎"
"""Replaces a line break in a text shown on one line."""


def visible(text: str) -> str:
    r"""Return a text with its hidden characters escaped; `\r\n` becomes a line feed."""
    if text.isascii() and text.isprintable():
        return text
    return escape_hidden(text.replace("\r\n", "\n"), lambda char: ascii(char)[1:-1])


def escape_hidden(text: str, escape: Callable[[str], str]) -> str:
    """Return a text with its hidden characters replaced by what `escape` returns for each."""
    return _HIDDEN.sub(lambda found: found[0] if _is_needed(text, found.start()) else escape(found[0]), text)


def one_line(text: str) -> str:
    """Return a text on one line with its hidden characters escaped; line breaks at its ends are dropped."""
    if text.isascii() and text.isprintable():
        return text
    return visible(text).strip("\n").replace("\n", f" {LINE_BREAK} ")


def without_invisible(text: str) -> str:
    """Return a text without the characters that show nothing."""
    return _INVISIBLE.sub("", text)


def _is_needed(text: str, index: int) -> bool:
    """Check whether writing needs a hidden character at its position."""
    char, before, after = text[index], text[index - 1 : index], text[index + 1 : index + 2]
    if char in _JOINERS:
        return _joins(char, before, after)
    return bool(before) and bool(_SELECTORS.match(char)) and _varies(char, before, after)


def _joins(char: str, before: str, after: str) -> bool:
    """Check whether a joiner has an effect between two characters that justifies it."""
    if not before or not after:
        return False
    if combining(before) == _VIRAMA or bidirectional(before) == bidirectional(after) == "AL":
        return True
    return char == "\u200d" and _is_emoji(before) and category(after) == "So"


def _is_emoji(char: str) -> bool:
    return category(char) == "So" or char == "\ufe0f" or ord(char) in _SKIN_TONES


def _varies(char: str, before: str, after: str) -> bool:
    """Check whether a variation selector follows a character that has variants."""
    if char in _EMOJI_SELECTORS:
        return category(before) in ("So", "Sm") or before in "‼⁉〰〽" or after == _KEYCAP
    return "\u3400" <= before <= "\u9fff" or "\U00020000" <= before <= "\U0003ffff"
