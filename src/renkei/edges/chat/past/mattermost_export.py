"""Reads a bulk export of Mattermost: JSON Lines with a type each, alone or in the archive of `mmctl export create`.

Its posts have no ids. Direct messages are private, and are counted only.
"""

import hashlib
from collections.abc import Iterator

from renkei.edges.chat.past.moment import moment
from renkei.edges.chat.past.reading import Json, Reading, required
from renkei.edges.chat.port import PastPost
from renkei.errors import BadValueError
from renkei.transcripts.json_lines import mapping, objects, string

DIRECT = ("direct_channel", "direct_post")


def read(reading: Reading) -> None:
    """Read an export."""
    for name in reading.files.ending(".jsonl") or reading.files.ending(".json"):
        known = False
        for line, row in reading.lines(name):
            if not known and "version" not in row:
                reading.fault(name, line, "not a bulk export of Mattermost, whose first line has the type version")
                break
            known = True
            with reading.entry(name, line):
                _read(reading, name, line, row)


def _read(reading: Reading, name: str, line: int, row: Json) -> None:
    kind = required(row, "type")
    one = mapping(row.get(kind))
    match kind:
        case "post":
            channel = f"{required(one, 'team')}/{required(one, 'channel')}"
            reading.spool.name_channel(channel, one["channel"])
            for post in _posts(reading, one, channel):
                reading.spool.add(post, name, line)
        case "direct_post":
            reading.spool.skipped["direct messages, which are private"] += 1 + len(objects(one.get("replies")))


def _posts(reading: Reading, one: Json, channel: str) -> Iterator[PastPost]:
    """Yield a post and its replies."""
    root = ""
    for row in (one, *objects(one.get("replies"))):
        if str(row.get("type") or "").startswith("system_"):
            reading.spool.skipped["notes of the chat"] += 1
        elif row.get("delete_at"):
            reading.spool.skipped["deleted posts"] += 1
        else:
            post = _post(row, channel, root)
            yield post
            root = root or post.id


def _post(row: Json, channel: str, root: str) -> PastPost:
    author, stamp, body = required(row, "user"), row["create_at"], string(row.get("message"))
    if type(stamp) is not int:
        raise BadValueError(path="/create_at", got=stamp, expected="milliseconds since 1970")
    said = f"{author}\n{stamp}\n{root}\n{body}".encode("utf-8", "surrogatepass")
    name = string(mapping(row.get("props")).get("override_username"))
    files = tuple(string(file.get("path")).rpartition("/")[2] or "file" for file in objects(row.get("attachments")))
    key = f"{stamp}.{hashlib.sha256(said).hexdigest()[:16]}"
    return PastPost(
        key,
        channel,
        f"webhook of {author}" if name else author,
        body,
        moment(stamp * 1000),
        name or author,
        root,
        files,
    )
