"""Writes the page of the acts: which door offers which act, and the arguments of each."""

from collections.abc import Iterator
from typing import get_args

from tables import field_table

from renkei.acts.act import Act
from renkei.acts.command_line import COMMANDS
from renkei.acts.doors import OMITTED, Door
from renkei.acts.table import ACTS

HEAD = """# Acts

Look up an act: anything that a participant can do. Each act is one record in the log, and means the same at every door:
as a method of the library, a command of the command line, an endpoint `POST /api/acts/NAME`, a tool for models, a form
in the view, and a command in a chat. Its arguments have the same names everywhere; on the command line, `blocked_by` is
`--blocked-by`.

"""


_COMMANDS = {"send": "send"} | {act: words for words, act in COMMANDS.items()}
"""Act → the words of its command."""


def act_pages() -> str:
    """Return the page."""
    return HEAD + "\n".join((*_doors(), "", *_reasons(), "", *(line for act in ACTS.values() for line in _act(act))))


def _doors() -> Iterator[str]:
    doors = get_args(Door)
    yield "## Acts and doors"
    yield ""
    yield f"| act | {' | '.join(doors)} |"
    yield f"|---|{'---|' * len(doors)}"
    for name in ACTS:
        offered = ("" if name in OMITTED[door] else "✓" for door in doors)
        yield f"| [`{name}`](#{name}) | {' | '.join(offered)} |"


def _reasons() -> Iterator[str]:
    yield "## Why a door omits an act"
    yield ""
    yield "| door | act | why |"
    yield "|---|---|---|"
    for door, acts in OMITTED.items():
        for name, reason in acts.items():
            yield f"| {door} | `{name}` | {reason} |"


def _act(act: Act) -> Iterator[str]:
    yield f"## {act.name}"
    yield ""
    yield act.help
    yield ""
    if command := _COMMANDS.get(act.name):
        yield f"On the command line: `renkei {command}`."
        yield ""
    if act.parameters:
        yield from field_table(act.arguments)
        yield ""
