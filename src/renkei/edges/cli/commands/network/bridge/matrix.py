"""Connect rooms of a Matrix server.

The bridge is a user of its own, which signs in with $RENKEI_MATRIX_TOKEN, or with --user and $RENKEI_MATRIX_PASSWORD.
"""

from renkei.edges.cli.bridges import chat_command

command = chat_command("matrix", __doc__)
