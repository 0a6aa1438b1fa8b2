"""One grammar: every option means the same thing in every command, and every command has the common ones."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from renkei.acts.command_line import COMMANDS as ACT_COMMANDS
from renkei.acts.table import ACTS
from renkei.edges.cli.exit_status import MEANINGS, ExitStatus
from renkei.edges.cli.main import cli

SHARED = {
    "--as": "who acts",
    "--agent": "whom the command looks at",
    "--at": "a point in the log",
    "--after": "what comes behind a point in the log",
    "--limit": "the most that is shown",
    "--reason": "why",
    "--format": "text, or data for programs",
    "--quiet": "nothing is printed",
    "--no-pager": "long output is not paged",
    "--utc": "times are not local",
    "--into": "the directory of a new project",
    "--force": "a file is overwritten",
    "--field": "a field of the board",
    "--locale": "the language of the text for agents",
    "--all": "everything, also what is left out or excepted by default",
    "--budget": "the most tokens of a context",
    "--rendering": "how a context is written",
    "--recall": "earlier messages fill a context",
    "--summaries": "the model that summarizes",
    "--ready": "what can be claimed now",
    "--join": "a new agent joins with this role",
    "--timeout": "seconds after which something ends",
    "--credentials": "the rights of this machine on servers",
    "--follow": "it goes on with new records",
    "--script": "what models answer, instead of a provider",
}
"""The meaning of an option of several commands; each is declared once or means exactly this."""

BRIDGE = {"--name", "--person", "--share", "--digest-minutes"}
MAILBOXES = {"--path", "--form", "--team", "--person", "--name"}
PAST = {"--history", "--since"}
MATRIX = BRIDGE | PAST | {"--files"} | {"--homeserver", "--user", "--registration", "--room", "--system-room"}
IRC = BRIDGE | {"--channel", "--system-channel"}
IRC |= {"--server", "--port", "--nick", "--tls", "--account", "--nickserv", "--trust-nicks"}
MATTERMOST = (
    BRIDGE
    | PAST
    | {"--files"}
    | {"--pictures", "--channel", "--system-channel", "--server", "--team", "--buttons", "--buttons-listen"}
)
SLACK = BRIDGE | PAST | {"--files"} | {"--pictures", "--api", "--channel", "--system-channel"}
DISCORD = BRIDGE | PAST | {"--files"} | {"--pictures", "--api", "--channel", "--system-channel"}
TELEGRAM = BRIDGE | {"--files"} | {"--api", "--channel", "--system-channel"}
"""The options of every bridge, and of a chat."""

OWN = {
    "mcp": {"--join", "--hooks"},
    "test": {"--junit"},
    "init": {
        "--name",
        "--goal",
        "--phase",
        "--context-delivery",
        "--board",
        "--lead",
        "--human",
        "--rules",
        "--no-guard",
        "--stream",
    },
    "move": {"--to-directory"},
    "send": {"--to", "--text"},
    "token create": {"--for", "--expires"},
    "demo": {"--serve", "--speed", "--no-browser"},
    "bridge console": {"--name"},
    "bridge add console": {"--name"},
    "bridge matrix": MATRIX,
    "bridge add matrix": MATRIX,
    "bridge slack": SLACK,
    "bridge add slack": SLACK,
    "join": {"--a2a", "--a2a-reply-within", "--a2a-token-env"},
    "serve": {"--port", "--host", "--allow-remote", "--view-name", "--a2a", "--a2a-grpc", "--push-service"},
    "notify add": {"--when", "--quiet-hours", "--time-zone", "--no-content", "--digest", "--answers"},
    "notify change": {"--when", "--quiet-hours", "--time-zone", "--content", "--digest", "--answers"},
    "notify test": {"--push-service"},
    "notify run": {"--url", "--push-service"},
    "bridge mailboxes": MAILBOXES,
    "bridge add mailboxes": MAILBOXES,
    "import": {"--person"},
    "bridge allow": {"--yes"},
    "wait": {"--pause"},
    "run": {"--stay", "--headless", "--chat"},
    "connect": {"--dry-run"},
    "context": {"--why", "--model"},
    "contract list": {"--status"},
    "graph": {"--waits-for", "--feeds", "--touches", "--critical-path", "--cycles"},
    "files list": {"--overlaps"},
    "files report": {"--kind"},
    "files reserve": {"--for"},
    "trace": {"--otlp", "--content"},
    "export": {"--table"},
    "log": {"--file", "--head", "--before", "--group", "--thread", "--between", "--machines"},
    "status": {"--watch"},
    "audit": {"--html"},
    "doctor": {"--repair", "--agents"},
    "compact": {"--keep"},
    "validate": {"--schema", "--draft", "--exclude", "--stdin-filename"},
    "schema": {"--example"},
    "conformance run": {"--level", "--case", "--cases"},
    "bridge irc": IRC,
    "bridge add irc": IRC,
    "bridge mattermost": MATTERMOST,
    "bridge add mattermost": MATTERMOST,
    "bridge discord": DISCORD,
    "bridge add discord": DISCORD,
    "bridge telegram": TELEGRAM,
    "bridge add telegram": TELEGRAM,
}
"""The options that one command has for itself."""

WITHOUT_FORMAT = {
    "completion": "its output is a script for a shell",
    "run": "what is printed is the program's",
    "team chat": "it is a talk",
    "acp": "its output is the answers of a protocol",
    "mcp": "its output is the answers of a protocol",
    "conformance target": "its output is the answers of a protocol",
    "bridge run": "what the bridges say goes to the chat",
    "notify run": "what it says goes to the person's services",
    "bridge console": "what it prints are the posts of a chat",
    "bridge matrix": "what the bridge says goes to the chat",
    "bridge mailboxes": "what the bridge says goes into mailboxes",
    "bridge irc": "what the bridge says goes to the chat",
    "bridge mattermost": "what the bridge says goes to the chat",
    "bridge slack": "what the bridge says goes to the chat",
    "bridge discord": "what the bridge says goes to the chat",
    "bridge telegram": "what the bridge says goes to the chat",
}
"""Why a command has no --format."""

WORDS = {"board set": {"--if-seq", "--action"}}
"""The options of an act's command that are no arguments of the act."""

