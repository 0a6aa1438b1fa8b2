"""Reads channels of Discord as DiscordChatExporter writes them in JSON: a file for each channel.

Direct messages are private, and are counted only.
"""

from typing import Any

from renkei.edges.chat.discord.text import unique_name
from renkei.edges.chat.past.reading import Json, Reading, first, required
from renkei.edges.chat.port import PastPost
from renkei.errors import BadValueError
from renkei.protocol.primitives import utc
from renkei.transcripts.json_lines import mapping, objects, string

POSTED = ("Default", "Reply", "ChatInputCommand", "ContextMenuCommand", "ThreadStarterMessage")
"""The types of posts. Others are notes of Discord itself."""


def read(reading: Reading) -> None:
    """Read an export: every JSON file in it is one channel."""
    for name in reading.files.ending(".json"):
        channel, known = dict[str, Any](), ""
        for key, line, value in reading.pieces(name):
            if key == "channel":
                channel, known = mapping(value), ""
                with reading.entry(name, line):
                    known = required(channel, "id")
                    reading.spool.name_channel(known, string(channel.get("name")))
            elif key == "messages" and "Direct" in string(channel.get("type")):
                reading.spool.skipped["direct messages, which are private"] += 1
            elif key == "messages" and known:
                with reading.entry(name, line):
                    _read(reading, name, line, value, known)
        if not channel and not reading.spool.faulty:
            reading.fault(name, 1, "not an export of DiscordChatExporter, which names its `channel` before `messages`")


def _read(reading: Reading, name: str, line: int, one: Json, channel: str) -> None:
    if required(one, "type") not in POSTED:
        reading.spool.skipped["notes of the chat"] += 1
        return
    author, above, stamp = mapping(one.get("author")), mapping(one.get("reference")), required(one, "timestamp")
    try:
        at = utc(stamp)
    except ValueError:
        raise BadValueError(path="/timestamp", got=stamp, expected="a time such as 2026-01-05T10:00:00+00:00") from None
    post = PastPost(
        required(one, "id"),
        channel,
        required(author, "id"),
        string(one.get("content")) or _embedded(one),
        at,
        unique_name({"username": author.get("name"), "discriminator": author.get("discriminator")}),
        string(above.get("messageId")) if above.get("channelId") in (None, channel) else "",
        tuple(first(file.get("fileName"), file.get("id"), "file") for file in objects(one.get("attachments"))),
    )
    reading.spool.add(post, name, line)


def _embedded(one: Json) -> str:
    """Return the text of a program's post without one: that of its embeds."""
    parts = (part.get(key) for part in objects(one.get("embeds")) for key in ("title", "description"))
    return "\n".join(part for part in parts if isinstance(part, str) and part)
