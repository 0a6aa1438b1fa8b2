"""Posts of a Mattermost channel from before the bridge began to listen."""

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any

from renkei.edges.chat.mattermost.api import MattermostApi


def posts_before(api: MattermostApi, channel: str, begun: int, oldest: float, size: int) -> Iterator[dict[str, Any]]:
    """Yield the users' posts between two times in milliseconds, the newest first, in pages of a size.

    A malformed post, such as one without a time, is yielded as it is.
    """
    for page in count():
        found = api.get(f"/channels/{channel}/posts", page=page, per_page=size)
        posts = [found["posts"].get(one) for one in found["order"]]
        for post in posts:
            if _created([post]) and oldest <= post["create_at"] <= begun:
                is_gone = post.get("delete_at") or post.get("original_id")
                if not is_gone and str(post.get("type") or "") in ("", "me"):
                    yield post
            elif not _created([post]):
                yield post
        if len(posts) < size or created_before(posts, oldest - 1):
            return


def created_before(posts: Iterable[Any], stamp: float) -> bool:
    """Return whether one of some posts is from a time in milliseconds, or earlier."""
    return any(one <= stamp for one in _created(posts))


def _created(posts: Iterable[Any]) -> list[int]:
    """Return the times of the posts that have one."""
    found = (one.get("create_at") for one in posts if isinstance(one, dict))
    return [one for one in found if type(one) is int]
