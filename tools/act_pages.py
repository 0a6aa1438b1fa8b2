"""Writes the page of the acts: which door offers which act, and the arguments of each."""

from collections.abc import Iterator
from typing import get_args

from tables import field_table

from renkei.acts.act import Act
from renkei.acts.doors import OMITTED, Door
from renkei.acts.table import ACTS

HEAD = """# Acts

An act is something that a participant can do. Each act is one record of the log, and means the same at every door: the
method of the library, the command of the command line, the endpoint `POST /api/acts/NAME`, the tools of a model, the
forms of the view, and the commands in a chat. Its arguments have the same names everywhere; the command line writes
`--blocked-by` for `blocked_by`.

"""


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
    if act.parameters:
        yield from field_table(act.arguments)
        yield ""
