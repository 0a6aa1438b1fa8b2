"""A picture of a team at work: the example, played from its script. No check compares it: its times differ."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from screens import ROOT, picture, run

EXAMPLE = ROOT / "examples" / "rest-to-graphql"
WORDS = ("team", "run", "--script", "script.yaml")
BEGIN, END = 27, 12
"""Lines of the beginning and the end that are shown."""

REPORT = 106
"""Columns of the report of the lead, which is not wrapped."""


def take() -> None:
    """Write the picture."""
    with TemporaryDirectory() as directory:
        shop = Path(directory) / "shop"
        shutil.copytree(EXAMPLE, shop, ignore=shutil.ignore_patterns(".renkei", "__pycache__"))
        lines = run(str(shop), *WORDS).rstrip().splitlines()
    shown = "\n".join((*lines[:BEGIN], "…", *lines[-END:]))
    (ROOT / "docs" / "screens" / "team-run.svg").write_text(picture(WORDS, shown, REPORT), encoding="utf-8")


if __name__ == "__main__":
    take()
