"""The list of what waits for a visitor in all projects of a server, beside the entry that is open.

Each row, and the open entry, is made by the view of its project. An entry's key begins with the segment of its project.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from markupsafe import Markup
from starlette.datastructures import QueryParams
from starlette.requests import Request

from renkei.edges.view.projects.members import Members
from renkei.edges.view.projects.segment import put_below, root_of
from renkei.edges.view.refusals import reason_of
from renkei.edges.view.rendering import render
from renkei.edges.view.routes import SCREENS
from renkei.edges.view.screen import frame
from renkei.edges.view.screens import go, waiting
from renkei.edges.view.services import visit_of
from renkei.edges.view.session.sign_in import SignedIn
from renkei.edges.view.stream.awaited import SENT, line_of
from renkei.edges.view.stream.broadcast import HEARTBEAT
from renkei.edges.view.surroundings import Neighbour
from renkei.edges.view.triage.similar import answers_to
from renkei.edges.view.visit import Visit
from renkei.edges.view.words import language_of, words_in
from renkei.engine.views.waiting.entry import Waiting, group_of
from renkei.engine.views.waiting.person import urgency_of
from renkei.errors import RenkeiError
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.protocol.primitives import Locale
from renkei.texts.catalogue import LOCALES

WAITING = next(screen for screen in SCREENS if screen.path == "/waiting")


@frozen
class Row:
    """An item that waits in a project, and the visit of its project."""

    visit: Visit
    one: Waiting

    @property
    def key(self) -> str:
        """Its unique key among the items of all projects."""
        return f"{self.visit.segment}/{self.one.key}"


@frozen
class HomeVisit:
    """The part of a visit that the frame of a page needs, for a page over all projects."""

    person: str
    locale: Locale
    form_token: str
    projects: Sequence[Neighbour]
    segment: str = ""
    in_past: str = ""
    at: None = None
    is_live: bool = True
    last: int = 0
    seq: int = 0


@frozen
class Triage:
    """All that waits for a visitor, in the order of the list."""

    rows: Sequence[Row]
    visits: Mapping[str, Visit]
    """The visit of each project in which the visitor is signed in, by its segment."""
    problems: Mapping[str, str]
    """Projects that cannot be shown, with the reason."""


def triage_of(members: Members, sessions: Mapping[str, SignedIn], request: Request) -> Triage:
    """Return all that waits for a visitor with these sessions."""
    problems, visits, rows = dict(members.problems), dict[str, Visit](), list[Row]()
    for segment, session in sessions.items():
        member = members.at(segment)
        assert member is not None
        try:
            found = visit_of(member.services, session, request, "/waiting", {}, QueryParams())
            visit = replace(found, segment=segment)
            rows += [Row(visit, one) for one in visit.waiting]
            visits[segment] = visit
        except RenkeiError as error:
            problems[member.name] = reason_of(error, language_of(request, "en"))
    groups = waiting.GROUPS
    rows.sort(key=lambda row: (groups.index(group_of(row.one)), urgency_of(row.one), row.visit.segment))
    return Triage(rows, visits, problems)


def show_home(members: Members, request: Request) -> str:
    """Return the page; raises SignInNeededError."""
    sessions = members.need_sessions(request)
    found, locale = triage_of(members, sessions, request), language_of(request, "en")
    shown = found.rows[: waiting.MOST_ENTRIES]
    asked = request.query_params.get("entry", "")
    key = asked or (shown[0].key if shown else "")
    segment, _, own = key.partition("/")
    visit = found.visits.get(segment)
    row_of = partial(_row, cache(lambda segment: _values(found.visits[segment])), key)
    return render(
        "home.html",
        **_frame(members, sessions, request, found, locale),
        here=f"/waiting?{request.url.query}".rstrip("?"),
        groups=list(_groups(shown, row_of)),
        hidden=max(0, len(found.rows) - len(shown)),
        snoozed=[row_of(visit, one, until) for visit, one, until in _snoozed(found.visits.values())],
        problems=found.problems,
        undo_seconds=waiting.UNDO,
        push_places=[[root_of(segment), session.form_token] for segment, session in sessions.items()],
        is_chosen=bool(asked),
        pane=_pane(visit, own) if visit else "",
    )


def _frame(
    members: Members, sessions: Mapping[str, SignedIn], request: Request, found: Triage, locale: Locale
) -> dict[str, Any]:
    say, first = words_in(locale), next(iter(sessions.values()))
    visit = HomeVisit(_people(sessions.values()), locale, first.form_token, members.neighbours(request))
    return {
        "visit": visit,
        "state": {"name": say("projects.all"), "paused": None},
        "t": say,
        "locale": locale,
        "navigation": (),
        "current": "waiting",
        "other_languages": [
            (one, words_in(one)("frame.language"), f"{request.url.path}?{_query(request, one)}")
            for one in LOCALES
            if one != locale
        ],
        "waiting_count": len(found.rows),
        "waiting_keys": [row.key for row in found.rows[:SENT]],
        "heartbeat": HEARTBEAT,
        "time": None,
        "story": "",
        "unrecorded": unrecorded_in(members, sessions),
        "process_problems": "",
        "failure": None,
    }


def unrecorded_in(members: Members, sessions: Mapping[str, SignedIn]) -> list[str]:
    """Return the visitor's answers in all projects that were rejected after their page was left."""
    found = list[str]()
    for segment, session in sessions.items():
        member = members.at(segment)
        assert member is not None
        found += member.services.surroundings.unrecorded.of(session.person)
    return found


