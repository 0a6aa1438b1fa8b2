"""Finds out which coding agents work on this machine: each is started once, and is given nothing to do.

A session is begun in an empty directory without tools, so that no model is asked and nothing is changed.
"""

import asyncio
import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from acp.exceptions import RequestError

from renkei.acp.errors import AgentUnusableError
from renkei.acp.programs import AcpProgram
from renkei.acp.received import Data
from renkei.acp.session import AgentSession, Capabilities
from renkei.errors import RenkeiError
from renkei.immutable.frozen import frozen

SECONDS = 60.0
"""Seconds in which a program has to begin its session."""


@frozen
class Inspection:
    """Findings about one program. `fault`: why it cannot work in a team, or ""."""

    program: AcpProgram
    is_installed: bool = False
    fault: str = ""
    is_unauthenticated: bool = False
    can: Capabilities | None = None
    """What it told about itself; None if it did not get so far."""
    modes: Mapping[str, str] | None = None
    """The names of its modes, by their ids; None if it began no session."""

    @property
    def is_usable(self) -> bool:
        """Whether it can be a member of a team, judged without a turn."""
        return self.is_installed and not self.fault

    @property
    def limits(self) -> tuple[str, ...]:
        """Features that will not work with it."""
        if self.can is None or self.modes is None:
            return ()
        asks, named = self.program.mode, self.program.title
        found = {
            "it cannot load a session: after a restart it begins without memory": not self.can.loads,
            f"it has no mode `{asks}`, in which {named} asks for permission": bool(asks) and asks not in self.modes,
            "it has no read-only mode for a reviewer": self.program.read_only not in self.modes,
            "a missing sign-in shows only in its first turn": not self.can.authentication,
        }
        return tuple(text for text, holds in found.items() if holds)


def inspect_programs(programs: Sequence[AcpProgram], seconds: float = SECONDS) -> list[Inspection]:
    """Start each program that is installed, all at the same time; return what was found, in their order."""
    return asyncio.run(_inspect_all(programs, seconds))


async def _inspect_all(programs: Sequence[AcpProgram], seconds: float) -> list[Inspection]:
    with TemporaryDirectory(prefix="renkei-", ignore_cleanup_errors=True) as directory:
        return list(await asyncio.gather(*(_inspect(one, Path(directory), seconds) for one in programs)))


async def _inspect(program: AcpProgram, directory: Path, seconds: float) -> Inspection:
    if shutil.which(program.command[0]) is None:
        return Inspection(program)
    session = AgentSession(program, directory, os.environ, _Nothing())
    can: Capabilities | None = None
    try:
        async with asyncio.timeout(seconds):
            can = await session.start()
            await session.begin(can)
    except TimeoutError:
        return Inspection(program, True, f"it has not begun a session within {seconds:g} s", can=can)
    except RenkeiError as error:
        is_unauthenticated = can is not None and isinstance(error, AgentUnusableError)
        reason = str(error.details.get("reason") or error.message)
        return Inspection(program, True, reason.rstrip("."), is_unauthenticated, can)
    finally:
        await session.end()
    fault = "" if can.http_tools else "it takes no tool servers over HTTP, so it cannot call the team's tools"
    return Inspection(program, True, fault, can=can, modes=session.modes)


class _Nothing:
    """Answers a program that has nothing to do."""

    def update(self, update: Data) -> None:
        """Take an update."""

    async def permission(self, call: Data, options: Sequence[Data]) -> str | None:
        """Give no permission."""
        return None

    async def read_file(self, path: str, line: int | None, limit: int | None) -> str:
        """Read nothing."""
        raise RequestError.resource_not_found(path)

    async def write_file(self, path: str, text: str) -> None:
        """Write nothing."""
        raise RequestError.invalid_params({"path": path})
