"""The colours of the picture, in a light and a dark form; each is readable on its page."""

KINDS = {
    "agent": ("#2f6299", "#7fb2e5"),
    "human": ("#6b4fa0", "#b9a3ea"),
    "contract": ("#2f7040", "#7cc48c"),
    "artifact": ("#8f5413", "#dfa666"),
    "decision": ("#8a3f68", "#de93bb"),
    "message": ("#4c5a67", "#a9b6c3"),
}
"""The colours of each kind of thing."""

SHADES = {
    "waiting": ("#57606a", "#a9b1ba"),
    "active": ("#1f5fb8", "#79b0f5"),
    "stuck": ("#b3261e", "#ff938a"),
    "done": ("#1c7a3e", "#6fce8d"),
}
"""The colours of each kind of status."""

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

_FIXED = """
.page {fill: #ffffff} .box {fill: #ffffff; stroke-width: 2}
.name {font-size: 13px; font-weight: bold; fill: #1c2126} .text {font-size: 14px; fill: #1c2126}
.small {font-size: 10.5px; fill: #4a525a}
.label {font-size: 10px; fill: #4a525a; text-anchor: middle; stroke: #ffffff; stroke-width: 4; paint-order: stroke}
.arrow {fill: none; stroke: #77808a; stroke-width: 1.3} .dashed {stroke-dasharray: 4 3}
.head {fill: #77808a}"""

_DARK = """
.page, .box {fill: #14181d}
.name, .text {fill: #eef1f4} .small, .label {fill: #b6bec7} .label {stroke: #14181d}
.arrow {stroke: #8d97a2} .head {fill: #8d97a2}"""

_HEAD = (
    '<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
    '<path class="head" d="M0,0 L8,4 L0,8 z"/></marker></defs>'
)


def _coloured(shade: int) -> str:
    kinds = [f".{kind} {{fill: {both[shade]}}} .{kind}-line {{stroke: {both[shade]}}}" for kind, both in KINDS.items()]
    return "\n".join(kinds + [f".{name} {{fill: {both[shade]}}}" for name, both in SHADES.items()])


STYLE = (
    f"<style>{_FIXED}\n{_coloured(0)}\n@media (prefers-color-scheme: dark) {{{_DARK}\n{_coloured(1)}\n}}</style>{_HEAD}"
)
"""The style sheet and the head of an arrow."""
