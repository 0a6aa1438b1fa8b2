"""Notify people who are away: each thing that newly waits for a person reaches a phone, a chat or a mailbox.

`renkei notify add` names a service for a person by an address of apprise, such as ntfy://TOPIC. `renkei serve` sends
the notifications, and so does `renkei notify run` alone. The addresses hold secrets: they stay on this machine, outside
of the project.

In the view, `Notify me on this device` adds a browser, which receives notifications while no page is open.
"""

import signal
import sys
from hashlib import sha256
from threading import Event
from typing import Any, get_args

import click

from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.options import format_option, outcome_options, push_service_option, utc_option
from renkei.edges.cli.arguments.person import check_person
from renkei.edges.cli.arguments.points import DURATION
from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.cli.lazy_group import LazyGroup
from renkei.edges.cli.notifications import notifying
from renkei.edges.cli.output.echo import echo, print_done
from renkei.edges.cli.output.tables import print_rows
from renkei.edges.cli.project_directory import open_project
from renkei.edges.notifications.all_destinations import AllDestinations
from renkei.edges.notifications.destination import DIGEST, Destination, Word, destination_id
from renkei.edges.notifications.destinations_file import Destinations
from renkei.edges.notifications.errors import DestinationEndedError, NotificationError
from renkei.edges.notifications.sentences import sample
from renkei.edges.notifications.told_file import ToldFile
from renkei.edges.notifications.watching import Connecting
from renkei.edges.times import shown_time
from renkei.engine.participants.access import need_actor
from renkei.engine.state import HUMAN
from renkei.errors import BadValueError
from renkei.extras import require
from renkei.project.clock import new_id
from renkei.project.consenting import project_id
from renkei.project.project import Project

NONE = "There are no destinations. Add one with `renkei notify add PERSON URL`."

WORDS: tuple[Word, ...] = get_args(Word)

command = LazyGroup("notify", sections={"Commands": ("add", "list", "change", "test", "run", "remove")}, help=__doc__)


ABOUT_WHEN = f"Which things: {', '.join(WORDS)}; with commas."
ABOUT_ANSWERS = "Add a link for each option of a decision, which answers once without sign-in."
ABOUT_DIGEST = "Send at most one notification in this time; further things come in a digest."
ABOUT_ZONE = "Time zone of the person; by default the machine's."


@command.command("add")
@click.argument("person", metavar="PERSON", shell_complete=completion.participants)
@click.argument("url", metavar="URL")
@click.option("--when", default="all", show_default=True, metavar="WORDS", help=ABOUT_WHEN)
@click.option(
    "--quiet-hours",
    default="",
    metavar="FROM-TO",
    help="Send nothing at this time of the day: 22-7 or 22:30-7.",
)
@click.option("--time-zone", default="", metavar="NAME", help=ABOUT_ZONE)
@click.option("--no-content", is_flag=True, help="Send only how many things wait: no titles, no names.")
@click.option(
    "--digest",
    type=DURATION,
    default=f"{DIGEST // 60}m",
    show_default=True,
    metavar="TIME",
    help=ABOUT_DIGEST,
)
@click.option("--answers", is_flag=True, help=ABOUT_ANSWERS)
@outcome_options
def add(person: str, url: str, when: str, output_format: str, *, no_content: bool, answers: bool, **rest: Any) -> None:
    """Add a service that reaches a person, by its URL; `-` asks for the URL, so that no shell keeps it.

    https://appriseit.com/services/ lists the services and their URLs. Without a server that runs, nothing is sent.
    """
    require("notify", "`renkei notify add`")
    from renkei.edges.notifications.services import check_service

    address = click.prompt("URL", hide_input=True, err=True) if url == "-" else url
    with open_project() as project:
        _check_human(project, person)
        _check_answers(answers=answers, content=not no_content)
        found = Destination(
            id=destination_id(project_id(project), person, address),
            person=person,
            url=address,
            when=_words(when),
            content=not no_content,
            answers=answers,
            **rest,
        )
        check_service(address)
        Destinations.of(project).add(found)
    sentence = (
        f"Notifications to {person} go to {found.service} (id {found.id}). Try it: `renkei notify test {found.id}`."
    )
    print_done(sentence, output_format, **_as_data(found))


def _check_human(project: Project, person: str) -> None:
    check_person(project.state, HUMAN)
    need_actor(project.state, person)
    if not project.state.actors[person].human:
        raise BadValueError(path="PERSON", problem=f"{person!r} is an agent", expected="a human")


def _check_answers(*, answers: bool, content: bool) -> None:
    if answers and not content:
        problem = "answer links show the options of a decision, which --no-content leaves out"
        raise BadValueError(path="--answers", problem=problem, hint="Leave out one of the two.")


def _words(given: str) -> tuple[Any, ...]:
    found = tuple(one.strip() for one in given.split(","))
    for one in found:
        if one not in WORDS:
            raise BadValueError(path="--when", got=one, expected=f"one or more of {', '.join(WORDS)}")
    return found


