"""The projects of a server, and the sessions that a visitor has in them.

Each project has its own people, tokens and sessions, and nothing of one opens another. The cookies of all sessions
belong to the server, each under the name of its project. So the server sees in one request what the visitor may see.
"""

import secrets
from collections.abc import Mapping, Sequence

from starlette.requests import Request
from starlette.responses import Response

from renkei.edges.view.services import ViewServices
from renkei.edges.view.session.sign_in import SignedIn, SignInNeededError, set_cookie
from renkei.edges.view.surroundings import Neighbour, Surroundings
from renkei.errors import RenkeiError
from renkei.immutable.frozen import frozen


@frozen
class Member:
    """One project of the server: its segment in the addresses, its name, and the services of its view."""

    segment: str
    name: str
    services: ViewServices


class Members:
    """The projects of a server, in the order in which they were named."""

    def __init__(self, problems: Mapping[str, str] | None = None) -> None:
        """`problems`: the names of projects that are not served, each with the reason."""
        self._members: dict[str, Member] = {}
        self.problems = dict(problems or {})
        self._invited: dict[str, Mapping[str, str]] = {}
        """Unused links: code → the code of each segment."""

    def add(self, member: Member) -> None:
        """Serve a project."""
        self._members[member.segment] = member

    @property
    def all(self) -> Sequence[Member]:
        """All projects that are served."""
        return tuple(self._members.values())

    def at(self, segment: str) -> Member | None:
        """Return the project at a segment."""
        return self._members.get(segment)

    def sessions(self, request: Request) -> dict[str, SignedIn]:
        """Return the visitor's session in each project that has one, by its segment."""
        return {one.segment: found for one in self.all if (found := _session(one, request)) is not None}

    def need_sessions(self, request: Request) -> dict[str, SignedIn]:
        """Return the visitor's sessions; raises SignInNeededError if there are none."""
        found = self.sessions(request)
        if not found:
            raise SignInNeededError(why="sign_in.needed")
        return found

    def neighbours(self, request: Request) -> Sequence[Neighbour]:
        """Return all projects with what waits in each for the visitor."""
        return tuple(self._neighbour(one, _session(one, request)) for one in self.all)

    def _neighbour(self, member: Member, session: SignedIn | None) -> Neighbour:
        count = None
        if session is not None:
            try:
                count = len(member.services.awaited.of(session.person))
            except RenkeiError:  # the list of all projects says why
                count = None
        return Neighbour(member.segment, member.name, count)

    def invite(self, person: str) -> str:
        """Return a code that signs a person in once, to every project in which the person is; raises RenkeiError."""
        codes, refused = dict[str, str](), list[RenkeiError]()
        for one in self.all:
            try:
                codes[one.segment] = one.services.sign_in.invite(person)
            except RenkeiError as error:
                refused.append(error)
        if refused and not codes:
            raise refused[0]
        code = secrets.token_urlsafe(24)
        self._invited[code] = codes
        return code

    def redeem(self, code: str) -> dict[str, str]:
        """Return the secrets of new sessions for a code, by segment; raises SignInNeededError for a used one."""
        codes = self._invited.pop(code, None)  # atomic: of two who use a link at once, one gets in
        if codes is None:
            raise SignInNeededError(why="sign_in.used")
        found, failed = dict[str, str](), list[RenkeiError]()
        for segment, own in codes.items():
            try:
                found[segment] = self._members[segment].services.sign_in.redeem(own)
            except RenkeiError as error:  # such as a full disk: the others are reached
                failed.append(error)
        if failed and not found:
            self._invited[code] = codes
            raise failed[0]
        return found

    def enter(self, token: str) -> dict[str, str]:
        """Return the secret of a new session in the project that knows a token; raises SignInNeededError."""
        refused = SignInNeededError(why="sign_in.refused")
        for one in self.all:
            try:
                return {one.segment: one.services.sign_in.enter(token)}
            except SignInNeededError as error:
                if error.details["why"] != "sign_in.refused":
                    refused = error
            except RenkeiError:  # a project that has failed lets nobody in
                continue
        raise refused

    def end(self, sessions: Mapping[str, SignedIn]) -> None:
        """End sessions, by their segments."""
        for segment, one in sessions.items():
            self._members[segment].services.sign_in.end(one)


def set_cookies(response: Response, request: Request, found: Mapping[str, str]) -> None:
    """Let a response set the cookies of sessions: segment → secret, "" for one that has ended."""
    for segment, secret in found.items():
        set_cookie(response, request, secret, segment)


def counts_of(surroundings: Surroundings, request: Request) -> list[list[str | int | None]]:
    """Return the segment of each project of the server with what waits there for the visitor."""
    return [[one.segment, one.count] for one in surroundings.projects(request)]


def _session(member: Member, request: Request) -> SignedIn | None:
    try:
        return member.services.sign_in.session(request, member.segment)
    except RenkeiError:  # not signed in, or a project that has failed
        return None
