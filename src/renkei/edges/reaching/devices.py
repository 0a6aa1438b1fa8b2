"""The devices of people: browsers that receive notifications by web push (RFC 8030), also while no page is open.

A browser gives a page the address of its push service, and two keys. A program with all three can send to the
browser, so they are kept like passwords and shown to no one. A device belongs to one person, in one incarnation. It
ends when the person signs out or leaves, when the session in which it was added is revoked, and when the push service
says so.
"""

import base64
import binascii
import hmac
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import Field, JsonValue

from renkei.edges.reaching.kept import ANSWER_KEYS, DEVICES, PUSH_KEY, Kept, change, kept, rows
from renkei.errors import BadValueError
from renkei.immutable.frozen import frozen
from renkei.project.project import Project
from renkei.protocol.primitives import Frozen, Id, Positive
from renkei.store.tokens import Token
from renkei.wording.visible import one_line

MOST_DEVICES = 20
"""Devices of one person; the oldest is dropped first."""

LONGEST_ENDPOINT = 2000
LONGEST_NAME = 60
"""Characters."""

KEY_BYTES = 65
SECRET_BYTES = 16
"""Bytes of the two keys of a browser: a point on the curve P-256, and a secret (RFC 8291)."""

ID_DIGITS = 8


class Device(Frozen):
    """A browser that receives the notifications of a person."""

    id: str
    person: Id
    incarnation: Positive
    endpoint: Annotated[str, Field(repr=False)]
    """The secret address at its push service."""
    key: Annotated[str, Field(repr=False)]
    secret: Annotated[str, Field(repr=False)]
    """The keys with which only this browser can read: `p256dh` and `auth`, in base64url."""
    session: str
    """The id of the session in which it was added, or last used."""
    until: str
    """When that session expires (UTC). The device stays then, but not if the session was revoked before."""
    name: str = ""
    """The browser and its system, as people tell their devices apart."""
    rules: Mapping[str, JsonValue] = {}
    """Which notifications it receives and when; the defaults of a destination otherwise."""
    ended: str = ""
    """When the push service said that the browser no longer takes any (UTC); "" while it does."""


Known = dict[str, Device]
"""Devices by id, the oldest first."""


@frozen
class PushKey:
    """The key with which the servers of a project sign what they send (VAPID, RFC 8292), in base64url."""

    private: str
    public: str


def push_key(project: Project) -> PushKey:
    """Return the key of a project, made when first asked for; raises LogError. Needs the extra `notify`."""
    if (found := _push_key(kept(project))) is not None:
        return found
    made = _made_key()

    def added(now: Kept) -> Kept:
        return now if _push_key(now) else {**now, PUSH_KEY: {"private": made.private, "public": made.public}}

    change(project, added)
    return _push_key(kept(project)) or made


def _push_key(found: Mapping[str, JsonValue]) -> PushKey | None:
    match found.get(PUSH_KEY):
        case {"private": str(private), "public": str(public)}:
            return PushKey(private, public)
    return None


def _made_key() -> PushKey:
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    made = ec.generate_private_key(ec.SECP256R1())
    private = made.private_numbers().private_value.to_bytes(32, "big")
    public = made.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return PushKey(_encoded(private), _encoded(public))


def device_of(project: Project, session: Token, endpoint: str, key: str, secret: str, name: str) -> Device:
    """Return a new device of the person of a session; raises BadValueError for an address or key no browser makes."""
    check_endpoint(endpoint)
    _check_key("/p256dh", key, KEY_BYTES)
    _check_key("/auth", secret, SECRET_BYTES)
    return Device(
        id=_id_of(project, endpoint),
        person=session.actor,
        incarnation=session.incarnation,
        endpoint=endpoint,
        key=key,
        secret=secret,
        session=session.id,
        until=session.expires or "",
        name=one_line(name)[:LONGEST_NAME],
    )


def _id_of(project: Project, endpoint: str) -> str:
    """Return the id of an address, which no one else can compute, and so find an address with the id of another."""
    return hmac.new(push_key(project).private.encode(), endpoint.encode(), sha256).hexdigest()[:ID_DIGITS]


def check_endpoint(endpoint: str) -> None:
    """Raise BadValueError, which does not show the address, unless it is one of a push service."""
    try:
        parts = urlsplit(endpoint)
        is_right = parts.scheme == "https" and bool(parts.hostname) and parts.username is None and not parts.fragment
        is_right = is_right and (parts.port is None or 0 < parts.port < 65536)
    except ValueError:
        is_right = False
    is_plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    if not is_right or not is_plain or len(endpoint) > LONGEST_ENDPOINT:
        problem = "the address of a push service begins with https:// and a host name"
        raise BadValueError(path="/endpoint", problem=problem, expected="the endpoint of a browser's subscription")


