"""Putting off what waits: for one person, and no act of the project."""

from urllib.parse import urlencode

from renkei.edges.entry_address import entry_address
from renkei.edges.view.acts.acting import ActingPerson
from renkei.edges.view.forms.form import PostedForm
from renkei.edges.view.triage.snoozes import bring_back, put_off
from renkei.engine.views.waiting.person import waiting_for
from renkei.errors import BadValueError
from renkei.protocol.primitives import later

LONGEST = 31 * 86_400
"""Seconds for which an entry can be put off."""


def snooze(acting: ActingPerson, form: PostedForm) -> str:
    """Put an entry off for some seconds, or let it come back with 0; raises BadValueError."""
    key, seconds = form.one("entry"), form.one("seconds")
    if not seconds.isdecimal() or not seconds.isascii() or not int(seconds) <= LONGEST:
        raise BadValueError(path="/seconds", got=seconds, expected=f"a number from 0 to {LONGEST}")
    project = acting.project
    if not int(seconds):
        bring_back(project, acting.person, key)
        return entry_address(key)
    one = next((one for one in waiting_for(project.state, acting.person) if one.key == key), None)
    if one is None:
        raise BadValueError(path="/entry", got=key, expected="the key of an entry that waits for you")
    put_off(project, acting.person, one, later(project.time(), int(seconds) * 1_000_000))
    following = {"entry": form.one("next")} if form.one("next") else {}
    return f"/waiting?{urlencode(following | {'done': form.one('ref'), 'how': 'snooze'})}"
