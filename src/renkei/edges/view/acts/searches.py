"""The searches that a person saved: kept by the server for all browsers of the person, and no acts of the project."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from pydantic import JsonValue
from starlette.datastructures import QueryParams

from renkei.edges.view.acts.acting import ActingPerson
from renkei.edges.view.conversation.selection import FILTERS
from renkei.edges.view.forms.form import PostedForm
from renkei.edges.view.refusals import WrongFieldError
from renkei.project.project import Project

SEARCHES = "searches"
"""The name of the searches among the settings of a person: their addresses, by their names."""

KEPT = ("q", "order", *FILTERS)
"""Parameters of the address that belong to a search."""

MOST = 50
"""Searches that a person can save."""

LONGEST_NAME = 80
LONGEST_QUERY = 2000
"""Characters of the name and of the address."""


def search_query(query: QueryParams) -> str:
    """Return the part of an address that repeats its search; "" for a page that searches for nothing."""
    kept = {name: query[name].strip() for name in KEPT if query.get(name, "").strip()}
    return urlencode(kept) if kept.keys() - {"order"} else ""


def saved_searches(project: Project, person: str) -> Mapping[str, str]:
    """Return the searches of a person by name, in the order in which they were saved."""
    return _searches(project.settings(person).get(SEARCHES))


def _searches(found: JsonValue) -> dict[str, str]:
    items: Sequence[tuple[str, JsonValue]] = list(found.items()) if isinstance(found, dict) else []
    return {name: query for name, query in items if isinstance(query, str)}


def save_search(acting: ActingPerson, form: PostedForm) -> str:
    """Save a search under a name, by default its words; another one with that name is replaced."""
    query = search_query(QueryParams(form.one("query")))
    if not query or len(query) > LONGEST_QUERY:
        raise WrongFieldError("/query", "wrong.no_search")
    name = " ".join((form.one("name").strip() or QueryParams(query).get("q", "") or query).split())[:LONGEST_NAME]
    known = saved_searches(acting.project, acting.person)
    if len(known) >= MOST and name not in known:
        raise WrongFieldError("/name", "wrong.many_searches", str(MOST))
    acting.project.change_settings(
        acting.person, lambda now: {**now, SEARCHES: {**_searches(now.get(SEARCHES)), name: query}}
    )
    return f"/search?{query}"


def delete_search(acting: ActingPerson, form: PostedForm) -> str:
    """Delete a saved search; without it, nothing is left to do."""
    gone = form.one("name")

    def without(found: dict[str, str]) -> dict[str, str]:
        return {name: query for name, query in found.items() if name != gone}

    acting.project.change_settings(
        acting.person, lambda now: {**now, SEARCHES: {**without(_searches(now.get(SEARCHES)))}}
    )
    return form.one("back")
