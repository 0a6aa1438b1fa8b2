"""Reads the export of a room that a Matrix client such as Element writes as JSON: its events, in `messages`.

Events that the client could not decrypt are counted.
"""

from renkei.edges.chat.matrix.content import heard_in, past_of
from renkei.edges.chat.past.reading import Json, Reading, required
from renkei.edges.chat.port import Deletion, Post
from renkei.transcripts.json_lines import mapping, string


def read(reading: Reading) -> None:
    """Read an export: every JSON file in it is one room."""
    for name in reading.files.ending(".json"):
        room, seen = "", False
        for key, line, value in reading.pieces(name):
            if key == "room_name":
                room = string(value)
            elif key == "messages":
                seen = True
                with reading.entry(name, line):
                    channel = string(value.get("room_id")) or room or name
                    reading.spool.name_channel(channel, room or channel)
                    _read(reading, name, line, value, channel)
        if not seen and not reading.spool.faulty:
            reading.fault(name, 1, "not the export of a room, which has its events in `messages`")


def _read(reading: Reading, name: str, line: int, event: Json, channel: str) -> None:
    spool, kind = reading.spool, required(event, "type")
    if kind == "m.room.encrypted":
        spool.skipped["posts that could not be decrypted"] += 1
    elif mapping(event.get("unsigned")).get("redacted_because") or (kind == "m.room.message" and not event["content"]):
        spool.skipped["deleted posts"] += 1
    else:
        heard = heard_in(event, channel, lambda address: b"")
        if isinstance(heard, Deletion):
            spool.change(channel, heard.id, heard.author, None)
        elif isinstance(heard, Post):
            _add(reading, name, line, event, heard)


def _add(reading: Reading, name: str, line: int, event: Json, post: Post) -> None:
    if post.reaction or post.relayed:
        reading.spool.skipped["reactions" if post.reaction else "posts of a bridge of renkei"] += 1
    elif post.edits:
        reading.spool.change(post.channel, post.edits, post.author, post.text)
    else:
        required(event, "event_id"), required(event, "sender")
        reading.spool.add(past_of(post, event.get("origin_server_ts")), name, line)
