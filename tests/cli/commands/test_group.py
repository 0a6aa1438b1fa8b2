"""`renkei group`: groups are set and listed."""

import json
from pathlib import Path

import renkei as library
from process import renkei


def test_a_message_to_a_group_reaches_its_members(project: Path) -> None:
    assert renkei("group", "set", "builders", "ann", "bob", cwd=project).stdout == "builders: ann, bob.\n"
    assert renkei("send", "--as", "lead", "--to", "builders", "--text", "hello", cwd=project).returncode == 0
    state = library.open(project / ".renkei").state
    assert [len(state.unread_of(one)) for one in ("ann", "bob", "human")] == [1, 1, 0]
    listed = json.loads(renkei("group", "--format", "json", cwd=project).stdout)
    assert listed == {"all": ["human", "lead", "ann", "bob"], "builders": ["ann", "bob"]}
    assert "builders" in renkei("group", cwd=project).stdout


def test_an_unknown_member_an_agent_as_actor_and_no_members_are_refused(project: Path) -> None:
    assert "UNKNOWN_ACTOR" in renkei("group", "set", "builders", "carl", cwd=project).stderr
    assert "NOT_ALLOWED" in renkei("group", "set", "builders", "ann", "--as", "ann", cwd=project).stderr
