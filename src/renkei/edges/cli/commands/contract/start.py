"""Start work on a contract, or continue after it was blocked."""

from renkei.edges.cli.contract_move import move_command

command = move_command("start", __doc__)
