"""What a person should know beside the report when a run of a team has ended: what is open, and how to continue."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from renkei.edges.cli.team.start import TEAM_FILE

if TYPE_CHECKING:
    from renkei.edges.team.team import Team

NAMED = 10
"""Open tasks that are named."""


def remarks(team: "Team", file: Path, reported_before: str) -> Iterator[str]:
    """Yield sentences about how a run ended; none when it has ended with a new report and nothing is open.

    `reported_before` is the report that there was when the run began.
    """
    report = team.report()
    contracts = team.project.state.contracts.entries.values()
    found = [one for one in sorted(contracts, key=lambda one: one.seq) if not one.closed]
    if not report:
        yield "The team has ended without a report."
    elif report == reported_before:
        yield "The lead had reported before: this run has not given it the goal again."
    if found:
        named = [f"{one.terms.id} ({' by '.join(filter(None, (one.status, one.assignee)))})" for one in found[:NAMED]]
        more = [f"{len(found) - NAMED} more"] if len(found) > NAMED else []
        yield f"Still open: {', '.join((*named, *more))}."
    if found or not report or report == reported_before:
        if (lead := team.file.lead.id) not in team.names:
            yield f"{lead} has left: let it join again with `renkei join {lead} --lead`."
        given = "" if file == Path(TEAM_FILE) else f" {file}"
        yield f"Tell the lead what to do next: `renkei team chat{given}`."
