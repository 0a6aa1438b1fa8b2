"""Every kind of chat passes the same suite, against its real server or one that follows its documentation."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from chat_rigs import MemoryRig
from opened_chats import KINDS, close_servers
from renkei.testing.chat import CHECKS, Check, without
from renkei.testing.rig import CannotDoError, Rig

WHOLE = ("memory", "documented", "irc", "mattermost")
"""The kinds that `make test` holds against every check. It holds all others against two."""


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    yield
    close_servers()


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("renkei.edges.chat.slack.socket_mode.PING_SECONDS", 1.0)
    monkeypatch.setattr("renkei.edges.chat.discord.event_link.CHECK_SECONDS", 0.05)
    for place in ("bridge", "relay"):
        monkeypatch.setattr(f"renkei.edges.chat.bridge.{place}.FIRST_PAUSE", 0.05)
        monkeypatch.setattr(f"renkei.edges.chat.bridge.{place}.LONGEST_PAUSE", 0.2)


@pytest.mark.short(*(f"{kind}-*" for kind in WHOLE), "*-posts_are_heard_*", "*-messages_are_posted_*")
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("kind", KINDS)
def test_a_chat_passes_the_suite(kind: str, check: Check, tmp_path: Path) -> None:
    with contextmanager(KINDS[kind])(tmp_path) as rig:
        without(check, pytest.skip)(rig)


@pytest.mark.parametrize(("error", "skipped"), [(CannotDoError, 1), (NotImplementedError, 0), (AssertionError, 0)])
def test_a_check_is_skipped_only_for_what_its_rig_cannot_do(error: type[Exception], skipped: int) -> None:
    def check(rig: Rig) -> None:
        raise error

    reasons: list[str] = []
    with nullcontext() if skipped else pytest.raises(error):
        without(check, reasons.append)(MemoryRig())
    assert len(reasons) == skipped
