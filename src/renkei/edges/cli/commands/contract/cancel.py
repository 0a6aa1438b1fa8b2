"""Cancel a contract and all its subcontracts."""

from renkei.edges.cli.contract_move import move_command

command = move_command("cancel", __doc__)
