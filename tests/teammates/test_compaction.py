"""A conversation that becomes too long is summarized and begins again; the member finishes what it was doing."""

import json

import pytest

from renkei.edges.team.errors import TeamStoppedError
from renkei.testing import Reply, ScriptedModel
from team import work
from teammates.scripted_team import TeamScript, new_team, speaker, team_file, with_budgets
from teammates.watching import FAST, start_claimed, tell, until, with_work

SUMMARY = "I am building the api. I have listed the work. Next: submit it."
RESULT = {
    "contract": "api",
    "status": "completed",
    "summary": "The api is there.",
    "evidence": [{"criterion": "runs", "evidence": "tried"}],
}


def filling(count: int) -> tuple[Reply, ...]:
    """Return calls that fill a conversation."""
    words = " ".join(f"word{number}" for number in range(900))
    given = ['"unproved"', *['"messages"'] * (count - 1)]
    return tuple(Reply(when, words, "find_messages", {"words": f"w{one}"}) for one, when in enumerate(given))


def test_a_member_that_is_compacted_in_mid_task_finishes_it() -> None:
    project = with_work(work("api", roles=["backend"]))
    project.join("ann", "backend")
    tell(project, "ann", "The port is 8443, keep to it.")
    script = TeamScript(
        {
            "ann": (
                Reply("begins again after this answer", SUMMARY, again=True),
                Reply("Your own summary of it", call="submit_work", arguments=RESULT),
                Reply("The port is 8443", "Noted."),
                *start_claimed(),
                *filling(3),
            )
        }
    )
    file = with_budgets(team_file("ann:backend"), {"ann": {"conversation": 5000}})
    with ScriptedModel(script) as server, new_team(server, file, project, pauses=FAST) as team:
        until(project, lambda: project.state.contracts.entries["api"].status == "submitted")
        until(project, lambda: "ann" not in project.state.turns)
        team.close()
    requests = [one for one in script.requests if speaker(one) == "ann"]
    after = next(one for one in requests if "Your own summary of it" in one.text)
    told = after.text
    assert after.body["system"] == requests[0].body["system"], "the new conversation has the system prompt"
    assert len(after.body["messages"]) == 1
    assert SUMMARY in told
    assert "api" in told
    assert "The port is 8443" in told, "what it was told before, and has read"
    assert "word17" not in told
    before = requests[requests.index(after) - 1]
    assert len(json.dumps(after.body["messages"])) < len(json.dumps(before.body["messages"]))
    assert team.usage()["ann"].output == 5 * len(requests), "the summary has cost something as well"


def test_a_conversation_that_the_provider_finds_too_long_begins_again_without_a_summary() -> None:
    long = Reply("", "prompt is too long: 210000 tokens > 200000 maximum", status=400)
    script = TeamScript(
        {
            "ann": (
                Reply("first", "I have read the first one.", "find_messages", {"words": "x"}),
                long,
                Reply("begins again after this answer", long.say, status=400),
                Reply("what you said and did last", "Fine."),
            )
        }
    )
    with ScriptedModel(script) as server, new_team(server, team_file("ann"), with_work(), pauses=FAST) as team:
        tell(team.project, "ann", "first")
        until(team.project, lambda: "what you said and did last" in script.told("ann"))
        until(team.project, lambda: "ann" not in team.project.state.turns)
        team.close()
    assert "I have read the first one." in script.told("ann")
    assert not team.failed


def test_a_context_that_never_fits_ends_the_member_with_the_reason() -> None:
    script = TeamScript({"lead": (Reply("", "prompt is too long", status=400, again=True),)})
    with ScriptedModel(script) as server:
        team = new_team(server, team_file(), pauses=FAST)
        with pytest.raises(TeamStoppedError, match="prompt is too long"):
            team.run()
