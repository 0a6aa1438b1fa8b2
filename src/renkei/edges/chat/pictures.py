"""A picture for a participant that has none: a pattern in one colour, always the same for the same id."""

import hashlib
import struct
import zlib

CELLS, CELL_PIXELS, MARGIN_PIXELS = 5, 40, 20

LIGHT = (240, 240, 240)


def picture_of(name: str) -> bytes:
    """Return a square PNG with a symmetrical pattern made from a name."""
    digest = hashlib.sha256(name.encode()).digest()
    red, green, blue = (64 + byte // 2 for byte in digest[:3])
    colour = (red, green, blue)
    cells = [[digest[3 + row * 3 + min(at, CELLS - 1 - at)] % 2 == 0 for at in range(CELLS)] for row in range(CELLS)]
    margin, size = bytes(LIGHT) * MARGIN_PIXELS, CELLS * CELL_PIXELS + 2 * MARGIN_PIXELS
    rows = [bytes(LIGHT) * size] * MARGIN_PIXELS
    for row in cells:
        line = b"".join(bytes(colour if is_set else LIGHT) * CELL_PIXELS for is_set in row)
        rows += [margin + line + margin] * CELL_PIXELS
    rows += rows[:MARGIN_PIXELS]
    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
