"""Makes SQLite believe the torn end of a write-ahead log, as if frames had no checksums.

The format is documented: a header of 32 bytes, then frames of 24 bytes and one page, each with the checksum of all
before it (https://www.sqlite.org/fileformat2.html#walformat).
"""

import struct
from itertools import pairwise
from pathlib import Path

HEADER, FRAME = 32, 24
BIG_ENDIAN = 0x377F0683
VICTIM = 2
"""The page that torn bytes are taken for: the first one that holds records."""


def believe(path: Path) -> None:
    """Turn what stands behind the last whole frame into a commit of one page; do nothing where there is no such end."""
    content = path.read_bytes()
    if len(content) < HEADER:
        return
    magic, _, size, _, *salts = struct.unpack_from(">6I", content)
    order = ">" if magic == BIG_ENDIAN else "<"
    sums, at, pages = struct.unpack_from(">2I", content, 24), HEADER, 0
    while at + FRAME + size <= len(content):
        head, page = content[at : at + FRAME], content[at + FRAME : at + FRAME + size]
        found = _sums(order, head[:8] + page, sums)
        if found != struct.unpack_from(">2I", head, 16):
            break
        sums, at, pages = found, at + FRAME + size, struct.unpack_from(">I", head, 4)[0] or pages
    if torn := content[at : at + size]:
        page = torn.ljust(size, b"\0")
        head = struct.pack(">2I", VICTIM, pages)
        frame = head + struct.pack(">4I", *salts, *_sums(order, head + page, sums)) + page
        path.write_bytes(content[:at] + frame)


def _sums(order: str, data: bytes, sums: tuple[int, ...]) -> tuple[int, ...]:
    one, two = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for first, second in list(pairwise(words))[::2]:
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two