SHORT = {"--quiet": ["-q"]}
"""The options that have a short form."""


def commands(group: click.Group, path: str = "") -> Iterator[tuple[str, click.Command]]:
    """Yield every command that does something, by its words."""
    for name in group.list_commands(click.Context(group)):
        found = group.get_command(click.Context(group), name)
        assert found is not None
        words = f"{path} {name}".strip()
        if not isinstance(found, click.Group) or found.invoke_without_command:
            yield words, found
        if isinstance(found, click.Group):
            yield from commands(found, words)


COMMANDS = dict(commands(cli))


def of_act(words: str) -> set[str]:
    """Return the options that the command of an act has for the arguments of the act."""
    named = ACTS[ACT_COMMANDS[words]].arguments.model_fields if words in ACT_COMMANDS else ()
    return {f"--{name.replace('_', '-')}" for name in named} | WORDS.get(words, set())


def options(command: click.Command) -> dict[str, click.Option]:
    every = (one for one in command.params if isinstance(one, click.Option) and not one.hidden)
    return {one.opts[-1]: one for one in every}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_only_options_of_the_grammar(name: str) -> None:
    found = options(COMMANDS[name])
    own = OWN.get(name, set())
    assert set(found) - set(SHARED) - own - of_act(name) == set()
    assert own - set(found) == set()
    for option, declared in found.items():
        assert declared.opts == [*SHORT.get(option, []), option]  # no second name
        assert declared.is_flag or declared.metavar or isinstance(declared.type, click.Choice) or declared.default


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_prints_text_json_and_json_lines(name: str) -> None:
    found = options(COMMANDS[name]).get("--format")
    assert (found is None) == (name in WITHOUT_FORMAT)
    if found is not None:
        assert isinstance(found.type, click.Choice)
        assert {"json", "jsonl"} <= set(found.type.choices)


@pytest.mark.parametrize("name", COMMANDS)
def test_who_acts_and_who_is_looked_at_come_from_one_variable(name: str) -> None:
    found = options(COMMANDS[name])
    if "--as" in found:
        assert (found["--as"].envvar, found["--as"].name) == ("RENKEI_AS", "actor")
        assert "--agent" not in found  # a command acts, or looks


def test_the_table_names_no_option_that_no_command_has() -> None:
    every = Counter(option for command in COMMANDS.values() for option in options(command))
    assert {option for option in SHARED if every[option] < 2} == set()
    declared = set(SHARED) | set().union(*OWN.values())
    assert declared <= set(every)
    assert set(every) - declared <= set().union(*map(of_act, ACT_COMMANDS))
    assert set(OWN) | set(WITHOUT_FORMAT) <= set(COMMANDS)


def test_every_exit_status_has_a_meaning_and_no_command_makes_up_one() -> None:
    assert set(MEANINGS) == set(ExitStatus)
    for path in Path(cli.callback.__code__.co_filename).parent.rglob("*.py") if cli.callback else ():
        assert not re.search(r"Exit\(\d", path.read_text()), path
