"""Makes the command of an act from its row: its arguments, its help, and what it prints.

Required arguments are positional. A reason and every optional argument are options. `forms.FORMS` holds
the arguments that people give in another way.
"""

from collections.abc import Callable, Sequence
from typing import Any

import click

from renkei.acts.act import IN_ORDER, Act
from renkei.acts.errors import BadArgumentsError
from renkei.acts.renamed import current_name
from renkei.acts.table import find_act
from renkei.edges.cli.acts.forms import FORMS, Form, parsed_value
from renkei.edges.cli.acts.outcome import print_act
from renkei.edges.cli.acts.performing import perform
from renkei.edges.cli.acts.words import MOVED
from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.options import as_option, outcome_options, required_as_option
from renkei.edges.cli.project_directory import open_project
from renkei.immutable.replacing import replace
from renkei.protocol.primitives import Frozen
from renkei.wording.problem import Problem

REASONS = ("rationale", "reason", "summary")
"""Arguments that are options also where an act requires them: they say why, and not what."""

OF_AGENTS = ("claim", "add_artifact")
"""Acts that only agents do, so that the human of the project is no default for who acts."""

COMPLETED: dict[str, completion.Complete] = {
    "agent": completion.participants,
    "agents": completion.participants,
    "artifact_ref": completion.artifacts,
    "assignee": completion.participants,
    "contract": completion.contracts,
    "debtor": completion.participants,
    "decision_id": completion.decisions,
    "events": completion.rules,
    "group": completion.groups,
    "in_reply_to": completion.messages,
    "members": completion.participants,
    "message_id": completion.messages,
    "messages": completion.messages,
    "output_artifacts": completion.artifacts,
    "participant": completion.participants,
    "task_ref": completion.contracts,
    "to": completion.receivers,
}
"""Argument → what a shell completes it with."""

TYPES: dict[str, Callable[..., click.ParamType[Any]]] = {
    "integer": lambda minimum=None, maximum=None: click.IntRange(minimum, maximum),
    "number": lambda minimum=None, maximum=None: click.FloatRange(minimum, maximum),
}
"""Type of a number in a schema → the type of an option."""


