"""Requests to Slack's Web API, and its errors."""

import logging
from collections.abc import Iterator, Mapping
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPMessage
from threading import Event
from typing import IO, Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackClientError

from renkei.edges.chat.errors import ChannelClosedError, ChatRefusedError, ChatUnreachableError
from renkei.edges.retry_after import seconds_to_wait

SLACK = "https://slack.com/api/"

TIMEOUT_SECONDS = 30

ITEMS_PER_PAGE = 200
"""Posts or channels per page; Slack advises against more."""

SCOPES = (
    "channels:history",
    "channels:join",
    "channels:manage",
    "channels:read",
    "chat:write",
    "chat:write.customize",
    "commands",
    "files:read",
    "groups:history",
    "groups:read",
    "groups:write",
    "im:history",
    "im:read",
    "im:write",
    "metadata.message:read",
    "reactions:read",
    "users:read",
)
"""The scopes that the bot token needs."""

FACES = "chat:write.customize"
"""The scope without which every post has the name of the app."""

BOT_HINT = f"$SLACK_BOT_TOKEN is the bot token of the app; it begins with xoxb- and has the scopes {', '.join(SCOPES)}."
APP_HINT = "$SLACK_APP_TOKEN is an app-level token; it begins with xapp- and has the scope connections:write."

TOKENS = (
    "invalid_auth",
    "not_authed",
    "account_inactive",
    "token_expired",
    "token_revoked",
    "missing_scope",
    "not_allowed_token_type",
    "no_permission",
)
"""Errors that another token of the same app would avoid."""

PASSING = (
    "accesslimited",
    "fatal_error",
    "internal_error",
    "ratelimited",
    "rate_limited",
    "request_timeout",
    "service_unavailable",
    "team_added_to_org",
)
"""Temporary errors."""

CLOSED = ("is_archived", "not_in_channel")
"""Errors that end when people unarchive a channel, or add the app: to archive a channel removes the apps from it."""

HINTS = {
    "is_archived": "Unarchive the channel in Slack, or take it out of the bridge.",
    "not_in_channel": "Add the app to the channel: write `/invite @APP` in it.",
    "channel_not_found": "Add the app to the channel, and name the channel or its id, such as C024BE91L.",
}

LONG_SECONDS = 60.0
"""Seconds from which on a wait is a problem that is reported."""

QUIET = logging.Logger("renkei.slack")  # not in the tree: what matters is raised
QUIET.addHandler(logging.NullHandler())


