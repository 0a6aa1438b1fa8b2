"""Renders templates. Everything that a template inserts is escaped, and its hidden characters are visible."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from renkei.board.state import brief
from renkei.budget.context.message_text import main_text
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.times import clock, clock_beside, local_input
from renkei.edges.view.moments import time_element
from renkei.edges.view.previews.known import refs_of
from renkei.edges.view.prose.links import linked
from renkei.edges.view.prose.reading import prose, reading
from renkei.edges.view.words import words_in
from renkei.engine.views import titles
from renkei.engine.views.titles import first_words, message_title
from renkei.files.lines import in_words
from renkei.protocol.messages import AnyMessage
from renkei.protocol.primitives import Locale
from renkei.wording.visible import visible

UNITS = (("days", 86_400), ("hours", 3600), ("minutes", 60), ("seconds", 1))
"""Units of an age from the longest, with their seconds."""

RANGES = 6
"""Ranges of lines that are shown of a file."""

LONGEST_VALUE = 4000
"""Characters of a value that are shown at most."""


def show(value: Any) -> Any:
    """Return a value as templates insert it: nothing for None, hidden characters of texts as escapes."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return visible(value)
    return "" if value is None else value


@pass_context
def moment(context: Context, at: str | None) -> Markup:
    """Return a time of the log as an element, on a page that knows what time it is."""
    visit = context["visit"]
    return time_element(at, visit.now, visit.locale) if at else Markup()


@pass_context
def called(context: Context, names: str | Iterable[str]) -> str:
    """Return participants as the reader of a page calls them, who is `you`."""
    visit, you = context["visit"], words_in(context["visit"].locale)("frame.you")
    listed = (names,) if isinstance(names, str) else names
    return ", ".join(titles.called(name, visit.person, you) for name in listed)


def age(at: str, now: str, locale: Locale = "en") -> str:
    """Return how long ago something was, such as `3 h`."""
    return lasting((datetime.fromisoformat(now) - datetime.fromisoformat(at)).total_seconds(), locale)


def lasting(seconds: float, locale: Locale = "en") -> str:
    """Return a time span in its largest unit, such as `3 h`."""
    unit, length = next((one for one in UNITS if seconds >= one[1]), UNITS[-1])
    return words_in(locale)(f"unit.{unit}", count=max(0, int(seconds // length)))


def repeats_summary(message: AnyMessage) -> bool:
    """Return whether the main text of a message begins with its summary, so that one of them is enough."""
    return bool(message.context_summary) and main_text(message).startswith(message.context_summary)


def initials(name: str) -> str:
    """Return a participant's two initials: the first characters of the last two parts of its id."""
    parts = [one for one in re.split(r"[\W_]+", name.removeprefix("agent-")) if one]
    return "".join(one[0] for one in parts[-2:]).upper() if len(parts) > 1 else "".join(parts)[:2].upper()


def without(values: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """Return a mapping without some of its keys."""
    return {name: value for name, value in values.items() if name not in names}


def field(value: Any, name: str) -> Any:
    """Return a field of a model; None if its class has no such field."""
    return vars(value).get(name)


def line_ranges(lines: Sequence[tuple[int, int]]) -> str:
    """Return ranges of lines as people write them; of many, the first."""
    return in_words(lines[:RANGES]) + (", …" if len(lines) > RANGES else "")


def as_json(value: Any) -> str:
    """Return a value as indented JSON, cut where it is long."""
    return _cut(json.dumps(value, ensure_ascii=False, indent=2))


def as_yaml(value: Any) -> str:
    """Return a value as YAML, cut where it is long."""
    return _cut(to_yaml(value).rstrip("\n") if isinstance(value, dict | list) and value else brief(value))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]} …"


class PageContext(Context):
    """The names that a page's templates can use. Macros and their context refer to each other.

    So the values of a page, which may be large, would stay until a collection of garbage, which is rare.
    """

    def __init__(self, environment: Environment, parent: dict[str, Any], *others: Any, **more: Any) -> None:
        super().__init__(environment, parent, *others, **more)
        if "contexts" in parent:
            parent["contexts"].append(self)

    def let_go(self) -> None:
        """Forget everything, when the page is made."""
        self.vars.clear()
        self.parent.clear()


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
    made.context_class = PageContext
    made.filters |= {
        one.__name__: one
        for one in (
            linked,
            prose,
            reading,
            moment,
            called,
            age,
            lasting,
            clock,
            clock_beside,
            local_input,
            repeats_summary,
            initials,
            without,
            field,
            as_json,
            as_yaml,
            line_ranges,
            refs_of,
        )
    }
    made.filters |= {"said": message_title, "first_words": first_words}
    return made


def render(template: str, **values: Any) -> str:
    """Return a template with its values filled in."""
    contexts: list[PageContext] = []
    try:
        return environment().get_template(template).render(**values, contexts=contexts)
    finally:
        for one in contexts:
            one.let_go()
