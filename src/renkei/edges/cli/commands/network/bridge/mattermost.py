"""Connect channels of a Mattermost server.

The bridge is a bot account, which signs in with $RENKEI_MATTERMOST_TOKEN. A channel is TEAM/CHANNEL, as in its address.
People are known by their ids, which stay the same when somebody takes another name: --person USER-ID=ID.
"""

from renkei.edges.cli.bridges import chat_command

command = chat_command("mattermost", __doc__)
