"""A scripted coding agent as a command with a script of its own: the program is `acp/scripted_agent.py`."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROGRAM = Path(__file__).parent / "acp" / "scripted_agent.py"


@dataclass(frozen=True, slots=True)
class Scripted:
    """A scripted agent: the command that starts it, and what it saw."""

    script: Path

    @property
    def command(self) -> list[str]:
        """Its program and arguments, as a member of a team file names them."""
        return [sys.executable, str(PROGRAM), "--script", str(self.script)]

    @property
    def seen(self) -> list[dict[str, Any]]:
        """What happened, the oldest first: one object for each thing, named by its first member."""
        file = Path(f"{self.script}.seen")
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []

    def saw(self, name: str) -> list[Any]:
        """Return the values of a member, such as the text of each `prompt`."""
        return [one[name] for one in self.seen if name in one]


def scripted(directory: Path, name: str = "agent", **script: Any) -> Scripted:
    """Make a scripted agent of the members of its script, with a name where a test has several."""
    path = directory / f"{name}.script.json"
    path.write_text(json.dumps(script))
    return Scripted(path)
