"""The commands of a person in a chat: lines that begin with `/`, or with `!` where the chat reserves `/`.

Every act offered in chats is a command; `READINGS` are the others. A command that sends a message has no separate
answer: the message appears in the chat.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from renkei.acts.act import Act
from renkei.acts.command_line import COMMANDS as COMMAND_LINES
from renkei.acts.doors import OMITTED
from renkei.acts.table import ACTS, find_act
from renkei.edges.chat.bridge import answers
from renkei.edges.chat.bridge.act_lines import BECAUSE, Line, form, line_parameters, read_decision, read_line
from renkei.errors import BadValueError
from renkei.immutable.replacing import replace
from renkei.project.caller import Caller
from renkei.project.project import Project
from renkei.protocol.primitives import Locale
from renkei.texts.say import say

_COMMAND = re.compile(
    r"\s*(?P<sign>[/!／！])(?P<app>renkei\s+)?(?P<name>[\w-]+)(?=\s|$)[^\S\n]*(?P<rest>.*)", re.DOTALL
)

OFTEN = ("decide", "accept", "send_back", "reject", "delegate", "pause", "resume")
"""Acts that `help` explains; it names the others."""

VERDICTS = {"accept": "approved", "send_back": "changes_requested", "reject": "rejected"}
"""Acts on work that also judge an artifact → the verdict of its review."""

RENAMED = {"revise": "send-back", "handoff": "delegate"}
"""Former name of a command → its present name."""

READERS: Mapping[str, Callable[[Act, Line], dict[str, Any]]] = {"decide": read_decision}
"""Acts whose lines have a special form."""


def _help(line: Line) -> str:
    if line.words and (act := _act_of(line.words[0].lstrip("/!"))):
        return f"{line.prefix}{form(act)} – {line.say(f'act.{act.name}')}"
    often = (f"{line.prefix}{form(ACTS[name])} – {line.say(f'act.{name}')}" for name in OFTEN)
    looks = (f"{line.prefix}{name} – {line.say(f'chat.help.{name}')}" for name in READINGS)
    others = ", ".join(name for name in COMMANDS if name not in READINGS and name.replace("-", "_") not in OFTEN)
    return "\n".join((*often, *looks, line.say("chat.help.others", names=others, prefix=line.prefix)))


READINGS: Mapping[str, Callable[[Line], str]] = {
    "status": answers.status,
    "board": answers.board,
    "who": answers.who,
    "help": _help,
}
"""Queries of a person → the answer."""

READING_PARAMETERS: Mapping[str, tuple[tuple[str, bool], ...]] = {
    "board": (("path", False),),
    "help": (("command", False),),
}
"""The words of a query's line, each with whether it is required."""

COMMANDS: tuple[str, ...] = (
    *(name.replace("_", "-") for name in ACTS if name not in OMITTED["chat"]),
    *READINGS,
)
"""The names of all commands."""


def described(locale: Locale) -> Iterator[tuple[str, str]]:
    """Yield each command with what it does, for chats that have a menu of commands."""
    for name in COMMANDS:
        key = f"chat.help.{name}" if name in READINGS else f"act.{name.replace('-', '_')}"
        yield name, say(locale, key)


def parameters(command: str) -> tuple[tuple[str, bool], ...]:
    """Return the words of a command's line, each with whether it is required; the reason is called `because`."""
    act = _act_of(command)
    return line_parameters(act) if act is not None else READING_PARAMETERS.get(command, ())


_SENTENCE = re.compile(r"(?<=[.?!]) ")
_SHELL = re.compile(r"`renkei ([^`]+)`")
_OPTION = re.compile(r"--([\w-]+)(?: (?!--)(\S+))?")

IN_TERMINAL = " (in a terminal)"
"""Follows the commands of a hint that no chat has."""


def hint_in_chat(hint: str, prefix: str) -> str:
    """Return the hint of an error with commands of the chat; those that it has not are for a terminal."""
    sentences = _SENTENCE.split(_SHELL.sub(lambda found: _in_chat(found, prefix), hint))
    return " ".join(map(_in_terminal, sentences))


def _in_chat(found: re.Match[str], prefix: str) -> str:
    """Return a command of the shell as one of the chat: `contract assign TC-7 ann` is `/assign TC-7 ann`."""
    words = found[1].split(" ")
    for count in range(len(words), 0, -1):
        act = _act_of(COMMAND_LINES.get(" ".join(words[:count]), ""))
        if act is not None:
            name, rest = act.name.replace("_", "-"), " ".join(words[count:])
            return f"`{' '.join((f'{prefix}{name}', _OPTION.sub(_named, rest))).strip()}`"
    return found[0]


def _named(option: re.Match[str]) -> str:
    return f"{option[1].replace('-', '_')}={option[2] or 'true'}"


def _in_terminal(sentence: str) -> str:
    """Return a sentence that says after its last command of the shell where to write it."""
    *_, last = (None, *_SHELL.finditer(sentence))
    return sentence if last is None else f"{sentence[: last.end()]}{IN_TERMINAL}{sentence[last.end() :]}"


