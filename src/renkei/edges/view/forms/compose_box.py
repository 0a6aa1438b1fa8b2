"""The box below a conversation, with the recipients of its message and the message it answers."""

from urllib.parse import urlencode

from renkei.edges.view.forms.reply_defaults import reply_recipients
from renkei.edges.view.visit import Visit
from renkei.engine.state import EVERYBODY, SYSTEM, State
from renkei.immutable.frozen import frozen

LOOKED_AT = 20
"""Newest messages of a thread whose senders and recipients a reply goes to."""


@frozen
class ComposeBox:
    """The defaults of the box. `shows`: empty if this page shows the posted message, else that message opens."""

    to: tuple[str, ...]
    in_reply_to: str = ""
    thread: str = ""
    task_ref: str = ""
    shows: str = ""

    @property
    def typed(self) -> str:
        """The address of the forms of typed messages, which are filled in with the same."""
        if self.in_reply_to:
            return f"/compose?{urlencode({'reply_to': self.in_reply_to})}"
        known = {"/to": self.to, "/thread": self.thread, "/task_ref": self.task_ref}
        return f"/compose?{urlencode({name: value for name, value in known.items() if value}, doseq=True)}"


def compose_box(visit: Visit, *, follows: bool) -> ComposeBox:
    """Return the box of a conversation. `follows`: whether new messages appear on the page."""
    shows = "" if follows else "message"
    if message := visit.path.get("message"):
        return _reply_box(visit, message, shows)
    if thread := visit.path.get("thread"):
        return _thread_box(visit, thread, shows)
    return ComposeBox((visit.query.get("with") or visit.query.get("group") or EVERYBODY,), shows=shows)


def _reply_box(visit: Visit, name: str, shows: str) -> ComposeBox:
    message = visit.project.find_message(name)
    return ComposeBox(tuple(reply_recipients(message, visit.person)), name, message.thread or "", shows=shows)


def _thread_box(visit: Visit, thread: str, shows: str) -> ComposeBox:
    """Return the box of a thread: a reply to the message that awaits the person's answer, else to the first message."""
    state = visit.state
    found = [one.message for one in visit.project.conversation(thread=thread, before=visit.seq + 1, limit=LOOKED_AT)]
    known = {one.id for one in found}
    owed = [
        one.message_id for one in state.owed_by(visit.person) if "FREEFORM" in one.expects and one.message_id in known
    ]
    is_message = visit.project.log.find_message(thread) is not None
    contract = state.contracts.find(thread)
    names = [name for one in found for name in (one.from_, *one.receivers)]
    names += [name for name in (contract.terms.delegator, contract.assignee) if name] if contract is not None else []
    return ComposeBox(
        to=_recipients(state, names, visit.person),
        in_reply_to=owed[0] if owed else thread if is_message else "",
        thread=thread,
        task_ref=contract.terms.id if contract is not None else "",
        shows=shows,
    )


def _recipients(state: State, names: list[str], person: str) -> tuple[str, ...]:
    if EVERYBODY in names:
        return (EVERYBODY,)
    known = [one for one in dict.fromkeys(names) if one in state.actors or one in state.groups]
    return tuple(one for one in known if one not in (person, SYSTEM)) or (EVERYBODY,)
