r"""The text of a file and its form: encoding, byte order mark and line ends are preserved.

A model reads and writes lines that end in `\n`. In a file of unknown encoding it sees non-ASCII bytes as `\xNN`. They
are preserved if the model adds only ASCII; no encoding is guessed.
"""

import codecs
import re

from renkei.immutable.frozen import frozen
from renkei.wording.values import quote
from renkei.workspace.errors import WorkspaceError

MARKS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte order marks, and the encodings that they name."""

UNKNOWN = "ascii with unknown bytes"
CODECS = {UNKNOWN: ("ascii", "surrogateescape")}
_ESCAPED = re.compile("[\udc80-\udcff]")
_LINE_END = re.compile("\r\n|\n")


@frozen
class FileText:
    r"""The text of a file, with `\n` between lines unless its line ends are mixed, and its form."""

    text: str
    encoding: str = "utf-8"
    mark: bytes = b""
    line_end: str = "\n"
    r"""`\n`, `\r\n`, or "" for mixed line ends."""

    @property
    def shown(self) -> str:
        """The text as the model sees it."""
        return _ESCAPED.sub(lambda found: f"\\x{ord(found[0]) - 0xDC00:02x}", self.text)

    def encode(self, path: str, text: str) -> bytes:
        """Return a new text for the same file as bytes; raises WorkspaceError if its encoding cannot hold the text."""
        if self.line_end == "\r\n":
            text = text.replace("\r\n", "\n").replace("\n", "\r\n")
        if self.encoding == UNKNOWN and not _ESCAPED.sub("", text).isascii():
            hint = "Only ASCII can be written to it. Convert it to UTF-8 with a command first."
            raise WorkspaceError(problem=f"The encoding of {quote(path)} is not known", hint=hint)
        try:
            return self.mark + text.encode(*CODECS.get(self.encoding, (self.encoding,)))
        except UnicodeEncodeError:
            problem = f"The text for {quote(path)} holds half of a character"
            raise WorkspaceError(problem=problem, hint="Write it again.") from None


def decode(path: str, data: bytes) -> FileText:
    """Return the text of a file; raises WorkspaceError if it holds no text."""
    mark, encoding = next((one for one in MARKS if data.startswith(one[0])), (b"", "utf-8"))
    try:
        text = data[len(mark) :].decode(encoding)
    except UnicodeDecodeError:
        mark, encoding, text = b"", UNKNOWN, data.decode(*CODECS[UNKNOWN])
    if "\0" in text:
        raise WorkspaceError(
            problem=f"{quote(path)} is no text: it has {len(data)} bytes, some of them zero",
            hint="Use a command that knows its format.",
        )
    ends = set(_LINE_END.findall(text))
    line_end = ends.pop() if len(ends) == 1 else "" if ends else "\n"
    return FileText(text.replace("\r\n", "\n") if line_end == "\r\n" else text, encoding, mark, line_end)
