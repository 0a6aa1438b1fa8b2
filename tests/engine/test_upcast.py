"""Records of every earlier form are lifted as they are read; those of a later one are refused, not guessed at."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from records import record
from renkei.engine.record import read_record
from renkei.engine.upcast import FORMAT, UPCAST, upcast
from renkei.errors import LogTooNewError


def turn(reason: str) -> dict[str, Any]:
    given = {"id": "m1", "tier": "relevant", "reason": reason, "form": "full", "tokens": 9}
    event = {"kind": "turn_began", "turn": "t", "agent": "ann", "seen": 1, "until": "2026-01-05T09:00:00.000000Z"}
    event |= {"budget": 100, "tokens": 50, "locale": "en", "given": [given], "read": ["m1"]}
    head = {"seq": 2, "id": "c2", "at": "2026-01-05T09:00:00.000000Z", "actor": "ann", "format": 1}
    return head | {"events": [event]}


@pytest.mark.parametrize(
    ("reason", "rule", "link", "keywords"),
    [
        ("to me", "to me", "", ()),
        ("in common: TC-7, api", "in_common", "TC-7, api", ()),
        ("keywords: login, 認証", "keywords", "", ("login", "認証")),
    ],
)
def test_a_reason_of_the_first_form_is_read_as_rule_link_and_keywords(
    reason: str, rule: str, link: str, keywords: tuple[str, ...]
) -> None:
    (event,) = read_record(json.dumps(turn(reason)).encode()).events
    assert event.kind == "turn_began"
    (gave,) = event.given
    assert (gave.rule, gave.link, gave.keywords) == (rule, link, keywords)


def test_every_form_leads_to_the_newest() -> None:
    assert set(UPCAST) == set(range(1, FORMAT))


def test_a_record_of_a_later_release_is_refused_whatever_it_holds() -> None:
    later = json.dumps({"seq": 9, "events": [{"kind": "from_the_future"}], "format": FORMAT + 1}).encode()
    with pytest.raises(LogTooNewError, match="record 9"):
        read_record(later)


def test_the_newest_form_is_read_without_lifting() -> None:
    assert read_record(record(1).to_json()) == record(1)
    assert read_record(record(1).to_json() + b" \n") == record(1)


@pytest.mark.parametrize("data", [b"[]", b"{}", b'{"format": "two"}', b"7", b'{"format": null, "seq": 1}'])
def test_what_is_no_record_is_refused_as_such(data: bytes) -> None:
    with pytest.raises(ValidationError):
        read_record(data)


def test_lifting_leaves_the_newest_form_alone() -> None:
    value = {"format": FORMAT, "events": []}
    assert upcast(value) is value
