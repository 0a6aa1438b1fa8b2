"""Return unfinished work to the queue.

Its assignee, its delegator, a lead or a human may. An assignee whose work another releases is notified.
"""

from renkei.edges.cli.contract_transition import transition_command

command = transition_command("release", __doc__)
