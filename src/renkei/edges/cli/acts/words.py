"""Which command performs which act. Importing this is cheap: the help lists commands without the table of acts."""

import re
from functools import cache
from pathlib import Path

DECLARED = Path(__file__).parents[3] / "project" / "acts.pyi"
"""The file with the summary of each act."""

COMMANDS = {
    "join": "join",
    "leave": "leave",
    "group set": "set_group",
    "project pause": "pause_project",
    "project resume": "resume_project",
    "project quota": "set_quota",
    "project register": "register",
    "post": "post",
    "reply": "reply",
    "waive": "waive",
    "mark-read": "mark_read",
    "context delivery set": "set_context_delivery",
    "context feedback add": "give_context_feedback",
    "board set": "write",
    "board revert": "revert",
    "artifact add": "add_artifact",
    "files reserve": "reserve_files",
    "files release": "release_files",
    "files policy": "set_file_policy",
    "files report": "record_changes",
    "rules set": "set_rules",
    "rules add": "add_rules",
    "rules remove": "remove_rules",
    "contract new": "open_contract",
    "contract delegate": "delegate",
    "contract assign": "assign",
    "contract claim": "claim",
    "contract start": "start",
    "contract block": "block",
    "contract submit": "submit",
    "contract verify": "verify",
    "contract release": "release",
    "contract refuse": "refuse",
    "contract reopen": "reopen",
    "contract cancel": "cancel",
    "contract note": "note",
    "contract pause": "pause_contract",
    "contract resume": "resume_contract",
    "decide": "decide",
    "assign-decision": "assign_decision",
    "review": "review",
    "accept": "accept",
    "send-back": "send_back",
    "reject": "reject",
    "pause": "pause",
    "resume": "resume",
    "interrupt": "interrupt",
    "unblock": "unblock",
}
"""The words of a command → its act. `send` is a module: it takes several forms of messages."""

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
