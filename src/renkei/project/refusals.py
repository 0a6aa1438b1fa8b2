"""Refusals: what an actor can do instead of a transition that is not allowed, and records that do not fit."""

from collections.abc import Callable

from renkei.contracts.lifecycle import CLOSED, NOTHING
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.state import SYSTEM, State
from renkei.errors import IllegalTransitionError, RecordUnfitError
from renkei.project.writing.writer import Writer


def decide(writer: Writer, build: Callable[[State], c.Command], actor: str | None, *, is_new: bool) -> Record | None:
    """Perform a command as `Writer.perform` does; its IllegalTransitionError lists what the actor may do now."""
    try:
        return writer.perform(build, is_new=is_new)
    except IllegalTransitionError as error:
        raise with_allowed_acts(error, writer.known, actor or SYSTEM) from None


def with_allowed_acts(error: IllegalTransitionError, state: State, actor: str) -> IllegalTransitionError:
    """Return the error with the names of the acts that an actor can perform on the contract now."""
    from renkei.acts.allowed import allowed_acts  # builds the models of all acts, which few commands need

    details = dict(error.details)
    names = allowed_acts(state, details["contract"], actor)
    nothing = NOTHING if details["status"] in CLOSED else "nothing"
    return IllegalTransitionError(**details | {"allowed": ", ".join(names) or nothing, "scope": "for you now"})


def check_fits(unfit: RecordUnfitError | None, seq: int) -> None:
    """Raise the error of a record that does not fit, if there is one, for this record and for those after it."""
    if unfit is not None and seq >= unfit.details["seq"]:
        raise RecordUnfitError(**unfit.details)
