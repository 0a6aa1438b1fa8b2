"""Hidden characters are made visible, and writing that needs some of them survives."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.wording.visible import IGNORABLE, one_line, visible

CONTROLS = ["\x00", "\x07", "\x1b", "\x7f", "\x85", "\x9b", "\x0b", "\x0c", "\r", "\u2028", "\u2029", "\ud800"]
DIRECTION = ["\u061c", "\u200e", "\u200f", *map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))]
WIDTHLESS = ["\u00ad", "\u034f", "\u115f", "\u180e", "\u200b", "\u2060", "\u2800", "\u3164", "\ufeff", "\U000e0041"]
WRITTEN = [
    "日本語　全角スペース",
    "葛\U000e0100飾区",  # a Han character with its variant
    "می\u200cخواهم",  # Persian, with a joiner that writing needs
    "क्\u200dष",  # Hindi, with a joiner after a virama
    "श्री",
    "👩\u200d👩\u200d👧",
    "👩🏽\u200d💻 🏳️\u200d🌈 ❤️\u200d🔥",
    "☎️ 1️⃣ ™️",
    "a\tb\nc",
    "naïve cafe\u0301",
    "مرحبا",
    "한국어",
]


@pytest.mark.parametrize("char", [*CONTROLS, *DIRECTION, *WIDTHLESS])
def test_a_hidden_character_is_escaped(char: str) -> None:
    assert visible(f"a{char}b") == f"a{ascii(char)[1:-1]}b"


@pytest.mark.parametrize("text", WRITTEN)
def test_writing_survives(text: str) -> None:
    assert visible(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "a\u200db",
        "pay\u200cpal",
        "👩\u200d",
        "\u200d👩",
        "a\ufe0f",
        "漢\ufe0f",
        "☎\ufe0f\ufe0f",
        "漢\U000e0100\U000e0101",
        "\u200c",
    ],
)
def test_a_joiner_or_selector_without_effect_is_escaped(text: str) -> None:
    assert "\\u" in visible(text).lower()


def test_every_character_that_unicode_calls_format_or_control_is_escaped() -> None:
    ranges = (chr(code) for code in range(sys.maxunicode + 1))
    named_numbers = range(0x600, 0x606)  # Arabic number signs and the like are visible
    for char in ranges:
        if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") and char not in "\t\n":
            assert visible(char) != char
        if unicodedata.category(char) == "Cf" and ord(char) not in (*named_numbers, *VISIBLE_FORMATS):
            assert visible(char) != char, hex(ord(char))


VISIBLE_FORMATS = (0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD, *range(0x13430, 0x13440))
"""Format characters that have a form of their own: signs that enclose digits, and hieroglyphs' joiners."""


@given(st.text())
def test_one_line_is_one_line_and_stays_as_it_is(text: str) -> None:
    line = one_line(text)
    assert len(line.splitlines()) <= 1
    assert one_line(line) == line


def test_line_breaks_are_shown() -> None:
    assert one_line("a\r\nb\n\nc\n") == "a ⏎ b ⏎  ⏎ c"
    assert visible("a\r\nb") == "a\nb"


def test_the_class_of_ignorable_characters_is_a_class() -> None:
    assert "\u200b-\u200f" in IGNORABLE