@command.command("list")
@utc_option
@format_option
def list_destinations(output_format: str) -> None:
    """List the destinations of the project: their persons, rules and last problems. Secrets are not shown."""
    with open_project() as project:
        found = [_as_data(one) | _standing(project, one) for one in AllDestinations(project).load()]
    columns = ("id", "person", "service", "when", "quiet hours", "last sent", "problem")
    print_rows(output_format, found, columns, map(_cells, found), NONE)


def _as_data(one: Destination) -> dict[str, Any]:
    return {
        "id": one.id,
        "person": one.person,
        "service": one.service,
        "when": list(one.when),
        "quiet_hours": one.quiet_hours,
        "time_zone": one.time_zone,
        "content": one.content,
        "digest": one.digest,
        "answers": one.answers,
        "kind": "service" if one.device is None else "device",
    }


def _standing(project: Project, one: Destination) -> dict[str, Any]:
    file = ToldFile(project.directory, one.id)
    progress = file.load()
    ended = one.device.ended if one.device is not None else ""
    problem = f"ended {shown_time(ended)}: press the button in that browser again" if ended else progress.problem
    return {"last_sent": file.last_sent, "runs": file.is_taken, "problem": problem}


def _cells(one: dict[str, Any]) -> tuple[str, ...]:
    quiet = " ".join(part for part in (one["quiet_hours"], one["time_zone"]) if part)
    last = shown_time(one["last_sent"])
    return one["id"], one["person"], one["service"], ", ".join(one["when"]), quiet, last, one["problem"]


@command.command("change")
@click.argument("destination", metavar="ID")
@click.option("--when", metavar="WORDS", help=ABOUT_WHEN)
@click.option("--quiet-hours", metavar="FROM-TO", help="Send nothing at this time of the day; none with ''.")
@click.option("--time-zone", metavar="NAME", help=ABOUT_ZONE)
@click.option("--content/--no-content", "content", default=None, help="Send titles and names, or only a count.")
@click.option("--digest", type=DURATION, metavar="TIME", help=ABOUT_DIGEST)
@click.option("--answers/--no-answers", "answers", default=None, help=ABOUT_ANSWERS)
@outcome_options
def change(destination: str, when: str | None, output_format: str, **given: Any) -> None:
    """Change which notifications a destination with this ID receives, and when. What you leave out stays as it is.

    With --no-answers, the answer links that were sent to it answer nothing any more.
    """
    with open_project() as project:
        check_person(project.state, HUMAN)
        known = AllDestinations(project)
        one = known.find(destination)
        rules = {name: value for name, value in given.items() if value is not None}
        if when is not None:
            rules["when"] = _words(when)
        found = Destination.model_validate({**one.model_dump(), "device": one.device, **rules})
        _check_answers(answers=found.answers, content=found.content)
        known.change(found)
    print_done(f"Changed the destination {found.id}.", output_format, **_as_data(found))


@command.command("test")
@click.argument("destination", metavar="ID")
@push_service_option
@outcome_options
def send_test(destination: str, push_services: tuple[str, ...], output_format: str) -> None:
    """Send a test notification now to the destination with this ID, which `renkei notify list` shows."""
    with open_project() as project:
        known = AllDestinations(project)
        found = known.find(destination)
        connect = Connecting(project, own_services=push_services)
        outcome = connect(found).send(sample(project.state, found, sha256(new_id().encode()).hexdigest()[:32], ""))
        if outcome.delivery == "ended":
            known.end(found)
            raise DestinationEndedError(name=found.service, reason=outcome.reason)
        if outcome.delivery != "delivered":
            raise NotificationError(reason=outcome.reason, destination=found.id)
        ToldFile(project.directory, found.id).note_test(project.now())
    print_done(f"The service took the notification to {found.person}.", output_format, id=found.id)


@command.command("run")
@click.option("--url", "base", default="", metavar="URL", help="Address of the view, to which notifications link.")
@push_service_option
def send_alone(base: str, push_services: tuple[str, ...]) -> None:
    """Send notifications until you press Ctrl-C, without a server. `renkei serve` sends them as well."""
    require("notify", "`renkei notify run`")
    if base and not base.startswith(("http://", "https://")):
        raise BadValueError(path="--url", got=base, expected="an address such as https://team.example/")
    signal.signal(signal.SIGTERM, _end)  # else it would end the process before the project is closed
    with open_project() as project, notifying(project, push_services) as notifications:
        notifications.start(base)
        echo("Sending notifications.", err=True)
        Event().wait()


def _end(signum: int, frame: object) -> None:
    sys.exit(ExitStatus.DONE)


@command.command("remove")
@click.argument("destination", metavar="ID")
@outcome_options
def remove(destination: str, output_format: str) -> None:
    """Remove the destination with this ID, and forget its address."""
    with open_project() as project:
        check_person(project.state, HUMAN)
        AllDestinations(project).remove(destination)
    print_done(f"Removed the destination {destination}.", output_format, id=destination)
