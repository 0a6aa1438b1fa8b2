"""A bridge to mailboxes in a process of its own, which a test may kill: `DIRECTORY` has the project and the team."""

import sys
from pathlib import Path
from threading import Event

import renkei
from renkei.edges.chat.bridge.bridge import Bridge
from renkei.edges.chat.mailboxes.chat import MailboxChat
from renkei.edges.chat.options import MailboxOptions
from renkei.edges.chat.settings import BridgeSettings

SETTINGS = BridgeSettings(chat="mailboxes", channels={"team": "all"}, share="addressed")


def bridge_of(project: renkei.Project, root: Path, form: str) -> Bridge:
    """Return the bridge of a project to the team in a directory."""
    return Bridge(project, MailboxChat(MailboxOptions(path=str(root), form=form)), name="mail", settings=SETTINGS)


if __name__ == "__main__":
    with renkei.open(sys.argv[1]) as project, bridge_of(project, Path(sys.argv[2]), sys.argv[3]):
        print("running", flush=True)
        Event().wait()
