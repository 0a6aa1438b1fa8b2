"""The participant of each member of a team: those in the settings, and members that joined on their own."""

from collections.abc import Iterator, Mapping


class People(Mapping[str, str]):
    """The participant of each member. Threads may read it while one adds members."""

    def __init__(self, known: Mapping[str, str]) -> None:
        self._known = dict(known)

    def add(self, member: str, participant: str) -> None:
        """Add a member. The mapping is replaced, so that iterations in other threads are not disturbed."""
        self._known = {**self._known, member: participant}

    def __getitem__(self, member: str) -> str:
        return self._known[member]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)
