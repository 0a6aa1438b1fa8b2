"""Which door omits which act, and why. A door offers every other act."""

from typing import Literal

Door = Literal["library", "cli", "http", "tools", "view", "chat"]

PEOPLE = "people and programs set up and supervise a project"
"""Why models have no tool for it: each definition costs them tokens in every turn."""

OMITTED: dict[Door, dict[str, str]] = {
    "library": {},
    "cli": {},
    "http": {
        "verify": "runs commands on the machine of the server",
    },
    "tools": {
        "open_contract": "`send_message` opens one by a TASK_HANDOFF",
        "delegate": "`send_message` hands work over by a TASK_HANDOFF",
        "verify": "runs commands on the machine of the server",
        "accept": "`review_work` approves",
        "reject": "`review_work` rejects",
        "send_back": "`review_work` requests changes",
        "revert": "`write_board` writes the earlier values",
        "add_artifact": "`submit_work` and `write_board` register artifacts",
        "interrupt": "`send_message` with the priority `blocking` interrupts",
        "unblock": "`send_message` brings the answer, `write_board` clears the wait",
        "mark_read": "a model reads in turns",
        "assign_decision": "`write_board` writes the owner",
        "give_context_feedback": PEOPLE,
        "set_file_policy": PEOPLE,
        "record_changes": "programs report what they have changed",
        "join": PEOPLE,
        "leave": PEOPLE,
        "pause": PEOPLE,
        "resume": PEOPLE,
        "set_group": PEOPLE,
        "pause_project": PEOPLE,
        "resume_project": PEOPLE,
        "set_quota": PEOPLE,
        "set_rules": PEOPLE,
        "add_rules": PEOPLE,
        "remove_rules": PEOPLE,
        "set_context_delivery": PEOPLE,
        "register": PEOPLE,
    },
    "view": {
        "record_changes": "programs report what they have changed",
        "add_artifact": "people have no entry on the board; its page adds an artifact to any agent's entry",
        "verify": "runs commands on the machine of the server",
        "register": "takes a JSON Schema; programs bring theirs with them",
    },
    "chat": {
        "send": "takes a document; a chat takes one in a fenced block",
        "post": "a post in the chat is one",
        "reply": "a reply in the chat is one",
        "open_contract": "takes a document; `delegate` opens a contract in one line",
        "verify": "runs commands on the machine of the bridge",
        "write": "takes paths and values; the view and the command line edit the board",
        "add_artifact": "people have no artifacts of their own on the board",
        "record_changes": "programs report what they have changed",
        "set_rules": "takes a document",
        "add_rules": "takes a document",
        "register": "takes a JSON Schema",
    },
}
"""Door → act → why the door does not offer it."""
