"""Keeps a bridge and a program in its chat from answering each other without end.

The limits of posts are those of the loop guard. A person is always heard. Answers have a limit for everyone, since a
program may post as a person. A post that is heard again, as after a full disk, counts once.
"""

from typing import TypeVar

from renkei.engine.guards.loop_guard import EXCHANGES, REPETITIONS, alike
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.protocol.primitives import seconds_between

MOST = min(REPETITIONS)
"""Posts of one author in a row that are nearly the same before more of them are held, and answers to it in a row."""

MOST_AT_ONCE = min(EXCHANGES)
"""Posts of one author before more of them are held: two programs that answer each other write new words each time.

One more is allowed for each minute that passes, and all of them again after a post of a person.
"""

MOST_ANSWERS = 20
"""Answers to one author within a minute."""

MOST_AUTHORS = 1000
"""Authors whose posts are remembered; the one heard first is forgotten first."""


Kept = TypeVar("Kept")


@frozen
class Counted:
    """The newest post of an author."""

    post: str
    text: str
    at: str
    """When it was heard (UTC)."""
    alike: int = 1
    """How many of the author's posts in a row are nearly the same."""
    left: float = MOST_AT_ONCE - 1
    """How many more posts are allowed at once."""
    is_first_held: bool = False
    """Whether it is held, and the one before was not."""

    @property
    def is_held(self) -> bool:
        """Whether the post does not become a message."""
        return self.alike > MOST or self.left < 0


class Repeats:
    """The newest post of each author, and the answers to the author since a post was taken in."""

    def __init__(self) -> None:
        self._posts: dict[str, Counted] = {}
        self._answers: dict[str, dict[str, str]] = {}
        self._answered: dict[str, dict[str, str]] = {}

    def count(self, author: str, post: str, text: str | None, at: str) -> Counted:
        """Count a post of an author, heard at a time (UTC). `text`: None for a correction, which repeats nothing."""
        last = self._posts.pop(author, None)
        if last is None:
            counted = Counted(post, text or "", at)
        else:
            counted = last if last.post == post else _next(last, post, text, at)
        _remember(self._posts, author, counted)
        return counted

    def heard_person(self) -> None:
        """Allow all authors to post again: a person did."""
        self._posts = {author: replace(one, left=float(MOST_AT_ONCE)) for author, one in self._posts.items()}

    def may_answer(self, author: str, post: str, answer: str) -> bool:
        """Return whether to answer an author's post: not with the same answer twice, and not endlessly."""
        given = self._answers.pop(author, {})
        allowed = given.get(answer, post) == post and (answer in given or len(given) < MOST)
        _remember(self._answers, author, given | {answer: post} if allowed else given)
        return allowed

    def has_answers_left(self, author: str, post: str, at: str) -> bool:
        """Return whether a post, heard at a time (UTC), may be answered by the number of answers to its author."""
        given = self._answered.pop(author, {})
        recent = {one: answered for one, answered in given.items() if seconds_between(answered, at) < 60}
        allowed = post in recent or len(recent) < MOST_ANSWERS
        _remember(self._answered, author, {post: at} | recent if allowed else recent)
        return allowed

    def took(self, author: str) -> None:
        """Forget the answers to an author: a post of it was taken in."""
        self._answers.pop(author, None)


def _next(last: Counted, post: str, text: str | None, at: str) -> Counted:
    if text is None:
        text, repeated = last.text, last.alike
    else:
        repeated = last.alike + 1 if alike(last.text, text) else 1
    left = min(max(last.left, 0) + max(seconds_between(last.at, at), 0) / 60, MOST_AT_ONCE)
    found = Counted(post, text, at, repeated, left - 1 if repeated <= MOST else left)
    return replace(found, is_first_held=found.is_held and not last.is_held)


def _remember(of: dict[str, Kept], author: str, value: Kept) -> None:
    of[author] = value
    if len(of) > MOST_AUTHORS:
        del of[next(iter(of))]
