"""The tools of an agent's turns: reading the context, and waiting for work (section 6)."""

from typing import Annotated

from pydantic import Field

from renkei.agent_tools.tool import Tool
from renkei.project.turns.session import BUDGET, Session
from renkei.protocol.primitives import Flag, Frozen

LONGEST_WAIT = 50
"""Seconds: some programs abort a call after a minute."""


class NextTurn(Frozen):
    """Arguments of `next_turn`."""

    budget: Annotated[int, Field(ge=200, le=20_000)] = BUDGET
    """Most tokens of the text."""
    fresh: Flag = False
    """True: all you need to know, such as after your memory was compacted. False: only news."""


class WaitForWork(Frozen):
    """Arguments of `wait_for_work`."""

    timeout_s: Annotated[float, Field(ge=0, le=LONGEST_WAIT)] = 45


def next_turn(session: Session, arguments: NextTurn) -> str:
    """Return the context of the next turn; the first one of a session is fresh in any case."""
    return session.next_turn(arguments.budget, arguments.fresh or None)


def wait_for_work(session: Session, arguments: WaitForWork) -> str:
    """Return why the agent should take a turn, or that nothing came."""
    return session.wait(arguments.timeout_s)


TOOLS = (
    Tool(
        "next_turn",
        "Begin your next turn on the team: returns your inbox of messages, your tasks, replies you owe, and changes of "
        "the board. Call it first, after each wake, and before you finish. It marks what it gave before as read.",
        NextTurn,
        next_turn,
        by_hooks="Show your inbox of messages, your tasks, replies you owe, and changes of the board. What is new "
        "comes without a call; use it to see everything again (`fresh`). It marks what it gave before as read.",
    ),
    Tool(
        "wait_for_work",
        "Wait until a message or task needs you. Use it when you have nothing to do. It ends your turn.",
        WaitForWork,
        wait_for_work,
        by_hooks="Wait within this answer until a message or task needs you, if your user told you to wait. It ends "
        "your turn. Without it, you are woken, or the next prompt brings what is new.",
    ),
)
