"""What is left of a page when it is made."""

import gc
from collections.abc import Iterator
from dataclasses import fields
from weakref import ref

import pytest

from renkei import DecisionRequest, Freeform, Project
from renkei.edges.view.conversation.records import RecordMarkup
from renkei.edges.view.screen import show
from team import handoff, small_team
from viewing import place_of, visit

pytestmark = pytest.mark.long

ADDRESSES = ("/", "/?agent=ann", "/threads/D-1", "/messages/m-1", "/search?q=hello", "/waiting", "/decisions/D-1",
             "/board", "/work", "/work/TC-1", "/agents", "/agents/ann", "/contexts/ann",
             "/contexts/ann/why?message=m-1", "/compose?reply_to=m-1", "/graph", "/agents/ann?at=5")  # fmt: skip


@pytest.fixture(scope="module")
def project() -> Project:
    project = small_team()
    project.send(project.message("ann", DecisionRequest(decision_id="D-1", question="which?"), "human"))
    project.send(project.message("human", handoff(), "bob", task_ref="TC-1"))
    note = Freeform(intent_hint="NOTE", body="hello", requires_response=True, urgency="normal")
    project.send(project.message("ann", note, "human", id="m-1", thread="D-1"))
    return project


@pytest.fixture
def _without_collections() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.short
@pytest.mark.usefixtures("_without_collections")
@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_that_is_made_holds_no_memory(project: Project, address: str) -> None:
    """A page may have been made of megabytes, and a server makes pages faster than garbage is collected."""
    screen, made = place_of(address.partition("?")[0])[0], visit(project, address)
    kept = ref(made)
    assert show(screen, made)
    del made
    assert kept() is None


def test_markup_that_is_kept_does_not_hold_its_message(project: Project) -> None:
    markup, record = RecordMarkup(), list(project.records())[-1]
    (block, *_) = markup.of(record, "en")
    assert (block.message, block.sender) == ("m-1", "ann")
    assert all(isinstance(value, str | int) for value in (getattr(block, one.name) for one in fields(block)))
