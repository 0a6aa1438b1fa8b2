"""When something was or is due: the time of day alone would be that of any day."""

import re
from datetime import datetime, timedelta

import pytest

from renkei import DecisionRequest, Freeform, Project
from renkei.edges.times import clock, shown_time
from renkei.edges.view.moments import moment_words, time_element
from renkei.texts.catalogue import LOCALES
from team import small_team
from viewing import page

BEGUN = datetime.fromisoformat("2026-01-05T09:00:00+00:00")
REPLY_BY = "2026-01-09T10:30:00Z"


def minutes(at: str) -> str:
    return clock(at)[:5]


HEARD = f"Mon {minutes('2026-01-05T09:00:00Z')}"
DUE = f"9 Jan {minutes(REPLY_BY)}"
TODAY = minutes("2026-01-07T09:00:30Z")


@pytest.mark.parametrize(
    ("at", "en", "ja"),
    [
        ("2026-01-07T11:59:59", "11:59", "11:59"),
        ("2026-01-06T23:59:59", "yesterday 23:59", "昨日 23:59"),
        ("2026-01-08T00:00:00", "tomorrow 00:00", "明日 00:00"),
        ("2026-01-01T08:00:00", "Thu 08:00", "木曜 08:00"),
        ("2026-11-21T08:00:00", "21 Nov 08:00", "11月21日 08:00"),
        ("2025-12-31T08:00:00", "31 Dec 2025 08:00", "2025年12月31日 08:00"),
    ],
)
def test_a_time_is_told_as_people_say_it(at: str, en: str, ja: str) -> None:
    told = {locale: moment_words(at, "2026-01-07T12:00:00", locale) for locale in LOCALES}
    assert told == {"en": en, "ja": ja}


def test_the_title_of_a_time_is_all_of_it() -> None:
    at = "2026-01-05T09:00:00Z"
    assert f'title="{shown_time(at)}"' in time_element(at, at)


@pytest.fixture(scope="module")
def project() -> Project:
    """A team that asked on Monday for an answer by Friday, and wrote again on Wednesday."""
    day = [0, 0]

    def now() -> str:
        return (BEGUN + timedelta(days=day[0], seconds=day[1])).isoformat().replace("+00:00", "Z")

    project = small_team(now=now)
    asked = DecisionRequest(decision_id="D-1", question="Which currency?")
    project.send(project.message("ann", asked, "human", id="asked", reply_by=REPLY_BY))
    with project.act_as("human") as draft:
        draft.write("/goal", "users can pay", action="the customer asked")
    day[:] = 2, 30
    note = Freeform(intent_hint="NOTE", body="on Wednesday", requires_response=False, urgency="normal")
    project.send(project.message("bob", note, "all", id="today"))
    return project


def times(project: Project, address: str) -> set[str]:
    return set(re.findall(r"<time [^>]*>([^<]*)</time>", page(project, address)))


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("/", {HEARD, DUE, TODAY}),
        ("/?all=1", {HEARD, DUE, TODAY}),
        ("/waiting", {DUE, TODAY}),
        ("/board", {HEARD, TODAY}),
        ("/board/field?path=/goal", {HEARD, TODAY}),
        ("/search?q=currency", {HEARD, DUE, TODAY}),
    ],
)
def test_a_time_of_another_day_is_told_with_its_date(project: Project, address: str, told: set[str]) -> None:
    assert times(project, address) == told


def test_a_page_of_the_past_is_told_from_its_own_day(project: Project) -> None:
    before = project.state.seq - 1
    assert times(project, f"/?at={before}") == {minutes("2026-01-05T09:00:00Z"), DUE}