def _check_key(path: str, text: str, size: int) -> None:
    try:
        found = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        found = b""
    if len(found) != size or (size == KEY_BYTES and not _is_point(found)):
        problem = "it is not a key of a browser's subscription"
        raise BadValueError(path=path, problem=problem, expected=f"{size} bytes in base64url")


def _is_point(key: bytes) -> bool:
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    except ValueError:
        return False
    return True


def devices(project: Project) -> tuple[Device, ...]:
    """Return all devices, ended ones included, oldest first."""
    return tuple(_devices(kept(project)).values())


def _devices(found: Mapping[str, JsonValue]) -> Known:
    known: Known = {}
    for name, row in rows(found, DEVICES).items():
        try:
            known[name] = Device.model_validate(row)
        except BadValueError:  # renkei did not write it
            continue
    return known


def reachable(project: Project) -> tuple[Device, ...]:
    """Return the devices to which notifications go; raises LogError. Those of a revoked session are removed."""
    found = [one for one in devices(project) if not one.ended]
    if not found:
        return ()
    state, now = project.state, project.time()
    sessions = {one.id for one in project.tokens() if one.is_session}
    revoked = [one.session for one in found if one.session not in sessions and now < one.until]
    for session in dict.fromkeys(revoked):
        remove_session(project, session)
    people = {one.id: one.incarnation for one in state.everybody() if one.human}
    return tuple(one for one in found if one.session not in revoked and people.get(one.person) == one.incarnation)


def add_device(project: Project, device: Device) -> None:
    """Add a device, whose rules stay if its person had it before; another person's is replaced. Raises LogError."""

    def added(known: Known) -> Known:
        before = known.pop(device.id, None)
        is_same = before is not None and (before.person, before.incarnation) == (device.person, device.incarnation)
        new = device.model_copy(update={"rules": {**device.rules, **before.rules}}) if before and is_same else device
        mine = [one.id for one in known.values() if one.person == device.person]
        for oldest in mine[: max(0, len(mine) + 1 - MOST_DEVICES)]:
            del known[oldest]
        return {**known, new.id: new}

    _change(project, added)


def change_rules(project: Project, name: str, rules: Mapping[str, JsonValue]) -> None:
    """Replace the rules of a device; raises LogError."""
    _change(
        project,
        lambda known: {
            key: one.model_copy(update={"rules": dict(rules)}) if key == name else one for key, one in known.items()
        },
    )


def meet(project: Project, session: Token, endpoint: str) -> bool:
    """Return whether a browser whose person has signed in is that person's device, which then follows this session.

    Another person's device at the same address is removed: the browser shows its pages to someone else now.
    """
    found = next((one for one in devices(project) if one.endpoint == endpoint), None)
    if found is None:
        return False
    if (found.person, found.incarnation) != (session.actor, session.incarnation):
        remove_device(project, found.id)
        return False
    if found.session != session.id:
        update = {"session": session.id, "until": session.expires or ""}
        _change(
            project,
            lambda known: {
                key: one.model_copy(update=update) if key == found.id else one for key, one in known.items()
            },
        )
    return not found.ended


def end_device(project: Project, name: str, at: str) -> None:
    """Note that a push service no longer knows a device; its keys are forgotten. Raises LogError."""
    update = {"ended": at, "endpoint": "", "key": "", "secret": ""}
    _change(
        project,
        lambda known: {key: one.model_copy(update=update) if key == name else one for key, one in known.items()},
    )


def remove_device(project: Project, name: str) -> None:
    """Remove a device; without it, nothing is left to do. Raises LogError."""
    _change(project, lambda known: {key: one for key, one in known.items() if key != name})


def remove_session(project: Project, session: str) -> None:
    """Remove the devices of a session that was ended; raises LogError."""
    if any(one.session == session for one in devices(project)):
        _change(project, lambda known: {key: one for key, one in known.items() if one.session != session})


def _change(project: Project, changed: Callable[[Known], Known]) -> None:
    """Change the devices; the answer links of those that have ended, or are another person's now, end with them."""

    def replaced(now: Kept) -> Kept:
        before, after = _owners(_devices(now)), changed(_devices(now))
        gone = {key for key, _ in before.items() - _owners(after).items()}
        found: Kept = {key: one.model_dump(mode="json") for key, one in after.items()}
        keys: Kept = {key: one for key, one in rows(now, ANSWER_KEYS).items() if key not in gone}
        return {**now, DEVICES: found, ANSWER_KEYS: keys}

    change(project, replaced)


def _owners(known: Known) -> dict[str, tuple[str, int]]:
    """Return the person and incarnation of each device that has not ended."""
    return {key: (one.person, one.incarnation) for key, one in known.items() if not one.ended}


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
