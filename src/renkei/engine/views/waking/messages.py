"""The unread messages that wake an agent, found without comparing all the others."""

from collections.abc import Callable, Iterator

from renkei.budget.context.view import UnreadMessage
from renkei.engine.state import State, StoredMessage
from renkei.engine.system_messages import is_end_of_waiting
from renkei.engine.unread import NOTHING
from renkei.engine.views.agent_context.group_index import candidates
from renkei.engine.views.agent_context.signals import Reader
from renkei.engine.views.agent_context.unread_message import compared
from renkei.engine.views.waking.wakes import When, wakes


def waking_messages(
    state: State, agent: str, among: Callable[[StoredMessage], bool] = lambda _: True
) -> Iterator[tuple[UnreadMessage, When]]:
    """Yield the unread messages that wake an idle agent, in log order, each with its time.

    `among` chooses the messages to be compared with the agent's work, which is done as they are asked for.
    """
    if agent not in state.unread:
        return
    reader = Reader(state, agent, state.locale)
    numbers = dict(state.unread.own.get(agent, NOTHING).items()) | candidates(state, reader)
    messages = [state.messages[one] for one in sorted(numbers, key=numbers.__getitem__)]
    reader.resumed = frozenset(one.seq for one in messages if is_end_of_waiting(one.message))
    for kept in filter(among, messages):
        one = compared(reader, kept)
        found = one.classify(state.delivery.rules)
        when = wakes(kept.message, one.signals.addressed, found.tier, found.reason)
        if when != "next_turn":
            yield one, when
