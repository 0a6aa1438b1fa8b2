"""The engine's two tables, joined from the rows of every noun."""

from typing import Any

from renkei.engine import project_settings, vocabulary
from renkei.engine.board_writes import rows as board_writes
from renkei.engine.conversation import rows as conversation
from renkei.engine.delegation import rows as delegation
from renkei.engine.file_work import rows as file_work
from renkei.engine.guards import loop_guard
from renkei.engine.participants import leaving, team
from renkei.engine.rows import ActionRow, EventRow
from renkei.engine.turns import context_feedback, reading
from renkei.engine.turns import lifecycle as turns

_NOUNS = (
    project_settings,
    vocabulary,
    team,
    leaving,
    board_writes,
    conversation,
    delegation,
    file_work,
    turns,
    reading,
    context_feedback,
    loop_guard,
)

ACTIONS: dict[type[Any], ActionRow] = {action: row for noun in _NOUNS for action, row in noun.ACTIONS.items()}
"""How each action is decided. A test proves that no action is missing."""

EVENTS: dict[type[Any], EventRow] = {event: row for noun in _NOUNS for event, row in noun.EVENTS.items()}
"""The meaning of each event. A test proves that no event is missing."""
