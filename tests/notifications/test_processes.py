"""Servers as people run them notify a person who is away: killed, two at a time, and with a service that fails."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from chatting import until
from process import Running, renkei, running
from renkei.edges.notifications.told_file import ToldFile
from serving import client, server
from visitor import Visitor, enter
from webhook import Hook, webhook


@pytest.fixture
def hook() -> Iterator[Hook]:
    with webhook() as found:
        yield found


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    assert renkei("init", "--name", "shop", "--goal", "sell", "--agent", "bob", cwd=tmp_path).returncode == 0
    return tmp_path


def add(shop: Path, url: str, *options: str) -> str:
    """Add a destination of the person and return its id."""
    added = renkei("notify", "add", "human", url, *options, "--format", "json", cwd=shop)
    return str(json.loads(added.stdout)["id"])


def ask(shop: Path, name: str) -> None:
    fields = (f"decision_id={name}", f"question=which {name}?")
    assert renkei("send", "DECISION_REQUEST", "--as", "bob", "--to", "human", *fields, cwd=shop).returncode == 0


def listening(process: Running) -> None:
    assert process.stdout.readline().startswith("http://")


def end(process: Running) -> None:
    """End a server as Ctrl-C does; it waits for the attempt in progress."""
    process.terminate()
    assert process.wait() == 0


def test_a_server_notifies_of_a_question_with_a_link_to_its_own_view(shop: Path, hook: Hook) -> None:
    add(shop, hook.url())
    with running("serve", "--port", "0", cwd=shop) as process:
        view = process.stdout.readline().partition("sign-in")[0]
        ask(shop, "D-1")
        until(lambda: hook.received)
        link = hook.received[0].body.splitlines()[-1]
        at = urlsplit(link)
        nobody = Visitor(at.port or 0, host=at.netloc)
        person = enter(nobody, renkei("token", "create", "--for", "human", cwd=shop).stdout.strip())
        assert "which D-1?" in person.get(link.removeprefix(view.rstrip("/"))).text
        end(process)
    assert hook.titles == ["Decision: which D-1?"]
    assert link == f"{view}waiting?entry=decision:D-1"


@pytest.mark.long
def test_behind_a_proxy_links_lead_to_the_proxy(shop: Path, hook: Hook) -> None:
    add(shop, hook.url(), "--no-content")
    ask(shop, "D-1")
    with running("serve", "--port", "0", "--allow-remote", "team.example", cwd=shop):
        until(lambda: hook.received)
    assert hook.received[0].body == "1 thing waits for you.\n\nhttps://team.example/waiting"


def test_two_servers_send_one_notification_and_the_second_continues_after_a_kill(shop: Path, hook: Hook) -> None:
    name = add(shop, hook.url("ntfy", "topic"))
    failures = add(shop, hook.url(), "--when", "failures")
    lock = ToldFile(shop / ".renkei", name)
    with running("serve", "--port", "0", cwd=shop) as first:
        listening(first)
        until(lambda: lock.is_taken)
        with running("serve", "--port", "0", cwd=shop) as second:
            listening(second)
            ask(shop, "D-1")
            until(lambda: hook.received)
            first.kill()
            first.wait()
            until(lambda: lock.is_taken)
            renkei("pause", "bob", "--reason", "wait", cwd=shop)
            until(lambda: len(hook.received) > 1)
            end(second)
    assert hook.titles == ["Decision: which D-1?", "Agent stopped: bob"]
    assert failures != name


def test_a_server_killed_while_the_service_answers_repeats_the_notification_with_its_key(
    shop: Path, hook: Hook
) -> None:
    add(shop, hook.url())
    hook.answers.clear()
    with running("serve", "--port", "0", cwd=shop) as process:
        ask(shop, "D-1")
        until(lambda: hook.received)
        process.kill()
        process.wait()
    hook.answers.set()
    with running("serve", "--port", "0", cwd=shop) as process:
        until(lambda: len(hook.received) > 1)
        end(process)
    assert (len(hook.received), hook.shown) == (2, ["Decision: which D-1?"])


@pytest.mark.long
def test_a_server_killed_while_a_service_without_keys_answers_does_not_repeat_it_at_once(
    shop: Path, hook: Hook
) -> None:
    name = add(shop, hook.url("ntfy", "topic"))
    hook.answers.clear()
    with running("serve", "--port", "0", cwd=shop) as process:
        ask(shop, "D-1")
        until(lambda: hook.received)
        process.kill()
        process.wait()
    hook.answers.set()
    with running("serve", "--port", "0", cwd=shop) as process:
        until(lambda: ToldFile(shop / ".renkei", name).is_taken)
        end(process)
    assert len(hook.received) == 1


@pytest.mark.long
def test_a_service_that_does_not_answer_delays_nothing_else(shop: Path, hook: Hook) -> None:
    add(shop, hook.url(rest="slow"), "--when", "decisions")
    hook.answers.clear()
    with webhook() as other, server(shop) as port:
        add(shop, other.url())
        ask(shop, "D-1")
        until(lambda: hook.received and other.received)
        assert client(shop, port, "bob").get("/obligations") is not None
        hook.answers.set()


def test_a_failing_service_is_a_problem_in_the_status_without_its_secrets(shop: Path, hook: Hook) -> None:
    hook.status = 500
    name = add(shop, hook.url())
    ask(shop, "D-1")
    with running("serve", "--port", "0", cwd=shop) as process:
        listening(process)
        shown = until(lambda: next((one for one in [renkei("status", cwd=shop).stdout] if "500" in one), ""))
        assert f"notifications to human ({name}, json://127.0.0.1…)" in shown
        process.kill()
        said = process.stderr.read()
    listed = renkei("notify", "list", cwd=shop).stdout
    assert "500" in listed
    assert "500" in said
    assert "hook-secret" not in shown + listed + said


@pytest.mark.long
def test_destinations_are_noticed_by_a_running_server_when_added_and_removed(shop: Path, hook: Hook) -> None:
    with running("serve", "--port", "0", cwd=shop) as process:
        listening(process)
        ask(shop, "D-1")
        name = add(shop, hook.url())
        until(lambda: hook.received)
        assert renkei("notify", "remove", name, cwd=shop).returncode == 0
        until(lambda: not ToldFile(shop / ".renkei", name).is_taken)
        end(process)
    assert renkei("notify", "list", "--format", "json", cwd=shop).stdout.strip() == "[]"


def test_notifications_are_sent_without_a_server(shop: Path, hook: Hook) -> None:
    add(shop, hook.url())
    ask(shop, "D-1")
    with running("notify", "run", "--url", "https://team.example/", cwd=shop) as process:
        until(lambda: hook.received)
        end(process)
    assert hook.received[0].body.endswith("https://team.example/waiting?entry=decision:D-1")
