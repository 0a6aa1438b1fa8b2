"""The actions of a command that concern turns: beginning, news, renewing, ending."""

from renkei.budget.context.build import Context
from renkei.frozen import frozen
from renkei.protocol.primitives import Locale


@frozen
class BeginTurn:
    """Begin a turn. `context` was built from the log up to `seen`; `until` is the end of the turn's lease.

    `lease`: seconds for which the turn stays open after a record or a heartbeat of the agent.
    """

    agent: str
    turn: str
    until: str
    seen: int
    context: Context
    locale: Locale = "en"
    lease: int = 0


@frozen
class GiveNews:
    """Give an agent what came during its turn. `context` was built from the log up to `seen`."""

    agent: str
    turn: str
    seen: int
    context: Context
    critical_only: bool = False
    locale: Locale = "en"


@frozen
class RenewTurn:
    """Renew the lease of an open turn until a time."""

    agent: str
    turn: str
    until: str


@frozen
class EndTurn:
    """End a turn: the messages in its context are read.

    `tokens`: those that the agent's model used beyond its contexts, as its provider reports them.
    """

    agent: str
    turn: str
    tokens: int = 0


@frozen
class AbandonTurn:
    """Abandon a turn: nothing is read."""

    agent: str
    turn: str


@frozen
class InterruptTurn:
    """End the open turn of an agent that does not end it itself: nothing is written or read."""

    agent: str
    reason: str = ""
