"""The ids of sessions: a session is a person's view of one project, so the project gives it its id.

An id names the project and the person. It survives the process, and nothing is kept for it: another process, another
editor or another machine with the same project computes the same.
"""

from hashlib import sha256

from renkei.project.project import Project

LENGTH = 16
"""Characters of the hash, which is no secret."""


def identity_of(project: Project, person: str) -> str:
    """Return the first part of the ids of a person's sessions in a project; raises LogError."""
    first = project.record(1)
    text = f"{first.id} {first.at} {person}"
    return f"{project.state.name}-{sha256(text.encode()).hexdigest()[:LENGTH]}"


def is_of(session: str, identity: str) -> bool:
    """Return whether a session belongs to a project and person."""
    return session.partition("+")[0] == identity
