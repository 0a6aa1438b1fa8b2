"""A destination: where the notifications of one person go, which ones, and when."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import Field

from renkei.edges.notifications.quiet_hours import QuietHours, TimeZone
from renkei.edges.reaching.devices import Device
from renkei.engine.views.waiting.entry import Kind
from renkei.protocol.primitives import Flag, Frozen, Id, TupleOf

Word = Literal["all", "decisions", "results", "reviews", "questions", "failures", "tasks", "messages"]

WHEN: Mapping[Word, tuple[Kind, ...]] = {
    "decisions": ("decision", "conflict"),
    "results": ("result",),
    "reviews": ("review",),
    "questions": ("reply",),
    "failures": ("returned", "deadlock", "agent", "contract", "project", "quota"),
    "tasks": ("task",),
    "messages": ("message", "reread"),
}
"""The word for `--when` → the kinds of waiting items that it covers; `all` covers every kind."""

LEAST_DIGEST = 60
"""Fewest seconds between two notifications."""

DIGEST = 600
"""Seconds between two notifications, unless the destination has its own."""

ID_DIGITS = 8

WITH_HOST = ("form", "forms", "http", "https", "json", "jsons", "mailto", "mailtos", "xml", "xmls")
"""Schemes whose addresses have a host in its usual place. In others, a token or a secret topic may be there."""


class Destination(Frozen):
    """A service's address for one person. The address holds secrets and is never shown whole."""

    id: str
    person: Id
    url: Annotated[str, Field(repr=False)]
    when: TupleOf[Word] = ("all",)
    quiet_hours: QuietHours = ""
    time_zone: TimeZone = ""
    content: Flag = True
    """Whether notifications have titles and names; without them, they only have a count."""
    digest: Annotated[int, Field(ge=LEAST_DIGEST)] = DIGEST
    """Fewest seconds between two notifications. Items that come in between are in one digest."""
    answers: Flag = False
    """Whether a notification about one decision has a link for each of its options, which answers without sign-in."""
    device: Annotated[Device | None, Field(exclude=True, repr=False)] = None
    """The browser that a destination is; None for a service."""

    @property
    def kinds(self) -> frozenset[Kind]:
        """The kinds of waiting items that become notifications."""
        words = tuple(WHEN) if "all" in self.when else self.when
        return frozenset(kind for word in words for kind in WHEN[word])

    @property
    def service(self) -> str:
        """The part of the address that may be shown: its scheme, and its host if that is no secret."""
        if self.device is not None:
            return self.device.name or "a browser"
        scheme = scheme_of(self.url)
        try:
            host = urlsplit(self.url).hostname or ""
        except ValueError:
            host = ""
        return f"{scheme}://{host if scheme in WITH_HOST else ''}…"


RULES = ("when", "quiet_hours", "time_zone", "content", "digest", "answers")
"""The fields that say which notifications a destination receives, and when."""


def destination_of(device: Device) -> Destination:
    """Return a device as a destination; raises BadValueError for rules that renkei did not write."""
    return Destination.model_validate(
        {**device.rules, "id": device.id, "person": device.person, "url": device.endpoint, "device": device}
    )


def scheme_of(url: str) -> str:
    """Return the scheme of a service's address, in lower case; "" without one."""
    scheme, sign, _ = url.partition("://")
    return scheme.lower() if sign else ""


def destination_id(project: str, person: str, url: str) -> str:
    """Return the id of a destination, which is the same on every machine of a project."""
    return sha256("\0".join((project, person, url)).encode()).hexdigest()[:ID_DIGITS]
