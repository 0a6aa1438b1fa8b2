"""Notifications to browsers by web push (RFC 8030), encrypted for one browser and signed (RFC 8291 and 8292).

The address of a browser's push service comes from the browser, so a person could name any server that this one
reaches. Hence it is used over TLS only, its host's addresses have to be public, and the request goes to exactly the
address that was checked. Redirects are not followed, and of the answer only the status is read.

apprise has such a service too. It reads keys and subscriptions from files, and lets a notification wait for a browser
that is switched off for a minute at most, which is when people are away.
"""

import base64
import json
import socket
import ssl
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from threading import Event, Timer
from urllib.parse import urlsplit

from renkei.edges.notifications.port import Notification, Notifier, Outcome
from renkei.edges.reaching.devices import Device, PushKey
from renkei.extras import require
from renkei.wording.visible import visible

CONNECT_SECONDS = 10.0
ANSWER_SECONDS = 20.0
MOST_SECONDS = 30.0
"""Seconds after which a connection is cut, however often a byte arrives."""

UNICAST = IPv6Network("2000::/3")
"""All addresses of version 6 that the internet routes, but for those below."""

TRANSLATED = IPv6Network("64:ff9b::/96")
"""Addresses whose last 32 bits are one of version 4, which a gateway translates (RFC 6052)."""

KEPT = 7 * 86_400
"""Seconds for which a push service keeps a notification for a browser that cannot be reached."""

LARGEST = 3993
"""Bytes of a notification before encryption: push services take 4096 after it."""

GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
"""Answers that end a subscription."""

CONTACT = "mailto:renkei@example.com"
"""Where a push service could write to, if the view has no public address; Apple's wants a mail or web address."""


class NotPublicError(Exception):
    """A host has an address that is not public."""


class UnansweredError(Exception):
    """A host was connected, and did not answer in time."""


class WebPushNotifier(Notifier):
    """One browser. A notification with the key of an earlier one replaces it there."""

    shows_a_key_once = True

    def __init__(self, device: Device, key: PushKey, contact: str = "", own_services: Collection[str] = ()) -> None:
        """`contact`: the public address of the view. `own_services`: push services that may have private addresses."""
        require("notify", "Web push")
        self._device = device
        self._key = key
        view = urlsplit(contact)
        is_public = view.scheme == "https" and "." in (view.hostname or "")
        self._contact = f"https://{view.hostname}" if is_public else CONTACT
        self._own_services = own_services

    def send(self, one: Notification) -> Outcome:
        """Send a notification within the time limits."""
        endpoint = urlsplit(self._device.endpoint)
        host = endpoint.hostname or ""
        try:
            body = self._encrypted(payload(one))
            headers = self._headers(one, f"{endpoint.scheme}://{endpoint.netloc}") | {"Host": endpoint.netloc}
            status = _post(
                host,
                endpoint.port or 443,
                f"{endpoint.path}?{endpoint.query}".rstrip("?"),
                body,
                headers,
                addresses(host, endpoint.port or 443, self._own_services),
            )
        except UnansweredError:
            return Outcome("unanswered", f"{host} did not answer in time")
        except NotPublicError:
            return Outcome("failed", f"{host} has no public address; name your own push service with --push-service")
        except (HTTPException, OSError, ValueError) as error:
            return Outcome("failed", f"{host} cannot be reached ({type(error).__name__})")
        if status in GONE:
            return Outcome("ended", f"its push service answered {status}")
        return (
            Outcome("delivered") if status < HTTPStatus.MULTIPLE_CHOICES else Outcome("failed", _refused(host, status))
        )

    def _encrypted(self, text: bytes) -> bytes:
        import http_ece
        from cryptography.hazmat.primitives.asymmetric import ec

        once = ec.generate_private_key(ec.SECP256R1())
        key, secret = _decoded(self._device.key), _decoded(self._device.secret)
        return bytes(http_ece.encrypt(text, private_key=once, dh=key, auth_secret=secret, version="aes128gcm"))

    def _headers(self, one: Notification, audience: str) -> dict[str, str]:
        from py_vapid import Vapid02

        signed = Vapid02.from_raw(self._key.private.encode()).sign({"sub": self._contact, "aud": audience})
        return {
            **signed,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT),
            "Topic": one.key[:32],  # a repeated attempt replaces the first one, while the browser is away
            "Urgency": "high",  # agents wait for the person
        }


