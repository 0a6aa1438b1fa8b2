"""Use this terminal as the chat: the posts of the team are printed, and each line that you type is a post."""

from renkei.edges.cli.bridges import chat_command

command = chat_command("console", __doc__)
