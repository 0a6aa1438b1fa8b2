"""What keeps a bridge and a program in its chat from answering each other without end.

The limits are those of the loop guard. A person is always heard and answered. A post that is heard again,
as after a full disk, counts once.
"""

from typing import TypeVar

from renkei.engine.guards.loop_guard import REPETITIONS, alike

MOST = min(REPETITIONS)
"""Posts of one author in a row that are nearly the same before more of them are held, and answers to it in a row."""

MOST_AUTHORS = 1000
"""Authors whose posts are remembered; the one heard first is forgotten first."""


Kept = TypeVar("Kept")


class Repeats:
    """The newest post of each author with its number, and the answers to the author since a post was taken in."""

    def __init__(self) -> None:
        self._posts: dict[str, tuple[str, str, int]] = {}
        self._answers: dict[str, dict[str, str]] = {}

    def count(self, author: str, post: str, text: str) -> int:
        """Count a post, and return how many of the author's posts in a row are nearly the same."""
        known, last, count = self._posts.pop(author, ("", "", 0))
        if post != known:
            count = count + 1 if count and alike(last, text) else 1
        _remember(self._posts, author, (post, text, count))
        return count

    def may_answer(self, author: str, post: str, answer: str) -> bool:
        """Return whether to answer an author's post: not with the same answer twice, and not endlessly."""
        given = self._answers.pop(author, {})
        allowed = given.get(answer, post) == post and (answer in given or len(given) < MOST)
        _remember(self._answers, author, given | {answer: post} if allowed else given)
        return allowed

    def took(self, author: str) -> None:
        """Forget the answers to an author: a post of it was taken in."""
        self._answers.pop(author, None)


def _remember(of: dict[str, Kept], author: str, value: Kept) -> None:
    of[author] = value
    if len(of) > MOST_AUTHORS:
        del of[next(iter(of))]
