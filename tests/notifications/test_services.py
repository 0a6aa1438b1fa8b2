"""A service of apprise over real HTTP: what it is sent, and how its failures are reported."""

import socket
from collections.abc import Iterator

import pytest

from renkei.edges.notifications.port import Notification, Outcome
from renkei.edges.notifications.services import AppriseNotifier, check_service
from renkei.errors import BadValueError
from webhook import Hook, webhook

NEWS = Notification("k1", "Decision: <b>80</b> or 443?", "Project: shop", "http://x.test/waiting?entry=decision:D-1")


@pytest.fixture
def hook() -> Iterator[Hook]:
    with webhook() as found:
        yield found


def test_title_body_link_and_key_reach_the_service(hook: Hook) -> None:
    assert AppriseNotifier(hook.url()).send(NEWS) == Outcome("delivered")
    (one,) = hook.received
    assert (one.path, one.key, one.title) == ("/hook-secret", "k1", NEWS.title)
    assert one.body == f"{NEWS.body}\n\n{NEWS.link}"


def test_a_service_without_keys_says_so_and_a_tap_opens_the_link(hook: Hook) -> None:
    notifier = AppriseNotifier(hook.url("ntfy", "topic"))
    assert not notifier.shows_a_key_once
    assert notifier.send(NEWS) == Outcome("delivered")
    assert (hook.received[0].key, hook.received[0].headers["X-Click"]) == ("", NEWS.link)


def test_titles_of_agents_cannot_call_everyone(hook: Hook) -> None:
    AppriseNotifier(hook.url()).send(Notification("k", "@everyone <!channel>", "@here"))
    assert (hook.received[0].title, hook.received[0].body) == ("＠everyone ＜!channel>", "＠here")


def test_titles_of_agents_cannot_hide_where_a_link_leads(hook: Hook) -> None:
    AppriseNotifier(hook.url()).send(Notification("k", "[Accept](https://x.test)", "a\u202eb"))
    assert (hook.received[0].title, hook.received[0].body) == ("[Accept] (https://x.test)", "a\\u202eb")


def test_a_service_that_wants_html_is_sent_no_markup_of_agents(hook: Hook) -> None:
    AppriseNotifier(hook.url(format="html")).send(Notification("k", "t", "<script>x</script>"))
    assert "<script>" not in hook.received[0].body
    assert "&lt;script&gt;" in hook.received[0].body


@pytest.mark.parametrize(("status", "word"), [(500, "500"), (429, "429"), (404, "404"), (401, "401")])
def test_an_error_of_the_service_is_a_failure_with_its_reason(hook: Hook, status: int, word: str) -> None:
    hook.status = status
    outcome = AppriseNotifier(hook.url()).send(NEWS)
    assert (outcome.delivery, word in outcome.reason) == ("failed", True)
    assert "hook-secret" not in outcome.reason


def test_a_service_that_is_down_is_a_failure() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    outcome = AppriseNotifier(f"json://127.0.0.1:{port}/hook-secret").send(NEWS)
    assert outcome == Outcome("failed", "A Connection error occurred sending JSON notification to …")


def test_a_service_that_does_not_answer_in_time_may_have_it(hook: Hook) -> None:
    hook.answers.clear()
    outcome = AppriseNotifier(hook.url(rto="0.2")).send(NEWS)
    assert outcome == Outcome("unanswered", "it did not answer in time")


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("no address", "begins with its scheme"),
        ("", "begins with its scheme"),
        ("nfty://my-topic", "no service has the scheme 'nfty'"),
        ("tgram://token-secret", "the part after `tgram://` is incomplete or invalid"),
        ("http://127.0.0.1/my-topic", "no service has the scheme 'http'"),
    ],
)
def test_an_address_that_no_service_takes_is_rejected_without_being_shown(url: str, problem: str) -> None:
    with pytest.raises(BadValueError) as raised:
        check_service(url)
    assert problem in raised.value.message
    assert "my-topic" not in str(raised.value)
    assert "token-secret" not in str(raised.value)


def test_a_scheme_with_a_typing_error_is_named() -> None:
    with pytest.raises(BadValueError, match="Did you mean `ntfy://`"):
        check_service("nfty://topic")
