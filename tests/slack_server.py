"""A server that answers as the public documentation of Slack's Web API and Socket Mode says, with faults on demand.

As there: history has no replies, which stand in their threads; an event has no metadata; an envelope that nobody
acknowledges is sent again; an address of the WebSocket is good for one link; `client_msg_id` means nothing.
"""

import asyncio
import json
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from email.utils import formatdate
from threading import Thread
from typing import Any
from urllib.parse import parse_qs

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from slack_limits import Json, SlackFaultError, check, check_view, shown, within

APP, TOKEN = "xapp-1-test", "xoxb-test"
BOT = "U0RENKEI0"
FILE = b"name,size\nan,1\n"


class SlackServer:
    """A workspace with people, channels and posts, in memory."""

    def __init__(self) -> None:
        people = {"U0ANN0000": "ann", "U0BOB0000": "bob", "U0EVE0000": "eve"}
        self.users: dict[str, Json] = {
            one: {"id": one, "name": name, "profile": {"display_name": name}} for one, name in people.items()
        }
        self.users[BOT] = {"id": BOT, "name": "renkei", "is_bot": True, "profile": {}}
        self.users["U0CODEBOT"] = {"id": "U0CODEBOT", "name": "codebot", "is_bot": True, "profile": {}}
        self.channels: dict[str, Json] = {
            "C0TEAM000": {"id": "C0TEAM000", "name": "team", "is_member": False},
            "C0BACKEND": {"id": "C0BACKEND", "name": "backend", "is_member": True},
            "C0SECRET0": {"id": "C0SECRET0", "name": "secret", "is_private": True, "is_member": False},
        }
        self.members: dict[str, set[str]] = {one: set() for one in self.channels}
        self.posts: dict[str, list[Json]] = {one: [] for one in self.channels}
        self.uploaded: dict[str, tuple[str, bytes]] = {}
        """The name and the content of each file by its id."""
        self.asked: Counter[str] = Counter()
        self.arguments: list[tuple[str, Json]] = []
        self.scopes = "chat:write,chat:write.customize"
        self.page = 1000
        """The most posts of a page."""
        self.limited = 0.0
        """Seconds after which posts are to come again; 0 for no limit."""
        self.is_busy = False
        """Whether every second request for history is asked to come again."""
        self.after_post: Callable[[Json], None] = lambda post: None
        self.after_acknowledged: Callable[[], None] = lambda: None
        self.deaf = False
        """Whether events are lost, as they are while there is no link."""
        self.repeat = False
        self.acknowledged: set[str] = set()
        self.unacknowledged: dict[str, Json] = {}
        self.opened = 0
        """How many links there have been."""
        self._held: list[Json] | None = None
        self._faults: list[tuple[str, Callable[[Request], Response]]] = []
        self._links: list[WebSocket] = []
        self._tickets: set[str] = set()
        self.forms: list[Json] = []
        self.homes: dict[str, Json] = {}
        self.whispers: list[tuple[str, str, str]] = []
        """The channel, the user and the text of each post that only its user sees."""
        self._triggers: set[str] = set()
        self._now = 1_700_000_000_000_000
        self._serve_at(0)

    # What tests do.

    def say(self, user: str, text: str, channel: str = "C0TEAM000", **more: Any) -> Json:
        """Post as somebody, in a channel or, with `D`, alone with the app; returns the post."""
        if channel == "D":
            channel = self._direct(user)
        return self._on_loop(self._add(channel, {"user": user, "text": text, **more}))

    def edit(self, post: Json, text: str) -> None:
        before = dict(post)
        post |= {"text": text, "edited": {"user": post["user"], "ts": self._ts()}}
        self._tell_message(post, "message_changed", message=shown(post, False), previous_message=shown(before, False))

    def delete(self, post: Json) -> None:
        self.posts[post["channel"]].remove(post)
        self._tell_message(post, "message_deleted", deleted_ts=post["ts"], previous_message=shown(post, False))

    def rename(self, channel: str, name: str) -> None:
        known = self.channels[channel]
        known["previous_names"] = [known["name"]]
        known["name"] = name
        self._tell({"type": "channel_rename", "channel": {"id": channel, "name": name}, "event_ts": self._ts()})

    def move(self, user: str, channel: str, joined: bool) -> None:
        self._on_loop(self._moved(user, channel, joined))

    def press(self, user: str, post: Json, number: int) -> None:
        """Press a button of a post."""
        (buttons,) = [one["elements"] for one in post["blocks"] if one["type"] == "actions"]
        payload = {
            "type": "block_actions",
            "user": {"id": user, "username": self.users[user]["name"]},
            "container": {"type": "message", "message_ts": post["ts"], "channel_id": post["channel"]},
            "channel": {"id": post["channel"]},
            "message": shown(post, False),
            "actions": [{**buttons[number], "action_ts": self._ts()}],
        }
        self._send("interactive", {**payload, "trigger_id": self._trigger()})

    def slash(self, user: str, text: str, channel: str = "C0TEAM000") -> None:
        """Give the slash command; with `D`, alone with the app."""
        channel = self._direct(user) if channel == "D" else channel
        who = {"user_id": user, "user_name": self.users[user]["name"], "channel_id": channel, "team_id": "T0TEAM000"}
        self._send("slash_commands", {"command": "/renkei", "text": text, **who, "trigger_id": self._trigger()})

    def submit(self, user: str, reason: str) -> None:
        """Submit the form that was opened last."""
        view = {**self.forms[-1], "id": f"V{len(self.forms)}"}
        (field,) = view["blocks"]
        value = {"type": "plain_text_input", "value": reason}
        view["state"] = {"values": {field["block_id"]: {field["element"]["action_id"]: value}}}
        self._send("interactive", {"type": "view_submission", "user": {"id": user}, "view": view})

    def open_home(self, user: str) -> None:
        event = {"type": "app_home_opened", "user": user, "channel": self._direct(user), "tab": "home"}
        self._tell({**event, "event_ts": self._ts()})

    def press_home(self, user: str, label: str) -> None:
        """Press the first button with a label in the app's home."""
        buttons = (one for block in self.homes[user]["blocks"] for one in block.get("elements", ()))
        button = next(one for one in buttons if one["text"]["text"] == label)
        payload = {
            "type": "block_actions",
            "user": {"id": user},
            "container": {"type": "view", "view_id": "V0HOME"},
            "actions": [{**button, "action_ts": self._ts()}],
            "trigger_id": self._trigger(),
        }
        self._send("interactive", payload)

    def home(self, user: str) -> str:
        """Return the texts of the app's home, with the labels of its buttons in brackets."""
        blocks = self.homes.get(user, {}).get("blocks", ())
        return "\n".join(
            " ".join(f"[{one['text']['text']}]" for one in block["elements"])
            if block["type"] == "actions"
            else block["text"]["text"]
            for block in blocks
        )

    def _trigger(self) -> str:
        self._triggers.add(found := f"{self._ts()}.trigger")
        return found

    def react(self, user: str, post: Json, name: str) -> None:
        """React to a post."""
        post.setdefault("reactions", []).append({"name": name, "users": [user], "count": 1})
        item = {"type": "message", "channel": post["channel"], "ts": post["ts"]}
        event = {
            "type": "reaction_added",
            "user": user,
            "reaction": name,
            "item": item,
            "item_user": post.get("user", BOT),
        }
        author = {"item_user": post["user"]} if post.get("user") else {}
        self._tell({**event, **author, "event_ts": self._ts()})

    def unreact(self, user: str, post: Json, name: str) -> None:
        post["reactions"] = [one for one in post["reactions"] if one["name"] != name or user not in one["users"]]
        item = {"type": "message", "channel": post["channel"], "ts": post["ts"]}
        self._tell({"type": "reaction_removed", "user": user, "reaction": name, "item": item, "event_ts": self._ts()})

    def archive(self, channel: str, *, archived: bool = True) -> None:
        """Archive a channel, which removes the apps from it, or open it again and add the app."""
        self.channels[channel] |= {"is_archived": archived, "is_member": not archived}

    def own(self) -> list[Json]:
        """Return the posts of the app, in order."""
        found = [one for posts in self.posts.values() for one in posts if one.get("bot_id") == "B0RENKEI0"]
        return sorted(found, key=lambda one: float(one["ts"]))

    def said(self) -> list[str]:
        return [one["text"] for one in self.own()]

    def fail(self, method: str, status: int = 200, error: str = "", times: int = 1, **headers: str) -> None:
        """Let the next requests of a method fail."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        body = {"ok": False, "error": error} if error else {"ok": False}
        self._faults += [(method, lambda request: JSONResponse(body, status, named))] * times

    def lose(self, method: str) -> None:
        """Let the next two requests of a method be done, and their answers break off and never begin."""
        self._faults += [(method, self._broken), (method, self._nothing)]

    def drop_links(self) -> None:
        """End every link as a network does that fails."""

        async def drop() -> None:
            for link in list(self._links):
                with suppress(WebSocketDisconnect, RuntimeError):  # its client was killed just now
                    await link.close(1011)

        self._on_loop(drop())

    def refresh(self) -> None:
        """Announce the end of every link, as Slack does from time to time."""

        async def announce() -> None:
            for link in self._links:
                await link.send_json({"type": "disconnect", "reason": "refresh_requested", "debug_info": {}})

        self._on_loop(announce())

    def hold(self) -> None:
        """Keep events back until `release`, which sends them in reverse."""
        self._held = []

    def release(self) -> None:
        held, self._held = self._held or [], None
        for one in reversed(held):
            self._on_loop(self._deliver(one))

    # The server.

    def _serve_at(self, port: int) -> None:
        routes = [
            Route("/api/{method}", self._answer, methods=["GET", "POST"]),
            Route("/files/{name}", self._file),
            Route("/upload/{name}", self._upload, methods=["POST"]),
            WebSocketRoute("/link", self._listen),
        ]
        self._socket = socket.create_server(("127.0.0.1", port))
        self.port: int = self._socket.getsockname()[1]
        app = Starlette(routes=routes)

        async def with_transport(scope: Json, receive: Any, send: Any) -> None:
            await app({**scope, "transport": getattr(send.__self__, "transport", None)}, receive, send)

        config = uvicorn.Config(with_transport, ws="wsproto", log_level="critical", lifespan="off", date_header=False)
        self._server = uvicorn.Server(config)
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._server.serve([self._socket]))
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self._server.should_exit = self._server.force_exit = True
        self._thread.join()
        self._socket.close()
        self._links.clear()

    def start_again(self) -> None:
        self._serve_at(self.port)

    def _on_loop(self, work: Any) -> Any:
        if not self._thread.is_alive():  # the server is down, but people continue to act
            return asyncio.run(work)
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    def _ts(self) -> str:
        self._now += 1_000_100
        return f"{self._now / 1e6:.6f}"

    # Socket Mode

    async def _listen(self, link: WebSocket) -> None:
        ticket = link.query_params.get("ticket", "")
        if ticket not in self._tickets:
            await link.close()
            return
        self._tickets.discard(ticket)
        await link.accept()
        self._links.append(link)
        self.opened += 1
        try:
            await link.send_json({"type": "hello", "num_connections": len(self._links)})
            for envelope in list(self.unacknowledged.values()):
                await link.send_json({**envelope, "retry_attempt": 1})
            while True:
                name = (await link.receive_json()).get("envelope_id")
                self.acknowledged.add(name)
                self.unacknowledged.pop(name, None)
                self.after_acknowledged()
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            if link in self._links:
                self._links.remove(link)

    def _tell_message(self, post: Json, subtype: str, **more: Any) -> None:
        ts = self._ts()
        event = {"type": "message", "subtype": subtype, "channel": post["channel"], "ts": ts, "event_ts": ts, **more}
        self._tell(event)

    def _tell(self, event: Json) -> None:
        self._send("events_api", {"type": "event_callback", "event": event})

    def _send(self, kind: str, payload: Json) -> None:
        self._on_loop(self._deliver({"type": kind, "payload": payload}))

    async def _deliver(self, envelope: Json) -> None:
        if self.deaf:
            return
        if self._held is not None:
            self._held.append(envelope)
            return
        envelope = {"envelope_id": f"e{len(self.acknowledged)}-{self._ts()}", **envelope}
        self.unacknowledged[envelope["envelope_id"]] = envelope
        for link in self._links[-1:]:
            for _ in range(2 if self.repeat else 1):
                with suppress(WebSocketDisconnect, RuntimeError):
                    await link.send_json(envelope)

    # The Web API

    async def _answer(self, request: Request) -> Response:
        method, body = request.path_params["method"], await request.body()
        is_json = request.headers.get("content-type", "").startswith("application/json")
        found = parse_qs(request.url.query) | parse_qs("" if is_json else body.decode())
        given = {name: value[0] for name, value in found.items()} | (json.loads(body or "{}") if is_json else {})
        self.asked[method] += 1
        self.arguments.append((method, given))
        if self.is_busy and method == "conversations.history" and self.asked[method] % 2:
            return JSONResponse({"ok": False, "error": "ratelimited"}, 429, {"Retry-After": "0"})
        if self.limited and method == "chat.postMessage":
            return JSONResponse({"ok": False, "error": "ratelimited"}, 429, {"Retry-After": str(self.limited)})
        fault = next((one for one in self._faults if one[0] == method), None)
        if fault is not None:
            self._faults.remove(fault)
            if fault[1] not in (self._broken, self._nothing):
                return fault[1](request)
        try:
            wanted = APP if method == "apps.connections.open" else TOKEN
            if request.headers.get("authorization") != f"Bearer {wanted}":
                raise SlackFaultError("invalid_auth")
            answer = {"ok": True, **await getattr(self, f"_{method.replace('.', '_')}")(given)}
        except SlackFaultError as error:
            answer = {"ok": False, "error": str(error)}
        headers = {"x-oauth-scopes": self.scopes, "date": formatdate(self._now / 1e6, usegmt=True)}
        return JSONResponse(answer, headers=headers) if fault is None else fault[1](request)

    def _broken(self, request: Request) -> Response:
        async def half() -> AsyncIterator[bytes]:
            yield b'{"ok": true'

        return StreamingResponse(half(), headers={"content-length": "99"})

    def _nothing(self, request: Request) -> Response:
        request.scope["transport"].abort()
        return Response()

    async def _apps_connections_open(self, given: Json) -> Json:
        ticket = str(len(self._tickets) + self._now)
        self._now += 1
        self._tickets.add(ticket)
        return {"url": f"ws://127.0.0.1:{self.port}/link?ticket={ticket}"}

    async def _auth_test(self, given: Json) -> Json:
        return {"user_id": BOT, "bot_id": "B0RENKEI0", "team_id": "T0TEAM000"}

    async def _conversations_list(self, given: Json) -> Json:
        return self._paged([one for one in self.channels.values() if "name" in one], "channels", given)

    async def _users_conversations(self, given: Json) -> Json:
        assert given["types"] == "im"
        return self._paged([one for one in self.channels.values() if one.get("is_im")], "channels", given)

    async def _conversations_info(self, given: Json) -> Json:
        return {"channel": self._channel(given)}

    async def _conversations_join(self, given: Json) -> Json:
        channel = self._channel(given)
        if channel.get("is_archived"):
            raise SlackFaultError("is_archived")
        if channel.get("is_private"):
            raise SlackFaultError("method_not_supported_for_channel_type")
        channel["is_member"] = True
        return {"channel": channel}

    async def _conversations_invite(self, given: Json) -> Json:
        if given["users"] in self.members[self._channel(given)["id"]]:
            raise SlackFaultError("already_in_channel")
        await self._moved(given["users"], given["channel"], True)
        return {"channel": self._channel(given)}

    async def _conversations_kick(self, given: Json) -> Json:
        if given["user"] not in self.members[self._channel(given)["id"]]:
            raise SlackFaultError("not_in_channel")
        await self._moved(given["user"], given["channel"], False)
        return {}

    async def _moved(self, user: str, channel: str, joined: bool) -> None:
        (self.members[channel].add if joined else self.members[channel].discard)(user)
        kind = "member_joined_channel" if joined else "member_left_channel"
        event = {"type": kind, "user": user, "channel": channel, "event_ts": self._ts()}
        await self._deliver({"type": "events_api", "payload": {"type": "event_callback", "event": event}})

    async def _conversations_open(self, given: Json) -> Json:
        if self.users.get(given["users"], {}).get("is_bot"):
            raise SlackFaultError("cannot_dm_bot")
        if given["users"] not in self.users:
            raise SlackFaultError("user_not_found")
        return {"channel": {"id": self._direct(given["users"])}}

    async def _users_info(self, given: Json) -> Json:
        if given["user"] not in self.users:
            raise SlackFaultError("user_not_found")
        return {"user": self.users[given["user"]]}

    async def _conversations_history(self, given: Json) -> Json:
        channel = self._channel(given)["id"]
        if not any(self.channels[channel].get(one) for one in ("is_member", "is_im", "is_archived")):
            raise SlackFaultError("not_in_channel")
        posts = [one for one in self.posts[channel] if one.get("thread_ts", one["ts"]) == one["ts"]]
        found = [self._with_replies(one) for one in posts if within(one, given)]
        return self._paged(found[::-1], "messages", given)

    async def _conversations_replies(self, given: Json) -> Json:
        channel, thread = self._channel(given)["id"], given["ts"]
        posts = [one for one in self.posts[channel] if thread in (one["ts"], one.get("thread_ts"))]
        if posts and posts[0].get("thread_ts", thread) != thread == posts[0]["ts"]:  # a reply alone
            return self._paged([shown(posts[0], False)], "messages", given)
        if not posts or posts[0]["ts"] != thread:
            raise SlackFaultError("thread_not_found")
        replies = [shown(one, "include_all_metadata" in given) for one in posts[1:] if within(one, given)]
        return self._paged([self._with_replies(posts[0]), *replies], "messages", given)

    def _with_replies(self, post: Json) -> Json:
        replies = [one["ts"] for one in self.posts[post["channel"]] if one.get("thread_ts") == post["ts"] != one["ts"]]
        more = {"thread_ts": post["ts"], "reply_count": len(replies), "latest_reply": replies[-1]} if replies else {}
        return {**shown(post, True), **more}

    def _paged(self, found: list[Json], what: str, given: Json) -> Json:
        start, size = int(given.get("cursor") or 0), min(int(given.get("limit", 100)), self.page)
        rest = start + size < len(found)
        return {
            what: found[start : start + size],
            "has_more": rest,
            "response_metadata": {"next_cursor": str(start + size) if rest else ""},
        }

    async def _chat_postMessage(self, given: Json) -> Json:  # noqa: N802 – Slack's name
        channel = self._channel(given)
        if channel.get("is_archived"):
            raise SlackFaultError("is_archived")
        if not (channel.get("is_member") or channel.get("is_im")):
            raise SlackFaultError("not_in_channel")
        check(given)
        thread = given.get("thread_ts")
        if thread and not any(one["ts"] == thread for one in self.posts[channel["id"]]):
            raise SlackFaultError("thread_not_found")
        kept = {name: given[name] for name in ("text", "blocks", "metadata", "thread_ts") if given.get(name)}
        who: Json = {"user": BOT}
        if given.get("username") and "chat:write.customize" in self.scopes:
            who = {
                "subtype": "bot_message",
                "username": given["username"],
                "icons": {"image_64": given.get("icon_url")},
            }
        post = await self._add(channel["id"], {**who, "bot_id": "B0RENKEI0", **kept})
        self.after_post(post)
        return {"ts": post["ts"], "channel": channel["id"], "message": post}

    async def _chat_postEphemeral(self, given: Json) -> Json:  # noqa: N802 – Slack's name
        if not self._channel(given).get("is_member"):
            raise SlackFaultError("not_in_channel")
        check(given)
        self.whispers.append((given["channel"], given["user"], given["text"]))
        return {"message_ts": self._ts()}

    async def _views_open(self, given: Json) -> Json:
        if given["trigger_id"] not in self._triggers:
            raise SlackFaultError("expired_trigger_id")
        self._triggers.discard(given["trigger_id"])
        view = json.loads(given["view"]) if isinstance(given["view"], str) else given["view"]
        check_view(view, "modal")
        self.forms.append(view)
        return {"view": view}

    async def _views_publish(self, given: Json) -> Json:
        view = json.loads(given["view"]) if isinstance(given["view"], str) else given["view"]
        check_view(view, "home")
        self.homes[given["user_id"]] = view
        return {"view": view}

    async def _chat_update(self, given: Json) -> Json:
        check(given)
        post = next((one for one in self.posts[given["channel"]] if one["ts"] == given["ts"]), None)
        if post is None or post.get("bot_id") != "B0RENKEI0":
            raise SlackFaultError("message_not_found")
        post |= {name: given[name] for name in ("text", "blocks", "metadata") if name in given}
        post["edited"] = {"user": BOT, "ts": self._ts()}
        message, ts = shown(post, False), self._ts()
        event = {"type": "message", "subtype": "message_changed", "channel": post["channel"], "ts": ts}
        payload = {"type": "event_callback", "event": {**event, "message": message, "previous_message": message}}
        await self._deliver({"type": "events_api", "payload": payload})
        return {"ts": post["ts"], "channel": post["channel"]}

    async def _file(self, request: Request) -> Response:
        self.asked["file"] += 1
        if request.headers.get("authorization") != f"Bearer {TOKEN}":
            return RedirectResponse("/signin")
        return PlainTextResponse(FILE.decode())

    def _channel(self, given: Json) -> Json:
        if given.get("channel") not in self.channels:
            raise SlackFaultError("channel_not_found")
        return self.channels[given["channel"]]

    def _direct(self, user: str) -> str:
        channel = f"D{user[1:]}"
        self.channels.setdefault(channel, {"id": channel, "is_im": True, "user": user})
        self.posts.setdefault(channel, [])
        return channel

    async def _files_getUploadURLExternal(self, given: Json) -> Json:  # noqa: N802 – Slack's name
        name = f"F{len(self.uploaded)}"
        self.uploaded[name] = (given["filename"], b"")
        return {"upload_url": f"{self.address}/upload/{name}", "file_id": name}

    async def _upload(self, request: Request) -> Response:
        assert "authorization" not in request.headers
        name = request.path_params["name"]
        self.uploaded[name] = (self.uploaded[name][0], await request.body())
        return PlainTextResponse("OK")

    async def _files_completeUploadExternal(self, given: Json) -> Json:  # noqa: N802 – Slack's name
        files = json.loads(given["files"]) if isinstance(given["files"], str) else given["files"]
        shown = [{"id": one["id"], "name": self.uploaded[one["id"]][0], "title": one["title"]} for one in files]
        post = {"user": BOT, "text": "", "files": shown, "subtype": "file_share", "thread_ts": given["thread_ts"]}
        await self._add(given["channel_id"], post)
        return {"files": shown}

    async def _add(self, channel: str, post: Json) -> Json:
        ts = self._ts()
        post |= {"type": "message", "ts": ts, "channel": channel}
        self.posts[channel].append(post)
        kind = {"channel_type": "im"} if channel.startswith("D") else {"channel_type": "channel"}
        event = {**shown(post, False), "channel": channel, "event_ts": ts, **kind}
        await self._deliver({"type": "events_api", "payload": {"type": "event_callback", "event": event}})
        return post
