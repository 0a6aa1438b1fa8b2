"""The skills of a team: instructions in a directory, which the lead can read by name."""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path

from renkei.errors import BadValueError
from renkei.log.atomic_write import read_plain
from renkei.wording.values import quote

MOST_BYTES = 200_000
"""Most bytes of a skill."""


def skills_in(directory: Path) -> Mapping[str, Path]:
    """Return the files of the skills by name: `NAME.md`, or `NAME/SKILL.md`; none if the directory does not exist."""
    found: dict[str, Path] = {}
    try:
        entries = sorted(directory.iterdir())
    except OSError:
        return found
    for one in entries:
        if one.is_symlink():
            continue
        if one.suffix == ".md" and one.is_file():
            found[one.stem] = one
        elif (one / "SKILL.md").is_file():
            found[one.name] = one / "SKILL.md"
    return found


def read_skill(directory: Path, name: str) -> str:
    """Return the text of a skill; raises BadValueError with the existing names."""
    known = skills_in(directory)
    if name not in known:
        near = get_close_matches(name, known, n=1)
        hint = f"Did you mean {quote(near[0])}? " if near else ""
        hint += f"Skills: {', '.join(known) or f'none; they are files in {quote(directory.name)}'}."
        raise BadValueError(path="/skill", got=name, problem=f"there is no skill {quote(name)}", hint=hint)
    try:
        data = read_plain(known[name])
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadValueError(
            path="/skill", got=name, problem=f"the skill {quote(name)} cannot be read: {reason}"
        ) from None
    if len(data) > MOST_BYTES:
        problem = f"the skill {quote(name)} is larger than {MOST_BYTES} bytes"
        raise BadValueError(path="/skill", got=name, problem=problem, hint="Split it.")
    return data.decode("utf-8", "replace")
