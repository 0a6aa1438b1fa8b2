"""A server that answers as the public documentation of Discord's API and gateway says, with faults that tests ask for.

A session outlives its link: a client that resumes it hears every event after a number. A nonce is known for a while
only, a webhook knows none, and a thread is a channel with the id of the post that it is below.
"""

import asyncio
import itertools
import json
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from local_server import Json, LocalServer

TOKEN = "test-token.x_y-z"
BOT, APPLICATION, SERVER = "900", "901", "50"
TEAM, BACKEND = "1001", "1002"
FILE = b"content of a file"
EPOCH = 1_420_070_400_000


class DiscordFaultError(Exception):
    """An error of the API: its status, number and message."""

    def __init__(self, status: int, number: int, message: str) -> None:
        super().__init__(message)
        self.status, self.number = status, number


class Session:
    """What a bot hears: events with numbers, over one link after another."""

    def __init__(self, name: str) -> None:
        self.name, self.events, self.link = name, list[Json](), None


class DiscordServer(LocalServer):
    """Users, channels, posts, webhooks and sessions, in memory."""

    def __init__(self) -> None:
        self.users = {name: {"id": f"70{at}", "username": name} for at, name in enumerate(("ann", "bob", "eve"))}
        self.users["ann"]["global_name"] = "Ann"
        self.channels: dict[str, Json] = {
            one: {"id": one, "type": 0, "name": name, "guild_id": SERVER, "last_message_id": None}
            for one, name in ((TEAM, "team"), (BACKEND, "backend"))
        }
        self.posts: dict[str, Json] = {}
        self.webhooks: dict[str, Json] = {}
        self.commands: list[Json] = []
        self.answers: list[Json] = []
        self.files: list[bytes] = []
        self.sessions: dict[str, Session] = {}
        self.may_webhook, self.reads_content, self.takes_direct = True, True, True
        self.dropped = 0
        """How many of the next events are not sent."""
        self.doubling = self.delaying = 0.0
        """The share of events that are sent twice, or after the next one."""
        self.heartbeats = 0
        self.heartbeat_seconds, self.is_silent = 20.0, False
        self.starts_left = 1000
        self._nonces: dict[str, str] = {}
        self._late: list[tuple[Session, Json]] = []
        self._now = itertools.count(1_700_000_000_000 - EPOCH, 7)
        super().__init__()

    # What tests do.

    def user(self, name: str) -> str:
        return str(self.users[name]["id"])

    def say(self, user: str, text: str, channel: str = TEAM, **more: Any) -> Json:
        """Post as somebody; the channel "" is the direct one with the bot."""
        where = channel or self._direct(self.user(user))
        return self.on_loop(self._add(where, {"author": self.users[user], "content": text, **more}))

    def edit(self, post: Json, text: str) -> None:
        stamp = datetime.fromtimestamp((next(self._now) + EPOCH) / 1000, UTC).isoformat()
        post |= {"content": text, "edited_timestamp": stamp}
        self.on_loop(self._dispatch("MESSAGE_UPDATE", dict(post)))

    def delete(self, post: Json) -> None:
        del self.posts[post["id"]]
        self.on_loop(self._dispatch("MESSAGE_DELETE", {"id": post["id"], "channel_id": post["channel_id"]}))

    def react(self, user: str, post: Json, sign: str) -> None:
        data = {"user_id": self.user(user), "channel_id": post["channel_id"], "message_id": post["id"]}
        post.setdefault("reactions", []).append({"emoji": {"id": None, "name": sign}, "users": [self.users[user]]})
        self.on_loop(self._dispatch("MESSAGE_REACTION_ADD", {**data, "emoji": {"id": None, "name": sign}}))

    def unreact(self, user: str, post: Json, sign: str) -> None:
        who = self.users[user]
        post["reactions"] = [
            one for one in post["reactions"] if one["emoji"]["name"] != sign or who not in one["users"]
        ]
        data = {"user_id": who["id"], "channel_id": post["channel_id"], "message_id": post["id"]}
        self.on_loop(self._dispatch("MESSAGE_REACTION_REMOVE", {**data, "emoji": {"id": None, "name": sign}}))

    def rename(self, channel: str, name: str) -> None:
        self.channels[channel]["name"] = name
        self.on_loop(self._dispatch("CHANNEL_UPDATE", self.channels[channel]))

    def press(self, user: str, post: Json, label: str) -> None:
        buttons = (one for row in post["components"] for one in row["components"])
        chosen = next(one["custom_id"] for one in buttons if one["label"] == label)
        self._interact(user, 3, {"custom_id": chosen}, post["channel_id"], message=post)

    def submit(self, user: str, post: Json, reason: str) -> None:
        """Send the form that the last press opened."""
        form = self.answers[-1]["data"]
        (row,) = form["components"]
        assert len(form["custom_id"]) <= 100
        assert len(form["title"]) <= 45
        assert len(row["components"][0]["label"]) <= 45
        fields = [{"type": 4, "custom_id": row["components"][0]["custom_id"], "value": reason}]
        data = {"custom_id": form["custom_id"], "components": [{"type": 1, "components": fields}]}
        self._interact(user, 5, data, post["channel_id"], message=post)

    def choose(self, user: str, command: str, **options: str) -> None:
        given = [{"name": name, "type": 3, "value": value} for name, value in options.items()]
        self._interact(user, 2, {"name": command, "options": given}, TEAM)

    def _interact(self, user: str, kind: int, data: Json, where: str, **more: Any) -> None:
        who = {"member": {"user": self.users[user]}, "guild_id": SERVER} if where in self.channels else {}
        said = {"id": str(next(self._now) << 22), "token": "t", "type": kind, "channel_id": where, "data": data}
        self.on_loop(self._dispatch("INTERACTION_CREATE", {**said, **who, **more}))

    def said(self, channel: str = TEAM) -> list[str]:
        return [one["content"] for one in self.made(channel)]

    def made(self, channel: str = TEAM) -> list[Json]:
        """Return what the bot posted in a channel and in the threads of it."""
        places = {channel, *(one for one, known in self.channels.items() if known.get("parent_id") == channel)}
        mine = (one for one in list(self.posts.values()) if one["author"]["id"] == BOT or one.get("webhook_id"))
        return sorted((one for one in mine if one["channel_id"] in places), key=lambda one: int(one["id"]))

    def drop_links(self, code: int = 1011) -> None:
        async def drop() -> None:
            for one in self.sessions.values():
                if one.link is not None:
                    link, one.link = one.link, None
                    with suppress(WebSocketDisconnect, RuntimeError):  # its client was killed just now
                        await link.close(code)

        self.on_loop(drop())

    def forget_sessions(self) -> None:
        self.drop_links()
        self.sessions.clear()

    def forget_nonces(self) -> None:
        self._nonces.clear()

    @property
    def has_links(self) -> bool:
        return any(one.link is not None for one in self.sessions.values())

    # The server.

    def routes(self) -> Sequence[BaseRoute]:
        one = "/channels/{channel}/messages/{message}"
        table = [
            ("GET", "/users/@me", self._me),
            ("GET", "/applications/@me", self._application),
            ("GET", "/users/@me/guilds", self._servers),
            ("POST", "/users/@me/channels", self._open_direct),
            ("GET", f"/guilds/{SERVER}/channels", self._list_channels),
            ("GET", f"/guilds/{SERVER}/threads/active", self._active),
            ("PUT", f"/applications/{APPLICATION}/guilds/{SERVER}/commands", self._set_commands),
            ("GET", "/gateway/bot", self._gateway),
            ("GET", "/channels/{channel}", self._get_channel),
            ("GET", "/channels/{channel}/threads/archived/public", self._archived),
            ("GET", "/channels/{channel}/messages", self._history),
            ("POST", "/channels/{channel}/messages", self._create),
            ("GET", one, self._get_post),
            ("PATCH", one, self._patch),
            ("GET", f"{one}/reactions/{{sign}}", self._list_reactions),
            ("POST", f"{one}/threads", self._create_thread),
            ("GET", "/channels/{channel}/webhooks", self._list_webhooks),
            ("POST", "/channels/{channel}/webhooks", self._create_webhook),
            ("POST", "/webhooks/{webhook}/{token}", self._execute),
            ("PATCH", "/webhooks/{webhook}/{token}/messages/{message}", self._patch_through),
            ("POST", "/interactions/{interaction}/{token}/callback", self._answer_interaction),
        ]
        found: list[BaseRoute] = [Route(path, self._called(call), methods=[method]) for method, path, call in table]
        return [*found, Route("/files/{name}", lambda request: Response(FILE)), WebSocketRoute("/link/", self._link)]

    def failure(self, status: int, seconds: float) -> Response:
        said = {"message": "planned", "code": 0, "retry_after": seconds, "global": False}
        return JSONResponse(said, status, {"Retry-After": str(seconds)} if status == 429 else {})

    def _called(self, call: Any) -> Any:
        async def called(request: Request) -> Response:
            if request.headers.get("authorization") != f"Bot {TOKEN}":
                return JSONResponse({"message": "401: Unauthorized", "code": 0}, 401)
            if (failed := self.fault(request)) is not None:
                return failed
            try:
                body = await self._body(request)
                found = await call(request, body)
            except DiscordFaultError as error:
                return JSONResponse({"message": str(error), "code": error.number}, error.status)
            if call in (self._create, self._execute):
                self.after_post(found)
                return self.answer(request, found, found)
            return Response(status_code=204) if found is None else JSONResponse(found)

        return called

    async def _body(self, request: Request) -> Any:
        if not request.headers.get("content-type", "").startswith("multipart/"):
            return await request.json() if request.method in ("POST", "PATCH", "PUT") else {}
        async with request.form() as form:
            self.files = [await one.read() for name, one in form.items() if name.startswith("files[")]
            if any(len(one) > 1000 for one in self.files):
                raise DiscordFaultError(413, 40005, "Request entity too large")
            return json.loads(form["payload_json"])

    async def _me(self, request: Request, body: Json) -> Json:
        return {"id": BOT, "username": "renkei", "bot": True}

    async def _application(self, request: Request, body: Json) -> Json:
        return {"id": APPLICATION, "flags": (1 << 19) * self.reads_content}

    async def _servers(self, request: Request, body: Json) -> list[Json]:
        return [{"id": SERVER, "name": "Eng"}]

    async def _list_channels(self, request: Request, body: Json) -> list[Json]:
        return [one for one in self.channels.values() if one["type"] == 0]

    async def _open_direct(self, request: Request, body: Json) -> Json:
        return self.channels[self._direct(body["recipient_id"])]

    async def _set_commands(self, request: Request, body: Any) -> list[Json]:
        self.commands = body
        return self.commands

    async def _gateway(self, request: Request, body: Json) -> Json:
        limit = {"total": 1000, "remaining": self.starts_left, "reset_after": 60_000}
        return {"url": f"ws://127.0.0.1:{self.port}/link", "session_start_limit": limit}

    async def _get_channel(self, request: Request, body: Json) -> Json:
        return self._channel(request)

    async def _active(self, request: Request, body: Json) -> Json:
        return {"threads": [one for one in self.channels.values() if one["type"] == 11]}

    async def _archived(self, request: Request, body: Json) -> Json:
        return {"threads": []}

    async def _history(self, request: Request, body: Json) -> list[Json]:
        where, query = self._channel(request)["id"], request.query_params
        found = sorted(
            (one for one in self.posts.values() if one["channel_id"] == where), key=lambda one: int(one["id"])
        )
        limit = int(query.get("limit", 50))
        if "after" in query:
            found = [one for one in found if int(one["id"]) > int(query["after"])][:limit]
        elif "before" in query:
            found = [one for one in found if int(one["id"]) < int(query["before"])]
        return [_without_nonce(one) for one in found[-limit:][::-1]]

    async def _get_post(self, request: Request, body: Json) -> Json:
        return _without_nonce(self._post(request))

    async def _list_reactions(self, request: Request, body: Json) -> list[Json]:
        found = self._post(request).get("reactions", [])
        sign, query = request.path_params["sign"], request.query_params
        users = sorted((user for one in found if one["emoji"]["name"] == sign for user in one["users"]), key=_number)
        return [one for one in users if _number(one) > int(query.get("after", 0))][: int(query.get("limit", 25))]

    async def _create(self, request: Request, body: Json) -> Json:
        channel = self._channel(request)
        check(body)
        if channel["type"] == 1 and not self.takes_direct:
            raise DiscordFaultError(403, 50007, "Cannot send messages to this user")
        if body.get("enforce_nonce") and body["nonce"] in self._nonces:
            return self.posts[self._nonces[body["nonce"]]]
        kept = {name: body[name] for name in ("content", "components", "nonce", "message_reference") if name in body}
        post = await self._add(channel["id"], {"author": {"id": BOT, "username": "renkei", "bot": True}, **kept}, body)
        self._nonces[body["nonce"]] = post["id"]
        return post

    async def _execute(self, request: Request, body: Json) -> Json:
        webhook = self._webhook(request)
        check(body)
        assert "nonce" not in body
        where = request.query_params.get("thread_id", webhook["channel_id"])
        if where not in self.channels:
            raise DiscordFaultError(404, 10003, "Unknown Channel")
        name = body.get("username", "renkei")
        if "discord" in name.lower():
            raise DiscordFaultError(400, 50035, "Invalid Form Body")
        by = {"author": {"id": webhook["id"], "username": name, "bot": True}, "webhook_id": webhook["id"]}
        kept = {name: body[name] for name in ("content", "components", "avatar_url") if name in body}
        return await self._add(where, {**by, "application_id": webhook["application_id"], **kept}, body)

    async def _patch(self, request: Request, body: Json) -> Json:
        post = self._post(request)
        if post["author"]["id"] != BOT:
            raise DiscordFaultError(403, 50005, "Cannot edit a message authored by another user")
        return await self._changed(post, body)

    async def _patch_through(self, request: Request, body: Json) -> Json:
        webhook, post = self._webhook(request), self.posts.get(request.path_params["message"])
        where = request.query_params.get("thread_id", webhook["channel_id"])
        if post is None or post.get("webhook_id") != webhook["id"] or post["channel_id"] != where:
            raise DiscordFaultError(404, 10008, "Unknown Message")
        return await self._changed(post, body)

    async def _changed(self, post: Json, body: Json) -> Json:
        check(body)
        stamp = datetime.fromtimestamp((next(self._now) + EPOCH) / 1000, UTC).isoformat()
        post |= {"content": body["content"], "components": body["components"], "edited_timestamp": stamp}
        await self._dispatch("MESSAGE_UPDATE", dict(post))
        return post

    async def _create_thread(self, request: Request, body: Json) -> Json:
        post = self._post(request)
        if post["id"] in self.channels:
            raise DiscordFaultError(400, 160004, "A thread has already been created for this message")
        made = {"id": post["id"], "type": 11, "name": body["name"], "guild_id": SERVER, "last_message_id": None}
        self.channels[post["id"]] = made | {"parent_id": post["channel_id"]}
        post["flags"] = 1 << 5
        return made

    async def _list_webhooks(self, request: Request, body: Json) -> list[Json]:
        if not self.may_webhook:
            raise DiscordFaultError(403, 50013, "Missing Permissions")
        return [one for one in self.webhooks.values() if one["channel_id"] == request.path_params["channel"]]

    async def _create_webhook(self, request: Request, body: Json) -> Json:
        channel = self._channel(request)["id"]
        made = {"id": f"8{channel}", "token": "w", "application_id": APPLICATION, "channel_id": channel}
        self.webhooks[made["id"]] = made
        return made

    async def _answer_interaction(self, request: Request, body: Json) -> None:
        self.answers.append(body)

    def _channel(self, request: Request) -> Json:
        found = self.channels.get(request.path_params["channel"])
        if found is None:
            raise DiscordFaultError(404, 10003, "Unknown Channel")
        if found.get("denied"):
            raise DiscordFaultError(403, 50001, "Missing Access")
        return found

    def _post(self, request: Request) -> Json:
        found = self.posts.get(request.path_params["message"])
        if found is None or found["channel_id"] != self._channel(request)["id"]:
            raise DiscordFaultError(404, 10008, "Unknown Message")
        return found

    def _webhook(self, request: Request) -> Json:
        found = self.webhooks.get(request.path_params["webhook"])
        if found is None or found["token"] != request.path_params["token"]:
            raise DiscordFaultError(404, 10015, "Unknown Webhook")
        return found

    def _direct(self, user: str) -> str:
        name = f"5{user}"
        recipient = next(one for one in self.users.values() if one["id"] == user)
        self.channels.setdefault(name, {"id": name, "type": 1, "recipients": [recipient], "last_message_id": None})
        return name

    async def _add(self, where: str, post: Json, asked: Json | None = None) -> Json:
        name = str(next(self._now) << 22)
        named = [one for one in self.users.values() if f"<@{one['id']}>" in post["content"]]
        if asked is not None:
            assert asked["allowed_mentions"]["parse"] == []
            named = [one for one in named if one["id"] in asked["allowed_mentions"]["users"]]
        server = {"guild_id": SERVER} if "guild_id" in self.channels[where] else {}
        self.posts[name] = {"id": name, "channel_id": where, "type": 0, "edited_timestamp": None, **post}
        self.posts[name] |= {"mentions": named, **server}
        self.channels[where]["last_message_id"] = name
        await self._dispatch("MESSAGE_CREATE", dict(self.posts[name]))
        return self.posts[name]

    async def _dispatch(self, name: str, data: Json) -> None:
        for session in list(self.sessions.values()):
            event = {"op": 0, "t": name, "d": data, "s": len(session.events) + 1}
            session.events.append(event)
            if self.dropped:
                self.dropped -= 1
            elif self.chance.random() < self.delaying:
                self._late.append((session, event))
            else:
                for _ in range(1 + (self.chance.random() < self.doubling)):
                    await self._send(session, event)
                late, self._late = self._late, []
                for one in late:
                    await self._send(*one)

    async def _send(self, session: Session, event: Json) -> None:
        try:
            if session.link is not None:
                await session.link.send_json(event)
        except (WebSocketDisconnect, RuntimeError):
            session.link = None

    async def _link(self, link: WebSocket) -> None:
        await link.accept()
        await link.send_json({"op": 10, "d": {"heartbeat_interval": self.heartbeat_seconds * 1000}})
        session: Session | None = None
        try:
            while True:
                said = await link.receive_json()
                if said["op"] == 1:
                    self.heartbeats += 1
                    if not self.is_silent:
                        await link.send_json({"op": 11})
                    continue
                session = await self._begin(link, said)
        except (WebSocketDisconnect, asyncio.CancelledError):
            pass
        if session is not None and session.link is link:
            session.link = None

    async def _begin(self, link: WebSocket, said: Json) -> Session | None:
        data = said["d"]
        if data["token"] != TOKEN:
            await link.close(4004)
            return None
        if said["op"] == 2 and not self.reads_content and data["intents"] & 1 << 15:
            await link.close(4014)
            return None
        if said["op"] == 2:
            return await self._ready(link)
        session = self.sessions.get(data["session_id"])
        if session is None:
            await link.send_json({"op": 9, "d": False})
            return None
        for event in session.events[data["seq"] :]:
            await link.send_json(event)
        session.link = link
        await self._tell(session, "RESUMED", {})
        return session

    async def _ready(self, link: WebSocket) -> Session:
        session = Session(f"s{len(self.sessions) + next(self._now)}")
        self.sessions = {session.name: session}
        session.link = link
        address = f"ws://127.0.0.1:{self.port}/link"
        await self._tell(session, "READY", {"session_id": session.name, "resume_gateway_url": address})
        return session

    async def _tell(self, session: Session, name: str, data: Json) -> None:
        event = {"op": 0, "t": name, "d": data, "s": len(session.events) + 1}
        session.events.append(event)
        await self._send(session, event)


def _number(user: Json) -> int:
    return int(user["id"])


def _without_nonce(post: Json) -> Json:
    return {name: value for name, value in post.items() if name != "nonce"}


def check(body: Json) -> None:
    """Raise an error for a post that the API rejects."""
    buttons = [one for row in body.get("components", ()) for one in row["components"]]
    is_long = any(len(one["custom_id"]) > 100 or len(one["label"]) > 80 for one in buttons)
    is_double = len({one["custom_id"] for one in buttons}) < len(buttons)
    if is_long or is_double or not body["content"].strip() or len(body["content"]) > 2000:
        raise DiscordFaultError(400, 50035, "Invalid Form Body")
    assert len(body.get("nonce", "")) <= 25