def _query(request: Request, locale: Locale) -> str:
    return str(request.url.include_query_params(lang=locale).query)


def _people(sessions: Iterable[SignedIn]) -> str:
    return ", ".join(dict.fromkeys(one.person for one in sessions))


def _groups(rows: Sequence[Row], row_of: Callable[[Visit, Waiting], Markup]) -> Iterable[tuple[str, list[Markup]]]:
    for name in waiting.GROUPS:
        if mine := [row for row in rows if group_of(row.one) == name]:
            yield name, [row_of(row.visit, row.one) for row in mine]


def _row(
    values_of: Callable[[str], Mapping[str, Any]], key: str, visit: Visit, one: Waiting, until: str = ""
) -> Markup:
    """Return the row of an item, made by its project. `key` is that of the open entry."""
    values = {**values_of(visit.segment), "row": one, "until": until}
    values["one"] = one if f"{visit.segment}/{one.key}" == key else None
    return Markup(render("waiting/row.html", **values))  # noqa: S704 – a template has escaped it


def _values(visit: Visit) -> dict[str, Any]:
    """Return what all rows of a project show."""
    say, segment = words_in(visit.locale), visit.segment
    return frame(WAITING, visit) | {
        "key_prefix": f"{segment}/",
        "project": next(known.name for known in visit.projects if known.segment == segment),
        "similar": lambda row: answers_to(visit.state, row, say),
    }


def _pane(visit: Visit, key: str) -> Markup:
    """Return the open entry, made by its project."""
    visit = replace(visit, query=QueryParams({"entry": key}))
    shown = waiting.show(visit)
    html = render("waiting/pane.html", **frame(WAITING, visit) | shown | {"key_prefix": f"{visit.segment}/"})
    return Markup(put_below(html, visit.segment))  # noqa: S704 – a template has escaped it


def _snoozed(visits: Iterable[Visit]) -> Iterable[tuple[Visit, Waiting, str]]:
    for visit in visits:
        yield from ((visit, one, visit.snoozed[one.key]) for one in visit.all_waiting if one.key in visit.snoozed)


def summary_of(members: Members, request: Request) -> dict[str, Any]:
    """Return what the stream of the page says: how much waits, the key and a line of each entry, counts, presence."""
    sessions, locale = members.sessions(request), language_of(request, "en")
    rows, presence = list[tuple[tuple[Any, ...], str, str]](), dict[str, list[str]]()
    for segment, session in sessions.items():
        member = members.at(segment)
        assert member is not None
        services = member.services
        try:
            state, found = services.project.state, services.awaited.of(session.person)
        except RenkeiError:  # the page says why
            continue
        for one in found:
            at = (waiting.GROUPS.index(group_of(one)), urgency_of(one), segment)
            rows.append((at, f"{segment}/{one.key}", f"{member.name}: {line_of(state, one, locale)}"))
        others = services.surroundings.presence.others(session.person)
        presence |= {f"{segment}/{key}": people for key, people in others.items()}
    rows.sort()
    return {
        "waiting": len(rows),
        "entries": [row[1:] for row in rows[:SENT]],
        "projects": [[one.segment, one.count] for one in members.neighbours(request)],
        "presence": presence,
        "unrecorded": " ".join(unrecorded_in(members, sessions)),
    }


def show_going(members: Members, request: Request) -> str:
    """Return the page of what the words of a request find in all projects; raises SignInNeededError."""
    sessions, locale = members.need_sessions(request), language_of(request, "en")
    found, words = triage_of(members, sessions, request), request.query_params.get("q", "")
    targets = list[tuple[str, go.Target]]()
    for segment, visit in found.visits.items():
        mine = go.show(replace(visit, query=QueryParams({"q": words})))["found"]
        targets += [(visit.state.name, replace(one, address=root_of(segment) + one.address[1:])) for one in mine]
    targets.sort(key=lambda one: one[1].kind != "entry")
    shown = targets[: go.MOST_FOUND]
    return render(
        "home_go.html", **_frame(members, sessions, request, found, locale), here="/waiting", words=words, found=shown
    )
