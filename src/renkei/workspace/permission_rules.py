"""The standing rules of a team's file: acts of members that are allowed, need an answer, or are denied.

The first rule that matches decides. A rule that allows has to be certain, so it matches only if everything is known to
be within it. The others match where anything may be within them.

A command line is compared as `command_lines` does it for `workspace.commands`. So no line that a shell would expand,
join or redirect is ever allowed. A path is looked at as it is written and as its links lead.
"""

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal, Self, get_args

from pydantic import AfterValidator, ConfigDict, Field, model_validator

from renkei.errors import BadValueError
from renkei.files.patterns import EXAMPLE, matches, normal_path, normal_pattern, overlap
from renkei.immutable.frozen import frozen
from renkei.project.running.repositories import GIT
from renkei.protocol.primitives import Frozen, Id, TupleOf
from renkei.workspace.command_lines import Words, commands_of, is_allowed, names_closed, names_git
from renkei.workspace.confined import ConfinedDirectory, plain
from renkei.workspace.errors import WorkspaceError

Kind = Literal["read", "edit", "delete", "move", "search", "execute", "think", "fetch", "switch_mode", "other"]
"""The kinds of a tool call in the Agent Client Protocol."""
KINDS: tuple[Kind, ...] = get_args(Kind)

Ruling = Literal["allow", "ask", "deny"]
RULINGS: tuple[Ruling, ...] = get_args(Ruling)

WRITING: tuple[Kind, ...] = ("edit", "delete", "move")
LOOKING: tuple[Kind, ...] = ("read", "search", "think")

READING_GIT = (("git", "status"), ("git", "ls-files"), ("git", "rev-parse"))
"""Commands of git without options that run programs or write files."""

SETTINGS = (".claude", ".codex", ".gemini", ".opencode", ".goose", ".qwen", ".mcp.json", "opencode.json")
"""Names of files that coding agents read their settings, and so their rights, from; a rule has to name them."""

EVERYTHING = "**"
"""The pattern of all files of the directory."""


@frozen
class Asked:
    """What a coding agent wants to do. `kind` is that of a tool call, `title` the program's words for it.

    `paths` are relative to the member's directory, or absolute outside of it. `diff` is the unified diff of an edit, or
    "". `directory`: where its command runs, "" for the member's. `arguments`: those of another call, as JSON.
    `is_own_tool`: it calls a tool of renkei, which checks its own rights.
    """

    kind: str
    title: str
    command: str = ""
    paths: tuple[str, ...] = ()
    diff: str = ""
    directory: str = ""
    arguments: str = ""
    is_own_tool: bool = False

    @property
    def kinds(self) -> frozenset[str]:
        """Its kind, and `execute` if it has a command: programs call some commands by what they do."""
        return frozenset((self.kind, "execute") if self.command else (self.kind,))


def _checked_pattern(pattern: str) -> str:
    try:
        return normal_pattern(pattern, "")
    except BadValueError as error:
        raise ValueError(f"{error.message.rstrip('.')}; write {EXAMPLE}") from None


def _checked_command(line: str) -> str:
    found = commands_of(line)
    if found is None or len(found) != 1:
        raise ValueError("a shell would join or expand it; write the words that a command begins with: `pytest`")
    return line


class PermissionRule(Frozen):
    """A standing answer to what members want to do: the first rule that matches decides.

    A rule names kinds of tool calls under `allow`, `ask` or `deny`. Lines that a shell joins or expands, files outside
    of the member's directory, and the files of git, renkei and the team are never allowed by a rule.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "oneOf": [{"required": [one], "properties": {one: {"minItems": 1}}} for one in RULINGS],
            "examples": [{"allow": ["execute"], "commands": ["pytest"]}],
        }
    )

    allow: TupleOf[Kind] = ()
    """Done without asking."""
    ask: TupleOf[Kind] = ()
    """Asked about, even if members may do it otherwise."""
    deny: TupleOf[Kind] = ()
    """Refused without asking."""
    commands: TupleOf[Annotated[str, AfterValidator(_checked_command)]] = ()
    """Only commands that begin with these words, with any options; for `execute`. By default all."""
    paths: TupleOf[Annotated[str, AfterValidator(_checked_pattern)]] = ()
    """Only files that these patterns name, such as `infra/**`, relative to the member's directory. By default all,
    except that changes to the settings of coding agents are allowed only where a pattern names them."""
    members: TupleOf[Id] = ()
    """Only these members and `roles`; without both, all members."""
    roles: TupleOf[Annotated[str, Field(min_length=1)]] = ()
    """Only members with these roles and `members`."""

    @model_validator(mode="after")
    def _is_one_rule(self) -> Self:
        given = [one for one in RULINGS if getattr(self, one)]
        if len(given) != 1:
            raise ValueError(f"a rule gives one answer: exactly one of {', '.join(RULINGS)}, with at least one kind")
        if self.commands and self.kinds != ("execute",):
            raise ValueError("`commands` is for the kind `execute` alone; write other kinds as another rule")
        if self.paths and "execute" in self.kinds:
            raise ValueError("`paths` is not for `execute`, whose files are unknown; name its `commands` instead")
        if "execute" in self.allow and not self.commands:
            raise ValueError("a rule that allows `execute` names the `commands` that it allows")
        words = [one for found in map(commands_of, self.commands) for one in found or ()]
        if self.allow and any(names_git(one) and one not in READING_GIT for one in words):
            known = ", ".join(" ".join(one) for one in READING_GIT)
            raise ValueError(f"options of git overwrite files and run programs, so a rule allows only {known}")
        return self

    @property
    def ruling(self) -> Ruling:
        """Its answer."""
        return next(one for one in RULINGS if getattr(self, one))

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds that it is about."""
        return tuple(self.allow or self.ask or self.deny)

    def is_about(self, member: str, role: str) -> bool:
        """Return whether it holds for a member with a role."""
        return not (self.members or self.roles) or member in self.members or role in self.roles


