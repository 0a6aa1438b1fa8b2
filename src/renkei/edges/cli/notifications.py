"""Shared by the commands that send notifications: their problems on standard error."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from renkei.edges.cli.output.echo import echo
from renkei.project.running.secrets import hold_secrets

if TYPE_CHECKING:
    from renkei.edges.notifications.destination import Destination
    from renkei.edges.notifications.watching import Notifications
    from renkei.project.project import Project


@contextmanager
def notifying(project: "Project", own_services: "Collection[str]" = ()) -> "Iterator[Notifications]":
    """Yield the notifications of a project, to be started; they end with the block.

    `own_services`: push services that may have private addresses.
    """
    from renkei.edges.notifications.watching import Notifications

    hold_secrets()
    with Notifications(project, _say, own_services) as notifications:
        yield notifications


def _say(to: "Destination", problem: str) -> None:
    about = f"Notifications to {to.person} ({to.id}, {to.service})"
    echo(f"{about} fail: {problem}" if problem else f"{about} work again.", err=True)
