"""The report of an audit as one HTML page: no scripts, no external resources, light or dark as the system is."""

from collections.abc import Iterator
from html import escape

from renkei.transcripts.audit import KINDS, Audit, cost_lines
from renkei.transcripts.findings import Incident
from renkei.wording.values import duration
from renkei.wording.visible import visible

_STYLE = """
:root { color-scheme: light dark; --ink: #1c1f24; --soft: #5a6270; --line: #d8dce2; --page: #fff; --tint: #f4f6f8; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e7eb; --soft: #9aa3af; --line: #363c45; --page: #16181c; --tint: #1f2329; }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); margin: 2rem auto;
  max-width: 60rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { margin: .25rem 0; } .soft { color: var(--soft); font-size: .9rem; }
ol { padding-left: 2.2rem; }
li { margin: .6rem 0; padding: .4rem .7rem; background: var(--tint); border-radius: .4rem; }
code { font: .85rem/1.4 ui-monospace, monospace; color: var(--soft); overflow-wrap: anywhere; display: block; }
li p { overflow-wrap: anywhere; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: .95rem; }
th, td { text-align: left; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line);
  white-space: nowrap; }
th { color: var(--soft); font-weight: normal; } .text { white-space: normal; }
.figure { text-align: right; font-variant-numeric: tabular-nums; }
"""

_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
"""


def page_of(found: Audit, project: str) -> str:
    """Return the page; every text of a participant in it is escaped."""
    return "\n".join((*_lines(found, project), "</body>", "</html>", ""))


def _text(value: object) -> str:
    return escape(visible(str(value)))


def _lines(found: Audit, project: str) -> Iterator[str]:
    yield _HEAD.format(title=_text(f"Audit of {project}"), style=_STYLE).rstrip()
    yield f"<h1>Audit of {_text(project)}</h1>"
    figures = f"{len(found.agents):,} participants, {found.messages:,} messages, {found.calls:,} tool calls"
    span = f"from {_time(found.began)} to {_time(found.ended)}"
    yield f'<p class="soft">{figures}; {span}</p>'
    for name, kind in KINDS.items():
        rows = found.of(name)
        if rows:
            yield f"<h2>{_text(kind.title)}: {len(rows):,}</h2>"
            yield f'<p class="soft">{_text(kind.fault)}. With renkei: {_text(kind.response)}</p>'
            yield "<ol>"
            yield from map(_finding, rows)
            yield "</ol>"
    if not found.findings:
        yield "<p>Nothing was found.</p>"
    if found.waits:
        yield from _waits(found)
    yield "<h2>What the context cost, in tokens</h2>"
    yield "<table>"
    for label, value in cost_lines(found.cost):
        yield f'<tr><td class="figure">{_text(value)}</td><td class="text">{_text(label)}</td></tr>'
    yield "</table>"


def _time(at: str) -> str:
    return f'<time datetime="{_text(at)}">{_text(at[:19].replace("T", " "))} UTC</time>'


def _finding(one: Incident) -> str:
    locations = "".join(f"<code>{_text(location)}</code>" for location in one.locations)
    return f"<li><p>{_text(one.text)}</p>{locations}</li>"


def _waits(found: Audit) -> Iterator[str]:
    yield "<h2>Who waited for whom</h2>"
    yield '<div class="wide"><table>'
    yield "<tr><th>who</th><th>waited for</th><th>times</th><th>in all</th><th>longest</th><th>unanswered</th></tr>"
    for one in found.waits:
        names = f"<td>{_text(one.who)}</td><td>{_text(one.waited_for)}</td>"
        figures = (one.times, duration(one.seconds), duration(one.longest), one.open or "")
        yield f"<tr>{names}{''.join(f'<td>{_text(value)}</td>' for value in figures)}</tr>"
    yield "</table></div>"
