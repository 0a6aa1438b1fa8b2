"""Short ids for contracts that people open by hand and type again."""

import re
from contextlib import suppress
from itertools import count

from renkei.errors import UnknownContractError
from renkei.project.project import Project

_NUMBERED = re.compile(r"TC-(\d{1,9})", re.ASCII)


def free_contract_id(project: Project) -> str:
    """Return an id never used by a contract of the project, such as `TC-008`."""
    known = project.state.contracts.entries
    numbers = [int(found[1]) for name in known if (found := _NUMBERED.fullmatch(name))]
    ids = (f"TC-{number:03d}" for number in count(max(numbers, default=0) + 1))
    return next(one for one in ids if not _is_taken(project, one))


def _is_taken(project: Project, name: str) -> bool:
    with suppress(UnknownContractError):
        project.find_contract(name)
        return True
    return False