NO_COMMANDS = frozenset(
    ("tmp", "etc", "var", "usr", "home", "opt", "dev", "bin", "srv", "mnt", "root", "proc", "sys", "lib", "me")
)
"""Words that follow `/` in a text: directories, and what a user does (`/me waves`)."""


def is_command(text: str) -> bool:
    """Return whether a post is a command: an existing one, or a word after `/` that looks like one."""
    found = _COMMAND.match(text)
    if found is None:
        return False
    name = found["name"].lower()
    if name in NO_COMMANDS and name not in COMMANDS and not found["app"]:
        return False
    return name in COMMANDS or found["sign"] in "/／" or name in RENAMED or bool(_near(name, COMMANDS))


def perform(project: Project, caller: Caller, text: str, about: str) -> None:
    """Run a command; raises RenkeiError. `about` is the subject of the post it replies to, or ""."""
    name, line = _read(project, caller, text, about)
    act = _act_of(name)
    if act is None:
        return
    arguments = READERS.get(act.name, read_line)(act, line)
    if act.name in VERDICTS and _is_artifact(project, arguments["contract"]):
        verdict = {"verdict": VERDICTS[act.name], "summary": arguments.get("reason", "")}
        act, arguments = find_act("review"), {"artifact_ref": arguments["contract"]} | verdict
    caller.perform((act, act.read(arguments)))


def asks_reason(text: str) -> bool:
    """Return whether a command cannot be run without a reason, and has none."""
    found = _COMMAND.match(text)
    act = _act_of(found["name"]) if found is not None else None
    return act is not None and ("because", True) in line_parameters(act) and not BECAUSE.search(text)


def lacking_reason(project: Project, caller: Caller, text: str, about: str) -> str:
    """Return a command that lacks only its reason, with its subject; "" for any other."""
    if not asks_reason(text):
        return ""
    name, line = _read(project, caller, text, about)
    act = _act_of(name)
    if act is None or not (line.words or about):
        return ""
    is_implied = act.subject is not None and line.omits_subject
    command = " ".join(one for one in (f"{line.prefix}{name}", about if is_implied else "", line.first.strip()) if one)
    try:
        READERS.get(act.name, read_line)(act, replace(line, below=("–",)))
    except BadValueError:
        return ""
    return command


def answer_of(project: Project, caller: Caller, text: str, about: str) -> str:
    """Return the answer to a finished command; "" if its messages are the answer."""
    name, line = _read(project, caller, text, about)
    if name in READINGS:
        return READINGS[name](line)
    act = _act_of(name)
    return _outcome(act, line) if act is not None else ""


def _outcome(act: Act, line: Line) -> str:
    """Return the new status of an act's subject."""
    if act.about == "contract" and act.name not in ("send_back", "reject", "delegate", "submit", "block"):
        ref = line.subject
        return "" if not ref or _is_artifact(line.project, ref) else _status_of(line, ref)
    if act.name in ("pause", "resume"):
        agents = ", ".join(word.lstrip("@＠") for word in line.words)
        return line.say(f"chat.{act.name}d", agent=agents)
    return ""


def _status_of(line: Line, ref: str) -> str:
    contract = line.project.find_contract(ref)
    return line.say("chat.contract", id=contract.terms.id, status=contract.status)


def _is_artifact(project: Project, ref: str) -> bool:
    state = project.state
    return state.contracts.find(ref) is None and bool(list(state.board.artifact_owners(ref)))


def _act_of(name: str) -> Act | None:
    known = name.lower().replace("-", "_")
    return ACTS[known] if known in ACTS and known not in OMITTED["chat"] else None


def _read(project: Project, caller: Caller, text: str, about: str) -> tuple[str, Line]:
    found = _COMMAND.match(text)
    assert found is not None
    name, prefix = found["name"].lower(), "!" if found["sign"] in "!！" else "/"
    prefix += "renkei " if found["app"] else ""
    if name not in COMMANDS:
        raise unknown_command(name, prefix, COMMANDS)
    first, *below = found["rest"].splitlines() or [""]
    return name, Line(project, caller, first, tuple(below), prefix, about)


def _near(name: str, known: Collection[str]) -> list[str]:
    return get_close_matches(name, known, 1, 0.7)


def unknown_command(name: str, prefix: str, known: Collection[str]) -> BadValueError:
    """Return the refusal of a name that is not a command of a chat, in a chat and in a terminal."""
    now = RENAMED.get(name, "")
    near = f"It is called {prefix}{now}. " if now in known else ""
    if not near:
        now = next(iter(_near(name, known)), "")
        near = f"Did you mean {prefix}{now}? " if now else ""
    as_text = "" if now else " To post this as text, put another word before it."
    hint = f"{near}{prefix}help lists the commands.{as_text}"
    return BadValueError(path="", problem=f"There is no command {prefix}{name}", hint=hint)
