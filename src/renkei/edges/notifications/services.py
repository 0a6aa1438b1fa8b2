"""Notifications through apprise, one library for ntfy, Telegram, Discord, Slack, e-mail, and a hundred other services.

The library reports a failure as False and says why only in its log. So warnings of the calling thread are collected
during a call; parts of the address are removed from them, since some of them are secrets. Loading the library takes
0.7 s and 16 MB, because it imports every service it knows. Only a process with destinations loads it.
"""

import logging
import re
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from functools import cache
from time import monotonic
from typing import Any
from urllib.parse import unquote

from renkei.edges.notifications.destination import scheme_of
from renkei.edges.notifications.port import Notification, Notifier, Outcome
from renkei.errors import BadValueError
from renkei.extras import require
from renkei.wording.values import quote
from renkei.wording.visible import one_line, visible

CONNECT_SECONDS = 10.0
ANSWER_SECONDS = 20.0
"""How long a service may take, unless its address has `cto` and `rto`, the library's own names for these."""

LIMITS = {"mailto": "socket_connect_timeout", "mailtos": "socket_connect_timeout"}
"""Scheme → the attribute with the seconds after which a request that may have been taken ends, if it has its own."""

KEYED = ("form", "forms", "json", "jsons", "xml", "xmls")
"""Schemes of web hooks: they are given the key in the header `Idempotency-Key`, by which they can drop a repetition."""

CLICKED = {"ntfy": "click", "ntfys": "click", "pover": "supplemental_url"}
"""Scheme → the attribute of the library's service that holds the address which opens with a tap on the notification."""

SHORTEST_PART = 4
"""Fewest characters of a part of an address that is removed from a reason."""

LONGEST_REASON = 300

SIGNS = {"@": "＠", "<!": "＜!", "](": "] ("}
"""Signs with which agents could call everyone of a channel or hide where a link leads → what is sent for them."""

EXAMPLES = "ntfy://TOPIC, tgram://TOKEN/CHAT, discord://ID/TOKEN, mailto://USER:PASSWORD@HOST, jsons://HOST/PATH"


class AppriseNotifier(Notifier):
    """One service of apprise, given by its address."""

    def __init__(self, url: str) -> None:
        self._service = _service(url)
        self._scheme = scheme_of(url)
        self._secrets = [one for one in re.split(r"[^\w.%~-]+", url) if len(one) >= SHORTEST_PART]
        self.shows_a_key_once = self._scheme in KEYED
        default = type(self._service)
        for name, seconds in (("socket_connect_timeout", CONNECT_SECONDS), ("socket_read_timeout", ANSWER_SECONDS)):
            if getattr(self._service, name) == getattr(default, name) and getattr(default, name) < seconds:
                setattr(self._service, name, seconds)

    def send(self, one: Notification) -> Outcome:
        """Send a notification within the time limits of the service."""
        from apprise import NotifyFormat

        if self.shows_a_key_once:
            self._service.headers["Idempotency-Key"] = one.key
        if one.link and self._scheme in CLICKED:
            setattr(self._service, CLICKED[self._scheme], one.link)
        answers = "\n\n".join(f"{_plain(answer.label)}:\n{answer.link}" for answer in one.answers)
        body = "\n\n".join(part for part in (_plain(one.body), one.link, answers) if part)
        begun = monotonic()
        with _collected() as said:
            try:
                done = self._service.notify(title=_plain(one.title), body=body, body_format=NotifyFormat.TEXT)
            except Exception as error:  # a mistake in one of the library's services
                said.append(f"{type(error).__name__}: {error}")
                done = False
        if done:
            return Outcome("delivered")
        if monotonic() - begun >= getattr(self._service, LIMITS.get(self._scheme, "socket_read_timeout")):
            return Outcome("unanswered", "it did not answer in time")
        return Outcome("failed", self._reason(said))

    def _reason(self, said: list[str]) -> str:
        """Return the library's last warning, without any part of the address."""
        text = one_line(said[-1] if said else "it gave no reason").strip().rstrip(".")
        for secret in sorted({*self._secrets, *map(unquote, self._secrets)}, key=len, reverse=True):
            text = text.replace(secret, "…")
        return text[:LONGEST_REASON]


def check_service(url: str) -> None:
    """Raise BadValueError, which does not show the address, if no service understands it; or ExtraMissingError."""
    _service(url)


def _service(url: str) -> Any:
    require("notify", "Notifications")
    scheme = scheme_of(url)
    if not scheme:
        problem = "the address of a service begins with its scheme"
        raise BadValueError(path="URL", problem=problem, expected=EXAMPLES)
    _load()
    from apprise import Apprise, AppriseAsset

    asset = AppriseAsset(storage_mode="memory", async_mode=False, app_id="renkei", app_desc="renkei")
    with _collected():
        found = Apprise.instantiate(url, asset=asset)
    if found is None:
        raise _not_understood(scheme)
    return found


@cache
def _load() -> None:
    """Load the library with all its services. Some of them cause warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from apprise.plugins import N_MGR

        N_MGR.load_modules()  # type: ignore[no-untyped-call]


def _not_understood(scheme: str) -> BadValueError:
    """Return the error for an address that no service takes. It names the scheme only."""
    from apprise.plugins import N_MGR

    hint = f"https://appriseit.com/services/ lists the services and their addresses, such as {EXAMPLES}."
    if scheme in N_MGR:
        return BadValueError(path="URL", problem=f"the part after `{scheme}://` is incomplete or invalid", hint=hint)
    close = get_close_matches(scheme, N_MGR.schemas(), 1)  # type: ignore[no-untyped-call]
    meant = f"Did you mean `{close[0]}://`? {hint}" if close else hint
    return BadValueError(path="URL", problem=f"no service has the scheme {quote(scheme, 20)}", hint=meant)


def _plain(text: str) -> str:
    """Return a text without hidden characters, mentions, and links in Markdown, which many services show."""
    text = visible(text)
    for sign, sent in SIGNS.items():
        text = text.replace(sign, sent)
    return text


class _Collector(logging.Handler):
    """Collects the warnings of the library, for each thread its own."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said = threading.local()

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a warning, if its thread collects them."""
        said: list[str] | None = getattr(self.said, "now", None)
        if said is not None:
            said.append(record.getMessage())


_COLLECTOR = _Collector()


@contextmanager
def _collected() -> Iterator[list[str]]:
    """Yield a list to which the library's warnings of this thread are added."""
    logging.getLogger("apprise").addHandler(_COLLECTOR)  # adding it twice changes nothing
    said = _COLLECTOR.said.now = list[str]()
    try:
        yield said
    finally:
        _COLLECTOR.said.now = None
