"""A server that answers as the public documentation of Mattermost's API says, with faults that tests ask for.

It keeps posts as the API describes them: an edit keeps the earlier text as a deleted post with `original_id`, `since`
returns deleted posts and at most 1,000 of them in no order, and a `pending_post_id` is known for a while only.
"""

import itertools
import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import httpx2
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from local_server import Json, LocalServer

TOKEN = "bot-token"
BOT = "bot00000000000000000000000"


class MattermostServer(LocalServer):
    """Users, channels, posts and links, in memory."""

    def __init__(self) -> None:
        self.users = {BOT: "renkei"} | {f"{name:0<26}": name for name in ("ann", "bob", "eve")}
        self.channels: dict[str, Json] = {}
        self.members: dict[str, set[str]] = {}
        for name in ("team", "backend"):
            self.add_channel(name)
        self.posts: dict[str, Json] = {}
        self.config = {"EnablePostUsernameOverride": "true", "EnablePostIconOverride": "true"}
        self.dropped = 0
        """How many of the next events are not sent, as a server does whose link is slow."""
        self.repeat = False
        self.most = 1000
        """How many posts `since` returns."""
        self.uploaded: dict[str, tuple[str, str, bytes]] = {}
        """The name, the type and the content of each file by its id."""
        self.largest_file = 1_000_000
        self._pending: dict[str, str] = {}
        self._links: dict[WebSocket, itertools.count[int]] = {}
        self._now = itertools.count(1_700_000_000_000, 7)
        self._ids = itertools.count(1)
        super().__init__()

    # What tests do.

    def add_channel(self, name: str, kind: str = "O") -> str:
        channel = f"{name.replace('_', ''):0<26}"[:26]
        self.channels[channel] = {"id": channel, "name": name, "type": kind, "last_post_at": 0}
        self.members[channel] = set(self.users) - {BOT} if kind == "O" else set(name.split("__"))
        return channel

    def say(self, user: str, text: str, channel: str = "team", **more: Any) -> Json:
        """Post as somebody; a user's name in place of a channel is a direct post to the bridge."""
        where = self._named(channel) or self._direct(BOT, user)
        return self.on_loop(self._add(user, where, text, more))

    def edit(self, post: Json, text: str) -> None:
        self.on_loop(self._edit(post["id"], text))

    def react(self, user: str, post: Json, name: str) -> None:
        self.on_loop(self._react(self.user(user), post, name))

    def unreact(self, user: str, post: Json, name: str) -> None:
        self.on_loop(self._unreact(self.user(user), post, name))

    def press(self, user: str, post: Json, label: str, **changed: Any) -> int:
        """Send the press of a button, as the server does, and return the status of the answer."""
        (buttons,) = [one["actions"] for one in post["props"]["attachments"]]
        called = next(one["integration"] for one in buttons if one["name"] == label)
        ids = {"user_id": self.user(user), "post_id": post["id"], "channel_id": post["channel_id"]}
        press = {**ids, "trigger_id": f"trigger{next(self._ids)}", "context": called["context"]}
        return httpx2.post(called["url"], json=press | changed, timeout=60).status_code

    def archive(self, name: str, *, archived: bool = True) -> None:
        self.channels[self._named(name)]["delete_at"] = next(self._now) if archived else 0

    def rename(self, name: str, new: str) -> None:
        channel = self.channels[self._named(name)]
        channel["name"] = new
        told = {"event": "channel_updated", "data": {"channel": json.dumps(channel)}, "broadcast": {}}
        self.on_loop(self._send(told))

    def delete(self, post: Json) -> None:
        self.on_loop(self._delete(post["id"]))

    def said(self, user: str = BOT) -> list[str]:
        posts = sorted(self.posts.values(), key=lambda one: one["create_at"])
        return [one["message"] for one in posts if one["user_id"] == user and not one["delete_at"]]

    def drop_links(self) -> None:
        async def drop() -> None:
            for link in list(self._links):
                with suppress(WebSocketDisconnect, RuntimeError):  # its client was killed just now
                    await link.close(1011)

        self.on_loop(drop())

    def forget_pending(self) -> None:
        self._pending.clear()

    def failure(self, status: int, seconds: float) -> Response:
        headers = {"Retry-After": str(round(seconds)), "X-Ratelimit-Reset": "1"} if seconds else {}
        return JSONResponse({"id": "api.fault", "message": "planned"}, status, headers)

    def user(self, name: str) -> str:
        return next(one for one, known in self.users.items() if known == name)

    # The server.

    def routes(self) -> Sequence[BaseRoute]:
        return [
            Route("/api/v4/config/client", self._config),
            Route("/api/v4/users/me", self._me),
            Route("/api/v4/users/me/channels", self._my_channels),
            Route("/api/v4/users/usernames", self._by_names, methods=["POST"]),
            Route("/api/v4/users/{user}", self._user),
            Route("/api/v4/teams/name/{team}/channels/name/{name}", self._channel_by_name),
            Route("/api/v4/channels/direct", self._make_direct, methods=["POST"]),
            Route("/api/v4/channels/{channel}", self._channel),
            Route("/api/v4/channels/{channel}/members/{user}", self._member),
            Route("/api/v4/channels/{channel}/members/{user}", self._remove, methods=["DELETE"]),
            Route("/api/v4/channels/{channel}/members", self._join, methods=["POST"]),
            Route("/api/v4/channels/{channel}/posts", self._channel_posts),
            Route("/api/v4/posts", self._create, methods=["POST"]),
            Route("/api/v4/posts/{post}/patch", self._patch, methods=["PUT"]),
            Route("/api/v4/files/{file}", self._file),
            Route("/api/v4/files", self._upload, methods=["POST"]),
            WebSocketRoute("/api/v4/websocket", self._listen),
        ]

    def stop(self) -> None:
        super().stop()
        self._links.clear()

    def _refused(self, request: Request) -> Response | None:
        if request.headers.get("authorization") != f"Bearer {TOKEN}":
            return JSONResponse({"id": "api.context.session_expired.app_error", "message": "Invalid session"}, 401)
        return self.fault(request)

    async def _config(self, request: Request) -> Response:
        assert request.query_params["format"] == "old"
        return self._refused(request) or JSONResponse(self.config)

    async def _me(self, request: Request) -> Response:
        return self._refused(request) or JSONResponse({"id": BOT, "username": "renkei", "is_bot": True})

    async def _my_channels(self, request: Request) -> Response:
        mine = [one for one in self.channels.values() if BOT in self.members[one["id"]] and not one.get("delete_at")]
        return self._refused(request) or JSONResponse(mine)

    async def _by_names(self, request: Request) -> Response:
        names = await request.json()
        found = [{"id": one, "username": name} for one, name in self.users.items() if name in names]
        return self._refused(request) or JSONResponse(found)

    async def _user(self, request: Request) -> Response:
        name = self.users.get(request.path_params["user"])
        return self._refused(request) or (JSONResponse({"username": name}) if name else _missing())

    async def _channel_by_name(self, request: Request) -> Response:
        found = self._named(request.path_params["name"]) if request.path_params["team"] == "eng" else ""
        is_hidden = not found or (
            self.channels[found].get("delete_at") and "include_deleted" not in request.query_params
        )
        return self._refused(request) or (_missing() if is_hidden else JSONResponse(self.channels[found]))

    async def _channel(self, request: Request) -> Response:
        found = self.channels.get(request.path_params["channel"])
        return self._refused(request) or (JSONResponse(found) if found else _missing())

    async def _member(self, request: Request) -> Response:
        is_in = request.path_params["user"] in self.members[request.path_params["channel"]]
        return self._refused(request) or (JSONResponse({}) if is_in else _missing())

    async def _join(self, request: Request) -> Response:
        self.members[request.path_params["channel"]].add((await request.json())["user_id"])
        return self._refused(request) or JSONResponse({}, 201)

    async def _remove(self, request: Request) -> Response:
        self.members[request.path_params["channel"]].remove(request.path_params["user"])
        return self._refused(request) or JSONResponse({"status": "OK"})

    async def _make_direct(self, request: Request) -> Response:
        return self._refused(request) or JSONResponse(self.channels[self._direct(*await request.json())], 201)

    async def _file(self, request: Request) -> Response:
        return self._refused(request) or Response(request.path_params["file"].encode() * 3)

    async def _channel_posts(self, request: Request) -> Response:
        refused = self._refused(request)
        if refused is not None:
            return refused
        query = request.query_params
        every = [one for one in self.posts.values() if one["channel_id"] == request.path_params["channel"]]
        if "since" in query:
            found = [one for one in every if one["update_at"] > int(query["since"])]
            found = sorted(found, key=lambda one: one["id"][::-1])[: self.most]
            found += [self.posts[one["root_id"]] for one in found if one["root_id"]]
        else:
            first = int(query.get("page", 0)) * int(query.get("per_page", 60))
            left = sorted((one for one in every if not one["delete_at"]), key=lambda one: -one.get("create_at", 0))
            found = left[first : first + int(query.get("per_page", 60))]
        order = [one["id"] for one in sorted(found, key=lambda one: -one.get("create_at", 0))]
        return JSONResponse({"order": order, "posts": {one["id"]: one for one in found}})

    async def _upload(self, request: Request) -> Response:
        refused = self._refused(request)
        if refused is not None:
            return refused
        async with request.form() as form:
            given: Any = form["files"]
            data = await given.read()
        if len(data) > self.largest_file:
            return JSONResponse({"id": "api.file.too_large", "message": "File too large"}, 413)
        name = f"file{len(self.uploaded)}"
        self.uploaded[name] = (given.filename, given.content_type, data)
        return JSONResponse({"file_infos": [{"id": name, "name": given.filename}], "client_ids": []}, 201)

    async def _create(self, request: Request) -> Response:
        refused = self._refused(request)
        if refused is not None:
            return refused
        body = await request.json()
        channel = body["channel_id"]
        if BOT not in self.members[channel]:
            said = {"id": "api.context.permissions.app_error", "message": "You do not have the appropriate permissions"}
            return JSONResponse(said, 403)
        if self.channels[channel].get("delete_at"):
            name = "api.post.create_post.can_not_post_to_deleted.error"
            return JSONResponse({"id": name, "message": "Can not post to deleted channel."}, 400)
        known = self._pending.get(body.get("pending_post_id", ""))
        if known is not None:
            return JSONResponse(self.posts[known], 201)
        root = self.posts.get(body.get("root_id", ""))
        if body.get("root_id") and (root is None or root["delete_at"]):
            return JSONResponse({"id": "api.post.create_post.root_id.app_error", "message": "Invalid RootId"}, 400)
        if len(body["message"]) > 16383:
            return JSONResponse({"id": "model.post.is_valid.message_length.app_error", "message": "too long"}, 400)
        more = {name: body[name] for name in ("file_ids",) if name in body}
        more |= {"root_id": body.get("root_id", ""), "props": body.get("props", {})}
        post = await self._add(BOT, body["channel_id"], body["message"], more)
        self._pending[body["pending_post_id"]] = post["id"]
        self.after_post(post)
        return JSONResponse(post, 201)

    async def _patch(self, request: Request) -> Response:
        refused, post = self._refused(request), self.posts.get(request.path_params["post"])
        if refused is not None or post is None:
            return refused or _missing()
        body = await request.json()
        post["props"] = body["props"]
        await self._edit(post["id"], body["message"])
        return JSONResponse(post)

    async def _add(self, user: str, channel: str, text: str, more: Json) -> Json:
        now, name = next(self._now), f"{next(self._ids):0>26}"
        user = user if user in self.users else self.user(user)
        post = {"id": name, "create_at": now, "update_at": now, "edit_at": 0, "delete_at": 0, "user_id": user}
        post |= {"channel_id": channel, "root_id": "", "original_id": "", "message": text, "type": "", "props": {}}
        self.posts[name] = post | more
        if self.posts[name]["root_id"]:
            self.posts[self.posts[name]["root_id"]]["update_at"] = next(self._now)
        self.channels[channel]["last_post_at"] = now
        await self._tell("posted", self.posts[name])
        return self.posts[name]

    async def _edit(self, name: str, text: str) -> None:
        post, now = self.posts[name], next(self._now)
        old = f"{next(self._ids):0>26}"
        self.posts[old] = {**post, "id": old, "original_id": name, "delete_at": now, "update_at": now}
        post |= {"message": text, "edit_at": now, "update_at": now}
        await self._tell("post_edited", post)

    async def _delete(self, name: str) -> None:
        now = next(self._now)
        self.posts[name] |= {"delete_at": now, "update_at": now}
        await self._tell("post_deleted", self.posts[name])

    async def _react(self, user: str, post: Json, name: str) -> None:
        reaction = {"user_id": user, "post_id": post["id"], "emoji_name": name, "create_at": next(self._now)}
        post["update_at"] = next(self._now)
        post["metadata"] = {"reactions": [*post.get("metadata", {}).get("reactions", ()), reaction]}
        told = {"event": "reaction_added", "data": {"reaction": json.dumps(reaction)}}
        await self._send({**told, "broadcast": {"channel_id": post["channel_id"]}})

    async def _unreact(self, user: str, post: Json, name: str) -> None:
        post["update_at"] = next(self._now)
        left = [one for one in post["metadata"]["reactions"] if (one["user_id"], one["emoji_name"]) != (user, name)]
        post["metadata"] = {"reactions": left}
        reaction = {"user_id": user, "post_id": post["id"], "emoji_name": name, "delete_at": next(self._now)}
        told = {"event": "reaction_removed", "data": {"reaction": json.dumps(reaction)}}
        await self._send({**told, "broadcast": {"channel_id": post["channel_id"]}})

    async def _send(self, told: Json) -> None:
        for link, numbers in list(self._links.items()):
            try:
                await link.send_json({**told, "seq": next(numbers)})
            except WebSocketDisconnect:
                self._links.pop(link, None)

    async def _tell(self, event: str, post: Json) -> None:
        for link, numbers in list(self._links.items()):
            number = next(numbers)
            if self.dropped:
                self.dropped -= 1
                continue
            data = {"post": json.dumps(post), "channel_type": self.channels[post["channel_id"]]["type"]}
            told = {"event": event, "data": data, "broadcast": {"channel_id": post["channel_id"]}, "seq": number}
            for _ in range(1 + self.repeat):
                try:
                    await link.send_json(told)
                except WebSocketDisconnect:
                    self._links.pop(link, None)

    async def _listen(self, link: WebSocket) -> None:
        if link.headers.get("authorization") != f"Bearer {TOKEN}":
            await link.close()
            return
        await link.accept()
        self._links[link] = itertools.count(1)
        await link.send_json({"event": "hello", "data": {"server_version": "11.0"}, "broadcast": {}, "seq": 0})
        try:
            while True:
                await link.receive_text()
        except WebSocketDisconnect:
            self._links.pop(link, None)

    def _named(self, name: str) -> str:
        return next((one["id"] for one in self.channels.values() if one["name"] == name), "")

    def _direct(self, *users: str) -> str:
        ids = sorted(one if one in self.users else self.user(one) for one in users)
        name = "__".join(ids)
        return self._named(name) or self.add_channel(name, "D")


def _missing() -> Response:
    return JSONResponse({"id": "store.sql.missing.app_error", "message": "not found"}, 404)
