"""The kind of a file, by its first bytes: a name proves nothing. Only pictures are ever shown by the browser itself."""

import struct
from collections.abc import Callable, Iterator
from typing import Literal

from renkei.immutable.frozen import frozen

HEAD_BYTES = 256 * 1024
"""First bytes of a file by which it is recognized, and shown."""

MOST_PIXELS = 40_000_000
"""Pixels of a picture at most: a small file can be a picture that takes gigabytes."""

LOOKED_AT = 8192
"""Bytes in which a text has no NUL."""

Group = Literal["image", "text", "document", "other"]

Size = tuple[int, int]


@frozen
class Kind:
    """A kind of file: `type` is the media type with which it is served, `size` the width and height of a picture."""

    group: Group
    type: str
    size: Size = (0, 0)

    @property
    def fits(self) -> bool:
        """Whether a picture has a size, and not too many pixels."""
        return 0 < self.size[0] * self.size[1] <= MOST_PIXELS


def _png(head: bytes) -> Size:
    return struct.unpack(">II", head[16:24]) if head[12:16] == b"IHDR" else (0, 0)


def _gif(head: bytes) -> Size:
    return struct.unpack("<HH", head[6:10])


def _webp(head: bytes) -> Size:
    chunk, data = head[12:16], head[20:30]
    if chunk == b"VP8X" and len(data) == 10:
        return int.from_bytes(data[4:7], "little") + 1, int.from_bytes(data[7:10], "little") + 1
    if chunk == b"VP8L" and data[:1] == b"\x2f" and len(data) >= 5:
        bits = int.from_bytes(data[1:5], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if chunk == b"VP8 " and data[3:6] == b"\x9d\x01\x2a":
        width, height = struct.unpack("<HH", data[6:10])
        return width & 0x3FFF, height & 0x3FFF
    return 0, 0


def _jpeg(head: bytes) -> Size:
    """Return the size in the first frame; other segments are skipped by their length."""
    for marker, data in _segments(head):
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC) and len(data) >= 5:
            height, width = struct.unpack(">HH", data[1:5])
            return width, height
    return 0, 0


def _segments(head: bytes) -> Iterator[tuple[int, bytes]]:
    at = 2
    while at + 4 <= len(head) and head[at] == 0xFF:
        length = int.from_bytes(head[at + 2 : at + 4], "big")
        yield head[at + 1], head[at + 4 : at + 2 + length]
        at += 2 + max(2, length)


PICTURES: tuple[tuple[bytes, str, Callable[[bytes], Size]], ...] = (
    (b"\x89PNG\r\n\x1a\n", "image/png", _png),
    (b"\xff\xd8\xff", "image/jpeg", _jpeg),
    (b"GIF87a", "image/gif", _gif),
    (b"GIF89a", "image/gif", _gif),
    (b"RIFF", "image/webp", _webp),
)
"""The first bytes of pictures, their media types, and what reads their size."""


def kind_of(head: bytes) -> Kind:
    """Return what a file is that begins with some bytes. An SVG is a text: as a picture it could run scripts."""
    for magic, media, size_of in PICTURES:
        if head.startswith(magic) and (media != "image/webp" or head[8:12] == b"WEBP"):
            try:
                return Kind("image", media, size_of(head))
            except struct.error:  # it ends too early
                return Kind("image", media)
    if head.startswith(b"%PDF-"):
        return Kind("document", "application/pdf")
    return Kind("text" if _is_text(head) else "other", "application/octet-stream")


def _is_text(head: bytes) -> bool:
    try:
        head[:LOOKED_AT].decode()
    except UnicodeDecodeError as error:
        return error.start > LOOKED_AT - 4 and b"\0" not in head[:LOOKED_AT]  # a character may be cut
    return b"\0" not in head[:LOOKED_AT]
