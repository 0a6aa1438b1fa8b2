"""Return unfinished work to the queue.

Its assignee, its delegator, a lead or a human may. An assignee whose work another releases is notified.
"""

from renkei.edges.cli.contract_move import move_command

command = move_command("release", __doc__)
