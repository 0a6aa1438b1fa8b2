"""Connect the project to a chat that the team already has: people and agents of both sides talk to each other.

The command of a chat, such as `renkei bridge matrix`, adds a bridge and runs it until you press Ctrl-C. `renkei bridge
add` only adds it: `renkei bridge run` and `renkei serve` run every bridge of the project.
"""

from renkei.edges.cli.lazy_group import LazyGroup

SECTIONS = {
    "Chats": ("console", "mailboxes", "matrix", "irc", "mattermost", "slack"),
    "Commands": ("add", "run", "list", "status", "remove"),
}

command = LazyGroup("bridge", package=__name__, sections=SECTIONS, help=__doc__)
