"""Writing the board: a field as compare-and-set, a new entry, and undoing what a record wrote."""

from urllib.parse import quote

from renkei.board.decide import Write
from renkei.board.fields import ENTRIES
from renkei.documents.json_pointer import join
from renkei.edges.view.acts.acting import Acting
from renkei.edges.view.board.controls import control_of, controls
from renkei.edges.view.forms.form import Form
from renkei.errors import BadValueError

MADE = ("id", "ref", "created_at", "artifacts", "status", "resolution", "resolved")
"""Fields that the form of a new entry does not ask for: they are its name, or follow later."""


def write(acting: Acting, form: Form) -> str:
    """Write a field, unless it was written after the record that its form was made at."""
    path = form.one("path")
    value = control_of(path).read(form.one("value"), path)
    acting.acts.do(Write(path, value, if_seq=form.seq("if_seq"), action=form.one("reason")))
    return at_field(path)


def add(acting: Acting, form: Form) -> str:
    """Add an entry; a field that is left empty has its default."""
    place = (form.one("list"), *(("*", "artifacts") if form.one("agent") else ()), "*")
    if place not in ENTRIES:
        raise BadValueError(path="/list", got=form.one("list"), expected="pending_decisions, blockers or artifacts")
    model, naming = ENTRIES[place]
    inside = (form.one("agent"), "artifacts") if form.one("agent") else ()
    path = join(form.one("list"), *inside, form.one(naming).strip())
    given = {one.name: one for one in controls(model).values() if one.name not in MADE and form.one(one.name).strip()}
    entry = {name: one.read(form.one(name), f"{path}/{name}") for name, one in given.items()}
    acting.acts.do(Write(path, entry, action=form.one("reason")))
    return at_field(path)


def revert(acting: Acting, form: Form) -> None:
    """Write again what was there before a record."""
    acting.acts.revert(form.seq("seq"), form.one("reason"))


def at_field(path: str) -> str:
    """Return the address of a field or an entry on the board."""
    return f"/board#{quote(f'f{path}')}"
