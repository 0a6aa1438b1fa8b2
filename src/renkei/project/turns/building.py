"""Building the context of an agent, which makes objects by the ten thousand when many messages are unread."""

from renkei.engine.views.agent_context import agent_view
from renkei.log.collecting import seldom_collected

context = seldom_collected(agent_view.context)
