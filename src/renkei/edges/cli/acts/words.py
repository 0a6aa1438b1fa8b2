"""The commands of acts by groups, their former words, and their summaries, without importing the table of acts."""

import re
from functools import cache
from pathlib import Path

from renkei.acts.command_line import COMMANDS

DECLARED = Path(__file__).parents[3] / "project" / "acts.pyi"
"""The file with the summary of each act."""

RENAMED = {
    "contract accept": "accept",
    "contract reassign": "contract assign",
    "contract reject": "reject",
    "contract send-back": "send-back",
}
"""Earlier words of a command → its words now."""

MOVED = {
    "pause --all": "renkei project pause",
    "pause --contract": "renkei contract pause",
    "resume --all": "renkei project resume",
    "resume --contract": "renkei contract resume",
    "resume --tokens": "renkei project quota --tokens",
    "resume --turns": "renkei project quota --turns",
}
"""Earlier option of a command → the command that does it now."""


def acts_of(group: str = "") -> dict[str, str]:
    """Return the commands of a group that perform acts: last word → act."""
    split = {words: words.rpartition(" ") for words in COMMANDS}
    return {last: COMMANDS[words] for words, (within, _, last) in split.items() if within == group}


@cache
def summaries() -> dict[str, str]:
    """Return the summary of each act."""
    declared = DECLARED.read_text(encoding="utf-8")
    return dict(re.findall(r'    def ([a-z]\w*)\(.*?"""(.*?)"""', declared, re.DOTALL))