@frozen
class _NamedPath:
    """A path that a call names. `names`: as it is written, and where its links lead, without those outside.

    `is_closed`: no rule allows it. `is_setting`: it is one of `SETTINGS`, or within it.
    """

    names: tuple[str, ...]
    is_closed: bool
    is_setting: bool


class RuleBook:
    """The rules for one member in its directory. `closed`: files and directories that no rule allows, anywhere.

    `commands` are the beginnings of command lines that run where no rule matches. Raises WorkspaceError.
    """

    def __init__(
        self,
        rules: Sequence[PermissionRule],
        directory: Path,
        commands: Sequence[str] = (),
        closed: Sequence[Path] = (),
    ) -> None:
        self._rules = rules
        self._inside = ConfinedDirectory(directory, tuple(closed))
        self._roots = (directory.absolute(), self._inside.root)
        self._commands = [one for one in _prefixes(commands) if not names_git(one)]

    def ruling(self, asked: Asked) -> tuple[Ruling, PermissionRule | None]:
        """Return the answer, and the rule that gives it; None if no rule matches."""
        paths = [self._named_path(path, is_written=asked.kind in WRITING) for path in asked.paths]
        for rule in self._rules:
            if (self._is_within if rule.ruling == "allow" else _may_be_within)(rule, asked, paths):
                return rule.ruling, rule
        return ("allow" if self._is_usual(asked, paths) else "ask"), None

    def _is_usual(self, asked: Asked, paths: Sequence[_NamedPath]) -> bool:
        """Return whether a member may do this without any rule: what a member with a model may do."""
        if asked.command:
            return self._begins(asked.command, self._commands, paths)
        is_bound = _has_open_paths(asked, paths) and not any(one.is_setting for one in paths)
        return asked.kind in (*LOOKING, *WRITING) and is_bound

    def _is_within(self, rule: PermissionRule, asked: Asked, paths: Sequence[_NamedPath]) -> bool:
        """Return whether everything that is asked for is certainly within a rule."""
        if "execute" in asked.kinds:
            return "execute" in rule.kinds and self._begins(asked.command, _prefixes(rule.commands), paths)
        if asked.kind not in rule.kinds or not _has_open_paths(asked, paths):
            return False
        if not rule.paths:
            return not any(one.is_setting for one in paths)
        return bool(paths) and all(any(matches(one, name) for one in rule.paths) for at in paths for name in at.names)

    def _begins(self, line: str, allowed: Sequence[Words], paths: Sequence[_NamedPath]) -> bool:
        """Return whether a line begins as allowed, and neither it nor its call names a path that no rule allows."""
        found = commands_of(line)
        is_open = not any(one.is_closed for one in paths)
        return is_open and found is not None and is_allowed(found, allowed, self._inside.root)

    def _named_path(self, path: str, *, is_written: bool) -> _NamedPath:
        absolute = os.path.normpath(self._inside.root / path)
        found = (self._name(absolute), self._name(os.path.realpath(absolute)) if "\0" not in path else None)
        names = tuple(dict.fromkeys(one for one in found if one is not None))
        is_closed = None in found or ".." in path.split("/") or any(self._is_closed(one) for one in names)
        if is_written:
            is_closed = is_closed or any(self._holds_closed(one) for one in names)
        is_setting = is_written and any(plain(part) in SETTINGS for one in names for part in one.split("/"))
        return _NamedPath(names, is_closed, is_setting)

    def _name(self, absolute: str) -> str | None:
        """Return the name of a path in the directory, "." for the directory itself; None outside."""
        found = Path(absolute)
        root = next((one for one in self._roots if found.is_relative_to(one)), None)
        return None if root is None else str(found.relative_to(root))

    def _is_closed(self, name: str) -> bool:
        try:
            self._inside.name(name)
            return names_closed(name) or (name != "." and normal_path(name) == "")
        except (WorkspaceError, BadValueError):
            return True

    def _holds_closed(self, name: str) -> bool:
        """Return whether a change of a file would change files that no rule allows, or make a git repository."""
        path = self._inside.root / name
        is_above = any(Path(one).is_relative_to(name) for one in self._inside.closed)
        return name == "." or is_above or plain(path.name) == "head" or os.path.lexists(path / GIT)


def _has_open_paths(asked: Asked, paths: Sequence[_NamedPath]) -> bool:
    """Return whether all files that a call concerns are known, and none is closed."""
    is_known = bool(paths) or asked.kind not in ("read", *WRITING)
    return is_known and not any(one.is_closed for one in paths)


def _may_be_within(rule: PermissionRule, asked: Asked, paths: Sequence[_NamedPath]) -> bool:
    """Return whether something that is asked for may be within a rule."""
    if not asked.kinds & set(rule.kinds):
        return False
    if rule.commands:
        return any(_contains(_WORD.findall(asked.command), one) for one in _prefixes(rule.commands))
    names = [EVERYTHING if name == "." else name for at in paths for name in at.names]
    named = names if paths else [EVERYTHING]  # an unknown path may be any
    return not rule.paths or any(overlap(one, name) for one in rule.paths for name in named)


_WORD = re.compile(r"[\w@%+=:,./-]+")


def _contains(words: Sequence[str], command: Words) -> bool:
    """Return whether the words of a command follow each other anywhere in a line, also in a text between quotes."""
    return any(tuple(words[at : at + len(command)]) == command for at in range(len(words)))


def _prefixes(lines: Sequence[str]) -> list[Words]:
    return [found[0] for found in map(commands_of, lines) if found is not None and len(found) == 1]
