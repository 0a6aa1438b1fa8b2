"""Connect channels of a Slack workspace.

The bridge is an app of the workspace, which signs in with $SLACK_BOT_TOKEN and connects with $SLACK_APP_TOKEN. A
channel is named as in Slack, or by its id. People are known by their member ids: --person U024BE7LH=ID.
"""

from renkei.edges.cli.bridges import chat_command

command = chat_command("slack", __doc__)
