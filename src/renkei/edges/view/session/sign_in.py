"""Sign-in: a one-time link or a token starts a person's session, and a cookie identifies it.

The cookie holds the secret of the session, which is kept like a token: it lasts when the server is started again, and
`renkei token list` and `revoke` apply to it. It is no token, and no token is valid in its segment.

The view has its own host name. A browser sends a cookie to all ports of a host name, so under `127.0.0.1` every
web server on this machine whose page the person opens would receive it.
"""

import hashlib
import hmac
import secrets
from http import HTTPStatus
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from renkei.edges.reaching.devices import remove_session
from renkei.edges.view.projects.segment import SEGMENT
from renkei.engine.participants.access import need_actor
from renkei.errors import NotAllowedError, RenkeiError, TokenRefusedError
from renkei.immutable.frozen import frozen
from renkei.project.project import Project
from renkei.store.tokens import Token

NAME_LENGTH = 16
"""Hexadecimal digits in the name of the view.

They cannot be guessed, so no other server can lead a person's browser to that name.
"""

DEFAULT_PORTS = {"http": 80, "https": 443}

SESSION = 7 * 86_400
"""Seconds after which a person has to sign in again."""


class SignInNeededError(RenkeiError):
    """The visitor is not signed in. `why` is the key of the sentence that explains it."""

    code = "SIGN_IN_NEEDED"
    template = "sign in first ({why})"


class FormRefusedError(RenkeiError):
    """A form was not sent from a page of this server, or the session of its page is over. Nothing was done."""

    code = "FORM_REFUSED"
    template = "this form was not sent from a page of your present sign-in"
    hint_template = "Check its content, and send it again."
    http_status = HTTPStatus.FORBIDDEN


@frozen
class SignedIn:
    """A person who is signed in."""

    person: str
    session_id: str
    form_token: str
    """A secret in every form of the person's pages, which other sites cannot know."""

    def check_form(self, token: str) -> None:
        """Raise FormRefusedError unless a form carries the right token."""
        if not hmac.compare_digest(token.encode("utf-8", "replace"), self.form_token.encode()):
            raise FormRefusedError


class SignIn:
    """Lets people in."""

    def __init__(self, project: Project, host: str = "") -> None:
        """`host`: the only name under which the view answers; the default name stays the same for a project."""
        self._project = project
        self._key = project.server_key()
        self.host = host or f"renkei-{self._derived('host')[:NAME_LENGTH]}.localhost"
        self._invited: dict[str, str] = {}
        """Unused links: code → person."""

    def address(self, listening: str) -> str:
        """Return the address of the view of a server on this machine that listens at an address."""
        return f"http://{self.host}:{urlsplit(listening).port}/"

    def invite(self, person: str) -> str:
        """Return a code that signs a person in once; raises UnknownActorError, or NotAllowedError for an agent."""
        state = self._project.state
        need_actor(state, person)
        if not state.actors[person].human:
            people = ", ".join(one.id for one in state.everybody() if one.human)
            raise NotAllowedError(actor=person, what="sign in to the view", allowed=people or "people")
        code = secrets.token_urlsafe(24)
        self._invited[code] = person
        return code

    def redeem(self, code: str) -> str:
        """Return the secret of a new session for a code; raises SignInNeededError for a used one."""
        person = self._invited.pop(code, None)  # atomic: of two who use a link at once, one gets in
        if person is None:
            raise SignInNeededError(why="sign_in.used")
        try:
            return self._project.create_session(person, SESSION)
        except RenkeiError:  # such as a full disk: there is no session
            self._invited[code] = person
            raise

    def enter(self, token: str) -> str:
        """Return the secret of a new session for a person's token; raises SignInNeededError."""
        try:
            person = self._project.token_holder(token)
        except TokenRefusedError:
            raise SignInNeededError(why="sign_in.refused") from None
        self._need_person(person)
        return self._project.create_session(person, SESSION)

    def session(self, request: Request, segment: str = "") -> SignedIn:
        """Return the session of a request; raises SignInNeededError. `segment` is that of `cookie_name`."""
        return self.session_of(request.cookies.get(cookie_name(request, segment), ""))

    def session_of(self, secret: str) -> SignedIn:
        """Return the session with a secret; raises SignInNeededError."""
        session = self._session_with(secret)
        return SignedIn(session.actor, session.id, self._derived(f"form {session.id}"))

    def token(self, request: Request) -> Token:
        """Return what is kept of the session of a request; raises SignInNeededError."""
        return self._session_with(request.cookies.get(cookie_name(request), ""))

    def _session_with(self, secret: str) -> Token:
        try:
            session = self._project.find_session(secret)
        except TokenRefusedError:
            raise SignInNeededError(why="sign_in.needed") from None
        self._need_person(session.actor)
        return session

    def end(self, session: SignedIn) -> None:
        """End a session: its cookie is then worth nothing, and its browser receives no more notifications."""
        self._project.revoke_token(session.session_id)
        remove_session(self._project, session.session_id)

    def _derived(self, purpose: str) -> str:
        return hmac.new(self._key, purpose.encode(), hashlib.sha256).hexdigest()

    def _need_person(self, actor: str) -> None:
        known = self._project.state.actors.get(actor)
        if known is None or not known.human:
            raise SignInNeededError(why="sign_in.agent")


def cookie_name(request: Request, segment: str = "") -> str:
    """Return the name of the session's cookie; the view of another project may have the same host behind a proxy.

    Browsers take a `__Host-` cookie over TLS only, and from no other name of the same domain. `segment`: of a project
    among others of a server, by default that of the request.
    """
    segment = segment or request.scope.get(SEGMENT, "")
    name = f"renkei-{request.url.port or DEFAULT_PORTS[request.url.scheme]}" + (f"-{segment}" if segment else "")
    return f"__Host-{name}" if request.url.scheme == "https" else name


def set_cookie(response: Response, request: Request, secret: str, segment: str = "") -> None:
    """Let a response set the cookie of a session; an empty secret deletes it. `segment` is that of `cookie_name`."""
    response.set_cookie(
        cookie_name(request, segment),
        secret,
        max_age=SESSION if secret else 0,
        path="/",
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
