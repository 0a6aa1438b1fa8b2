"""Open a partial, failed or refused contract again."""

from renkei.edges.cli.contract_move import move_command

command = move_command("reopen", __doc__)
