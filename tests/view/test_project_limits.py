"""The limits between the projects of one server: addresses, sessions and tokens."""

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.requests import Request

from browsing import Served
from renkei.edges.server.watcher import Watcher
from renkei.edges.view.app import create_view
from renkei.edges.view.projects import triage
from renkei.edges.view.projects.members import Member, Members
from renkei.edges.view.projects.segment import put_below, segment_named
from renkei.edges.view.routes import SCREENS
from renkei.edges.view.session.sign_in import SignIn
from renkei.edges.view.surroundings import Surroundings
from renkei.edges.view.visit import Visit
from renkei.engine.views.waiting.entry import Waiting
from renkei.engine.views.waiting.person import waiting_for
from renkei.errors import LogBrokenError
from screen_addresses import addresses, parameters
from serving_several import Projects, asked_thrice, served_several
from team import work
from visitor import Visitor, hidden

pytestmark = pytest.mark.long

ADDRESS = re.compile(r'(?:href|src|action|formaction|hx-[a-z:]+)="(/[^"]*)"')
ALLOWED = re.compile(r"/(?:p/(?:shop/|api/waiting$)|p/$|static/)")
"""Addresses on a page of `shop`: its own, the switcher's, and files."""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("several")


@pytest.fixture(scope="module")
def projects(base: Path) -> Iterator[Projects]:
    with ExitStack() as stack:
        yield asked_thrice(stack, base)


@pytest.fixture(scope="module")
def team(base: Path, projects: Projects) -> Iterator[Served]:
    with served_several(base, *projects) as (found, _):
        yield found


@pytest.fixture(scope="module")
def person(team: Served) -> Visitor:
    """Somebody whom the link has signed in to both projects."""
    return entered(team.visitor, team.path)


def cookies(answer: dict[str, str]) -> str:
    return "; ".join(re.findall(r"(renkei-[^=;, ]+=[^;, ]+)", answer.get("set-cookie", "")))


def entered(nobody: Visitor, link: str) -> Visitor:
    with nobody.raw(f"GET {link}", "Connection: close") as connection:
        head = b"".join(iter(lambda: connection.recv(65536), b"")).decode()
    assert " 303 " in head
    found = re.findall(r"set-cookie: (renkei-[^=]+=[^;]+)", head, re.IGNORECASE)
    return replace(nobody, cookie="; ".join(found))


def with_only(person: Visitor, place: str) -> Visitor:
    """Return the visitor with the cookie of one project."""
    kept = [one for one in person.cookie.split("; ") if one.partition("=")[0].endswith(f"-{place}")]
    assert len(kept) == 1
    return replace(person, cookie=kept[0])


def as_other(person: Visitor, place: str) -> Visitor:
    """Return the visitor with the secrets of one project under the names of the other."""
    only = with_only(person, place)
    other = {"shop": "api", "api": "shop"}[place]
    return replace(only, cookie=only.cookie.replace(f"-{place}=", f"-{other}="))


def test_one_link_signs_in_to_every_project_once(team: Served, person: Visitor) -> None:
    assert len(person.cookie.split("; ")) == 2
    assert person.get("/p/shop/waiting").status == person.get("/p/api/waiting").status == 200
    assert team.visitor.get(team.path).status == 403
    assert person.get(team.path).status == 303


@pytest.mark.parametrize("place", ["shop", "api"])
def test_the_session_of_one_project_opens_no_other(person: Visitor, place: str) -> None:
    only, other = with_only(person, place), {"shop": "api", "api": "shop"}[place]
    assert only.get(f"/p/{place}/work").status == 200
    assert only.get(f"/p/{other}/work").status == 403
    assert as_other(person, place).get(f"/p/{other}/work").status == 403
    listed = only.get("/waiting").text
    assert f'data-row="{place}/decision:D-1"' in listed
    assert f'data-row="{other}/' not in listed
    assert only.get("/go?q=D-1").text.count(f"/p/{other}/") == 1  # the switcher's, which leads to a sign-in


def test_the_form_of_one_project_does_nothing_in_another(person: Visitor, projects: Projects) -> None:
    page = person.get("/p/shop/waiting?entry=decision:D-1").text
    fields = {
        "form_token": hidden(page, "form_token"),
        "command_id": "one",
        "decision_id": "D-1",
        "chosen_option": "no",
    }
    assert person.post("/p/api/acts/decide", fields).status == 403
    assert projects["api"].state.board.get("/pending_decisions/D-1/resolution") is None
    assert person.post("/acts/decide", fields).status == 404


def test_a_token_of_one_project_is_none_of_another(team: Served, projects: Projects) -> None:
    bearer = {"Authorization": f"Bearer {projects['shop'].create_token('ann')}"}
    assert team.visitor.get("/p/shop/api/project", **bearer).status == 200
    assert team.visitor.get("/p/api/api/project", **bearer).status == 401
    assert team.visitor.get("/api/project", **bearer).status == 404