def payload(one: Notification) -> bytes:
    """Return what the worker of the view reads: at most `LARGEST` bytes, for which the end of the body is left out."""
    answers = [{"title": visible(answer.label), "link": answer.link} for answer in one.answers]
    said = {"tag": one.key, "title": visible(one.title), "link": one.link, "answers": answers}
    body = visible(one.body)
    while len(data := json.dumps({**said, "body": body}, ensure_ascii=False).encode()) > LARGEST:
        if not body:
            said = {**said, "title": str(said["title"])[: len(str(said["title"])) // 2], "answers": []}
        body = body[: max(0, len(body) - (len(data) - LARGEST) // 4 - 1)].rstrip()
    return data


def addresses(host: str, port: int, own_services: Collection[str] = ()) -> list[str]:
    """Return the addresses of a host; raises NotPublicError if one of them is not public, or OSError without any."""
    found = list(dict.fromkeys(str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)))
    if host not in own_services and not all(map(_is_public, found)):
        raise NotPublicError
    return found


def _is_public(address: str) -> bool:
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        inner = _inner(found)
        if not (found in UNICAST if inner is None else inner.is_global):
            return False
    return found.is_global and not found.is_multicast


def _inner(address: IPv6Address) -> IPv4Address | None:
    """Return the address of version 4 to which one of version 6 leads."""
    if address in TRANSLATED:
        return IPv4Address(address.packed[-4:])
    return address.ipv4_mapped or address.sixtofour


def _post(host: str, port: int, path: str, body: bytes, headers: dict[str, str], at: list[str]) -> int:
    """Return the status with which a host answers at the first of its addresses that can be reached.

    Raises UnansweredError, OSError, or HTTPException.
    """
    with _connected(at, port) as connection, _cut_in_time(connection):
        connection.settimeout(ANSWER_SECONDS)
        with _tls().wrap_socket(connection, server_hostname=host) as secured:
            request = HTTPConnection(host, port)
            request.sock = secured
            request.request("POST", path or "/", body, headers)
            return request.getresponse().status


def _connected(at: list[str], port: int) -> socket.socket:
    """Return a connection to the first of some addresses that can be reached; raises OSError."""
    for address in at[:-1]:
        with suppress(OSError):
            return socket.create_connection((address, port), CONNECT_SECONDS)
    return socket.create_connection((at[-1], port), CONNECT_SECONDS)


@contextmanager
def _cut_in_time(connection: socket.socket) -> Iterator[None]:
    """Cut a connection that lasts too long, and raise UnansweredError then, as for a single answer that is late.

    The limits of a socket begin again with each byte. So another thread ends the connection, by another descriptor of
    it: that of `connection` itself passes to TLS.
    """
    twin, is_cut = connection.dup(), Event()

    def cut() -> None:
        is_cut.set()
        with suppress(OSError):
            twin.shutdown(socket.SHUT_RDWR)

    timer = Timer(MOST_SECONDS, cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    except TimeoutError:
        raise UnansweredError from None
    except (OSError, HTTPException):
        if is_cut.is_set():
            raise UnansweredError from None
        raise
    finally:
        timer.cancel()
        timer.join()
        twin.close()


def _tls() -> ssl.SSLContext:
    """Return the authorities of the system; if it has none, those of apprise's library."""
    import certifi

    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context


def _refused(host: str, status: int) -> str:
    return f"{host} answered {status}"


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
