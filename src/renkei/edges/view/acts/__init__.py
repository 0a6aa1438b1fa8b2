"""What a person can do in the view, as one table: each act is the same command that the library has."""

from collections.abc import Callable

from renkei.edges.view.acts import agents, answering, board, composing, contracts, correcting, posting
from renkei.edges.view.acts.acting import Acting
from renkei.edges.view.forms.form import Form

Act = Callable[[Acting, Form], str | None]
"""Does what a form asks for. It returns the address to go to, or None: back to the page of the form."""

ACTS: dict[str, Act] = {
    "add-participant": agents.add_participant,
    "create-token": agents.create_token,
    "interrupt": agents.interrupt,
    "pause-agent": agents.pause_agent,
    "pause-project": agents.pause_project,
    "post": posting.post,
    "board-write": board.write,
    "board-add": board.add,
    "board-revert": board.revert,
    "correct-context": correcting.give_feedback,
    "revoke-token": agents.revoke_token,
    "set-group": agents.set_group,
    "take-out": agents.take_out,
    "decide": answering.decide,
    "judge": answering.judge,
    "hand-in": answering.hand_in,
    "transition-work": answering.transition,
    "answer": answering.answer,
    "mark-read": answering.mark_read,
    "resume": answering.resume,
    "set-quota": answering.set_quota,
    "unblock": answering.unblock,
    "compose": composing.send,
    "compose-contract": composing.open_contract,
    "open-contract": contracts.open_contract,
    "assign": contracts.assign,
    "release": contracts.release,
    "reopen": contracts.reopen,
    "cancel": contracts.cancel,
    "pause-contract": contracts.pause,
    "resume-contract": contracts.resume,
    "accept": contracts.accept,
    "send-back": contracts.send_back,
    "reject": contracts.reject,
    "note": contracts.note,
}
"""The acts by their names in the address of their forms."""
