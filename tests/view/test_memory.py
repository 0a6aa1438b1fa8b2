"""How much of large messages the view keeps in memory: a limited number of bytes, with nothing lost."""

import pytest

from renkei.edges.server import watcher
from renkei.edges.view.conversation import paging, records
from renkei.edges.view.conversation.records import RecordMarkup
from renkei.edges.view.conversation.selection import selection_of
from renkei.edges.view.stream.feed import RecentRecords, size_of
from renkei.project.project import Project
from renkei.protocol.payloads import Freeform
from team import small_team
from viewing import visit

LARGE = 10_000
MANY = 12


@pytest.fixture
def project() -> Project:
    """A team in which large messages were sent."""
    project = small_team(guarded=False)
    for number in range(MANY):
        body = f"{number} " + "x" * LARGE
        payload = Freeform(intent_hint="NOTE", body=body, requires_response=False, urgency="normal")
        project.send(project.message("ann", payload, "bob"))
    return project


def test_streams_read_large_records_in_parts_and_keep_few(project: Project) -> None:
    recent, last = RecentRecords(project, kept_bytes=3 * LARGE), project.state.seq
    seq, read = 0, []
    while seq < last:
        found = recent.after(seq, 100)
        assert 1 <= len(found) <= 10  # small ones at first
        read += [one.seq for one in found]
        seq = found[-1].seq
        assert sum(map(size_of, (one for one, _ in recent._kept))) <= 3 * LARGE
    assert read == list(range(1, last + 1))
    assert [one.seq for one in recent.after(last - 2, 100)] == [last - 1, last]


def test_a_record_that_is_larger_than_all_that_is_kept_is_read(project: Project) -> None:
    recent, last = RecentRecords(project, kept_bytes=10), project.state.seq
    assert [one.seq for one in recent.after(last - 3, 100)] == [last - 2]


def test_markup_is_kept_up_to_a_number_of_characters(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    markup = RecordMarkup()
    found = list(project.records(project.state.seq - MANY))
    one = sum(len(block.markup) for block in markup.of(found[0], "en"))
    monkeypatch.setattr(records, "MOST_CHARACTERS", 3 * one)
    for record in found:
        assert markup.of(record, "en")[0].seq == record.seq
        assert sum(len(block.markup) for kept in markup._kept.values() for block in kept) <= 3 * one + 100


def test_a_page_of_large_messages_is_shorter_and_the_next_continues_it(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paging, "MOST_BYTES", 3 * LARGE)
    look = visit(project)
    selection, before, read = selection_of(look), look.seq + 1, []
    while before > look.seq + 1 - MANY:
        page = paging.page_before(look, selection, before)
        assert page.older
        assert len(page.records) <= 3
        read = [one.seq for one in page.records][::-1] + read
        before = page.first
    assert read == list(range(look.seq + 1 - MANY, look.seq + 1))
    after = paging.page_after(look, selection, look.seq - MANY)
    assert after.newer
    assert [one.seq for one in after.records] == read[:3]


def test_the_watcher_keeps_a_number_of_bytes(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watcher, "KEPT_BYTES", 3 * LARGE)
    watching = watcher.Watcher(project)
    watching._seq = 0
    watching._notice()
    assert watching.seq == project.state.seq
    kept = [body for _, body in watching._recent]
    assert 1 <= len(kept) <= 2
    assert sum(map(len, kept)) == watching._recent_bytes
