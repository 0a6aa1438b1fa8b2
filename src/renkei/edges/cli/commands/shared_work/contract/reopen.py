"""Open a partial, failed or refused contract again."""

from renkei.edges.cli.contract_transition import transition_command

command = transition_command("reopen", __doc__)
