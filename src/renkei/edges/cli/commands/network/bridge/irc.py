"""Connect channels of an IRC server.

The bridge signs in with $RENKEI_IRC_PASSWORD where it has an account. People are known by their accounts: --person
ACCOUNT=ID. A password of the server is $RENKEI_IRC_SERVER_PASSWORD.
"""

from renkei.edges.cli.bridges import chat_command

command = chat_command("irc", __doc__)
