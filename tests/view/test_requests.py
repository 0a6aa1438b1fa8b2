"""What is sent to the view by whom it does not let in: other sites, agents, thieves of a link, and broken clients."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest

import renkei
from browsing import Served
from process import renkei as command
from renkei.edges.view.acts.performing import ACTS
from renkei.edges.view.answers import local_address
from renkei.edges.view.routes import SCREENS
from visitor import FORM, Visitor, enter, hidden


@pytest.fixture
def unchanged(project: renkei.Project) -> Iterator[None]:
    """The test fails when it changes the project."""
    before = project.state.seq
    yield
    assert project.state.seq == before


def paths() -> list[str]:
    return ["/" + screen.path.strip("/").replace("{", "").replace("}", "") for screen in SCREENS] + ["/stream"]


# Who is let in


@pytest.mark.parametrize("path", paths())
def test_no_page_is_shown_to_nobody(nobody: Visitor, path: str) -> None:
    answer = nobody.get(path)
    assert answer.status == 403
    assert "for the people of the project" in answer.text
    assert "a goal" not in answer.text


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.usefixtures("unchanged")
def test_nobody_acts(nobody: Visitor, act: str) -> None:
    assert nobody.post(f"/acts/{act}", {"body": "x", "form_token": ""}).status == 403


@pytest.mark.parametrize("actor", ["ann", "lead"])
@pytest.mark.usefixtures("unchanged")
def test_the_token_of_an_agent_opens_nothing(team: Served, project: renkei.Project, actor: str) -> None:
    token = project.create_token(actor)
    agent = team.visitor
    assert "This is the token of an agent" in agent.post("/sign-in", {"token": token}).text
    token_of_a_person = project.create_token("human")
    own = f"renkei-{team.port}={token_of_a_person}"  # a session is another kind of secret
    for cookie in (own, f"renkei-{team.port}={token}", f"renkei-80={token}", f"__Host-renkei={token}"):
        agent.cookie = cookie
        assert [agent.get(path).status for path in paths()] == [403] * len(paths())
        assert agent.post("/acts/post", {"body": "x"}).status == 403
    agent.cookie = ""
    bearer = f"Bearer {token}"
    assert [agent.get(path, Authorization=bearer).status for path in paths()] == [403] * len(paths())
    assert agent.post("/acts/post", {"body": "x"}, Authorization=bearer).status == 403


def test_the_token_of_a_person_opens_no_page_as_a_bearer_token(project: renkei.Project, nobody: Visitor) -> None:
    assert nobody.get("/", Authorization=f"Bearer {project.create_token('human')}").status == 403


@pytest.mark.parametrize("token", ["", "x", "renkei_", "renkei_000000000000_x", "renkei_\udcff", "é" * 5000])
def test_a_wrong_token_lets_nobody_in(nobody: Visitor, token: str) -> None:
    body = f"token={quote(token, errors='surrogateescape')}"
    assert nobody.send("POST", "/sign-in", body).status in (400, 403)


def test_a_link_signs_in_once(team: Served) -> None:
    thief = team.visitor
    path = team.link.removeprefix(team.address)
    answer = thief.get(path)
    assert answer.status in (303, 403)  # the browser of another test may have opened it
    again = thief.get(path)
    assert again.status == 403
    assert "This link was used already" in again.text
    assert "set-cookie" not in again.headers


def test_a_used_link_leads_a_person_who_is_signed_in_to_the_project(team: Served, person: Visitor) -> None:
    link = team.link.removeprefix(team.address)
    team.visitor.get(link)
    again = person.get(link)
    assert (again.status, again.headers["location"], "set-cookie" in again.headers) == (303, "/", False)


def test_an_address_outlives_a_wrong_token(nobody: Visitor) -> None:
    asked = nobody.post("/sign-in", {"token": "wrong", "to": "/work/TC-1?at=3", "sent": "body=words"})
    assert (asked.status, hidden(asked.text, "to"), hidden(asked.text, "sent")) == (
        403,
        "/work/TC-1?at=3",
        "body=words",
    )


@pytest.mark.parametrize("code", ["", "x", "%00", "%ff", "x" * 10_000])
def test_a_guessed_link_lets_nobody_in(nobody: Visitor, code: str) -> None:
    assert nobody.get(f"/sign-in?code={code}").status == 403


def test_the_cookie_is_kept_from_scripts_and_other_sites(
    team: Served, project: renkei.Project, nobody: Visitor
) -> None:
    cookie = nobody.post("/sign-in", {"token": project.create_token("human")}).headers["set-cookie"]
    assert cookie.startswith(f"renkei-{team.port}=renkei_session_")
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(cookie.split("; "))
    assert "Domain" not in cookie


def test_a_session_ends_when_the_person_signs_out(team: Served, project: renkei.Project) -> None:
    visitor = enter(team.visitor, project.create_token("human"))
    assert visitor.post("/sign-out", {"form_token": "x"}).status == 403
    assert visitor.get("/").status == 200
    answer = visitor.post("/sign-out", visitor.form())
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert visitor.get("/").status == 403


def test_a_session_ends_with_its_token(team: Served, project: renkei.Project) -> None:
    visitor = enter(team.visitor, project.create_token("human"))
    name = visitor.cookie.partition("=renkei_session_")[2].partition("_")[0]
    assert visitor.get("/").status == 200
    project.revoke_token(name)
    assert visitor.get("/").status == 403


def test_a_stream_of_what_cannot_be_selected_is_refused(person: Visitor) -> None:
    assert person.get("/stream?cards=&type=NOTHING").status == 400


def test_a_session_ends_when_the_person_leaves(team: Served, project: renkei.Project) -> None:
    project.join("zoe", human=True)
    zoe = enter(team.visitor, project.create_token("zoe"))
    form = zoe.form(body="x")
    assert zoe.get("/").status == 200
    project.leave("zoe")
    assert zoe.get("/").status == 403
    assert zoe.post("/acts/post", form).status == 403
    project.join("zoe", human=True)
    assert zoe.get("/").status == 403


# Other programs on this machine


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]"])
def test_a_session_is_worth_nothing_under_another_name(team: Served, person: Visitor, name: str) -> None:
    elsewhere = replace(person, host=f"{name}:{team.port}")
    for path in [*paths(), "/sign-in", team.path]:
        answer = elsewhere.get(path)
        assert (answer.status, "an address of its own" in answer.text) == (403, True)
        assert "renkei-" not in answer.text, "whoever asks would learn the name"
        assert "set-cookie" not in answer.headers
    assert elsewhere.post("/acts/post", person.form(body="x")).status == 403
    assert person.get("/").status == 200


def test_a_session_is_no_token(person: Visitor) -> None:
    bearer = {"Authorization": f"Bearer {person.cookie.partition('=')[2]}"}
    assert person.get("/api/project", **bearer).status == 401
    assert replace(person, host="").post("/mcp", {}, **bearer).status == 401


@pytest.mark.skipif(not Path("/proc/net/if_inet6").exists(), reason="this machine has no IPv6")
def test_no_other_program_listens_where_a_browser_looks_for_the_view(team: Served) -> None:
    for address, family in (("127.0.0.1", socket.AF_INET), ("::1", socket.AF_INET6)):
        with pytest.raises(OSError, match="in use"):
            socket.create_server((address, team.port), family=family)


# Other sites


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "0.0.0.0", "localhost:x",
             "localhost:99999", "localhost:1@evil.example", "localhost:80:80", "localhost:", "[::1"]
)  # fmt: skip
def test_a_page_that_has_another_name_is_refused(person: Visitor, host: str) -> None:
    assert person.get("/", Host=host).status == 421


@pytest.mark.usefixtures("unchanged")
def test_a_form_of_another_site_is_refused(person: Visitor) -> None:
    form = person.form(body="x")
    foreign = [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec_Fetch_Site": "cross-site"},
               {"Sec_Fetch_Site": "same-site"}, {"Origin": "http://127.0.0.1:1"}]  # fmt: skip
    for path in ("/acts/post", "/sign-out", "/sign-in"):
        assert [person.post(path, form, **headers).status for headers in foreign] == [403] * len(foreign)


@pytest.mark.usefixtures("unchanged")
def test_a_form_needs_the_token_of_its_own_session(team: Served, project: renkei.Project, person: Visitor) -> None:
    other = enter(team.visitor, project.create_token("human"))
    form = person.form(body="x")
    for token in ("", "x", other.form()["form_token"], form["form_token"][:-1], "\udc80é"):
        sent = "&".join(f"{name}={quote(value, errors='surrogateescape')}" for name, value in
                        (form | {"form_token": token}).items())  # fmt: skip
        assert person.send("POST", "/acts/post", sent).status in (400, 403)
    del form["form_token"]
    assert person.post("/acts/post", form).status == 403


def test_a_link_on_another_site_shows_nothing_at_once(nobody: Visitor) -> None:
    answer = nobody.get("/?x=%22%3E%3Cscript%3E&y=//evil.example", Sec_Fetch_Site="cross-site")
    assert answer.status == 200
    assert "<script" not in answer.text
    assert 'content="0; url=/?' in answer.text


@pytest.mark.parametrize("path", ["/", "/sign-in", "/nothing", "/static/view.css", "/static/nothing"])
def test_no_page_is_framed_kept_or_loads_from_elsewhere(person: Visitor, path: str) -> None:
    headers = person.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == ("public, max-age=3600" if "view.css" in path else "no-store")


ELSEWHERE = ["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "\\\\evil.example",
             "/\t/evil.example", "/\n/evil.example", "/x\r\nSet-Cookie: a=b", "//[", "", "evil", "/\ud800",
             "///evil.example", "data:text/html,x", " //evil.example"]  # fmt: skip


@pytest.mark.parametrize("to", ELSEWHERE)
def test_no_address_leads_elsewhere(to: str) -> None:
    assert local_address(to) == "/"


@pytest.mark.parametrize("to", [one for one in ELSEWHERE if one != "/\ud800"])
def test_nobody_is_sent_elsewhere(project: renkei.Project, person: Visitor, to: str) -> None:
    answer = person.post("/sign-in", {"token": project.create_token("human"), "to": to})
    assert (answer.status, answer.headers["location"]) == (303, "/")
    answer = person.post("/acts/post", person.form(body="fine", to="all", back=to))
    assert (answer.status, answer.headers["location"]) == (303, "/")


# Broken clients


@pytest.mark.parametrize("kind", ["", "application/json", "multipart/form-data; boundary=x", "text/plain"])
@pytest.mark.usefixtures("unchanged")
def test_a_body_is_a_form(person: Visitor, kind: str) -> None:
    answer = person.send("POST", "/acts/post", urlencode(person.form(body="x")), Content_Type=kind)
    assert answer.status == 415


@pytest.mark.parametrize("body", [b"\xff", b"a=%ff", b"&" * 5000, b"=&" * 5000, "é".encode(), b"\x1f\x8b\x08"])
@pytest.mark.usefixtures("unchanged")
def test_a_body_that_is_no_form_is_refused(person: Visitor, body: bytes) -> None:
    assert person.send("POST", "/acts/post", body).status in (400, 403)


@pytest.mark.usefixtures("unchanged")
def test_a_form_is_bounded(person: Visitor) -> None:
    with person.raw("POST /acts/post", f"Content-Type: {FORM}", "Transfer-Encoding: chunked") as raw:
        part = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        with suppress(OSError):  # the server closes the connection
            for _ in range(200):
                raw.sendall(part)
        assert b" 413 " in raw.recv(200)


@pytest.mark.usefixtures("unchanged")
def test_half_a_form_does_nothing(person: Visitor) -> None:
    sent = urlencode(person.form(body="x"))
    with person.raw("POST /acts/post", f"Content-Type: {FORM}", f"Content-Length: {len(sent) + 9}") as raw:
        raw.sendall(sent.encode())
    assert person.get("/").status == 200


@pytest.mark.parametrize(
    "path", ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "..\\app.py", "%00", "view.css%00", "/etc/passwd", "", ".",
             "x" * 5000, "%ff", "../templates/layout.html"]
)  # fmt: skip
def test_only_files_of_the_view_are_served(nobody: Visitor, path: str) -> None:
    assert nobody.get(f"/static/{path}").status in (403, 404)


@pytest.mark.parametrize(
    "query", ["at=x", "at=-1", "at=999999999999", "at=99999", "before=0", "at=%E0%A5%A7", "at=1e3"]
)
def test_a_wrong_number_is_refused(person: Visitor, query: str) -> None:
    answer = person.get(f"/?{query}")
    assert answer.status == 400
    assert "a number from" in answer.text


@pytest.mark.parametrize("path", ["/nothing", "/acts/post", "//evil.example/", "/%00", "/%2e%2e/", "/acts/nothing"])
def test_an_address_without_a_page_is_answered(person: Visitor, path: str) -> None:
    assert person.get(path).status in (404, 405)


@pytest.mark.parametrize("seen", ["x", "-1", "999999999999999999999", "٣"])
def test_a_wrong_last_event_id_does_not_fail(person: Visitor, seen: str) -> None:
    with person.raw("GET /stream", f"Last-Event-ID: {seen}") as raw:
        assert raw.recv(12) == b"HTTP/1.1 200"


def test_an_address_with_payloads_is_only_text(person: Visitor) -> None:
    for path in ("/%3Cscript%3Ealert(1)%3C/script%3E", "/?x=%3Cscript%3Ealert(1)%3C/script%3E", "/?at=%3Cscript%3E"):
        assert "<script>" not in person.get(path).text


@pytest.mark.parametrize("query", ["type=TASK_RESULT", "agent=nobody", "group=all&tier=critical"])
def test_the_page_of_a_message_that_no_filter_leaves_is_shown(
    project: renkei.Project, person: Visitor, query: str
) -> None:
    note = renkei.Freeform(intent_hint="NOTE", body="x", requires_response=False, urgency="normal")
    project.send(project.message("ann", note, "bob", id=f"m-{query[:4]}"))
    assert person.get(f"/messages/m-{query[:4]}?{query}").status == 200


def test_the_project_is_as_it_should_be(team: Served) -> None:
    assert command("doctor", cwd=Path(team.directory)).returncode == 0