def test_a_token_signs_in_to_its_project_alone(team: Served, projects: Projects) -> None:
    answer = team.visitor.post("/sign-in", {"token": projects["api"].create_token("human")})
    assert (answer.status, cookies(answer.headers).partition("=")[0]) == (303, f"renkei-{team.port}-api")
    agent = team.visitor.post("/sign-in", {"token": projects["api"].create_token("ann")})
    assert (agent.status, "set-cookie" in agent.headers) == (403, False)
    assert team.visitor.post("/sign-in", {"token": "wrong"}).status == 403


def test_signing_out_ends_the_sessions_of_all_projects(base: Path, projects: Projects) -> None:
    with served_several(base, *projects) as (team, _):
        person = entered(team.visitor, team.path)
        assert person.post("/sign-out", {"form_token": "wrong"}).status == 403
        assert person.get("/waiting").status == 200
        page = person.get("/waiting").text
        assert person.post("/sign-out", {"form_token": hidden(page, "form_token")}).status == 303
        for path in ("/waiting", "/stream", "/go", "/p/shop/waiting", "/p/api/waiting"):
            assert person.get(path).status == 403, path


def test_no_address_on_a_page_leads_out_of_its_project(person: Visitor, projects: Projects) -> None:
    project = projects["shop"]
    project.do(work("TC-1", delegator="human", assignee="ann"), actor="human")
    with project.turn("ann"):
        pass
    known = parameters(projects["shop"])
    for screen in SCREENS:
        for address in addresses(screen, known):
            page = person.get(f"/p/shop{address}")
            assert page.status == 200, address
            assert page.headers["content-length"] == str(len(page.text.encode()))
            assert [one for one in ADDRESS.findall(page.text) if not ALLOWED.match(one)] == [], address


def test_a_name_of_any_script_has_an_address(base: Path, projects: Projects) -> None:
    with served_several(base, "注文=shop", f"x.y={base / 'api'}") as (team, _):
        person = entered(team.visitor, team.path)
        assert person.get("/p/%E6%B3%A8%E6%96%87/work").status == person.get("/p/x.y/work").status == 200
        assert 'data-row="%E6%B3%A8%E6%96%87/decision:D-1"' in person.get("/waiting").text
        assert (
            'data-entry="%E6%B3%A8%E6%96%87/decision:D-1"'
            in person.get("/waiting?entry=%25E6%25B3%25A8%25E6%2596%2587/decision:D-1").text
        )


def test_what_a_person_wrote_is_no_address(person: Visitor, projects: Projects) -> None:
    text = 'see " href="/work" and <a href="/board">'
    projects["shop"].post(text, ["all"], actor="ann")
    page = person.get("/p/shop/").text
    assert "&#34; href=&#34;/work&#34;" in page
    assert put_below('<a title="x" href="/work">', "shop") == '<a title="x" href="/p/shop/work">'


@pytest.mark.parametrize(
    ("path", "status", "to"),
    [
        ("/", 303, "/waiting"),
        ("/p/", 303, "/waiting"),
        ("/p/shop", 303, "/p/shop/"),
        ("/p/shop/work/", 307, "/p/shop/work"),
        ("/p/shop//evil.example/", 404, None),
        ("/p/nothing/", 404, None),
        ("/p/waiting", 404, None),
        ("/p/shop/sign-out", 405, None),
        ("/p/shop/../api/", 404, None),
    ],
)
def test_addresses_around_the_projects(person: Visitor, path: str, status: int, to: str | None) -> None:
    answer = person.get(path)
    assert (answer.status, answer.headers.get("location")) == (status, to)
    if status == 404:
        assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("shop", "shop"),
        ("the shop/2", "the-shop-2"),
        ("注文", "%E6%B3%A8%E6%96%87"),
        ("..", ""),
        ("a%2Fb", "a-2Fb"),
        ("!", ""),
    ],
)
def test_the_place_of_a_name_is_one_part_of_an_address(name: str, place: str) -> None:
    assert segment_named(name) == place


def test_a_project_that_fails_later_is_named_and_the_others_are_listed(
    projects: Projects, monkeypatch: pytest.MonkeyPatch
) -> None:
    members, sent = Members(), []
    for name, project in projects.items():
        view = create_view(
            project, Watcher(project), SignIn(project, "localhost"), Surroundings(projects=members.neighbours)
        )
        members.add(Member(name, name, view.state.services))
        sent.append(f"renkei-80-{name}={project.create_session('human', 60)}")
    headers = [(b"host", b"localhost"), (b"cookie", "; ".join(sent).encode())]
    request = Request({"type": "http", "method": "GET", "path": "/waiting", "query_string": b"", "headers": headers})

    def failing(self: Visit) -> Sequence[Waiting]:
        if self.project.state.name == "api":
            raise LogBrokenError(path="log", reason="it ends")
        return waiting_for(self.state, self.person)

    monkeypatch.setattr(Visit, "all_waiting", property(failing))
    page = triage.show_home(members, request)
    assert 'data-row="shop/decision:D-1"' in page
    assert 'data-row="api/' not in page
    assert "<dt>api</dt><dd" in page
    assert "it ends" in page
