"""Several people at once: each acts as itself, and what another site does in their browser changes nothing."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, Page, expect

import renkei
from browsing import Served, served, signed_in, watched


@pytest.fixture(scope="module")
def zoes(team: Served, project: renkei.Project) -> Iterator[Served]:
    """A second server over the project, whose link signs zoe in."""
    project.join("zoe", human=True)
    with served(team.directory, "--as", "zoe") as server:
        yield server


def post(page: Page, text: str) -> None:
    page.locator("#form-post textarea").fill(text)
    page.locator("#form-post button").last.click()


def test_two_people_act_as_themselves_and_see_each_other(
    browser: Browser, team: Served, zoes: Served, project: renkei.Project
) -> None:
    zoe, faults = signed_in(browser, zoes)
    expect(zoe.get_by_text("You are zoe")).to_be_visible()
    human, others = watched(browser.new_context())
    human.goto(f"{team.address}/agents")
    human.get_by_label("Token").fill(project.create_token("human"))
    human.get_by_role("button", name="Sign in").click()
    expect(human.get_by_text("You are human")).to_be_visible()
    assert human.url == f"{team.address}/agents"
    human.goto(f"{team.address}/")
    post(zoe, "said by zoe")
    expect(human.locator("#messages")).to_contain_text("said by zoe")
    post(human, "said by human")
    expect(zoe.locator("#messages")).to_contain_text("said by human")
    assert [one.message.from_ for one in project.conversation(group="all")[-2:]] == ["zoe", "human"]
    human.get_by_role("button", name="Sign out").click()
    expect(human.get_by_label("Token")).to_be_visible()
    zoe.reload()
    expect(zoe.get_by_text("You are zoe")).to_be_visible()
    assert faults == []
    assert [one for one in others if "status of 403" not in one] == []
    for one in (zoe, human):
        one.context.close()


@pytest.mark.long
def test_one_browser_is_signed_in_at_two_servers(browser: Browser, team: Served, zoes: Served) -> None:
    with renkei.open(team.directory / ".renkei") as project:
        people = [(one, name, project.create_token(name)) for one, name in ((team, "human"), (zoes, "zoe"))]
    page, _ = watched(browser.new_context())
    for server, _, token in people:
        page.goto(f"{server.address}/sign-in")
        page.get_by_label("Token").fill(token)
        page.get_by_role("button", name="Sign in").click()
    for server, name, _ in people:
        page.goto(f"{server.address}/")
        expect(page.get_by_text(f"You are {name}")).to_be_visible()
    page.context.close()


class Evil(BaseHTTPRequestHandler):
    """A site of this machine that tries what a page can try against the view of the one who visits it."""

    target = ""

    def do_GET(self) -> None:
        page = f"""<!doctype html><title>evil</title><iframe id=frame src="{self.target}/agents"></iframe>
<form id=form method=post action="{self.target}/acts/pause_project" target=hidden>
<input name=reason value=evil><input name=form_token value=x></form><iframe name=hidden></iframe>
<img id=image src="{self.target}/static/favicon.svg"><p id=done></p><script>
document.getElementById("form").submit();
const tries = ["/", "/agents", "/stream", "/api/project"].map((path) =>
  fetch("{self.target}" + path, {{credentials: "include"}}).then((one) => one.text()).catch(() => "refused"));
tries.push(fetch("{self.target}/acts/pause_project", {{method: "POST", mode: "no-cors", credentials: "include",
  headers: {{"Content-Type": "application/x-www-form-urlencoded"}}, body: "reason=evil"}}).then((one) => one.text()));
Promise.all(tries).then((all) => document.getElementById("done").textContent = JSON.stringify(all));
</script>"""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(page.encode())

    def log_message(self, *arguments: object) -> None:
        """Print nothing."""


@pytest.fixture(scope="module")
def evil(team: Served) -> Iterator[int]:
    handler = type("Handler", (Evil,), {"target": team.address})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_another_web_server_of_this_machine_gets_no_cookie(page: Page, name: str) -> None:
    asked: list[tuple[str, str | None]] = []

    class Curious(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append((self.path, self.headers["Cookie"]))
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><img src=/image><p id=done>done</p>")

        def log_message(self, *arguments: object) -> None:
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Curious) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        tab = page.context.new_page()
        tab.goto(f"http://{name}:{server.server_port}/", wait_until="load")
        tab.close()
        server.shutdown()
    assert {"/", "/image"} <= {path for path, _ in asked}
    assert {cookie for _, cookie in asked} == {None}


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_another_site_reads_and_does_nothing(page: Page, evil: int, project: renkei.Project, name: str) -> None:
    before = project.state.seq
    tab = page.context.new_page()
    statuses = []
    tab.on("response", lambda one: statuses.append((one.request.method, one.status)) if "/acts/" in one.url else None)
    tab.goto(f"http://{name}:{evil}/")
    expect(tab.locator("#done")).to_have_text('["refused","refused","refused","refused",""]')
    frames = [one for one in tab.frames if one.name != "hidden" and one != tab.main_frame]
    assert all("a goal" not in one.content() and "Agents" not in one.content() for one in frames)
    assert tab.evaluate("document.getElementById('image').naturalWidth") == 0
    assert set(statuses) == {("POST", 403)}
    assert project.state.seq == before
    assert project.state.paused is None
    tab.close()
