"""Read JSON (RFC 8259) with the location of each value.

The standard library's reader reports no locations, accepts NaN, and silently keeps the last of two equal keys. Only the
grammar between tokens is implemented here; the standard library decodes strings and numbers.
"""

import json
import re

from renkei.documents.source import Builder, Location, Source, SourceError

_SPACE = re.compile(r"[ \t\r\n]*")
_TOKEN = re.compile(
    r'(?P<mark>[{}\[\],:])|(?P<text>"(?:[^"\\\x00-\x1f]++|\\.)*+")'
    r"|(?P<number>-?(?:0|[1-9][0-9]*)(?P<fraction>\.[0-9]+)?(?P<exponent>[eE][+-]?[0-9]+)?)|(?P<word>true|false|null)"
)
_CONSTANTS = {"true": True, "false": False, "null": None}
_LONGEST_INTEGER = 40
_WORD = re.compile(r"[A-Za-z]+")
_BAD_ESCAPE = re.compile(r'(?<!\\)(\\\\)*\\([^"\\/bfnrtu]|u(?![0-9A-Fa-f]{4}))')
_ESCAPES = 'Write \\" \\\\ \\n \\t, or \\u and four hexadecimal digits.'
_NO_SUCH_NUMBER = "JSON has no NaN or Infinity: use null or a string."
_MEANT = {
    "True": "Write true.",
    "False": "Write false.",
    "None": "Write null.",
    "NaN": _NO_SUCH_NUMBER,
    "Infinity": _NO_SUCH_NUMBER,
    "'": "Put strings in double quotes.",
    "/": "JSON has no comments.",
    "#": "JSON has no comments.",
}
"""Hints for words and characters that people write but JSON does not allow."""


class _Reader:
    """Walks through one document; `expects` names the tokens that may follow."""

    def __init__(self, text: str, line: int) -> None:
        self.text = text
        self.line = line
        self.start = 0  # where the current line begins
        self.at = 0
        self.builder = Builder(line)
        self.closers: list[str] = []
        self.expects = "a value"

    def location(self) -> Location:
        return (self.line, self.at - self.start + 1)

    def fail(self, message: str, hint: str = "") -> SourceError:
        return SourceError("SYNTAX", self.location(), f"not JSON: {message}", hint)

    def skip(self) -> None:
        space = _SPACE.match(self.text, self.at)
        assert space is not None
        lines = self.text.count("\n", self.at, space.end())
        if lines:
            self.line += lines
            self.start = self.text.rindex("\n", self.at, space.end()) + 1
        self.at = space.end()

    def read(self) -> Source:
        self.skip()
        while self.expects != "the end":
            if self.at >= len(self.text):
                missing = "".join(reversed(self.closers))
                hint = f"Close what is open with {missing}" if missing else "Write a value."
                raise self.fail(f"unexpected end of input, expected {self.expects}", hint)
            token = _TOKEN.match(self.text, self.at)
            if token is None:
                raise self.fail(
                    f"unexpected {self.text[self.at]!r}, expected {self.expects}", _syntax_hint(self.text, self.at)
                )
            self.take(token)
            self.at = token.end()
            self.skip()
        if self.at < len(self.text):
            raise self.fail(
                "text after the end of the document", "Put one document per file, or one per line of a .jsonl file."
            )
        return self.builder.source

    def take(self, token: re.Match[str]) -> None:
        mark, location = token["mark"], self.location()
        if mark is None:
            self.scalar(token, location)
        elif mark in "{[" and self.expects.startswith("a value"):
            self.builder.open({} if mark == "{" else [], location)
            self.closers.append("}" if mark == "{" else "]")
            self.expects = "a key or }" if mark == "{" else "a value or ]"
        elif self.closers and mark == self.closers[-1] and mark in self.expects:
            self.closers.pop()
            self.builder.close()
            self.after_value()
        elif mark == ":" and self.expects == "a colon":
            self.expects = "a value"
        elif mark == "," and self.expects.startswith("a comma"):
            self.expects = "a key" if self.closers[-1] == "}" else "a value"
        else:
            raise self.fail(f"unexpected {mark!r}, expected {self.expects}", "Look for an extra or missing comma.")

    def scalar(self, token: re.Match[str], location: Location) -> None:
        if token["text"] is not None and self.expects.startswith("a key"):
            self.builder.key(self.string(token["text"]), location)
            self.expects = "a colon"
            return
        if not self.expects.startswith("a value"):
            raise self.fail(
                f"unexpected {token[0][:40]!r}, expected {self.expects}", "Look for a missing comma or quote."
            )
        if token["text"] is not None:
            self.builder.scalar(self.string(token["text"]), location)
        elif token["word"] is not None:
            self.builder.scalar(_CONSTANTS[token["word"]], location)
        elif token["fraction"] or token["exponent"]:
            self.builder.scalar(float(token["number"]), location)
        else:
            digits = token["number"]
            self.builder.scalar(int(digits) if len(digits) <= _LONGEST_INTEGER else 2**64, location)
        self.after_value()

    def string(self, raw: str) -> str:
        try:
            text: str = json.loads(raw)
            text.encode()
        except (ValueError, UnicodeEncodeError):
            hint = _ESCAPES if _BAD_ESCAPE.search(raw) else "Write surrogates as pairs: \\ud83d\\ude00."
            raise self.fail("invalid escape sequence in a string", hint) from None
        return text

    def after_value(self) -> None:
        self.expects = f"a comma or {self.closers[-1]}" if self.closers else "the end"


def _syntax_hint(text: str, at: int) -> str:
    """Return a hint for text that begins no JSON token."""
    if text[at] == '"':
        line = text[at + 1 :].partition("\n")[0]
        return "Write a tab in a string as \\t." if '"' in line else "Close the quote that begins here."
    word = _WORD.match(text, at)
    return _MEANT.get(word[0] if word else text[at], "Look for a missing quote, comma or bracket.")


def read_json(text: str, line: int = 1) -> Source:
    """Read one JSON document that begins on `line`; raises SourceError at the first fault."""
    return _Reader(text, line).read()
