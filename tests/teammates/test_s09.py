"""The five trial prompts of a team that spawns its members, plays them on scripts, and reads what each was told."""

from renkei.edges.team.roster import inbox, roster
from renkei.protocol.payloads import Freeform
from renkei.testing import Reply, ScriptedModel
from teammates.scripted_team import TeamScript, new_team, team_file

SPAWN = "Spawn alice (coder) and bob (tester). Have alice send bob a message."
BROADCAST = 'Broadcast "status update: phase 1 complete" to all teammates'
CHECK = "Check the lead inbox for any messages"
HELLO = "hello bob, the parser is ready to be tested"


def spawn(name: str, role: str, prompt: str) -> dict[str, str]:
    """Return the arguments of the tool that adds a teammate."""
    return {"name": name, "role": role, "team_name": "shop", "prompt": prompt}


def test_the_trial_prompts_run_one_after_the_other() -> None:
    lead = [
        Reply(SPAWN, call="Task", arguments=spawn("alice", "coder", "You write code.")),
        Reply('"spawned": "alice"', call="Task", arguments=spawn("bob", "tester", "You test what alice writes.")),
        Reply(
            '"spawned": "bob"', call="SendMessage", arguments={"recipient": "alice", "content": "Send bob a message"}
        ),
        Reply('"to": ["alice"]', say="Both are there."),
        Reply(
            BROADCAST,
            call="SendMessage",
            arguments={"type": "broadcast", "recipient": "anyone", "content": "status update: phase 1 complete"},
        ),
        Reply('"to": ["alice", "bob"]', say="Sent."),
        Reply(CHECK, call="find_messages"),
        Reply('"unread"', say="One message, from bob: it works."),
    ]
    alice = [
        Reply("Send bob a message", call="SendMessage", arguments={"recipient": "bob", "content": HELLO}),
        Reply('"to": ["bob"]', say="Sent."),
        Reply("phase 1 complete", say="Noted."),
    ]
    bob = [
        Reply(HELLO, call="SendMessage", arguments={"recipient": "lead", "content": "it works"}),
        Reply('"to": ["lead"]', say="Done."),
        Reply("phase 1 complete", say="Noted."),
    ]
    script = TeamScript({"lead": lead, "alice": alice, "bob": bob})
    with ScriptedModel(script) as server, new_team(server, team_file(goal=SPAWN)) as team:
        project = team.project
        assert script.wait(lambda one: "it works" in one.told("lead"))
        said = next(one for one in project.search(HELLO))
        assert (said.from_, said.receivers, said.type) == ("alice", ("bob",), "FREEFORM")
        project.send(project.message("human", _word(BROADCAST), "lead", "high", "a word"))
        assert script.wait(
            lambda one: "phase 1 complete" in one.told("alice") and "phase 1 complete" in one.told("bob")
        )
        project.send(project.message("human", _word(CHECK), "lead", "high", "a word"))
        assert script.wait(lambda one: '"unread"' in one.told("lead"))
        assert script.wait(lambda one: not one.open)
        lines = roster(project)
        assert [one.split(" · ")[0] for one in lines] == ["lead (lead)", "alice (coder)", "bob (tester)"]
        assert all(one.split(" · ")[1] in ("idle", "at work") for one in lines)
        project.send(project.message("bob", _word("one more thing"), "lead", "low", "a word"))
        assert "bob: FREEFORM: one more thing" in inbox(project, "lead")[-1]
    assert "Task" in script.tools("lead")
    assert not {"Task", "TeamDelete", "TaskGet"} & set(script.tools("alice"))


def _word(text: str) -> Freeform:
    return Freeform(intent_hint="message", body=text, requires_response=False, urgency="normal")
