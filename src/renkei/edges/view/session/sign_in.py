"""Sign-in: a one-time link or a token starts a person's session, and a cookie identifies it.

The cookie holds a separate token, made at sign-in. So it lasts when the server is started again, and
`renkei token list` and `revoke` apply to it. The token of an agent opens nothing here.
"""

import hashlib
import hmac
import secrets
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from renkei.engine.participants.access import need_actor
from renkei.errors import NotAllowedError, RenkeiError, TokenRefusedError
from renkei.immutable.frozen import frozen
from renkei.project.project import Project
from renkei.project.tokens import PREFIX

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
    token: str

    @property
    def form_token(self) -> str:
        """A secret in every form of the person's pages, which other sites cannot know."""
        return hmac.new(self.token.encode(), b"form", hashlib.sha256).hexdigest()

    def check_form(self, token: str) -> None:
        """Raise FormRefusedError unless a form carries the right token."""
        if not hmac.compare_digest(token.encode("utf-8", "replace"), self.form_token.encode()):
            raise FormRefusedError


class SignIn:
    """Lets people in."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._invited: dict[str, str] = {}
        """Unused links: code → person."""

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
        """Return the token of a new session for a code; raises SignInNeededError for a used one."""
        person = self._invited.pop(code, None)  # atomic: of two who use a link at once, one gets in
        if person is None:
            raise SignInNeededError(why="sign_in.used")
        try:
            return self._project.create_token(person, SESSION)
        except RenkeiError:  # such as a full disk: there is no session
            self._invited[code] = person
            raise

    def enter(self, token: str) -> str:
        """Return the token of a new session for a person's token; raises SignInNeededError."""
        return self._project.create_token(self._holder(token, "sign_in.refused"), SESSION)

    def session(self, request: Request) -> SignedIn:
        """Return the session of a request; raises SignInNeededError."""
        return self.session_of(request.cookies.get(cookie_name(request), ""))

    def session_of(self, token: str) -> SignedIn:
        """Return the session that a token names; raises SignInNeededError."""
        return SignedIn(self._holder(token, "sign_in.needed"), token)

    def end(self, session: SignedIn) -> None:
        """End a session and revoke its token."""
        self._project.revoke_token(session.token.removeprefix(PREFIX).partition("_")[0])

    def _holder(self, token: str, why: str) -> str:
        try:
            holder = self._project.token_holder(token)
        except TokenRefusedError:
            raise SignInNeededError(why=why) from None
        self._need_person(holder)
        return holder

    def _need_person(self, actor: str) -> None:
        known = self._project.state.actors.get(actor)
        if known is None or not known.human:
            raise SignInNeededError(why="sign_in.agent")


def cookie_name(request: Request) -> str:
    """Return the name of the session's cookie: browsers do not separate cookies by port.

    Browsers take a `__Host-` cookie over TLS only, and from no other name of the same domain.
    """
    if request.url.scheme == "https":
        return f"__Host-renkei-{request.url.port or 443}"
    return f"renkei-{request.url.port or 80}"


def marks_name(request: Request) -> str:
    """Return the name of the cookie in which a browser keeps how far its person has read."""
    return f"{cookie_name(request)}-seen"


def set_cookie(response: Response, request: Request, token: str) -> None:
    """Let a response set the cookie of a session; an empty token deletes it."""
    response.set_cookie(
        cookie_name(request),
        token,
        max_age=SESSION if token else 0,
        path="/",
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
