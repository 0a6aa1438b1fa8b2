"""A server that answers as the public documentation of Telegram's Bot API says, with faults that tests ask for.

Updates stay until a request with a higher offset confirms them, a bot hears nothing of its own posts, it writes to no
user who has not started a chat with it, and a second request for updates ends the first.
"""

import asyncio
import itertools
import json
from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from local_server import Json, LocalServer

TOKEN = "123456:test-token"
BOT = 123456
GROUP, BACKEND = -100200, -100300
FILE = b"content of a file"


class TelegramFaultError(Exception):
    """An error of the API: its code, description and parameters."""

    def __init__(self, code: int, description: str, **parameters: Any) -> None:
        super().__init__(description)
        self.code, self.parameters = code, parameters


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


class TelegramServer(LocalServer):
    """Users, chats, messages and updates, in memory."""

    def __init__(self) -> None:
        self.users = {name: {"id": 7001 + at, "first_name": name.title()} for at, name in enumerate(("ann", "bob"))}
        self.users["eve"] = {"id": 6660, "first_name": "Eve", "username": "eve_x"}
        self.users["ann"]["username"] = "ann_tg"
        self.chats: dict[int, Json] = {
            GROUP: {"id": GROUP, "type": "supergroup", "title": "Team"},
            BACKEND: {"id": BACKEND, "type": "supergroup", "title": "Backend"},
        }
        self.started: set[int] = {one["id"] for one in self.users.values()}
        """The users that have started a chat with the bot."""
        self.messages: dict[int, dict[int, Json]] = {}
        self.updates: list[Json] = []
        self.menu: list[Json] = []
        self.pressed: list[str] = []
        self.files: list[tuple[int, bytes]] = []
        self.reads_all = True
        self.repeats = False
        """Whether each update is delivered twice."""
        self._ids = itertools.count(500)
        self._now = itertools.count(1_700_000_000)
        self.polls = 0
        super().__init__()

    # What tests do.

    def user(self, name: str) -> str:
        return str(self.users[name]["id"])

    def say(self, user: str, text: str = "", chat: int = GROUP, **more: Any) -> Json:
        """Post as somebody; the chat 0 is the private one with the bot."""
        place = self.chats[chat] if chat else self._private(self.users[user]["id"])
        content = {"text": text} if text else {}
        message = self._keep({"chat": place, "from": {**self.users[user], "is_bot": False}, **content, **more})
        self.tell({"message": message})
        return message

    def edit(self, message: Json, text: str) -> None:
        message |= {"text": text, "edit_date": next(self._now)}
        self.tell({"edited_message": dict(message)})

    def press(self, user: str, message: Json, label: str) -> None:
        rows = message["reply_markup"]["inline_keyboard"]
        data = next(one["callback_data"] for row in rows for one in row if one["text"] == label)
        query = {"id": f"q{next(self._ids)}", "from": self.users[user], "message": message, "data": data}
        self.tell({"callback_query": query})

    def react(self, user: str, message: Json, *signs: str) -> None:
        new = [{"type": "emoji", "emoji": one} for one in signs]
        change = {"chat": message["chat"], "message_id": message["message_id"], "user": self.users[user]}
        self.tell({"message_reaction": {**change, "date": next(self._now), "old_reaction": [], "new_reaction": new}})

    def unreact(self, user: str, message: Json, sign: str) -> None:
        change = {"chat": message["chat"], "message_id": message["message_id"], "user": self.users[user]}
        old = [{"type": "emoji", "emoji": sign}]
        self.tell({"message_reaction": {**change, "date": next(self._now), "old_reaction": old, "new_reaction": []}})

    def rename(self, chat: int, title: str) -> None:
        self.chats[chat]["title"] = title
        self.say("ann", chat=chat, new_chat_title=title)

    def move(self, user: str, joined: bool, chat: int = BACKEND) -> None:
        """Let a user join a group or leave it; an administrator hears of it twice."""
        states = [{"user": self.users[user], "status": one} for one in ("left", "member")]
        old, new = states if joined else states[::-1]
        self.tell({"chat_member": {"chat": self.chats[chat], "old_chat_member": old, "new_chat_member": new}})
        what = {"new_chat_members": [self.users[user]]} if joined else {"left_chat_member": self.users[user]}
        self.say(user, chat=chat, **what)

    def upgrade(self, chat: int, to: int) -> None:
        """Make a group a supergroup: another chat, whose messages are numbered anew."""
        self.chats[to] = {**self.chats[chat], "id": to, "type": "supergroup"}
        self.chats[chat]["upgraded"] = to
        self.tell(
            {"message": self._keep({"chat": self.chats[chat], "from": self.users["ann"], "migrate_to_chat_id": to})}
        )

    def said(self, chat: int = GROUP) -> list[str]:
        return [one["text"] for one in self.posts(chat)]

    def posts(self, chat: int = GROUP) -> list[Json]:
        """Return what the bot posted in a chat."""
        found = self.messages.get(chat, {})
        return [found[one] for one in sorted(found) if found[one]["from"]["id"] == BOT]

    def tell(self, update: Json) -> None:
        async def add() -> None:
            for _ in range(1 + self.repeats):
                self.updates.append({"update_id": next(self._ids), **update})

        self.on_loop(add())

    def _keep(self, message: Json) -> Json:
        found = self.messages.setdefault(message["chat"]["id"], {})
        message |= {"message_id": max(found, default=0) + 1, "date": next(self._now)}
        found[message["message_id"]] = message
        return message

    def _private(self, user: int) -> Json:
        known = next((one for one in self.users.values() if one["id"] == user), {})
        return {**known, "id": user, "type": "private"}

    # The server.

    def routes(self) -> Sequence[BaseRoute]:
        return [
            Route("/bot{token}/{method}", self._call, methods=["GET", "POST"]),
            Route("/file/bot{token}/{path:path}", self._content),
        ]

    def failure(self, status: int, seconds: float) -> Response:
        said = {"ok": False, "error_code": status, "description": "planned"}
        return JSONResponse(said | ({"parameters": {"retry_after": seconds}} if status == 429 else {}), status)

    async def _call(self, request: Request) -> Response:
        given, method = await self._given(request), request.path_params["method"]
        if request.path_params["token"] != TOKEN:
            return self.failure(401, 0)
        if (failed := self.fault(request)) is not None:
            return failed
        try:
            result = await getattr(self, f"_{method}")(given)
        except TelegramFaultError as error:
            said = {"ok": False, "error_code": error.code, "description": str(error), "parameters": error.parameters}
            return JSONResponse(said, error.code)
        if method == "sendMessage":
            self.after_post(result)
            return self.answer(request, result, {"ok": True, "result": result})
        return JSONResponse({"ok": True, "result": result})

    async def _given(self, request: Request) -> Json:
        if request.headers.get("content-type", "").startswith("multipart/"):
            async with request.form() as form:
                return {name: await one.read() if hasattr(one, "read") else one for name, one in form.items()}
        return await request.json() if request.method == "POST" else {}

    async def _sendDocument(self, given: Json) -> Json:  # noqa: N802 – Telegram's names, here and below
        chat = self._active(self._chat({"chat_id": int(given["chat_id"])}))
        if len(given["document"]) > 1000:
            raise TelegramFaultError(413, "Request Entity Too Large")
        self.files.append((json.loads(given["reply_parameters"])["message_id"], given["document"]))
        return self._keep({"chat": chat, "from": {"id": BOT, "is_bot": True}, "text": ""})

    async def _getMe(self, given: Json) -> Json:  # noqa: N802
        return {"id": BOT, "username": "renkei_bot", "can_read_all_group_messages": self.reads_all}

    async def _setMyCommands(self, given: Json) -> bool:  # noqa: N802
        self.menu = given["commands"]
        return True

    async def _getChat(self, given: Json) -> Json:  # noqa: N802
        return self._chat(given)

    async def _getChatMember(self, given: Json) -> Json:  # noqa: N802
        self._active(self._chat(given))
        user = next((one for one in self.users.values() if one["id"] == given["user_id"]), None)
        if user is None and given["user_id"] != BOT:
            raise TelegramFaultError(400, "Bad Request: user not found")
        return {"user": user or {"id": BOT}, "status": "member"}

    async def _getUpdates(self, given: Json) -> list[Json]:  # noqa: N802
        offset, self.polls = given["offset"], self.polls + 1
        poll = self.polls
        if offset > 0:
            self.updates = [one for one in self.updates if one["update_id"] >= offset]
        if offset < 0:
            self.updates = self.updates[offset:]
        for _ in range(int(given["timeout"] * 100)):
            if self.updates or self._server.should_exit:
                break
            await asyncio.sleep(0.01)
            if poll != self.polls:
                raise TelegramFaultError(409, "Conflict: terminated by other getUpdates request")
        return self.updates[: given["limit"]]

    async def _sendMessage(self, given: Json) -> Json:  # noqa: N802
        chat = self._active(self._chat(given))
        if chat["type"] == "private" and chat["id"] not in self.started:
            raise TelegramFaultError(403, "Forbidden: bot can't initiate conversation with a user")
        check(given)
        above = given.get("reply_parameters", {})
        known = self.messages.get(chat["id"], {}).get(above.get("message_id"))
        if above and known is None and not above["allow_sending_without_reply"]:
            raise TelegramFaultError(400, "Bad Request: message to be replied not found")
        kept = {
            name: given[name] for name in ("text", "entities", "reply_markup", "message_thread_id") if name in given
        }
        more = {"reply_to_message": {"message_id": known["message_id"]}} if known else {}
        return self._keep({"chat": chat, "from": {"id": BOT, "is_bot": True}, **kept, **more})

    async def _editMessageText(self, given: Json) -> Json:  # noqa: N802
        message = self.messages[self._active(self._chat(given))["id"]].get(given["message_id"])
        if message is None or message["from"]["id"] != BOT:
            raise TelegramFaultError(400, "Bad Request: message to edit not found")
        check(given)
        changed = {name: given.get(name) for name in ("text", "entities", "reply_markup")}
        if all(message.get(name) == value for name, value in changed.items()):
            raise TelegramFaultError(400, "Bad Request: message is not modified: specified new message content …")
        message |= changed
        return message

    async def _answerCallbackQuery(self, given: Json) -> bool:  # noqa: N802
        self.pressed.append(given["callback_query_id"])
        return True

    async def _getFile(self, given: Json) -> Json:  # noqa: N802
        return {"file_path": f"documents/{given['file_id']}", "file_size": len(FILE)}

    async def _content(self, request: Request) -> Response:
        return Response(FILE)

    def _chat(self, given: Json) -> Json:
        name = given["chat_id"]
        found = self.chats.get(name) or next((one for one in self.chats.values() if f"@{one['title']}" == name), None)
        if found is None and any(one["id"] == name for one in self.users.values()):
            found = self._private(name)
        if found is None:
            raise TelegramFaultError(400, "Bad Request: chat not found")
        return found

    def _active(self, chat: Json) -> Json:
        if "upgraded" in chat:
            reason = "Bad Request: group chat was upgraded to a supergroup chat"
            raise TelegramFaultError(400, reason, migrate_to_chat_id=chat["upgraded"])
        if chat.get("kicked"):
            raise TelegramFaultError(403, "Forbidden: bot was kicked from the supergroup chat")
        return chat


def check(given: Json) -> None:
    """Raise an error for a message that the API rejects."""
    if not given["text"].strip():
        raise TelegramFaultError(400, "Bad Request: message text is empty")
    if units(given["text"]) > 4096:
        raise TelegramFaultError(400, "Bad Request: message is too long")
    assert "parse_mode" not in given
    for one in given.get("entities", ()):
        assert 0 <= one["offset"] < one["offset"] + one["length"] <= units(given["text"]), one
    for row in given.get("reply_markup", {}).get("inline_keyboard", ()):
        if any(not 0 < len(one["callback_data"].encode()) <= 64 for one in row):
            raise TelegramFaultError(400, "Bad Request: BUTTON_DATA_INVALID")
