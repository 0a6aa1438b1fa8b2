"""Pictures of the command line: the output of commands in a project that is played from an example."""

import io
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "src" / "renkei" / "examples" / "auth-api" / "scenario.yaml"
STEPS = "14"
"""After this step somebody waits, and messages are unread."""

COLUMNS = 96

SCREENS = {
    "status": ("status",),
    "log": ("log", "--after", "27"),
    "inbox": ("inbox", "--agent", "agent-reviewer"),
    "board": ("board", "show"),
    "contract": ("contract", "list"),
    "explain": ("rules", "explain", "9"),
}
"""The commands whose output is shown, by the name of the picture."""


def screens() -> dict[str, str]:
    """Return an SVG of each screen."""
    with TemporaryDirectory() as directory:
        run(directory, "replay", str(EXAMPLE), "--at", STEPS, "--into", ".renkei")
        return {name: picture(words, run(directory, *words)) for name, words in SCREENS.items()}


def run(directory: str, *words: str) -> str:
    """Return what a command prints on a terminal."""
    terminal = {"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLUMNS": str(COLUMNS), "TZ": "UTC", "LANG": "C.UTF-8"}
    env = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | terminal
    command = [sys.executable, "-m", "renkei", *words]
    return subprocess.run(command, cwd=directory, env=env, text=True, capture_output=True, check=True).stdout


def picture(words: tuple[str, ...], printed: str, columns: int = COLUMNS) -> str:
    """Return an SVG of what a command printed."""
    out = Console(record=True, width=columns, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    out.print(Text.from_ansi(printed.rstrip()))
    return out.export_svg(title=" ".join(("renkei", *words)), unique_id=f"screen-{words[0]}")
