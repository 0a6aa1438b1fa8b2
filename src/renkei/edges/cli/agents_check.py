"""Shows which coding agents can be members of a team on this machine, for `renkei doctor --agents`."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from renkei.acp.programs import PROGRAMS
from renkei.edges.cli.output.echo import DATA, print_data
from renkei.edges.cli.output.paragraph import Paragraph
from renkei.edges.cli.output.terminal import console
from renkei.edges.cli.output.text import Text
from renkei.extras import require
from renkei.wording.visible import one_line

if TYPE_CHECKING:
    from renkei.acp.inspection import Inspection


def check_agents(output_format: str) -> bool:
    """Start each known coding agent that is installed and print what was found.

    Return whether all installed ones can be used. Raises ExtraMissingError.
    """
    require("acp", "Starting coding agents")
    from renkei.acp.inspection import inspect_programs

    found = inspect_programs(tuple(PROGRAMS.values()))
    if output_format in DATA:
        print_data(output_format, [_data(one) for one in found])
    else:
        out = console()
        for one in found:
            mark = ("✓ ", "green") if one.is_usable else ("✗ ", "bold red") if one.is_installed else ("– ", "dim")
            head = Text.assemble(mark, (f"{one.program.name:<12} ", "bold"))
            out.print(Paragraph(Text(one_line(_sentence(one))), head))
    return all(one.is_usable or not one.is_installed for one in found)


def _sentence(found: "Inspection") -> str:
    if not found.is_installed:
        return f"is not installed: {found.program.install}"
    version = f"{found.can.version or 'unknown version'}: " if found.can is not None else ""
    if found.fault:
        return "; ".join((f"{version}{found.fault}", *_remedies(found)))
    modes = f"modes {', '.join(found.modes)}" if found.modes else "no modes"
    loads = "loads sessions, " if found.can is not None and found.can.loads else ""
    limits = f"; but {'; '.join(found.limits)}" if found.limits else ""
    return f"{version}{loads}takes tools over HTTP, {modes}{limits}"


def _remedies(found: "Inspection") -> Iterator[str]:
    """Yield what a person can do about a missing sign-in."""
    if found.can is not None and found.is_unauthenticated:
        if found.can.authentication:
            yield f"its ways to sign in: {', '.join(found.can.authentication)}"
        yield f"sign in with {found.program.sign_in}"


def _data(found: "Inspection") -> dict[str, Any]:
    can = found.can
    return {
        "name": found.program.name,
        "installed": found.is_installed,
        "usable": found.is_usable,
        "version": can.version if can else None,
        "loads_sessions": can.loads if can else None,
        "tools_over_http": can.http_tools if can else None,
        "modes": list(found.modes) if found.modes is not None else None,
        "sign_in": "missing" if found.is_unauthenticated else None,
        "ways_to_sign_in": list(can.authentication) if can else None,
        "fault": found.fault or None,
        "limits": list(found.limits),
        "install": found.program.install,
    }
