"""Arguments that people give in another way than as plain values: in a file, or several in one word."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, get_args

import click

from renkei.acts.choices import requests_for
from renkei.contracts.model import TaskContract
from renkei.documents.source import SourceError
from renkei.edges.cli.acts.outcome import SENTENCES
from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.points import DurationType
from renkei.edges.cli.output.echo import echo, print_done
from renkei.files.model import FilePolicy
from renkei.immutable.frozen import frozen
from renkei.project.project import Project

Values = dict[str, Any]
"""Arguments of an act, by name."""


def _same(project: Project, actor: str, values: Values) -> Iterable[Values]:
    return [values]


@frozen
class Form:
    """How the command of an act differs from the row.

    `parameters`: argument → what is given instead. `read` makes the arguments of each act to perform from the values of
    a call; raises UsageError or ProtocolError. `then` is called with them once the acts are performed. `note` is added
    to the help.
    """

    parameters: Mapping[str, tuple[click.Parameter, ...]] = field(default_factory=dict)
    read: Callable[[Project, str, Values], Iterable[Values]] = _same
    then: Callable[[Project, Values], None] = lambda project, values: None
    note: str = ""


def parsed_value(text: str) -> Any:
    """Return the value of a text: JSON, or a YAML mapping in braces; anything else is the text itself."""
    try:
        return json.loads(text)
    except RecursionError:
        raise click.UsageError("VALUE is nested too deeply.") from None
    except ValueError:
        return (_mapping(text) if text.startswith("{") else None) or text


def _mapping(text: str) -> Values | None:
    from renkei.documents.yaml_reader import read_yaml  # slow to import

    try:
        found = [source.value for source in read_yaml(text)]
    except SourceError:
        return None
    return found[0] if len(found) == 1 and isinstance(found[0], dict) else None


def _write(project: Project, actor: str, values: Values) -> Iterable[Values]:
    return [{"writes": [values | {"value": parsed_value(values["value"])}]}]


def _joins(project: Project, actor: str, values: Values) -> Iterator[Values]:
    words, options = values["participant"], {name: value for name, value in values.items() if name not in _OUTSIDE}
    if "a2a" in values:
        if len(words) > 1:
            raise click.UsageError("--a2a is the address of one agent. Join each with its own command.")
        from renkei.edges.cli.outside_agents import role_of_outside_agent  # few commands need it

        options = {"role": role_of_outside_agent(values["a2a"], values.get("a2a_token_env", ""))} | options
    elif alone := next((name for name in _OUTSIDE if name.startswith("a2a_") and name in values), None):
        raise click.UsageError(f"--{alone.replace('_', '-')} is about an A2A agent outside: add --a2a URL.")
    for word in words:
        name, _, role = word.partition(":")
        yield options | {"participant": name} | ({"role": role} if role else {})


def _keep(project: Project, values: Values) -> None:
    if "a2a" in values:
        from renkei.edges.cli.outside_agents import keep_outside_agent  # few commands need it

        name = values["participant"][0].partition(":")[0]
        token, within = values.get("a2a_token_env", ""), values.get("a2a_reply_within")
        keep_outside_agent(project, name, values["a2a"], token, within)


_OUTSIDE = ("participant", "a2a", "a2a_token_env", "a2a_reply_within")
"""The values of the command `join` that are not arguments of the act as they are."""


def _leaves(project: Project, actor: str, values: Values) -> Iterator[Values]:
    yield from (values | {"participant": name} for name in values["participant"])


def _decide(project: Project, actor: str, values: Values) -> Iterable[Values]:
    if "chosen_option" in values:
        return [values]
    from renkei.edges.chat.bridge.post_text import post_text  # few commands need it

    decision = values["decision_id"]
    for asked in [*requests_for(project.state, decision)][-1:]:
        echo(post_text(asked, project.state.locale, asks=False), err=True)
    raise click.UsageError(f"CHOSEN-OPTION is missing. Write `renkei decide {decision} OPTION --rationale REASON`.")


def _contract(project: Project, actor: str, values: Values) -> Iterable[Values]:
    from renkei.edges.cli.files.documents import read_contract  # reads YAML, which is slow to import

    return [{"task_contract": read_contract(values["file"], actor)}]


def _registration(project: Project, actor: str, values: Values) -> Iterable[Values]:
    from renkei.edges.cli.files.reading import read_one  # reads YAML, which is slow to import

    return [values | {"json_schema": read_one(values.pop("file")).value}]


def _rules(project: Project, actor: str, values: Values) -> Iterable[Values]:
    from renkei.edges.cli.files.documents import read_rules, refuse_findings  # the same

    file = values.pop("file")
    rules, source, root = read_rules(file)
    refuse_findings(file, rules, source, root, project.state)
    return [values | {"events": rules}]


def _delivery(project: Project, actor: str, values: Values) -> Iterable[Values]:
    from renkei.project.delivery import find_delivery  # the same

    return [{"context_delivery": find_delivery(values["name"])}]


def _changes(project: Project, actor: str, values: Values) -> Iterable[Values]:
    kind = values.pop("kind", "edited")
    return [values | {"changes": [_change(word) | {"kind": kind} for word in values["changes"]]}]


def _policy(project: Project, actor: str, values: Values) -> Iterable[Values]:
    if "overlap" in values:
        return [values]
    overlap, output_format = project.state.files.policy, click.get_current_context().params["output_format"]
    print_done(SENTENCES["set_file_policy"].format(overlap=overlap), output_format, overlap=overlap)
    raise click.exceptions.Exit


_LINES = re.compile(r"(?P<path>.+):(?P<lines>\d{1,9}(-\d{1,9})?(,\d{1,9}(-\d{1,9})?)*)", re.ASCII)


def _change(word: str) -> Values:
    """Return a changed file as it is written on the command line: a path, and after a colon its lines."""
    found = _LINES.fullmatch(word)
    if found is None:
        return {"path": word}
    ranges = (one.partition("-") for one in found["lines"].split(","))
    return {"path": found["path"], "lines": [[int(first), int(last or first)] for first, _, last in ranges]}


def _submit(project: Project, actor: str, values: Values) -> Iterable[Values]:
    terms = project.find_contract(values["contract"]).terms
    return [values | {"evidence": dict(_claims(terms, values.get("evidence", ())))}]


def _claims(terms: TaskContract, words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each criterion with its evidence; a criterion may itself contain `=`."""
    criteria = [one.criterion for one in terms.acceptance_criteria]
    names = {str(number): name for number, name in enumerate(criteria, 1)} | {name: name for name in criteria}
    for word in words:
        found = next((name for name in sorted(names, key=len, reverse=True) if word.startswith(f"{name}=")), None)
        if found is None:
            shown = "; ".join(f"{number} {name}" for number, name in enumerate(criteria, 1))
            raise click.UsageError(f"{word!r} does not begin with a criterion and `=`. Criteria: {shown}.")
        yield names[found], word.removeprefix(f"{found}=")


