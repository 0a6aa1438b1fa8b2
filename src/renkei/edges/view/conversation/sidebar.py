"""The list of conversations: the whole team, the groups, each participant, and the threads of work."""

from collections import Counter
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from renkei.dispatch.graph.links import node
from renkei.edges.view.session.read_marks import ALL, COUNTED
from renkei.edges.view.visit import Visit
from renkei.engine.views.agent_context.open_threads import open_threads
from renkei.engine.views.doing import Wait, doing, wait_of
from renkei.engine.views.titles import first_words
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace


@frozen
class ListedConversation:
    """A conversation in the list: its name, its address, and how many new messages it has."""

    name: str
    text: str
    address: str
    is_shown: bool
    new: str = ""
    status: str = ""
    title: str = ""
    wait: Wait | None = None
    """The reason why a participant is blocked."""
    waits_for_you: bool = False


def listed_conversations(visit: Visit, shown: str, new: Mapping[str, int]) -> dict[str, list[ListedConversation]]:
    """Return the conversations by section: `everybody`, `groups`, `direct` and `threads`. `shown` is on screen."""
    at = "" if visit.is_live else f"at={visit.seq}"
    state = visit.state

    def listed(name: str, text: str, address: str, status: str = "", title: str = "") -> ListedConversation:
        return ListedConversation(name, text, address, name == shown, _count(new.get(name, 0)), status, title)

    def query(name: str, value: str) -> str:
        return f"/?{name}={quote(value)}" + (f"&{at}" if at else "")

    found = open_threads(state)
    same = Counter(first_words(one.text) for one in found)
    threads = [
        listed(
            f"thread:{one.id}",
            first_words(one.text) or one.id,
            f"/threads/{quote(one.id)}{'?' if at else ''}{at}",
            one.status,
            one.id if one.status or same[first_words(one.text)] > 1 else "",
        )
        for one in found
    ]
    others = [one for one in state.everybody() if one.id != visit.person]
    return {
        "everybody": [listed(ALL, "", f"/?{at}" if at else "/")],
        "groups": [listed(f"group:{name}", name, query("group", name)) for name in sorted(state.groups)],
        "direct": [
            replace(
                listed(f"with:{one.id}", one.id, query("with", one.id), doing(state, one.id), one.role),
                **_wait(visit, one.id),
            )
            for one in others
        ],
        "threads": threads,
    }


def _count(number: int) -> str:
    return "" if not number else f"{number}" if number < COUNTED else f"{COUNTED}+"


def _wait(visit: Visit, name: str) -> dict[str, Any]:
    """Return what a blocked participant waits for, and whether that waits for the person."""
    state = visit.state
    wait = wait_of(state, name) if doing(state, name) == "blocked" else None
    owner = state.links.neighbours(wait.on, "out", ("owned_by",)) if wait is not None and wait.on else ()
    return {"wait": wait, "waits_for_you": node("agent", visit.person) in (*owner, wait.on if wait else "")}
