"""A team whose models are scripts: each member has steps of its own, and a test reads what each was told."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import anthropic

import renkei
from renkei import Project
from renkei.edges.team.models.claude import ClaudeModel
from renkei.edges.team.models.model import Model
from renkei.edges.team.team import Team
from renkei.edges.team.team_file import TeamFile
from renkei.testing import Reply, Request, Script, ScriptedModel

NAMED = re.compile(r"You are (\S+) \(|You do one thing for (\S+) ")


def speaker(request: Request) -> str:
    """Return the member that a request comes from, as its system prompt says; of a subagent `NAME's subagent`."""
    found = NAMED.search(request.body["system"][0]["text"])
    assert found is not None, request.body["system"]
    return found[1] or f"{found[2]}'s subagent"


class TeamScript(Script):
    """The steps of each member, by its id."""

    def __init__(self, members: Mapping[str, Sequence[Reply]], ending: str = "Nothing to do.") -> None:
        super().__init__(ending=ending)
        self._scripts = {name: Script(*steps, ending=ending, only_with_tools=True) for name, steps in members.items()}

    @property
    def open(self) -> tuple[Reply, ...]:
        """The steps that nobody has taken."""
        return tuple(step for one in self._scripts.values() for step in one.open)

    def reply(self, request: Request) -> Reply:
        """Take the first step of whoever asks that fits what is new in the request."""
        with self._changed:
            self.requests.append(request)
            script = self._scripts.setdefault(speaker(request), Script(ending=self._ending))
            step = script.reply(request)
            self._changed.notify_all()
        return step

    def told(self, member: str) -> str:
        """Return all that a member was told and said, as its last request has it; "" before its first."""
        last = next((one for one in reversed(self.requests) if speaker(one) == member), None)
        return "" if last is None else last.text

    def asked(self, member: str) -> int:
        """Return how many requests came from a member."""
        return sum(speaker(one) == member for one in self.requests)

    def tools(self, member: str) -> list[str]:
        """Return the names of the tools that a member is shown."""
        found = next(one for one in self.requests if speaker(one) == member)
        return [one["name"] for one in found.body["tools"]]


def scripted_model(server: ScriptedModel, name: str = "scripted") -> Model:
    """Return a model of Anthropic that the server plays."""
    client = anthropic.Anthropic(base_url=server.url, api_key="test", max_retries=0)
    server.at_end.append(client.close)  # a connection that nobody closes is an error wherever it is collected
    return ClaudeModel(name, client=client)


def team_file(*members: str, goal: str = "Reach the goal.", **more: Any) -> TeamFile:
    """Return the file of a team with a lead; each member is `NAME` or `NAME:ROLE`."""
    found = [dict(zip(("id", "role"), one.split(":"), strict=False)) for one in members]
    return TeamFile.model_validate({"goal": goal, "lead": {"id": "lead"}, "members": found, "name": "shop"} | more)


def with_budgets(file: TeamFile, budgets: Mapping[str, Mapping[str, int]]) -> TeamFile:
    """Return the file of a team with the budgets of some of its members."""
    values = file.model_dump()
    for one in (values["lead"], *values["members"]):
        one["budget"] |= budgets.get(one["id"], {})
    return TeamFile.model_validate(values)


def new_team(server: ScriptedModel, file: TeamFile, project: Project | None = None, **more: Any) -> Team:
    """Return a team in a project in memory, with models that the server plays."""
    project = project or renkei.create(":memory:", file.name, file.goal)
    return Team(project, file, find_model=lambda name: scripted_model(server, name), **more)
