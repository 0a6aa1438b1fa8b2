"""A person's acts in the view: every act of the table that the view offers, and tokens."""

from collections.abc import Callable
from functools import partial

from renkei.acts.doors import OMITTED
from renkei.acts.table import ACTS as TABLE
from renkei.edges.view.acts import tokens
from renkei.edges.view.acts.acting import Acting
from renkei.edges.view.acts.performing import perform
from renkei.edges.view.forms.form import Form

Act = Callable[[Acting, Form], str]
"""Performs the act of a form and returns the address to go to."""

ACTS: dict[str, Act] = {
    **{name: partial(perform, name) for name in TABLE if name not in OMITTED["view"]},
    "create-token": tokens.create_token,
    "revoke-token": tokens.revoke_token,
}
"""The acts by their names in the address of their forms."""
