"""Cancel a contract and all its subcontracts."""

from renkei.edges.cli.contract_transition import transition_command

command = transition_command("cancel", __doc__)
