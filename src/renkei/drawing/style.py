"""The kinds of things and statuses that have a colour; `static/graph.css` defines the colours, light and dark."""

from functools import cache
from importlib.resources import files

KINDS = ("agent", "human", "group", "contract", "artifact", "decision", "message")
"""The kinds of things, in the order of the legend."""

SHADES = ("waiting", "active", "stuck", "done")
"""The kinds of statuses."""

STATUS = {
    "open": "waiting",
    "idle": "waiting",
    "claimed": "active",
    "accepted": "active",
    "in_progress": "active",
    "working": "active",
    "submitted": "active",
    "blocked": "stuck",
    "paused": "stuck",
    "failed": "stuck",
    "error": "stuck",
    "refused": "stuck",
    "partial": "done",
    "completed": "done",
    "resolved": "done",
    "cancelled": "waiting",
}
"""The kind of each status."""

HEADS = ("head", "head-chain", "head-waits")
"""The heads of arrows."""


@cache
def style_sheet() -> str:
    """Return the style sheet of the picture."""
    return files("renkei.drawing").joinpath("static", "graph.css").read_text(encoding="utf-8")


def heads() -> str:
    """Return the definitions of the heads of arrows."""
    marker = (
        '<marker id="{0}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="10" markerHeight="10" '
        'markerUnits="userSpaceOnUse" orient="auto"><path class="{0}" d="M0,0 L8,4 L0,8 z"/></marker>'
    )
    return f"<defs>{''.join(map(marker.format, HEADS))}</defs>"