_POLICIES = click.Choice(get_args(FilePolicy))
_LEASE = DurationType(most_days=7)
_FOR = "How long without activity until the reservation ends, such as 30m. [default: 1h]"
_FILE = click.Argument(["file"], metavar="FILE")
_CHECKED = "A FILE in which `renkei rules check` finds a mistake is refused."
_VALUES = (
    "VALUE is JSON or a YAML mapping in braces; anything else is taken as text. Examples: "
    "`/agents/ann/status working`, `/agents/ann/blocked_by null`, `/blockers/B-1 '{description: no staging server}'`."
)

FORMS: dict[str, Form] = {
    "write": Form(
        {
            "writes": (
                click.Argument(["path"], metavar="POINTER", shell_complete=completion.fields),
                click.Argument(["value"], metavar="VALUE"),
                click.Option(
                    ["--if-seq"],
                    type=click.IntRange(0),
                    metavar="SEQ",
                    help="Refuse if the field was written after this record.",
                ),
                click.Option(["--action"], metavar="TEXT", help="The change in a sentence, for the changelog."),
            )
        },
        _write,
        note=_VALUES,
    ),
    "decide": Form(
        {"chosen_option": (click.Argument(["chosen_option"], metavar="CHOSEN-OPTION", required=False),)},
        _decide,
        note="Without CHOSEN-OPTION, the question and its options are shown, and nothing is decided.",
    ),
    "open_contract": Form({"task_contract": (_FILE,)}, _contract, note="FILE has the root key `task_contract:`."),
    "register": Form(
        {"json_schema": (_FILE,)},
        _registration,
        note="NAME is a type such as acme.example/INCIDENT, or the URI of an extension. FILE holds the schema.",
    ),
    "set_rules": Form({"events": (_FILE,)}, _rules, note=_CHECKED),
    "add_rules": Form({"events": (_FILE,)}, _rules, note=_CHECKED),
    "set_context_delivery": Form(
        {"context_delivery": (click.Argument(["name"], metavar="NAME|FILE"),)},
        _delivery,
        note="NAME is a delivery that ships with renkei: default, specification, addressee_only.",
    ),
    "reserve_files": Form({"lease": (click.Option(["--for", "lease"], type=_LEASE, metavar="DURATION", help=_FOR),)}),
    "set_file_policy": Form(
        {"overlap": (click.Argument(["overlap"], type=_POLICIES, metavar="[OVERLAP]", required=False),)},
        _policy,
        note="Without OVERLAP, the policy is shown. warn: agents are notified; ask: a lead or a human has to allow it; "
        "refuse: it is rejected.",
    ),
    "record_changes": Form(
        {
            "changes": (
                click.Argument(["changes"], metavar="PATH[:LINES]…", nargs=-1, required=True),
                click.Option(
                    ["--kind"], type=click.Choice(["edited", "added", "deleted"]), help="What was done to them."
                ),
            )
        },
        _changes,
        note="LINES are ranges such as 3-7,12.",
    ),
    "submit": Form(
        {
            "evidence": (
                click.Option(
                    ["--evidence"],
                    multiple=True,
                    metavar="CRITERION=TEXT",
                    help="What shows that a criterion is met; repeatable.",
                ),
            )
        },
        _submit,
        note="CRITERION is the text of a criterion, or its number as in `renkei contract show`, from 1.",
    ),
    "join": Form(
        {
            "participant": (
                click.Argument(["participant"], metavar="ID[:ROLE]…", nargs=-1, required=True),
                click.Option(
                    ["--a2a"],
                    metavar="URL",
                    help="The address of an A2A agent outside of the project that takes part as ID.",
                ),
                click.Option(
                    ["--a2a-token-env"],
                    metavar="VARIABLE",
                    help="The environment variable with the token that this agent asks for.",
                ),
                click.Option(
                    ["--a2a-reply-within"],
                    type=DurationType(most_days=365),
                    metavar="DURATION",
                    help="How long this agent may be silent until a reply is overdue, such as 2d; 0s: as long as it "
                    "likes. [default: 1h]",
                ),
            )
        },
        _joins,
        _keep,
        note="With --a2a, `renkei serve` delivers messages to the agent and brings its answers. Its role is what the "
        "skills on its card are, unless you give one.",
    ),
    "leave": Form(
        {
            "participant": (
                click.Argument(
                    ["participant"], metavar="ID…", nargs=-1, required=True, shell_complete=completion.participants
                ),
            )
        },
        _leaves,
    ),
}
"""Act → its form, where that is not made from the row alone."""
