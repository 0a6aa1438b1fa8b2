"""Connect a team whose members write to each other through JSONL mailboxes.

The members of its roster join the project as agents, and the project's agents stand in its roster: both sides write to
each other by name.
"""

from renkei.edges.cli.bridges import chat_command

command = chat_command("mailboxes", __doc__)
