"""Events of Matrix: converts a post to the content of an event, and an event to a heard item."""

import html
import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from renkei.edges.chat.past.moment import moment
from renkei.edges.chat.port import Attachment, Deletion, File, Heard, Membership, Outgoing, PastPost, Post
from renkei.edges.chat.spans import Block, Code, Listed, Quote, Span, Style, Words
from renkei.errors import BadValueError

MESSAGE, KEY = "io.renkei.message", "io.renkei.key"
"""The keys of an event for the message itself, and for the key of its post."""

EVENTS = (
    *("m.room.message", "m.reaction", "m.room.redaction"),
    *("m.room.member", "m.room.encryption", "m.room.tombstone"),
)
"""The types of events that a bridge requests."""

CONTENT_BYTES = 60_000
"""Most bytes of an event's content. A server accepts 65,536 including its additions."""

LARGEST_INTEGER = 2**53 - 1
"""The largest integer allowed in an event, which may not contain fractions."""

_EVERYBODY = re.compile(r"@(?=room)", re.IGNORECASE)
_SPACES = re.compile(r"(?<=\n) +| {2,}")
_QUOTED = re.compile(r"(?:> [^\n]*\n)+\n?")

Content = dict[str, Any]
Read = Callable[[str], bytes]


def content_of(post: Outgoing, root: str) -> Content:
    """Return a post as the content of an event, in the thread begun by `root`; "" for none.

    If the event would be too large, first the formatted text is left out, then the message itself.
    """
    text = _EVERYBODY.sub("@\u2060", post.text)  # no client takes this for a mention of the whole room
    called = f"{' '.join(post.unnamed)}: " if post.unnamed else ""
    links = " ".join(_link(one, one) for one in post.unnamed)
    shown = _EVERYBODY.sub("@\u2060", html_of(post.blocks)) if post.blocks else _as_html(text)
    content: Content = {
        "msgtype": "m.text",
        "body": called + text,
        "format": "org.matrix.custom.html",
        "formatted_body": f"{links}: {shown}" if links else shown,
        "m.mentions": {"user_ids": list(post.mentions)} if post.mentions else {},
        KEY: post.key,
    }
    content |= _in_thread(root)
    if post.data is not None:
        content[MESSAGE] = dict(post.data) if _is_exact(post.data) else json.dumps(post.data, ensure_ascii=False)
    for name in ("formatted_body", MESSAGE):
        if len(_encoded(content)) > CONTENT_BYTES:
            content.pop(name, None)
    if "formatted_body" not in content:
        del content["format"]
    found: Content = json.loads(_encoded(content))
    return found


def file_content(file: Attachment, size: int, address: str, key: str, root: str) -> Content:
    """Return a file at an address of the server as the content of an event, in the thread begun by `root`."""
    kind = "m.image" if file.media_type.startswith("image/") else "m.file"
    info = {"mimetype": file.media_type, "size": size}
    content: Content = {
        "msgtype": kind,
        "body": file.name,
        "filename": file.name,
        "url": address,
        "info": info,
        KEY: key,
    }
    return content | _in_thread(root)


def _in_thread(root: str) -> Content:
    if not root:
        return {}
    above = {"event_id": root}
    return {"m.relates_to": {"rel_type": "m.thread", **above, "is_falling_back": True, "m.in_reply_to": above}}


def replacing(content: Content, event: str) -> Content:
    """Return content as the new content of an event, which clients show in its place."""
    found: Content = {"m.new_content": content, "m.relates_to": {"rel_type": "m.replace", "event_id": event}}
    return {"msgtype": content["msgtype"], "body": f"* {content['body']}", "m.mentions": {}, KEY: content[KEY], **found}


def html_of(blocks: Sequence[Block]) -> str:
    """Return blocks as HTML, in which all that an author wrote is escaped. A paragraph alone needs no element."""
    if len(blocks) == 1 and isinstance(blocks[0], Words):
        return _inline(blocks[0])
    return "".join(map(_element, blocks))


def _element(block: Block) -> str:
    match block:
        case Words():
            return f"<p>{_inline(block)}</p>"
        case Code():
            language = f' class="language-{block.language}"' if _LANGUAGE.fullmatch(block.language) else ""
            return f"<pre><code{language}>{html.escape(block.text)}\n</code></pre>"
        case Quote():
            return f"<blockquote>{html_of(block.blocks)}</blockquote>"
        case Listed():
            tag, start = ("ul", "") if block.start is None else ("ol", f' start="{block.start}"')
            items = "".join(f"<li>{html_of(one)}</li>" for one in block.items)
            return f"<{tag}{start if block.start != 1 else ''}>{items}</{tag}>"


def _inline(words: Words) -> str:
    return "".join(map(_shown, words.spans))


def _shown(span: Span) -> str:
    if span.user:
        return _link(span.user, span.text)
    text = f"<code>{html.escape(span.text)}</code>" if "code" in span.styles else _as_html(span.text)
    for style, tag in _TAGS.items():
        text = f"<{tag}>{text}</{tag}>" if style in span.styles else text
    return text


_TAGS: Mapping[Style, str] = {"italic": "em", "struck": "del", "bold": "strong"}
_LANGUAGE = re.compile(r"[\w+#.-]+")


