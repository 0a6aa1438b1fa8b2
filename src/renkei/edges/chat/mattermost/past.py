"""Posts of a Mattermost channel from before the bridge began to listen."""

from collections.abc import Iterator
from itertools import count
from typing import Any

from renkei.edges.chat.mattermost.api import MattermostApi


def posts_before(api: MattermostApi, channel: str, begun: int, oldest: float, size: int) -> Iterator[dict[str, Any]]:
    """Yield the users' posts between two times in milliseconds, the newest first, in pages of a size."""
    for page in count():
        found = api.get(f"/channels/{channel}/posts", page=page, per_page=size)
        posts = [found["posts"][one] for one in found["order"]]
        for post in posts:
            if post["create_at"] < oldest:
                return
            is_past = post["create_at"] <= begun and not post.get("delete_at") and not post.get("original_id")
            if is_past and str(post.get("type") or "") in ("", "me"):
                yield post
        if len(posts) < size:
            return
