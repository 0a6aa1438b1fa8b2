"""What an agent reads, why, what it cost, and how to have the rest, on the command line."""

import json
from pathlib import Path

import pytest

from process import renkei

LONG = "The endpoint /api/v1/login answers 401 for expired tokens. " + "Nothing else was changed. " * 100


@pytest.fixture
def place(tmp_path: Path) -> Path:
    renkei("init", "--goal", "Users can log in", "--agent", "ann", "--agent", "bob", cwd=tmp_path)
    renkei("send", "--from", "ann", "--to", "bob", "--text", "the port is 8080", cwd=tmp_path)
    renkei("send", "--from", "ann", "--to", "all", "--text", "lunch at noon?", cwd=tmp_path)
    return tmp_path


def test_each_message_has_a_reason(place: Path) -> None:
    done = renkei("context", "--agent", "bob", "--why", "--format", "json", cwd=place)
    rows = json.loads(done.stdout)
    assert [(row["tier"], row["rule"], row["form"]) for row in rows] == [
        ("relevant", "to_me", "full"),
        ("relevant", "correspondent, turned_to_me", "full"),
    ]
    assert all(row["tokens"] > 0 for row in rows)
    assert "0 of 2 messages left out" in renkei("context", "--agent", "bob", "--why", cwd=place).stdout


def test_what_an_agent_saw_is_known_later(place: Path) -> None:
    renkei("read", "--agent", "bob", "--rendering", "delta", cwd=place)
    renkei("send", "--from", "ann", "--to", "bob", "--text", "the port moved to 9090", cwd=place)
    renkei("read", "--agent", "bob", "--rendering", "delta", cwd=place)
    seqs = [one["seq"] for one in json.loads(renkei("log", "--format", "json", cwd=place).stdout)["records"]]
    first = renkei("context", "--agent", "bob", "--why", "--at", "5", cwd=place).stdout
    last = renkei("context", "--agent", "bob", "--why", "--at", seqs[-1], cwd=place).stdout
    assert "of 2 messages" in first
    assert "of 1 messages" in last
    assert "delta" in last
    early = renkei("context", "--agent", "bob", "--why", "--at", "1", cwd=place)
    assert (early.returncode, "BAD_VALUE" in early.stderr) == (1, True)


def test_a_second_delta_says_only_what_is_new(place: Path) -> None:
    assert "8080" in renkei("read", "--agent", "bob", "--rendering", "delta", cwd=place).stdout
    again = renkei("read", "--agent", "bob", "--rendering", "delta", cwd=place).stdout
    assert again == "=== Your task ===\nstatus: idle; task: –; waiting for: –\n"
    recalled = renkei("context", "--agent", "bob", "--recall", cwd=place).stdout
    assert "8080" in recalled


def test_a_message_is_shown_with_nothing_left_out(place: Path) -> None:
    renkei("send", "--from", "ann", "--to", "bob", "--text", LONG, cwd=place)
    (found,) = json.loads(renkei("search", "expired", "--format", "json", cwd=place).stdout)
    assert "[more]" in renkei("context", "--agent", "bob", "--budget", "260", cwd=place).stdout
    shown = renkei("message", "show", found["id"], cwd=place).stdout
    assert LONG.strip() in shown
    missing = renkei("message", "show", "m-none", cwd=place)
    assert (missing.returncode, "UNKNOWN_MESSAGE" in missing.stderr) == (1, True)


def test_what_turns_cost_stands_beside_what_plain_ways_would_have_cost(place: Path) -> None:
    assert renkei("context", "stats", cwd=place).stdout == "No agent has taken a turn.\n"
    for n in range(30):
        renkei("send", "--from", "ann", "--to", "all", "--text", f"part {n}: {LONG}", cwd=place)
        if n % 10 == 9:
            renkei("read", "--agent", "bob", "--rendering", "delta", "--budget", "500", cwd=place)
    (row,) = json.loads(renkei("context", "stats", "--format", "json", cwd=place).stdout)
    assert (row["agent"], row["turns"]) == ("bob", 3)
    assert 0 < row["cost"] < row["cached"] < row["resent"]
    assert row["tokens"] == row["critical"] + row["relevant"] + row["background"] + row["other"]


def test_blocks_for_the_messages_api_are_data(place: Path) -> None:
    done = renkei("context", "--agent", "bob", "--rendering", "delta", "--format", "anthropic", cwd=place)
    blocks = json.loads(done.stdout)
    assert blocks["system"][0]["text"] == "You are bob.\n"
    assert "8080" in blocks["messages"][0]["content"][0]["text"]
