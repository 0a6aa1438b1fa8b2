"""Writes small exports in the formats of chats, as their documentation describes them. The people are made up."""

import json
import zipfile
from pathlib import Path
from typing import Any

Json = dict[str, Any]

START = 1_577_872_800
"""2020-01-01, 10:00 UTC."""


class SlackExport:
    """A workspace: people, channels, and posts that are a minute apart."""

    def __init__(self) -> None:
        self.files: dict[str, Any] = {
            "users.json": [
                {"id": "U1", "name": "kim", "profile": {"display_name": "Kim", "real_name": "Kim Doe"}},
                {"id": "U2", "name": "lee", "profile": {"display_name": "", "real_name": "Lee Roe"}},
                {"id": "U3", "name": "ci", "is_bot": True, "profile": {"real_name": "CI"}},
            ],
            "channels.json": [{"id": "C1", "name": "general"}, {"id": "C2", "name": "backend"}],
        }
        self.minutes = 0

    def say(self, user: str, text: str, channel: str = "general", **more: Any) -> str:
        """Add a post; returns its time stamp."""
        self.minutes += 1
        ts = f"{START + 60 * self.minutes}.000100"
        day = f"{channel}/2020-01-0{1 + self.minutes // 600}.json"
        post = {"type": "message", "user": user, "text": text, "ts": ts} | more
        self.files.setdefault(day, []).append(post)
        return ts

    def texts(self) -> dict[str, bytes]:
        return {
            name: one if isinstance(one, bytes) else json.dumps(one, indent=1).encode()
            for name, one in self.files.items()
        }

    def zip(self, path: Path) -> Path:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in self.texts().items():
                archive.writestr(name, data)
        return path

    def unpacked(self, directory: Path) -> Path:
        for name, data in self.texts().items():
            (directory / name).parent.mkdir(parents=True, exist_ok=True)
            (directory / name).write_bytes(data)
        return directory


def mattermost(path: Path, *rows: Json | str) -> Path:
    """Write a bulk export; a row that is a text is a line as it stands."""
    first = {"type": "version", "version": 1}
    people = [
        {"type": "user", "user": {"username": "kim", "nickname": "Kim"}},
        {"type": "user", "user": {"username": "lee", "first_name": "Lee", "last_name": "Roe"}},
    ]
    lines = (one if isinstance(one, str) else json.dumps(one) for one in (first, *people, *rows))
    path.write_text("".join(f"{one}\n" for one in lines))
    return path


def mattermost_post(user: str, message: str, minute: int, **more: Any) -> Json:
    """Return the row of a post."""
    return {"type": "post", "post": {"team": "acme", "channel": "general", **_said(user, message, minute), **more}}


def mattermost_reply(user: str, message: str, minute: int) -> Json:
    return _said(user, message, minute)


def _said(user: str, message: str, minute: int) -> Json:
    return {"user": user, "message": message, "create_at": 1000 * (START + 60 * minute)}


class MatrixExport:
    """A room as a client exports it: its name, and its events."""

    def __init__(self, name: str = "General") -> None:
        self.head = {"room_name": name, "topic": "", "export_date": "2020-02-01", "exported_by": "@kim:example.org"}
        self.events: list[Json] = []

    def event(self, sender: str, kind: str, content: Json, **more: Any) -> str:
        name = f"$e{len(self.events)}"
        stamp = 1000 * (START + 60 * len(self.events))
        event = {"type": kind, "sender": sender, "content": content, "event_id": name, "origin_server_ts": stamp}
        self.events.append(event | {"room_id": "!room:example.org"} | more)
        return name

    def say(self, sender: str, body: str, **more: Any) -> str:
        return self.event(sender, "m.room.message", {"msgtype": "m.text", "body": body, **more})

    def write(self, path: Path) -> Path:
        path.write_text(json.dumps(self.head | {"messages": self.events}, indent=1))
        return path


class DiscordExport:
    """A channel as DiscordChatExporter writes it."""

    def __init__(self, name: str = "general", kind: str = "GuildTextChat") -> None:
        self.channel = {"id": "900", "type": kind, "categoryId": "1", "category": "Text", "name": name, "topic": None}
        self.messages: list[Json] = []

    def say(self, author: str, content: str, **more: Any) -> str:
        name = str(1000 + len(self.messages))
        who = {"id": f"1{author}", "name": author, "discriminator": "0000", "nickname": author.title(), "isBot": False}
        at = f"2020-01-01T10:{len(self.messages):02}:00.25+00:00"
        post = {"id": name, "type": "Default", "timestamp": at, "content": content, "author": who, "attachments": []}
        self.messages.append(post | more)
        return name

    def write(self, path: Path) -> Path:
        whole = {"guild": {"id": "1", "name": "acme"}, "channel": self.channel, "messages": self.messages}
        path.write_text(json.dumps(whole | {"messageCount": len(self.messages)}, indent=2))
        return path
