"""`renkei context`: what an agent reads, why, and what it costs."""

import json
from pathlib import Path

import pytest

from process import renkei
from renkei import Freeform
from team import small_team

LONG = "The endpoint /api/v1/login answers 401 for expired tokens. " + "Nothing else was changed. " * 100


def test_each_message_has_a_reason(conversation: Path) -> None:
    done = renkei("context", "--agent", "bob", "--why", "--format", "json", cwd=conversation)
    rows = json.loads(done.stdout)
    assert [(row["tier"], row["rule"], row["form"]) for row in rows] == [
        ("relevant", "to_me", "full"),
        ("relevant", "correspondent, turned_to_me", "full"),
    ]
    assert all(row["tokens"] > 0 for row in rows)
    assert "0 of 2 messages omitted" in renkei("context", "--agent", "bob", "--why", cwd=conversation).stdout


def test_what_an_agent_saw_is_known_later(conversation: Path) -> None:
    renkei("read", "--as", "bob", "--rendering", "delta", cwd=conversation)
    renkei("send", "--as", "ann", "--to", "bob", "--text", "the port moved to 9090", cwd=conversation)
    renkei("read", "--as", "bob", "--rendering", "delta", cwd=conversation)
    seqs = [one["seq"] for one in json.loads(renkei("log", "--format", "json", cwd=conversation).stdout)]
    first = renkei("context", "--agent", "bob", "--why", "--at", "5", cwd=conversation).stdout
    last = renkei("context", "--agent", "bob", "--why", "--at", seqs[-1], cwd=conversation).stdout
    assert "of 2 messages" in first
    assert "of 1 message omitted" in last
    assert "delta" in last
    early = renkei("context", "--agent", "bob", "--why", "--at", "1", cwd=conversation)
    assert (early.returncode, "BAD_VALUE" in early.stderr) == (1, True)


def test_messages_that_a_record_only_counts_are_listed(tmp_path: Path) -> None:
    project = small_team(tmp_path / ".renkei", guarded=False)
    for _ in range(30):
        asked = Freeform(intent_hint="ASK", body="a b c d " * 200, requires_response=True, urgency="low")
        project.send(project.message("ann", asked, "bob"))
    for _ in range(2):
        with project.turn("bob", budget=500):
            pass
    began = project.past_turns("bob")[-1]
    project.close()
    done = renkei("context", "--agent", "bob", "--why", "--at", began.seq, "--format", "json", cwd=tmp_path)
    rows = json.loads(done.stdout)
    assert len(rows) == began.began.tiers["relevant"] > len(began.began.given)


@pytest.mark.long
def test_what_turns_cost_stands_beside_what_plain_ways_would_have_cost(conversation: Path) -> None:
    assert renkei("context", "stats", cwd=conversation).stdout == "No turns yet.\n"
    for n in range(30):
        renkei("send", "--as", "ann", "--to", "all", "--text", f"part {n}: {LONG}", cwd=conversation)
        if n % 10 == 9:
            renkei("read", "--as", "bob", "--rendering", "delta", "--budget", "500", cwd=conversation)
    (row,) = json.loads(renkei("context", "stats", "--format", "json", cwd=conversation).stdout)
    assert (row["agent"], row["turns"]) == ("bob", 3)
    assert 0 < row["cost"] < row["cached"] < row["resent"]
    assert row["tokens"] == row["critical"] + row["relevant"] + row["background"] + row["other"]


def test_blocks_for_the_messages_api_are_data(conversation: Path) -> None:
    done = renkei("context", "--agent", "bob", "--rendering", "delta", "--format", "anthropic", cwd=conversation)
    blocks = json.loads(done.stdout)
    assert blocks["system"][0]["text"].startswith("You are bob, on the team")
    assert "8080" in blocks["messages"][0]["content"][0]["text"]
