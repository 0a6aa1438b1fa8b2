"""Reads an export of Slack: `channels.json`, `users.json`, and for each channel a folder with a file for each day.

Private channels (`groups.json`) are read, too. Direct messages are private, and are counted only.
"""

from collections.abc import Iterator, Mapping

from renkei.edges.chat.past.moment import moment_of
from renkei.edges.chat.past.reading import Json, Reading, first, required
from renkei.edges.chat.port import PastPost
from renkei.edges.chat.slack.subtypes import POSTED, TOMBSTONE
from renkei.edges.chat.slack.text import readable
from renkei.transcripts.json_lines import mapping, objects, string

CHANNELS, PRIVATE = "channels.json", ("dms.json", "mpims.json")
LISTS = (CHANNELS, "groups.json")
PEOPLE = ("users.json", "org_users.json")


def read(reading: Reading) -> None:
    """Read an export."""
    names = reading.files.names
    root = next((one.removesuffix(CHANNELS) for one in sorted(names, key=len) if one.endswith(CHANNELS)), None)
    if root is None or root.strip("/").count("/"):
        reading.fault(CHANNELS, 1, "the export has no channels.json", "Give the ZIP archive, or the directory with it.")
        return
    people = {user: shown for name in PEOPLE if root + name in names for user, shown in _people(reading, root + name)}
    private = {folder: one for name in PRIVATE if root + name in names for folder, one in _listed(reading, root + name)}
    folders = {folder: one for name in LISTS if root + name in names for folder, one in _listed(reading, root + name)}
    for name in sorted(names):
        folder, _, day = name.removeprefix(root).partition("/")
        if not name.startswith(root) or "/" in day or not day.endswith(".json"):
            continue
        if folder in folders:
            _read_day(reading, name, folders[folder], people)
        else:
            reason = "direct messages, which are private" if folder in private else "posts of no known channel"
            reading.spool.skipped[reason] += sum(1 for _ in reading.pieces(name))


def _listed(reading: Reading, name: str) -> list[tuple[str, str]]:
    """Return the folder and the id of each channel that a file lists."""
    found = []
    for _, line, one in reading.pieces(name):
        with reading.entry(name, line):
            channel = required(one, "id")
            folder = first(one.get("name"), channel)
            reading.spool.name_channel(channel, folder)
            found.append((folder, channel))
    return found


def _people(reading: Reading, name: str) -> Iterator[tuple[str, str]]:
    """Yield the id and the user name of each member."""
    for _, line, one in reading.pieces(name):
        with reading.entry(name, line):
            yield required(one, "id"), first(one.get("name"), mapping(one.get("profile")).get("real_name"))


def _read_day(reading: Reading, name: str, channel: str, people: Mapping[str, str]) -> None:
    for _, line, one in reading.pieces(name):
        with reading.entry(name, line):
            subtype = one.get("subtype")
            if subtype == TOMBSTONE:
                reading.spool.skipped["deleted posts"] += 1
            elif subtype not in POSTED:
                reading.spool.skipped["notes of the chat"] += 1
            else:
                reading.spool.add(_post(one, channel, people), name, line)


def _post(one: Json, channel: str, people: Mapping[str, str]) -> PastPost:
    ts, thread = required(one, "ts"), string(one.get("thread_ts"))
    author = first(one.get("user"), one.get("bot_id"), one.get("username"))
    profile = mapping(one.get("user_profile") or one.get("bot_profile"))
    name = first(people.get(author), profile.get("name"), profile.get("real_name"))
    body, _ = readable(string(one.get("text")) or _attached(one), lambda user: people.get(user) or user)
    return PastPost(
        ts,
        channel,
        author or "unknown",
        body,
        moment_of(ts),
        name or string(one.get("username")),
        thread if thread != ts else "",
        tuple(first(file.get("name"), file.get("title"), file.get("id"), "file") for file in objects(one.get("files"))),
    )


def _attached(one: Json) -> str:
    """Return the text of a program's post without one: that of its attachments."""
    return "\n".join(
        filter(None, (first(part.get("text"), part.get("fallback")) for part in objects(one.get("attachments"))))
    )
