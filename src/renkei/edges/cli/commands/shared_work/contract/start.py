"""Start work on a contract, or continue after it was blocked."""

from renkei.edges.cli.contract_transition import transition_command

command = transition_command("start", __doc__)
