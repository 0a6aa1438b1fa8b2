"""Records the README's terminal session as an animated SVG: real commands, typed at a steady pace, and their output.

`make recording` needs npm, for svg-term, which turns asciicast version 2 into SVG:
https://docs.asciinema.org/manual/asciicast/v2/
"""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from screens import COLUMNS, run

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "docs" / "screens" / "recording.svg"

ROWS = 30
TYPING, READING = 0.035, 2.2
"""Seconds for a key, and for reading what a command printed."""

SESSION = (
    ("init", "--goal", "Users can log in", "--lead", "architect:design", "--agent", "backend:API"),
    ("contract", "delegate", "backend", "Build the login", "--as", "architect", "--success-criteria", "tests pass"),
    ("read", "--as", "backend"),
    ("post", "@human JWT or sessions?", "--to", "human", "--as", "backend", "--requires-response"),
    ("status",),
)


def cast() -> str:
    """Return the session as an asciicast."""
    at, lines = 0.5, [json.dumps({"version": 2, "width": COLUMNS, "height": ROWS})]
    with TemporaryDirectory() as directory:
        work = Path(directory) / "shop"
        work.mkdir()
        for words in SESSION:
            for key in typed(words):
                lines.append(json.dumps([round(at, 3), "o", key]))
                at += TYPING
            lines.append(json.dumps([round(at + 0.3, 3), "o", "\r\n" + run(str(work), *words).replace("\n", "\r\n")]))
            at += READING
    lines.append(json.dumps([round(at + READING, 3), "o", "$ "]))
    return "\n".join(lines)


def typed(words: tuple[str, ...]) -> list[str]:
    """Return the keys of a command, after a prompt."""
    shown = " ".join(f'"{word}"' if " " in word else word for word in ("renkei", *words))
    return ["$ ", *shown]


if __name__ == "__main__":
    subprocess.run([sys.argv[1], "--out", str(TARGET), "--window", "--no-cursor"], input=cast(), text=True, check=True)
