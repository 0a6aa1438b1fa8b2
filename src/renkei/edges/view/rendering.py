"""Renders templates. Everything that a template inserts is escaped, and its hidden characters are visible."""

import re
from datetime import datetime
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from renkei.edges.times import clock, shown_time
from renkei.visible import visible

LINK = re.compile(r"https?://[!#-&*-;=?-Z_a-z~]{1,2000}")
"""What becomes a link in the text of a message: ASCII alone, since letters of other scripts can look like it.

Its text is its whole target, so it cannot lead elsewhere.
"""


def show(value: Any) -> Any:
    """Return a value as templates insert it: nothing for None, hidden characters of texts as escapes."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return visible(value)
    return "" if value is None else value


def linked(text: str) -> Markup:
    """Return a text in which the addresses of web pages are links."""
    shown, parts, end = visible(text), [], 0
    for found in LINK.finditer(shown):
        address = found.group().rstrip(".,;:!?")
        parts.append(escape(shown[end : found.start()]))
        link = Markup('<a href="{}" rel="noopener noreferrer nofollow" target="_blank">{}</a>')
        parts.append(link.format(address, address))
        end = found.start() + len(address)
    return Markup().join([*parts, escape(shown[end:])])


def moment(at: str | None) -> Markup:
    """Return a time of the log as an element: the time of day, with all of it as its title."""
    if not at:
        return Markup()
    return Markup('<time datetime="{}" title="{}">{}</time>').format(at, shown_time(at), clock(at))


def age(at: str, now: str) -> str:
    """Return how long ago something was, such as `3 h`."""
    seconds = (datetime.fromisoformat(now) - datetime.fromisoformat(at)).total_seconds()
    for unit, length in (("d", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= length:
            return f"{int(seconds // length)} {unit}"
    return f"{max(0, int(seconds))} s"


@cache
def environment() -> Environment:
    """Return the environment of all templates."""
    made = Environment(
        loader=PackageLoader("renkei.edges.view"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=show,
        auto_reload=False,
    )
    made.filters |= {"linked": linked, "moment": moment, "age": age}
    return made


def render(template: str, **values: Any) -> str:
    """Return a template with its values filled in."""
    return environment().get_template(template).render(**values)