class SlackApi:
    """The Web API for one bot token."""

    def __init__(self, address: str, token: str, ended: Event) -> None:
        address = address or SLACK
        if not address.startswith(("http://", "https://")):
            raise ChatRefusedError(f"{address!r} is no address of a server", "It begins with https://.")
        if not token.startswith("xoxb-"):
            raise ChatRefusedError("there is no bot token", BOT_HINT)
        self._token, self._address, self._ended = token, f"{address.rstrip('/')}/", ended
        # The library would repeat a request after a broken connection, and so post twice.
        self.web = WebClient(token, base_url=self._address, timeout=TIMEOUT_SECONDS, retry_handlers=[], logger=QUIET)

    def ask(self, method: str, **arguments: Any) -> dict[str, Any]:
        """Return the response of a method like `chat.postMessage`; raises ChatUnreachableError or ChatRefusedError."""
        return self._answer(method, arguments)[0]

    def _answer(self, method: str, arguments: Mapping[str, Any]) -> tuple[dict[str, Any], Mapping[str, str]]:
        try:
            response = getattr(self.web, method.replace(".", "_"))(**arguments)
            answer = response.data
        except SlackApiError as error:
            raise refusal(error) from None
        except (SlackClientError, HTTPException, OSError, ValueError) as error:
            raise ChatUnreachableError(str(error) or type(error).__name__) from None
        if not isinstance(answer, dict):
            raise ChatUnreachableError("Slack answers with something else than JSON")
        return answer, response.headers

    def sign_in(self) -> tuple[dict[str, Any], frozenset[str], float]:
        """Return who the app is, the scopes of its token, and Slack's time, 0 if unknown; raises as `ask`."""
        answer, headers = self._answer("auth.test", {})
        found = {name.lower(): value for name, value in headers.items()}
        scopes = found.get("x-oauth-scopes", "").replace(" ", "").split(",")
        try:
            now = parsedate_to_datetime(found.get("date", "")).timestamp()
        except ValueError:
            now = 0.0
        return answer, frozenset(scopes), now

    def pages(self, method: str, **arguments: Any) -> Iterator[dict[str, Any]]:
        """Yield every page of a method's response, waiting between pages if Slack asks for it."""
        cursor: str | None = ""
        while cursor is not None:
            try:
                answer = self.ask(method, limit=ITEMS_PER_PAGE, **({"cursor": cursor} if cursor else {}), **arguments)
            except ChatUnreachableError as error:
                if not 0 < error.retry_after < LONG_SECONDS or self._ended.wait(error.retry_after):
                    raise
                continue
            yield answer
            known, cursor = cursor, (answer.get("response_metadata") or {}).get("next_cursor") or None
            cursor = cursor if cursor != known else None  # else the same page comes again without end

    def upload(self, channel: str, thread: str, name: str, data: bytes) -> None:
        """Post a file in a thread. Its content goes to the address that Slack gives for it, without the token."""
        place = self.ask("files.getUploadURLExternal", filename=name, length=len(data))
        request = Request(str(place["upload_url"]), data, {"Content-Type": "application/octet-stream"})  # noqa: S310
        if not request.full_url.startswith(("https://", self._address.removesuffix("api/"))):
            raise ChatRefusedError("Slack wants the file at an address that is not https")
        try:
            with _OPENER.open(request, timeout=TIMEOUT_SECONDS):
                pass
        except HTTPError as error:
            if error.code == 429 or error.code >= 500:
                raise ChatUnreachableError(f"the file: {error.reason}", _seconds(error.headers)) from None
            raise ChatRefusedError(f"Slack takes no file: {error.reason}") from None
        except (HTTPException, OSError) as error:
            raise ChatUnreachableError(str(error) or type(error).__name__) from None
        files = [{"id": place["file_id"], "title": name}]
        self.ask("files.completeUploadExternal", files=files, channel_id=channel, thread_ts=thread)

    def read(self, address: str, most: int) -> bytes:
        """Return the bytes of a file of Slack; a file elsewhere, or a longer one, is rejected.

        The token is sent to no other server, whatever a file's address is.
        """
        found = urlsplit(address)
        ours = urlsplit(self._address)
        is_slack = found.scheme == "https" and (found.hostname or "").endswith((".slack.com", ".slack-edge.com"))
        if not is_slack and (found.scheme, found.netloc) != (ours.scheme, ours.netloc):
            raise ChatRefusedError("the file is not on a server of Slack")
        request = Request(address, headers={"Authorization": f"Bearer {self._token}"})  # noqa: S310 – checked above
        try:
            with _OPENER.open(request, timeout=TIMEOUT_SECONDS) as answer:
                data: bytes = answer.read(most + 1)
        except HTTPError as error:
            if error.code == 429 or error.code >= 500:
                raise ChatUnreachableError(f"the file: {error.reason}", _seconds(error.headers)) from None
            raise ChatRefusedError(f"the file cannot be read: {error.reason}", BOT_HINT) from None
        except (HTTPException, OSError) as error:
            raise ChatUnreachableError(str(error) or type(error).__name__) from None
        if len(data) > most:
            raise ChatRefusedError(f"the file is longer than {most} bytes")
        return data


class _NoRedirect(HTTPRedirectHandler):
    """Rejects redirects, Slack's response to a token that may not read a file."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        return None


_OPENER = build_opener(_NoRedirect)


def refusal(error: SlackApiError) -> ChatUnreachableError | ChatRefusedError:
    """Return the error for a response of Slack; `refused` tells which."""
    response: Any = error.response
    status = getattr(response, "status_code", None) or response.get("status", 200)
    data = getattr(response, "data", None)
    said = data if isinstance(data, dict) else {}
    code = str(said.get("error") or "")
    if status == 429 or code in ("ratelimited", "rate_limited"):
        headers = getattr(response, "headers", None) or response.get("headers", {})
        return ChatUnreachableError("Slack asks for patience", _seconds(headers))
    if not code.replace("_", "").isalnum() or status >= 500 or code in PASSING:
        return ChatUnreachableError(f"Slack says {code or status}")
    needed = f" {said['needed']}" if said.get("needed") else ""
    hint = BOT_HINT if code in TOKENS else HINTS.get(code, "")
    kind = ChannelClosedError if code in CLOSED else ChatRefusedError
    return kind(f"Slack says {code}{needed}", hint)


def refused(error: ChatRefusedError, *codes: str) -> bool:
    """Return whether a Slack error has one of these codes, or a code that begins with one."""
    said = str(error.details["reason"]).removeprefix("Slack says ").split(" ")[0]
    return said.startswith(codes)


def _seconds(headers: Any) -> float:
    """Return the seconds that Slack asks to wait."""
    found = next((value for name, value in headers.items() if name.lower() == "retry-after"), "")
    return seconds_to_wait(found) or 1.0