class ActCommand(click.Command):
    """The command of an act. Its help explains positional arguments too."""

    def __init__(self, explained: Sequence[tuple[str, str]], **attributes: Any) -> None:
        super().__init__(**attributes)
        self.explained = explained

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; the error for a renamed option gives its current name."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            hint = self._now(ctx, error.option_name)
            if not hint:
                raise
            raise click.UsageError(f"No such option {error.option_name!r}. {hint}", ctx) from None

    def _now(self, ctx: click.Context, option: str) -> str:
        moved = MOVED.get(f"{ctx.command_path.partition(' ')[2]} {option}")
        known = {one.name: one for one in self.params if one.name}
        name = current_name("/" + option.strip("-").replace("-", "_"), known)
        if moved or name is None:
            return f"Use `{moved}`." if moved else ""
        now = known[name]
        return f"It is called {now.opts[-1]!r}." if isinstance(now, click.Option) else f"Give it as {now.metavar}."

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what each argument is, then the options."""
        if self.explained:
            with formatter.section("Arguments"):
                formatter.write_dl(self.explained)
        super().format_options(ctx, formatter)


def act_command(name: str, word: str) -> click.Command:
    """Return the command that performs an act."""
    act, form = find_act(name), FORMS.get(name, Form())
    fields = act.arguments.model_json_schema()
    found: dict[str, Sequence[click.Parameter]] = {
        one: form.parameters.get(one) or (_parameter(act, one, fields["properties"][one]),) for one in act.parameters
    }
    parameters = [one for some in found.values() for one in some]
    explained = [
        (str(one.metavar), fields["properties"][argument].get("description", ""))
        for argument, some in found.items()
        for one in some
        if isinstance(one, click.Argument) and argument not in form.parameters
    ]

    def command(actor: str, output_format: str, **values: Any) -> None:
        plain = ((one, list(value) if isinstance(value, tuple) else value) for one, value in values.items())
        given = {one: value for one, value in plain if value not in (None, []) and value is not False}
        with open_project() as project:
            requests = [(act, _read(act, one)) for one in form.read(project, actor, given)]
            done = perform(project, requests, actor)
            form.then(project, given)
            print_act(project, requests, done, actor, output_format)

    as_whom = required_as_option if name in OF_AGENTS else as_option
    described = as_whom(outcome_options(command))
    options = list(reversed(getattr(described, "__click_params__", ())))
    texts = (act.help, form.note)
    return ActCommand(
        explained, name=word, callback=described, params=[*parameters, *options], help="\n\n".join(filter(None, texts))
    )


def _read(act: Act, values: dict[str, Any]) -> Frozen:
    """Return the arguments of an act; raises BadArgumentsError, which shows how an option with a mapping is written."""
    try:
        return act.read(values)
    except BadArgumentsError as error:
        raise BadArgumentsError(act.name, [_with_option(act, one) for one in error.problems]) from None


def _with_option(act: Act, problem: Problem) -> Problem:
    name = problem.path.split("/")[1] if "/" in problem.path else ""
    form = mapping_form(act, name)
    written = f"Write {_option(name)} '{form}'." if form and name not in FORMS.get(act.name, Form()).parameters else ""
    return replace(problem, hint=f"{problem.hint} {written}".strip())


def mapping_form(act: Act, name: str) -> str:
    """Return how an argument that lists mappings is written, such as `{criterion: TEXT, evidence: TEXT}`, or ""."""
    schema = act.arguments.model_json_schema()
    argument = schema["properties"].get(name, {})
    kind = next((one["items"] for one in argument.get("anyOf", [argument]) if "$ref" in one.get("items", {})), None)
    if kind is None:
        return ""
    row = schema["$defs"][kind["$ref"].rpartition("/")[2]]
    fields = (f"{one}: {'|'.join(row['properties'][one].get('enum', ['TEXT']))}" for one in row.get("required", ()))
    return f"{{{', '.join(fields)}}}"


def _parameter(act: Act, name: str, schema: dict[str, Any]) -> click.Parameter:
    """Return the form of an argument on the command line."""
    required = act.arguments.model_fields[name].is_required()
    kinds = [one for one in schema.get("anyOf", [schema]) if one.get("type") != "null"]
    several = kinds[0].get("type") == "array"
    kind = kinds[0]["items"] if several else kinds[0]
    instead = [one["const"] for one in kinds[1:] if "const" in one]
    given: dict[str, Any] = {"type": _type(kind, instead), "shell_complete": COMPLETED.get(name)}
    if "$ref" in kind:
        given |= {"callback": lambda ctx, option, values: tuple(map(parsed_value, values))}
    words = name.upper().replace("_", "-")
    if (required and name not in REASONS) or IN_ORDER.get(act.name) == name:
        metavar = f"{words}…" if several else words
        metavar = metavar if required else f"[{metavar}]"
        return click.Argument([name], required=required, nargs=-1 if several else 1, metavar=metavar, **given)
    if kind.get("type") == "boolean":
        return click.Option([_option(name)], is_flag=True, help=schema["description"])
    default, notes = schema.get("default"), ["Repeatable."] if several else []
    notes += [f"Form: '{mapping_form(act, name)}'."] if "$ref" in kind else []
    notes += [f"[default: {default}]"] if default not in (None, "", [], 0) else []
    return click.Option(
        [_option(name)],
        required=required,
        multiple=several,
        metavar=None if "enum" in kind else "|".join((_metavar(kind), *instead)),
        help=" ".join([schema["description"], *notes]),
        **given,
    )


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")


def _type(kind: dict[str, Any], instead: Sequence[str] = ()) -> click.ParamType[Any] | None:
    if "enum" in kind:
        return click.Choice(kind["enum"])
    of_number = TYPES.get(kind.get("type", ""))
    found = of_number(kind.get("minimum"), kind.get("maximum")) if of_number else None
    return _OrWord(found, instead) if found and instead else found


class _OrWord(click.ParamType[Any]):
    """A number, or one of a few words, such as `none`."""

    name = "number"

    def __init__(self, number: click.ParamType[Any], words: Sequence[str]) -> None:
        self.number = number
        self.words = words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number or the word; fails as the type of the number does."""
        if value in self.words:
            return value
        try:
            return self.number.convert(value, param, ctx)
        except click.BadParameter as error:
            self.fail(f"{error.message.rstrip('.')}, and not {' or '.join(map(repr, self.words))}.", param, ctx)


def _metavar(kind: dict[str, Any]) -> str:
    if kind.get("type") in TYPES:
        return "N"
    return "MAPPING" if "$ref" in kind else "ID" if "pattern" in kind else "TEXT"
