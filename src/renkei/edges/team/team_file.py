"""The file of a team: its goal, lead, members, permissions and workspace."""

from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, TypeAdapter, field_validator, model_validator

from renkei.acp.programs import find_program
from renkei.errors import BadValueError
from renkei.files.model import FilePolicy
from renkei.project.running.cage import Network
from renkei.protocol.primitives import Count, Flag, Frozen, Id, Locale, Positive, TupleOf
from renkei.store.written.typed_file import read_one
from renkei.workspace.permission_rules import PermissionRule

Merging = Literal["merge", "rebase"]
WorkspaceKind = Literal["shared", "worktree"]
Caging = Literal["required", "off"]
Acceptance = Literal["self", "delegator", "command"]
PlainPath = Annotated[str, StringConstraints(pattern=r"^[^\x00]*$")]
"""A path without zero characters."""


class Budget(Frozen):
    """The limits of a member."""

    rounds: Positive = 50
    """Requests to its model within one turn."""
    turns: Positive | None = None
    """Turns in all."""
    tokens: Positive | None = None
    """Tokens in all, as reported by its provider."""
    context: Annotated[int, Field(ge=500)] = 4_000
    """Tokens of the context of one turn."""
    conversation: Annotated[int, Field(ge=2_000)] = 120_000
    """Tokens of its conversation, after which it is summarized."""
    seconds: Positive = 1_800
    """Seconds of one run of its command, or of silence of its coding agent, before it is ended."""


class MemberFile(Frozen):
    """One member of the team: an agent with a model, or a command."""

    id: Id
    """Its id in the project."""
    role: str = ""
    """The role of the member; it claims open work of this role."""
    model: str = ""
    """Its language model; defaults to the team's."""
    command: TupleOf[str] = ()
    """A program that is the member instead of a model: its arguments, without a shell."""
    agent: str | TupleOf[str] = ()
    """A coding agent that is the member, through the Agent Client Protocol: `claude-code`, `codex`, `gemini-cli`,
    `opencode`, `copilot`, `goose`, `qwen`, or the command of another one as a list."""
    mode: str = ""
    """The session mode of its coding agent, by its id. Defaults to the read-only one for the role `reviewer`."""
    instructions: str = ""
    """Further instructions for the member."""
    tools: TupleOf[str] | None = None
    """Names of the tools that it may use; defaults to all of a teammate's, or of the lead's."""
    budget: Budget = Budget()
    workspace: WorkspaceKind | None = None
    """Where it works; defaults to the team's workspace."""

    @field_validator("agent")
    @classmethod
    def _is_known(cls, agent: str | tuple[str, ...]) -> str | tuple[str, ...]:
        try:
            if agent:  # an empty one is the default
                find_program(agent, "")
        except BadValueError as error:
            raise ValueError(str(error)) from None
        return agent

    @model_validator(mode="after")
    def _is_one_kind(self) -> Self:
        others = [name for name in ("command", "model") if getattr(self, name)]
        if self.agent and others:
            raise ValueError(f"{self.id} has an `agent` and a `{others[0]}`; leave one of them out")
        if self.mode and not self.agent:
            raise ValueError(f"{self.id} has a `mode`, which only an `agent` has")
        return self


class WorkspaceFile(Frozen):
    """Where the members work, and what they may run."""

    path: PlainPath = "."
    """Their directory, relative to the file of the team."""
    kind: WorkspaceKind = "shared"
    """`shared`: all work in one directory. `worktree`: each has a separate git worktree."""
    merging: Merging = "merge"
    """How accepted work of a worktree gets into the branch: by a merge commit, or as one commit per task."""
    trailers: Flag = True
    """Whether commits name the task, the agent and who accepted it, for `git blame`: `Renkei-Contract: TC-4`."""
    commands: TupleOf[str] = ()
    """Caged commands that run without asking: the beginning of a command line, such as `pytest`, with any options."""
    cage: Caging | None = None
    """`required`: commands run in a cage, or the team does not start. `off`: they run without, and each needs your
    consent. By default they run in a cage where one can be made."""
    network: Network = "none"
    """The network of a caged command: `none`, `loopback` (servers that it starts itself), or `full`."""
    readable: TupleOf[PlainPath] = ()
    """Further files and directories that a caged command may read, relative to the file of the team."""
    seconds: Positive = 120
    """Seconds before a command is ended."""
    output: Positive = 30_000
    """Characters of a command's output that a member reads."""


class TeamFiles(Frozen):
    """Files that several members want to change."""

    overlap: FilePolicy | None = None
    """`warn`: they are notified; `ask`: a lead or a human has to allow it; `refuse`: it is rejected. Defaults to the
    policy of the project."""
    radar: Flag = True
    """Whether changes of files are recorded while the members work, so that members that change the same files are
    notified at once."""


class TeamQuota(Frozen):
    """The limits of the whole team. Limits that the file leaves out are set where the project has none yet."""

    turns: Count | None = 500
    """Most turns; null: no limit."""
    tokens: Count | None = 10_000_000
    """Most tokens; null: no limit."""
    members: Positive = 50
    """The largest number of members at one time, including the lead."""


class TeamFile(Frozen):
    """A team of agents that runs on a project."""

    name: Id = "team"
    goal: str
    """The goal of the team, which the lead receives from the person who runs it."""
    lead: MemberFile
    members: TupleOf[MemberFile] = ()
    """The members at the start; the lead can add more."""
    model: str = "claude-sonnet-5-5"
    """The default model of members."""
    workspace: WorkspaceFile = WorkspaceFile()
    permissions: TupleOf[PermissionRule] = ()
    """What members that are coding agents may do without asking you; the first rule that matches decides."""
    files: TeamFiles = TeamFiles()
    full_text: Flag = False
    """Whether the log keeps what coding agents say and what their commands print, besides a line for each tool call."""
    quota: TeamQuota = TeamQuota()
    acceptance: Acceptance = "self"
    """How a task without criteria completes: its owner, its creator, or a command that it names."""
    skills: PlainPath = "skills"
    """The directory of the skills that the lead may read, relative to the file of the team."""
    locale: Locale = "en"
    """The language of the texts for members."""


class TeamDocument(Frozen):
    """The document `team`."""

    team: TeamFile


DOCUMENT: TypeAdapter[TeamDocument] = TypeAdapter(TeamDocument)
TEAM: TypeAdapter[TeamFile] = TypeAdapter(TeamFile)


def read_team(path: Path) -> TeamFile:
    """Return the team of a file; raises DocumentError with the location of every fault."""
    return read_one(path, DOCUMENT).team