def _link(user: str, text: str) -> str:
    return f'<a href="https://matrix.to/#/{quote(user)}">{html.escape(text)}</a>'


def _as_html(text: str) -> str:
    """Return a text as HTML, with spaces that HTML would leave out."""
    spaced = _SPACES.sub(lambda found: "\u00a0" * len(found[0]), html.escape(text))
    return spaced.replace("\n", "<br>")


def _encoded(content: Content) -> bytes:
    """Return content as a server stores it; half a surrogate pair, which servers reject, becomes a question mark."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _is_exact(value: object) -> bool:
    """Return whether an event may contain a value: text, booleans and small integers, in lists and mappings."""
    match value:
        case bool() | str() | None:
            return True
        case int():
            return -LARGEST_INTEGER <= value <= LARGEST_INTEGER
        case Mapping():
            return all(_is_exact(one) for one in value.values())
        case list() | tuple():
            return all(_is_exact(one) for one in value)
    return False


_IS_IN = {"join": True, "leave": False, "ban": False}


def heard_in(event: Mapping[str, Any], channel: str, read: Read) -> Heard | None:
    """Return the item in a channel's event, "" being a direct room; None for nothing. `read` returns a file."""
    content = _mapping(event.get("content"))
    match event.get("type"):
        case "m.room.message" if "msgtype" in content:
            return _post(event, content, channel, read)
        case "m.reaction":
            return _reaction(event, _mapping(content.get("m.relates_to")), channel)
        case "m.room.redaction":
            gone = _text(content.get("redacts")) or _text(event.get("redacts"))
            return Deletion(gone, channel, _text(event.get("sender"))) if gone else None
        case "m.room.member" if channel:
            before = _mapping(_mapping(event.get("unsigned")).get("prev_content"))
            is_in = _IS_IN.get(_text(content.get("membership")))
            if is_in is None or content.get("membership") == before.get("membership"):  # such as another name
                return None
            return Membership(channel, _text(event.get("state_key")), is_in)
    return None


def past_of(post: Post, stamp: object) -> PastPost:
    """Return a post with the time of its event, in milliseconds; raises BadValueError."""
    if type(stamp) is not int:
        raise BadValueError(path="/origin_server_ts", got=stamp, expected="milliseconds since 1970")
    shown = post.author.removeprefix("@")
    files = tuple(one.name for one in post.files)
    return PastPost(post.id, post.channel, post.author, post.text, moment(stamp * 1000), shown, post.reply_to, files)


def root_of(event: Mapping[str, Any]) -> tuple[str, str]:
    """Return the first event of an event's thread, and the event that it replaces; "" for none."""
    relation = _mapping(_mapping(event.get("content")).get("m.relates_to"))
    above = _text(relation.get("event_id"))
    kind = relation.get("rel_type")
    return (above if kind == "m.thread" else "", above if kind == "m.replace" else "")


def _post(event: Mapping[str, Any], content: Mapping[str, Any], channel: str, read: Read) -> Post:
    root, replaced = root_of(event)
    inner = _mapping(content.get("m.new_content")) if replaced else content
    relation = _mapping(content.get("m.relates_to"))
    answered = _text(_mapping(relation.get("m.in_reply_to")).get("event_id"))
    is_reply = bool(answered) and not (root and relation.get("is_falling_back"))
    text = _text(inner.get("body"))
    files = _files(inner, read)
    if files and inner.get("filename", text) == text:
        text = ""  # the name of the file, and no words about it
    return Post(
        _text(event.get("event_id")),
        channel,
        _text(event.get("sender")),
        _QUOTED.sub("", text, count=1) if is_reply and text.startswith("> <") else text,
        reply_to=answered if is_reply else root,
        mentions=_mentions(inner),
        data=_data(inner),
        edits=replaced,
        files=files,
        relayed=KEY in content,
        automated=inner.get("msgtype") == "m.notice",
    )


def _reaction(event: Mapping[str, Any], relation: Mapping[str, Any], channel: str) -> Post | None:
    name, author, above = _text(event.get("event_id")), _text(event.get("sender")), _text(relation.get("event_id"))
    sign = _text(relation.get("key"))
    return Post(name, channel, author, sign, reply_to=above, reaction=True) if above and sign else None


def _mentions(content: Mapping[str, Any]) -> tuple[str, ...]:
    users = _mapping(content.get("m.mentions")).get("user_ids")
    return tuple(one for one in users if isinstance(one, str)) if isinstance(users, list) else ()


def _data(content: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the message in an event; {} for a value that is not an object, which is rejected as malformed."""
    if MESSAGE not in content:
        return None
    found = content[MESSAGE]
    if isinstance(found, str):
        try:
            found = json.loads(found)
        except (ValueError, RecursionError):
            found = None
    return found if isinstance(found, dict) else {}


def _files(content: Mapping[str, Any], read: Read) -> tuple[File, ...]:
    address = _text(content.get("url"))
    if content.get("msgtype") not in ("m.file", "m.image", "m.audio", "m.video") or not address:
        return ()
    size = _mapping(content.get("info")).get("size")
    name = _text(content.get("filename")) or _text(content.get("body"))
    return (File(name, size if isinstance(size, int) else 0, lambda: read(address)),)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
